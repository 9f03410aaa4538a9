"""From matches to the rows that follow from them, in this process or in several beside it.

Rows are in the form in which an engine stores them, so that what is there can be compared with what follows.
"""

import gc
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from datetime import datetime
from functools import cache
from multiprocessing import get_context
from operator import itemgetter
from typing import Annotated, Any

import msgspec
from msgspec import convert
from msgspec.structs import astuple

from domain.match.engines import StoreUnavailable
from domain.match.recorder import Recorder, UnknownMatch
from projections.processes import end_with_parent, interrupts_held
from projections.reading import Fault, Reading
from projections.statistic import HEADER, Statistic

Values = tuple[Any, ...]
"""A row: the values of all columns, in order."""

Stored = Callable[[datetime], Any]
"""A time as an engine stores it."""

AT_HAND = 32
"""Matches that are kept in memory, for those that go on."""

CHUNK = 4
"""Matches that a process derives at a time."""


class Part(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What follows from a match for one statistic: its rows, and what of it could not be counted."""

    rows: list[Values]
    faults: list[Fault]


class Derived(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What follows from a match up to a version: a part for each statistic, in the order in which they were given."""

    match_id: str
    version: int
    parts: list[Part]


def derive(match_id: str, reading: Reading | Fault, statistics: Sequence[Statistic], stored: Stored) -> Derived:
    """What follows from a match; a fault stands for one that cannot be read at all."""
    if isinstance(reading, Fault):
        return Derived(match_id, 0, [Part([], [reading])] * len(statistics))
    faults = list(reading.faults)
    damage = reading.record.damage
    if damage is not None:
        faults.append(Fault(damage.version, 0, damage.reason))
    parts = [_part(reading, statistic, faults, stored) for statistic in statistics]
    return Derived(match_id, reading.version, parts)


def _part(reading: Reading, statistic: Statistic, faults: list[Fault], stored: Stored) -> Part:
    try:
        rows = _fitting(statistic, list(map(astuple, statistic.of(reading))))
        if reading.record.holds_nul:
            rows = [tuple([storable(value) if isinstance(value, str) else value for value in row]) for row in rows]
        if times := [place for place, column in enumerate(statistic.columns) if column.type is datetime]:
            rows = [_with_times(row, times, stored) for row in rows]
        header = astuple(reading.header)
        header = tuple([stored(value) if isinstance(value, datetime) else value for value in header])
        rows = [header + row for row in rows]
        keys = key_of(statistic)
        if len({keys(row) for row in rows}) < len(rows):
            raise ValueError("two rows have the same key")
    except Exception as error:  # a statistic that fails at a match must not stop the others, nor other matches
        return Part([], [*faults, Fault(0, 0, _named(error))])
    return Part(rows, faults)


def _fitting(statistic: Statistic, rows: list[Values]) -> list[Values]:
    """The rows, which the columns of either engine take. Raises ValueError where they do not."""
    types = _types(statistic)
    try:
        fitting: list[Values] = convert(rows, list[tuple[types]])  # type: ignore[valid-type]
    except msgspec.ValidationError:
        for column, kind, value in (one for row in rows for one in zip(statistic.columns, types, row, strict=True)):
            try:
                convert(value, kind)
            except msgspec.ValidationError as error:
                raise ValueError(f"{column.name} cannot be {value!r}") from error
        raise
    return fitting


@cache
def _types(statistic: Statistic) -> tuple[Any, ...]:
    """What the values of a row must be."""
    whole = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
    time = Annotated[datetime, msgspec.Meta(tz=True)]
    kinds: dict[type, Any] = {int: whole, datetime: time}
    found = ((kinds.get(column.type, column.type), column.nullable) for column in statistic.columns)
    return tuple(kind | None if nullable else kind for kind, nullable in found)


def storable(text: str) -> str:
    """A text that both engines keep: none of PostgreSQL has a NUL."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _with_times(values: Values, times: Sequence[int], stored: Stored) -> Values:
    changed = list(values)
    for place in times:
        if changed[place] is not None:
            changed[place] = stored(changed[place])
    return tuple(changed)


class Readings:
    """The readings of matches, those that go on kept at hand."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._kept: OrderedDict[str, Reading] = OrderedDict()

    def clear(self) -> None:
        """Keep nothing."""
        self._kept.clear()

    def of(self, match_id: str) -> Reading | Fault:
        """A match up to date; why there is none, where not even its opening can be read. Raises StoreUnavailable."""
        reading = self._kept.pop(match_id, None)
        try:
            if reading is not None:
                self._recorder.read_on(reading.record)
                reading.take_up()
            else:
                record = self._recorder.read(match_id)
                if record.version == 0:
                    return Fault(1, 0, str(record.broken()))
                reading = Reading(record)
        except UnknownMatch:  # a row whose match was changed into another
            return Fault(1, 0, "the opening of the match cannot be read")
        except StoreUnavailable:
            raise
        except Exception as error:  # a game that stumbles over a match must not stop the others
            return Fault(0, 0, _named(error))
        # Damage may be mended, and is looked at afresh each time.
        if not reading.record.result.over and reading.record.damage is None:
            self._kept[match_id] = reading
            while len(self._kept) > AT_HAND:
                self._kept.popitem(last=False)
        return reading


Workshop = Callable[[], tuple[Recorder, Mapping[str, Statistic]]]
"""Opens, in a process of its own, the recorder and the statistics of this one."""


class Crew:
    """Processes that derive matches beside this one, which has only to write what they bring.

    Where much is to be counted this takes all cores, and leaves the requests of a server their share of this process.
    """

    def __init__(self, workshop: Workshop, stored: Stored, size: int) -> None:
        self._pool = ProcessPoolExecutor(
            size, mp_context=get_context("spawn"), initializer=_join, initargs=(workshop, stored)
        )
        self._ahead = size * 3

    def close(self) -> None:
        """Send them home; what they are at is not waited for long."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def derive(self, match_ids: Iterable[str], statistics: Sequence[Statistic]) -> Iterator[Derived]:
        """What follows from matches, in their order, derived some way ahead of who takes it."""
        names = [statistic.name for statistic in statistics]
        chunks = _chunks(match_ids)
        running: deque[Future[bytes]] = deque()
        try:
            while True:
                while len(running) < self._ahead and (chunk := next(chunks, None)):
                    with interrupts_held():  # a process may begin here
                        running.append(self._pool.submit(_derive_there, chunk, names))
                if not running:
                    return
                yield from _DECODER.decode(running.popleft().result())
        finally:
            for future in running:
                future.cancel()


_DECODER = msgspec.msgpack.Decoder(list[Derived])
_AT_WORK: list[Any] = []
"""In a process of a crew: its recorder, its statistics by name, and the form of times."""


def _join(workshop: Workshop, stored: Stored) -> None:
    gc.disable()  # what is made here by the thousand holds no cycles, and lasts for a few matches
    end_with_parent()
    _AT_WORK[:] = [*workshop(), stored]


def _derive_there(match_ids: Sequence[str], names: Sequence[str]) -> bytes:
    recorder, catalogue, stored = _AT_WORK
    readings, statistics = Readings(recorder), [catalogue[name] for name in names]
    return msgspec.msgpack.encode([derive(id, readings.of(id), statistics, stored) for id in match_ids])


def _chunks(match_ids: Iterable[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    for match_id in match_ids:
        chunk.append(match_id)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


@cache
def key_of(statistic: Statistic) -> Callable[[Values], Values]:
    """A function that picks the key of a row: its match and the keys of the statistic."""
    columns = (*HEADER, *statistic.columns)
    places = {column.name: place for place, column in enumerate(columns)}
    return picking([places["match_id"], *(places[column.name] for column in statistic.keys)])


def picking(places: Sequence[int]) -> Callable[[Values], Values]:
    """A function that picks values by their places, always as a tuple."""
    if not places:
        return lambda _: ()
    if len(places) == 1:
        (place,) = places
        return lambda values: (values[place],)
    return itemgetter(*places)
