"""What the rules leave open at a moment: which cards may come up, and which places may be named."""

from collections.abc import Iterator

from domain.games.fotboll.cards import Card
from domain.games.fotboll.state import SideTable, Table
from domain.games.fotboll.terms import Line, Phase, Place
from domain.match.sides import SIDES, Side

SUBSTITUTIONS = 3
"""How many substitutions a side has in a match (FOTBOLL-4.2)."""
PENALTY_CARDS = 2
"""How many cards are drawn for a penalty (FOTBOLL-5.3)."""
WARNINGS = 2
"""How many warnings make a red card (FOTBOLL-5.4)."""


def side_in_turn(table: Table) -> Side:
    """Who has the turn, and so attacks. Raises ValueError where nobody has."""
    if table.turn is None:
        raise ValueError("nobody has the turn")
    return table.turn


def place_in_question(table: Table) -> Place:
    """The place whose card is being turned up or looked at. Raises ValueError where there is none."""
    if table.place is None:
        raise ValueError("no card is being turned up")
    return table.place


def dealing(table: Table) -> Side | None:
    """Whose cards are being dealt: home's first, as many as it has places; None once all are dealt (FOTBOLL-2.3)."""
    return next((side for side in SIDES if len(table.of(side).hand) < len(table.of(side).places)), None)


def turning_up(table: Table) -> Side:
    """Whose card is being turned up: one's own to substitute it, the opponent's in an attack."""
    side = side_in_turn(table)
    return side if table.phase is Phase.OUTGOING else side.other


def unseen(table: Table, side: Side) -> Iterator[tuple[Card, int]]:
    """The cards of a side's deck that the record has not met in this half, each with how many there are (2.3)."""
    own = table.of(side)
    met = [*own.discards, *own.hand, *(lying.card for lying in own.pitch.values() if lying.card is not None)]
    if side is table.turn:
        met += table.penalty if table.card is None else (*table.penalty, table.card)
    return _left(table, met)


def unshown(table: Table, side: Side, hidden: Place | None = None) -> Iterator[tuple[Card, int]]:
    """The cards of a side's deck that not everyone has seen in this half, each with how many there are (7.1).

    The card that the side in turn holds and those of its penalty are among them: what they are was chance a moment ago.
    hidden: a place whose card is taken for one that nobody has turned up.
    """
    own = table.of(side)
    lying = (card.card for place, card in own.pitch.items() if card.seen and place is not hidden)
    return _left(table, [*own.discards, *(card for card in lying if card is not None)])


def _left(table: Table, met: list[Card]) -> Iterator[tuple[Card, int]]:
    """What is left of a deck without the cards that have been met."""
    gone = set(met)
    jokers = table.rules.jokers - met.count(Card.JOKER)
    for card in table.deck[: len(table.deck) - table.rules.jokers]:
        if card not in gone:
            yield card, 1
    if jokers > 0:
        yield Card.JOKER, jokers


def choosable(table: Table) -> tuple[Place, ...]:
    """The places that the attacker may choose from (FOTBOLL-3.1)."""
    return () if table.line is None else table.of(side_in_turn(table).other).standing(table.line)


def layable(own: SideTable) -> tuple[Place, ...]:
    """The places on which a side may lay a card (FOTBOLL-4.1)."""
    return own.emptied if own.pile else ()


def substitutable(own: SideTable) -> tuple[Place, ...]:
    """The places on which a side may substitute (FOTBOLL-4.2)."""
    if own.emptied or not own.pile or own.substitutions == SUBSTITUTIONS:
        return ()
    return tuple(place for place in own.places if place not in own.substituted)


def sendable(own: SideTable) -> tuple[Place, ...]:
    """The places that a red card may close: those of outfield cards or, with none left, emptied ones (5.4, 5.5)."""
    outfield = tuple(place for place in own.places if place.line is not Line.GOALKEEPER)
    return tuple(place for place in outfield if place in own.pitch) or outfield
