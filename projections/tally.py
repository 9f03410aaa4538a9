"""Adding up the measures of rows, fact by fact."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Generic, TypeVar

from domain.match.sides import Side
from projections.reading import Reading
from projections.statistic import SideRow, columns_of

R = TypeVar("R", bound=SideRow)


class Tally(Generic[R]):
    """Sums of measures by side and further keys. A row is there once it has been asked for."""

    def __init__(self, match: Reading, row: type[R]) -> None:
        self._match = match
        self._row: Callable[..., R] = row
        self._zeros = _zeros(row)
        self._sums: dict[tuple[Any, ...], dict[str, int]] = {}

    def of(self, side: Side | None, *further: str | int | None) -> dict[str, int]:
        """The sums of a row by the names of its measures, to be added to.

        further: its fields after those of a `SideRow` and before its measures.
        """
        key = (side, *further)
        sums = self._sums.get(key)
        if sums is None:
            sums = self._sums[key] = dict(self._zeros)
        return sums

    def rows(self) -> list[R]:
        """The rows, in the order in which they were first asked for."""
        who = self._match.who
        return [self._row(*who(side), *further, **sums) for (side, *further), sums in self._sums.items()]


@cache
def _zeros(row: type[SideRow]) -> Mapping[str, int]:
    return dict.fromkeys((column.name for column in columns_of(row) if column.role == "measure"), 0)
