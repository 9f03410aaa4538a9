"""Every decision that a side may take."""

from collections.abc import Callable, Iterable
from itertools import combinations

from domain.games.sportiv import commands as c
from domain.games.sportiv.edition import PITCH
from domain.games.sportiv.options import engagements, keepers_needed, removal, removals
from domain.games.sportiv.pending import pending
from domain.games.sportiv.state import Table
from domain.games.sportiv.terms import COUNTERS, PLAYABLE, Phase
from domain.match.game import Command
from domain.match.sides import Side


def legal_commands(table: Table, side: Side) -> Iterable[Command]:
    """Every command of this side that `decide` would accept now; of very many eliminations or removals, some."""
    if pending(table).choice_of(side) is None:
        return ()
    return _OFFERS[table.phase](table, side)


def _placements(table: Table, side: Side) -> Iterable[Command]:
    its = table.footballers.of(side)
    full = table.rules.pitch_cap == "five" and len(its.pitch) >= PITCH
    for one in its.placeable:
        for replaced in its.pitch if full else (None,):
            yield c.PlaceFootballer(side=side, footballer=one, replaced=replaced)


def _eliminations(table: Table, side: Side) -> Iterable[Command]:
    yield c.EndEliminations(side=side)
    for one in engagements(table):
        yield c.EliminateFootballers(side=side, own=one.own, opposing=one.opposing)


def _actions(table: Table, side: Side) -> Iterable[Command]:
    kinds = table.actions.of(side).playable
    for kind in kinds:
        if kind in PLAYABLE:
            yield c.PlayAction(side=side, kind=kind)
    for face_down in (None,) if table.unseen else kinds:
        yield c.DiscardAction(side=side, kind=face_down)


def _counters(table: Table, side: Side) -> Iterable[Command]:
    yield c.DeclineCounter(side=side)
    for kind in table.actions.of(side).playable:
        if table.in_play is not None and kind is COUNTERS.get(table.in_play):
            yield c.CounterAction(side=side, kind=kind)


def _removals(table: Table, side: Side) -> Iterable[Command]:
    due = removal(table)
    if due is not None:
        for footballers in removals(due):
            yield c.RemoveFootballers(side=side, footballers=footballers)


def _exchanges(table: Table, side: Side) -> Iterable[Command]:
    its = table.actions.of(side)
    if table.unseen:
        return (c.ExchangeUnseenActions(side=side, count=count) for count in range(its.in_reserve + 1))
    chosen = (kinds for count in range(len(its.reserve) + 1) for kinds in combinations(its.reserve, count))
    return dict.fromkeys(c.ExchangeActions(side=side, kinds=kinds) for kinds in chosen)


def _shots(_: Table, side: Side) -> Iterable[Command]:
    return (c.TakeShot(side=side), c.ForgoShot(side=side))


def _goal_cards(table: Table, side: Side) -> Iterable[Command]:
    if side is table.active:
        return (c.ChooseShot(side=side, shot=shot) for shot in range(1, len(table.edition.shots) + 1))
    keepers = range(1, len(table.edition.keepers) + 1)
    return (c.ChooseKeepers(side=side, keepers=chosen) for chosen in combinations(keepers, keepers_needed(table)))


_OFFERS: dict[Phase, Callable[[Table, Side], Iterable[Command]]] = {
    Phase.PLACEMENT: _placements,
    Phase.ELIMINATIONS: _eliminations,
    Phase.ACTION: _actions,
    Phase.COUNTER: _counters,
    Phase.REMOVAL: _removals,
    Phase.COUNTERED: _removals,
    Phase.EXCHANGE: _exchanges,
    Phase.SHOT: _shots,
    Phase.GOAL_CARDS: _goal_cards,
}
