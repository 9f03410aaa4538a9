"""Playing a match, purely: the fold of its events, and what follows from a command.

Nothing here stores or draws. The recorder, the verification of archives and simulations all go through these
functions, so what one of them accepts the others accept too.
"""

from datetime import datetime
from functools import lru_cache
from typing import Any, cast

import msgspec

from domain.match import editions, house_rules
from domain.match.answers import MatchOver, NotPermitted, NotYourTurn
from domain.match.chance import Dealer, Mode, Source
from domain.match.envelope import Act
from domain.match.events import MatchOpened, SeedRevealed
from domain.match.game import (
    Chance,
    ChanceEvent,
    Command,
    Event,
    Game,
    Outcome,
    Pending,
    RuleViolation,
    Setup,
    Timed,
)
from domain.match.sides import Viewer


class MatchState(msgspec.Struct, frozen=True):
    """A match after some version.

    table: the game's own state. draws: chance outcomes so far, so the index of the next draw.
    """

    setup: Setup
    table: Any
    draws: int = 0
    commitment: str | None = None
    seed_revealed: bool = False


class Step(msgspec.Struct, frozen=True):
    """An event that is to be recorded, and the match after it; of a chance event also source and index of the draw."""

    event: Event
    after: MatchState
    source: Source | None = None
    draw: int | None = None


def setup_of(game: Game[Any], opened: MatchOpened) -> Setup:
    """What a match is played with, from its first event. Raises EditionError or HouseRuleError."""
    return Setup(
        edition=editions.read(game.edition_model, opened.edition).model,
        house_rules=house_rules.read(game.house_rules, opened.house_rules),
        names=opened.names,
        mode=opened.mode,
    )


def evolve(game: Game[Any], state: MatchState | None, event: Event) -> MatchState:
    """The match after an event."""
    if state is None:
        if not isinstance(event, MatchOpened):
            raise ValueError(f"a match begins with MatchOpened, not with {type(event).__name__}")
        setup = setup_of(game, event)
        return MatchState(setup, game.start(setup), commitment=event.commitment)
    if isinstance(event, SeedRevealed):
        return MatchState(state.setup, state.table, state.draws, state.commitment, seed_revealed=True)
    draws = state.draws + isinstance(event, ChanceEvent)
    return MatchState(state.setup, game.evolve(state.table, event), draws, state.commitment, state.seed_revealed)


def pending(game: Game[Any], state: MatchState) -> Pending:
    """What the match waits for."""
    return game.pending(state.table)


def open_match(game: Game[Any], opened: MatchOpened, dealer: Dealer | None) -> tuple[Step, ...]:
    """The events of the commit that opens a match. `dealer` deals in a dealt match, and is None in a reported one."""
    play = _Play(game, None, dealer)
    play.record(opened)
    play.record_all(game.opening(play.now.setup))
    play.deal_on()
    return play.steps


def not_permitted(mode: str, viewer: Viewer, act: Act) -> NotPermitted | None:
    """Why a seat may not send this act, whatever the state of the match; None where it may.

    A side acts for itself. In a reported match the referee is the scorekeeper, and may enter everything.
    """
    if viewer is Viewer.SPECTATOR:
        return NotPermitted("a token of a seat of this match is needed")
    if viewer is Viewer.REFEREE:
        if mode == Mode.DEALT:
            return NotPermitted("in a dealt match the sides decide for themselves, not the referee")
        return None
    if act.side is None or act.side != viewer.side:
        whose = f"for {act.side}" if act.side else "for the table; the referee does"
        return NotPermitted(f"the {viewer} seat does not act {whose}")
    return None


