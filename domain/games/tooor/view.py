"""What a viewer may know of the table. All of Tooor! lies open but a tactic card that is face down."""

import msgspec

from domain.games.tooor.pending import pending
from domain.games.tooor.state import Footballer, Table
from domain.games.tooor.terms import Line, Period, Phase, Removal, Symbol
from domain.match.game import Result
from domain.match.kit.asking import prompts
from domain.match.sides import BySide, Side, Viewer


class FootballerView(msgspec.Struct, frozen=True, rename="camel"):
    """A footballer card as it lies.

    powers, corners: as printed, corners[n] after powers[n]. top: the index of the edge on top. power: what it is worth
    now, injuries taken off. removal: why it is off the pitch.
    """

    id: str
    name: str
    badge: Line
    line: Line
    power: int
    powers: tuple[int, ...]
    corners: tuple[Symbol, ...]
    top: int
    yellow_cards: int
    injuries: int
    marked: bool
    removal: Removal | None


class SideView(msgspec.Struct, frozen=True, rename="camel"):
    """What lies before one side.

    hand: tactic cards that are not spent; one that lies face down is still among them. laid: whether one lies there.
    laid_value: which, for the side itself. die: its attack die as it was last rolled. marked: in the order of marking.
    kickers: its line in a shoot-out. kicks: how many it has had, those in vain included.
    """

    score: int
    hand: tuple[int, ...]
    laid: bool
    laid_value: int | None
    revealed: int | None
    attacking: bool
    die: int | None
    footballers: tuple[FootballerView, ...]
    marked: tuple[str, ...]
    settled: bool
    kickers: tuple[str, ...]
    kicks: int
    shoot_out_goals: int


class Prompt(msgspec.Struct, frozen=True, rename="camel"):
    """What the match waits for. side: who decides or rolls."""

    side: Side
    clause: str
    text: str


class TooorView(msgspec.Struct, frozen=True, rename="camel"):
    """The table. attacker: who attacks, counter-attacks or kicks. shooter: who shoots or kicks, once named."""

    period: Period
    phase: Phase
    attacker: Side | None
    counter: bool
    shooter: str | None
    turning: tuple[str, ...]
    sides: BySide[SideView]
    prompts: tuple[Prompt, ...]
    winner: Side | None


def view(table: Table, viewer: Viewer) -> TooorView:
    """The table as a viewer sees it."""
    return TooorView(
        period=table.period,
        phase=table.phase,
        attacker=table.attacker,
        counter=table.counter,
        shooter=table.shooter,
        turning=table.turning,
        sides=BySide(_side(table, Side.HOME, viewer), _side(table, Side.AWAY, viewer)),
        prompts=tuple(Prompt(side, clause, text) for side, clause, text in prompts(pending(table)) if side is not None),
        winner=table.winner,
    )


def result(table: Table) -> Result:
    """Score, period and, once over, the outcome."""
    return Result(
        score=table.score,
        period=table.period.value,
        over=table.phase is Phase.OVER,
        winner=table.winner,
        shoot_out=None if table.shoot_out is None else table.shoot_out.goals,
    )


def _side(table: Table, side: Side, viewer: Viewer) -> SideView:
    laid, shoot_out = table.laid.of(side), table.shoot_out
    return SideView(
        score=table.score.of(side),
        hand=table.hands.of(side),
        laid=laid is not None,
        laid_value=laid if viewer.side is side else None,
        revealed=table.revealed.of(side),
        attacking=table.attacker is side,
        die=table.dice.of(side),
        footballers=tuple(_footballer(table, one) for one in table.footballers.values() if one.side is side),
        marked=table.marked.of(side),
        settled=table.phase is Phase.REARRANGEMENT and table.settled.of(side),
        kickers=() if shoot_out is None else shoot_out.lines.of(side),
        kicks=0 if shoot_out is None else shoot_out.kicks.of(side),
        shoot_out_goals=0 if shoot_out is None else shoot_out.goals.of(side),
    )


def _footballer(table: Table, one: Footballer) -> FootballerView:
    return FootballerView(
        id=one.id,
        name=one.card.name,
        badge=one.card.badge,
        line=one.line,
        power=one.power,
        powers=one.card.powers,
        corners=one.card.corners,
        top=one.top,
        yellow_cards=one.yellow_cards,
        injuries=one.injuries,
        marked=one.id in table.marked.of(one.side),
        removal=one.removal,
    )
