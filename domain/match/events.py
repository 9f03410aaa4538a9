"""The events that every match has, whatever its game. Their clauses are those of the rulebook beside this module."""

from datetime import datetime
from typing import Any

from domain.match.chance import Mode
from domain.match.game import Event
from domain.match.sides import BySide, Side, Viewer


class MatchOpened(Event, frozen=True, kw_only=True):
    """The first event of every match: all that it is played with, edition and house rules in full.

    commitment: in a dealt match the hex SHA-256 of the seed that its chance is drawn from. kick_off_when_ready: whether
    the match waits until both sides have declared that they are ready. dispute_window: seconds after the end in which
    the result may be contested; None for ever. sandbox_of: the id of the match that this one tries out, and counts for
    nothing itself. competition, season: what the match counts for; empty where it is for itself. coaches: who acts for
    the sides, empty where nobody is named.
    """

    game: str
    rules_version: int
    mode: Mode
    edition: dict[str, Any]
    edition_digest: str
    house_rules: dict[str, str | int]
    names: BySide[str]
    commitment: str | None = None
    kick_off_when_ready: bool = False
    dispute_window: int | None = None
    sandbox_of: str | None = None
    competition: str = ""
    season: str = ""
    coaches: BySide[str] = BySide("", "")
    clause: str = "MATCH-1.1"


class SideReady(Event, frozen=True, kw_only=True):
    """A side is ready for kick-off. entropy: what it adds to the draws of the match."""

    side: Side
    entropy: str
    clause: str = "MATCH-1.2"


class KickedOff(Event, frozen=True, kw_only=True):
    """Both sides are ready, and the match begins."""

    clause: str = "MATCH-1.1"


class ReportConfirmed(Event, frozen=True, kw_only=True):
    """A side says that a reported outcome is what really came. version: of the event that records it."""

    side: Side
    version: int
    clause: str = "MATCH-2.1"


class ReportContested(Event, frozen=True, kw_only=True):
    """A side says that a reported outcome is not what really came. version: of the event that records it."""

    side: Side
    version: int
    reason: str
    clause: str = "MATCH-2.1"


class ContestRaised(Event, frozen=True, kw_only=True):
    """A side contests events, or the result where none are named. The match is under review from `since` on, UTC."""

    side: Side
    reason: str
    since: datetime
    first: int | None = None
    last: int | None = None
    clause: str = "MATCH-3.1"


class StatementMade(Event, frozen=True, kw_only=True):
    """Somebody stated something in a review."""

    author: Viewer
    text: str
    clause: str = "MATCH-3.3"


class Ruling(Event, frozen=True, kw_only=True):
    """The referee ruled. paused: milliseconds that clocks have stood still in this match, for reviews."""

    reason: str
    paused: int = 0


class ContestDismissed(Ruling, frozen=True, kw_only=True):
    """What was contested stands."""

    clause: str = "MATCH-4.2"


class ReportCorrected(Ruling, frozen=True, kw_only=True):
    """A reported outcome is replaced, and what followed is decided anew; that follows in the same commit.

    version: of the event that recorded it. outcome: what really came. back_to: the version before it was reported, to
    which the match goes back. kept: how many of the acts that followed could follow from the new outcome too.
    """

    version: int
    outcome: dict[str, Any]
    back_to: int
    kept: int
    clause: str = "MATCH-4.3"


class MatchRewound(Ruling, frozen=True, kw_only=True):
    """The match goes back to a version. commitment: of the new seed, where the old one had been revealed."""

    back_to: int
    commitment: str | None = None
    clause: str = "MATCH-4.4"


class MatchAwarded(Ruling, frozen=True, kw_only=True):
    """The referee set score and winner; the match is over."""

    score: BySide[int]
    winner: Side | None
    clause: str = "MATCH-4.5"


class MatchAnnulled(Ruling, frozen=True, kw_only=True):
    """The match is over and counts for nothing."""

    clause: str = "MATCH-4.6"


class ReplayOrdered(Ruling, frozen=True, kw_only=True):
    """The match is over and is to be replayed."""

    clause: str = "MATCH-4.7"


class DealingEnded(Ruling, frozen=True, kw_only=True):
    """The seed is to be revealed at once; from here chance is reported."""

    clause: str = "MATCH-4.8"


class IrregularityRecorded(Ruling, frozen=True, kw_only=True):
    """What follows in this commit happened at the table against a clause of the game.

    breaks: that clause. count: how many events it is.
    """

    breaks: str
    count: int
    clause: str = "MATCH-4.9"


class UndoRequested(Event, frozen=True, kw_only=True):
    """A side asks to go back to a version."""

    side: Side
    version: int
    reason: str
    clause: str = "MATCH-5.1"


class UndoGranted(Event, frozen=True, kw_only=True):
    """The match goes back to the version that was asked for."""

    back_to: int
    author: Viewer
    clause: str = "MATCH-5.2"


class UndoRefused(Event, frozen=True, kw_only=True):
    """The match goes on as it stands."""

    author: Viewer
    clause: str = "MATCH-5.2"


class SandboxOpened(Event, frozen=True, kw_only=True):
    """From here the match is tried out. What lies before was recorded in the match that it was taken from.

    commitment: of the seed that is dealt from now. draws_of: the id of the match whose draws are met, where they are
    those of the match that is tried out.
    """

    commitment: str | None = None
    draws_of: str | None = None
    clause: str = "MATCH-6.1"


class SeedRevealed(Event, frozen=True, kw_only=True):
    """The hex seed of the draws so far, so that everyone can derive every one again."""

    seed: str
    clause: str = "MATCH-4.8"


MATCH_EVENTS: tuple[type[Event], ...] = (
    MatchOpened,
    SideReady,
    KickedOff,
    ReportConfirmed,
    ReportContested,
    ContestRaised,
    StatementMade,
    ContestDismissed,
    ReportCorrected,
    MatchRewound,
    MatchAwarded,
    MatchAnnulled,
    ReplayOrdered,
    DealingEnded,
    IrregularityRecorded,
    UndoRequested,
    UndoGranted,
    UndoRefused,
    SandboxOpened,
    SeedRevealed,
)

GOES_BACK = (ReportCorrected, MatchRewound, UndoGranted)
"""Events that take a match back to an earlier version, `back_to`, and strike what was played since."""
