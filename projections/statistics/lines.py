"""Lines that attacks met: what each side got past, and what it held."""

from typing import Annotated

from domain.match.facts import LineMet
from projections.arithmetic import ratio
from projections.reading import Reading
from projections.statistic import Derived, SideRow, Statistic, key, measure
from projections.tally import Tally


class Line(SideRow, frozen=True, gc=False):
    """A line of the opponent that a side met, and the same line of its own."""

    line: Annotated[str, key("The line, in the words of the game.")]
    met: Annotated[int, measure("Times that the side attacked this line of the opponent.")]
    passed: Annotated[int, measure("Of these, those that got past it.")]
    defended: Annotated[int, measure("Times that the opponent attacked this line of the side.")]
    held: Annotated[int, measure("Of these, those that did not get past it.")]


def rows(match: Reading) -> list[Line]:
    """A row for each side and line that an attack met."""
    tally = Tally(match, Line)
    for noted in match.facts(LineMet):
        fact = noted.fact
        attack, defence = tally.of(fact.side, fact.line), tally.of(fact.side.other, fact.line)
        attack["met"] += 1
        attack["passed"] += fact.passed
        defence["defended"] += 1
        defence["held"] += not fact.passed
    return tally.rows()


STATISTIC = Statistic(
    name="lines",
    version=1,
    about="Lines met, passed and held, by side and line.",
    row=Line,
    rows=rows,
    derived=(
        Derived(
            "passed_rate",
            float,
            "How many it passed of those that it met.",
            lambda sums: ratio(sums.passed, sums.met),
            nullable=True,
        ),
        Derived(
            "held_rate",
            float,
            "How many it held of those that were attacked.",
            lambda sums: ratio(sums.held, sums.defended),
            nullable=True,
        ),
    ),
    by=("game", "side", "line"),
    order=("line", "-passed"),
)
