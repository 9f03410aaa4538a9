"""Every decision that a side may take; of squads and decks, which are beyond listing, a range."""

from collections.abc import Callable, Iterable

from domain.games.finale import choosing
from domain.games.finale import commands as c
from domain.games.finale.options import asked, shooters, substitutions, tactics
from domain.games.finale.pending import may_withhold, pending
from domain.games.finale.state import Table
from domain.games.finale.terms import Phase
from domain.match.game import Command
from domain.match.kit.marking import marks
from domain.match.sides import Side


def legal_commands(table: Table, side: Side) -> Iterable[Command]:
    """Every command of this side that `decide` would accept now; of squads and decks some."""
    if pending(table).choice_of(side) is None:
        return ()
    return _OFFERS[table.phase](table, side)


def _squads(table: Table, side: Side) -> Iterable[Command]:
    for squad in choosing.squads(table.edition, side):
        yield c.ChooseSquad(side=side, starters=squad.starters, substitutes=squad.substitutes)


def _decks(table: Table, side: Side) -> Iterable[Command]:
    for cards in choosing.decks(table.edition):
        yield c.ChooseDeck(side=side, cards=cards)
    if may_withhold(table):
        yield c.WithholdDeck(side=side)


def _substitutions(table: Table, side: Side) -> Iterable[Command]:
    yield c.EndSubstitutions(side=side)
    for goes, newcomer in substitutions(table, side):
        yield c.Substitute(side=side, goes=goes.id, newcomer=newcomer.id)


def _tactics(table: Table, side: Side) -> Iterable[Command]:
    return (c.LayTactic(side=side, card=card) for card in tactics(table, side))


def _marks(table: Table, side: Side) -> Iterable[Command]:
    if table.attack is None:
        return ()
    return (c.MarkFootballers(side=side, footballers=order) for order in marks(asked(table, table.attack, side)))


def _shooters(table: Table, side: Side) -> Iterable[Command]:
    if table.penalties is None:
        return ()
    return (c.NameShooter(side=side, footballer=one) for one in shooters(table, table.penalties))


_OFFERS: dict[Phase, Callable[[Table, Side], Iterable[Command]]] = {
    Phase.SQUAD: _squads,
    Phase.DECK: _decks,
    Phase.SUBSTITUTE: _substitutions,
    Phase.TACTIC: _tactics,
    Phase.NEXT_TACTIC: _tactics,
    Phase.ATTACKER_MARKS: _marks,
    Phase.DEFENDER_MARKS: _marks,
    Phase.SHOOTER: _shooters,
}
