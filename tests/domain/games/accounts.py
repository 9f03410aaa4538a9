"""What the account of a game tells of a match, event by event."""

from collections.abc import Iterable, Iterator
from math import sqrt
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from domain.games import GAMES
from domain.match import play
from domain.match.chance import Mode
from domain.match.envelope import Codec
from domain.match.events import MATCH_EVENTS
from domain.match.facts import MILLION, Attempted, Fact
from domain.match.game import Event, Game, Result
from domain.match.play import MatchState
from tests import golden_matches
from tests.bdd import Act, Situation
from tests.random_matches import RandomMatch

F = TypeVar("F", bound=Fact)

CODEC = Codec(GAMES.every_version())


class Told(msgspec.Struct, frozen=True):
    """An event of a game with the tables around it, what it means, and the result by then."""

    before: Any
    event: Event
    after: Any
    facts: tuple[Fact, ...]
    result: Result


def told(game: Game[Any], before: Any, event: Event) -> Told:
    """What an event means at a table."""
    after = game.evolve(before, event)
    return Told(before, event, after, tuple(game.account(before, event, after)), game.result(after))


def of_random(match: RandomMatch) -> Iterator[Told]:
    """What a random match means, from its opening to its end."""
    steps = (*match.opening, *(step for moment in match.moments() for step in moment.steps))
    return _of_events(match.game, (step.event for step in steps))


def of_golden(path: Path) -> Iterator[Told]:
    """What a golden match means."""
    golden = golden_matches.load(path)
    entries = (CODEC.decode(line.topic, bytes(line.entry))[1] for line in golden.lines)
    return _of_events(GAMES.current(golden.header.game), (entry.data for entry in entries))


def _of_events(game: Game[Any], events: Iterable[Event]) -> Iterator[Told]:
    state: MatchState | None = None
    for event in events:
        if state is not None and type(event) not in MATCH_EVENTS:
            yield told(game, state.table, event)
        state = play.evolve(game, state, event)


def facts_of(situation: Situation, *acts: Act) -> list[Fact]:
    """What these acts, one after the other, mean at this moment of a match."""
    facts: list[Fact] = []
    for act in acts:
        state = situation.state
        situation = situation.played(act)
        for event in situation.events:
            one = told(situation.game, state, event)
            facts.extend(one.facts)
            state = one.after
    return facts


def kinds(facts: Iterable[Fact], kind: type[F]) -> list[F]:
    """The facts of a kind, in their order."""
    return [fact for fact in facts if isinstance(fact, kind)]


def share(lead: int, die: Iterable[int], *, wins_ties: bool) -> int:
    """The chance in millionths that a lead and a roll win against another roll: every pair of rolls, counted."""
    faces = list(die)
    wins = ways = 0
    for own in faces:
        for other in faces:
            ways += 1
            wins += 1 if lead + own > other else wins_ties and lead + own == other
    return round(wins * 1_000_000 / ways)


def deviation(game: Game[Any], seeds: Iterable[int]) -> float:
    """By how many standard deviations more attempts succeeded in random matches than their chances promised."""
    surplus = variance = 0.0
    for seed in seeds:
        for one in of_random(RandomMatch(game, Mode.REPORTED, seed)):
            for fact in kinds(one.facts, Attempted):
                if fact.chance is not None:
                    chance = fact.chance / MILLION
                    surplus += fact.succeeded - chance
                    variance += chance * (1 - chance)
    return surplus / sqrt(variance)
