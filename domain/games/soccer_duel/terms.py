"""The words of Soccer Duel: cards, corners, places, and what a match is at."""

from enum import StrEnum

Corners = tuple[int, int, int, int]
"""Top-left, top-right, bottom-left, bottom-right: GRASS, or the number of the colour of a quarter of a ball."""

Place = tuple[int, int]
"""Row and column of a pitch, counted down and to the right from its first tile, which lies at (0, 0) (DUEL-3.10)."""

GRASS = 0
CORNER_NAMES = ("top-left", "top-right", "bottom-left", "bottom-right")


class Card(StrEnum):
    """A card among the tiles (DUEL-1.1)."""

    YELLOW = "yellow"
    RED = "red"

    @property
    def seconds(self) -> int:
        """How long it stops the side that draws it (DUEL-3.6)."""
        return 15 if self is Card.YELLOW else 30


class Phase(StrEnum):
    """What a match is at, and so what it waits for."""

    SET_UP = "setUp"
    """Sides draw their first tiles and choose a start tile (DUEL-2.1)."""
    PLAY = "play"
    """Both sides place, draw and discard at once (DUEL-3.1)."""
    OVERTIME = "overtime"
    """Both sides place from the boxes they have exchanged (DUEL-4.1)."""
    TOSS = "toss"
    """A coin decides who is first in a sudden death (DUEL-5.1)."""
    SUDDEN_DEATH = "suddenDeath"
    """The sides draw and place in turn (DUEL-5.1)."""
    OVER = "over"
