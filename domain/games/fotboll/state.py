"""The table of a match of Fotboll: both pitches, and what each side has beside its own."""

from collections.abc import Mapping

import msgspec

from domain.games.fotboll.cards import Card
from domain.games.fotboll.edition import FotbollEdition
from domain.games.fotboll.house_rules import FotbollRules
from domain.games.fotboll.terms import Line, Phase, Place
from domain.match.chance import Mode
from domain.match.game import Setup
from domain.match.sides import BySide, Side


class FaceDown(msgspec.Struct, frozen=True, gc=False):
    """A card that lies face down on the pitch.

    card: None while the record does not know it (FOTBOLL-2.3). seen: whether it has been turned up before, so that
    both sides know it (FOTBOLL-3.3).
    """

    card: Card | None = None
    seen: bool = False


class SideTable(msgspec.Struct, frozen=True, gc=False):
    """What lies before one side.

    pitch: the cards by place; an emptied or closed place has none. pile: how many cards it has left to draw.
    discards: in the order in which they came. hand: cards dealt that are not lined up yet. warnings, substitutions: in
    the match so far. substituted: the places of this turn's substitutions. closed: places closed by red cards.
    """

    pitch: Mapping[Place, FaceDown] = {}
    pile: int = 0
    discards: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    warnings: int = 0
    substitutions: int = 0
    substituted: tuple[Place, ...] = ()
    closed: tuple[Place, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The places that are not closed."""
        return tuple(place for place in Place if place not in self.closed)

    @property
    def emptied(self) -> tuple[Place, ...]:
        """The places that may be filled again (FOTBOLL-4.1, FOTBOLL-5.4)."""
        return tuple(place for place in self.places if place not in self.pitch)

    @property
    def skipped(self) -> tuple[Line, ...]:
        """The lines that an attack need not pass, since a card of theirs was sent off (FOTBOLL-5.4)."""
        return tuple(line for line in Line if any(place.line is line for place in self.closed))

    def standing(self, line: Line) -> tuple[Place, ...]:
        """The places of a line on which a card lies."""
        return tuple(place for place in line.places if place in self.pitch)


class Table(msgspec.Struct, frozen=True, gc=False):
    """The state of a match.

    deck: each side's cards. half: 1 or 2. first: who began the first half. turn: whose turn it is, so who attacks.
    line: the line that the attack has come to. card: what the attacker has drawn. place: the place whose card is being
    turned up or looked at. known: whether everyone had seen the card that was turned up last before that. penalty: the
    cards drawn for a penalty. tried: the cards with which the side in turn last met another, or took a penalty.
    winner: None while the match runs, and for a draw.
    """

    setup: Setup
    deck: tuple[Card, ...]
    sides: BySide[SideTable] = BySide(SideTable(), SideTable())
    half: int = 1
    phase: Phase = Phase.UNDER_WAY
    score: BySide[int] = BySide(0, 0)
    first: Side | None = None
    turn: Side | None = None
    line: Line | None = None
    card: Card | None = None
    place: Place | None = None
    known: bool = False
    penalty: tuple[Card, ...] = ()
    tried: tuple[Card, ...] = ()
    winner: Side | None = None

    @property
    def rules(self) -> FotbollRules:
        """The house rules."""
        rules: FotbollRules = self.setup.house_rules
        return rules

    @property
    def owners_look(self) -> bool:
        """Whether the record knows the cards that owners know; otherwise it knows none that is face down (2.3)."""
        return self.setup.mode == Mode.DEALT and self.rules.peek == "owner"

    def of(self, side: Side) -> SideTable:
        """What lies before a side."""
        return self.sides.of(side)


def table_of(setup: Setup) -> Table:
    """The table before anything is laid on it."""
    edition: FotbollEdition = setup.edition
    rules: FotbollRules = setup.house_rules
    return Table(setup, edition.deck.cards + (Card.JOKER,) * rules.jokers)
