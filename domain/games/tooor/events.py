"""What happens in a match of Tooor!. Every fact names the side it is about and the clause that brought it."""

from domain.games.tooor.commands import AttackRoll, PenaltyRoll, TacticDraw
from domain.games.tooor.terms import Line, Period, Purpose, Removal, Symbol
from domain.match.game import ChanceEvent, Event
from domain.match.kit import strength
from domain.match.sides import BySide, Side


class Strength(strength.Strength, frozen=True):
    """What a side brings to an attack or a shot: the powers on top of its footballers, and its attack die."""

    powers: tuple[int, ...]
    die: int

    @property
    def parts(self) -> tuple[int, int]:
        """What its footballers are worth together, and what its die shows."""
        return sum(self.powers), self.die


class PeriodStarted(Event, frozen=True, kw_only=True):
    """The whistle moved on to a period, in which one attack phase is played."""

    period: Period
    clause: str = "TOOOR-3.1"


class TacticChosen(Event, frozen=True, kw_only=True):
    """A side laid a tactic card face down. It alone knows the value until both cards are turned up."""

    side: Side
    value: int
    clause: str = "TOOOR-3.2"

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def opened_by(self, later: Event) -> bool:
        """Whether the two cards are turned up."""
        return isinstance(later, TacticsRevealed)

    def concealed(self) -> str:
        """That a card lies there is for all to see."""
        return "{side} lays a tactic card face down."


class TacticsRevealed(Event, frozen=True, kw_only=True):
    """Both tactic cards were turned up, and are spent."""

    values: BySide[int]
    clause: str = "TOOOR-3.2"


class AttackDieRolled(ChanceEvent, frozen=True, kw_only=True):
    """A side rolled its attack die."""

    side: Side
    face: int
    purpose: Purpose

    def outcome(self) -> AttackRoll:
        """The roll."""
        return AttackRoll(side=self.side, face=self.face)


class AttackerDecided(Event, frozen=True, kw_only=True):
    """A side attacks in this period. figures: tactical values or, after a tie, dice: "6 against 2"."""

    side: Side
    figures: str
    clause: str = "TOOOR-3.3"


class FootballersMarked(Event, frozen=True, kw_only=True):
    """A side marked its footballers, in the order in which they will turn."""

    side: Side
    footballers: tuple[str, ...]
    clause: str = "TOOOR-4.1"


class BuildUpCompared(Event, frozen=True, kw_only=True):
    """The sums of an attack were compared. side: the attacker."""

    side: Side
    attack: Strength
    defence: Strength
    figures: str
    succeeded: bool
    clause: str = "TOOOR-4.6"


class FootballerTurned(Event, frozen=True, kw_only=True):
    """A footballer turned an eighth: this corner is on top now."""

    side: Side
    footballer: str
    corner: Symbol
    clause: str = "TOOOR-5.1"


class PenaltyDieRolled(ChanceEvent, frozen=True, kw_only=True):
    """The owner of a footballer rolled the penalty die for the symbol on top; only the same symbol counts."""

    side: Side
    footballer: str
    corner: Symbol
    face: Symbol

    def outcome(self) -> PenaltyRoll:
        """The roll."""
        return PenaltyRoll(side=self.side, face=self.face)


class FootballerInjured(Event, frozen=True, kw_only=True):
    """A footballer got an injury token. injuries: how many it has now."""

    side: Side
    footballer: str
    injuries: int
    clause: str = "TOOOR-5.2"


class FootballerBooked(Event, frozen=True, kw_only=True):
    """A footballer got a yellow card. yellow_cards: how many it has now."""

    side: Side
    footballer: str
    yellow_cards: int
    clause: str = "TOOOR-5.3"


class FootballerRemoved(Event, frozen=True, kw_only=True):
    """A footballer left the pitch for the rest of the match."""

    side: Side
    footballer: str
    reason: Removal


class FootballerTurnedOn(Event, frozen=True, kw_only=True):
    """A footballer turned on to its next edge. top: the index of that edge, 0 to 3. power: what it is worth now."""

    side: Side
    footballer: str
    top: int
    power: int
    clause: str = "TOOOR-5.5"


class GoalVacated(Event, frozen=True, kw_only=True):
    """A side lost its goalkeeper and names another at once."""

    side: Side
    footballer: str
    clause: str = "TOOOR-5.7"


class GoalLeftEmpty(Event, frozen=True, kw_only=True):
    """A side lost its goalkeeper and has nobody left; its goal defends with the die alone."""

    side: Side
    clause: str = "TOOOR-5.7"


class GoalkeeperReplaced(Event, frozen=True, kw_only=True):
    """An outfielder left a line and keeps goal from now on."""

    side: Side
    footballer: str
    left: Line
    clause: str = "TOOOR-5.7"


class ShotEarned(Event, frozen=True, kw_only=True):
    """An attack got through: the side shoots at goal."""

    side: Side
    clause: str = "TOOOR-4.6"


class ShotForgone(Event, frozen=True, kw_only=True):
    """An attack got through, but none of those who played it is on the pitch any more."""

    side: Side
    clause: str = "TOOOR-6.5"


class ShooterNamed(Event, frozen=True, kw_only=True):
    """A side named who shoots."""

    side: Side
    footballer: str
    clause: str = "TOOOR-6.1"


