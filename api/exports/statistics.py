"""Every statistic of the catalogue as tables to export: the rows by match, and the sums of them.

Pages are read by key, each in a transaction of its own. A match's rows are of one moment; matches that go on while they
are read may be from before or after, and none is passed over or told twice.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select, tuple_

from api.exports.selection import filters_of
from api.exports.tables import PAGE, Batch, NotKept, Reading, Rebuilt, Source, Table
from projections.questions import OPENED_AT, Filter
from projections.readside.store import View
from projections.readside.tables import MATCHES, rows_table, totals_table
from projections.statistic import HEADER, OCCASION, Column, Derived, Statistic

Page = Callable[[View, Filter, Any], tuple[Batch, Any]]
"""Reads the rows after a key: they, and the key of the last, None where no more follow."""


def tables_of(statistic: Statistic) -> Iterator[Table]:
    """The rows of a statistic and, where they add up, their sums."""
    yield _table(
        statistic,
        statistic.name,
        f"{statistic.about} A row for each match and keys, match by match.",
        (*HEADER, *statistic.columns),
        _rows(statistic),
    )
    if statistic.totals:
        occasion = tuple(column for name in OCCASION for column in HEADER if column.name == name)
        derived = tuple(map(_of_derived, statistic.derived))
        count = Column(MATCHES, int, "measure", "How many rows are summed: one a match in which the keys appear.")
        yield _table(
            statistic,
            f"{statistic.name}_totals",
            f"{statistic.about} Summed over the matches of a season, in the order of competition, season and game.",
            (*occasion, *statistic.keys, *statistic.measures, count, *derived),
            _totals(statistic),
        )


def _table(statistic: Statistic, name: str, about: str, columns: tuple[Column, ...], page: Page) -> Table:
    def read(source: Source, filter: Filter, at_least: int | None) -> Reading:
        with _reading(source, statistic, at_least) as view:
            build, position = view.build, view.position
            first, key = page(view, filter, None)

        def batches() -> Iterator[Batch]:
            batch, last = first, key
            while batch:
                yield batch
                if last is None:
                    return
                with _reading(source, statistic) as view:
                    if view.build != build:
                        raise Rebuilt(name)
                    batch, last = page(view, filter, last)

        return Reading(position, batches())

    by = (column for column in columns if column.is_key or column.name == OPENED_AT)
    return Table(name, about, columns, filters_of(by), read)


@contextmanager
def _reading(source: Source, statistic: Statistic, at_least: int | None = None) -> Iterator[View]:
    """The statistic as it is now; whoever waits for more does so without a thread of ours."""
    if source.read_side is None:
        raise NotKept
    with source.read_side.reading(statistic, at_least, wait=0.0) as view:
        yield view


def _rows(statistic: Statistic) -> Page:
    keys = ("match_id", *(column.name for column in statistic.keys))

    def page(view: View, filter: Filter, after: str | None) -> tuple[Batch, str | None]:
        table = rows_table(statistic, view.build)
        order = [table.c[key] for key in keys]
        wanted = select(table).where(*filter.conditions(statistic, table)).order_by(*order)
        beyond = wanted if after is None else wanted.where(table.c.match_id > after)
        rows = view.connection.execute(beyond.limit(PAGE)).all()
        if len(rows) < PAGE:
            return rows, None
        # No match is cut in two, so that its rows are of one moment.
        last = rows[-1].match_id
        whole = [row for row in rows if row.match_id != last]
        if whole:
            return whole, whole[-1].match_id
        return view.connection.execute(wanted.where(table.c.match_id == last)).all(), last

    return page


def _totals(statistic: Statistic) -> Page:
    keys = ("competition", "season", "game", *(column.name for column in statistic.keys))

    def page(view: View, filter: Filter, after: tuple[Any, ...] | None) -> tuple[Batch, tuple[Any, ...] | None]:
        table = totals_table(statistic, view.build)
        order = [table.c[key] for key in keys]
        columns = (*OCCASION, *(column.name for column in (*statistic.keys, *statistic.measures)), MATCHES)
        derived = [one.expression(table.c).label(one.name) for one in statistic.derived]
        wanted = select(*(table.c[name] for name in columns), *derived).where(*filter.conditions(statistic, table))
        if after is not None:
            wanted = wanted.where(tuple_(*order) > tuple_(*after))
        found = view.connection.execute(wanted.order_by(*order).limit(PAGE)).all()
        last = tuple(found[-1]._mapping[key] for key in keys) if len(found) == PAGE else None
        return [_plain(statistic, row) for row in found], last

    return page


def _of_derived(derived: Derived) -> Column:
    return Column(derived.name, derived.type, "detail", derived.description, derived.nullable)


def _plain(statistic: Statistic, row: Any) -> list[Any]:
    """A row whose derived values are of their types, which a database's own arithmetic need not keep."""
    count = len(statistic.derived)
    if not count:
        return list(row)
    worked_out = zip(statistic.derived, row[-count:], strict=True)
    return [*row[:-count], *(None if value is None else one.type(value) for one, value in worked_out)]
