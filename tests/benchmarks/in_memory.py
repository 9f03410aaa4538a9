"""Steps of a match in memory: asking what is due, listing what is legal, deciding and folding."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from domain.games import GAMES
from domain.match import play
from domain.match.chance import Mode
from domain.match.game import Game
from tests.benchmarks.harness import Figure, compare
from tests.random_matches import RandomMatch

MATCHES = 10


def figures() -> Iterator[Figure]:
    """A figure for each game."""
    for game in GAMES:
        yield compare(
            f"{game.name}: events decided in random play",
            "events",
            partial(_play, game),
            partial(_fold, game, [list(_events(game, seed)) for seed in range(MATCHES)]),
            "folding the same events",
        )


def _play(game: Game[Any]) -> int:
    return sum(len(list(_events(game, seed))) for seed in range(MATCHES))


def _fold(game: Game[Any], matches: list[list[Any]]) -> int:
    for events in matches:
        state = None
        for event in events:
            state = play.evolve(game, state, event)
    return sum(map(len, matches))


def _events(game: Game[Any], seed: int) -> Iterator[Any]:
    match = RandomMatch(game, Mode.DEALT, seed)
    yield from (step.event for step in match.opening)
    for moment in match.moments():
        yield from (step.event for step in moment.steps)
