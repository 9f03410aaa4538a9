"""Balls that sides completed, by their colour."""

from typing import Annotated

from domain.match.facts import BallCompleted
from projections.reading import Reading
from projections.statistic import SideRow, Statistic, key, measure
from projections.tally import Tally


class Ball(SideRow, frozen=True, gc=False):
    """Balls of one colour that a side completed in a match."""

    colour: Annotated[str, key("The colour, in the words of the edition.")]
    completed: Annotated[int, measure("Balls completed.")]


def rows(match: Reading) -> list[Ball]:
    """A row for each side and colour of which it completed a ball."""
    tally = Tally(match, Ball)
    for noted in match.facts(BallCompleted):
        tally.of(noted.fact.side, noted.fact.colour)["completed"] += 1
    return tally.rows()


STATISTIC = Statistic(
    name="balls",
    version=1,
    about="Balls completed, by side and colour.",
    row=Ball,
    rows=rows,
    by=("side", "colour"),
    order=("-completed",),
)
