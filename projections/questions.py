"""Questions to the read side: what is summed, of which matches, by what, in which order. One statement answers each.

Where no match and no date is asked for, it reads the sums that are kept; else the rows of the matches. Either way the
answer is the same, and so it is on both engines: text is in the order of its code points, whole numbers are summed
exactly, and nothing comes last in every order. Pages go on behind a key, never behind a count of rows.
"""

import base64
import binascii
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Double,
    RowMapping,
    Select,
    Table,
    and_,
    cast,
    false,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.sql.selectable import Subquery

from projections.readside.store import View
from projections.readside.tables import MATCHES, TYPES, rows_table, totals_table
from projections.statistic import HEADER, Column, Derived, Statistic

Value: TypeAlias = str | int | bool
"""What a key may be."""

Asked: TypeAlias = Column | Derived
"""A column of an answer."""

MATCH, OPENED_AT = "match_id", "opened_at"

ROWS = Column("rows", int, "measure", "How many rows these are the sums of: one for each match and keys.")
"""What answers tell beside the measures of a statistic."""

MOST = 1_000
"""The largest page."""

MOST_VALUES = 1_000
"""Values of one column that a filter takes."""

_WHOLE = 2**63
"""Beyond this in size a whole number is in no table."""


class BadQuestion(ValueError):
    """A question that cannot be asked. argument: the part of it that is wrong."""

    def __init__(self, argument: str, message: str) -> None:
        super().__init__(message)
        self.argument = argument


class BadCursor(ValueError):
    """A cursor that the answers to this question did not give."""

    def __init__(self) -> None:
        super().__init__("this is no cursor of this question; take one that it gave, and change nothing else")


