"""What a viewer may know of the table: pitches and face-up cards are open, hands and reserves are their side's own."""

import msgspec

from domain.games.sportiv.pending import pending
from domain.games.sportiv.state import Table
from domain.games.sportiv.terms import ActionKind, Phase, Zone
from domain.match.game import Result
from domain.match.kit.asking import prompts
from domain.match.sides import SIDES, BySide, Side, Viewer


class FootballerView(msgspec.Struct, frozen=True, rename="camel"):
    """A footballer card: its number, by which commands name it, and its value."""

    footballer: int
    value: int


class DiscardedView(msgspec.Struct, frozen=True, rename="camel"):
    """An action card on a discard. kind: None where it lies face down and the viewer may not know it."""

    kind: ActionKind | None
    face_up: bool


class SideView(msgspec.Struct, frozen=True, rename="camel"):
    """What lies before one side.

    total: of the values on its pitch. in_hand, in_reserve: how many cards it holds. hand, reserve: which, where the
    viewer may know it and the record does; otherwise None. pile, action_pile: how many cards are left to draw.
    discard: footballers, the last on top. action_discard: its top last. chosen: whether its cards for a shot lie there.
    keepers, shot: which, for the side itself.
    """

    score: int
    active: bool
    pitch: tuple[FootballerView, ...]
    total: int
    in_hand: int
    hand: tuple[FootballerView, ...] | None
    in_reserve: int
    reserve: tuple[ActionKind, ...] | None
    pile: int
    action_pile: int
    discard: tuple[FootballerView, ...]
    action_discard: tuple[DiscardedView, ...]
    chosen: bool
    keepers: tuple[int, ...] | None
    shot: int | None


class ShotView(msgspec.Struct, frozen=True, rename="camel"):
    """The last shot. side: who shot. red: the zones of the shot card. covered: those of the goalkeeper cards."""

    side: Side
    shot: int
    keepers: tuple[int, ...]
    red: tuple[Zone, ...]
    covered: tuple[Zone, ...]
    scored: bool


class Prompt(msgspec.Struct, frozen=True, rename="camel"):
    """What the match waits for. side: who decides or draws; None for the coin."""

    side: Side | None
    clause: str
    text: str


class SportivView(msgspec.Struct, frozen=True, rename="camel"):
    """The table. turn: both sides' turns counted, 0 before the first. in_play: what the active side has played."""

    phase: Phase
    turn: int
    active: Side | None
    in_play: ActionKind | None
    countered: bool
    sides: BySide[SideView]
    last_shot: ShotView | None
    prompts: tuple[Prompt, ...]
    winner: Side | None


def view(table: Table, viewer: Viewer) -> SportivView:
    """The table as a viewer sees it. Once the match is over all that the record knows is open."""
    home, away = (_side(table, side, own=viewer.side is side or table.phase is Phase.OVER) for side in SIDES)
    return SportivView(
        phase=table.phase,
        turn=table.turn,
        active=None if table.phase is Phase.TOSS else table.active,
        in_play=table.in_play,
        countered=table.counter is not None,
        sides=BySide(home, away),
        last_shot=_last_shot(table),
        prompts=tuple(Prompt(*one) for one in prompts(pending(table))),
        winner=table.winner,
    )


def result(table: Table) -> Result:
    """Score, turn and, once over, the outcome."""
    return Result(
        score=table.score,
        period=f"turn {table.turn}" if table.turn else "set-up",
        over=table.phase is Phase.OVER,
        winner=table.winner,
    )


def _side(table: Table, side: Side, *, own: bool) -> SideView:
    footballers, actions = table.footballers.of(side), table.actions.of(side)
    defends = side is not table.active
    open_to_viewer = own and not table.unseen
    return SideView(
        score=table.score.of(side),
        active=side is table.active and table.phase is not Phase.TOSS,
        pitch=_cards(table, footballers.pitch),
        total=sum(table.values(footballers.pitch)),
        in_hand=footballers.in_hand,
        hand=_cards(table, footballers.hand) if open_to_viewer else None,
        in_reserve=actions.in_reserve,
        reserve=tuple(kind for kind in ActionKind for one in actions.reserve if one is kind)
        if open_to_viewer
        else None,
        pile=footballers.in_pile,
        action_pile=actions.in_pile,
        discard=_cards(table, footballers.discard),
        action_discard=tuple(
            DiscardedView(card.kind if own or card.face_up else None, card.face_up) for card in actions.discard
        ),
        chosen=(table.keepers is not None) if defends else (table.shot is not None),
        keepers=table.keepers if own and defends else None,
        shot=table.shot if own and not defends else None,
    )


def _cards(table: Table, footballers: tuple[int, ...]) -> tuple[FootballerView, ...]:
    return tuple(FootballerView(one, table.edition.value(one)) for one in footballers)


def _last_shot(table: Table) -> ShotView | None:
    last = table.last_shot
    if last is None:
        return None
    scored = bool(table.edition.open_zones(last.shot, last.keepers))
    return ShotView(last.side, last.shot, last.keepers, last.red, last.covered, scored)
