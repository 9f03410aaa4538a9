"""Counting: from the events that the log has beyond a checkpoint to the rows of builds, commit by commit.

A match is always counted whole: its rows are a pure function of what stands of it, and what differs from the rows
that are there is written. So a ruling that strikes events, or a secret that opens, needs no care of its own, and
counting the same event twice changes nothing. A match may be counted further than the checkpoint says, never less far.
"""

from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, insert, select

from domain.match.recorder import Recorder
from projections.reading import Fault
from projections.readside import statements
from projections.readside.builds import Build, advance, hold
from projections.readside.deriving import (
    AT_HAND,
    Crew,
    Derived,
    Part,
    Readings,
    Values,
    derive,
    key_of,
    picking,
    storable,
)
from projections.readside.places import Place
from projections.readside.tables import MATCHES, QUARANTINE, rows_table, totals_table
from projections.statistic import HEADER, OCCASION, Statistic


class Portions(msgspec.Struct, frozen=True):
    """How much is done at a time.

    heads: events of the log that are looked at together. events: those that are counted in one transaction, but for the
    match that goes beyond. buffer: rows of a statistic that are held in memory until they are written.
    """

    heads: int = 5_000
    events: int = 20_000
    buffer: int = 5_000


PORTIONS = Portions()

SEEN = 100_000
"""Matches that are remembered as counted while one run goes over the log."""


class Stop(msgspec.Struct, frozen=True):
    """A match that a run comes to. is_new: whether it began after the checkpoint, so that it has no rows yet.

    position: the checkpoint that is reached once all matches before this one are counted.
    """

    match_id: str
    is_new: bool
    position: int


class Counter:
    """Counts the log of a recorder into builds."""

    def __init__(self, recorder: Recorder, place: Place, portions: Portions = PORTIONS) -> None:
        self._recorder = recorder
        self._place = place
        self._portions = portions
        self._readings = Readings(recorder)
        self._written: OrderedDict[tuple[int, str], list[Values]] = OrderedDict()

    def forget(self) -> None:
        """Keep nothing in memory: after a transaction that failed nobody knows what is there."""
        self._readings.clear()
        self._written.clear()

    def run(self, cohort: Mapping[Build, Statistic], crew: Crew | None = None) -> Iterator[list[Build]]:
        """Count what the log has now into builds of one checkpoint; gives them after each commit, as they are then.

        Raises Overtaken and StoreUnavailable; then nothing of the commit is there, and `forget` is to be called.
        """
        now, statistics = list(cohort), list(cohort.values())
        walk = _Walk(self._recorder, now[0].position, self._recorder.position(), self._portions.heads)
        derived = self._derived(walk, statistics, crew)
        coming = next(derived, None)
        while coming is not None:
            with self._place.writing() as connection:
                hold(connection, now)
                pairs, buffer = zip(now, statistics, strict=True), self._portions.buffer
                writers = [Writer(self._place, connection, build, statistic, buffer) for build, statistic in pairs]
                events = 0
                while coming is not None and events < self._portions.events:
                    stop, match = coming
                    self._write(writers, stop, match)
                    events += match.version or 1
                    coming = next(derived, None)
                for writer in writers:
                    writer.flush()
                now = self._reach(connection, now, walk.position if coming is None else coming[0].position)
            yield now
        if now[0].position < walk.position:  # nothing that could be counted lay between
            with self._place.writing() as connection:
                now = self._reach(connection, now, walk.position)
            yield now

    def _reach(self, connection: Connection, cohort: Sequence[Build], position: int) -> list[Build]:
        (head,) = self._recorder.log_heads(position - 1, 1)
        return [advance(connection, build, position, head.leaf.hex()) for build in cohort]

    def _derived(self, walk: "_Walk", statistics: list[Statistic], crew: Crew | None) -> Iterator[tuple[Stop, Derived]]:
        if crew is None:
            for stop in walk:
                yield stop, derive(stop.match_id, self._readings.of(stop.match_id), statistics, self._place.stored)
            return
        stops: deque[Stop] = deque()

        def ids() -> Iterator[str]:
            for stop in walk:
                stops.append(stop)
                yield stop.match_id

        for derived in crew.derive(ids(), statistics):
            yield stops.popleft(), derived

    def _write(self, writers: "Sequence[Writer]", stop: Stop, match: Derived) -> None:
        for writer, part in zip(writers, match.parts, strict=True):
            key = writer.build.id, stop.match_id
            before = self._written.pop(key, None)
            if before is None and not stop.is_new:
                before = writer.rows_of(stop.match_id)
            writer.replace(stop.match_id, before or (), part)
            self._written[key] = part.rows
            while len(self._written) > AT_HAND * 16:
                self._written.popitem(last=False)


