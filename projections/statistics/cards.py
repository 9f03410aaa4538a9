"""Tactic and action cards: how often each was played, what came of it, and how often it was countered."""

from typing import Annotated

from domain.match.facts import Attempted, AttemptKind, CardCountered, CardPlayed, Goal, Stage
from projections.arithmetic import ratio
from projections.reading import Reading
from projections.statistic import Derived, SideRow, Statistic, key, measure
from projections.tally import Tally


class Card(SideRow, frozen=True, gc=False):
    """What a card brought the side that played it, in a match as it was played."""

    kind: Annotated[str, key('"tactic" or "action".')]
    card: Annotated[str, key("The card, by its id or value in the edition.")]
    played: Annotated[int, measure("Times that it was played, for everybody to see.")]
    attacks: Annotated[int, measure("Attacks and counters that it brought.")]
    attacks_won: Annotated[int, measure("Of these, those that succeeded.")]
    shots: Annotated[int, measure("Shots and penalties that it led to.")]
    goals: Annotated[int, measure("Goals that it led to; none of a shoot-out.")]
    countered: Annotated[int, measure("Times that it was countered, and failed.")]


_ATTACKS = (AttemptKind.ATTACK, AttemptKind.COUNTER)
_SHOTS = (AttemptKind.SHOT, AttemptKind.PENALTY)


def rows(match: Reading) -> list[Card]:
    """A row for each card of a side that was played."""
    tally = Tally(match, Card)
    for played in match.facts(CardPlayed):
        tally.of(played.fact.side, played.fact.kind.value, played.fact.card)["played"] += 1
    for countered in match.facts(CardCountered):
        tally.of(countered.fact.side, countered.fact.kind.value, countered.fact.card)["countered"] += 1
    for attempted in match.facts(Attempted):
        attempt = attempted.fact
        if attempt.card is None or attempt.kind_of_card is None:
            continue
        sums = tally.of(attempt.side, attempt.kind_of_card.value, attempt.card)
        if attempt.kind in _ATTACKS:
            sums["attacks"] += 1
            sums["attacks_won"] += attempt.succeeded
        elif attempt.kind in _SHOTS:
            sums["shots"] += 1
    for scored in match.facts(Goal):
        goal = scored.fact
        if goal.card is not None and goal.kind_of_card is not None and scored.stage is not Stage.SHOOT_OUT:
            tally.of(goal.side, goal.kind_of_card.value, goal.card)["goals"] += 1
    return tally.rows()


STATISTIC = Statistic(
    name="cards",
    version=1,
    about="Tactic and action cards by side: played, attacks won, goals, countered.",
    row=Card,
    rows=rows,
    derived=(
        Derived(
            "attacks_won_rate",
            float,
            "Attacks won for each that it brought; null where it brought none.",
            lambda sums: ratio(sums.attacks_won, sums.attacks),
            nullable=True,
        ),
    ),
    by=("game", "side", "kind", "card"),
    order=("-goals", "-attacks_won", "-played"),
)
