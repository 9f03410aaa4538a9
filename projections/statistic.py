"""What a statistic is: a table, and a pure function from a match to its rows. Everything else follows by itself.

A statistic is one file in `projections/statistics/`, found by its `STATISTIC`. Its tables on both engines, its sums
over matches, its GraphQL types, filters and orders and its exports all come from the one declaration.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from projections.reading import Reading

Role = Literal["key", "measure", "detail"]
"""Keys tell rows of a match apart; measures add up over rows; details do neither."""


def key(description: str) -> msgspec.Meta:
    """A column that tells the rows of a match apart. An empty text stands for nothing, and is shown as such."""
    return msgspec.Meta(description=description, extra={"role": "key"})


def measure(description: str) -> msgspec.Meta:
    """A whole number that adds up over rows and matches."""
    return msgspec.Meta(description=description, extra={"role": "measure"})


def detail(description: str) -> msgspec.Meta:
    """A column that says more about a row, and adds up to nothing."""
    return msgspec.Meta(description=description, extra={"role": "detail"})


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row that a match brings. Its fields are `Annotated` with `key`, `measure` or `detail`."""


class SideRow(Row, frozen=True, gc=False):
    """A row about one of the sides. `Reading.who` has its first three values."""

    side: Annotated[str, key("The name of the side.")]
    venue: Annotated[str, key('"home" or "away".')]
    coach: Annotated[str, key("The person who acts for the side; nothing where nobody was named.")]


class Header(msgspec.Struct, frozen=True, gc=False):
    """What every row says of its match, before its own columns."""

    match_id: Annotated[str, key("The id of the match.")]
    game: Annotated[str, key('The game, "soccer_duel".')]
    competition: Annotated[str, key("The competition that the match counts for; nothing where it is for itself.")]
    season: Annotated[str, key("The season of the competition.")]
    opened_at: Annotated[datetime, detail("When the match was opened, UTC.")]


@dataclass(frozen=True)
class Column:
    """A column of a table. `type` is str, int, float, bool or datetime (UTC)."""

    name: str
    type: type
    role: Role
    description: str
    nullable: bool = False

    @property
    def is_key(self) -> bool:
        """Whether it tells rows apart."""
        return self.role == "key"


Expression = Callable[[Any], "ColumnElement[Any]"]
"""From the sums of the measures, by name as attributes, to a value: `lambda sums: 3 * sums.won + sums.drawn`."""


@dataclass(frozen=True)
class Derived:
    """A value that is worked out of sums and never stored: points, a mean, luck. It can be sorted by like a measure."""

    name: str
    type: type
    description: str
    expression: Expression
    nullable: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Statistic:
    """A projection: its name, its version, its table and the function from a match to rows.

    name: in snake case; its tables, its field in GraphQL and its exports are called so. version: raised by every
    change that gives other rows; they are then built anew beside the old ones. about: what it is, in a sentence.
    row: the columns beside those of `Header`; keys first. rows: the rows of a match as far as everybody may know it.
    counts: whether it counts what happened; then a match that is annulled, to be replayed or only tried out brings
    nothing. totals: whether rows add up over matches; sums are then kept by the keys. derived: see `Derived`.
    by: what it is summed by if nobody says otherwise; all of its keys where nothing is said here. order: what it is
    sorted by if nobody says otherwise, the first first; "-points" is descending.
    """

    name: str
    version: int
    about: str
    row: type[Row]
    rows: "Callable[[Reading], Iterable[Row]]"
    counts: bool = True
    totals: bool = True
    derived: Sequence[Derived] = ()
    by: Sequence[str] = ()
    order: Sequence[str] = ()
    indexes: Sequence[Sequence[str]] = (("competition", "season"), ("opened_at",))
    """What rows are looked up by beside their match."""

    def of(self, match: "Reading") -> Sequence[Row]:
        """The rows that a match brings; none where only what counts is counted, and it does not."""
        return () if self.counts and not match.counts else tuple(self.rows(match))

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns of its own, beside those of the header."""
        return columns_of(self.row)

    @cached_property
    def keys(self) -> tuple[Column, ...]:
        """Those that tell the rows of a match apart."""
        return tuple(column for column in self.columns if column.role == "key")

    @cached_property
    def measures(self) -> tuple[Column, ...]:
        """Those that add up."""
        return tuple(column for column in self.columns if column.role == "measure")

    @cached_property
    def shape(self) -> str:
        """A digest of what its tables look like: builds of one shape can be read alike."""
        text = repr([(c.name, c.type.__name__, c.role, c.nullable) for c in self.columns] + [self.totals])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def columns_of(row: type[msgspec.Struct]) -> tuple[Column, ...]:
    """The columns that the fields of a struct declare. Raises TypeError for a field that declares none."""
    hints: Mapping[str, Any] = get_type_hints(row, include_extras=True)
    return tuple(_column(row, name, hints[name]) for name in row.__struct_fields__)


def _column(row: type, name: str, hint: Any) -> Column:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{row.__name__}.{name} is not annotated with key, measure or detail")
    kind, meta = get_args(hint)[:2]
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    types = [one for one in members if one is not NoneType]
    role: Role = meta.extra["role"]
    nullable = NoneType in members
    if len(types) != 1 or types[0] not in (str, int, float, bool, datetime):
        raise TypeError(f"{row.__name__}.{name} is of no type that a column has")
    if role == "measure" and (types[0] is not int or nullable):
        raise TypeError(f"{row.__name__}.{name}: a measure is a whole number, so that sums are exact")
    if role == "key" and (types[0] not in (str, int, bool) or nullable):
        raise TypeError(f"{row.__name__}.{name}: a key is a text or a whole number, and always there")
    return Column(name, types[0], role, meta.description, nullable)


HEADER = columns_of(Header)
"""The columns that every table begins with."""

OCCASION = ("game", "competition", "season")
"""What sums are kept apart by beside the keys of a statistic."""
