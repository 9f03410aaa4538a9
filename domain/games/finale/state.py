"""The table of a match of Finale, with all that lies on it."""

from collections.abc import Mapping

import msgspec

from domain.games.finale.edition import Card, FinaleEdition, FootballerCard
from domain.games.finale.house_rules import FinaleRules
from domain.games.finale.terms import Colour, Phase, Stage, Standing, Symbol
from domain.match.game import Setup
from domain.match.sides import BySide, Side

DECK = 11
"""Tactic cards of a deck (FINALE-2.2)."""
HAND = 3
"""Tactic cards of a hand (FINALE-2.4)."""
SUBSTITUTIONS = 4
"""Substitutions of a side in a match (FINALE-3.1)."""
KICKS = 5
"""How many kicks each side has before the first comparison (FINALE-8.2)."""


class Footballer(msgspec.Struct, frozen=True, gc=False):
    """A footballer card of a squad. top: the index of the edge on top, 0 to 3."""

    card: FootballerCard
    side: Side
    standing: Standing
    top: int = 0
    yellow_cards: int = 0

    @property
    def id(self) -> str:
        """The id that commands and events know it by."""
        return self.card.id

    @property
    def on_pitch(self) -> bool:
        """Whether it plays now."""
        return self.standing is Standing.PITCH

    @property
    def is_goalkeeper(self) -> bool:
        """Whether its place is the goalkeeper's."""
        return self.card.colour is Colour.GREY

    @property
    def strength(self) -> int:
        """What it is worth now: the strength on its top edge."""
        return self.card.strengths[self.top]

    @property
    def symbol(self) -> Symbol:
        """The symbol in its top right corner (FINALE-4.3)."""
        return self.card.corners[self.top]


class Squad(msgspec.Struct, frozen=True, gc=False):
    """What a side has chosen (FINALE-2.1): ids of footballers."""

    starters: tuple[str, ...]
    substitutes: tuple[str, ...]


