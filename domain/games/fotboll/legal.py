"""Every decision that a side may take; of line-ups, which are beyond listing, a few."""

from collections.abc import Callable, Iterable
from itertools import islice
from random import Random

from domain.games.fotboll import commands as c
from domain.games.fotboll.cards import Card
from domain.games.fotboll.options import choosable, layable, sendable, substitutable
from domain.games.fotboll.pending import pending
from domain.games.fotboll.state import SideTable, Table
from domain.games.fotboll.terms import Line, Phase
from domain.match.game import Command
from domain.match.sides import Side

LINE_UPS = 50
"""How many line-ups are offered of the millions that there are."""


def legal_commands(table: Table, side: Side) -> Iterable[Command]:
    """Every command of this side that `decide` would accept now, but for line-ups, of which there are some."""
    if pending(table).choice_of(side) is None:
        return ()
    return _OFFERS[table.phase](table, side)


def line_up(own: SideTable, side: Side, cards: Iterable[Card]) -> c.ArrangeCards:
    """The command that lays cards out in this order, the first attacker first and the goalkeeper last."""
    rest = iter(cards)
    attackers, midfielders, defenders, goalkeeper = (
        tuple(islice(rest, sum(place.line is line for place in own.places))) for line in Line
    )
    return c.ArrangeCards(
        side=side, attackers=attackers, midfielders=midfielders, defenders=defenders, goalkeeper=goalkeeper[0]
    )


def _line_ups(table: Table, side: Side) -> Iterable[Command]:
    own = table.of(side)
    cards = list(own.hand)
    rng = Random(" ".join(cards))
    offered: set[Command] = set()
    for _ in range(LINE_UPS):
        command = line_up(own, side, cards)
        if command not in offered:
            offered.add(command)
            yield command
        rng.shuffle(cards)


def _before_attack(table: Table, side: Side) -> Iterable[Command]:
    own = table.of(side)
    yield c.BeginAttack(side=side)
    for place in layable(own):
        yield c.LayCard(side=side, place=place)
    for place in substitutable(own):
        yield c.SubstituteCard(side=side, place=place)


def _choices(table: Table, side: Side) -> Iterable[Command]:
    return (c.ChooseCard(side=side, place=place) for place in choosable(table))


def _send_offs(table: Table, side: Side) -> Iterable[Command]:
    return (c.SendOff(side=side, place=place) for place in sendable(table.of(side)))


_OFFERS: dict[Phase, Callable[[Table, Side], Iterable[Command]]] = {
    Phase.LINE_UP: _line_ups,
    Phase.BEFORE_ATTACK: _before_attack,
    Phase.CHOICE: _choices,
    Phase.RED_CARD: _send_offs,
}
