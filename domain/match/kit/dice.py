"""Dice: the faces of one, and pairs of rolls in which home rolls first."""

from collections import Counter
from functools import lru_cache

from domain.match.sides import BySide, Side

Rolls = BySide[int | None]
"""The pair of dice as they were last rolled; while only home has rolled, away has none."""

NO_ROLLS: Rolls = BySide(None, None)


@lru_cache(maxsize=256)
def weights(faces: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The faces of a die, ascending, each with the number of times that the die has it."""
    return tuple(sorted(Counter(faces).items()))


def rolling(rolls: Rolls) -> Side:
    """Whose die is due: home's first, then away's."""
    return Side.AWAY if rolls.home is not None and rolls.away is None else Side.HOME


def rolled(rolls: Rolls, side: Side, face: int) -> Rolls:
    """The pair after one more roll; home's begins a new pair."""
    return BySide(face, None) if side is Side.HOME else BySide(rolls.home, face)
