"""The live scoreboard of every match."""

from collections.abc import Iterator
from typing import Annotated

from domain.match.facts import PeriodBegun, Stage
from projections.reading import Reading
from projections.scoreboard import scoreboard
from projections.statistic import Row, Statistic, detail, key


class Scoreboard(Row, frozen=True, gc=False):
    """A match as its scoreboard shows it, a sandbox or annulled though it may be."""

    home: Annotated[str, key("The name of the home side.")]
    away: Annotated[str, key("The name of the away side.")]
    over: Annotated[bool, key("Whether the match has ended, by play or by a ruling.")]
    sandbox: Annotated[bool, key("Whether it only tries something out, and counts for nothing.")]
    version: Annotated[int, detail("The version of the match that it tells.")]
    home_goals: Annotated[int, detail("Goals of the home side; of Soccer Duel games won.")]
    away_goals: Annotated[int, detail("Goals of the away side.")]
    stage: Annotated[str, detail('"normal time", "extra time" or "shoot-out".')]
    period: Annotated[str, detail("The period being played, in the words of the game.")]
    winner: Annotated[str | None, detail('"home" or "away"; null while it runs, and for a draw.')]
    home_shoot_out: Annotated[int | None, detail("Goals of the home side in a shoot-out; null before one.")]
    away_shoot_out: Annotated[int | None, detail("Goals of the away side in a shoot-out.")]
    ruling: Annotated[str, detail('How the referee ended it: "awarded", "annulled", "to be replayed"; else empty.')]


def rows(match: Reading) -> Iterator[Scoreboard]:
    """One row."""
    shown = scoreboard(match.record, match.version)
    begun = match.facts(PeriodBegun)
    shoot_out = shown.shoot_out
    yield Scoreboard(
        home=shown.names.home,
        away=shown.names.away,
        over=shown.over,
        sandbox=match.is_sandbox,
        version=shown.version,
        home_goals=shown.score.home,
        away_goals=shown.score.away,
        stage=(begun[-1].stage if begun else Stage.NORMAL).value,
        period=shown.period,
        winner=shown.winner.value if shown.winner else None,
        home_shoot_out=shoot_out.home if shoot_out else None,
        away_shoot_out=shoot_out.away if shoot_out else None,
        ruling=shown.ruling,
    )


STATISTIC = Statistic(
    name="scoreboards",
    version=1,
    about="The live scoreboard of every match.",
    row=Scoreboard,
    rows=rows,
    counts=False,
    totals=False,
    order=("-opened_at",),
)
