"""What the events of a game mean in words that all games share. Statistics count these facts and know no game.

Each game says in its `account` what an event of its own is in these words: a build-up, an approach and a duel of cards
are all attempts, with the chance that they had. A fact tells nothing that a spectator may not know once its event is
open: statistics are for everybody.
"""

from enum import StrEnum
from fractions import Fraction

import msgspec

from domain.match.sides import Side

MILLION = 1_000_000
"""Probabilities are kept as whole millionths, so that sums of them are exact and do not depend on their order."""


class Stage(StrEnum):
    """The parts of a match whose goals are told apart."""

    NORMAL = "normal time"
    EXTRA = "extra time"
    SHOOT_OUT = "shoot-out"


class CardKind(StrEnum):
    """The cards that a side plays beside its footballers."""

    TACTIC = "tactic"
    ACTION = "action"


class AttemptKind(StrEnum):
    """What a side tries. A shot and a penalty can bring a goal; a kick is one of a shoot-out, and counts apart."""

    ATTACK = "attack"
    COUNTER = "counter"
    SHOT = "shot"
    PENALTY = "penalty"
    KICK = "kick"


class Fact(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What an event means in words that all games share. `side`: whose fact it is, where it is one side's."""

    side: Side | None = None


class PeriodBegun(Fact, frozen=True, kw_only=True, gc=False):
    """A period began, in the words of the game. minute: of play gone by then; None where the game counts none."""

    period: str
    stage: Stage = Stage.NORMAL
    minute: int | None = None


class PlayEnded(Fact, frozen=True, kw_only=True, gc=False):
    """Nothing is played any more. minute: of play gone by then; None where the game counts none."""

    minute: int | None = None


class CameOn(Fact, frozen=True, kw_only=True, gc=False):
    """A footballer is on the pitch from now on: at the beginning, or as a substitute."""

    side: Side
    footballer: str


class WentOff(Fact, frozen=True, kw_only=True, gc=False):
    """A footballer is off the pitch from now on, for whatever reason."""

    side: Side
    footballer: str


class Marked(Fact, frozen=True, kw_only=True, gc=False):
    """A footballer took part in an attempt and gave its power to it."""

    side: Side
    footballer: str
    power: int


class Turned(Fact, frozen=True, kw_only=True, gc=False):
    """A footballer turned on to its next edge."""

    side: Side
    footballer: str


class Booked(Fact, frozen=True, kw_only=True, gc=False):
    """A footballer, or a side as a whole where the game books nobody in person, was shown a yellow card."""

    side: Side
    footballer: str | None = None


class SentOff(Fact, frozen=True, kw_only=True, gc=False):
    """A footballer was sent off. Where it leaves the pitch, WentOff says so beside."""

    side: Side
    footballer: str


class Injured(Fact, frozen=True, kw_only=True, gc=False):
    """A footballer was injured. Where it leaves the pitch, WentOff says so beside."""

    side: Side
    footballer: str


class CardPlayed(Fact, frozen=True, kw_only=True, gc=False):
    """A side played a card, and everybody sees which."""

    side: Side
    kind: CardKind
    card: str


class CardCountered(Fact, frozen=True, kw_only=True, gc=False):
    """The card that a side had played was answered, and failed. side: whose card failed. by: the card that answered."""

    side: Side
    kind: CardKind
    card: str
    by: str | None = None


class Attempted(Fact, frozen=True, kw_only=True, gc=False):
    """A side tried to get through, or to score.

    chance: the probability of success, in millionths, from the exact distribution of all chance that decided it, as
    everybody could know it once the choices for it were made; None where none decides. card: the tactic or action card
    that brought it, and kind_of_card its kind. footballers: who took part for the side. goalkeeper: who kept the goal
    that was shot at. figures: what was compared, "4 + 2 against 5 + 0".
    """

    side: Side
    kind: AttemptKind
    succeeded: bool
    chance: int | None = None
    footballers: tuple[str, ...] = ()
    goalkeeper: str | None = None
    card: str | None = None
    kind_of_card: CardKind | None = None
    figures: str = ""


class Goal(Fact, frozen=True, kw_only=True, gc=False):
    """A side scored. In a shoot-out it does not count in the score.

    footballers: who scored, none where nobody in person did. how: in the words of the game; empty for a plain shot.
    card, kind_of_card: the tactic or action card that brought it.
    """

    side: Side
    footballers: tuple[str, ...] = ()
    how: str = ""
    card: str | None = None
    kind_of_card: CardKind | None = None


class LineMet(Fact, frozen=True, kw_only=True, gc=False):
    """An attack met a line of the opponent. side: who attacks. passed: whether it got past that line."""

    side: Side
    line: str
    passed: bool


class Eliminated(Fact, frozen=True, kw_only=True, gc=False):
    """Footballers left play because the other side, or their own sacrifice, took them off. side: whose they were.

    footballers: which. by: what took them, in the words of the game: "elimination", "tackle", "dribble". line: where
    they stood, where the game has lines.
    """

    side: Side
    footballers: tuple[str, ...]
    by: str
    line: str | None = None


class DieRolled(Fact, frozen=True, kw_only=True, gc=False):
    """A die or a coin showed a face. side: whose it is; None for one that belongs to neither.

    faces: every face that it has and how many times it has it, in a fixed order. It is the die itself that is meant,
    never one that its roller would like.
    """

    die: str
    face: str
    faces: tuple[tuple[str, int], ...]


class TilePlaced(Fact, frozen=True, kw_only=True, gc=False):
    """A side placed a tile. time: milliseconds of play since its game began; None before "Go!"."""

    side: Side
    time: int | None = None


class BallCompleted(Fact, frozen=True, kw_only=True, gc=False):
    """A side completed a ball, which counts within a game; the score of the match counts games won. colour: of it."""

    side: Side
    colour: str


class TileDiscarded(Fact, frozen=True, kw_only=True, gc=False):
    """A side discarded a tile. time: as of TilePlaced."""

    side: Side
    time: int | None = None


class SideStopped(Fact, frozen=True, kw_only=True, gc=False):
    """A side may not play for a while. milliseconds: how long; 0 for a turn that is missed. card: what stopped it."""

    side: Side
    milliseconds: int
    card: str


def millionths(probability: Fraction) -> int:
    """A probability in whole millionths, rounded half to even."""
    return round(probability * MILLION)
