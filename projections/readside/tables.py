"""The tables of the read side, by SQLAlchemy Core, alike on both engines.

A *build* is one making of a statistic, with tables of its own that carry its number: rows by match, and sums of them.
`builds` says which build of each statistic is live; a view under the plain name of the statistic shows that one.
"""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Double,
    Identity,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    TypeDecorator,
    text,
)

from projections import statistic as s

PREFIX = "read_"
"""What the names of all tables of the read side begin with, so that they are told from those of the record."""


class UtcTime(TypeDecorator[datetime]):
    """A time in UTC: `timestamptz` on PostgreSQL, on SQLite text like "2026-11-30 10:20:38.000000"."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """What is stored: SQLite's text has no zone, and is always UTC."""
        if value is None or dialect.name != "sqlite":
            return value
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """What is read, with its zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


REGISTRY = MetaData()
"""What outlives builds. Its tables are made and changed by migrations."""

BUILDS = Table(
    "read_builds",
    REGISTRY,
    Column("id", Integer, Identity(), primary_key=True),
    Column("statistic", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("shape", Text, nullable=False),
    # "building", "live" or "retired"; retired ones are dropped as soon as nobody reads them.
    Column("state", Text, nullable=False),
    # The checkpoint: the position in the log up to which it has counted, and the leaf of the event there.
    Column("position", BigInteger, nullable=False),
    Column("leaf", Text, nullable=False),
    Column("begun_at", UtcTime, nullable=False),
    Column("live_since", UtcTime),
    sqlite_autoincrement=True,
)
Index(
    "read_builds_live",
    BUILDS.c.statistic,
    unique=True,
    sqlite_where=text("state = 'live'"),
    postgresql_where=text("state = 'live'"),
)

QUARANTINE = Table(
    "read_quarantine",
    REGISTRY,
    Column("build", Integer, nullable=False),
    Column("match_id", Text, nullable=False),
    # The version of the event in its match; 0 where the match as a whole could not be counted.
    Column("version", BigInteger, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("error", Text, nullable=False),
    Column("since", UtcTime, nullable=False),
    PrimaryKeyConstraint("build", "match_id", "version"),
)

MATCHES = "matches"
"""The column of sums that tells how many rows they are of."""

TYPES: dict[type, Any] = {
    # In the order of the code points, as SQLite has it, on every server.
    str: Text().with_variant(Text(collation="C"), "postgresql"),
    int: BigInteger(),
    float: Double(),
    bool: Boolean(),
    datetime: UtcTime(),
}
"""The types of columns on both engines."""


def rows_name(statistic: str, build: int) -> str:
    """The name of the table of the rows of a build."""
    return f"{PREFIX}{statistic}_{build}"


def totals_name(statistic: str, build: int) -> str:
    """The name of the table of the sums of a build."""
    return f"{PREFIX}{statistic}_totals_{build}"


@lru_cache(maxsize=256)
def rows_table(statistic: s.Statistic, build: int) -> Table:
    """The rows of a build: the header, then the columns of the statistic; one row for each match and keys."""
    return Table(
        rows_name(statistic.name, build),
        MetaData(),
        *(_column(column) for column in (*s.HEADER, *statistic.columns)),
        PrimaryKeyConstraint("match_id", *(column.name for column in statistic.keys)),
        sqlite_with_rowid=False,
    )


def indexes(statistic: s.Statistic, build: int) -> list[Index]:
    """What the rows of a build are looked up by beside their match. They are made when a build has caught up."""
    table = Table(
        rows_name(statistic.name, build), MetaData(), *(_column(one) for one in (*s.HEADER, *statistic.columns))
    )
    return [
        Index(f"{table.name}_by_{number}", *(table.c[column] for column in columns))
        for number, columns in enumerate(statistic.indexes)
    ]


@lru_cache(maxsize=256)
def totals_table(statistic: s.Statistic, build: int) -> Table:
    """The sums of a build: the occasion, the keys, the sums of the measures, and how many rows they are of."""
    name = totals_name(statistic.name, build)
    keys = (*(column for column in s.HEADER if column.name in s.OCCASION), *statistic.keys)
    return Table(
        name,
        MetaData(),
        *(_column(column) for column in (*keys, *statistic.measures)),
        Column(MATCHES, BigInteger, nullable=False),
        # The competition first: what is asked for most is of one competition.
        PrimaryKeyConstraint("competition", "season", "game", *(column.name for column in statistic.keys)),
        sqlite_with_rowid=False,
    )


def _column(column: s.Column) -> Column[Any]:
    return Column(column.name, TYPES[column.type], nullable=column.nullable)
