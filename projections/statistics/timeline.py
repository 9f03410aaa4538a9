"""What happened in every match, event by event, as everybody may know it now."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

from domain.match.envelope import Recorded
from domain.match.sides import SIDES, Viewer
from projections.reading import Reading
from projections.statistic import Row, Statistic, detail, key


class TimelineEvent(Row, frozen=True, gc=False):
    """An event. Of one that is not open yet, only when, whose it is and a sentence; the rest is null."""

    version: Annotated[int, key("The version of the match that it brought.")]
    at: Annotated[datetime, detail("When it was recorded, UTC.")]
    venue: Annotated[str | None, detail('Whose it is, "home" or "away"; null for what is neither\'s.')]
    side: Annotated[str | None, detail("The name of that side.")]
    sentence: Annotated[str, detail("What happened, in a sentence.")]
    type: Annotated[str | None, detail('The type of the event, "tooor.GoalScored".')]
    clause: Annotated[str | None, detail("The clause of the rules that produced it.")]
    figures: Annotated[str | None, detail('What was compared: "4 + 2 against 5 + 0".')]
    by: Annotated[str | None, detail('The seat that entered it, or "recorder".')]
    source: Annotated[str | None, detail('Where chance came from: "dealt", "reported" or "imported".')]
    struck_by: Annotated[int | None, detail("The version of the ruling or undo that strikes it; null while it stands.")]


def rows(match: Reading) -> Iterator[TimelineEvent]:
    """A row for each event."""
    record = match.record
    whose = {side: (side.value, match.names.of(side)) for side in SIDES}
    told, struck_by, neither = record.told, record.struck_by, (None, None)
    for seen in record.seen_by(Viewer.SPECTATOR, 0, match.version):
        version, struck = seen.version, struck_by(seen.version)
        if not isinstance(seen, Recorded):
            venue, side = whose[seen.side] if seen.side else neither
            yield TimelineEvent(
                version, seen.recorded_at, venue, side, told(seen), None, None, None, None, None, struck
            )
            continue
        entry, event = seen.entry, seen.entry.data
        venue, side = whose[event.side] if event.side else neither
        yield TimelineEvent(
            version,
            entry.at,
            venue,
            side,
            told(seen),
            seen.type,
            event.clause or None,
            getattr(event, "figures", None),
            entry.by,
            entry.source.value if entry.source else None,
            struck,
        )


STATISTIC = Statistic(
    name="timeline",
    version=1,
    about="What happened in every match, event by event, in sentences.",
    row=TimelineEvent,
    rows=rows,
    counts=False,
    totals=False,
    order=("match_id", "version"),
)
