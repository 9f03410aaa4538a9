"""Simulated matches: random legal play through the real recorder, the same for the same seed to the last byte."""

from collections.abc import Generator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from typing import Any

import msgspec

from domain.games import GAMES
from domain.match.answers import Accepted, Malformed
from domain.match.chance import Mode
from domain.match.editions import Edition
from domain.match.game import Command, Pending
from domain.match.random_play import choose
from domain.match.recorder import Recorder
from domain.match.sides import BySide, Side, Viewer

KICK_OFF = datetime(2000, 1, 1, 15, tzinfo=UTC)
"""When every simulated match is opened; each commit follows a second after the one before."""

NAMES = BySide("Simulated Home", "Simulated Away")


class Played(msgspec.Struct, frozen=True, rename="camel"):
    """A match that has been simulated."""

    match_id: str
    events: int
    goals: int
    winner: Side | None


class Lengths(msgspec.Struct, frozen=True):
    """Events a match."""

    min: int
    median: float
    max: int


class Summary(msgspec.Struct, frozen=True, rename="camel"):
    """What came of a simulation. `draws` is the share of matches without a winner."""

    game: str
    seed: int
    matches: int
    events: int
    events_per_second: float
    goals_per_match: float
    draws: float
    length: Lengths
    match_ids: list[str]


def simulate(
    store: str,
    game: str,
    edition: Edition,
    mode: Mode,
    house_rules: Mapping[str, Any],
    *,
    matches: int,
    seed: int,
) -> Generator[Played, None, None]:
    """Play matches to their ends, one after the other. Raises AlreadyRecorded where the store has them from before.

    Each match has luck of its own, from the seed and its number, so that more matches only add to fewer.
    """
    world = _World()
    with Recorder(store, GAMES, clock=world.now, entropy=world.entropy) as recorder:
        for number in range(matches):
            world.turn_to(f"touchline/{seed}/{number}")
            yield _play(recorder, world, game, edition, mode, house_rules)


def summarise(game: str, seed: int, played: Sequence[Played], seconds: float) -> Summary:
    """The figures of a simulation of one match or more."""
    lengths = [match.events for match in played]
    events = sum(lengths)
    return Summary(
        game=game,
        seed=seed,
        matches=len(played),
        events=events,
        events_per_second=round(events / seconds, 1),
        goals_per_match=round(sum(match.goals for match in played) / len(played), 2),
        draws=round(sum(match.winner is None for match in played) / len(played), 3),
        length=Lengths(min(lengths), median(lengths), max(lengths)),
        match_ids=[match.match_id for match in played],
    )


class _World:
    """The clock and the luck of a simulated match."""

    def __init__(self) -> None:
        self.turn_to("")

    def turn_to(self, seed: str) -> None:
        self.rng = Random(seed)
        self._random_bytes = Random(f"{seed}/entropy")  # apart, so that no play depends on what else needs such bytes
        self._time = KICK_OFF

    def now(self) -> datetime:
        self._time += timedelta(seconds=1)
        return self._time

    def wait(self, pending: Pending) -> None:
        """Let the time pass before which a timed game takes no answer; it began at most a minute after the kick-off."""
        waits = [choice.not_before for choice in pending.choices if choice.not_before is not None]
        if waits:
            self._time = max(self._time, KICK_OFF + timedelta(minutes=1, milliseconds=max(waits)))

    def entropy(self, length: int) -> bytes:
        return self._random_bytes.randbytes(length)


def _play(
    recorder: Recorder, world: _World, game: str, edition: Edition, mode: Mode, house_rules: Mapping[str, Any]
) -> Played:
    opened = recorder.open_match(game, edition, NAMES, mode, house_rules)
    if isinstance(opened, Malformed):
        raise ValueError(opened.message)
    record = recorder.match(opened.match_id)
    while (act := choose(record.game, record.state.table, world.rng)) is not None:
        world.wait(record.game.pending(record.state.table))
        seat = Viewer(act.side) if isinstance(act, Command) else Viewer.REFEREE
        answer = recorder.submit(record.id, opened.tokens[seat], f"v{record.version}", act, record.version)
        if not isinstance(answer, Accepted):
            raise AssertionError(f"match {record.id}, version {record.version}: legal, and yet refused: {answer}")
    result = record.result
    return Played(record.id, record.version, result.score.home + result.score.away, result.winner)
