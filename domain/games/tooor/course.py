"""How a match takes its course: the events that follow by themselves until somebody decides, or chance is due."""

from collections.abc import Sequence

from domain.games.tooor import events as e
from domain.games.tooor.evolve import evolve
from domain.games.tooor.options import kickers, next_in_line, places, shooters
from domain.games.tooor.pending import PENALTY_CLAUSES
from domain.games.tooor.state import KICKS, Footballer, ShootOut, Table
from domain.games.tooor.terms import Line, Period, Phase, Purpose, Removal, Symbol
from domain.match.game import Event, Setup
from domain.match.kit.course import Unfolding
from domain.match.kit.pairs import against, ahead, both
from domain.match.sides import BySide, Side

KICKS_AT_MOST = 100
"""After so many kicks each a level shoot-out ends (TOOOR-10.9)."""

_LAST_OF_HALF = {Period.MINUTE_45, Period.MINUTE_90, Period.MINUTE_120}
_ROLLED_FOR = {
    Phase.TACTIC_TIE: (Purpose.TACTIC_TIE, "TOOOR-3.3"),
    Phase.BUILD_UP: (Purpose.BUILD_UP, "TOOOR-4.5"),
    Phase.SHOT: (Purpose.SHOT, "TOOOR-6.2"),
    Phase.FIRST_KICK: (Purpose.FIRST_KICK, "TOOOR-10.2"),
    Phase.KICK: (Purpose.KICK, "TOOOR-10.2"),
}


def opening(_: Setup) -> Sequence[Event]:
    """The whistle on the first period (TOOOR-2.2)."""
    return (e.PeriodStarted(period=Period.MINUTE_15, clause="TOOOR-2.2"),)