class GoalScored(Event, frozen=True, kw_only=True):
    """A shot went in. goalkeeper: None where nobody kept goal."""

    side: Side
    footballer: str
    goalkeeper: str | None
    shot: Strength
    save: Strength
    figures: str
    clause: str = "TOOOR-6.3"


class ShotSaved(Event, frozen=True, kw_only=True):
    """A shot did not go in. goalkeeper: None where nobody kept goal."""

    side: Side
    footballer: str
    goalkeeper: str | None
    shot: Strength
    save: Strength
    figures: str
    clause: str = "TOOOR-6.3"


class CounterAttackBegun(Event, frozen=True, kw_only=True):
    """The markers went back, and the defender attacks with the card it had laid itself. value: that card."""

    side: Side
    value: int
    clause: str = "TOOOR-7.1"


class PhaseEnded(Event, frozen=True, kw_only=True):
    """The attack phase of a period is over, and the markers go back."""

    period: Period
    clause: str = "TOOOR-3.1"


class HalfTimeReached(Event, frozen=True, kw_only=True):
    """The whistle is on half-time, and both sides may rearrange their footballers."""

    clause: str = "TOOOR-8.1"


class FootballerMoved(Event, frozen=True, kw_only=True):
    """A footballer moved from one line to another without turning.

    exchanged_with: the goalkeeper so far, who took the place that was left; None for all other moves.
    """

    side: Side
    footballer: str
    left: Line
    line: Line
    exchanged_with: str | None = None
    clause: str = "TOOOR-8.1"


class RearrangementEnded(Event, frozen=True, kw_only=True):
    """A side leaves its footballers as they stand."""

    side: Side
    clause: str = "TOOOR-8.4"


class ExtraTimeBegun(Event, frozen=True, kw_only=True):
    """The score is level after 90 minutes; both sides may rearrange their footballers."""

    clause: str = "TOOOR-9.1"


class TacticsShuffled(Event, frozen=True, kw_only=True):
    """Both sides took all their tactic cards back and shuffled them."""

    clause: str = "TOOOR-9.2"


class TacticDrawn(ChanceEvent, frozen=True, kw_only=True):
    """A side drew a tactic card for extra time, which lies open."""

    side: Side
    value: int
    clause: str = "TOOOR-9.2"

    def outcome(self) -> TacticDraw:
        """The draw."""
        return TacticDraw(side=self.side, value=self.value)


class ShootOutBegun(Event, frozen=True, kw_only=True):
    """The score is level after extra time. places: how many footballers each side lines up."""

    places: BySide[int]
    clause: str = "TOOOR-10.1"


class KickerPlaced(Event, frozen=True, kw_only=True):
    """A footballer joined the line of kickers. place: 1 for its head."""

    side: Side
    footballer: str
    place: int
    clause: str = "TOOOR-10.1"


class FirstKickDecided(Event, frozen=True, kw_only=True):
    """A side kicks first. figures: the dice, "3 against 1"."""

    side: Side
    figures: str
    clause: str = "TOOOR-10.2"


class SuddenDeathBegun(Event, frozen=True, kw_only=True):
    """The shoot-out is level after all ten kicks, and goes on."""

    clause: str = "TOOOR-10.4"


class KickAwarded(Event, frozen=True, kw_only=True):
    """It is a side's turn to kick. number: its how-manieth kick this is, from 1."""

    side: Side
    number: int


class KickerSteppedUp(Event, frozen=True, kw_only=True):
    """A footballer takes the kick."""

    side: Side
    footballer: str


class KickTaken(Event, frozen=True, kw_only=True):
    """A kick went in or did not. goalkeeper: None where nobody kept goal."""

    side: Side
    footballer: str
    goalkeeper: str | None
    shot: Strength
    save: Strength
    figures: str
    scored: bool
    clause: str = "TOOOR-10.2"


class KickForgone(Event, frozen=True, kw_only=True):
    """A side had nobody on the pitch to take its kick, which counts as taken in vain."""

    side: Side
    clause: str = "TOOOR-10.8"


class MatchEnded(Event, frozen=True, kw_only=True):
    """The match is over. side: the winner; None for a draw. shoot_out: its goals, where there was one."""

    score: BySide[int]
    shoot_out: BySide[int] | None = None


EVENTS: tuple[type[Event], ...] = (
    PeriodStarted,
    TacticChosen,
    TacticsRevealed,
    AttackDieRolled,
    AttackerDecided,
    FootballersMarked,
    BuildUpCompared,
    FootballerTurned,
    PenaltyDieRolled,
    FootballerInjured,
    FootballerBooked,
    FootballerRemoved,
    FootballerTurnedOn,
    GoalVacated,
    GoalLeftEmpty,
    GoalkeeperReplaced,
    ShotEarned,
    ShotForgone,
    ShooterNamed,
    GoalScored,
    ShotSaved,
    CounterAttackBegun,
    PhaseEnded,
    HalfTimeReached,
    FootballerMoved,
    RearrangementEnded,
    ExtraTimeBegun,
    TacticsShuffled,
    TacticDrawn,
    ShootOutBegun,
    KickerPlaced,
    FirstKickDecided,
    SuddenDeathBegun,
    KickAwarded,
    KickerSteppedUp,
    KickTaken,
    KickForgone,
    MatchEnded,
)
