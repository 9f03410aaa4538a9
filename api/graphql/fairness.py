"""Whether dice fell as they should, over the matches that a filter chooses."""

from collections.abc import Sequence
from typing import Annotated, Any

import strawberry
from strawberry.types.base import StrawberryList, StrawberryOptional

from api.graphql.context import Info
from api.graphql.errors import RequestError
from api.graphql.fields import field
from api.graphql.limits import COST
from api.graphql.scalars import Position
from api.graphql.statistics import AT_LEAST, Counted, as_filter, filter_type, names_of, read
from projections.fairness import Die, Finding, compared, gathered
from projections.questions import Question, filtered
from projections.readside.store import View
from projections.statistics.dice import STATISTIC as DICE

ALWAYS = ("game", "die")
"""What dice are always told apart by, beside their faces."""
FACE = ("face", "weight", "weights")
"""What tells the faces of a die apart."""
APART = tuple(column for column in filtered(DICE) if column.name not in (*ALWAYS, *FACE, "faces", "match_id"))
"""What dice can be told apart by."""

MOST_DICE = 100
"""Dice that one answer looks at."""

DICE_APART = names_of(APART, "DiceApart", "What dice of one name can be told apart by.")


@strawberry.type(description="A face of a die: how often it came, and how often it was to come.")
class FaceFairness:
    """A face of a die."""

    face: str = strawberry.field(description="The face.")
    weight: int = strawberry.field(description="How many times the die has it.")
    rolled: Position = strawberry.field(description="How often it came.")
    expected: float = strawberry.field(description="How often it was to come in as many rolls.")


@strawberry.type(description="What the rolls of a die say about it.")
class DieFairness:
    """What the rolls of a die say about it."""

    game: str = strawberry.field(description="The game.")
    die: str = strawberry.field(description='The die: "attack die", "coin".')
    competition: str | None = strawberry.field(description="The competition, where dice are told apart by it.")
    season: str | None = strawberry.field(description="The season, where dice are told apart by it.")
    side: str | None = strawberry.field(
        description="The side, where dice are told apart by it; null for a die of neither."
    )
    venue: str | None = strawberry.field(description="The venue, where dice are told apart by it.")
    coach: str | None = strawberry.field(description="The person, where dice are told apart by it.")
    source: str | None = strawberry.field(description="Where the rolls came from, where dice are told apart by it.")
    rolls: Position = strawberry.field(description="How often it was rolled.")
    faces: list[FaceFairness] = strawberry.field(description="All that the die has, each with what came.")
    statistic: float | None = strawberry.field(
        description="Pearson's: squared distances from what was expected, each over it; null where a face came "
        "that the die does not have."
    )
    p_value: float = strawberry.field(
        description="The probability that a die with these faces falls as far away or farther in as many rolls."
    )
    corrected_p_value: float = strawberry.field(
        description="The p-value for whoever looks at all dice of this answer, by Holm's method."
    )
    simulated: bool = strawberry.field(
        description="Whether the p-value is estimated by simulation, always the same; it is exact otherwise."
    )


@strawberry.type(description="Whether dice fell as they should.")
class DiceFairness(Counted):
    """Whether dice fell as they should."""

    dice: list[DieFairness] = strawberry.field(
        description="The dice, in the order of their keys. Their number is that of the tests that are corrected for."
    )


@strawberry.type
class AskedOfDice:
    """What can be asked of dice."""

    @field(
        description="Whether dice fell as their own faces have it, in the matches that the filter chooses. At most "
        f"{MOST_DICE} dice are looked at in one answer, so that its p-values can be corrected for all of them.",
        metadata={"cost": COST // 20},
    )
    async def dice_fairness(
        self,
        info: Info,
        filter: Annotated[
            Any,
            strawberry.argument(
                description="Which rolls are looked at.", graphql_type=StrawberryOptional(of_type=filter_type(DICE))
            ),
        ] = None,
        by: Annotated[
            Any,
            strawberry.argument(
                description="What dice of one name in one game are told apart by; by nothing where it is not given.",
                graphql_type=StrawberryOptional(of_type=StrawberryList(of_type=DICE_APART)),
            ),
        ] = None,
        at_least: Annotated[Position | None, strawberry.argument(description=AT_LEAST)] = None,
    ) -> DiceFairness:
        """The dice of a filter. Raises RequestError and StoreUnavailable."""
        keys = tuple(dict.fromkeys((*ALWAYS, *(key.value for key in by or ()))))
        chosen = as_filter(DICE, filter)

        def look(view: View) -> DiceFairness:
            question = Question(statistic=DICE, filter=chosen, by=[*keys, "faces", *FACE], order=())
            dice = gathered(question.every(view), keys)
            if len(dice) > MOST_DICE:
                raise RequestError("TOO_MUCH", f"{len(dice)} dice are chosen, and {MOST_DICE} are looked at at most")
            findings = compared(list(dice.values()))
            told = [
                _told(keys, values, die, finding) for (values, die), finding in zip(dice.items(), findings, strict=True)
            ]
            return DiceFairness(dice=told, position=Position(view.position))

        return await read(info, DICE, at_least, look)


def _told(keys: Sequence[str], values: Sequence[Any], die: Die, finding: Finding) -> DieFairness:
    named = {column.name: None for column in APART} | dict(zip(keys, values, strict=False))
    faces = [
        FaceFairness(
            face=face, weight=weight, rolled=Position(die.counts.get(face, 0)), expected=finding.expected[face]
        )
        for face, weight in die.faces.items()
    ]
    return DieFairness(
        **named,
        rolls=Position(finding.rolls),
        faces=faces,
        statistic=finding.statistic,
        p_value=finding.p_value,
        corrected_p_value=finding.corrected,
        simulated=finding.simulated,
    )
