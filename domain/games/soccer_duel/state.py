"""The table of a match of Soccer Duel, with all that lies on it."""

import msgspec

from domain.games.soccer_duel.catalogue import Catalogue, catalogue_of
from domain.games.soccer_duel.house_rules import DuelRules
from domain.games.soccer_duel.pitch import Pitch
from domain.games.soccer_duel.terms import Phase
from domain.match.chance import Mode
from domain.match.game import Setup
from domain.match.sides import BySide, Side


class Camp(msgspec.Struct, frozen=True, gc=False):
    """What lies before one side.

    hand: tiles in the order in which they came. box: what it has discarded. pitches: in the order in which they were
    begun; only the last is open to tiles. goals: of this game. stopped_until: milliseconds since "Go!", 0 for never.
    misses_turn: whether its next turn of a sudden death is missed.
    """

    hand: tuple[int, ...] = ()
    box: tuple[int, ...] = ()
    pitches: tuple[Pitch, ...] = ()
    goals: int = 0
    stopped_until: int = 0
    misses_turn: bool = False

    @property
    def pitch(self) -> Pitch | None:
        """The pitch that is played on."""
        return self.pitches[-1] if self.pitches else None

    @property
    def locked(self) -> bool:
        """Whether the pitch is locked (DUEL-3.7)."""
        return bool(self.pitches) and self.pitches[-1].locked


class Table(msgspec.Struct, frozen=True, gc=False):
    """The state of a match.

    pile: tiles that lie face down, ascending, which is no order of drawing. out: cards out of the game.
    due: the sides whose draws are due, one entry a draw, the first first. clock: milliseconds since the "Go!" of this
    game at the last event. go, kick_off: the moments of the "Go!" of this game and of the first; None where unknown.
    games: the goals of the games that are over. turn: whose turn of a sudden death it is. piles: how many piles this
    sudden death has begun. winner: None while the match runs, and for a draw.
    """

    setup: Setup
    catalogue: Catalogue
    camps: BySide[Camp] = BySide(Camp(), Camp())
    game: int = 0
    phase: Phase = Phase.SET_UP
    pile: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    due: tuple[Side, ...] = ()
    clock: int = 0
    go: str | None = None
    kick_off: str | None = None
    wins: BySide[int] = BySide(0, 0)
    games: tuple[BySide[int], ...] = ()
    turn: Side | None = None
    piles: int = 0
    winner: Side | None = None

    @property
    def rules(self) -> DuelRules:
        """The house rules."""
        rules: DuelRules = self.setup.house_rules
        return rules

    @property
    def dealt(self) -> bool:
        """Whether the recorder draws, and its clock counts."""
        return self.setup.mode == Mode.DEALT

    @property
    def goals(self) -> BySide[int]:
        """The score of this game."""
        return BySide(self.camps.home.goals, self.camps.away.goals)

    def camp(self, side: Side) -> Camp:
        """What lies before a side."""
        return self.camps.of(side)

    def ready(self, side: Side) -> int:
        """From when a side may act: now, or when its stop ends (DUEL-3.6). Milliseconds since "Go!"."""
        return max(self.clock, self.camps.of(side).stopped_until)


def table_of(setup: Setup) -> Table:
    """The table before anything lies on it."""
    return Table(setup, catalogue_of(setup.edition))
