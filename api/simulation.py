"""Simulated matches: random legal play by the rules of the recorder, the same for the same seed to the last byte.

Matches are played in memory, a few at a time and by as many processes as there are cores, and go to their store whole,
thousands of events in one commit. What is recorded depends on neither.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import chain, count, islice
from multiprocessing import get_context
from random import Random
from statistics import median
from typing import Any, NamedTuple

import msgspec

from api.invented import Fixture, League
from domain.games import GAMES
from domain.match.answers import Malformed
from domain.match.chance import Mode
from domain.match.draft import Draft
from domain.match.editions import Edition
from domain.match.engines import WholeMatch
from domain.match.envelope import Act, Codec
from domain.match.game import Command, Pending
from domain.match.opening import NO_OCCASION, prepare
from domain.match.random_play import choose
from domain.match.recorder import Recorder
from domain.match.sides import BySide, Side, Viewer
from projections.processes import end_with_parent, interrupts_held

FRIENDLY = Fixture(BySide("Simulated Home", "Simulated Away"), datetime(2000, 1, 1, 15, tzinfo=UTC), NO_OCCASION)
"""A match that belongs to no league."""

_CODEC = Codec(GAMES.every_version())

A_CHUNK = 10
"""Matches that are played at once by one process."""

EVENTS_A_COMMIT = 10_000
"""From how many events on the matches that have been played are recorded."""

EVENTS_A_PROCESS = 10_000
MATCHES_A_PROCESS = 50
"""What there must be to play for one more process, which takes a second to begin."""


class Plan(msgspec.Struct, frozen=True):
    """The matches of one game that are to be simulated.

    seed: the same one plays the same matches. league: whose fixtures they are; None where each is for itself.
    """

    game: str
    edition: Edition
    mode: Mode
    house_rules: Mapping[str, Any]
    seed: int
    league: League | None = None

    def fixture(self, number: int) -> Fixture:
        """A match of the plan by its number, from 0."""
        return FRIENDLY if self.league is None else self.league.fixture(number)


class Played(msgspec.Struct, frozen=True, rename="camel"):
    """A match that has been simulated."""

    match_id: str
    game: str
    events: int
    goals: int
    winner: Side | None


class Lengths(msgspec.Struct, frozen=True):
    """Events a match."""

    min: int
    median: float
    max: int


class OfGame(msgspec.Struct, frozen=True, rename="camel"):
    """What came of the matches of a game. `draws` is the share of matches without a winner."""

    game: str
    matches: int
    goals_per_match: float
    draws: float
    length: Lengths


class Summary(msgspec.Struct, frozen=True, rename="camel"):
    """What came of a simulation."""

    seed: int
    matches: int
    events: int
    events_per_second: float
    games: list[OfGame]
    match_ids: list[str]


def league_of(game: str, seed: int, competition: str, sides: int, season: str | None = None) -> League:
    """The league of a game that a seed invents. See `League`."""
    return League(competition, sides, Random(f"touchline/{game}/{seed}/league"), season)


def simulate(
    store: str, plans: Sequence[Plan], *, matches: int | None = None, events: int | None = None, jobs: int = 1
) -> Generator[Played, None, None]:
    """Play matches to their ends, those of several plans in turn. What has been yielded is on disk.

    matches: how many of each plan at most. events: with how many it is enough; the match that reaches them is the last.
    jobs: how many processes play at most. Each match has luck of its own, from its seed, game and number, so that more
    matches only add to fewer.

    Raises AlreadyRecorded where the store has some from before, and ValueError where a plan cannot be played.
    """
    numbers = count() if matches is None else range(matches)
    turns = ((index, number) for number in numbers for index in range(len(plans)))
    most = max((events or 0) // EVENTS_A_PROCESS, (matches or 0) * len(plans) // MATCHES_A_PROCESS)
    enough, waiting = 0, list[Done]()
    with Recorder(store, GAMES) as recorder:
        for done in _play_all(plans, turns, min(jobs, most)):
            waiting.append(done)
            enough += done.played.events
            reached = events is not None and enough >= events
            if reached or sum(one.played.events for one in waiting) >= EVENTS_A_COMMIT:
                yield from _record(recorder, waiting)
                waiting = []
            if reached:
                return
        if waiting:
            yield from _record(recorder, waiting)


def summarise(seed: int, played: Sequence[Played], seconds: float) -> Summary:
    """The figures of a simulation of one match or more."""
    events = sum(match.events for match in played)
    games = dict.fromkeys(match.game for match in played)
    return Summary(
        seed=seed,
        matches=len(played),
        events=events,
        events_per_second=round(events / seconds, 1),
        games=[_of_game(game, [match for match in played if match.game == game]) for game in games],
        match_ids=[match.match_id for match in played],
    )


def _of_game(game: str, played: Sequence[Played]) -> OfGame:
    lengths = [match.events for match in played]
    return OfGame(
        game=game,
        matches=len(played),
        goals_per_match=round(sum(match.goals for match in played) / len(played), 2),
        draws=round(sum(match.winner is None for match in played) / len(played), 3),
        length=Lengths(min(lengths), median(lengths), max(lengths)),
    )


class World:
    """The clock and the luck of a simulated match."""

    def __init__(self) -> None:
        self.turn_to("", FRIENDLY.kick_off)

    def turn_to(self, seed: str, kick_off: datetime) -> None:
        """Begin another match. Each commit follows a second after the one before."""
        self.rng = Random(seed)
        self._random_bytes = Random(f"{seed}/entropy")  # apart, so that no play depends on what else needs such bytes
        self._kick_off = self._time = kick_off

    def now(self) -> datetime:
        """The time, a second on."""
        self._time += timedelta(seconds=1)
        return self._time

    def wait(self, pending: Pending) -> None:
        """Let the time pass before which a timed game takes no answer; it began at most a minute after the kick-off."""
        waits = [choice.not_before for choice in pending.choices if choice.not_before is not None]
        if waits:
            self._time = max(self._time, self._kick_off + timedelta(minutes=1, milliseconds=max(waits)))

    def entropy(self, length: int) -> bytes:
        """Random bytes."""
        return self._random_bytes.randbytes(length)


def play(world: World, plan: Plan, number: int) -> "Done":
    """Play a match of a plan. Raises ValueError where it cannot be opened."""
    fixture = plan.fixture(number)
    world.turn_to(f"touchline/{plan.game}/{plan.seed}/{number}", fixture.kick_off)
    prepared = prepare(
        GAMES,
        world.entropy,
        plan.game,
        plan.edition,
        fixture.names,
        plan.mode,
        plan.house_rules,
        occasion=fixture.occasion,
    )
    if isinstance(prepared, Malformed):
        raise ValueError(f"{prepared.path}: {prepared.message}")
    draft = Draft(prepared, _CODEC, world.now, world.entropy)
    game = draft.game
    while (act := choose(game, draft.state.table, world.rng)) is not None:
        world.wait(game.pending(draft.state.table))
        refusal = draft.submit(seat_of(act), f"v{draft.version}", act)
        if refusal is not None:
            raise AssertionError(f"match {draft.match_id}, version {draft.version}: legal, and yet refused: {refusal}")
    result = draft.result
    goals = result.score.home + result.score.away
    return Done(Played(draft.match_id, plan.game, draft.version, goals, result.winner), draft.whole())


def seat_of(act: Act) -> Viewer:
    """Who plays an act: each side for itself, and the referee reports what chance brings."""
    return Viewer(act.side) if isinstance(act, Command) else Viewer.REFEREE


class Done(NamedTuple):
    """A match that has been played, and is to be recorded."""

    played: Played
    whole: WholeMatch


_Turn = tuple[int, int]
"""A match to be played: the place of its plan among the plans, and its number in it."""


def _record(recorder: Recorder, waiting: Sequence[Done]) -> list[Played]:
    recorder.record_whole([done.whole for done in waiting])
    return [done.played for done in waiting]


def _play_all(plans: Sequence[Plan], turns: Iterator[_Turn], jobs: int) -> Iterator[Done]:
    """Every match in its turn, whoever plays it."""
    chunks = iter(lambda: list(islice(turns, A_CHUNK)), [])
    if jobs <= 1:
        return chain.from_iterable(_play_chunk(plans, chunk) for chunk in chunks)
    return _play_at_once(plans, chunks, jobs)


def _play_chunk(plans: Sequence[Plan], turns: Iterable[_Turn]) -> list[Done]:
    world = World()
    return [play(world, plans[index], number) for index, number in turns]


def _play_at_once(plans: Sequence[Plan], chunks: Iterator[Sequence[_Turn]], jobs: int) -> Iterator[Done]:
    # Begun afresh: a copy of this process would have half of its threads.
    executor = ProcessPoolExecutor(jobs, get_context("spawn"), _begin_process, (plans,))
    playing: deque[Future[list[Done]]] = deque()
    try:
        while True:
            # Enough ahead that nobody waits, and no more, so that memory does not grow with the matches.
            with interrupts_held():
                playing.extend(executor.submit(_play_here, chunk) for chunk in islice(chunks, 2 * jobs - len(playing)))
            if not playing:
                return
            yield from playing.popleft().result()
    finally:
        executor.shutdown(cancel_futures=True)


_plans: Sequence[Plan] = ()
"""What this process plays, where it was begun to play."""


def _begin_process(plans: Sequence[Plan]) -> None:
    global _plans
    _plans = plans
    end_with_parent()


def _play_here(turns: Sequence[_Turn]) -> list[Done]:
    return _play_chunk(_plans, turns)
