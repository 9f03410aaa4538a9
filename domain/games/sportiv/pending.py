"""What a match waits for: a decision of one or both sides, or one chance outcome."""

from collections import Counter
from collections.abc import Callable

from domain.games.sportiv import commands as c
from domain.games.sportiv.events import KeepersChosen, ShotChosen
from domain.games.sportiv.options import (
    Draw,
    draw_due,
    engagements_are_few,
    exchanging,
    keepers_needed,
    removal,
    removals_are_few,
)
from domain.games.sportiv.state import Table
from domain.games.sportiv.terms import ActionKind, Phase, Place
from domain.match.game import Chance, Choice, Event, Pending
from domain.match.kit.asking import choice
from domain.match.sides import SIDES, Side


def pending(table: Table) -> Pending:
    """Which sides may act, or which chance outcome is due."""
    if table.phase is Phase.TOSS:
        outcomes = tuple((c.CoinToss(first=side), 1) for side in SIDES)
        return Pending(chance=Chance(outcomes, "SPORTIV-2.1", "the coin that decides who begins"))
    draw = draw_due(table)
    return Pending(choices(table)) if draw is None else Pending(chance=_chance(table, draw))


def disturbs(event: Event, side: Side) -> bool:
    """All but the other side's secret choice for the same shot."""
    return event.side is side or not isinstance(event, KeepersChosen | ShotChosen)


def choices(table: Table) -> tuple[Choice, ...]:
    """The decisions to take while no draw is due; none where the match goes on by itself."""
    asks = _ASKS.get(table.phase)
    return () if asks is None else asks(table)


def _chance(table: Table, draw: Draw) -> Chance:
    side = draw.side
    if draw.place is Place.RESERVE:
        cards = Counter(table.actions.of(side).unseen)
        actions = tuple((c.ActionDraw(side=side, kind=kind), cards[kind]) for kind in ActionKind if cards[kind])
        return Chance(actions, draw.clause, f"an action card that the {side} side draws", side)
    where = "to its hand" if draw.place is Place.HAND else "onto its pitch"
    unseen = table.footballers.of(side).unseen
    footballers = tuple((c.FootballerDraw(side=side, footballer=one), 1) for one in unseen)
    return Chance(footballers, draw.clause, f"a footballer that the {side} side draws {where}", side)


def _placement(table: Table) -> tuple[Choice, ...]:
    return (choice(table.active, "SPORTIV-3.1", "Place a footballer of your hand on the pitch.", c.PlaceFootballer),)


def _eliminations(table: Table) -> tuple[Choice, ...]:
    prompt = "Eliminate opposing footballers with your own of the same total, or end your eliminations."
    few = engagements_are_few(table)
    commands = (c.EliminateFootballers, c.EndEliminations)
    return (choice(table.active, "SPORTIV-3.2", prompt, *commands, exhaustive=few),)


def _action(table: Table) -> tuple[Choice, ...]:
    prompt = "Play an action card face up, or put one on your discard face down."
    return (choice(table.active, "SPORTIV-3.3", prompt, c.PlayAction, c.DiscardAction),)


def _counter(table: Table) -> tuple[Choice, ...]:
    if table.in_play is None:
        return ()
    prompt = f"Counter the {table.in_play.words}, or let it pass."
    return (choice(table.active.other, "SPORTIV-3.7", prompt, c.CounterAction, c.DeclineCounter),)


def _removal(table: Table) -> tuple[Choice, ...]:
    due = removal(table)
    if due is None:
        return ()
    number = "the opposing footballer" if due.count == 1 else f"{due.count} opposing footballers"
    few = removals_are_few(due)
    return (choice(due.side, due.clause, f"Choose {number} to remove.", c.RemoveFootballers, exhaustive=few),)


def _exchange(table: Table) -> tuple[Choice, ...]:
    side = exchanging(table)
    if side is None:
        return ()
    command = c.ExchangeUnseenActions if table.unseen else c.ExchangeActions
    return (choice(side, "SPORTIV-3.8", "Replace as many of your action cards as you like, or none.", command),)


def _shot(table: Table) -> tuple[Choice, ...]:
    return (choice(table.active, "SPORTIV-3.9", "Shoot at goal, or do not.", c.TakeShot, c.ForgoShot),)


def _goal_cards(table: Table) -> tuple[Choice, ...]:
    number = keepers_needed(table)
    cards = "1 goalkeeper card" if number == 1 else f"{number} goalkeeper cards"
    chosen = {table.active: table.shot is not None, table.active.other: table.keepers is not None}
    asked = {
        table.active: choice(table.active, "SPORTIV-4.1", "Choose a shot card, secretly.", c.ChooseShot),
        table.active.other: choice(table.active.other, "SPORTIV-4.1", f"Choose {cards}, secretly.", c.ChooseKeepers),
    }
    return tuple(asked[side] for side in SIDES if not chosen[side])


_ASKS: dict[Phase, Callable[[Table], tuple[Choice, ...]]] = {
    Phase.PLACEMENT: _placement,
    Phase.ELIMINATIONS: _eliminations,
    Phase.ACTION: _action,
    Phase.COUNTER: _counter,
    Phase.REMOVAL: _removal,
    Phase.COUNTERED: _removal,
    Phase.EXCHANGE: _exchange,
    Phase.SHOT: _shot,
    Phase.GOAL_CARDS: _goal_cards,
}
