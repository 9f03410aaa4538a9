"""Adding up the measures of rows, fact by fact."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Generic, TypeVar

from domain.match.sides import SIDES, Side
from projections.reading import Reading
from projections.statistic import SideRow, columns_of

R = TypeVar("R", bound=SideRow)


_Sums = dict[tuple[str | int | None, ...], dict[str, int]]

_HOME, _AWAY = SIDES


class Tally(Generic[R]):
    """Sums of measures by side and further keys. A row is there once it has been asked for."""

    def __init__(self, match: Reading, row: type[R]) -> None:
        self._match = match
        self._row: Callable[..., R] = row
        self._zeros = _zeros(row)
        # Apart, as a side is slow to look up by: it is what every fact asks for.
        self._home: _Sums = {}
        self._away: _Sums = {}
        self._neither: _Sums = {}

    def of(self, side: Side | None, *further: str | int | None) -> dict[str, int]:
        """The sums of a row by the names of its measures, to be added to.

        further: its fields after those of a `SideRow` and before its measures.
        """
        rows = self._home if side is _HOME else self._away if side is _AWAY else self._neither
        sums = rows.get(further)
        if sums is None:
            sums = rows[further] = dict(self._zeros)
        return sums

    def rows(self) -> list[R]:
        """The rows, those of the home side first, of each side in the order in which they were first asked for."""
        parts = ((_HOME, self._home), (_AWAY, self._away), (None, self._neither))
        whose = ((self._match.who(side), rows) for side, rows in parts if rows)
        return [self._row(*who, *further, **sums) for who, rows in whose for further, sums in rows.items()]


@cache
def _zeros(row: type[SideRow]) -> Mapping[str, int]:
    return dict.fromkeys((column.name for column in columns_of(row) if column.role == "measure"), 0)
