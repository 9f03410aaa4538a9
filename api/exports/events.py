"""The events of all matches as a table to export: as a spectator may know them, match by match.

Matches come in the order in which they were opened, each whole and as it stands when it is reached, so that one record
at a time is in memory however many matches ran side by side. Sorting by `position` gives the order of the log.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any

import msgspec

from api.exports.selection import admits, filters_of
from api.exports.tables import PAGE, Batch, NotYet, Reading, Source, Table
from domain.match.envelope import Recorded, Unreadable
from domain.match.events import MatchOpened
from domain.match.record import MatchRecord
from domain.match.recorder import Recorder
from domain.match.sides import Viewer
from domain.match.visibility import Concealed, Seen
from projections.questions import MATCH, OPENED_AT, Filter
from projections.statistic import columns_of, detail, key

PAUSE = 20
"""Matches after which a batch is given, however few rows it has."""


class EventRow(msgspec.Struct, frozen=True, gc=False):
    """An event as everybody may know it, or where the record of a match is damaged."""

    match_id: Annotated[str, key("The id of the match.")]
    version: Annotated[int, key("The version that the event brought its match to; 1 for the first.")]
    game: Annotated[str | None, detail('The game, "soccer_duel".')] = None
    competition: Annotated[str | None, detail("The competition that the match counts for.")] = None
    season: Annotated[str | None, detail("The season of the competition.")] = None
    opened_at: Annotated[datetime | None, detail("When the match was opened, UTC.")] = None
    sandbox_of: Annotated[str | None, detail("The id of the match that this one only tries out.")] = None
    position: Annotated[int | None, detail("The place in the log of the store.")] = None
    at: Annotated[datetime | None, detail("When the event was recorded, UTC.")] = None
    type: Annotated[str | None, detail('The type of the event, "tooor.GoalScored"; null while it is concealed.')] = None
    clause: Annotated[str | None, detail("The clause of the rules that it follows from.")] = None
    sentence: Annotated[str | None, detail("What happened, in a sentence.")] = None
    side: Annotated[str | None, detail("The name of the side that it is about.")] = None
    venue: Annotated[str | None, detail('"home" or "away".')] = None
    coach: Annotated[str | None, detail("The person who acts for that side.")] = None
    by: Annotated[str | None, detail('Who acted: "home", "away", "referee", or "recorder" for nobody.')] = None
    source: Annotated[str | None, detail("Of chance: whether it was dealt, reported or imported.")] = None
    draw: Annotated[int | None, detail("Of chance: the index of the draw in its match.")] = None
    struck_by: Annotated[int | None, detail("The version of the ruling or undo that strikes it.")] = None
    concealed: Annotated[bool | None, detail("Whether it is not open to everybody yet.")] = None
    leaf: Annotated[str | None, detail("The salted hash that binds it, in hex.")] = None
    data: Annotated[str | None, detail("The fact with its figures, as JSON; null while it is concealed.")] = None
    damage: Annotated[
        str | None, detail("Why the match cannot be read from this version on. Such a row tells no event.")
    ] = None


def read(source: Source, filter: Filter, at_least: int | None) -> Reading:
    """Every event of the matches that are open now. Raises NotYet and StoreUnavailable."""
    position = source.recorder.position()
    if at_least is not None and position < at_least:
        raise NotYet(at_least, position)
    return Reading(position, _batches(source.recorder, filter, position))


EVENTS = Table(
    "events",
    "Every event as everybody may know it now; match by match in the order of their opening, each by version.",
    columns_of(EventRow),
    filters_of(columns_of(EventRow)),
    read,
)


def _batches(recorder: Recorder, filter: Filter, until: int) -> Iterator[Batch]:
    batch: list[tuple[Any, ...]] = []
    for number, (position, match_id) in enumerate(_matches(recorder, until), start=1):
        if _may_be_wanted(recorder, filter, position, match_id):
            batch.extend(
                msgspec.structs.astuple(row)
                for row in _rows(recorder, match_id)
                if admits(filter, {"side": (row.side or None,), "coach": (row.coach or None,)})
            )
        # Now and then though nothing was wanted, so that whoever has had enough can end it.
        if len(batch) >= PAGE or number % PAUSE == 0:
            yield batch
            batch = []
    if batch:
        yield batch


def _matches(recorder: Recorder, until: int) -> Iterator[tuple[int, str]]:
    """The matches that were opened up to a position: where, and their ids."""
    page = recorder.matches()
    while page and page[0][0] <= until:
        yield from (found for found in page if found[0] <= until)
        page = recorder.matches(after=page[-1][0])


def _may_be_wanted(recorder: Recorder, filter: Filter, position: int, match_id: str) -> bool:
    """Whether rows of a match can be selected, by no more than its opening."""
    if not admits(filter, {MATCH: (match_id,)}):
        return False
    if not (filter.values.keys() - {MATCH} or filter.since or filter.until):
        return True
    (row,) = recorder.log_rows(position - 1, 1)
    try:
        _, entry = recorder.codec.decode(row.topic, row.data)
    except (Unreadable, TypeError):
        return False  # nobody knows what it is of
    opening = entry.data
    if not isinstance(opening, MatchOpened):
        return False
    values = {
        "game": (opening.game,),
        "competition": (opening.competition or None,),
        "season": (opening.season or None,),
        "side": (None, opening.names.home, opening.names.away),
        "coach": (None, opening.coaches.home, opening.coaches.away),
    }
    return admits(filter, values, entry.at)


def _rows(recorder: Recorder, match_id: str) -> Iterator[EventRow]:
    # Apart from the records that the recorder keeps in memory: those are of the matches that are being played.
    record = recorder.read(match_id)
    header: dict[str, Any] = {"match_id": match_id}
    if record.version:
        opening = record.opening
        header |= {
            "game": opening.game,
            "competition": opening.competition,
            "season": opening.season,
            OPENED_AT: record.events(0, 1)[0].entry.at,
            "sandbox_of": opening.sandbox_of,
        }
    for recorded, seen in zip(record.events(), record.seen_by(Viewer.SPECTATOR), strict=True):
        open_to_all = {} if isinstance(seen, Concealed) else _open(recorded)
        yield EventRow(**header, **_shared(record, recorded, seen), **open_to_all)
    if record.damage is not None:
        yield EventRow(**header, version=record.damage.version, damage=record.damage.reason)


def _shared(record: MatchRecord, recorded: Recorded, seen: Seen) -> dict[str, Any]:
    """What everybody may know of an event, also of one that is concealed."""
    side = recorded.event.side
    opening = record.opening
    return {
        "version": recorded.version,
        "position": recorded.position,
        "at": recorded.entry.at,
        "sentence": record.told(seen),
        "side": opening.names.of(side) if side else None,
        "venue": side,
        "coach": opening.coaches.of(side) if side else None,
        "struck_by": record.struck_by(recorded.version),
        "concealed": isinstance(seen, Concealed),
        "leaf": recorded.leaf.hex(),
    }


def _open(recorded: Recorded) -> dict[str, Any]:
    """What is told of an event once it is open to everybody."""
    entry = recorded.entry
    return {
        "type": recorded.type,
        "clause": recorded.event.clause,
        "by": entry.by,
        "source": entry.source,
        "draw": entry.draw,
        "data": msgspec.json.encode(recorded.event).decode(),
    }
