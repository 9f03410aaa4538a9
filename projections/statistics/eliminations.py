"""Footballers that left play because the other side, or a sacrifice of their own, took them off."""

from typing import Annotated

from domain.match.facts import Eliminated
from projections.reading import Reading
from projections.statistic import SideRow, Statistic, key, measure
from projections.tally import Tally


class Elimination(SideRow, frozen=True, gc=False):
    """What took footballers off, as one of the sides counts it."""

    by: Annotated[str, key('What took them, in the words of the game: "elimination", "dribble".')]
    line: Annotated[str, key("The line on which they stood; nothing where the game has no lines.")]
    own: Annotated[int, measure("Footballers that the side lost.")]
    opposing: Annotated[int, measure("Footballers that the opponent lost.")]


def rows(match: Reading) -> list[Elimination]:
    """A row for each side, what took footballers off, and line."""
    tally = Tally(match, Elimination)
    for noted in match.facts(Eliminated):
        fact = noted.fact
        line, lost = fact.line or "", len(fact.footballers)
        tally.of(fact.side, fact.by, line)["own"] += lost
        tally.of(fact.side.other, fact.by, line)["opposing"] += lost
    return tally.rows()


STATISTIC = Statistic(
    name="eliminations",
    version=1,
    about="Footballers eliminated, by what took them and where they stood.",
    row=Elimination,
    rows=rows,
    by=("game", "side", "by", "line"),
    order=("-opposing", "own"),
)
