"""A statistic for questions, tables of it filled by hand, and the same questions answered by plain Python."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
import psycopg
from sqlalchemy import Engine, create_engine, func

from projections.questions import ROWS, Filter, Order
from projections.readside.tables import MATCHES, indexes, rows_table, totals_table
from projections.statistic import HEADER, OCCASION, Derived, Header, SideRow, Statistic, detail, key, measure


class Visit(SideRow, frozen=True, gc=False):
    """A row of the statistic of the tests."""

    stand: Annotated[int, key("The number of the stand.")]
    covered: Annotated[bool, key("Whether it has a roof.")]
    sold: Annotated[int, measure("Tickets sold.")]
    pies: Annotated[int, measure("Pies eaten, less those brought back.")]
    noise: Annotated[float | None, detail("How loud it was, in sones.")]
    song: Annotated[str | None, detail("What was sung.")]


VISITS = Statistic(
    name="visits",
    version=1,
    about="Who came to see it.",
    row=Visit,
    rows=lambda _: (),
    derived=(
        Derived("unfed", int, "Tickets less pies.", lambda sums: sums.sold - sums.pies),
        Derived("hunger", float, "Pies for a ticket.", lambda sums: sums.pies / func.nullif(sums.sold, 0), True),
    ),
    by=("side",),
    order=("-unfed", "pies"),
)
"""It adds up over matches."""

SINGLES = Statistic(
    name="singles",
    version=1,
    about="The same, row by row.",
    row=Visit,
    rows=lambda _: (),
    totals=False,
    order=("song",),
)
"""It does not."""

Rows = Sequence[tuple[Header, Visit]]


@contextmanager
def sqlite(path: str = "") -> Iterator[Engine]:
    """An engine of a database in memory, or in a file."""
    engine = create_engine(f"sqlite:///{path}")
    yield engine
    engine.dispose()


@contextmanager
def postgresql(store: str) -> Iterator[Engine]:
    """An engine of the database of a store."""
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(store))
    yield engine
    engine.dispose()


def fill(engine: Engine, statistic: Statistic, rows: Iterable[tuple[Header, Any]], build: int = 1) -> None:
    """Make the tables of a build, with these rows and their sums."""
    plain = [{**msgspec.structs.asdict(header), **msgspec.structs.asdict(row)} for header, row in rows]
    with engine.begin() as connection:
        table = rows_table(statistic, build)
        table.drop(connection, checkfirst=True)
        table.create(connection)
        for index in indexes(statistic, build):
            index.create(connection)
        if plain:
            connection.execute(table.insert(), plain)
        if statistic.totals:
            sums = totals_table(statistic, build)
            sums.drop(connection, checkfirst=True)
            sums.create(connection)
            keys = [*OCCASION, *(column.name for column in statistic.keys)]
            summed = [{**line, MATCHES: line.pop(ROWS.name)} for line in _summed(statistic, plain, keys)]
            if summed:
                connection.execute(sums.insert(), summed)


def expected(
    statistic: Statistic, rows: Rows, filter: Filter, by: Sequence[str] | None, order: Sequence[Order]
) -> list[dict[str, Any]]:
    """The whole answer to a question, by plain Python."""
    plain = [{**msgspec.structs.asdict(header), **msgspec.structs.asdict(row)} for header, row in rows]
    counted = [row for row in plain if _counts(row, filter)]
    keys = [column.name for column in statistic.keys]
    by = ["match_id", *keys] if by is None else list(by)
    if not statistic.totals:
        lines = counted
    else:
        lines = list(_summed(statistic, counted, by))
        for line in lines:
            if {"match_id", *keys} <= set(by):
                line |= next(row for row in counted if all(row[name] == line[name] for name in by))
            elif "match_id" in by:
                occasion = next(row for row in counted if row["match_id"] == line["match_id"])
                line |= {column.name: occasion[column.name] for column in HEADER}
    for line in lines if statistic.totals else ():
        line["unfed"] = line["sold"] - line["pies"]
        line["hunger"] = line["pies"] / line["sold"] if line["sold"] else None
    lines.sort(key=lambda line: [line[name] for name in by])
    for one in reversed(order):
        nothing = [line for line in lines if _shown(one.column, line[one.column]) is None]
        there = [line for line in lines if _shown(one.column, line[one.column]) is not None]
        lines = sorted(there, key=lambda line: line[one.column], reverse=one.descending) + nothing
    return [{name: _shown(name, value) for name, value in line.items()} for line in lines]


def _shown(name: str, value: Any) -> Any:
    """An empty key is nothing; an empty song is one without words."""
    return None if value == "" and name != "song" else value


def _counts(row: Mapping[str, Any], filter: Filter) -> bool:
    since, until = filter.since or datetime.min.replace(tzinfo=UTC), filter.until or datetime.max.replace(tzinfo=UTC)
    return since <= row["opened_at"] < until and all(
        row[name] in ["" if value is None else value for value in values] for name, values in filter.values.items()
    )


def _summed(statistic: Statistic, rows: Iterable[Mapping[str, Any]], by: Sequence[str]) -> Iterator[dict[str, Any]]:
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in by), []).append(row)
    for group, members in groups.items():
        sums = {column.name: sum(row[column.name] for row in members) for column in statistic.measures}
        yield {**dict(zip(by, group, strict=True)), **sums, ROWS.name: len(members)}
