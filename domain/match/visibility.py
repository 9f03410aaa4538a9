"""What a viewer may know of the events of a match."""

from datetime import datetime

import msgspec

from domain.match.envelope import Recorded
from domain.match.game import EVERYONE
from domain.match.sides import Side, Viewer


class Concealed(msgspec.Struct, frozen=True):
    """What a viewer sees of an event that is not yet open to them: that something happened, and on which side."""

    match_id: str
    version: int
    recorded_at: datetime
    side: Side | None
    sentence: str
    """In it {side} stands for the name of the side."""
    leaf: bytes
    """Binds the event without telling it: what is laid open later must have this leaf."""


Seen = Recorded | Concealed


def knows(viewer: Viewer, recorded: Recorded, *, opened: bool) -> bool:
    """Whether a viewer may read an event. `opened`: something later has laid it open, or the match is over."""
    audience = recorded.entry.audience
    return opened or audience in (EVERYONE, viewer.value) or recorded.entry.by == viewer.value


def seen(viewer: Viewer, recorded: Recorded, *, opened: bool) -> Seen:
    """An event as a viewer may know it."""
    if knows(viewer, recorded, opened=opened):
        return recorded
    event, at = recorded.event, recorded.entry.at
    return Concealed(recorded.match_id, recorded.version, at, event.side, event.concealed(), recorded.leaf)
