"""The clock of a match: milliseconds since the "Go!" of a game (DUEL-3.8)."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from domain.games.soccer_duel import commands as c
from domain.games.soccer_duel.state import Table
from domain.match.game import Command, Outcome, RuleViolation

LONGEST = 2_000_000_000
"""Where the clock of a game stands still: 2,000,000 seconds, some 23 days (DUEL-3.13)."""


def stamp(table: Table, act: Command | Outcome, at: datetime) -> Command | Outcome | RuleViolation:
    """The act with the time at which it came. One that brings a time of its own is refused in a dealt match."""
    if isinstance(act, c.ChooseStartTile):
        if act.moment is not None:
            return _own_time("moment")
        return replace(act, moment=at.astimezone(UTC).isoformat(timespec="milliseconds"))
    if isinstance(act, c.TimedCommand):
        if act.time is not None:
            return _own_time("time")
        return replace(act, time=_elapsed(table, at))
    return act


def moment_of(text: str) -> datetime | None:
    """The moment that a text tells; None where it is not ISO 8601 with an offset."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if moment.tzinfo is None else moment


def since_kick_off(table: Table) -> int:
    """Milliseconds from the first "Go!" of the match to that of this game; 0 where a moment of them is not known."""
    first, go = _moment(table.kick_off), _moment(table.go)
    return 0 if first is None or go is None else (go - first) // timedelta(milliseconds=1)


def _elapsed(table: Table, at: datetime) -> int:
    go = _moment(table.go)
    passed = 0 if go is None else (at - go) // timedelta(milliseconds=1)
    return min(max(table.clock, passed), LONGEST)


def _moment(text: str | None) -> datetime | None:
    return None if text is None else moment_of(text)


def _own_time(path: str) -> RuleViolation:
    message = f"In a dealt match the recorder's clock counts; leave {path} out."
    return RuleViolation("DUEL-3.8", message, path)
