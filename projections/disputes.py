"""What is open in a match beside its table: a contest that waits for its ruling, an undo that waits for consent."""

from datetime import datetime

import msgspec

from domain.match.events import ContestRaised, StatementMade, UndoRequested
from domain.match.record import MatchRecord
from domain.match.sides import Side, Viewer


class Statement(msgspec.Struct, frozen=True):
    """What somebody stated in a review."""

    version: int
    at: datetime
    author: Viewer
    text: str


class OpenReview(msgspec.Struct, frozen=True):
    """A review that waits for its ruling; until then nobody plays (MATCH-3.2).

    version: of the contest. side: who contests. first, last: the events that are contested; None for the result.
    """

    version: int
    side: Side
    reason: str
    since: datetime
    first: int | None
    last: int | None
    statements: tuple[Statement, ...]


class OpenUndo(msgspec.Struct, frozen=True, rename="camel"):
    """An undo that waits for consent. version: of the request. back_to: the version to go back to."""

    version: int
    side: Side
    back_to: int
    reason: str


def review(record: MatchRecord, version: int | None = None) -> OpenReview | None:
    """The review that is open after a version, the newest by default. Raises UnknownVersion and DamagedRecord."""
    version = record.version if version is None else version
    if record.state_at(version).affairs.review is None:
        return None
    events = record.events(0, version)
    number = max(one.version for one in events if isinstance(one.event, ContestRaised))
    contest = events[number - 1].event
    assert isinstance(contest, ContestRaised)
    statements = (
        Statement(one.version, one.entry.at, one.event.author, one.event.text)
        for one in events[number:]
        if isinstance(one.event, StatementMade)
    )
    return OpenReview(
        version=number,
        side=contest.side,
        reason=contest.reason,
        since=contest.since,
        first=contest.first,
        last=contest.last,
        statements=tuple(statements),
    )


def undo(record: MatchRecord, version: int | None = None) -> OpenUndo | None:
    """The undo that is asked for after a version, the newest by default. Raises UnknownVersion and DamagedRecord."""
    version = record.version if version is None else version
    if record.state_at(version).affairs.undo is None:
        return None
    asked = next(one for one in reversed(record.events(0, version)) if isinstance(one.event, UndoRequested))
    assert isinstance(asked.event, UndoRequested)
    return OpenUndo(asked.version, asked.event.side, asked.event.version, asked.event.reason)
