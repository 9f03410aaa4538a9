"""Which rows of a table are wanted, as parameters of an address or options of a command say it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime

from projections.questions import MATCH, MOST_VALUES, OPENED_AT, Filter
from projections.statistic import Column

COLUMNS = {
    "competition": "competition",
    "season": "season",
    "game": "game",
    "side": "side",
    "coach": "coach",
    "match": MATCH,
}
"""Filters by a value, each with the column that must have it. Several values: any of them; an empty one: nothing."""

TIMES = ("since", "until")
"""Filters by when the match was opened: from the first on, and before the second."""

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


def admits(filter: Filter, values: Mapping[str, Collection[str | None]], opened_at: datetime | None = None) -> bool:
    """Whether something can be wanted whose columns can have these values; columns that are not named may have any.

    opened_at: when its match was opened; None where that does not matter, or is not known.
    """
    if any(set(filter.values[name]).isdisjoint(values[name]) for name in filter.values.keys() & values.keys()):
        return False
    if opened_at is None:
        return True
    after = filter.since is None or filter.since <= opened_at
    return after and (filter.until is None or opened_at < filter.until)


def filters_of(columns: Iterable[Column]) -> tuple[str, ...]:
    """The filters of rows that are told apart by these columns."""
    names = {column.name for column in columns}
    by_value = (name for name, column in COLUMNS.items() if column in names)
    return (*by_value, *(TIMES if OPENED_AT in names else ()))


def select(given: Mapping[str, Sequence[str]], taken: Sequence[str]) -> Filter:
    """What filters say that are given by name, of a table that takes some of them. Raises Unusable."""
    for name, texts in given.items():
        if name not in taken:
            raise Unusable(name, f"there is no such filter here; there are {', '.join(taken)}")
        if any("\0" in text for text in texts):
            raise Unusable(name, "no text has a NUL")
        if len(texts) > MOST_VALUES:
            raise Unusable(name, f"at most {MOST_VALUES} values are taken, not {len(texts)}")
    values = {COLUMNS[name]: [text or None for text in texts] for name, texts in given.items() if name in COLUMNS}
    times = {name: _time(name, given[name]) for name in TIMES if name in given}
    return Filter(values=values, since=times.get("since"), until=times.get("until"))


def _time(name: str, texts: Sequence[str]) -> datetime:
    if len(texts) > 1:
        raise Unusable(name, "one time is enough")
    try:
        time = datetime.fromisoformat(texts[0])
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Unusable(name, f"{texts[0]!r} is no time; one is written 2026-11-30 or 2026-11-30T15:00:00Z") from error
