"""The envelope of a recorded event, and its bytes.

What is stored is a JSON document under a topic such as `tooor.GoalScored@1`: a stable type name, never a module path,
and the schema version of its data. Older schemas are brought up to date on reading, by the event's own class.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Raw, UnsetType

from domain.match.chance import Source
from domain.match.commands import MATCH_COMMANDS, MatchCommand
from domain.match.events import MATCH_EVENTS, SandboxOpened
from domain.match.game import EVERYONE, Command, Event, Game, Outcome

E = TypeVar("E")

RECORDER = "recorder"
"""Who acted where no seat did."""

Act = Command | Outcome
"""What somebody plays: a decision, or in a reported match a chance outcome."""

Submitted = Act | MatchCommand
"""What somebody submits: an act of the game, or a command that every match has."""


class Entry(msgspec.Struct, Generic[E], frozen=True, kw_only=True, rename="camel", omit_defaults=True, gc=False):
    """What is stored of an event, beside its match, version and type.

    at: when it was recorded, UTC. by: the seat that acted, or "recorder". token: the public id of the acting token.
    command_id, command: the request that brought this event; the command stands with the first event of its commit.
    source, draw: of a chance event, where the outcome came from and the index of its draw in the match.
    audience: who knows it when it happens: "all", or a side.
    """

    at: datetime
    by: str
    data: E
    token: str = ""
    command_id: str = ""
    command: Raw | UnsetType = UNSET
    source: Source | None = None
    draw: int | None = None
    audience: str = EVERYONE


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """A recorded event: a fact with its place in the match and in the log.

    version: 1 for the first event of a match, without gaps. position: in the log of the whole store, 0 while it is not
    stored. type: the stable name, "tooor.GoalScored". salt, leaf: what binds it, see `leaves`; empty while it is not
    stored. stored: of an event that is taken in from another store, the topic and bytes that it had there; it keeps
    them, and its salt.
    """

    match_id: str
    version: int
    type: str
    entry: Entry[Any]
    position: int = 0
    salt: bytes = b""
    leaf: bytes = b""
    stored: tuple[str, bytes] | None = None

    @property
    def event(self) -> Event:
        """The fact itself."""
        event: Event = self.entry.data
        return event

    @property
    def begins_commit(self) -> bool:
        """Whether this is the first event of its commit."""
        return self.entry.command is not UNSET or self.version == 1 or isinstance(self.event, SandboxOpened)

    @property
    def originator_id(self) -> str:
        """The match id, under the name that the eventsourcing library knows it by."""
        return self.match_id

    @property
    def originator_version(self) -> int:
        """The version, under the name that the eventsourcing library knows it by."""
        return self.version


class Unreadable(ValueError):
    """Stored bytes that are not an event of the type that they claim."""


class Codec:
    """Turns recorded events into topic and bytes and back, for a set of games."""

    def __init__(self, games: Iterable[Game[Any]]) -> None:
        self._names: dict[type[Event], str] = {}
        self._types: dict[str, type[Event]] = {}
        self._decoders: dict[str, tuple[str, msgspec.json.Decoder[Entry[Any]]]] = {}
        self._acts: dict[str, msgspec.json.Decoder[Any]] = {}
        self._encoder = msgspec.json.Encoder()
        self._register("match", MATCH_EVENTS)
        for game in games:
            self._register(game.id, game.events)
            acts = reduce(or_, (*game.commands, *game.outcomes, *MATCH_COMMANDS))
            self._acts[game.id] = msgspec.json.Decoder(acts)

    def name(self, event: type[Event]) -> str:
        """The stable name of an event type."""
        return self._names[event]

    def types(self) -> Mapping[str, type[Event]]:
        """Every event type by its stable name."""
        return dict(self._types)

    def topic(self, recorded: Recorded) -> str:
        """The topic under which an event is stored: its stable name and its schema version."""
        return f"{recorded.type}@{type(recorded.event).schema}"

    def encode(self, entry: Entry[Any]) -> bytes:
        """The bytes of an entry."""
        return self._encoder.encode(entry)

    def decode(self, topic: str, state: bytes) -> tuple[str, Entry[Any]]:
        """The stable name and the entry behind a topic and bytes. Raises Unreadable."""
        try:
            name, decoder = self._decoders[topic]
        except KeyError:
            return self._decode_older(topic, state)
        try:
            return name, decoder.decode(state)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Unreadable(f"no {topic}: {error}") from error

    def encode_act(self, act: Submitted) -> Raw:
        """The bytes of what somebody submitted."""
        return Raw(self._encoder.encode(act))

    def decode_act(self, game: str, data: bytes | Raw) -> Submitted:
        """What was submitted to a match of a game, from its bytes. Raises Unreadable."""
        try:
            act: Submitted = self._acts[game].decode(data)
        except (KeyError, msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Unreadable(f"no command of {game}: {error}") from error
        return act

    def _register(self, prefix: str, events: Iterable[type[Event]]) -> None:
        for event in events:
            name = f"{prefix}.{event.__name__}"
            self._names[event] = name
            self._types[name] = event
            decoder = msgspec.json.Decoder(Entry[event])  # type: ignore[valid-type]
            self._decoders[f"{name}@{event.schema}"] = (name, decoder)
            for former in event.former_names:
                self._types[f"{prefix}.{former}"] = event
                self._decoders[f"{prefix}.{former}@{event.schema}"] = (name, decoder)

    def _decode_older(self, topic: str, state: bytes) -> tuple[str, Entry[Any]]:
        former, _, schema = topic.partition("@")
        event = self._types.get(former)
        if event is None or not schema.isdecimal() or not 0 < int(schema) < event.schema:
            raise Unreadable(f"unknown event type {topic!r}")
        try:
            document = msgspec.json.decode(state, type=dict[str, Any])
            if not isinstance(document.get("data"), dict):
                raise Unreadable(f"no {topic}: its data is no object")
            for older in range(int(schema), event.schema):
                document["data"] = event.upcast(document["data"], older)
            return self._names[event], msgspec.convert(document, Entry[event])  # type: ignore[valid-type]
        except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError, NotImplementedError) as error:
            raise Unreadable(f"no {topic}: {error}") from error
