"""The words of Fotboll: lines and places of the pitch, what a match is at, and how an attack comes out."""

from enum import StrEnum


class Line(StrEnum):
    """A line of a side's pitch, in the order in which an attack meets them (FOTBOLL-2.1, FOTBOLL-3.1)."""

    ATTACKERS = "attackers"
    MIDFIELDERS = "midfielders"
    DEFENDERS = "defenders"
    GOALKEEPER = "goalkeeper"

    @property
    def places(self) -> "tuple[Place, ...]":
        """The places of the line."""
        return _PLACES[self]


class Place(StrEnum):
    """A place of a side's pitch, for one card (FOTBOLL-2.1)."""

    A1 = "A1"
    A2 = "A2"
    A3 = "A3"
    A4 = "A4"
    M1 = "M1"
    M2 = "M2"
    M3 = "M3"
    D1 = "D1"
    D2 = "D2"
    D3 = "D3"
    G = "G"

    @property
    def line(self) -> Line:
        """The line that it is part of."""
        return _LINES[self]


_LINES = {place: next(line for line in Line if line.name[0] == place[0]) for place in Place}
_PLACES = {line: tuple(place for place in Place if _LINES[place] is line) for line in Line}


class Phase(StrEnum):
    """What a match is at, and so what it waits for."""

    DEAL = "deal"
    """Cards are drawn that their owner will line up (FOTBOLL-2.1)."""
    LINE_UP = "lineUp"
    """Each side arranges its cards face down (FOTBOLL-2.1)."""
    TOSS = "toss"
    """A coin decides who begins (FOTBOLL-2.2)."""
    BEFORE_ATTACK = "beforeAttack"
    """The side in turn may lay new cards and substitute, until it attacks (FOTBOLL-4.1, FOTBOLL-4.2)."""
    LOOK = "look"
    """The owner looks at a card that it has just laid (FOTBOLL-2.1)."""
    OUTGOING = "outgoing"
    """The card that is substituted is turned up (FOTBOLL-4.2)."""
    DRAW = "draw"
    """The attacker draws (FOTBOLL-3.1)."""
    CHOICE = "choice"
    """The attacker chooses a card of the line (FOTBOLL-3.1)."""
    ATTACKED = "attacked"
    """The card that is attacked is turned up (FOTBOLL-3.1)."""
    PENALTY = "penalty"
    """The attacker draws the cards of a penalty (FOTBOLL-5.3)."""
    GOALKEEPER = "goalkeeper"
    """The goalkeeper is turned up at a penalty (FOTBOLL-5.3)."""
    RED_CARD = "redCard"
    """A side that has got a red card names whom it sends off (FOTBOLL-5.4)."""
    SENT_OFF = "sentOff"
    """The card that is sent off is turned up (FOTBOLL-5.5)."""
    UNDER_WAY = "underWay"
    """Play goes on by itself; nobody has to do anything."""
    OVER = "over"


class Duel(StrEnum):
    """How an attack on a card comes out."""

    DRIBBLED = "dribbled"
    """The attacker's rank is as high or higher (FOTBOLL-3.2)."""
    STOPPED = "stopped"
    """The attacker's rank is lower (FOTBOLL-3.3)."""
    DIAMOND = "diamond"
    """A diamond has met a joker (FOTBOLL-5.2)."""


class Finish(StrEnum):
    """How a goal was scored."""

    DRIBBLE = "dribble"
    """Past the goalkeeper (FOTBOLL-3.2)."""
    EMPTY_GOAL = "emptyGoal"
    """No card stood in the goal (FOTBOLL-3.4)."""
    JOKER = "joker"
    """A diamond met a joker in the goal (FOTBOLL-5.2)."""
    PENALTY = "penalty"
    """By a penalty (FOTBOLL-5.3)."""
