"""Counting: from the events that the log has beyond a checkpoint to the rows of builds, in one transaction.

A match is always counted whole: its rows are a pure function of what stands of it, and what differs from the rows
that are there is written. So a ruling that strikes events, or a secret that opens, needs no care of its own, and
counting the same event twice changes nothing. A match may be counted further than the checkpoint says, never less far.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, and_, bindparam, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from domain.match.engines import LogHead
from domain.match.recorder import Recorder, UnknownMatch
from projections.reading import Fault, Reading
from projections.readside.builds import Build, advance
from projections.readside.places import Place
from projections.readside.tables import MATCHES, QUARANTINE, rows_table, totals_table
from projections.statistic import HEADER, OCCASION, Statistic

Values = tuple[Any, ...]
Rows = dict[Values, Values]
"""The rows of a match by their keys; each has the values of all columns, in order."""

HEADS = 5_000
"""Events of the log that are looked at together."""

EVENTS = 20_000
"""Events that are counted in one transaction, but for the match that goes beyond."""

BUFFER = 5_000
"""Rows of a statistic that are held in memory until they are written."""

AT_HAND = 32
"""Matches that are kept in memory between transactions, for those that go on."""

COUNTED = 100_000
"""Matches of which it is remembered how far they are counted."""


class Counter:
    """Counts the log of a recorder into builds."""

    def __init__(self, recorder: Recorder, place: Place) -> None:
        self._recorder = recorder
        self._place = place
        self._readings: OrderedDict[str, Reading] = OrderedDict()
        self._written: OrderedDict[tuple[int, str], Rows] = OrderedDict()
        self._counted: OrderedDict[tuple[tuple[int, ...], str], int] = OrderedDict()

    def forget(self) -> None:
        """Keep nothing in memory: after a transaction that failed nobody knows what is there."""
        self._readings.clear()
        self._written.clear()
        self._counted.clear()

    def count(self, cohort: Mapping[Build, Statistic]) -> list[Build]:
        """Count what comes next into builds of one checkpoint, and commit it; the builds as they are then.

        They are as before where the log has nothing more. Raises Overtaken and StoreUnavailable.
        """
        position = next(iter(cohort)).position
        heads = self._recorder.log_heads(position, HEADS)
        if not heads:
            return list(cohort)
        try:
            with self._place.writing() as connection:
                writers = [Writer(self._place, connection, build, statistic) for build, statistic in cohort.items()]
                taken = self._take(heads, writers)
                last = heads[taken - 1]
                for writer in writers:
                    writer.flush()
                return [advance(connection, build, last.position, last.leaf.hex(), taken) for build in cohort]
        except BaseException:
            self.forget()
            raise

    def _take(self, heads: Sequence[LogHead], writers: "Sequence[Writer]") -> int:
        """Count the matches of the events in their order; how many of the events that covers."""
        ids = tuple(writer.build.id for writer in writers)
        began = {head.match_id for head in heads if head.version == 1}
        events = 0
        for number, head in enumerate(heads, start=1):
            key = ids, head.match_id
            counted = self._counted.get(key, 0)
            if counted < head.version:
                reading = self._reading(head.match_id)
                # Rows of a match are there at the earliest since its first event was counted.
                is_new = counted == 0 and head.match_id in began
                for writer in writers:
                    self._count_match(writer, head.match_id, reading, is_new=is_new)
                self._counted[key] = max(head.version, reading.version if reading else 0)
                self._counted.move_to_end(key)
                events += self._counted[key]
            if events >= EVENTS:
                return number
        while len(self._counted) > COUNTED:
            self._counted.popitem(last=False)
        return len(heads)

    def _count_match(self, writer: "Writer", match_id: str, reading: Reading | None, *, is_new: bool) -> None:
        key = writer.build.id, match_id
        before = self._written.pop(key, None)
        if before is None:
            before = {} if is_new else writer.rows_of(match_id)
        self._written[key] = writer.replace(match_id, before, reading)
        while len(self._written) > AT_HAND * 16:
            self._written.popitem(last=False)

    def _reading(self, match_id: str) -> Reading | None:
        """A match up to date; None for one of which not even the opening can be read."""
        reading = self._readings.pop(match_id, None)
        if reading is not None:
            self._recorder.read_on(reading.record)
            reading.take_up()
        else:
            try:
                record = self._recorder.read(match_id)
            except UnknownMatch:  # a row whose match was changed into another while this looked
                return None
            if record.version == 0:
                return None
            reading = Reading(record)
        self._readings[match_id] = reading
        while len(self._readings) > AT_HAND:
            self._readings.popitem(last=False)
        return reading


class Writer:
    """Writes the rows of matches into a build, and keeps its sums in step, within one transaction."""

    def __init__(self, place: Place, connection: Connection, build: Build, statistic: Statistic) -> None:
        self.build = build
        self._place = place
        self._connection = connection
        self._statistic = statistic
        self._rows = rows_table(statistic, build.id)
        self._totals = totals_table(statistic, build.id) if statistic.totals else None
        layout = _Layout.of(statistic)
        self._key, self._subject, self._measures = layout.key, layout.subject, layout.measures
        self._new: list[Values] = []
        self._changed: list[Values] = []
        self._gone: list[Values] = []
        self._sums: defaultdict[Values, list[int]] = defaultdict(lambda: [0] * (len(statistic.measures) + 1))
        self._faults: dict[str, dict[int, Fault]] | None = None

    def rows_of(self, match_id: str) -> Rows:
        """The rows of a match that are there."""
        found = self._connection.execute(select(self._rows).where(self._rows.c.match_id == match_id))
        return {self._key(values): values for values in map(tuple, found)}

    def replace(self, match_id: str, before: Rows, reading: Reading | None) -> Rows:
        """Let a match have the rows that follow from it; those of before are the ones that are there."""
        now, faults = self._rows_that_follow(reading)
        if before:
            for key, values in before.items():
                if key not in now:
                    self._gone.append(key)
                    self._add(values, -1)
            for key, values in now.items():
                there = before.get(key)
                if there is None:
                    self._new.append(values)
                elif there == values:
                    continue
                else:
                    self._changed.append(values)
                    self._add(there, -1)
                self._add(values, 1)
        else:
            self._new.extend(now.values())
            if self._totals is not None:
                for values in now.values():
                    self._add(values, 1)
        self._quarantine(match_id, faults)
        if len(self._new) + len(self._changed) > BUFFER:
            self.flush()
        return now

    def flush(self) -> None:
        """Write what is held in memory."""
        if self._gone:
            self._delete(self._rows, ("match_id", *(column.name for column in self._statistic.keys)), self._gone)
        if self._new:
            self._place.insert(self._connection, self._rows, self._new)
        if self._changed:
            self._connection.execute(self._upsert(self._rows, {}), _named(self._rows, self._changed))
        self._gone, self._new, self._changed = [], [], []
        if self._totals is not None and self._sums:
            self._add_up(self._totals)

    def _rows_that_follow(self, reading: Reading | None) -> tuple[Rows, list[Fault]]:
        statistic = self._statistic
        if reading is None:
            return {}, [Fault(1, 0, "the opening of the match cannot be read")]
        faults = list(reading.faults)
        damage = reading.record.damage
        if damage is not None:
            faults.append(Fault(damage.version, 0, damage.reason))
        if statistic.counts and not reading.counts:
            return {}, faults
        now: Rows = {}
        try:
            header = msgspec.structs.astuple(reading.header)
            for row in statistic.rows(reading):
                values = header + msgspec.structs.astuple(row)
                key = self._key(values)
                if key in now:
                    raise ValueError(f"two rows have the key {key[1:]}")
                now[key] = values
        except Exception as error:  # a statistic that fails at a match must not stop the others, nor other matches
            return {}, [*faults, Fault(0, 0, f"{type(error).__name__}: {error}")]
        return now, faults

    def _add(self, values: Values, sign: int) -> None:
        if self._totals is not None:
            sums = self._sums[self._subject(values)]
            for number, value in enumerate(self._measures(values)):
                sums[number] += sign * value
            sums[-1] += sign

    def _add_up(self, totals: Table) -> None:
        """Add what has come and gone to the sums; those that are of no row any more go."""
        rows = [(*subject, *sums) for subject, sums in self._sums.items() if any(sums)]
        if rows:
            added = {name: totals.c[name] for name in (*(m.name for m in self._statistic.measures), MATCHES)}
            self._connection.execute(self._upsert(totals, added), _named(totals, sorted(rows)))
        emptied = [subject for subject, sums in self._sums.items() if sums[-1] < 0]
        if emptied:
            keys = (
                *(column.name for column in HEADER if column.name in OCCASION),
                *(k.name for k in self._statistic.keys),
            )
            self._delete(totals, keys, emptied, totals.c[MATCHES] == 0)
        self._sums.clear()

    def _upsert(self, table: Table, added: Mapping[str, Any]) -> Any:
        """Insert rows, or change those with the same key: add to some columns and replace the others."""
        dialect = sqlite if self._connection.dialect.name == "sqlite" else postgresql
        statement = dialect.insert(table)
        keys = [column.name for column in table.primary_key.columns]
        values = {
            column.name: added[column.name] + statement.excluded[column.name]
            if column.name in added
            else statement.excluded[column.name]
            for column in table.columns
            if column.name not in keys
        }
        if not values:
            return statement.on_conflict_do_nothing(index_elements=keys)
        return statement.on_conflict_do_update(index_elements=keys, set_=values)

    def _delete(self, table: Table, keys: Sequence[str], rows: Sequence[Values], *conditions: Any) -> None:
        matching = (table.c[key] == bindparam(f"key_{key}") for key in keys)
        names = [f"key_{key}" for key in keys]
        parameters = [dict(zip(names, row, strict=True)) for row in rows]
        self._connection.execute(delete(table).where(and_(*matching, *conditions)), parameters)

    def _quarantine(self, match_id: str, faults: Sequence[Fault]) -> None:
        if self._faults is None:
            self._faults = self._quarantined()
        now = {fault.version: fault for fault in faults}
        if now == self._faults.get(match_id, {}):
            return
        mine = and_(QUARANTINE.c.build == self.build.id, QUARANTINE.c.match_id == match_id)
        self._connection.execute(delete(QUARANTINE).where(mine))
        if now:
            since = datetime.now(UTC)
            rows = [
                {"build": self.build.id, "match_id": match_id, "since": since, **msgspec.structs.asdict(fault)}
                for fault in now.values()
            ]
            self._connection.execute(insert(QUARANTINE), rows)
        self._faults[match_id] = now

    def _quarantined(self) -> dict[str, dict[int, Fault]]:
        """What is set aside of this build."""
        found: dict[str, dict[int, Fault]] = {}
        query = select(QUARANTINE.c.match_id, QUARANTINE.c.version, QUARANTINE.c.position, QUARANTINE.c.error)
        for match_id, version, position, error in self._connection.execute(
            query.where(QUARANTINE.c.build == self.build.id)
        ):
            found.setdefault(match_id, {})[version] = Fault(version, position, error)
        return found


class _Layout(msgspec.Struct, frozen=True):
    """Where in the values of a row its key, the subject of its sum and its measures lie."""

    key: Any
    subject: Any
    measures: Any

    @classmethod
    def of(cls, statistic: Statistic) -> "_Layout":
        """The layout of the rows of a statistic."""
        columns = (*HEADER, *statistic.columns)
        places = {column.name: place for place, column in enumerate(columns)}
        occasion = [places[column.name] for column in HEADER if column.name in OCCASION]
        keys = [places[column.name] for column in statistic.keys]
        measures = [places[column.name] for column in statistic.measures]
        return cls(_picking([places["match_id"], *keys]), _picking([*occasion, *keys]), _picking(measures))


def _picking(places: Sequence[int]) -> Any:
    """A function that picks values by their places, always as a tuple."""
    if not places:
        return lambda _: ()
    if len(places) == 1:
        (place,) = places
        return lambda values: (values[place],)
    return itemgetter(*places)


def _named(table: Table, rows: Sequence[Values]) -> list[dict[str, Any]]:
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in rows]
