"""What happens in a match of Finale. Every fact names the side it is about and the clause that brought it."""

from domain.games.finale.commands import Draw, Roll
from domain.games.finale.terms import Dismissal, Marker, Purpose, Symbol
from domain.match.game import ChanceEvent, Event
from domain.match.kit import strength
from domain.match.sides import BySide, Side


class Strength(strength.Strength, frozen=True):
    """What a side brings to an approach, a shot or a kick: the strengths on top of its footballers, and its die."""

    strengths: tuple[int, ...]
    die: int

    @property
    def parts(self) -> tuple[int, int]:
        """What its footballers are worth together, and what its die shows."""
        return sum(self.strengths), self.die


# Set-up


class SquadChosen(Event, frozen=True, kw_only=True):
    """A side chose its squad, which it alone knows until both lie open. cost: of all fifteen."""

    side: Side
    starters: tuple[str, ...]
    substitutes: tuple[str, ...]
    cost: int
    clause: str = "FINALE-2.1"

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def opened_by(self, later: Event) -> bool:
        """Whether both squads are laid open."""
        return isinstance(later, SquadsRevealed)

    def concealed(self) -> str:
        """That a squad has been chosen is for all to see."""
        return "{side} has chosen its squad."


class SquadsRevealed(Event, frozen=True, kw_only=True):
    """Both squads were laid open. costs: what each costs."""

    costs: BySide[int]
    clause: str = "FINALE-2.5"


class DeckChosen(Event, frozen=True, kw_only=True):
    """A side chose its tactic cards, which it alone knows to the end of the match."""

    side: Side
    cards: tuple[str, ...]
    clause: str = "FINALE-2.2"

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def concealed(self) -> str:
        """That a deck lies there is for all to see."""
        return "{side} has chosen its deck."


class DeckWithheld(Event, frozen=True, kw_only=True):
    """A side chose its tactic cards at the table, and keeps them from the record."""

    side: Side
    clause: str = "FINALE-2.7"


class TacticDrawn(ChanceEvent, frozen=True, kw_only=True):
    """A side drew a tactic card of its pile, which it alone knows."""

    side: Side
    card: str
    clause: str = "FINALE-2.4"

    def outcome(self) -> Draw:
        """The draw."""
        return Draw(side=self.side, card=self.card)

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def concealed(self) -> str:
        """That a card was drawn is for all to see."""
        return "{side} draws a tactic card."


# Periods, and who attacks


class PeriodStarted(Event, frozen=True, kw_only=True):
    """A period began, before whose reveal substitutions may be made. period: from 1, extra time included."""

    period: int
    clause: str = "FINALE-3.1"


class FootballerSubstituted(Event, frozen=True, kw_only=True):
    """A newcomer took the place of a footballer who does not return. made: substitutions of the side so far."""

    side: Side
    goes: str
    newcomer: str
    made: int
    clause: str = "FINALE-3.1"


class SubstitutionsEnded(Event, frozen=True, kw_only=True):
    """A side declared no further substitution in this period."""

    side: Side
    clause: str = "FINALE-3.3"


class TacticLaid(Event, frozen=True, kw_only=True):
    """A side laid a tactic card face down. It alone knows which until both cards are turned up."""

    side: Side
    card: str
    clause: str = "FINALE-3.2"

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
    """Both tactic cards were turned up, and are spent but for closing cards. values: what they are worth."""

    cards: BySide[str]
    values: BySide[int]
    clause: str = "FINALE-3.2"


class TacticsTied(Event, frozen=True, kw_only=True):
    """Both cards have the same value. dice_decide: whether dice decide; else the period passes."""

    value: int
    dice_decide: bool
    clause: str = "FINALE-3.2"


class DieRolled(ChanceEvent, frozen=True, kw_only=True):
    """A side rolled its die, as the other does."""

    side: Side
    face: int
    purpose: Purpose

    def outcome(self) -> Roll:
        """The roll."""
        return Roll(side=self.side, face=self.face)


class AttackerDecided(Event, frozen=True, kw_only=True):
    """A side attacks in this period. figures: values or, after a tie, dice: "5 against 2"."""

    side: Side
    attempts: int
    figures: str
    clause: str = "FINALE-3.2"


class AttemptGranted(Event, frozen=True, kw_only=True):
    """The attacker has attempts left, and is to lay a new tactic card. number: which of its attempts comes."""

    side: Side
    number: int
    attempts: int
    clause: str = "FINALE-7.1"


class TacticPlayed(Event, frozen=True, kw_only=True):
    """The attacker laid a tactic card openly for a further attempt; it is spent but for the closing card."""

    side: Side
    card: str
    value: int
    clause: str = "FINALE-7.1"


class AttemptBegun(Event, frozen=True, kw_only=True):
    """An attempt began, by this card. number: which of the attacker's attempts it is."""

    side: Side
    card: str
    number: int
    attempts: int
    clause: str = "FINALE-4.1"


class CounterBegun(Event, frozen=True, kw_only=True):
    """The defender attacks, with the card that it revealed in this period. side: who counters."""

    side: Side
    card: str
    clause: str = "FINALE-6.1"


# Approach and shot


class FootballersMarked(Event, frozen=True, kw_only=True):
    """A side marked its footballers, in the order in which their symbols are checked."""

    side: Side
    footballers: tuple[str, ...]
    marker: Marker
    clause: str = "FINALE-4.1"


class ApproachCompared(Event, frozen=True, kw_only=True):
    """The sums of an approach were compared. side: the attacker."""

    side: Side
    attack: Strength
    defence: Strength
    figures: str
    succeeded: bool
    clause: str = "FINALE-4.2"


