"""Placing a tile in Soccer Duel on a pitch that has grown large, against the same on a small one."""

from collections.abc import Iterator
from functools import partial

from domain.games.soccer_duel.decide import decide
from domain.games.soccer_duel.state import Table
from tests.benchmarks.harness import Figure, compare
from tests.domain.games.soccer_duel.test_placing import long_pitch
from tests.domain.games.soccer_duel.words import HOME, place

SMALL, LARGE = 60, 6_000
TIMES = 500


def figures() -> Iterator[Figure]:
    """Placements a second, checked and decided."""
    yield compare(
        f"Soccer Duel: placements on {LARGE:,} tiles",
        "placements",
        partial(_place, long_pitch(LARGE)),
        partial(_place, long_pitch(SMALL)),
        f"placements on {SMALL} tiles",
    )


def _place(table: Table) -> int:
    for _ in range(TIMES):
        assert isinstance(decide(table, place(HOME, 2, 0, 1, 1)), list)
    return TIMES
