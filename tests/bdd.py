"""Given, when, then: how the tests of a game speak.

given(TOOOR, setup).played(act, ...).when(act).then(event, ...), or .then_refused("TOOOR-4.3"). An act is a command or a
chance outcome; one that is given has to be accepted, and an outcome has to be due.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.match.game import Command, Event, Game, Outcome, Pending, RuleViolation, Setup

Act = Command | Outcome


class Situation:
    """A match at some moment, and what the last act brought."""

    def __init__(self, game: Game[Any], state: Any, answer: Sequence[Event] | RuleViolation = ()) -> None:
        self.game = game
        self.state = state
        self.answer = answer

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last act brought; it must not have been refused."""
        assert not isinstance(self.answer, RuleViolation), self.answer
        return tuple(self.answer)

    @property
    def pending(self) -> Pending:
        """What the match waits for."""
        return self.game.pending(self.state)

    def with_events(self, *events: Event) -> "Situation":
        """The same match after these facts, however they came about."""
        state = self.state
        for event in events:
            state = self.game.evolve(state, event)
        return Situation(self.game, state, events)

    def where(self, **fields: Any) -> "Situation":
        """The same match with other values in its state."""
        return Situation(self.game, msgspec.structs.replace(self.state, **fields))

    def played(self, *acts: Act) -> "Situation":
        """The same match after these acts, each of which must be accepted."""
        situation = self
        for act in acts:
            situation = situation.when(act)
            assert not isinstance(situation.answer, RuleViolation), (act, situation.answer)
        return situation

    def when(self, act: Act) -> "Situation":
        """What an act brings."""
        due = self.pending
        if isinstance(act, Outcome):
            assert due.chance is not None, f"no chance is due for {act}, but {due}"
            assert any(act == outcome for outcome, _ in due.chance.outcomes), f"{act} is none of {due.chance}"
            answer: Sequence[Event] | RuleViolation = self.game.resolve(self.state, act)
        else:
            answer = self.game.decide(self.state, act)
        if isinstance(answer, RuleViolation):
            return Situation(self.game, self.state, answer)
        after = self.with_events(*answer)
        assert all(event.clause in self.game.rulebook for event in answer), "every event cites a clause"
        return Situation(self.game, after.state, answer)

    def then(self, *events: Event) -> "Situation":
        """The last act brought exactly these events."""
        assert self.events == events
        return self

    def then_happens(self, *events: Event) -> "Situation":
        """The last act brought these events in this order, others perhaps among them."""
        found = iter(self.events)
        for event in events:
            assert any(one == event for one in found), f"{event} is not (in this order) in {self.events}"
        return self

    def then_no(self, *types: type[Event]) -> "Situation":
        """The last act brought no event of these types."""
        assert not [event for event in self.events if isinstance(event, types)]
        return self

    def then_refused(self, clause: str, path: str | None = None, saying: str = "") -> "Situation":
        """The last act was refused by this clause, at this part of it, with a message that has these words."""
        assert isinstance(self.answer, RuleViolation), f"accepted: {self.answer}"
        assert self.answer.clause == clause, self.answer
        assert clause in self.game.rulebook
        assert path is None or self.answer.path == path, self.answer
        assert saying in self.answer.message, self.answer
        return self

    def then_legal(self, *commands: Command) -> "Situation":
        """The sides of these commands can now send exactly these, in any order."""
        for side in {command.side for command in commands}:
            legal = list(self.game.legal_commands(self.state, side))
            assert len(legal) == len(set(legal)), "each command is offered once"
            assert set(legal) == {command for command in commands if command.side is side}
        return self

    def then_waits_for(self, *sides: str, clause: str | None = None) -> "Situation":
        """These sides, and no other, have a decision to take."""
        assert [choice.side for choice in self.pending.choices] == list(sides)
        assert clause is None or {choice.clause for choice in self.pending.choices} == {clause}
        return self

    def then_due(self, clause: str, *outcomes: tuple[Outcome, int]) -> "Situation":
        """Chance is due by this clause and, where they are given, with these outcomes and weights."""
        assert self.pending.chance is not None, self.pending
        assert self.pending.chance.clause == clause
        assert not outcomes or self.pending.chance.outcomes == outcomes
        return self


def given(game: Game[Any], setup: Setup) -> Situation:
    """A match that has just been opened."""
    opening = game.opening(setup)
    return Situation(game, game.start(setup)).with_events(*opening)
