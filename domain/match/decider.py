"""A game as one object that holds its functions: what a game's folder declares."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from domain.match.facts import Fact
from domain.match.game import EVERYONE, Command, Event, Outcome, Pending, Result, RuleViolation, Setup
from domain.match.sides import BySide, Side, Viewer

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import RenderableType

    from domain.match.house_rules import HouseRules

S = TypeVar("S")
"""The state of a game."""
V = TypeVar("V", bound=msgspec.Struct)
"""What a viewer may know of it."""


def nothing_happens(_: Setup) -> Sequence[Event]:
    """The opening of a match in which nothing happens by itself."""
    return ()


def nothing_to_count(_: object, __: Event, ___: object) -> Iterable[Fact]:
    """The account of a game of which nothing is counted."""
    return ()


def known(event: Event, side: Side) -> bool:
    """Whether everyone or this side itself knows an event as it happens."""
    return event.audience() in (EVERYONE, side.value)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Decider(Generic[S, V]):
    """A `Game` whose members are given one by one; `Game` says what each of them is."""

    id: str
    name: str
    rules_version: int
    rulebook: Mapping[str, str]
    edition_model: "type[BaseModel]"
    house_rules: "type[HouseRules]"
    commands: Sequence[type[Command]]
    outcomes: Sequence[type[Outcome]]
    events: Sequence[type[Event]]
    view_type: type[V]
    start: Callable[[Setup], S]
    opening: Callable[[Setup], Sequence[Event]] = nothing_happens
    pending: Callable[[S], Pending]
    legal_commands: Callable[[S, Side], Iterable[Command]]
    decide: Callable[[S, Command], Sequence[Event] | RuleViolation]
    resolve: Callable[[S, Outcome], Sequence[Event]]
    evolve: Callable[[S, Event], S]
    view: Callable[[S, Viewer], V]
    result: Callable[[S], Result]
    disturbs: Callable[[Event, Side], bool] = known
    tell: Callable[[S, Event], str]
    account: Callable[[S, Event, S], Iterable[Fact]] = nothing_to_count
    board: "Callable[[V, BySide[str]], RenderableType]"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TimedDecider(Decider[S, V]):
    """A game in which time matters: a `Timed` one as well."""

    stamp: Callable[[S, Command | Outcome, datetime], Command | Outcome | RuleViolation]