class ShotEarned(Event, frozen=True, kw_only=True):
    """An approach succeeded: the side shoots at goal."""

    side: Side
    clause: str = "FINALE-4.2"


class GoalScored(Event, frozen=True, kw_only=True):
    """A shot went in. shooters, defenders: who was marked for it; nobody where only dice met."""

    side: Side
    shooters: tuple[str, ...]
    defenders: tuple[str, ...]
    shot: Strength
    save: Strength
    figures: str
    clause: str = "FINALE-5.2"


class ShotSaved(Event, frozen=True, kw_only=True):
    """A shot did not go in. shooters, defenders: who was marked for it; nobody where only dice met."""

    side: Side
    shooters: tuple[str, ...]
    defenders: tuple[str, ...]
    shot: Strength
    save: Strength
    figures: str
    clause: str = "FINALE-5.2"


class SymbolDieRolled(ChanceEvent, frozen=True, kw_only=True):
    """A side rolled its die for the symbol in the top right corner of a footballer."""

    side: Side
    footballer: str
    symbol: Symbol
    face: int
    clause: str = "FINALE-4.3"

    def outcome(self) -> Roll:
        """The roll."""
        return Roll(side=self.side, face=self.face)


class FootballerInjured(Event, frozen=True, kw_only=True):
    """A footballer left the pitch injured, and may be replaced in a later period."""

    side: Side
    footballer: str
    clause: str = "FINALE-4.4"


class FootballerBooked(Event, frozen=True, kw_only=True):
    """A footballer got a yellow card. yellow_cards: how many it has now."""

    side: Side
    footballer: str
    yellow_cards: int
    clause: str = "FINALE-4.3"


class FootballerSentOff(Event, frozen=True, kw_only=True):
    """A footballer left the pitch, and is not replaced."""

    side: Side
    footballer: str
    reason: Dismissal
    clause: str = "FINALE-4.4"


class GoalLeftEmpty(Event, frozen=True, kw_only=True):
    """A side lost its goalkeeper, and defends with its die alone until it substitutes."""

    side: Side
    footballer: str
    clause: str = "FINALE-4.5"


class FootballerTurned(Event, frozen=True, kw_only=True):
    """A footballer turned a quarter to the left. top: the index of the edge on top, 0 to 3. strength: its worth now."""

    side: Side
    footballer: str
    top: int
    strength: int
    clause: str = "FINALE-5.3"


class MarkersRemoved(Event, frozen=True, kw_only=True):
    """An attempt or a counter is over, and all action markers were removed."""

    clause: str = "FINALE-5.4"


class PeriodEnded(Event, frozen=True, kw_only=True):
    """A period is over, and the referee moves on."""

    period: int
    clause: str = "FINALE-7.2"


# The end


class ExtraTimeBegun(Event, frozen=True, kw_only=True):
    """The score is level after six periods; two more are played."""

    clause: str = "FINALE-8.1"


class PenaltiesBegun(Event, frozen=True, kw_only=True):
    """The score is level after extra time; penalties decide."""

    clause: str = "FINALE-8.2"


class FirstKickDecided(Event, frozen=True, kw_only=True):
    """A side begins the penalties. figures: the dice, "3 against 1"."""

    side: Side
    figures: str
    clause: str = "FINALE-8.2"


class KickAwarded(Event, frozen=True, kw_only=True):
    """It is a side's turn to kick. number: its how-manieth kick this is, from 1."""

    side: Side
    number: int
    clause: str = "FINALE-8.2"


class ShooterNamed(Event, frozen=True, kw_only=True):
    """A side named who takes its kick. goalkeeper: who faces it; None where nobody keeps that goal."""

    side: Side
    footballer: str
    goalkeeper: str | None
    clause: str = "FINALE-8.4"


class KickTaken(Event, frozen=True, kw_only=True):
    """A kick went in or did not. goalkeeper: None where nobody kept goal."""

    side: Side
    footballer: str
    goalkeeper: str | None
    shot: Strength
    save: Strength
    figures: str
    scored: bool
    clause: str = "FINALE-8.2"


class KickForgone(Event, frozen=True, kw_only=True):
    """A side had nobody on the pitch to take its kick, which counts as taken in vain."""

    side: Side
    clause: str = "FINALE-8.5"


class MatchEnded(Event, frozen=True, kw_only=True):
    """The match is over. side: the winner; None for a draw. penalties: their goals, where there were any."""

    score: BySide[int]
    penalties: BySide[int] | None = None


EVENTS: tuple[type[Event], ...] = (
    SquadChosen,
    SquadsRevealed,
    DeckChosen,
    DeckWithheld,
    TacticDrawn,
    PeriodStarted,
    FootballerSubstituted,
    SubstitutionsEnded,
    TacticLaid,
    TacticsRevealed,
    TacticsTied,
    DieRolled,
    AttackerDecided,
    AttemptGranted,
    TacticPlayed,
    AttemptBegun,
    CounterBegun,
    FootballersMarked,
    ApproachCompared,
    ShotEarned,
    GoalScored,
    ShotSaved,
    SymbolDieRolled,
    FootballerInjured,
    FootballerBooked,
    FootballerSentOff,
    GoalLeftEmpty,
    FootballerTurned,
    MarkersRemoved,
    PeriodEnded,
    ExtraTimeBegun,
    PenaltiesBegun,
    FirstKickDecided,
    KickAwarded,
    ShooterNamed,
    KickTaken,
    KickForgone,
    MatchEnded,
)
