"""What games say of their matches in the words of all: the facts of acts, of random matches and of the golden ones."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from domain.games import GAMES
from domain.match import play
from domain.match.chance import Mode
from domain.match.envelope import Codec
from domain.match.events import MATCH_EVENTS
from domain.match.facts import Fact
from domain.match.game import Event, Game, Result
from domain.match.play import MatchState
from tests import golden_matches
from tests.bdd import Act, Situation
from tests.random_matches import RandomMatch

CODEC = Codec(GAMES.every_version())


class Told(msgspec.Struct, frozen=True):
    """An event of a match, what it means, the table before and after it, and the result by then."""

    before: Any
    event: Event
    after: Any
    facts: tuple[Fact, ...]
    result: Result


def facts_of(situation: Situation, *acts: Act) -> list[Fact]:
    """What these acts mean, each of which must be accepted."""
    facts: list[Fact] = []
    for act in acts:
        before, situation = situation.state, situation.played(act)
        for event in situation.events:
            after = situation.game.evolve(before, event)
            facts += situation.game.account(before, event, after)
            before = after
    return facts


def random_match(game: Game[Any], mode: Mode, seed: int) -> Iterator[Told]:
    """A random match from its beginning to its end."""
    match = RandomMatch(game, mode, seed)
    steps = [*match.opening, *(step for moment in match.moments() for step in moment.steps)]
    return _told(game, (step.event for step in steps))


def golden_match(path: Path) -> Iterator[Told]:
    """A golden match from its beginning to its end."""
    archive = golden_matches.load(path)
    entries = (CODEC.decode(line.topic, bytes(line.entry))[1] for line in archive.lines)
    return _told(GAMES.current(archive.header.game), (entry.data for entry in entries))


def _told(game: Game[Any], events: Iterable[Event]) -> Iterator[Told]:
    state: MatchState | None = None
    for event in events:
        before, state = state, play.evolve(game, state, event)
        if before is not None and not isinstance(event, MATCH_EVENTS):
            facts = tuple(game.account(before.table, event, state.table))
            yield Told(before.table, event, state.table, facts, game.result(state.table))