class Order(NamedTuple):
    """A column that an answer is sorted by."""

    column: str
    descending: bool = False

    @classmethod
    def of(cls, text: str) -> "Order":
        """An order as statistics declare it: "-points" is descending."""
        return cls(text.removeprefix("-"), text.startswith("-"))


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Which rows count. values: by the name of a key, those of it that do; None is nothing. Times: from since on, and
    before until, by when the match was opened."""

    values: Mapping[str, Sequence[Value | None]] = field(default_factory=dict)
    since: datetime | None = None
    until: datetime | None = None

    @property
    def by_match(self) -> bool:
        """Whether it tells matches of one occasion apart, so that sums over them are of no use."""
        return MATCH in self.values or self.since is not None or self.until is not None

    def conditions(self, statistic: Statistic, table: Table) -> Iterator[ColumnElement[bool]]:
        """What a row of a table of a statistic has to fulfil. Raises BadQuestion for what is no key of it."""
        keys = {column.name: column for column in filtered(statistic)}
        for name, values in self.values.items():
            if name not in keys:
                raise BadQuestion(name, f"{statistic.name} has no key {name}, only {', '.join(keys)}")
            if len(values) > MOST_VALUES:
                raise BadQuestion(name, f"at most {MOST_VALUES} values are taken, not {len(values)}")
            yield table.c[name].in_(_stored(keys[name], values))
        if self.since is not None:
            yield table.c[OPENED_AT] >= _utc(self.since)
        if self.until is not None:
            yield table.c[OPENED_AT] < _utc(self.until)

    def __repr__(self) -> str:
        """The same for the same rows."""
        values = sorted((name, sorted(set(map(repr, values)))) for name, values in self.values.items())
        return repr((values, *(str(time and _utc(time)) for time in (self.since, self.until))))


EVERYTHING = Filter()


class Line(NamedTuple):
    """A row of an answer, by the names of its columns, and the cursor to go on behind it."""

    values: Mapping[str, Any]
    cursor: str


class Answer(NamedTuple):
    """A page of an answer. more: whether something follows it. position: the events of the log that it counts."""

    lines: Sequence[Line]
    more: bool
    position: int


def answered(statistic: Statistic) -> tuple[Asked, ...]:
    """The columns of answers about a statistic. What rows are not summed by is None in them."""
    own = (*statistic.columns, ROWS) if statistic.totals else statistic.columns
    return (*HEADER, *own, *statistic.derived)


def filtered(statistic: Statistic) -> tuple[Column, ...]:
    """The columns that a filter tells rows of a statistic apart by."""
    return tuple(column for column in (*HEADER, *statistic.columns) if column.is_key)


@dataclass(frozen=True, kw_only=True, eq=False)
class Question:
    """A question about a statistic. Raises BadQuestion where it cannot be asked.

    by: the keys that rows are summed by; those that the statistic names where nothing is said. With the match and all
    keys of the statistic, rows stand for themselves, and details are told too; where the statistic has no totals they
    always do. order: the first counts most; what is equal in it is in the order of the keys. first: 1 to `MOST`.
    after: the cursor to go on behind.
    """

    statistic: Statistic
    filter: Filter = EVERYTHING
    by: Sequence[str] | None = None
    order: Sequence[Order] | None = None
    first: int = 100
    after: str | None = None

    def __post_init__(self) -> None:
        """Check what can be checked without a table."""
        if not 1 <= self.first <= MOST:
            raise BadQuestion("first", f"1 to {MOST} is allowed, not {self.first}")
        if self.by is not None and not self.statistic.totals:
            raise BadQuestion("by", f"the rows of {self.statistic.name} stand for themselves; they have no sums")
        keys = [column.name for column in filtered(self.statistic)]
        for name in self.by or ():
            if name not in keys:
                raise BadQuestion("by", f"{self.statistic.name} has no key {name}, only {', '.join(keys)}")
        for name, _ in self.order or ():
            if name not in self._told:
                raise BadQuestion("order", f"the answer has no {name} to be sorted by, only {', '.join(self._told)}")

    def statement(self, build: int) -> Select[Any]:
        """The statement that the tables of a build answer, with one row more than the page has. Raises BadCursor."""
        answer = self._answer(build)
        ranks = [_Rank.of(self._told[order.column], order.descending, answer) for order in self._order]
        ranks += [_Rank(answer.c[name]) for name in self._ties]
        asked = select(answer).order_by(*(part for rank in ranks for part in rank.sorted()))
        if not self._keys:  # sums over nothing are a row for SQL
            asked = asked.where(answer.c[ROWS.name] > 0)
        if self.after is not None:
            asked = asked.where(*_behind(ranks, self._key_of(self.after)))
        return asked.limit(self.first + 1)

    def answer(self, view: View) -> Answer:
        """The answer out of a view of the read side. Raises BadCursor."""
        found = view.connection.execute(self.statement(view.build)).mappings().all()
        return Answer([self._line(row) for row in found[: self.first]], len(found) > self.first, view.position)

    def every(self, view: View) -> Iterator[Mapping[str, Any]]:
        """All lines of the answer, page by page, whatever `first` and `after` say."""
        question, more = replace(self, first=MOST, after=None), True
        while more:
            lines, more, _ = question.answer(view)
            yield from (line.values for line in lines)
            question = replace(question, after=lines[-1].cursor) if lines else question

    def _answer(self, build: int) -> Subquery:
        """All rows of the answer."""
        statistic = self.statistic
        sums = (self._rows(build) if self._by_row else self._sums(build)).subquery("sums")
        derived = [
            cast(one.expression(_Sums(sums, exact=one.type is not float)), TYPES[one.type]).label(one.name)
            for one in statistic.derived
        ]
        return select(*sums.c, *derived).subquery("answer")

    def _rows(self, build: int) -> Select[Any]:
        table = rows_table(self.statistic, build)
        one = [literal(1, BigInteger).label(ROWS.name)] if self.statistic.totals else []
        return select(*table.c, *one).where(*self.filter.conditions(self.statistic, table))

    def _sums(self, build: int) -> Select[Any]:
        statistic = self.statistic
        if MATCH in self._keys or self.filter.by_match:
            table = rows_table(statistic, build)
            rows: ColumnElement[int] = func.count()
        else:
            table = totals_table(statistic, build)
            rows = func.sum(table.c[MATCHES])
        keys = [table.c[name] for name in self._grouped]
        sums = [_whole(func.sum(table.c[measure.name])).label(measure.name) for measure in statistic.measures]
        summed = select(*keys, *sums, _whole(rows).label(ROWS.name))
        return summed.where(*self.filter.conditions(statistic, table)).group_by(*keys)

    @cached_property
    def _keys(self) -> tuple[str, ...]:
        """The columns that tell the rows of the answer apart."""
        keys = tuple(column.name for column in self.statistic.keys)
        if not self.statistic.totals:
            return (MATCH, *keys)
        return tuple(dict.fromkeys(self.by if self.by is not None else self.statistic.by or keys))

    @cached_property
    def _grouped(self) -> tuple[str, ...]:
        """The keys, and with the match all that is said of it."""
        header = tuple(column.name for column in HEADER) if MATCH in self._keys else ()
        return tuple(dict.fromkeys((*header, *self._keys)))

    @cached_property
    def _by_row(self) -> bool:
        """Whether rows stand for themselves."""
        return {MATCH, *(column.name for column in self.statistic.keys)} <= set(self._keys)

    @cached_property
    def _told(self) -> Mapping[str, Asked]:
        """The columns that the answer has, by name."""
        summed = (*(column.name for column in self.statistic.measures), ROWS.name)
        return {
            column.name: column
            for column in answered(self.statistic)
            if self._by_row or isinstance(column, Derived) or column.name in (*self._grouped, *summed)
        }

    @cached_property
    def _order(self) -> Sequence[Order]:
        """What it is sorted by before the keys; of the usual order, what the answer has."""
        usual = (Order.of(text) for text in self.statistic.order)
        orders = self.order if self.order is not None else [one for one in usual if one.column in self._told]
        return list({order.column: order for order in reversed(orders)}.values())[::-1]

    @cached_property
    def _ties(self) -> Sequence[str]:
        """The keys that break ties."""
        ordered = {order.column for order in self._order}
        return [name for name in self._keys if name not in ordered]

    @cached_property
    def _digest(self) -> bytes:
        """What cursors of this question carry, so that they are of no use to another."""
        statistic = self.statistic
        said = (statistic.name, statistic.shape, self._keys, self._order, self.filter)
        return hashlib.sha256(repr(said).encode()).digest()[:8]

    def _line(self, row: RowMapping) -> Line:
        key = [row[name] for name in self._places]
        cursor = base64.urlsafe_b64encode(msgspec.msgpack.encode((self._digest, key))).decode().rstrip("=")
        return Line({name: _shown(column, row.get(name)) for name, column in self._columns.items()}, cursor)

    @cached_property
    def _columns(self) -> Mapping[str, Asked]:
        return {column.name: column for column in answered(self.statistic)}

    @cached_property
    def _places(self) -> Sequence[str]:
        """The columns whose values say where a row lies in the answer."""
        return [*(order.column for order in self._order), *self._ties]

    def _key_of(self, cursor: str) -> Sequence[Any]:
        """The values that a cursor stands for. Raises BadCursor."""
        try:
            data = base64.b64decode(cursor + "=" * (-len(cursor) % 4), "-_", validate=True)
            digest, key = msgspec.msgpack.decode(data, type=tuple[bytes, list[Any]])
        except (binascii.Error, ValueError, msgspec.DecodeError):
            raise BadCursor from None
        columns = [self._told[name] for name in self._places]
        if digest != self._digest or len(key) != len(columns):
            raise BadCursor
        if not all(_possible(column, value) for column, value in zip(columns, key, strict=True)):
            raise BadCursor
        return key


class _Sums:
    """The sums that a derived value is worked out of, as attributes; floating where the value is, on either engine."""

    def __init__(self, sums: Subquery, *, exact: bool) -> None:
        self._sums = sums
        self._exact = exact

    def __getattr__(self, name: str) -> ColumnElement[Any]:
        column: ColumnElement[Any] = self._sums.c[name]
        return column if self._exact else cast(column, Double)


class _Rank(NamedTuple):
    """A column in an order. absent: the value that stands for nothing, and so comes last, where it has one."""

    column: ColumnElement[Any]
    descending: bool = False
    absent: Sequence[Any] = ()

    @classmethod
    def of(cls, asked: Asked, descending: bool, answer: Subquery) -> "_Rank":
        """The rank of a column of an answer."""
        absent: Sequence[Any] = (None,) if asked.nullable else ()
        if isinstance(asked, Column) and asked.is_key:
            absent = ("",) if asked.type is str and asked.name != MATCH else ()
        return cls(answer.c[asked.name], descending, absent)

    def sorted(self) -> Iterator[ColumnElement[Any]]:
        """What is sorted by."""
        yield from map(self.level, self.absent)
        yield self.column.desc() if self.descending else self.column.asc()

    def behind(self, value: Any) -> ColumnElement[bool]:
        """Whether a row comes behind a value in this column."""
        if value in self.absent:
            return false()
        bound = self.bound(value)
        beyond = self.column < bound if self.descending else self.column > bound
        return or_(beyond, *map(self.level, self.absent))

    def level(self, value: Any) -> ColumnElement[bool]:
        """Whether a row has a value in this column."""
        return self.column.is_(None) if value is None else self.column == self.bound(value)

    def bound(self, value: Any) -> ColumnElement[Any]:
        """A value as a parameter: a truth value is compared like any other."""
        return literal(value, self.column.type)


def _behind(ranks: Sequence[_Rank], key: Sequence[Any]) -> Iterator[ColumnElement[bool]]:
    """Whether a row comes behind a key. Nothing is nested: SQLite's parser goes but so deep."""
    ways: list[ColumnElement[bool]] = []
    level: list[ColumnElement[bool]] = []
    for rank, value in zip(ranks, key, strict=True):
        ways.append(and_(*level, rank.behind(value)))
        level.append(rank.level(value))
    yield or_(false(), *ways)
    if ranks and not (first := ranks[0]).absent:  # says nothing new, but an index can begin there
        begin = first.bound(key[0])
        yield first.column <= begin if first.descending else first.column >= begin


