"""What happened in every match, event by event, as everybody may know it now."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

from domain.match.game import EVERYONE
from domain.match.sides import Side, Viewer
from projections.reading import Reading
from projections.statistic import Row, Statistic, detail, key


class TimelineEvent(Row, frozen=True, gc=False):
    """An event. Of one that is not open yet, only when, whose it is and a sentence; the rest is null."""

    version: Annotated[int, key("The version of the match that it brought.")]
    at: Annotated[datetime, detail("When it was recorded, UTC.")]
    venue: Annotated[str | None, detail('Whose it is, "home" or "away"; null for what is neither\'s.')]
    side: Annotated[str | None, detail("The name of that side.")]
    sentence: Annotated[str, detail("What happened, in a sentence.")]
    struck_by: Annotated[int | None, detail("The version of the ruling or undo that strikes it; null while it stands.")]
    type: Annotated[str | None, detail('The type of the event, "tooor.GoalScored".')] = None
    clause: Annotated[str | None, detail("The clause of the rules that produced it.")] = None
    figures: Annotated[str | None, detail('What was compared: "4 + 2 against 5 + 0".')] = None
    by: Annotated[str | None, detail('The seat that entered it, or "recorder".')] = None
    source: Annotated[str | None, detail('Where chance came from: "dealt", "reported" or "imported".')] = None


def rows(match: Reading) -> Iterator[TimelineEvent]:
    """A row for each event."""
    record, names = match.record, match.names
    # There is a row for every event of the log, so what can be known beforehand is not looked up here.
    tell, struck_by, over, home = record.tell, record.struck_by, record.result.over, Side.HOME
    whose_home, whose_away, neither = (home.value, names.home), (Side.AWAY.value, names.away), (None, None)
    for recorded in record.events(0, match.version):
        version, entry = recorded.version, recorded.entry
        event = entry.data
        side = event.side
        venue, name = neither if side is None else whose_home if side is home else whose_away
        if not over and entry.audience != EVERYONE:
            (seen,) = record.seen_by(Viewer.SPECTATOR, version - 1, version)
            if seen is not recorded:
                yield TimelineEvent(version, entry.at, venue, name, record.told(seen), struck_by(version))
                continue
        source = entry.source
        yield TimelineEvent(
            version,
            entry.at,
            venue,
            name,
            tell(version),
            struck_by(version),
            recorded.type,
            event.clause or None,
            getattr(event, "figures", None),
            entry.by,
            source.value if source else None,
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
    indexes=(),  # it is read match by match
)