def carry_out(
    game: Game[Any], state: MatchState, act: Act, dealer: Dealer | None, at: datetime
) -> tuple[Step, ...] | RuleViolation | NotYourTurn | NotPermitted | MatchOver:
    """The events of the commit that a command or a reported outcome brings, or why it is refused.

    In a dealt match the dealer then supplies what chance is due, until a person has to decide or the match is over.
    `at` is when the act came, which matters to timed games only.
    """
    due = pending(game, state)
    if not due.choices and due.chance is None:
        return MatchOver("the match is over; nothing can be added to it")
    if isinstance(act, Outcome):
        events = _resolve(game, state, act, due.chance)
    elif due.choice_of(act.side) is not None:
        events = _decide(game, state, act, at)
    elif due.chance is not None:
        return NotYourTurn(f"first a chance outcome is due: {due.chance.prompt}")
    else:
        return NotYourTurn(f"the match waits for {' and '.join(choice.side for choice in due.choices)}")
    if isinstance(events, RuleViolation | NotYourTurn | NotPermitted):
        return events
    play = _Play(game, state, dealer)
    play.record_all(events, Source.REPORTED)
    play.deal_on()
    return play.steps


def _decide(game: Game[Any], state: MatchState, command: Command, at: datetime) -> tuple[Event, ...] | RuleViolation:
    stamped: Act | RuleViolation = command
    if state.setup.mode == Mode.DEALT and _is_timed(type(game)):
        stamped = cast(Timed, game).stamp(state.table, command, at)
    if isinstance(stamped, RuleViolation):
        return stamped
    decided = game.decide(state.table, cast(Command, stamped))
    return decided if isinstance(decided, RuleViolation) else tuple(decided)


@lru_cache(maxsize=64)
def _is_timed(kind: type) -> bool:
    """Whether time matters in a game; remembered, since asking a protocol takes longer than many a decision."""
    return issubclass(kind, Timed)


def _resolve(
    game: Game[Any], state: MatchState, outcome: Outcome, chance: Chance | None
) -> "tuple[Event, ...] | RuleViolation | NotYourTurn | NotPermitted":
    if state.setup.mode != Mode.REPORTED:
        return NotPermitted("this match is dealt: its dice and cards come from the recorder")
    if chance is None:
        return NotYourTurn("no chance outcome is due; the match waits for a decision")
    if not any(possible == outcome and weight > 0 for possible, weight in chance.outcomes):
        return RuleViolation(chance.clause, f"that cannot happen now; due is: {chance.prompt}")
    return tuple(game.resolve(state.table, outcome))


class _Play:
    """The steps of one commit while they are made."""

    def __init__(self, game: Game[Any], state: MatchState | None, dealer: Dealer | None) -> None:
        self._game = game
        self._state = state
        self._dealer = dealer
        self._steps: list[Step] = []

    @property
    def now(self) -> MatchState:
        """The match after the steps so far."""
        if self._state is None:
            raise ValueError("the match is not open yet")
        return self._state

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self._steps)

    def record(self, event: Event, source: Source | None = None) -> None:
        before, self._state = self._state, evolve(self._game, self._state, event)
        if before is not None and isinstance(event, ChanceEvent):
            self._steps.append(Step(event, self._state, source, before.draws))
        else:
            self._steps.append(Step(event, self._state))

    def record_all(self, events: Any, source: Source | None = None) -> None:
        for event in events:
            self.record(event, source)

    def deal_on(self) -> None:
        """Supply chance until a person decides; once the match is over, reveal the seed."""
        if self._dealer is None:
            return
        while (chance := (due := pending(self._game, self.now)).chance) is not None:
            outcome = self._dealer.deal(self.now.draws, chance)
            self.record_all(self._game.resolve(self.now.table, outcome), Source.DEALT)
        if not due.choices and self._dealer.seed is not None:
            self.record(SeedRevealed(seed=self._dealer.seed))


def tell(game: Game[Any], state: MatchState, event: Event) -> str:
    """What happened, in a sentence. `state` is the match before the event."""
    if isinstance(event, SeedRevealed):
        return f"The seed of the draws is revealed: {event.seed}."
    return game.tell(state.table, event)