class _Walk:
    """The matches of which the log has events between two positions, each once, in the order of the first of these.

    position: how far everything is counted once the matches so far are.
    """

    def __init__(self, recorder: Recorder, after: int, until: int, heads: int) -> None:
        self._recorder = recorder
        self._heads = heads
        self._until = until
        self.position = after

    def __iter__(self) -> Iterator[Stop]:
        yield from self._openings() if self.position == 0 else self._events()
        self.position = max(self.position, self._until)

    def _openings(self) -> Iterator[Stop]:
        """From the beginning of the log: every match, without a look at its events.

        Whatever lies before the opening of a match belongs to those that were opened before it, or to none.
        """
        for match_id in self._recorder.without_opening():
            yield Stop(match_id, False, self.position)
        while opened := self._recorder.matches(self.position, self._heads):
            for position, match_id in opened:
                if position > self._until:
                    return
                yield Stop(match_id, True, self.position)
                self.position = position

    def _events(self) -> Iterator[Stop]:
        seen: OrderedDict[str, None] = OrderedDict()
        while self.position < self._until:
            heads = self._recorder.log_heads(self.position, self._heads)
            if not heads:
                return
            for head in heads:
                if head.position > self._until:
                    return
                if head.match_id in seen:
                    seen.move_to_end(head.match_id)
                else:
                    yield Stop(head.match_id, head.version == 1, self.position)
                    seen[head.match_id] = None
                self.position = head.position
            while len(seen) > SEEN:
                seen.popitem(last=False)


class Writer:
    """Writes the rows of matches into a build, and keeps its sums in step, within one transaction."""

    def __init__(
        self, place: Place, connection: Connection, build: Build, statistic: Statistic, buffer: int = PORTIONS.buffer
    ) -> None:
        self.build = build
        self._buffer = buffer
        self._place = place
        self._connection = connection
        self._statistic = statistic
        self._rows = rows_table(statistic, build.id)
        self._totals = totals_table(statistic, build.id) if statistic.totals else None
        self._key = key_of(statistic)
        places = {column.name: number for number, column in enumerate((*HEADER, *statistic.columns))}
        self._occasion = [column.name for column in HEADER if column.name in OCCASION]
        self._keys = [column.name for column in statistic.keys]
        self._subject = picking([places[name] for name in (*self._occasion, *self._keys)])
        self._measures = picking([places[column.name] for column in statistic.measures])
        self._new: list[Values] = []
        self._changed: list[Values] = []
        self._gone: list[Values] = []
        self._sums: defaultdict[Values, list[int]] = defaultdict(lambda: [0] * (len(statistic.measures) + 1))
        self._faults: dict[str, list[Fault]] | None = None

    def rows_of(self, match_id: str) -> list[Values]:
        """The rows of a match that are there, as they are stored."""
        return self._place.rows_of(self._connection, self._rows, match_id)

    def replace(self, match_id: str, before: Sequence[Values], part: Part) -> None:
        """Let a match have the rows that follow from it; those of before are the ones that are there."""
        if before:
            there = {self._key(values): values for values in before}
            for values in part.rows:
                old = there.pop(self._key(values), None)
                if old is None:
                    self._new.append(values)
                elif old == values:
                    continue
                else:
                    self._changed.append(values)
                    self._add(old, -1)
                self._add(values, 1)
            for key, values in there.items():
                self._gone.append(key)
                self._add(values, -1)
        else:
            self._new.extend(part.rows)
            if self._totals is not None:
                for values in part.rows:
                    self._add(values, 1)
        self._quarantine(match_id, part.faults)
        if len(self._new) + len(self._changed) + len(self._gone) > self._buffer:
            self.flush()

    def flush(self) -> None:
        """Write what is held in memory."""
        statements.delete(self._connection, self._rows, ["match_id", *self._keys], self._gone)
        if self._new:
            self._place.insert(self._connection, self._rows, self._new)
        statements.upsert(self._connection, self._rows, self._changed)
        self._gone, self._new, self._changed = [], [], []
        if self._totals is not None and self._sums:
            # In one order always, so that nobody who adds to the same sums waits for another in a circle.
            added = sorted((*subject, *sums) for subject, sums in self._sums.items() if any(sums))
            measures = [column.name for column in self._statistic.measures]
            statements.upsert(self._connection, self._totals, added, added=(*measures, MATCHES))
            emptied = [subject for subject, sums in self._sums.items() if sums[-1] < 0]
            keys = [*self._occasion, *self._keys]
            statements.delete(self._connection, self._totals, keys, emptied, f'"{MATCHES}" = 0')
            self._sums.clear()

    def _add(self, values: Values, sign: int) -> None:
        if self._totals is not None:
            sums = self._sums[self._subject(values)]
            for number, value in enumerate(self._measures(values)):
                sums[number] += sign * value
            sums[-1] += sign

    def _quarantine(self, match_id: str, faults: Sequence[Fault]) -> None:
        if self._faults is None:
            self._faults = self._quarantined()
        now = sorted({fault.version: fault for fault in faults}.values(), key=lambda fault: fault.version)
        if now == self._faults.get(match_id, []):
            return
        mine = and_(QUARANTINE.c.build == self.build.id, QUARANTINE.c.match_id == match_id)
        self._connection.execute(delete(QUARANTINE).where(mine))
        if now:
            said: dict[str, Any] = {"build": self.build.id, "match_id": match_id, "since": datetime.now(UTC)}
            rows = [{**said, **msgspec.structs.asdict(fault), "error": storable(fault.error)} for fault in now]
            self._connection.execute(insert(QUARANTINE), rows)
        self._faults[match_id] = now

    def _quarantined(self) -> dict[str, list[Fault]]:
        """What is set aside of this build."""
        found: dict[str, list[Fault]] = {}
        columns = (QUARANTINE.c[name] for name in ("match_id", *Fault.__struct_fields__))
        query = select(*columns).where(QUARANTINE.c.build == self.build.id).order_by(QUARANTINE.c.version)
        for match_id, *fault in self._connection.execute(query):
            found.setdefault(match_id, []).append(Fault(*fault))
        return found