class Course(Unfolding[Table]):
    """The events of one act while they are found, and the table after them."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, evolve)

    # Tactics

    def tactic_laid(self) -> None:
        """Turn up the tactic cards once both lie there (TOOOR-3.2, TOOOR-3.3)."""
        values = both(self.table.laid)
        if values is None:
            return
        self.happen(e.TacticsRevealed(values=values))
        if higher := ahead(values):
            self.happen(e.AttackerDecided(side=higher, figures=against(values)))

    # Dice

    def attack_die_rolled(self, side: Side, face: int) -> None:
        """Record an attack die, and what the pair brings once both are rolled (TOOOR-3.5)."""
        purpose, clause = _ROLLED_FOR[self.table.phase]
        self.happen(e.AttackDieRolled(side=side, face=face, purpose=purpose, clause=clause))
        dice = both(self.table.dice)
        if dice is None:
            return
        if purpose is Purpose.BUILD_UP:
            self._compare_build_up(dice)
        elif purpose is Purpose.SHOT:
            self._compare_shot(dice)
        elif purpose is Purpose.KICK:
            self._compare_kick(dice)
        elif higher := ahead(dice):
            if purpose is Purpose.TACTIC_TIE:
                self.happen(e.AttackerDecided(side=higher, figures=against(dice)))
            else:
                self.happen(e.FirstKickDecided(side=higher, figures=against(dice)))
                self._award_kick(higher)

    def _compare_build_up(self, dice: BySide[int]) -> None:
        attacker = self._attacker
        attack, defence = (
            e.Strength(tuple(self.table.footballers[one].power for one in self.table.marked.of(side)), dice.of(side))
            for side in (attacker, attacker.other)
        )
        wins_tie = self.table.rules.build_up_tie == "attacker"
        succeeded = attack.total >= defence.total if wins_tie else attack.total > defence.total
        figures = attack.against(defence)
        self.happen(
            e.BuildUpCompared(side=attacker, attack=attack, defence=defence, figures=figures, succeeded=succeeded)
        )
        self.turn()

    def _compare_shot(self, dice: BySide[int]) -> None:
        shooter, goalkeeper, shot, save = self._duel(dice)
        outcome = e.GoalScored if shot.total > save.total else e.ShotSaved
        self.happen(
            outcome(
                side=shooter.side,
                footballer=shooter.id,
                goalkeeper=goalkeeper,
                shot=shot,
                save=save,
                figures=shot.against(save),
            )
        )
        self.turn()

    def _compare_kick(self, dice: BySide[int]) -> None:
        kicker, goalkeeper, shot, save = self._duel(dice)
        self.happen(
            e.KickTaken(
                side=kicker.side,
                footballer=kicker.id,
                goalkeeper=goalkeeper,
                shot=shot,
                save=save,
                figures=shot.against(save),
                scored=shot.total > save.total,
            )
        )
        self.turn()

    def _duel(self, dice: BySide[int]) -> tuple[Footballer, str | None, e.Strength, e.Strength]:
        """Shooter and goalkeeper with what each brings; with nobody in goal the die alone (TOOOR-5.7, TOOOR-6.2)."""
        if self.table.shooter is None:
            raise ValueError("nobody shoots")
        shooter = self.table.footballers[self.table.shooter]
        goalkeeper = self.table.goalkeeper(shooter.side.other)
        shot = e.Strength((shooter.power,), dice.of(shooter.side))
        save = e.Strength(() if goalkeeper is None else (goalkeeper.power,), dice.of(shooter.side.other))
        return shooter, None if goalkeeper is None else goalkeeper.id, shot, save

    # Turning

    def turn(self) -> None:
        """Turn those who took part, one after the other, until a penalty die is due or all have turned (TOOOR-5.1)."""
        while self.table.turning:
            footballer = self.table.footballers[self.table.turning[0]]
            corner = footballer.coming_corner
            self.happen(e.FootballerTurned(side=footballer.side, footballer=footballer.id, corner=corner))
            if corner is not Symbol.NONE:
                return
            self._turn_on(footballer)
        self._all_turned()

    def penalty_die_rolled(self, face: Symbol) -> None:
        """Record the penalty die, and what it does to the footballer who is turning (TOOOR-5.2 to TOOOR-5.5)."""
        footballer = self.table.footballers[self.table.turning[0]]
        corner = footballer.coming_corner
        side, clause = footballer.side, PENALTY_CLAUSES[corner]
        self.happen(e.PenaltyDieRolled(side=side, footballer=footballer.id, corner=corner, face=face, clause=clause))
        reason = self._punish(footballer) if face is corner else None
        if reason is None:
            self._turn_on(self.table.footballers[footballer.id])
        else:
            self.happen(e.FootballerRemoved(side=side, footballer=footballer.id, reason=reason, clause=clause))
            if footballer.line is Line.GOALKEEPER and self.table.squad(side):
                self.happen(e.GoalVacated(side=side, footballer=footballer.id))
                return
            if footballer.line is Line.GOALKEEPER:
                self.happen(e.GoalLeftEmpty(side=side))
        self.turn()

    def _punish(self, footballer: Footballer) -> Removal | None:
        """Give the token that the symbol on top brings; the reason, where that removes the footballer."""
        if footballer.coming_corner is Symbol.RED_CARD:
            return Removal.RED_CARD
        if footballer.coming_corner is Symbol.YELLOW_CARD:
            cards = footballer.yellow_cards + 1
            self.happen(e.FootballerBooked(side=footballer.side, footballer=footballer.id, yellow_cards=cards))
            return Removal.SECOND_YELLOW_CARD if cards == 2 else None
        injuries = footballer.injuries + 1
        self.happen(e.FootballerInjured(side=footballer.side, footballer=footballer.id, injuries=injuries))
        return Removal.INJURIES if injuries == 2 else None

    def _turn_on(self, footballer: Footballer) -> None:
        top = footballer.next_top
        power = max(0, footballer.card.powers[top] - footballer.injuries)
        self.happen(e.FootballerTurnedOn(side=footballer.side, footballer=footballer.id, top=top, power=power))

    def _all_turned(self) -> None:
        """Go on after a build-up, a shot or a kick (TOOOR-4.6, TOOOR-7.2)."""
        attacker = self._attacker
        if self.table.shoot_out is not None:
            self._after_kick()
        elif self.table.shooter is not None:
            self._end_phase()
        elif self.table.got_through and shooters(self.table):
            self.happen(e.ShotEarned(side=attacker, clause="TOOOR-7.2" if self.table.counter else "TOOOR-4.6"))
        elif self.table.got_through:
            self.happen(e.ShotForgone(side=attacker))
            self._end_phase()
        elif self.table.counter:
            self._end_phase()
        else:
            value = self.table.revealed.of(attacker.other)
            if value is None:
                raise ValueError("no tactic card is turned up")
            self.happen(e.CounterAttackBegun(side=attacker.other, value=value))

    # Periods

    def _end_phase(self) -> None:
        """Move the whistle on (TOOOR-3.1, TOOOR-9.1, TOOOR-9.4)."""
        period, score = self.table.period, self.table.score
        self.happen(e.PhaseEnded(period=period))
        if period not in _LAST_OF_HALF:
            self._start_period(period.next)
        elif period is Period.MINUTE_45:
            self.happen(e.HalfTimeReached())
        elif score.home != score.away:
            self._end_match(score, "TOOOR-9.1" if period is Period.MINUTE_90 else "TOOOR-9.4")
        elif period is Period.MINUTE_90:
            self.happen(e.ExtraTimeBegun())
        else:
            self._begin_shoot_out()

    def _start_period(self, period: Period) -> None:
        clause = {Period.MINUTE_60: "TOOOR-8.2", Period.MINUTE_105: "TOOOR-9.3"}.get(period, "TOOOR-3.1")
        self.happen(e.PeriodStarted(period=period, clause=clause))

    def rearrangement_ended(self) -> None:
        """Go on once both sides have ended theirs (TOOOR-8.2, TOOOR-9.2)."""
        if not (self.table.settled.home and self.table.settled.away):
            return
        if self.table.period is Period.HALF_TIME:
            self._start_period(Period.MINUTE_60)
        else:
            self.happen(e.TacticsShuffled())

    def tactic_drawn(self) -> None:
        """Start extra time once both sides have drawn two cards (TOOOR-9.3)."""
        if len(self.table.hands.away) == 2:
            self._start_period(Period.MINUTE_105)

    def _end_match(self, goals: BySide[int], clause: str) -> None:
        """The higher number of goals wins; level, it is a draw."""
        shoot_out = self.table.shoot_out.goals if self.table.shoot_out else None
        self.happen(e.MatchEnded(side=ahead(goals), score=self.table.score, shoot_out=shoot_out, clause=clause))

    # Shoot-out

    def _begin_shoot_out(self) -> None:
        sizes = BySide(places(self.table, Side.HOME), places(self.table, Side.AWAY))
        self.happen(e.ShootOutBegun(places=sizes))
        if not (sizes.home or sizes.away):
            self._end_match(BySide(0, 0), "TOOOR-10.8")

    def _award_kick(self, side: Side) -> None:
        """Give a side its next kick: by its line in the first ten, by whom it names later (TOOOR-10.2, TOOOR-10.4)."""
        shoot_out = self._shoot_out
        clause = "TOOOR-10.4" if shoot_out.sudden_death else "TOOOR-10.2"
        self.happen(e.KickAwarded(side=side, number=shoot_out.kicks.of(side) + 1, clause=clause))
        if not self.table.squad(side):
            self.happen(e.KickForgone(side=side))
            self._after_kick()
        elif not shoot_out.sudden_death:
            in_line = next_in_line(self.table, shoot_out, side)
            if in_line is not None:
                self.happen(e.KickerSteppedUp(side=side, footballer=in_line, clause=clause))
            else:
                substitute = kickers(self.table, shoot_out, side)[0]
                self.happen(e.KickerSteppedUp(side=side, footballer=substitute, clause="TOOOR-10.7"))

    def _after_kick(self) -> None:
        """Decide the shoot-out, or give the other side its kick (TOOOR-10.3, TOOOR-10.4)."""
        shoot_out = self._shoot_out
        goals, kicks = shoot_out.goals, shoot_out.kicks
        both_kicked = kicks.home == kicks.away
        if shoot_out.sudden_death:
            decisive, clause = both_kicked or self.table.rules.sudden_death == "firstGoal", "TOOOR-10.4"
        else:
            decisive, clause = both_kicked and kicks.home == KICKS, "TOOOR-10.3"
        if decisive and goals.home != goals.away:
            self._end_match(goals, clause)
        elif not (self.table.squad(Side.HOME) or self.table.squad(Side.AWAY)):
            self._end_match(goals, "TOOOR-10.8")
        elif both_kicked and kicks.home == KICKS_AT_MOST:
            self._end_match(goals, "TOOOR-10.9")
        else:
            if decisive and not shoot_out.sudden_death:
                self.happen(e.SuddenDeathBegun())
            self._award_kick(self._attacker.other)

    @property
    def _attacker(self) -> Side:
        if self.table.attacker is None:
            raise ValueError("nobody attacks")
        return self.table.attacker

    @property
    def _shoot_out(self) -> ShootOut:
        if self.table.shoot_out is None:
            raise ValueError("there is no shoot-out yet")
        return self.table.shoot_out
