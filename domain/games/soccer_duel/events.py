"""What happens in a match of Soccer Duel. Every fact names the side it is about and the clause that brought it.

`time` is in milliseconds since the "Go!" of the game; None before it (DUEL-3.8). `face` is what is on a tile.
"""

from domain.games.soccer_duel.commands import CoinToss, TileDraw
from domain.games.soccer_duel.terms import Card
from domain.match.game import ChanceEvent, Event
from domain.match.sides import BySide, Side


class DuelEvent(Event, frozen=True, kw_only=True):
    """A fact of a match with its time."""

    time: int | None = None


class GameBegun(DuelEvent, frozen=True, kw_only=True):
    """All tiles were shuffled face down into the pile for a game. draws: how many tiles each side draws first."""

    game: int
    draws: BySide[int]
    clause: str = "DUEL-2.1"


class TileDrawn(ChanceEvent, frozen=True, kw_only=True):
    """A side drew a tile or a card, which lies open. left: how many are left in the pile."""

    side: Side
    tile: int
    face: str
    left: int
    time: int | None = None

    def outcome(self) -> TileDraw:
        """The draw."""
        return TileDraw(side=self.side, tile=self.tile)


class CardPutBack(DuelEvent, frozen=True, kw_only=True):
    """A card among the first tiles went back into the pile."""

    side: Side
    tile: int
    clause: str = "DUEL-2.1"


class StartTileChosen(DuelEvent, frozen=True, kw_only=True):
    """A side laid its start tile, at row 0 and column 0 of its pitch."""

    side: Side
    tile: int
    face: str
    clause: str = "DUEL-2.1"


class GoCalled(DuelEvent, frozen=True, kw_only=True):
    """ "Go!": from this moment time is counted, and both sides play. moment: ISO 8601; None where nobody took it."""

    moment: str | None
    clause: str = "DUEL-3.1"


class TilePlaced(DuelEvent, frozen=True, kw_only=True):
    """A side placed a tile on its pitch. joined: the colours of the ball pairs along its edges, in order of corners."""

    side: Side
    tile: int
    face: str
    pitch: int
    row: int
    column: int
    joined: tuple[str, ...]
    clause: str = "DUEL-3.2"


class PitchBegun(DuelEvent, frozen=True, kw_only=True):
    """A side began a pitch with this tile, at row 0 and column 0. pitch: its number, from 1."""

    side: Side
    tile: int
    face: str
    pitch: int
    clause: str = "DUEL-3.7"


class GoalScored(DuelEvent, frozen=True, kw_only=True):
    """A ball is complete. row, column: of the top-left of its four tiles. score: of the game, with this goal."""

    side: Side
    colour: str
    pitch: int
    row: int
    column: int
    score: BySide[int]
    clause: str = "DUEL-3.5"


class PitchLocked(DuelEvent, frozen=True, kw_only=True):
    """No tile there is could be placed anywhere on a side's pitch."""

    side: Side
    pitch: int
    clause: str = "DUEL-3.7"


class TileDiscarded(DuelEvent, frozen=True, kw_only=True):
    """A side discarded a tile to its own box."""

    side: Side
    tile: int
    face: str
    clause: str = "DUEL-3.4"


class DiscardQuestioned(DuelEvent, frozen=True, kw_only=True):
    """A warning: a reported discard came though the side could have placed this tile (row, column: there).

    row, column: None where it could have begun a new pitch.
    """

    side: Side
    tile: int
    row: int | None
    column: int | None
    clause: str = "DUEL-3.4"


class SideStopped(DuelEvent, frozen=True, kw_only=True):
    """A card stopped the side that drew it, and is out of the game. until: when the stop ends, with all before it."""

    side: Side
    card: Card
    seconds: int
    until: int
    clause: str = "DUEL-3.6"


class OvertimeBegun(DuelEvent, frozen=True, kw_only=True):
    """The pile is empty and neither side can place: the boxes, hands within, were exchanged. received: by each side."""

    score: BySide[int]
    received: BySide[tuple[int, ...]]
    clause: str = "DUEL-4.1"


class SuddenDeathBegun(DuelEvent, frozen=True, kw_only=True):
    """All tiles were shuffled face down and the pitches cleared. piles: how many piles it has begun by now."""

    piles: int
    score: BySide[int]
    clause: str = "DUEL-5.1"


class CoinTossed(ChanceEvent, frozen=True, kw_only=True):
    """A coin decided which side is first in a sudden death."""

    first: Side
    time: int | None = None
    clause: str = "DUEL-5.1"

    def outcome(self) -> CoinToss:
        """The toss."""
        return CoinToss(first=self.first)


class TurnBegun(DuelEvent, frozen=True, kw_only=True):
    """It is a side's turn to draw."""

    side: Side
    clause: str = "DUEL-5.1"


class NextTurnLost(DuelEvent, frozen=True, kw_only=True):
    """A side drew a card in a sudden death, which is out of the game; its next turn is missed."""

    side: Side
    card: Card
    clause: str = "DUEL-5.3"


class TurnEnded(DuelEvent, frozen=True, kw_only=True):
    """A side places no more in this turn."""

    side: Side
    clause: str = "DUEL-5.2"


class TurnMissed(DuelEvent, frozen=True, kw_only=True):
    """A side's turn was passed over for the card that it drew before."""

    side: Side
    clause: str = "DUEL-5.3"


class GameEnded(DuelEvent, frozen=True, kw_only=True):
    """A game is over. side: who won it; None where nobody did. wins: games won by now."""

    game: int
    score: BySide[int]
    wins: BySide[int]
    clause: str = "DUEL-4.2"


class MatchEnded(DuelEvent, frozen=True, kw_only=True):
    """The match is over. side: who won it; None for a draw. figures: games won, the winner's first: "2 against 1"."""

    wins: BySide[int]
    figures: str
    clause: str = "DUEL-6.1"


EVENTS: tuple[type[Event], ...] = (
    GameBegun,
    TileDrawn,
    CardPutBack,
    StartTileChosen,
    GoCalled,
    TilePlaced,
    PitchBegun,
    GoalScored,
    PitchLocked,
    TileDiscarded,
    DiscardQuestioned,
    SideStopped,
    OvertimeBegun,
    SuddenDeathBegun,
    CoinTossed,
    TurnBegun,
    NextTurnLost,
    TurnEnded,
    TurnMissed,
    GameEnded,
    MatchEnded,
)
