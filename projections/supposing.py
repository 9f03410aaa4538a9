"""What a ruling would change in the figures of a match, before it is given."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from projections.reading import Reading
from projections.statistic import Statistic


class FigureChange(msgspec.Struct, frozen=True):
    """A figure that would change. subject: of what, "side Reds, venue home". before, after: 0 where there is none."""

    statistic: str
    subject: str
    figure: str
    before: int
    after: int


def changes(before: Reading, after: Reading, statistics: Mapping[str, Statistic]) -> Iterator[FigureChange]:
    """How the figures of all statistics that add up would change."""
    for name, statistic in statistics.items():
        if statistic.totals and statistic.counts:
            was, would_be = _rows(before, statistic), _rows(after, statistic)
            for key in dict.fromkeys((*was, *would_be)):
                for column in statistic.measures:
                    old, new = (getattr(rows.get(key), column.name, 0) for rows in (was, would_be))
                    if old != new:
                        yield FigureChange(name, _subject(statistic, key), column.name, old, new)


def _rows(match: Reading, statistic: Statistic) -> dict[tuple[Any, ...], Any]:
    return {tuple(getattr(row, column.name) for column in statistic.keys): row for row in statistic.of(match)}


def _subject(statistic: Statistic, key: tuple[Any, ...]) -> str:
    said = zip((column.name for column in statistic.keys), key, strict=True)
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in said if value != "")
