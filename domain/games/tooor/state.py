"""The table of a match of Tooor!, with all that lies on it."""

from collections.abc import Mapping

import msgspec

from domain.games.tooor.edition import FootballerCard, TooorEdition
from domain.games.tooor.house_rules import TooorRules
from domain.games.tooor.terms import Line, Period, Phase, Removal, Symbol
from domain.match.game import Setup
from domain.match.sides import SIDES, BySide, Side

KICKS = 5
"""How many kicks each side has before the first comparison (TOOOR-10.1, TOOOR-10.3)."""


class Footballer(msgspec.Struct, frozen=True, gc=False):
    """A footballer card on the table, or taken off it.

    top: the index of the edge on top, 0 to 3. removal: why it is off the pitch; None while it is on it.
    """

    card: FootballerCard
    side: Side
    line: Line
    top: int = 0
    yellow_cards: int = 0
    injuries: int = 0
    removal: Removal | None = None

    @property
    def id(self) -> str:
        """The id that commands and events know it by."""
        return self.card.id

    @property
    def on_pitch(self) -> bool:
        """Whether it still plays."""
        return self.removal is None

    @property
    def power(self) -> int:
        """What it is worth now: the power on its top edge less its injuries, never below 0 (TOOOR-5.2)."""
        return max(0, self.card.powers[self.top] - self.injuries)

    @property
    def coming_corner(self) -> Symbol:
        """The corner that its next turn brings on top (TOOOR-5.1)."""
        return self.card.corners[self.top]

    @property
    def next_top(self) -> int:
        """The index of the edge that its next turn brings on top (TOOOR-5.5)."""
        return (self.top + 1) % 4


class ShootOut(msgspec.Struct, frozen=True, gc=False):
    """A shoot-out so far.

    places: how many each side lines up. lines: whom it has lined up. kicks: how many it has had, those in vain
    included. kickers: who took them, both sides, in order. first: who kicks first, once that is decided.
    """

    places: BySide[int]
    lines: BySide[tuple[str, ...]] = BySide((), ())
    goals: BySide[int] = BySide(0, 0)
    kicks: BySide[int] = BySide(0, 0)
    kickers: tuple[str, ...] = ()
    first: Side | None = None
    sudden_death: bool = False


class Table(msgspec.Struct, frozen=True, gc=False):
    """The state of a match.

    footballers: all 22 by id, home's first, each side in the order of the edition.
    hands: tactic cards not spent, ascending; a card laid face down is in the hand until it is turned up.
    laid: cards that lie face down. revealed: the cards last turned up. attacker: who attacks, counter-attacks or kicks.
    marked: in the order of marking. dice: the pair last rolled; home rolls first (TOOOR-3.5).
    turning: who has still to turn, the head first. got_through: whether the last attack succeeded.
    settled: who has ended its rearrangement. winner: None while the match runs, and for a draw.
    """

    setup: Setup
    footballers: Mapping[str, Footballer]
    hands: BySide[tuple[int, ...]]
    period: Period = Period.MINUTE_15
    phase: Phase = Phase.TACTIC
    score: BySide[int] = BySide(0, 0)
    laid: BySide[int | None] = BySide(None, None)
    revealed: BySide[int | None] = BySide(None, None)
    attacker: Side | None = None
    counter: bool = False
    marked: BySide[tuple[str, ...]] = BySide((), ())
    dice: BySide[int | None] = BySide(None, None)
    turning: tuple[str, ...] = ()
    got_through: bool = False
    shooter: str | None = None
    settled: BySide[bool] = BySide(False, False)
    shoot_out: ShootOut | None = None
    winner: Side | None = None

    @property
    def edition(self) -> TooorEdition:
        """The component figures."""
        edition: TooorEdition = self.setup.edition
        return edition

    @property
    def rules(self) -> TooorRules:
        """The house rules."""
        rules: TooorRules = self.setup.house_rules
        return rules

    def squad(self, side: Side) -> tuple[Footballer, ...]:
        """A side's footballers on the pitch, in the order of the edition."""
        return tuple(one for one in self.footballers.values() if one.side is side and one.removal is None)

    def goalkeeper(self, side: Side) -> Footballer | None:
        """Who keeps a side's goal: whoever of it stands there (TOOOR-4.8)."""
        return next((one for one in self.squad(side) if one.line is Line.GOALKEEPER), None)

    def outfielders(self, side: Side) -> tuple[Footballer, ...]:
        """A side's footballers on the pitch but for its goalkeeper."""
        return tuple(one for one in self.squad(side) if one.line is not Line.GOALKEEPER)

    def named(self, footballer: str) -> str:
        """The name of a footballer."""
        return self.footballers[footballer].card.name


def table_of(setup: Setup) -> Table:
    """The table as it is set up (TOOOR-2.1, TOOOR-2.2)."""
    edition: TooorEdition = setup.edition
    placed = (Footballer(card, side, card.badge) for side in SIDES for card in edition.team(side).footballers)
    hand = tuple(sorted(card.value for card in edition.tactics))
    return Table(setup, {one.id: one for one in placed}, BySide(hand, hand))
