"""The words of Sportiv: action cards, zones of the goal, and what a match is at."""

from enum import StrEnum


class ActionKind(StrEnum):
    """What an action card does (SPORTIV-1.1)."""

    POWER_RUN = "powerRun"
    """Passage en force: removes two opposing footballers (SPORTIV-3.4)."""
    LONG_BALL = "longBall"
    """Longue balle: removes three opposing footballers (SPORTIV-3.5)."""
    TRACK_BACK = "trackBack"
    """Retour en défense: brings two footballers of one's own (SPORTIV-3.6)."""
    RED_CARD = "redCard"
    """Carton Rouge: counters a power run (SPORTIV-3.4)."""
    OFFSIDE = "offside"
    """Hors jeu: counters a long ball (SPORTIV-3.5)."""

    @property
    def words(self) -> str:
        """How it is said in a sentence."""
        return _WORDS[self]

    @property
    def with_article(self) -> str:
        """How one of them is said."""
        return f"{'an' if self is ActionKind.OFFSIDE else 'a'} {self.words}"

    @property
    def clause(self) -> str:
        """The clause of what it does; counters share that of what they answer."""
        return _CLAUSES[self]


_WORDS = {
    ActionKind.POWER_RUN: "power run",
    ActionKind.LONG_BALL: "long ball",
    ActionKind.TRACK_BACK: "track back",
    ActionKind.RED_CARD: "red card",
    ActionKind.OFFSIDE: "offside",
}
_CLAUSES = {
    ActionKind.POWER_RUN: "SPORTIV-3.4",
    ActionKind.LONG_BALL: "SPORTIV-3.5",
    ActionKind.TRACK_BACK: "SPORTIV-3.6",
    ActionKind.RED_CARD: "SPORTIV-3.4",
    ActionKind.OFFSIDE: "SPORTIV-3.5",
}

PLAYABLE = (ActionKind.POWER_RUN, ActionKind.LONG_BALL, ActionKind.TRACK_BACK)
"""What may be played face up in one's own turn; the others are only counters (SPORTIV-3.7)."""
COUNTERS = {ActionKind.POWER_RUN: ActionKind.RED_CARD, ActionKind.LONG_BALL: ActionKind.OFFSIDE}
"""What counters what (SPORTIV-3.4, SPORTIV-3.5); nothing counters a track back (SPORTIV-3.6)."""
REMOVALS = {ActionKind.POWER_RUN: 2, ActionKind.LONG_BALL: 3, ActionKind.RED_CARD: 1}
"""How many footballers a card removes (SPORTIV-3.4, SPORTIV-3.5)."""
REINFORCEMENTS = 2
"""How many footballers a track back brings (SPORTIV-3.6)."""


class Zone(StrEnum):
    """A zone of the goal: top or bottom; left, centre or right (SPORTIV-1.2)."""

    TOP_LEFT = "TL"
    TOP_CENTRE = "TC"
    TOP_RIGHT = "TR"
    BOTTOM_LEFT = "BL"
    BOTTOM_CENTRE = "BC"
    BOTTOM_RIGHT = "BR"


class Place(StrEnum):
    """Where a drawn card goes."""

    PITCH = "pitch"
    HAND = "hand"
    RESERVE = "reserve"


class Phase(StrEnum):
    """What a match is at, and so what it waits for."""

    TOSS = "toss"
    """A coin decides who begins (SPORTIV-2.1)."""
    DEAL = "deal"
    """Both sides draw what they begin with (SPORTIV-2.1)."""
    DRAW = "draw"
    """The active side draws a footballer (SPORTIV-3.1)."""
    PLACEMENT = "placement"
    """It places one of its hand (SPORTIV-3.1)."""
    ELIMINATIONS = "eliminations"
    """It eliminates as often as it likes (SPORTIV-3.2)."""
    ACTION_DRAW = "actionDraw"
    """It draws an action card (SPORTIV-3.3)."""
    ACTION = "action"
    """It puts an action card on its discard, face up or face down (SPORTIV-3.3)."""
    COUNTER = "counter"
    """The opponent counters or lets it pass (SPORTIV-3.7)."""
    REMOVAL = "removal"
    """The active side removes opposing footballers (SPORTIV-3.4, SPORTIV-3.5)."""
    COUNTERED = "countered"
    """The opponent replaces the counter, and has its effect (SPORTIV-3.4, SPORTIV-3.5, SPORTIV-3.7)."""
    TRACK_BACK = "trackBack"
    """The active side brings footballers onto its pitch (SPORTIV-3.6)."""
    EXCHANGE = "exchange"
    """Each side replaces action cards, the active side first (SPORTIV-3.8)."""
    SHOT = "shot"
    """The active side shoots or does not (SPORTIV-3.9)."""
    GOAL_CARDS = "goalCards"
    """Both sides choose secretly: goalkeeper cards and a shot card (SPORTIV-4.1)."""
    REFILL = "refill"
    """Pitches are filled after a shot (SPORTIV-4.3)."""
    OVER = "over"
