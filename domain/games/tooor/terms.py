"""The words of Tooor!: colours, symbols, periods, and what a match is at."""

from enum import StrEnum


class Line(StrEnum):
    """A line of the pitch, counted from midfield, and the badge of the footballers who belong there (TOOOR-1.3)."""

    RED = "red"
    """Attack."""
    BLUE = "blue"
    """Midfield."""
    YELLOW = "yellow"
    """Defence."""
    GOALKEEPER = "goalkeeper"


class Symbol(StrEnum):
    """A corner of a footballer, or a face of the penalty die, which has no blank one (TOOOR-1.2, TOOOR-1.3)."""

    NONE = ""
    RED_CROSS = "redCross"
    YELLOW_CARD = "yellowCard"
    RED_CARD = "redCard"


class Removal(StrEnum):
    """Why a footballer has left the pitch (TOOOR-5.2, TOOOR-5.3, TOOOR-5.4)."""

    INJURIES = "injuries"
    SECOND_YELLOW_CARD = "secondYellowCard"
    RED_CARD = "redCard"


class Period(StrEnum):
    """Where the whistle stands (TOOOR-3.1, TOOOR-9.2, TOOOR-10.1)."""

    MINUTE_15 = "15"
    MINUTE_30 = "30"
    MINUTE_45 = "45"
    HALF_TIME = "half-time"
    MINUTE_60 = "60"
    MINUTE_75 = "75"
    MINUTE_90 = "90"
    MINUTE_105 = "105"
    MINUTE_120 = "120"
    SHOOT_OUT = "shoot-out"

    @property
    def next(self) -> "Period":
        """Where the whistle moves on to."""
        return _PERIODS[_PERIODS.index(self) + 1]


_PERIODS = tuple(Period)


class Phase(StrEnum):
    """What a match is at, and so what it waits for."""

    TACTIC = "tactic"
    """Both sides lay a tactic card face down (TOOOR-3.2)."""
    TACTIC_TIE = "tacticTie"
    """Attack dice break a tie of tactics (TOOOR-3.3)."""
    ATTACKER_MARKS = "attackerMarks"
    DEFENDER_MARKS = "defenderMarks"
    BUILD_UP = "buildUp"
    """Attack dice are added to the powers of the marked footballers (TOOOR-4.5)."""
    TURNING = "turning"
    """Footballers turn; nobody has to do anything (TOOOR-5.1)."""
    PENALTY = "penalty"
    """A symbol is on top, and the penalty die is due (TOOOR-5.2)."""
    GOALKEEPER = "goalkeeper"
    """A side that lost its goalkeeper names another (TOOOR-5.7)."""
    SHOOTER = "shooter"
    SHOT = "shot"
    """Attack dice are added to shooter and goalkeeper (TOOOR-6.2)."""
    REARRANGEMENT = "rearrangement"
    """Sides move footballers among their lines (TOOOR-8.1)."""
    TACTIC_DRAW = "tacticDraw"
    """Each side draws two open cards (TOOOR-9.2)."""
    LINE_UP = "lineUp"
    """Each side lines up its kickers (TOOOR-10.1)."""
    FIRST_KICK = "firstKick"
    """Attack dice decide who kicks first (TOOOR-10.2)."""
    KICKER = "kicker"
    """The side whose kick it is names who takes it (TOOOR-10.4)."""
    KICK = "kick"
    """Attack dice are added to kicker and goalkeeper (TOOOR-10.2)."""
    OVER = "over"


class Purpose(StrEnum):
    """What an attack die is rolled for."""

    TACTIC_TIE = "tacticTie"
    BUILD_UP = "buildUp"
    SHOT = "shot"
    FIRST_KICK = "firstKick"
    KICK = "kick"
