"""What came of attempts against what was to be expected, from the exact distribution of the chance that decided them.

Luck is what came less what was expected. Attempts that no chance decides have no part in it.
"""

from typing import Annotated

from domain.match.facts import Attempted, AttemptKind
from projections.arithmetic import of_millionths
from projections.reading import Reading
from projections.statistic import Derived, SideRow, Statistic, key, measure
from projections.tally import Tally


class Luck(SideRow, frozen=True, gc=False):
    """The attempts of one kind that a side made in a match."""

    kind: Annotated[str, key('"attack", "counter", "shot", "penalty", or "kick" in a shoot-out.')]
    attempts: Annotated[int, measure("Attempts.")]
    succeeded: Annotated[int, measure("Attempts that succeeded.")]
    chances: Annotated[int, measure("Attempts that chance decided.")]
    chances_taken: Annotated[int, measure("Of these, those that succeeded.")]
    expected: Annotated[int, measure("How many of these were to be expected, in millionths.")]
    shots: Annotated[int, measure("Of the attempts that chance decided, shots and penalties, shoot-outs apart.")]
    goals: Annotated[int, measure("Goals from these.")]
    expected_goals: Annotated[int, measure("How many goals from these were to be expected, in millionths.")]


_AT_GOAL = (AttemptKind.SHOT, AttemptKind.PENALTY)


def rows(match: Reading) -> list[Luck]:
    """A row for each side and kind of attempt."""
    tally = Tally(match, Luck)
    for noted in match.facts(Attempted):
        attempt = noted.fact
        sums = tally.of(attempt.side, attempt.kind.value)
        sums["attempts"] += 1
        sums["succeeded"] += attempt.succeeded
        if attempt.chance is None:
            continue
        sums["chances"] += 1
        sums["chances_taken"] += attempt.succeeded
        sums["expected"] += attempt.chance
        if attempt.kind in _AT_GOAL:
            sums["shots"] += 1
            sums["goals"] += attempt.succeeded
            sums["expected_goals"] += attempt.chance
    return tally.rows()


STATISTIC = Statistic(
    name="luck",
    version=1,
    about="What came of attempts against what was to be expected, by side and kind of attempt.",
    row=Luck,
    rows=rows,
    derived=(
        Derived(
            "successes_expected",
            float,
            "How many of the attempts that chance decided were to succeed.",
            lambda sums: of_millionths(sums.expected),
        ),
        Derived(
            "luck",
            float,
            "What came less what was expected, over attempts that chance decided.",
            lambda sums: sums.chances_taken - of_millionths(sums.expected),
        ),
        Derived(
            "goals_expected",
            float,
            "How many goals were to come from shots and penalties.",
            lambda sums: of_millionths(sums.expected_goals),
        ),
        Derived(
            "goal_luck",
            float,
            "Goals less expected goals, over shots and penalties.",
            lambda sums: sums.goals - of_millionths(sums.expected_goals),
        ),
    ),
    by=("side", "kind"),
    order=("-luck",),
)
