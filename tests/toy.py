"""A game small enough to see through: two rounds of hide and seek at a penalty spot.

Each side secretly names a corner, both are shown together, and a coin decides whether a ball into the other corner
scores. It has what the parts around a game must cope with: secrets, chance, a house rule, an edition, an end.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from pydantic import model_validator
from rich.console import RenderableType

from domain.match.editions import EditionModel
from domain.match.facts import (
    Attempted,
    AttemptKind,
    DieRolled,
    Fact,
    Goal,
    Marked,
    PeriodBegun,
    PlayEnded,
    millionths,
)
from domain.match.game import (
    EVERYONE,
    Chance,
    ChanceEvent,
    Choice,
    Command,
    Event,
    Outcome,
    Pending,
    Result,
    RuleViolation,
    Setup,
)
from domain.match.house_rules import HouseRules, switch
from domain.match.sides import SIDES, BySide, Side, Viewer


class ToyEdition(EditionModel):
    game: Literal["toy"]
    coin: tuple[int, int]

    @model_validator(mode="after")
    def _sides_differ(self) -> "ToyEdition":
        if self.coin[0] == self.coin[1]:
            raise ValueError("the faces of the coin must differ")
        return self


class ToyHouseRules(HouseRules, frozen=True):
    rounds: Annotated[Literal[2, 3], switch("TOY-1.1", "how many rounds are played")] = 2


class CornerHidden(Event, frozen=True, kw_only=True):
    """A side has named its corner."""

    corner: int

    def audience(self) -> str:
        return str(self.side)

    def opened_by(self, later: Event) -> bool:
        return isinstance(later, CornersShown)

    def concealed(self) -> str:
        return "{side} hides a corner."


class CornersShown(Event, frozen=True, kw_only=True):
    """Both corners are shown."""

    home: int
    away: int


class CoinTossed(ChanceEvent, frozen=True, kw_only=True):
    """The coin fell."""

    face: int

    def outcome(self) -> Outcome:
        return Coin(face=self.face)


class RoundScored(Event, frozen=True, kw_only=True):
    """A round has been won."""


class HideCorner(Command, frozen=True, kw_only=True):
    """Name a corner, from 1 to 3."""

    corner: int


class Coin(Outcome, frozen=True, kw_only=True):
    """A face of the coin."""

    face: int


class ToyState(msgspec.Struct, frozen=True):
    edition: ToyEdition
    rounds: int
    hidden: BySide[int | None] = BySide(None, None)
    shown: BySide[int] | None = None
    score: BySide[int] = BySide(0, 0)
    played: int = 0


class ToyTable(msgspec.Struct, frozen=True, rename="camel"):
    """What a viewer sees: who has hidden a corner, and which where it is their own."""

    score: BySide[int]
    round_number: int
    has_hidden: BySide[bool]
    own_corner: int | None


class Toy:
    id = "toy"
    name = "Toy"
    rules_version = 1
    rulebook = {"TOY-1.1": "Two or three rounds.", "TOY-1.2": "There are three corners."}  # noqa: RUF012
    edition_model = ToyEdition
    house_rules = ToyHouseRules
    commands: Sequence[type[Command]] = (HideCorner,)
    outcomes: Sequence[type[Outcome]] = (Coin,)
    events: Sequence[type[Event]] = (CornerHidden, CornersShown, CoinTossed, RoundScored)
    view_type = ToyTable

    def start(self, setup: Setup) -> ToyState:
        return ToyState(setup.edition, setup.house_rules.rounds)

    def opening(self, setup: Setup) -> Sequence[Event]:
        return ()

    def pending(self, state: ToyState) -> Pending:
        if state.shown is not None:
            return Pending(
                chance=Chance(tuple((Coin(face=face), 1) for face in state.edition.coin), "TOY-1.2", "a coin")
            )
        if state.played == state.rounds:
            return Pending()
        waiting = (side for side in SIDES if state.hidden.of(side) is None)
        return Pending(tuple(Choice(side, ("HideCorner",), "TOY-1.2", "hide a corner") for side in waiting))

    def legal_commands(self, state: ToyState, side: Side) -> Iterable[Command]:
        if self.pending(state).choice_of(side):
            for corner in (1, 2, 3):
                yield HideCorner(side=side, corner=corner)

    def decide(self, state: ToyState, command: Command) -> Sequence[Event] | RuleViolation:
        if not isinstance(command, HideCorner) or self.pending(state).choice_of(command.side) is None:
            return RuleViolation("TOY-1.1", "not now")
        if command.corner not in (1, 2, 3):
            return RuleViolation("TOY-1.2", f"there is no corner {command.corner}; there are 1, 2 and 3", "corner")
        hidden = CornerHidden(side=command.side, clause="TOY-1.2", corner=command.corner)
        other = state.hidden.of(command.side.other)
        if other is None:
            return (hidden,)
        both = BySide(command.corner, other) if command.side is Side.HOME else BySide(other, command.corner)
        return (hidden, CornersShown(clause="TOY-1.2", home=both.home, away=both.away))

    def resolve(self, state: ToyState, outcome: Outcome) -> Sequence[Event]:
        assert isinstance(outcome, Coin)
        tossed = CoinTossed(clause="TOY-1.2", face=outcome.face)
        shown = state.shown
        assert shown is not None
        if shown.home == shown.away:
            return (tossed,)
        winner = Side.HOME if outcome.face == state.edition.coin[0] else Side.AWAY
        return (tossed, RoundScored(side=winner, clause="TOY-1.2"))

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        replace = msgspec.structs.replace
        match event:
            case CornerHidden(side=side, corner=corner) if side is not None:
                return replace(state, hidden=state.hidden.replace(side, corner))
            case CornersShown(home=home, away=away):
                return replace(state, hidden=BySide(None, None), shown=BySide(home, away))
            case CoinTossed():
                return replace(state, shown=None, played=state.played + 1)
            case RoundScored(side=side) if side is not None:
                return replace(state, score=state.score.replace(side, state.score.of(side) + 1))
        return state

    def view(self, state: ToyState, viewer: Viewer) -> ToyTable:
        own = state.hidden.of(viewer.side) if viewer.side else None
        has = BySide(state.hidden.home is not None, state.hidden.away is not None)
        return ToyTable(state.score, state.played + 1, has, own)

    def result(self, state: ToyState) -> Result:
        over = not (state.played < state.rounds or state.shown)
        home, away = state.score.home, state.score.away
        winner = None if not over or home == away else Side.HOME if home > away else Side.AWAY
        return Result(state.score, f"round {min(state.played + 1, state.rounds)}", over, winner)

    def disturbs(self, event: Event, side: Side) -> bool:
        return event.audience() in (EVERYONE, side)

    def tell(self, state: ToyState, event: Event) -> str:
        return f"{type(event).__name__}."

    def account(self, before: ToyState, event: Event, after: ToyState) -> Iterable[Fact]:
        match event:
            case CornersShown():
                if before.played == 0:
                    yield PeriodBegun(period="round 1", minute=0)
                yield from (Marked(side=side, footballer=f"{side} taker", power=getattr(event, side)) for side in SIDES)
            case CoinTossed(face=face):
                yield DieRolled(die="coin", face=str(face), faces=tuple((str(one), 1) for one in before.edition.coin))
                shown = before.shown
                if shown is not None and shown.home != shown.away:
                    scored = face == before.edition.coin[0]
                    yield Attempted(
                        side=Side.HOME, kind=AttemptKind.SHOT, succeeded=scored, chance=millionths(Fraction(1, 2))
                    )
                if after.played == after.rounds:
                    yield PlayEnded(minute=10 * after.rounds)
                else:
                    yield PeriodBegun(period=f"round {after.played + 1}", minute=10 * after.played)
            case RoundScored(side=side) if side is not None:
                yield Goal(side=side, footballers=(f"{side} taker",))

    def board(self, view: Any, names: BySide[str]) -> RenderableType:
        return f"{names.home} {view.score.home}-{view.score.away} {names.away}"


TOY = Toy()
TOY_EDITION = {"id": "toy/one", "game": "toy", "invented": True, "coin": [0, 1]}
