"""What sides decide in Tooor!, and what its dice and cards bring."""

from domain.games.tooor.terms import Line, Symbol
from domain.match.game import Command, Outcome
from domain.match.sides import Side


class ChooseTactic(Command, frozen=True, kw_only=True):
    """Lay a tactic card of the hand face down (TOOOR-3.2). value: its tactical value, 1 to 6."""

    value: int


class MarkFootballers(Command, frozen=True, kw_only=True):
    """Mark what the attacker's card asks for (TOOOR-4.1). footballers: ids, in the order in which they will turn."""

    footballers: tuple[str, ...]


class NameShooter(Command, frozen=True, kw_only=True):
    """Name who shoots (TOOOR-6.1)."""

    footballer: str


class NameGoalkeeper(Command, frozen=True, kw_only=True):
    """Name the outfielder who keeps goal in place of a removed goalkeeper (TOOOR-5.7)."""

    footballer: str


class MoveFootballer(Command, frozen=True, kw_only=True):
    """Move a footballer to another line, at half-time and before extra time (TOOOR-8.1)."""

    footballer: str
    line: Line


class EndRearrangement(Command, frozen=True, kw_only=True):
    """Leave the footballers as they stand now (TOOOR-8.4)."""


class PlaceKicker(Command, frozen=True, kw_only=True):
    """Put a footballer at the end of the line of kickers (TOOOR-10.1)."""

    footballer: str


class NameKicker(Command, frozen=True, kw_only=True):
    """Name who takes a kick after the first ten (TOOOR-10.4)."""

    footballer: str


class AttackRoll(Outcome, frozen=True, kw_only=True):
    """A face of a side's own attack die (TOOOR-1.1)."""

    side: Side
    face: int


class PenaltyRoll(Outcome, frozen=True, kw_only=True):
    """A face of the penalty die, rolled by the owner of the footballer who turned (TOOOR-5.2)."""

    side: Side
    face: Symbol


class TacticDraw(Outcome, frozen=True, kw_only=True):
    """The tactical value of a card drawn for extra time (TOOOR-9.2)."""

    side: Side
    value: int


COMMANDS: tuple[type[Command], ...] = (
    ChooseTactic,
    MarkFootballers,
    NameShooter,
    NameGoalkeeper,
    MoveFootballer,
    EndRearrangement,
    PlaceKicker,
    NameKicker,
)
OUTCOMES: tuple[type[Outcome], ...] = (AttackRoll, PenaltyRoll, TacticDraw)
