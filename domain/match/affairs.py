"""The affairs of a match beside its table: kick-off, seed, review, undo and verdict, folded from the match's events."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.match import events as e
from domain.match.game import Event
from domain.match.sides import BySide, Side


class Review(msgspec.Struct, frozen=True):
    """A contest that waits for its ruling."""

    side: Side
    reason: str
    since: datetime


class Undo(msgspec.Struct, frozen=True):
    """An undo that waits for consent."""

    side: Side
    version: int


class Verdict(msgspec.Struct, frozen=True):
    """How a ruling ended the match: "awarded", "annulled" or "to be replayed"."""

    kind: str
    score: BySide[int] | None = None
    winner: Side | None = None


class Affairs(msgspec.Struct, frozen=True):
    """What concerns a match beside its table.

    commitment: of the seed that is dealt from; None in a reported match, and once dealing has ended for good.
    draws_of: the match whose draws are dealt, where that is another. entropies: what the sides have added; None for one
    that is not ready yet. paused: milliseconds of reviews so far.
    """

    kicked_off: bool = True
    entropies: BySide[str | None] = BySide("", "")
    commitment: str | None = None
    seed_revealed: bool = False
    dealing_ended: bool = False
    draws_of: str | None = None
    review: Review | None = None
    undo: Undo | None = None
    verdict: Verdict | None = None
    paused: int = 0


def opened(event: e.MatchOpened) -> Affairs:
    """The affairs of a match that has just been opened."""
    waits = event.kick_off_when_ready
    entropies: BySide[str | None] = BySide(None, None) if waits else BySide("", "")
    return Affairs(kicked_off=not waits, entropies=entropies, commitment=event.commitment)


def evolve(affairs: Affairs, event: Event) -> Affairs:
    """The affairs after an event of MATCH_EVENTS other than the opening."""
    effect = _EFFECTS.get(type(event))
    after = affairs if effect is None else effect(affairs, event)
    return replace(after, review=None, paused=event.paused) if isinstance(event, e.Ruling) else after


_EFFECTS: dict[type[Event], Callable[[Affairs, Any], Affairs]] = {
    e.SideReady: lambda now, event: replace(now, entropies=now.entropies.replace(event.side, event.entropy)),
    e.KickedOff: lambda now, _: replace(now, kicked_off=True),
    e.ContestRaised: lambda now, event: replace(now, review=Review(event.side, event.reason, event.since), undo=None),
    e.MatchRewound: lambda now, event: replace(
        now,
        verdict=None,
        undo=None,
        commitment=event.commitment or now.commitment,
        seed_revealed=now.seed_revealed and event.commitment is None,
        dealing_ended=now.dealing_ended and event.commitment is None,
    ),
    e.ReportCorrected: lambda now, _: replace(now, verdict=None, undo=None),
    e.MatchAwarded: lambda now, event: replace(now, verdict=Verdict("awarded", event.score, event.winner), undo=None),
    e.MatchAnnulled: lambda now, _: replace(now, verdict=Verdict("annulled"), undo=None),
    e.ReplayOrdered: lambda now, _: replace(now, verdict=Verdict("to be replayed"), undo=None),
    e.UndoRequested: lambda now, event: replace(now, undo=Undo(event.side, event.version)),
    e.UndoGranted: lambda now, _: replace(now, undo=None),
    e.UndoRefused: lambda now, _: replace(now, undo=None),
    e.DealingEnded: lambda now, _: replace(now, dealing_ended=True),
    e.SandboxOpened: lambda now, event: replace(
        now, commitment=event.commitment, draws_of=event.draws_of, seed_revealed=False, dealing_ended=False
    ),
    e.SeedRevealed: lambda now, _: replace(now, seed_revealed=True),
}
