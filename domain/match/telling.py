"""The events of every match in sentences."""

from collections.abc import Callable
from typing import Any

from domain.match import events as e
from domain.match.game import Event
from domain.match.sides import BySide, Side, Viewer

Names = BySide[str]


def tell(event: Event, names: Names) -> str:
    """What happened, in a sentence, for an event of MATCH_EVENTS."""
    return _SENTENCES[type(event)](event, names)


def _author(viewer: Viewer, names: Names) -> str:
    return names.of(viewer.side) if viewer.side else "The referee"


def _ready(event: e.SideReady, names: Names) -> str:
    added = f', and adds "{event.entropy}" to the draws' if event.entropy else ""
    return f"{names.of(event.side)} is ready{added}."


def _contested(event: e.ContestRaised, names: Names) -> str:
    what = "the result" if event.first is None else f"versions {event.first} to {event.last}"
    return f"{names.of(event.side)} contests {what}: {event.reason}"


def _rewound(event: e.MatchRewound, _: Names) -> str:
    seed = "; the draws come from a new seed" if event.commitment else ""
    return f"The referee takes the match back to version {event.back_to}{seed}: {event.reason}"


def _awarded(event: e.MatchAwarded, names: Names) -> str:
    end = f"to {names.of(event.winner)}" if event.winner else "as a draw"
    return f"The referee awards the match {end}, {event.score.home}–{event.score.away}: {event.reason}"


def _undo(event: e.UndoRequested, names: Names) -> str:
    reason = f": {event.reason}" if event.reason else ""
    return f"{names.of(event.side)} asks to go back to version {event.version}{reason}."


def _side(side: Side, names: Names) -> str:
    return names.of(side)


_SENTENCES: dict[type[Event], Callable[[Any, Names], str]] = {
    e.MatchOpened: lambda event, names: f"{names.home} against {names.away}, {event.mode}.",
    e.SideReady: _ready,
    e.KickedOff: lambda _, __: "Both sides are ready: kick-off.",
    e.ReportConfirmed: lambda event, names: (
        f"{_side(event.side, names)} confirms the report of version {event.version}."
    ),
    e.ReportContested: lambda event, names: (
        f"{_side(event.side, names)} contests the report of version {event.version}: {event.reason}"
    ),
    e.ContestRaised: _contested,
    e.StatementMade: lambda event, names: f"{_author(event.author, names)} states: {event.text}",
    e.ContestDismissed: lambda event, _: f"The referee dismisses the contest: {event.reason}",
    e.ReportCorrected: lambda event, _: f"The referee corrects the report of version {event.version}: {event.reason}",
    e.MatchRewound: _rewound,
    e.MatchAwarded: _awarded,
    e.MatchAnnulled: lambda event, _: f"The referee annuls the match: {event.reason}",
    e.ReplayOrdered: lambda event, _: f"The referee orders the match to be replayed: {event.reason}",
    e.DealingEnded: lambda event, _: f"The referee ends dealing: {event.reason}",
    e.IrregularityRecorded: lambda event, _: f"Against {event.breaks}, the referee records: {event.reason}",
    e.UndoRequested: _undo,
    e.UndoGranted: lambda event, names: (
        f"{_author(event.author, names)} grants it: the match goes back to version {event.back_to}."
    ),
    e.UndoRefused: lambda event, names: f"{_author(event.author, names)} refuses to go back.",
    e.SandboxOpened: lambda event, _: (
        f"From here the match is tried out, with {'the same' if event.draws_of else 'fresh'} draws."
    ),
    e.SeedRevealed: lambda event, _: f"The seed of the draws is revealed: {event.seed}.",
}