class Tactics(msgspec.Struct, frozen=True, gc=False):
    """The tactic cards of a side: ids.

    deck: the eleven; None before they are chosen, and where they are withheld from the record (FINALE-2.7). hand: as
    drawn; a card that lies face down is still among them. played: cards of the deck that are spent.
    """

    deck: tuple[str, ...] | None = None
    withheld: bool = False
    hand: tuple[str, ...] = ()
    played: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether the deck has been chosen."""
        return self.withheld or self.deck is not None

    @property
    def exhausted(self) -> bool:
        """Whether all eleven have been played, so that only the closing card is left (FINALE-2.3)."""
        return len(self.played) == DECK

    @property
    def pile(self) -> tuple[str, ...]:
        """What may still be drawn, in no order that would matter; nothing where the record does not know."""
        return tuple(card for card in self.deck or () if card not in self.hand and card not in self.played)

    @property
    def draws(self) -> bool:
        """Whether the hand is to be filled (FINALE-2.4)."""
        return len(self.hand) < HAND and self.deck is not None and len(self.hand) + len(self.played) < DECK

    @property
    def hand_size(self) -> int:
        """How many cards are in hand, for all to see."""
        return min(HAND, DECK - len(self.played)) if self.withheld else len(self.hand)

    @property
    def pile_size(self) -> int:
        """How many cards lie on the closing card, for all to see."""
        return DECK - len(self.played) - self.hand_size if self.ready else 0


class Attack(msgspec.Struct, frozen=True, gc=False):
    """An attempt or a counter while it is played. All action markers are part of it.

    side: who attacks. card: by which card both sides mark. white, red: who is marked, in order. got_through: whether
    the approach succeeded, once it is decided.
    """

    side: Side
    card: str
    counter: bool = False
    stage: Stage = Stage.APPROACH
    white: BySide[tuple[str, ...]] = BySide((), ())
    red: BySide[tuple[str, ...]] = BySide((), ())
    got_through: bool | None = None

    @property
    def marked(self) -> BySide[tuple[str, ...]]:
        """Who is marked for the present stage."""
        return self.white if self.stage is Stage.APPROACH else self.red


class Penalties(msgspec.Struct, frozen=True, gc=False):
    """The penalties so far.

    side: whose kick it is. kicks: how many each side has had, those in vain included. shooters: who took them, both
    sides, in order. shooter, goalkeeper: who takes part in the present kick; None where nobody does.
    """

    goals: BySide[int] = BySide(0, 0)
    kicks: BySide[int] = BySide(0, 0)
    shooters: tuple[str, ...] = ()
    side: Side = Side.HOME
    shooter: str | None = None
    goalkeeper: str | None = None


class Table(msgspec.Struct, frozen=True, gc=False):
    """The state of a match.

    footballers: the squads by id, once they lie open; home's starters, home's substitutes, then away's. period: from 1,
    extra time included; 0 before kick-off. declared: who has ended its substitutions in this period. substitutions: how
    many each side has made. laid: ids of tactic cards that lie face down. revealed: those turned up in this period.
    attacker: who has the attempts of this period; attempt is the present one, from 1, attempts how many there are, and
    card the attacker's card for the present one. countered: whether the counter of this period has begun.
    attacked_last: who had attempts last, in any period. dice: as they were last rolled together. checking: whose
    symbols are still to be checked. winner: None while the match runs, and for a draw.
    """

    setup: Setup
    phase: Phase = Phase.SQUAD
    period: int = 0
    score: BySide[int] = BySide(0, 0)
    squads: BySide[Squad | None] = BySide(None, None)
    footballers: Mapping[str, Footballer] = {}
    tactics: BySide[Tactics] = BySide(Tactics(), Tactics())
    declared: BySide[bool] = BySide(False, False)
    substitutions: BySide[int] = BySide(0, 0)
    laid: BySide[str | None] = BySide(None, None)
    revealed: BySide[str | None] = BySide(None, None)
    attacker: Side | None = None
    attempt: int = 0
    attempts: int = 0
    card: str | None = None
    countered: bool = False
    attacked_last: Side | None = None
    attack: Attack | None = None
    dice: BySide[int | None] = BySide(None, None)
    checking: tuple[str, ...] = ()
    penalties: Penalties | None = None
    winner: Side | None = None

    @property
    def edition(self) -> FinaleEdition:
        """The component figures."""
        edition: FinaleEdition = self.setup.edition
        return edition

    @property
    def rules(self) -> FinaleRules:
        """The house rules."""
        rules: FinaleRules = self.setup.house_rules
        return rules

    def of(self, side: Side) -> tuple[Footballer, ...]:
        """A side's squad of fifteen, wherever they are; nobody before the squads lie open."""
        return tuple(one for one in self.footballers.values() if one.side is side)

    def on_pitch(self, side: Side) -> tuple[Footballer, ...]:
        """Those of a side who play now."""
        return tuple(one for one in self.footballers.values() if one.side is side and one.on_pitch)

    def goalkeeper(self, side: Side) -> Footballer | None:
        """Who keeps a side's goal; None where its place is empty (FINALE-4.5)."""
        return next((one for one in self.on_pitch(side) if one.is_goalkeeper), None)

    def named(self, footballer: str) -> str:
        """The name of a footballer of a squad."""
        return self.footballers[footballer].card.name

    def card_of(self, id: str) -> Card:
        """A card that lies on the table. Raises KeyError for any other."""
        card = self.edition.card(id)
        if card is None:
            raise KeyError(id)
        return card


def placed(edition: FinaleEdition, side: Side, squad: Squad) -> tuple[Footballer, ...]:
    """The footballers of a squad as they are laid out, edge 0 up: the starters, then the bench."""
    standings = dict.fromkeys(squad.starters, Standing.PITCH) | dict.fromkeys(squad.substitutes, Standing.BENCH)
    cards = {card.id: card for card in edition.team(side).footballers}
    return tuple(Footballer(cards[id], side, standing) for id, standing in standings.items())
