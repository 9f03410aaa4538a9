"""Matches that are played in memory and recorded whole, thousands of events in one commit (`Recorder.record_whole`).

A draft is decided by the same rules as a recorded match and kept in the same envelopes: with the same clock and the
same entropy its events, its seats and its seed are those of the recorder to the byte.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from domain.match import play
from domain.match.answers import MatchOver, NotPermitted, NotYourTurn
from domain.match.commits import Entropy, Sender, enveloped, keepsakes_of, new_tokens, public_id
from domain.match.engines import WholeMatch
from domain.match.envelope import RECORDER, Act, Codec
from domain.match.game import Game, Result, RuleViolation
from domain.match.leaves import SALT_BYTES, leaf_of
from domain.match.opening import Prepared
from domain.match.play import Commit, MatchState
from domain.match.sides import Viewer


class Draft:
    """A match that is being played and not recorded yet. It takes what its game has, and no rulings.

    clock: the time now, UTC. entropy: random bytes of a length, for tokens and salts; `opening.prepare` has taken the
    id and the seed of the match from it before.
    """

    def __init__(self, prepared: Prepared, codec: Codec, clock: Callable[[], datetime], entropy: Entropy) -> None:
        self.match_id = prepared.match_id
        self.game: Game[Any] = prepared.game
        self._codec = codec
        self._clock = clock
        self._entropy = entropy
        self._rows: list[tuple[str, bytes, bytes, bytes]] = []
        now = clock()
        self.tokens = new_tokens(entropy)
        """The tokens of its seats, once it is recorded; the store then keeps only their digests."""
        self._public_ids = {seat: public_id(token) for seat, token in self.tokens.items()}
        self._keepsakes = keepsakes_of(self.match_id, self.tokens, prepared.seed)
        state = None
        for step in prepared.steps:
            state = play.evolve(self.game, state, step.event)
        if state is None:
            raise ValueError("a match is opened with an event at least")
        self._keep(prepared.steps, state, now, Sender(RECORDER))
        self._dealer = play.dealer(state, self.match_id, prepared.seed) if prepared.seed else None

    @property
    def version(self) -> int:
        """The number of events so far."""
        return len(self._rows)

    @property
    def state(self) -> MatchState:
        """The match as it stands."""
        return self._state

    @property
    def result(self) -> Result:
        """Score and outcome as they stand."""
        return play.result(self.game, self._state)

    def submit(
        self, seat: Viewer, command_id: str, act: Act
    ) -> RuleViolation | NotYourTurn | NotPermitted | MatchOver | None:
        """Take a command, or where chance is reported an outcome, of a seat; None where it has been accepted.

        command_id: the sender's own name for this request, another one for each.
        """
        if (refusal := play.not_permitted(self._state, seat, act)) is not None:
            return refusal
        now = self._clock()
        commit = play.commit_of(self.game, self._state, act, self._dealer, now)
        if not isinstance(commit, Commit):
            return commit
        self._keep(commit.steps, commit.now, now, Sender(seat, self._public_ids[seat], command_id, act))
        return None

    def whole(self) -> WholeMatch:
        """The match as far as it has been played, ready to be recorded."""
        return WholeMatch(tuple(self._rows), self._keepsakes)

    def _keep(self, steps: tuple[play.Step, ...], state: MatchState, now: datetime, sender: Sender) -> None:
        for event in enveloped(self._codec, self.match_id, self.version, steps, now, sender):
            topic, data, salt = self._codec.topic(event), self._codec.encode(event.entry), self._entropy(SALT_BYTES)
            self._rows.append((topic, data, salt, leaf_of(self.match_id, event.version, topic, salt, data)))
        self._state = state
