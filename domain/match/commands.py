"""What can be submitted in every match, whatever its game: kick-off, disputes, rulings, undo. See rulebook.md."""

from typing import Any

import msgspec

from domain.match.sides import BySide, Side


class MatchCommand(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag=True, tag_field="type"):
    """A command that belongs to no game. Who sends it, its token says."""


class DeclareReady(MatchCommand, frozen=True, kw_only=True):
    """Be ready for kick-off, and add entropy of your own to the draws (MATCH-1.1, MATCH-1.2)."""

    entropy: str = ""


class ConfirmReport(MatchCommand, frozen=True, kw_only=True):
    """Say that a reported roll or draw is what really came (MATCH-2.1)."""

    version: int


class ContestReport(MatchCommand, frozen=True, kw_only=True):
    """Say that a reported roll or draw is not what really came (MATCH-2.1)."""

    version: int
    reason: str


class Contest(MatchCommand, frozen=True, kw_only=True):
    """Contest the events from one version to another, or where none is named the result (MATCH-3.1)."""

    reason: str
    first: int | None = None
    last: int | None = None


class MakeStatement(MatchCommand, frozen=True, kw_only=True):
    """State something in a review (MATCH-3.3)."""

    text: str


class Dismiss(MatchCommand, frozen=True, kw_only=True):
    """Rule that what was contested stands (MATCH-4.2)."""

    reason: str


class Correct(MatchCommand, frozen=True, kw_only=True):
    """Rule that a reported outcome was another one (MATCH-4.3).

    version: of the event that recorded it. outcome: what really came, as it would be reported.
    strike_what_cannot_follow: go on from where a later decision could not have followed; without it such a correction
    is refused.
    """

    version: int
    outcome: dict[str, Any]
    reason: str
    strike_what_cannot_follow: bool = False


class Rewind(MatchCommand, frozen=True, kw_only=True):
    """Rule that the match goes back to a version and is played on (MATCH-4.4)."""

    version: int
    reason: str


class Award(MatchCommand, frozen=True, kw_only=True):
    """Rule what the score is, and who wins; nobody for a draw (MATCH-4.5)."""

    score: BySide[int]
    reason: str
    winner: Side | None = None


class Annul(MatchCommand, frozen=True, kw_only=True):
    """Rule that the match counts for nothing (MATCH-4.6)."""

    reason: str


class OrderReplay(MatchCommand, frozen=True, kw_only=True):
    """Rule that the match is to be replayed (MATCH-4.7)."""

    reason: str


class RevealSeed(MatchCommand, frozen=True, kw_only=True):
    """Rule that the seed is revealed now, which ends dealing (MATCH-4.8)."""

    reason: str


class RecordIrregularity(MatchCommand, frozen=True, kw_only=True):
    """Record what happened at the table against the rules (MATCH-4.9).

    clause: the clause of the game that it breaks. events: what happened, in the events of the game, each as
    {"type": "FootballerMoved", ...} with its fields.
    """

    clause: str
    reason: str
    events: tuple[dict[str, Any], ...]


class RequestUndo(MatchCommand, frozen=True, kw_only=True):
    """Ask to go back to a version (MATCH-5.1)."""

    version: int
    reason: str = ""


class GrantUndo(MatchCommand, frozen=True, kw_only=True):
    """Agree to the undo that was asked for (MATCH-5.2)."""


class RefuseUndo(MatchCommand, frozen=True, kw_only=True):
    """Do not agree to the undo that was asked for (MATCH-5.2)."""


MATCH_COMMANDS: tuple[type[MatchCommand], ...] = (
    DeclareReady,
    ConfirmReport,
    ContestReport,
    Contest,
    MakeStatement,
    Dismiss,
    Correct,
    Rewind,
    Award,
    Annul,
    OrderReplay,
    RevealSeed,
    RecordIrregularity,
    RequestUndo,
    GrantUndo,
    RefuseUndo,
)
