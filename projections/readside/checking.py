"""Checking statistics: what is live is compared, row for row, with a build that has been made anew from the log."""

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, Table, func, literal_column, select

from domain.match.recorder import Recorder
from projections.readside.builds import Build
from projections.readside.tables import MATCHES, rows_table, totals_table
from projections.statistic import Statistic

SHOWN = 20
"""Differences of a statistic that are told."""

PAGE = 5_000


class Difference(msgspec.Struct, frozen=True):
    """A row that is not as it follows from the log. where: "live" for one too many, "log" for one that lacks."""

    statistic: str
    where: str
    values: dict[str, object]


def differences(
    connection: Connection, recorder: Recorder, statistic: Statistic, live: Build, anew: Build
) -> Iterator[Difference]:
    """How the live build differs from one made anew; and how its sums differ from its rows.

    Both are read in the snapshot of the connection. A match that was going on after either checkpoint may have been
    counted further in one than in the other, and is left out.
    """
    going_on = _going_on(recorder, min(live.position, anew.position))
    ours, theirs = rows_table(statistic, live.id), rows_table(statistic, anew.id)
    yield from _between(connection, statistic, select(ours), select(theirs), ours, going_on)
    if statistic.totals:
        totals = totals_table(statistic, live.id)
        yield from _between(connection, statistic, select(totals), _summed(ours, totals), totals, frozenset())


def _between(
    connection: Connection,
    statistic: Statistic,
    live: Select[Any],
    anew: Select[Any],
    table: Table,
    going_on: frozenset[str],
) -> Iterator[Difference]:
    names = [column.name for column in table.columns]
    for where, query in (("live", live.except_(anew)), ("log", anew.except_(live))):
        shown = 0
        for row in connection.execute(query):
            values = dict(zip(names, row, strict=True))
            if values.get("match_id") not in going_on:
                yield Difference(statistic.name, where, values)
                shown += 1
            if shown == SHOWN:
                break


def _summed(rows: Table, totals: Table) -> Select[Any]:
    """The sums that the rows give, with the columns of the table of sums."""
    keys = [rows.c[column.name] for column in totals.columns if column.primary_key]
    measures = (column.name for column in totals.columns if not column.primary_key and column.name != MATCHES)
    sums = (func.sum(rows.c[name]) for name in measures)
    return select(*keys, *sums, func.count(literal_column("*"))).group_by(*keys)


def _going_on(recorder: Recorder, position: int) -> frozenset[str]:
    """The matches of which the log has events after a position."""
    found: set[str] = set()
    while heads := recorder.log_heads(position, PAGE):
        found.update(head.match_id for head in heads)
        position = heads[-1].position
    return frozenset(found)
