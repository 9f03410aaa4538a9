"""A match in memory: its events, its state after every version, and what can be looked up in both."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any, cast

import msgspec
from msgspec import UNSET

from domain.match import play
from domain.match.commits import Sender, enveloped
from domain.match.editions import EditionError
from domain.match.envelope import RECORDER, Act, Codec, Recorded, Submitted, Unreadable
from domain.match.events import GOES_BACK, MatchOpened, ReportCorrected
from domain.match.game import EVERYONE, Event, Game, Pending, Result
from domain.match.house_rules import HouseRuleError
from domain.match.leaves import leaf_of
from domain.match.play import MatchState, Step
from domain.match.registry import Games, UnknownGame
from domain.match.sides import Viewer
from domain.match.visibility import Concealed, Seen, seen

Row = tuple[int, int, str, bytes, bytes, bytes]
"""A stored event: position, version, topic, bytes, salt, leaf."""

NUL = b"\\u0000"
"""How stored bytes have the one character that not every database keeps in a text."""


class Damage(msgspec.Struct, frozen=True):
    """The first version of a match that cannot be read, and why. What lies before it can be."""

    version: int
    reason: str


class DamagedRecord(Exception):
    """Something was asked of a match that its damaged record cannot answer."""

    def __init__(self, match_id: str, damage: Damage) -> None:
        super().__init__(f"the record of match {match_id} is damaged at version {damage.version}: {damage.reason}")
        self.match_id = match_id
        self.damage = damage


class UnknownVersion(LookupError):
    """A match does not have this version."""


class MatchRecord:
    """One match as far as it has been read. It only ever grows, so what was read of it stays true.

    Not thread-safe for writers: the recorder extends it under its lock. Readers may look at any time.
    """

    def __init__(self, match_id: str, games: Games, codec: Codec, *, check_leaves: bool = True) -> None:
        self.id = match_id
        self.damage: Damage | None = None
        self.holds_nul = False
        """Whether a text in it has a NUL."""
        self._games = games
        self._codec = codec
        self._check_leaves = check_leaves
        self._game: Game[Any] | None = None
        self._opened_match: MatchOpened | None = None
        self._events: list[Recorded] = []
        self._states: list[MatchState] = []
        self._secrets: list[Recorded] = []
        self._opened: dict[int, int] = {}
        self._answers: dict[tuple[str, str], int] = {}
        self._struck: dict[int, int] = {}
        self._decided_anew: set[int] = set()
        self._correcting = False

    @property
    def version(self) -> int:
        """The number of events that could be read."""
        return len(self._states)

    @property
    def game(self) -> Game[Any]:
        """The game that is played, in the version of its rules that the match began with."""
        if self._game is None:
            raise self.broken()
        return self._game

    @property
    def opening(self) -> MatchOpened:
        """The first event."""
        if self._opened_match is None:
            raise self.broken()
        return self._opened_match

    @property
    def state(self) -> MatchState:
        """The match as it stands."""
        return self.state_at(self.version)

    @property
    def result(self) -> Result:
        """Score and outcome as they stand."""
        return play.result(self.game, self.state)

    def result_at(self, version: int) -> Result:
        """Score and outcome after a version. Raises UnknownVersion and DamagedRecord."""
        return play.result(self.game, self.state_at(version))

    def pending_at(self, version: int) -> Pending:
        """What the match waited for after a version. Raises UnknownVersion and DamagedRecord."""
        return play.pending(self.game, self.state_at(version))

    def state_at(self, version: int) -> MatchState:
        """The match after a version. Raises UnknownVersion, or DamagedRecord where that version cannot be read."""
        if 1 <= version <= len(self._states):
            return self._states[version - 1]
        if self.damage is not None and version >= self.damage.version:
            raise DamagedRecord(self.id, self.damage)
        raise UnknownVersion(f"match {self.id} has versions 1 to {self.version}, not {version}")

    def tables(self, after: int) -> Iterator[tuple[Any, Any]]:
        """The table before and after each event that comes after a version, the first event of the match apart."""
        return pairwise(state.table for state in islice(self._states, max(after - 1, 0), None))

    def events(self, after: int = 0, until: int | None = None) -> Sequence[Recorded]:
        """The events after a version, up to and including another."""
        return self._events[max(after, 0) : self.version if until is None else max(until, 0)]

    def seen_by(
        self, viewer: Viewer, after: int = 0, until: int | None = None, *, as_of: int | None = None
    ) -> list[Seen]:
        """The same events as a viewer may know them now, or knew them at a version of the match."""
        return [self._seen(viewer, event, as_of) for event in self.events(after, until)]

    def known_to(self, viewer: Viewer, version: int) -> bool:
        """Whether a viewer may read the event of a version now."""
        return isinstance(self._seen(viewer, self._events[version - 1]), Recorded)

    def open_to(self, viewer: Viewer, until: int | None = None) -> bool:
        """Whether a viewer may read every event so far, or up to a version."""
        return all(isinstance(event, Recorded) for event in self.seen_by(viewer, 0, until))

    def answered(self, token: str, command_id: str) -> Sequence[Recorded]:
        """The events that a command of this token brought; none where it has not been accepted."""
        begun = self._answers.get((token, command_id))
        if begun is None:
            return ()
        first, last = self.commit_of(begun)
        return self._events[first - 1 : last]

    def struck_by(self, version: int) -> int | None:
        """The version of the ruling or undo that strikes the event of a version; None where it stands."""
        return self._struck.get(version)

    @property
    def strikes(self) -> int:
        """How many events are struck."""
        return len(self._struck)

    def to_strike(self, back_to: int, until: int) -> list[int]:
        """The versions of play that going back strikes: what stands after `back_to`, up to and including another."""
        of_the_game = self.game.events
        return [
            recorded.version
            for recorded in self.events(back_to, until)
            if recorded.version not in self._struck and type(recorded.event) in of_the_game
        ]

    def commit_of(self, version: int) -> tuple[int, int]:
        """The first and the last version of the commit that a version belongs to."""
        first = last = version
        while first > 1 and not self._events[first - 1].begins_commit:
            first -= 1
        while last < self.version and not self._events[last].begins_commit:
            last += 1
        return first, last

    def submitted(self, recorded: Recorded) -> Submitted:
        """What was submitted, and brought the commit that this event begins."""
        command = recorded.entry.command
        assert command is not UNSET
        return self._codec.decode_act(self.game.id, command)

    def act_of(self, recorded: Recorded) -> Act:
        """What was played in the commit that an event of the game begins."""
        return cast(Act, self.submitted(recorded))

    def tell(self, version: int) -> str:
        """What happened at a version, in a sentence."""
        event = self._events[version - 1].entry.data
        if version == 1 and isinstance(event, MatchOpened):
            return f"{self.game.name}: {event.names.home} against {event.names.away}, {event.mode}."
        try:
            return play.tell(self.game, self._states[max(version - 2, 0)], event)
        except Exception:  # an irregular event may be about nothing that is on the table; its record must not break
            return f"{type(event).__name__}."

    def told(self, event: Seen) -> str:
        """What happened, in a sentence, to whoever sees the event so."""
        if isinstance(event, Concealed):
            return event.sentence.replace("{side}", self.opening.names.of(event.side) if event.side else "somebody")
        return self.tell(event.version)

    def broken(self) -> DamagedRecord:
        """The error that says where the record is damaged."""
        return DamagedRecord(self.id, self.damage or Damage(1, "the match has no first event"))

    def extend_from(self, rows: Iterable[Row]) -> None:
        """Take up events as they are stored. A row that cannot be read ends the record and is kept as its damage."""
        decode, append, states = self._codec.decode, self.append, self._states
        for position, version, topic, data, salt, leaf in rows:
            if self.damage is not None:
                return
            try:
                if version != len(states) + 1:
                    raise Unreadable(f"version {self.version + 1} is missing")
                if self._check_leaves and leaf_of(self.id, version, topic, salt, data) != leaf:
                    raise Unreadable("its leaf is not that of its bytes: one of them was changed")
                if NUL in data:
                    self.holds_nul = True
                name, entry = decode(topic, data)
                append(Recorded(self.id, version, name, entry, position, salt, leaf))
            except (Unreadable, UnknownGame, EditionError, HouseRuleError) as error:
                self.damage = Damage(self.version + 1, str(error))
            except Exception as error:  # stored data is never trusted to be what its game can fold
                self.damage = Damage(self.version + 1, f"{topic} does not follow: {type(error).__name__}: {error}")

    def supposing(self, steps: tuple[Step, ...]) -> "MatchRecord":
        """A record of its own that goes on from this one as if these steps had been recorded."""
        supposed = MatchRecord(self.id, self._games, self._codec, check_leaves=False)
        for recorded in self.events():
            supposed.append(recorded)
        at = self._events[-1].entry.at
        for recorded in enveloped(self._codec, self.id, self.version, steps, at, Sender(RECORDER)):
            supposed.append(recorded)
        return supposed

    def append(self, recorded: Recorded) -> None:
        """Take up the next event."""
        entry = recorded.entry
        event = entry.data
        if self._game is None:
            if not isinstance(event, MatchOpened):
                raise Unreadable("the first event is not the opening of a match")
            game = self._games.of(event.game, event.rules_version)
            state = play.evolve(game, None, event)
            self._game, self._opened_match = game, event
        else:
            state = play.evolve(self._game, self._states[-1], event, self.state_at)
            if type(event) in GOES_BACK:
                self._struck.update(dict.fromkeys(self.to_strike(event.back_to, self.version), recorded.version))
        if entry.command is not UNSET:
            self._answers[entry.token, entry.command_id] = recorded.version
            self._correcting = type(event) is ReportCorrected
        elif self._correcting:
            self._correcting = not recorded.begins_commit
            if self._correcting:
                self._decided_anew.add(recorded.version)
        if self._secrets:
            for secret in [secret for secret in self._secrets if secret.event.opened_by(event)]:
                self._secrets.remove(secret)
                self._opened[secret.version] = recorded.version
        # Secrets that nothing but the end of the match opens need no looking after.
        if entry.audience != EVERYONE and type(event).opened_by is not Event.opened_by:
            self._secrets.append(recorded)
        # The event first: a reader takes the number of states as the version, and must find that many events.
        self._events.append(recorded)
        self._states.append(state)

    def _seen(self, viewer: Viewer, recorded: Recorded, as_of: int | None = None) -> Seen:
        decided_anew = recorded.version in self._decided_anew and not self._entered_before(viewer, recorded)
        return seen(viewer, recorded, opened=self._is_open(recorded, as_of or self.version), decided_anew=decided_anew)

    def _entered_before(self, viewer: Viewer, recorded: Recorded) -> bool:
        """Whether a viewer had entered what a correction decided anew, and so knows it."""
        struck = (self._events[version - 1] for version in self._struck if version < recorded.version)
        return any(
            one.entry.by == viewer.value and one.version not in self._decided_anew and one.event == recorded.event
            for one in struck
        )

    def _is_open(self, recorded: Recorded, as_of: int) -> bool:
        if recorded.entry.audience == EVERYONE:
            return True
        opened = self._opened.get(recorded.version)
        return (opened is not None and opened <= as_of) or self.result_at(as_of).over