def _whole(value: ColumnElement[Any]) -> ColumnElement[int]:
    """A sum as a whole number: PostgreSQL's is of a wider type."""
    return cast(value, BigInteger)


def _shown(column: Asked, value: Any) -> Any:
    """A value as it is told: an empty key stands for nothing."""
    return None if value == "" and isinstance(column, Column) and column.is_key else value


def _stored(column: Column, values: Sequence[Value | None]) -> list[Value]:
    """Those of some values that a key can have. Raises BadQuestion for a value of another type."""
    stored = ["" if value is None and column.type is str else value for value in values]
    for value in stored:
        if value is not None and type(value) is not column.type:
            raise BadQuestion(column.name, f"{value!r} is no value of {column.name}")
    return [value for value in stored if value is not None and _possible(column, value)]


def _possible(column: Asked, value: Any) -> bool:
    """Whether a column can have a value, so that a database takes it."""
    if value is None:
        return column.nullable
    if type(value) is not column.type:
        return False
    if isinstance(value, str):
        return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, datetime):
        return value.tzinfo is not None
    return not isinstance(value, int) or -_WHOLE <= value < _WHOLE


def _utc(time: datetime) -> datetime:
    """A time in UTC; where no calendar goes so far there, its first or last."""
    try:
        return time.astimezone(UTC)
    except OverflowError:
        return time.replace(tzinfo=UTC)
