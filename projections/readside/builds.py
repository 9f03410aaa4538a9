"""Builds of statistics: begun, filled up to the end of the log, made live, retired and dropped.

A new version of a statistic, or one that is rebuilt, is filled beside the live build and takes its place when it has
caught up; until then the live one is read.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from projections.readside.tables import BUILDS, QUARANTINE, indexes, rows_name, rows_table, totals_name, totals_table
from projections.statistic import Statistic


class State(StrEnum):
    """Where a build is in its life. One that is being checked is compared with the live one, and never goes live."""

    BUILDING = "building"
    CHECKING = "checking"
    LIVE = "live"
    RETIRED = "retired"


class Build(msgspec.Struct, frozen=True):
    """A making of a statistic. position, leaf: its checkpoint in the log."""

    id: int
    statistic: str
    version: int
    shape: str
    state: State
    position: int = 0
    leaf: str = ""


class Overtaken(Exception):
    """Somebody else has moved, retired or dropped a build meanwhile; what was to be written for it is not."""


def builds(connection: Connection, *states: State) -> list[Build]:
    """The builds in any of these states, all if none is named, the oldest first."""
    query = select(BUILDS).order_by(BUILDS.c.id)
    if states:
        query = query.where(BUILDS.c.state.in_([state.value for state in states]))
    return [_build(row) for row in connection.execute(query)]


def live(connection: Connection, statistic: Statistic) -> Build | None:
    """The live build of a statistic, of whatever version."""
    query = select(BUILDS).where(BUILDS.c.statistic == statistic.name, BUILDS.c.state == State.LIVE.value)
    row = connection.execute(query).first()
    return None if row is None else _build(row)


def abandoned(connection: Connection, before: datetime) -> list[Build]:
    """The builds that have been checked since before a time."""
    query = select(BUILDS).where(BUILDS.c.state == State.CHECKING.value, BUILDS.c.begun_at < before)
    return [_build(row) for row in connection.execute(query)]


def begin(connection: Connection, statistic: Statistic, state: State = State.BUILDING) -> Build:
    """Begin a build, with tables of its own."""
    values = {
        "statistic": statistic.name,
        "version": statistic.version,
        "shape": statistic.shape,
        "state": state.value,
        "position": 0,
        "leaf": "",
        "begun_at": datetime.now(UTC),
    }
    id = connection.execute(insert(BUILDS).values(values).returning(BUILDS.c.id)).scalar_one()
    rows_table(statistic, id).create(connection)
    if statistic.totals:
        totals_table(statistic, id).create(connection)
    return Build(id, statistic.name, statistic.version, statistic.shape, state)


def missing(connection: Connection, statistics: Iterable[Statistic]) -> list[Statistic]:
    """The statistics of which no build of this version, or of a newer one, is there."""
    found = builds(connection, State.LIVE, State.BUILDING)
    return [
        statistic
        for statistic in statistics
        if not any(
            build.statistic == statistic.name
            and (
                build.version == statistic.version or (build.state is State.LIVE and build.version > statistic.version)
            )
            for build in found
        )
    ]


def hold(connection: Connection, builds: Iterable[Build]) -> None:
    """Keep others from moving builds until the transaction ends. Raises Overtaken where somebody has moved one."""
    expected = {build.id: (build.position, build.state.value) for build in builds}
    query = (
        select(BUILDS.c.id, BUILDS.c.position, BUILDS.c.state).where(BUILDS.c.id.in_(expected)).order_by(BUILDS.c.id)
    )
    found = {id: (position, state) for id, position, state in connection.execute(query.with_for_update())}
    if found != expected:
        raise Overtaken(f"one of the builds {', '.join(map(str, expected))}")


def advance(connection: Connection, build: Build, position: int, leaf: str) -> Build:
    """Move a checkpoint on. Raises Overtaken where somebody else has moved it, so that nothing is counted twice."""
    moved = connection.execute(
        update(BUILDS)
        .where(BUILDS.c.id == build.id, BUILDS.c.position == build.position, BUILDS.c.state == build.state.value)
        .values(position=position, leaf=leaf)
    )
    if moved.rowcount != 1:
        raise Overtaken(f"build {build.id} of {build.statistic}")
    return msgspec.structs.replace(build, position=position, leaf=leaf)


def go_live(connection: Connection, statistic: Statistic, build: Build) -> None:
    """Let a build that has caught up take the place of the live one, which is retired; views show the new one.

    It waits while the live one is further, so that nobody sees figures go back; behind one of a newer version it is
    given up.
    """
    before = live(connection, statistic)
    if before is not None:
        if before.version > build.version:
            retire(connection, build)
            return
        if before.position > build.position:
            return
        _retire(connection, before)
        if not (_views_can_be_replaced(connection) and before.shape == build.shape):
            _drop_views(connection, before)
    moved = connection.execute(
        update(BUILDS)
        .where(BUILDS.c.id == build.id, BUILDS.c.state == State.BUILDING.value)
        .values(state=State.LIVE.value, live_since=datetime.now(UTC))
    )
    if moved.rowcount != 1:
        raise Overtaken(f"build {build.id} of {statistic.name}")
    for index in indexes(statistic, build.id):
        index.create(connection)
    for view, table in _views(build).items():
        if statistic.totals or view == statistic.name:
            create = "CREATE OR REPLACE VIEW" if _views_can_be_replaced(connection) else "CREATE VIEW"
            connection.exec_driver_sql(f'{create} "{view}" AS SELECT * FROM "{table}"')


def retire(connection: Connection, build: Build) -> None:
    """Give a build up; nobody reads it from now on, and its tables are dropped later."""
    _retire(connection, build)
    if build.state is State.LIVE:
        _drop_views(connection, build)


def _retire(connection: Connection, build: Build) -> None:
    connection.execute(update(BUILDS).where(BUILDS.c.id == build.id).values(state=State.RETIRED.value))


def _drop_views(connection: Connection, build: Build) -> None:
    for view in _views(build):
        connection.exec_driver_sql(f'DROP VIEW IF EXISTS "{view}"')


def _views_can_be_replaced(connection: Connection) -> bool:
    """Whether a view can show another table of the same shape and keep who may read it: SQLite knows no such thing."""
    return connection.dialect.name == "postgresql"


def drop(connection: Connection, build: Build) -> None:
    """Drop the tables of a retired build, and what is known of it. Whoever still reads them is not waited for long."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL lock_timeout = '200ms'")
    for table in _views(build).values():
        connection.exec_driver_sql(f'DROP TABLE IF EXISTS "{table}"')
    connection.execute(delete(QUARANTINE).where(QUARANTINE.c.build == build.id))
    connection.execute(delete(BUILDS).where(BUILDS.c.id == build.id))


def _views(build: Build) -> dict[str, str]:
    """The tables of a build by the plain names under which they are shown while it is live."""
    name = build.statistic
    return {name: rows_name(name, build.id), f"{name}_totals": totals_name(name, build.id)}


def _build(row: Row[tuple[object, ...]]) -> Build:
    data = row._mapping
    return Build(
        data["id"],
        data["statistic"],
        data["version"],
        data["shape"],
        State(data["state"]),
        data["position"],
        data["leaf"],
    )
