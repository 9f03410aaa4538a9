"""Which rows of a table are wanted, as parameters of an address or options of a command say it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

import msgspec
from sqlalchemy import ColumnElement, FromClause

from projections.statistic import Column

COLUMNS = {
    "competition": "competition",
    "season": "season",
    "game": "game",
    "side": "side",
    "coach": "coach",
    "match": "match_id",
}
"""Filters by a value, each with the column that must have it. Several values: any of them; an empty one: nothing."""

TIMES = ("since", "until")
"""Filters by when the match was opened: from the first on, and before the second."""

OPENED = "opened_at"

MEANINGS = {
    **dict.fromkeys(COLUMNS, "only rows of this one; given several times, of any of them; empty: of none"),
    "since": "only matches opened at this time or after it, ISO 8601, UTC if no zone is given",
    "until": "only matches opened before this time",
}
"""What each filter does."""


class Unusable(ValueError):
    """A filter that cannot be used, with a message that is fit for whoever gave it."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name


class Selection(msgspec.Struct, frozen=True):
    """Rows whose columns have one of the given values each, of matches opened in a span of time."""

    values: Mapping[str, frozenset[str]] = {}
    since: datetime | None = None
    until: datetime | None = None

    def conditions(self, table: FromClause) -> list[ColumnElement[bool]]:
        """The selection as conditions on a table of the read side."""
        wanted: list[ColumnElement[bool]] = [table.c[name].in_(sorted(values)) for name, values in self.values.items()]
        if self.since is not None:
            wanted.append(table.c[OPENED] >= self.since)
        if self.until is not None:
            wanted.append(table.c[OPENED] < self.until)
        return wanted

    def admits(self, values: Mapping[str, Iterable[str]], opened_at: datetime | None = None) -> bool:
        """Whether something is wanted of which these are the values that its columns can have; the others may be any.

        opened_at: when its match was opened; None where that does not matter, or is not known.
        """
        return (
            all(not self.values[name].isdisjoint(values[name]) for name in self.values.keys() & values.keys())
            and (opened_at is None or self.since is None or self.since <= opened_at)
            and (opened_at is None or self.until is None or opened_at < self.until)
        )


EVERYTHING = Selection()


def filters_of(columns: Sequence[Column]) -> tuple[str, ...]:
    """The filters that a table of these columns takes."""
    names = {column.name for column in columns}
    by_value = (name for name, column in COLUMNS.items() if column in names)
    return (*by_value, *(TIMES if OPENED in names else ()))


def select(given: Mapping[str, Sequence[str]], columns: Sequence[Column]) -> Selection:
    """The selection that filters by name make on a table of these columns. Raises Unusable."""
    taken = filters_of(columns)
    for name, texts in given.items():
        if name not in taken:
            raise Unusable(name, f"there is no such filter here; there are {', '.join(taken)}")
        if any("\0" in text for text in texts):
            raise Unusable(name, "no text has a NUL")
    values = {COLUMNS[name]: frozenset(texts) for name, texts in given.items() if name in COLUMNS and texts}
    times = {name: _time(name, given[name]) for name in TIMES if given.get(name)}
    return Selection(values, times.get("since"), times.get("until"))


def _time(name: str, texts: Sequence[str]) -> datetime:
    if len(texts) > 1:
        raise Unusable(name, "one time is enough")
    try:
        time = datetime.fromisoformat(texts[0])
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Unusable(name, f"{texts[0]!r} is no time; one is written 2026-11-30 or 2026-11-30T15:00:00Z") from error
