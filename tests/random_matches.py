"""Random legal matches in memory, of any game, from random setups: what the generic tests walk through."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from enum import Enum
from random import Random
from typing import Any

import msgspec

from domain.games import GAMES
from domain.match import house_rules, play
from domain.match.chance import Mode, SeededDealer, commitment
from domain.match.editions import Edition, Shelf
from domain.match.envelope import Act
from domain.match.events import MatchOpened
from domain.match.game import Command, Game, Pending
from domain.match.play import MatchState, Step
from domain.match.random_play import choose
from domain.match.sides import BySide

SHELF = Shelf({game.id: game.edition_model for game in GAMES})
KICK_OFF = datetime(2026, 8, 1, 15, tzinfo=UTC)
LONGEST = 5_000
"""Acts. A match that goes on longer is taken to have no end."""


class Moment(msgspec.Struct, frozen=True):
    """A match before an act, the act, and what it brought."""

    state: MatchState
    act: Act
    at: datetime
    steps: tuple[Step, ...]


class RandomMatch:
    """One match, the same for the same game, mode and seed: edition, house rules, chance and decisions are random."""

    def __init__(self, game: Game[Any], mode: Mode, seed: int) -> None:
        self.game = game
        self.mode = mode
        self.rng = Random(f"{game.id} {mode} {seed}")
        edition: Edition = self.rng.choice([edition for edition in SHELF if edition.game == game.id])
        rules = {rule.name: self.rng.choice(rule.values) for rule in house_rules.describe(game.house_rules)}
        secret = self.rng.randbytes(32)
        self.dealer = SeededDealer(secret, "random") if mode is Mode.DEALT else None
        self.opened = MatchOpened(
            game=game.id,
            rules_version=game.rules_version,
            mode=mode,
            edition=edition.content,
            edition_digest=edition.digest,
            house_rules=rules,
            names=BySide("Home Town", "Away City"),
            commitment=commitment(secret) if self.dealer else None,
        )
        self.opening = play.open_match(game, self.opened, self.dealer)
        self.start = self.fold(None, self.opening)
        self.now = KICK_OFF

    def fold(self, state: MatchState | None, steps: tuple[Step, ...]) -> MatchState:
        """The match after some steps."""
        for step in steps:
            state = play.evolve(self.game, state, step.event)
        assert state is not None
        return state

    def pending(self, state: MatchState) -> Pending:
        """What the match waits for."""
        return play.pending(self.game, state)

    def carry_out(self, state: MatchState, act: Act) -> Any:
        """What an act brings at this moment."""
        return play.carry_out(self.game, state, act, self.dealer, self.now)

    def moments(self) -> Iterator[Moment]:
        """The match act by act, to its end."""
        state = self.start
        for _ in range(LONGEST):
            self.let_time_pass(state)
            act = choose(self.game, state.table, self.rng)
            if act is None:
                return
            steps = self.carry_out(state, act)
            assert isinstance(steps, tuple), f"legal, and yet refused: {act} {steps}"
            yield Moment(state, act, self.now, steps)
            state = self.fold(state, steps)
        raise AssertionError(f"no end after {LONGEST} acts")

    def let_time_pass(self, state: MatchState) -> None:
        """A moment goes by; where sides are stopped, until all may act again."""
        self.now += timedelta(milliseconds=self.rng.randrange(50, 2_000))
        waits = [choice.not_before for choice in self.pending(state).choices if choice.not_before is not None]
        if waits:
            self.now = max(self.now, KICK_OFF + timedelta(milliseconds=max(waits) + 60_000))

    def variants(self, command: Command) -> Iterator[Command]:
        """Near misses: the same command with one field made something else."""
        for field in msgspec.structs.fields(command):
            for value in self._variants(getattr(command, field.name)):
                yield msgspec.structs.replace(command, **{field.name: value})

    def _variants(self, value: Any) -> Iterator[Any]:
        if isinstance(value, bool):
            yield not value
        elif isinstance(value, int):
            yield from (value + 1, value - 1, -1, 10**9)
        elif isinstance(value, tuple):
            yield ()
            yield value[::-1]
            yield value[:-1]
            yield (*value, *value[:1])
            for index, part in enumerate(value[:3]):
                for other in self._variants(part):
                    yield (*value[:index], other, *value[index + 1 :])
        elif isinstance(value, Enum):
            yield from (other for other in type(value) if other is not value)
        elif isinstance(value, str):
            yield from ("", "stranger", value + " ", value.upper())
