"""The shape of a game: a decider, that is pure functions over frozen values.

A game never rolls, draws, stores or looks at a clock. It says what is due (`pending`), turns a command into events
(`decide`), a chance outcome into events (`resolve`), and folds events into its state (`evolve`). Everything else in
Touchline is built on these functions alone, so a new game needs its own folder and its registration, nothing more.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, runtime_checkable

import msgspec

from domain.match.sides import BySide, Side, Viewer

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import RenderableType

    from domain.match.facts import Fact
    from domain.match.house_rules import HouseRules

S = TypeVar("S")
"""The state of a game."""

EVERYONE = "all"
"""The audience of an event that all may know at once. Otherwise an audience is a side's name."""


class Event(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """A fact of a match, named in the past tense.

    `side` is the side that the fact is about, `clause` the rule that produced it. A change of an event's fields raises
    its `schema` and adds an `upcast`, so that what was recorded before still loads. Like all that is kept of a match by
    the thousand, events are out of the garbage collector's sight (`gc=False`): immutable values hold no cycles.
    """

    side: Side | None = None
    clause: str = ""

    schema: ClassVar[int] = 1
    former_names: ClassVar[tuple[str, ...]] = ()
    """Names under which this type was recorded before; its logs still load."""

    @classmethod
    def upcast(cls, data: dict[str, Any], schema: int) -> dict[str, Any]:
        """Bring data recorded under an older schema one version on; called until the data is current."""
        raise NotImplementedError(f"{cls.__name__} has no way on from schema {schema}: {data!r}")

    def audience(self) -> str:
        """Who knows this fact when it happens: EVERYONE, or the name of the one side that does."""
        return EVERYONE

    def opened_by(self, later: "Event") -> bool:
        """Whether a later event lays this secret open to everyone."""
        return False

    def concealed(self) -> str:
        """What those see who may not know this fact: a sentence in which {side} stands for the side's name."""
        return "Something happened that is not yet open."


class ChanceEvent(Event, frozen=True, kw_only=True):
    """An event that records one chance outcome: one roll, or one drawn card."""

    def outcome(self) -> "Outcome":
        """The outcome that this event records, as `Game.resolve` took it."""
        raise NotImplementedError


class Command(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag=True, tag_field="type"):
    """What a side wants to do. `side` is the side that acts."""

    side: Side


class Outcome(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag=True, tag_field="type"):
    """What chance brought: a face, or a drawn card. In a reported match the scorekeeper submits it like a command.

    `side` is the side whose die or pile it is; None for what belongs to neither.
    """

    side: Side | None = None


class RuleViolation(msgspec.Struct, frozen=True):
    """A command that the rules forbid.

    clause: the rule that forbids it, such as "TOOOR-4.3".
    message: a sentence for the player, with what is allowed instead.
    path: the offending part of the command, such as "footballers[1]"; empty where it is the command as a whole.
    """

    clause: str
    message: str
    path: str = ""
    code: ClassVar[str] = "RULE_VIOLATION"


class Choice(msgspec.Struct, frozen=True):
    """A decision that a side may take now. `commands` names the command types that answer it.

    not_before: in a timed game the milliseconds since its start before which every answer is refused.
    exhaustive: whether `legal_commands` lists every answer; where they are beyond listing, it lists some.
    """

    side: Side
    commands: tuple[str, ...]
    clause: str
    prompt: str
    not_before: int | None = None
    exhaustive: bool = True


class Chance(msgspec.Struct, frozen=True):
    """The one chance outcome that is due, with its exact distribution: each outcome with its integer weight."""

    outcomes: tuple[tuple[Outcome, int], ...]
    clause: str
    prompt: str
    side: Side | None = None


class Pending(msgspec.Struct, frozen=True):
    """What a match waits for: decisions of one or both sides, or one chance outcome; neither once it is over.

    In a game without turns a side may decide while an outcome is due that concerns the other alone.
    """

    choices: tuple[Choice, ...] = ()
    chance: Chance | None = None

    def choice_of(self, side: Side) -> Choice | None:
        """The decision that this side may take now, if any."""
        return next((choice for choice in self.choices if choice.side is side), None)


class Result(msgspec.Struct, frozen=True):
    """The score and, once the match is over, how it ended.

    period: the period being played, in the words of the game ("45", "extra time 105", "shoot-out").
    shoot_out: goals of a shoot-out, which are kept apart from the score; None before one begins.
    winner: None while the match runs, and for a draw. ruling: how the referee ended the match, where that was so:
    "awarded", "annulled" or "to be replayed".
    """

    score: BySide[int]
    period: str
    over: bool = False
    winner: Side | None = None
    shoot_out: BySide[int] | None = None
    ruling: str = ""


class Setup(msgspec.Struct, frozen=True):
    """What a match is played with. It never changes once the match is open."""

    edition: Any
    """The game's own edition model, read from what the match carries."""
    house_rules: Any
    """The game's own house rules, complete: every rule has a value."""
    names: BySide[str]
    mode: str


@runtime_checkable
class Timed(Protocol):
    """What a game offers besides, if time matters in it."""

    def stamp(self, state: Any, act: "Command | Outcome", at: datetime, /) -> "Command | Outcome | RuleViolation":
        """The act with the time at which it came; called in dealt matches, where the recorder's clock counts.

        `at` may lie before the time of an earlier act: clocks step back, the time of a match does not.
        """
        ...


class Game(Protocol[S]):
    """A game as a decider. `S` is its state, a frozen value that holds all there is to know.

    A game declares itself as a `Decider`; any object of this shape will do.
    """

    @property
    def id(self) -> str:
        """The stable name, in snake case: "soccer_duel". Event types and clauses of the game begin with it."""
        ...

    @property
    def name(self) -> str:
        """The name on the box."""
        ...

    @property
    def rules_version(self) -> int:
        """Raised by a change of the rules; matches go on under the version that they began with."""
        ...

    @property
    def rulebook(self) -> Mapping[str, str]:
        """Every clause of the game by its id, as the rulebook page beside the code words it."""
        ...

    @property
    def edition_model(self) -> "type[BaseModel]":
        """What an edition of the game holds."""
        ...

    @property
    def house_rules(self) -> "type[HouseRules]":
        """The switches of the game."""
        ...

    @property
    def commands(self) -> Sequence[type[Command]]:
        """Every command type."""
        ...

    @property
    def outcomes(self) -> Sequence[type[Outcome]]:
        """Every type of chance outcome."""
        ...

    @property
    def events(self) -> Sequence[type[Event]]:
        """Every event type."""
        ...

    @property
    def view_type(self) -> type[msgspec.Struct]:
        """What `view` returns."""
        ...

    def start(self, setup: Setup, /) -> S:
        """The state in which a match of this setup begins, before any event of the game."""
        ...

    def opening(self, setup: Setup, /) -> Sequence[Event]:
        """The events that opening a match implies."""
        ...

    def pending(self, state: S, /) -> Pending:
        """Which sides may act, or which chance outcome is due."""
        ...

    def legal_commands(self, state: S, side: Side, /) -> Iterable[Command]:
        """Every command of this side that `decide` would accept now; where its choice is not exhaustive, some."""
        ...

    def decide(self, state: S, command: Command, /) -> Sequence[Event] | RuleViolation:
        """The events that follow from a command, or the clause that forbids it."""
        ...

    def resolve(self, state: S, outcome: Outcome, /) -> Sequence[Event]:
        """The events that follow from a chance outcome that `pending` lists. The first of them records it."""
        ...

    def evolve(self, state: S, event: Event, /) -> S:
        """The state after an event. Total: every event of the game has a case, and none is refused."""
        ...

    def view(self, state: S, viewer: Viewer, /) -> msgspec.Struct:
        """What a viewer may know of the table, built up from what is allowed. A `view_type`."""
        ...

    def result(self, state: S, /) -> Result:
        """Score, period and, once over, the outcome."""
        ...

    def disturbs(self, event: Event, side: Side, /) -> bool:
        """Whether this event, of which `side` has not heard yet, makes stale what `side` is deciding."""
        ...

    def tell(self, state: S, event: Event, /) -> str:
        """What happened, in a sentence that a player understands. `state` is the one before the event."""
        ...

    def account(self, before: S, event: Event, after: S, /) -> "Iterable[Fact]":
        """What an event means in the words that all games share; nothing for most. `before`, `after`: around it.

        It tells nothing that a spectator does not know once the event is open to them.
        """
        ...

    def board(self, view: Any, names: BySide[str], /) -> "RenderableType":
        """The table as a terminal shows it: a pure function from a view to something that rich prints."""
        ...
