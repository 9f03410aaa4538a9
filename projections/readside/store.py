"""The read side of a store as others use it: what is live is read, what is there is told, builds are asked for."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from time import monotonic, sleep

import msgspec
from sqlalchemy import Connection, func, select

from domain.games import GAMES
from domain.match.recorder import Recorder
from projections.readside.builds import Build, State, begin, builds, live, retire
from projections.readside.checking import Difference, differences
from projections.readside.counting import PORTIONS, Portions
from projections.readside.migrations import is_there, migrate
from projections.readside.places import Place, place_of
from projections.readside.runner import Runner
from projections.readside.tables import BUILDS, QUARANTINE
from projections.statistic import Statistic
from projections.statistics import catalogue

LOOK_AGAIN = 0.02
"""Seconds between looks at whether a position has been reached."""


class NotReady(Exception):
    """A statistic is not there yet, or not as far as was asked for. position: how far it is, of how much."""

    def __init__(self, statistic: str, position: int, of: int, *, building: bool) -> None:
        what = "is being built" if building else "is behind what was asked for"
        super().__init__(f"{statistic} {what}: position {position} of {of}")
        self.statistic = statistic
        self.position = position
        self.of = of
        self.building = building


class View(msgspec.Struct, frozen=True):
    """A statistic as it was at one moment. position: the log is counted so far, at least."""

    connection: Connection
    build: int
    position: int


class SetAside(msgspec.Struct, frozen=True, rename="camel"):
    """An event that could not be counted. version: 0 where it is a match as a whole."""

    statistic: str
    match_id: str
    version: int
    position: int
    error: str
    since: datetime


class Status(msgspec.Struct, frozen=True, rename="camel"):
    """How far a statistic is. building: the position of a build that is to take over; set_aside: events left out."""

    statistic: str
    version: int
    position: int | None
    lag: int | None
    building: int | None
    set_aside: int


class ReadSide:
    """The statistics of the store of a recorder."""

    def __init__(self, recorder: Recorder, statistics: Mapping[str, Statistic] | None = None) -> None:
        self.recorder = recorder
        self.catalogue = catalogue() if statistics is None else statistics
        self.place: Place = place_of(recorder.store)
        # Another process can open what is ours, not what a caller has made up.
        ours = statistics is None and recorder.games is GAMES and ":memory:" not in recorder.store
        self._workshop = partial(_workshop, recorder.store) if ours else None

    def close(self) -> None:
        """Let go of it."""
        self.place.close()

    def __enter__(self) -> "ReadSide":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def runner(self, portions: Portions = PORTIONS) -> Runner:
        """A runner that fills it, not started."""
        return Runner(self.recorder, self.place, self.catalogue, self._workshop, portions)

    @contextmanager
    def reading(self, statistic: Statistic, at_least: int | None = None, wait: float = 5.0) -> Iterator[View]:
        """A statistic as it stands, read in one snapshot; waits until it has come as far as `at_least`.

        Raises NotReady where it does not within `wait` seconds, or nothing is built yet; and StoreUnavailable.
        """
        until = monotonic() + wait
        while True:
            with self.place.reading() as connection:
                build = self._readable(connection, statistic)
                if build is not None and (at_least is None or build.position >= at_least):
                    yield View(connection, build.id, build.position)
                    return
                behind = self._behind(connection, statistic, build, at_least)
            if monotonic() >= until or at_least is None:
                raise behind
            sleep(LOOK_AGAIN)

    def status(self) -> list[Status]:
        """How far every statistic is. Raises StoreUnavailable."""
        end = self.recorder.position()
        with self.place.reading() as connection:
            found = builds(connection, State.LIVE, State.BUILDING) if is_there(connection) else []
            counts = select(QUARANTINE.c.build, func.count()).group_by(QUARANTINE.c.build)
            aside: dict[int, int] = dict(connection.execute(counts).all()) if found else {}
        told = []
        for name, statistic in self.catalogue.items():
            mine = [build for build in found if build.statistic == name]
            now = next((build for build in mine if build.state is State.LIVE), None)
            coming = [build.position for build in mine if build.state is State.BUILDING]
            told.append(
                Status(
                    statistic=name,
                    version=now.version if now else statistic.version,
                    position=now.position if now else None,
                    lag=end - now.position if now else None,
                    building=max(coming, default=None),
                    set_aside=sum(aside.get(build.id, 0) for build in ([now] if now else mine)),
                )
            )
        return told

    def set_aside(self) -> list[SetAside]:
        """The events that live builds could not count. Raises StoreUnavailable."""
        with self.place.reading() as connection:
            if not is_there(connection):
                return []
            query = (
                select(BUILDS.c.statistic, *(QUARANTINE.c[name] for name in SetAside.__struct_fields__[1:]))
                .join(QUARANTINE, QUARANTINE.c.build == BUILDS.c.id)
                .where(BUILDS.c.state == State.LIVE.value)
                .order_by(QUARANTINE.c.since, BUILDS.c.statistic, QUARANTINE.c.match_id)
            )
            return [SetAside(*row) for row in connection.execute(query)]

    def build_anew(self, *statistics: Statistic, state: State = State.BUILDING) -> list[Build]:
        """Begin new builds beside the live ones; a runner fills them. Those that had been begun before are given up."""
        names = {statistic.name for statistic in statistics}
        with self.place.writing() as connection:
            migrate(connection)
            for build in builds(connection, state):
                if build.statistic in names:
                    retire(connection, build)
            return [begin(connection, statistic, state) for statistic in statistics]

    def give_up(self, *given: Build) -> None:
        """Give builds up that have been begun."""
        with self.place.writing() as connection:
            for build in given:
                retire(connection, build)

    def look_at(self, *given: Build) -> list[Build]:
        """The same builds as they are now; those that have been dropped are missing. Raises StoreUnavailable."""
        ids = {build.id for build in given}
        with self.place.reading() as connection:
            return [build for build in builds(connection) if build.id in ids]

    def differences(self, *checked: Build) -> list[Difference]:
        """How live builds differ from others of the same statistics that were made anew. Raises StoreUnavailable."""
        with self.place.reading() as connection:
            found: list[Difference] = []
            for anew in builds(connection, State.CHECKING):
                statistic = self.catalogue[anew.statistic]
                now = live(connection, statistic)
                if now is not None and now.version == anew.version and anew.id in {build.id for build in checked}:
                    found.extend(differences(connection, self.recorder, statistic, now, anew))
            return found

    def _readable(self, connection: Connection, statistic: Statistic) -> Build | None:
        """The live build, where it can be read as this code knows the statistic."""
        if not is_there(connection):
            return None  # nobody has counted anything here yet
        build = live(connection, statistic)
        return build if build is not None and build.shape == statistic.shape else None

    def _behind(
        self, connection: Connection, statistic: Statistic, build: Build | None, at_least: int | None
    ) -> NotReady:
        if build is not None:
            return NotReady(statistic.name, build.position, at_least or 0, building=False)
        coming = builds(connection, State.BUILDING) if is_there(connection) else []
        position = max((one.position for one in coming if one.statistic == statistic.name), default=0)
        return NotReady(statistic.name, position, self.recorder.position(), building=True)


def _workshop(store: str) -> tuple[Recorder, Mapping[str, Statistic]]:
    return Recorder(store, GAMES), catalogue()
