"""What a viewer may know of the events of a match."""

from datetime import datetime

import msgspec

from domain.match.chance import Source
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


def knows(viewer: Viewer, recorded: Recorded, *, opened: bool, decided_anew: bool = False) -> bool:
    """Whether a viewer may read an event.

    Who entered it knows it; but not what chance brought when they acted, nor what others had chosen and a correction
    decides anew. opened: something later has laid it open, or the match is over.
    """
    entry = recorded.entry
    wrote = entry.by == viewer.value and entry.source in (None, Source.REPORTED) and not decided_anew
    return opened or entry.audience in (EVERYONE, viewer.value) or wrote


def seen(viewer: Viewer, recorded: Recorded, *, opened: bool, decided_anew: bool = False) -> Seen:
    """An event as a viewer may know it."""
    if knows(viewer, recorded, opened=opened, decided_anew=decided_anew):
        return recorded
    event, at = recorded.event, recorded.entry.at
    return Concealed(recorded.match_id, recorded.version, at, event.side, event.concealed(), recorded.leaf)
