"""Goals of each side by the period in which they came; in a shoot-out they are in no score, and its stage says so."""

from typing import Annotated

from domain.match.facts import Goal, PeriodBegun
from domain.match.sides import SIDES
from projections.reading import Reading
from projections.statistic import SideRow, Statistic, key, measure
from projections.tally import Tally


class PeriodGoals(SideRow, frozen=True, gc=False):
    """A period that was begun, as one of the sides counts it."""

    stage: Annotated[str, key('"normal time", "extra time" or "shoot-out".')]
    period: Annotated[str, key("The period, in the words of the game.")]
    goals_for: Annotated[int, measure("Goals as they were played; of Soccer Duel games won.")]
    goals_against: Annotated[int, measure("Goals of the opponent as they were played.")]


def rows(match: Reading) -> list[PeriodGoals]:
    """A row for each side and period that was begun, goals or not. An award is of no period and changes none."""
    tally = Tally(match, PeriodGoals)
    for begun in match.facts(PeriodBegun):
        for side in SIDES:
            tally.of(side, begun.stage.value, begun.period)
    for goal in match.facts(Goal):
        tally.of(goal.fact.side, goal.stage.value, goal.period)["goals_for"] += 1
        tally.of(goal.fact.side.other, goal.stage.value, goal.period)["goals_against"] += 1
    return tally.rows()


STATISTIC = Statistic(
    name="goals_by_period",
    version=1,
    about="Goals of each side by period, as they were played.",
    row=PeriodGoals,
    rows=rows,
    by=("game", "side", "stage", "period"),
    order=("side", "stage", "period"),
)
