"""What sides decide in Soccer Duel, and what its pile and its coin bring.

`time` is when a side acted, in milliseconds since the "Go!" of the game (DUEL-3.8). In a dealt match it is left out,
and the recorder's clock fills it in; in a reported match the scorekeeper gives it.
"""

from domain.match.game import Command, Outcome
from domain.match.sides import Side


class ChooseStartTile(Command, frozen=True, kw_only=True):
    """Choose the start tile among the tiles drawn first (DUEL-2.1).

    moment: when that was, ISO 8601 with its offset; in a dealt match the recorder's clock fills it in. It becomes the
    moment of "Go!" where the other side has chosen already.
    """

    tile: int
    moment: str | None = None


class PlaceTile(Command, frozen=True, kw_only=True):
    """Place a tile of the hand on the side's own pitch (DUEL-3.1, DUEL-3.2).

    row, column: counted down and to the right from the first tile of the pitch, which is at 0, 0; they may be negative.
    quarter_turns: 0, as tiles are never turned. pitch_of: whose pitch; None is the side's own, and no other is allowed.
    Both are there so that a scorekeeper can put down what somebody did, and hear by which clause it is forbidden.
    """

    tile: int
    row: int
    column: int
    quarter_turns: int = 0
    pitch_of: Side | None = None
    time: int | None = None


class BeginPitch(Command, frozen=True, kw_only=True):
    """Begin a new pitch with any tile of the hand, where the pitch is locked or there is none (DUEL-3.7, DUEL-5.1)."""

    tile: int
    time: int | None = None


class DiscardTile(Command, frozen=True, kw_only=True):
    """Discard a tile of the hand to the side's own box, and draw another (DUEL-3.4)."""

    tile: int
    time: int | None = None


class EndTurn(Command, frozen=True, kw_only=True):
    """Leave it at what has been placed in this turn of a sudden death (DUEL-5.2)."""

    time: int | None = None


class TileDraw(Outcome, frozen=True, kw_only=True):
    """A tile that a side draws from the pile, by its number in the edition (DUEL-2.1, DUEL-3.3, DUEL-5.1)."""

    side: Side
    tile: int


class CoinToss(Outcome, frozen=True, kw_only=True):
    """Which side is first in a sudden death (DUEL-5.1)."""

    first: Side


TimedCommand = PlaceTile | BeginPitch | DiscardTile | EndTurn

COMMANDS: tuple[type[Command], ...] = (ChooseStartTile, PlaceTile, BeginPitch, DiscardTile, EndTurn)
OUTCOMES: tuple[type[Outcome], ...] = (TileDraw, CoinToss)
