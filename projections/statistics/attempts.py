"""Every attempt: who tried what, with which chance, and what came of it."""

from collections.abc import Iterator
from typing import Annotated

from domain.match.facts import Attempted
from projections.reading import Reading
from projections.statistic import SideRow, Statistic, detail, key


class Attempt(SideRow, frozen=True, gc=False):
    """One attempt of a side."""

    version: Annotated[int, key("The version of the match whose event it is of.")]
    number: Annotated[int, key("Which attempt of the match it is, from 1.")]
    kind: Annotated[str, key('"attack", "counter", "shot", "penalty", or "kick" in a shoot-out.')]
    succeeded: Annotated[bool, detail("Whether it succeeded.")]
    chance: Annotated[int | None, detail("The probability of success in millionths; null where no chance decided.")]
    footballers: Annotated[str, detail("Who took part for the side, by their ids, with commas between.")]
    goalkeeper: Annotated[str | None, detail("Who kept the goal that was shot at.")]
    card: Annotated[str | None, detail("The tactic or action card that brought it.")]
    figures: Annotated[str, detail('What was compared: "4 + 2 against 5 + 0".')]
    stage: Annotated[str, detail('"normal time", "extra time" or "shoot-out".')]
    period: Annotated[str, detail("The period, in the words of the game.")]
    minute: Annotated[int | None, detail("Minutes of play gone when the period began, where the game counts any.")]


def rows(match: Reading) -> Iterator[Attempt]:
    """A row for each attempt."""
    for number, noted in enumerate(match.facts(Attempted), start=1):
        attempt = noted.fact
        yield Attempt(
            *match.who(attempt.side),
            version=noted.version,
            number=number,
            kind=attempt.kind.value,
            succeeded=attempt.succeeded,
            chance=attempt.chance,
            footballers=", ".join(attempt.footballers),
            goalkeeper=attempt.goalkeeper,
            card=attempt.card,
            figures=attempt.figures,
            stage=noted.stage.value,
            period=noted.period,
            minute=noted.minute,
        )


STATISTIC = Statistic(
    name="attempts",
    version=1,
    about="Every attempt with its chance, and whether it succeeded.",
    row=Attempt,
    rows=rows,
    totals=False,
    order=("match_id", "number"),
)
