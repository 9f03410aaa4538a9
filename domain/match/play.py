"""Playing a match, purely: the fold of its events, and what follows from a command.

Nothing here stores or draws. The recorder, the verification of archives and simulations all go through these
functions, so what one of them accepts the others accept too.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, cast

import msgspec

from domain.match import affairs, editions, house_rules, telling
from domain.match.affairs import Affairs
from domain.match.answers import MatchOver, NotPermitted, NotYourTurn
from domain.match.chance import Dealer, Mode, SeededDealer, Source
from domain.match.commands import DeclareReady
from domain.match.envelope import Act
from domain.match.events import GOES_BACK, MATCH_EVENTS, MatchOpened, SeedRevealed
from domain.match.game import (
    Chance,
    ChanceEvent,
    Choice,
    Command,
    Event,
    Game,
    Outcome,
    Pending,
    Result,
    RuleViolation,
    Setup,
    Timed,
)
from domain.match.sides import SIDES, Side, Viewer


class MatchState(msgspec.Struct, frozen=True, gc=False):
    """A match after some version.

    table: the game's own state. draws: chance outcomes so far, so the index of the next draw. affairs: what concerns
    the match beside its table.
    """

    setup: Setup
    table: Any
    draws: int = 0
    affairs: Affairs = Affairs()

    @property
    def reported(self) -> bool:
        """Whether chance is reported from here: in a reported match, and once dealing has ended in a dealt one."""
        affairs = self.affairs
        return self.setup.mode == Mode.REPORTED or affairs.seed_revealed or affairs.dealing_ended


Recall = Callable[[int], MatchState]
"""The match after an earlier version, for events that go back to it."""


class Step(msgspec.Struct, frozen=True):
    """An event that is to be recorded; of a chance event also the source and the index of the draw."""

    event: Event
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


def evolve(game: Game[Any], state: MatchState | None, event: Event, recall: Recall | None = None) -> MatchState:
    """The match after an event. `recall` is needed for events that take a match back (GOES_BACK)."""
    if state is None:
        if not isinstance(event, MatchOpened):
            raise ValueError(f"a match begins with MatchOpened, not with {type(event).__name__}")
        setup = setup_of(game, event)
        return MatchState(setup, game.start(setup), affairs=affairs.opened(event))
    if type(event) in _OF_EVERY_MATCH:
        now = affairs.evolve(state.affairs, event)
        then = state
        if isinstance(event, GOES_BACK):
            if recall is None:
                raise ValueError(f"{type(event).__name__} goes back to a version that is not at hand")
            then = recall(event.back_to)
        return MatchState(state.setup, then.table, then.draws, now)
    draws = state.draws + isinstance(event, ChanceEvent)
    return MatchState(state.setup, game.evolve(state.table, event), draws, state.affairs)


def dealer(state: MatchState, match_id: str, seed: bytes) -> SeededDealer:
    """Who deals a match on from its seed, with what home and away have added to the draws."""
    affairs = state.affairs
    home, away = affairs.entropies.home or "", affairs.entropies.away or ""
    return SeededDealer(seed, affairs.draws_of or match_id, (home.encode(), away.encode()))


def pending(game: Game[Any], state: MatchState) -> Pending:
    """What the match waits for. Nothing while it is under review, and once it is over, by play or by a ruling."""
    now = state.affairs
    if now.verdict is not None or now.review is not None:
        return Pending()
    if not now.kicked_off:
        waiting = (side for side in SIDES if now.entropies.of(side) is None)
        ask = "declare that you are ready"
        return Pending(tuple(Choice(side, (DeclareReady.__name__,), "MATCH-1.1", ask) for side in waiting))
    return game.pending(state.table)


def legal_commands(game: Game[Any], state: MatchState, side: Side) -> Iterable[Command | DeclareReady]:
    """What a side may do now, as far as the game lists it; the declaration that it is ready, before kick-off."""
    if pending(game, state).choice_of(side) is None:
        return ()
    return game.legal_commands(state.table, side) if state.affairs.kicked_off else (DeclareReady(),)


def result(game: Game[Any], state: MatchState) -> Result:
    """Score and outcome, by play or by a ruling."""
    played = game.result(state.table)
    verdict = state.affairs.verdict
    if verdict is None:
        return played
    if verdict.score is None:
        return msgspec.structs.replace(played, over=True, winner=None, ruling=verdict.kind)
    return Result(verdict.score, played.period, over=True, winner=verdict.winner, ruling=verdict.kind)


def open_match(game: Game[Any], opened: MatchOpened, dealer: Dealer | None) -> tuple[Step, ...]:
    """The events of the commit that opens a match. `dealer` deals in a dealt match, and is None in a reported one."""
    commit = Commit(game, None, dealer)
    commit.record(opened)
    if not opened.kick_off_when_ready:
        commit.record_all(game.opening(commit.now.setup))
        commit.deal_on()
    return commit.steps


def not_permitted(state: MatchState, viewer: Viewer, act: Act) -> NotPermitted | None:
    """Why a seat may not play this act, whoever's turn it is; None where it may.

    A side acts for itself. In a reported match the referee is the scorekeeper, and may enter everything.
    """
    if viewer is Viewer.SPECTATOR:
        return NotPermitted("a token of a seat of this match is needed")
    if viewer is Viewer.REFEREE:
        if not state.reported:
            return NotPermitted("in a dealt match the sides decide for themselves, not the referee")
        return None
    if act.side is None or act.side != viewer.side:
        whose = f"for {act.side}" if act.side else "for the table; the referee does"
        return NotPermitted(f"the {viewer} seat does not act {whose}")
    return None


def carry_out(
    game: Game[Any], state: MatchState, act: Act, dealer: Dealer | None, at: datetime
) -> tuple[Step, ...] | RuleViolation | NotYourTurn | NotPermitted | MatchOver:
    """The events of the commit that a command or a reported outcome brings, or why it is refused. See `commit_of`."""
    commit = commit_of(game, state, act, dealer, at)
    return commit.steps if isinstance(commit, Commit) else commit


def commit_of(
    game: Game[Any], state: MatchState, act: Act, dealer: Dealer | None, at: datetime
) -> "Commit | RuleViolation | NotYourTurn | NotPermitted | MatchOver":
    """The commit that a command or a reported outcome brings, or why it is refused.

    In a dealt match the dealer then supplies what chance is due, until a person has to decide or the match is over.
    `at` is when the act came, which matters to timed games only.
    """
    if state.affairs.review is not None:
        return NotYourTurn("the match is under review; it waits for the ruling of the referee (MATCH-3.2)")
    if not state.affairs.kicked_off:
        return NotYourTurn("the match has not kicked off; it waits until both sides are ready (MATCH-1.1)")
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
    commit = Commit(game, state, dealer)
    commit.record_all(events, Source.REPORTED)
    commit.deal_on()
    return commit


def _decide(game: Game[Any], state: MatchState, command: Command, at: datetime) -> tuple[Event, ...] | RuleViolation:
    stamped: Act | RuleViolation = command
    if state.setup.mode == Mode.DEALT and hasattr(game, "stamp"):  # a `Timed` one; asking the protocol takes longer
        stamped = cast(Timed, game).stamp(state.table, command, at - timedelta(milliseconds=state.affairs.paused))
    if isinstance(stamped, RuleViolation):
        return stamped
    decided = game.decide(state.table, cast(Command, stamped))
    return decided if isinstance(decided, RuleViolation) else tuple(decided)


def _resolve(
    game: Game[Any], state: MatchState, outcome: Outcome, chance: Chance | None
) -> "tuple[Event, ...] | RuleViolation | NotYourTurn | NotPermitted":
    if not state.reported:
        return NotPermitted("this match is dealt: its dice and cards come from the recorder")
    if chance is None:
        return NotYourTurn("no chance outcome is due; the match waits for a decision")
    if not any(possible == outcome and weight > 0 for possible, weight in chance.outcomes):
        return _impossible(chance, outcome)
    return tuple(game.resolve(state.table, outcome))


def _impossible(chance: Chance, outcome: Outcome) -> RuleViolation:
    """Why an outcome cannot have happened: what is due instead, and which part of the report is wrong.

    It does not list what could have come: the cards that remain in a pile may be somebody's secret.
    """
    message = f"that cannot happen now; due is: {chance.prompt}"
    alike = [possible for possible, weight in chance.outcomes if type(possible) is type(outcome) and weight > 0]
    for field in msgspec.structs.fields(outcome) if alike else ():
        given = getattr(outcome, field.name)
        alike = [possible for possible in alike if getattr(possible, field.name) == given]
        if not alike:
            return RuleViolation(chance.clause, f"{message}; {field.encode_name} cannot be {given}", field.encode_name)
    return RuleViolation(chance.clause, message)


class Commit:
    """The steps of one commit while they are made. `now` is the match after them.

    dealer: who deals; None where chance is reported. recall: earlier versions, for a commit that goes back to one.
    """

    def __init__(
        self, game: Game[Any], state: MatchState | None, dealer: Dealer | None, recall: Recall | None = None
    ) -> None:
        self.dealer = dealer
        self._game = game
        self._state = state
        self._recall = recall
        self._steps: list[Step] = []

    @property
    def now(self) -> MatchState:
        """The match after the steps so far."""
        if self._state is None:
            raise ValueError("the match is not open yet")
        return self._state

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far."""
        return tuple(self._steps)

    def record(self, event: Event, source: Source | None = None) -> None:
        """Add an event. `source` is that of its chance, if it records any."""
        if isinstance(event, ChanceEvent):
            self._steps.append(Step(event, source, self.now.draws))
        else:
            self._steps.append(Step(event))
        self._state = evolve(self._game, self._state, event, self._recall)

    def record_all(self, events: Iterable[Event], source: Source | None = None) -> None:
        """Add events in order."""
        for event in events:
            self.record(event, source)

    def deal_on(self) -> None:
        """Supply chance until a person decides; once the match is over, reveal the seed."""
        if self.dealer is None:
            return
        while (chance := (due := pending(self._game, self.now)).chance) is not None and not self.now.reported:
            outcome = self.dealer.deal(self.now.draws, chance)
            self.record_all(self._game.resolve(self.now.table, outcome), Source.DEALT)
        if not due.choices and due.chance is None:
            self.reveal()

    def reveal(self) -> None:
        """Reveal the seed, unless that has happened or it is not known here."""
        if self.dealer is not None and self.dealer.seed is not None and not self.now.affairs.seed_revealed:
            self.record(SeedRevealed(seed=self.dealer.seed))


def tell(game: Game[Any], state: MatchState, event: Event) -> str:
    """What happened, in a sentence. `state` is the match before the event."""
    if type(event) in _OF_EVERY_MATCH:
        return telling.tell(event, state.setup.names)
    return game.tell(state.table, event)


_OF_EVERY_MATCH = frozenset(MATCH_EVENTS)
