"""The words of Finale: colours, symbols, where footballers are, and what a match is at."""

from enum import StrEnum


class Colour(StrEnum):
    """The colour of a footballer, which tactic cards ask for (FINALE-1.2)."""

    RED = "red"
    """Attack."""
    BLUE = "blue"
    """Midfield."""
    YELLOW = "yellow"
    """Defence."""
    GREY = "grey"
    """Goalkeeper."""


class Symbol(StrEnum):
    """What may be printed in a corner of a footballer (FINALE-1.2)."""

    NONE = ""
    RED_CROSS = "redCross"
    YELLOW_CARD = "yellowCard"
    RED_CARD = "redCard"


class Standing(StrEnum):
    """Where a footballer is."""

    AVAILABLE = "available"
    """Among the thirty, while squads are being chosen."""
    PITCH = "pitch"
    BENCH = "bench"
    INJURED = "injured"
    """Off the pitch, and may still be replaced (FINALE-4.4)."""
    REPLACED = "replaced"
    """Off the pitch, with a newcomer in its place (FINALE-3.1)."""
    SENT_OFF = "sentOff"
    """Off the pitch, and not replaced (FINALE-4.4)."""


class Dismissal(StrEnum):
    """Why a footballer is sent off (FINALE-4.4)."""

    SECOND_YELLOW_CARD = "secondYellowCard"
    RED_CARD = "redCard"


class Stage(StrEnum):
    """The two halves of an attempt or a counter."""

    APPROACH = "approach"
    SHOT = "shot"


class Marker(StrEnum):
    """The two kinds of action markers (FINALE-1.1)."""

    WHITE = "white"
    """For the approach (FINALE-4.1)."""
    RED = "red"
    """For the shot (FINALE-5.1)."""


class Phase(StrEnum):
    """What a match is at, and so what it waits for."""

    SQUAD = "squad"
    """Both sides choose their fifteen (FINALE-2.1)."""
    DECK = "deck"
    """Both sides choose their eleven tactic cards (FINALE-2.2)."""
    DRAW = "draw"
    """Hands are filled from the piles (FINALE-2.2, FINALE-2.4)."""
    SUBSTITUTE = "substitute"
    """The sides declare substitutions, one after the other (FINALE-3.1)."""
    TACTIC = "tactic"
    """Both sides lay a tactic card face down (FINALE-3.2)."""
    TIE = "tie"
    """Dice decide who attacks (FINALE-3.2)."""
    NEXT_TACTIC = "nextTactic"
    """The attacker lays a card for a further attempt (FINALE-7.1)."""
    ATTACKER_MARKS = "attackerMarks"
    DEFENDER_MARKS = "defenderMarks"
    DICE = "dice"
    """Dice are added to the strengths of the marked footballers (FINALE-4.2, FINALE-5.2)."""
    SYMBOL = "symbol"
    """The die is due for a symbol (FINALE-4.3)."""
    FIRST_KICK = "firstKick"
    """Dice decide who begins the penalties (FINALE-8.2)."""
    SHOOTER = "shooter"
    """The side whose kick it is names its shooter (FINALE-8.4)."""
    KICK = "kick"
    """Dice are added to shooter and goalkeeper (FINALE-8.2)."""
    FLOWING = "flowing"
    """Play goes on by itself; nobody has to do anything."""
    OVER = "over"


class Purpose(StrEnum):
    """What both sides roll their dice for."""

    TIE = "tie"
    APPROACH = "approach"
    SHOT = "shot"
    FIRST_KICK = "firstKick"
    KICK = "kick"


PERIODS = 6
"""Periods of normal time (FINALE-7.2)."""
EXTRA_PERIODS = 2
"""Periods of extra time (FINALE-8.1)."""


def period_name(period: int, penalties: bool = False) -> str:
    """A period as players call it. period: from 1; 0 before kick-off."""
    if penalties:
        return "penalties"
    if period > PERIODS:
        return f"extra time {period - PERIODS}"
    return f"period {period}" if period else "before kick-off"
