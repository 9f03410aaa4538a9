"""Tiles that sides placed and discarded, how long they were stopped, and how fast they were."""

from collections.abc import Iterator
from heapq import merge
from operator import attrgetter
from typing import Annotated

from domain.match.facts import BallCompleted, SideStopped, TileDiscarded, TilePlaced
from domain.match.sides import SIDES, Side
from projections.arithmetic import ratio
from projections.reading import Noted, Reading
from projections.statistic import Derived, SideRow, Statistic, measure
from projections.tally import Tally


class Placement(SideRow, frozen=True, gc=False):
    """What a side placed in all the games of a match."""

    placed: Annotated[int, measure("Tiles placed, start tiles among them.")]
    balls: Annotated[int, measure("Balls completed.")]
    discarded: Annotated[int, measure("Tiles discarded.")]
    stops: Annotated[int, measure("Times that it was stopped, turns that were missed among them.")]
    stopped_milliseconds: Annotated[int, measure("Milliseconds for which it was stopped.")]
    intervals: Annotated[int, measure("Placements with a time, less the first of each game.")]
    interval_milliseconds: Annotated[int, measure("From the first to the last of these in each game, less stops.")]


def rows(match: Reading) -> list[Placement]:
    """A row for each side that placed a tile, discarded one, or was stopped."""
    tally = Tally(match, Placement)
    for placed in match.facts(TilePlaced):
        tally.of(placed.fact.side)["placed"] += 1
    for completed in match.facts(BallCompleted):
        tally.of(completed.fact.side)["balls"] += 1
    for discarded in match.facts(TileDiscarded):
        tally.of(discarded.fact.side)["discarded"] += 1
    for stopped in match.facts(SideStopped):
        sums = tally.of(stopped.fact.side)
        sums["stops"] += 1
        sums["stopped_milliseconds"] += stopped.fact.milliseconds
    for side, milliseconds in _intervals(match):
        sums = tally.of(side)
        sums["intervals"] += 1
        sums["interval_milliseconds"] += milliseconds
    return tally.rows()


def _intervals(match: Reading) -> Iterator[tuple[Side, int]]:
    """Milliseconds between each placement of a side in a game and its next, less the stops that lie between."""
    last: dict[Side, int | None] = {}
    stopped = dict.fromkeys(SIDES, 0)
    placed, stops = match.facts(TilePlaced), match.facts(SideStopped)
    both: Iterator[Noted[TilePlaced] | Noted[SideStopped]] = merge(placed, stops, key=attrgetter("version"))
    for noted in both:
        fact, side = noted.fact, noted.fact.side
        if isinstance(fact, SideStopped):
            stopped[side] += fact.milliseconds
            continue
        before, now = last.get(side), fact.time
        # Start tiles have no time, and time begins anew with each game.
        if now is not None and before is not None and now >= before:
            yield side, now - before - stopped[side]
        last[side], stopped[side] = now, 0


STATISTIC = Statistic(
    name="placements",
    version=1,
    about="Tiles placed and discarded, balls, stops and pace, by side.",
    row=Placement,
    rows=rows,
    derived=(
        Derived(
            "pace",
            float,
            "Milliseconds from one placement to the next, stops apart; null before the second.",
            lambda sums: ratio(sums.interval_milliseconds, sums.intervals),
            nullable=True,
        ),
    ),
    by=("side",),
    order=("-balls", "-placed"),
)
