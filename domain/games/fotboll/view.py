"""What a viewer may know of the table: all that lies open, and of what is face down what they have seen."""

import msgspec

from domain.games.fotboll.cards import Card
from domain.games.fotboll.options import SUBSTITUTIONS
from domain.games.fotboll.pending import pending
from domain.games.fotboll.state import FaceDown, SideTable, Table
from domain.games.fotboll.terms import Line, Phase, Place
from domain.match.game import Result
from domain.match.kit.asking import prompts
from domain.match.sides import BySide, Side, Viewer


class PlaceView(msgspec.Struct, frozen=True, rename="camel"):
    """A place of a pitch.

    laid: whether a card lies there. card: which, where the viewer knows it. seen: whether both sides have seen it.
    attacked: whether it is being attacked. closed: whether a red card has closed the place.
    """

    place: Place
    line: Line
    laid: bool
    card: Card | None
    seen: bool
    attacked: bool
    closed: bool


class SideView(msgspec.Struct, frozen=True, rename="camel"):
    """What lies before one side.

    pile: how many cards it has to draw. discards: in the order in which they came. dealt: how many cards it has to
    line up; hand: which, for the side itself. attacking: whether it has the turn. holds_card: whether it has drawn a
    card to attack with. substitutions_left: in the match. skipped: the lines that an attack on it need not pass.
    """

    score: int
    pitch: tuple[PlaceView, ...]
    pile: int
    discards: tuple[Card, ...]
    dealt: int
    hand: tuple[Card, ...]
    attacking: bool
    holds_card: bool
    warnings: int
    substitutions_left: int
    skipped: tuple[Line, ...]


class Prompt(msgspec.Struct, frozen=True, rename="camel"):
    """What the match waits for. side: who decides or draws; None for the toss of the coin."""

    side: Side | None
    clause: str
    text: str


class FotbollView(msgspec.Struct, frozen=True, rename="camel"):
    """The table.

    half: 1 or 2. first: who began the first half. turn: whose turn it is. line: the line that the attack has come to.
    card: what the attacker has drawn, where the viewer knows it. penalty: the cards drawn for a penalty.
    """

    half: int
    phase: Phase
    first: Side | None
    turn: Side | None
    line: Line | None
    card: Card | None
    penalty: tuple[Card, ...]
    sides: BySide[SideView]
    prompts: tuple[Prompt, ...]
    winner: Side | None


def view(table: Table, viewer: Viewer) -> FotbollView:
    """The table as a viewer sees it."""
    return FotbollView(
        half=table.half,
        phase=table.phase,
        first=table.first,
        turn=table.turn,
        line=table.line,
        card=_card(table, viewer),
        penalty=table.penalty,
        sides=BySide(_side(table, Side.HOME, viewer), _side(table, Side.AWAY, viewer)),
        prompts=tuple(Prompt(*one) for one in prompts(pending(table))),
        winner=table.winner,
    )


def result(table: Table) -> Result:
    """Score, half and, once over, the outcome."""
    return Result(
        score=table.score,
        period="first half" if table.half == 1 else "second half",
        over=table.phase is Phase.OVER,
        winner=table.winner,
    )


def _card(table: Table, viewer: Viewer) -> Card | None:
    """The attacker's card: its own secret until it attacks (FOTBOLL-3.6)."""
    return table.card if table.phase is Phase.ATTACKED or viewer.side is table.turn else None


def _side(table: Table, side: Side, viewer: Viewer) -> SideView:
    own, attacking = table.of(side), table.turn is side
    return SideView(
        score=table.score.of(side),
        pitch=tuple(_place(table, side, place, own, viewer) for place in Place),
        pile=own.pile,
        discards=own.discards,
        dealt=len(own.hand),
        hand=own.hand if viewer.side is side else (),
        attacking=attacking,
        holds_card=attacking and table.card is not None,
        warnings=own.warnings,
        substitutions_left=SUBSTITUTIONS - own.substitutions,
        skipped=own.skipped,
    )


def _place(table: Table, side: Side, place: Place, own: SideTable, viewer: Viewer) -> PlaceView:
    lying = own.pitch.get(place)
    return PlaceView(
        place=place,
        line=place.line,
        laid=lying is not None,
        card=lying.card if lying is not None and _knows(table, side, lying, viewer) else None,
        seen=lying is not None and lying.seen,
        attacked=table.phase is Phase.ATTACKED and place is table.place and side is not table.turn,
        closed=place in own.closed,
    )


def _knows(table: Table, side: Side, lying: FaceDown, viewer: Viewer) -> bool:
    """Whether a viewer knows a card: its owner, everyone once it has been turned up or the match is over (2.3)."""
    return lying.seen or viewer.side is side or table.phase is Phase.OVER
