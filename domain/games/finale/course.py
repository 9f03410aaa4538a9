"""How a match takes its course: the events that follow by themselves until somebody decides, or chance is due."""

from domain.games.finale import events as e
from domain.games.finale.choosing import squad_cost
from domain.games.finale.evolve import evolve
from domain.games.finale.options import asked, drawing, marking, purpose
from domain.games.finale.pending import DICE_CLAUSES, check_clause, draw_clause, marks_clause
from domain.games.finale.state import KICKS, Attack, Footballer, Penalties, Table
from domain.games.finale.terms import (
    EXTRA_PERIODS,
    PERIODS,
    Dismissal,
    Marker,
    Phase,
    Purpose,
    Stage,
    Standing,
    Symbol,
)
from domain.match.kit.course import Unfolding
from domain.match.kit.pairs import against, ahead, both
from domain.match.sides import BySide, Side

KICKS_AT_MOST = 100
"""After so many kicks each level penalties end (FINALE-8.6)."""

_TAKES_EFFECT = {Symbol.RED_CROSS: {2}, Symbol.YELLOW_CARD: {0, 1}, Symbol.RED_CARD: {3}}
"""The faces on which a symbol has its consequence (FINALE-4.3)."""
_MARKERS = {Stage.APPROACH: Marker.WHITE, Stage.SHOT: Marker.RED}


class Course(Unfolding[Table]):
    """The events of one act while they are found, and the table after them."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, evolve)

    # Set-up, and cards

    def squad_chosen(self) -> None:
        """Lay the squads open once both are chosen (FINALE-2.5)."""
        squads, edition = both(self.table.squads), self.table.edition
        if squads is None:
            return
        costs = BySide(
            squad_cost(edition, Side.HOME, (*squads.home.starters, *squads.home.substitutes)),
            squad_cost(edition, Side.AWAY, (*squads.away.starters, *squads.away.substitutes)),
        )
        self.happen(e.SquadsRevealed(costs=costs))

    def deck_ready(self) -> None:
        """Draw once both sides have their decks (FINALE-2.2)."""
        if self.table.phase is Phase.DRAW:
            self._hands_filled()

    def card_drawn(self, side: Side, card: str) -> None:
        """Record a draw, and go on once all hands are filled (FINALE-2.4)."""
        self.happen(e.TacticDrawn(side=side, card=card, clause=draw_clause(self.table)))
        self._hands_filled()

    def tactic_laid(self) -> None:
        """Turn up the tactic cards once both lie there (FINALE-3.2)."""
        cards = both(self.table.laid)
        if cards is None:
            return
        self.happen(e.TacticsRevealed(cards=cards, values=self._values(cards)))
        self._hands_filled()

    def tactic_played(self) -> None:
        """Go on with the attempt that a card was laid for, once a card is drawn for it (FINALE-7.1)."""
        self._hands_filled()

    def _hands_filled(self) -> None:
        """Go on with what cards were laid for, unless there is still one to draw."""
        if drawing(self.table) is not None:
            return
        if self.table.period == 0:
            self._start_period(1)
        elif self.table.attacker is None:
            self._decide_attacker()
        else:
            self._begin_attempt(self.table.attacker)

    # Who attacks

    def _decide_attacker(self) -> None:
        cards = both(self.table.revealed)
        if cards is None:
            raise ValueError("no tactic cards are turned up")
        values = self._values(cards)
        if higher := ahead(values):
            self._attack(higher, values, attempts=abs(values.home - values.away))
            return
        dice_decide = self.table.rules.tie == "rollOneAttempt"
        self.happen(e.TacticsTied(value=values.home, dice_decide=dice_decide))
        if not dice_decide:
            self._end_period()

    def _values(self, cards: BySide[str]) -> BySide[int]:
        return BySide(self.table.card_of(cards.home).value, self.table.card_of(cards.away).value)

    def _attack(self, side: Side, figures: BySide[int], attempts: int) -> None:
        self.happen(e.AttackerDecided(side=side, attempts=attempts, figures=against(figures)))
        self._begin_attempt(side)

    def _begin_attempt(self, attacker: Side) -> None:
        card, number = self.table.card, self.table.attempt
        if card is None:
            raise ValueError("no tactic card is laid for the attempt")
        clause = "FINALE-4.1" if number == 1 else "FINALE-7.1"
        attempts = self.table.attempts
        self.happen(e.AttemptBegun(side=attacker, card=card, number=number, attempts=attempts, clause=clause))
        self.marked()

    def marked(self) -> None:
        """Pass over those who have nobody to mark (FINALE-4.6)."""
        while self.table.phase in (Phase.ATTACKER_MARKS, Phase.DEFENDER_MARKS):
            side = marking(self.table, self._attack_in_play)
            if any(part.count for part in asked(self.table, self._attack_in_play, side)):
                return
            self.mark(side, (), "FINALE-4.6")

    def mark(self, side: Side, footballers: tuple[str, ...], clause: str | None = None) -> None:
        """Record what a side marks."""
        attack = self._attack_in_play
        marker = _MARKERS[attack.stage]
        clause = clause or marks_clause(attack)
        self.happen(e.FootballersMarked(side=side, footballers=footballers, marker=marker, clause=clause))

    # Dice

    def die_rolled(self, side: Side, face: int) -> None:
        """Record a die, and what it brings."""
        if self.table.phase is Phase.SYMBOL:
            self._symbol_checked(face)
            return
        rolled_for = purpose(self.table)
        self.happen(e.DieRolled(side=side, face=face, purpose=rolled_for, clause=DICE_CLAUSES[rolled_for]))
        dice = both(self.table.dice)
        if dice is None:
            return
        if rolled_for is Purpose.APPROACH:
            self._compare_approach(dice)
        elif rolled_for is Purpose.SHOT:
            self._compare_shot(dice)
        elif rolled_for is Purpose.KICK:
            self._compare_kick(dice)
        elif higher := ahead(dice):
            if rolled_for is Purpose.TIE:
                self._attack(higher, dice, attempts=1)
            else:
                self.happen(e.FirstKickDecided(side=higher, figures=against(dice)))
                self._award_kick(higher)

    def _compare_approach(self, dice: BySide[int]) -> None:
        attack = self._attack_in_play
        for_it, against_it = (self._brought(side, attack.white.of(side), dice) for side in _in_order(attack.side))
        self.happen(
            e.ApproachCompared(
                side=attack.side,
                attack=for_it,
                defence=against_it,
                figures=for_it.against(against_it),
                succeeded=for_it.total >= against_it.total,
            )
        )
        self._check_on()

    def _compare_shot(self, dice: BySide[int]) -> None:
        attack = self._attack_in_play
        shot, save = (self._brought(side, attack.red.of(side), dice) for side in _in_order(attack.side))
        outcome = e.GoalScored if shot.total > save.total else e.ShotSaved
        self.happen(
            outcome(
                side=attack.side,
                shooters=attack.red.of(attack.side),
                defenders=attack.red.of(attack.side.other),
                shot=shot,
                save=save,
                figures=shot.against(save),
            )
        )
        self._check_on()

    def _compare_kick(self, dice: BySide[int]) -> None:
        penalties = self._penalties
        side, shooter, goalkeeper = penalties.side, penalties.shooter, penalties.goalkeeper
        if shooter is None:
            raise ValueError("nobody shoots")
        shot = self._brought(side, (shooter,), dice)
        save = self._brought(side.other, () if goalkeeper is None else (goalkeeper,), dice)
        self.happen(
            e.KickTaken(
                side=side,
                footballer=shooter,
                goalkeeper=goalkeeper,
                shot=shot,
                save=save,
                figures=shot.against(save),
                scored=shot.total > save.total,
            )
        )
        self._check_on()

    def _brought(self, side: Side, footballers: tuple[str, ...], dice: BySide[int]) -> e.Strength:
        return e.Strength(tuple(self.table.footballers[one].strength for one in footballers), dice.of(side))

    # Symbols

    def _symbol_checked(self, face: int) -> None:
        """Record the die for a symbol, and what it does to the footballer (FINALE-4.3, FINALE-4.4)."""
        one = self.table.footballers[self.table.checking[0]]
        clause = check_clause(self.table)
        self.happen(e.SymbolDieRolled(side=one.side, footballer=one.id, symbol=one.symbol, face=face, clause=clause))
        if face in _TAKES_EFFECT[one.symbol]:
            self._suffer(one)
        self._check_on()

    def _suffer(self, one: Footballer) -> None:
        if one.symbol is Symbol.RED_CROSS:
            self.happen(e.FootballerInjured(side=one.side, footballer=one.id))
        elif one.symbol is Symbol.RED_CARD:
            self._send_off(one, Dismissal.RED_CARD)
        else:
            cards = one.yellow_cards + 1
            self.happen(e.FootballerBooked(side=one.side, footballer=one.id, yellow_cards=cards))
            if cards == 2:
                self._send_off(one, Dismissal.SECOND_YELLOW_CARD)
        if one.is_goalkeeper and not self.table.footballers[one.id].on_pitch:
            self.happen(e.GoalLeftEmpty(side=one.side, footballer=one.id))

    def _send_off(self, one: Footballer, reason: Dismissal) -> None:
        self.happen(e.FootballerSentOff(side=one.side, footballer=one.id, reason=reason))

    def _check_on(self) -> None:
        """Go on once all symbols of this phase are checked (FINALE-5.5)."""
        if self.table.checking:
            return
        if self.table.penalties is not None:
            kick = self.table.penalties
            self._turn(*filter(None, (kick.shooter, kick.goalkeeper)))
            self._after_kick()
        elif self._attack_in_play.stage is Stage.APPROACH:
            self._after_approach(self._attack_in_play)
        else:
            self._turn(*self._marked_in_order(self._attack_in_play))
            self._end_attack()

    def _marked_in_order(self, attack: Attack) -> tuple[str, ...]:
        """The attacker's, then the defender's (FINALE-4.4)."""
        return attack.marked.of(attack.side) + attack.marked.of(attack.side.other)

    def _turn(self, *footballers: str) -> None:
        """Turn a quarter to the left who is still on the pitch (FINALE-5.3, FINALE-5.5)."""
        for id in footballers:
            one = self.table.footballers[id]
            if one.on_pitch:
                top = (one.top + 1) % 4
                strength = one.card.strengths[top]
                self.happen(e.FootballerTurned(side=one.side, footballer=id, top=top, strength=strength))

    # After an approach, an attempt, a period

    def _after_approach(self, attack: Attack) -> None:
        if self.table.rules.turn_after == "both":
            self._turn(*self._marked_in_order(attack))
        if attack.got_through:
            self.happen(e.ShotEarned(side=attack.side))
            self.marked()
        else:
            self._end_attack()

    def _end_attack(self) -> None:
        """Remove the markers; then comes the counter, a further attempt, or the end of the period (FINALE-6.2)."""
        attack, attacker = self._attack_in_play, self.table.attacker
        if attacker is None:
            raise ValueError("nobody attacks")
        self.happen(e.MarkersRemoved(clause="FINALE-5.4" if attack.got_through else "FINALE-5.6"))
        number, attempts = self.table.attempt + 1, self.table.attempts
        if not attack.got_through and not self.table.countered:
            self._begin_counter(attacker.other)
        elif number <= attempts:
            clause = "FINALE-6.2" if attack.counter else "FINALE-7.1"
            self.happen(e.AttemptGranted(side=attacker, number=number, attempts=attempts, clause=clause))
        else:
            self._end_period()

    def _begin_counter(self, side: Side) -> None:
        card = self.table.revealed.of(side)
        if card is None:
            raise ValueError("no tactic card is turned up")
        self.happen(e.CounterBegun(side=side, card=card))
        self.marked()

    def _start_period(self, period: int) -> None:
        self.happen(e.PeriodStarted(period=period, clause="FINALE-8.1" if period > PERIODS else "FINALE-3.1"))

    def _end_period(self) -> None:
        """Move on to the next period, to extra time, to penalties or to the end (FINALE-7.2, FINALE-8.1)."""
        period, score = self.table.period, self.table.score
        self.happen(e.PeriodEnded(period=period))
        if period not in (PERIODS, PERIODS + EXTRA_PERIODS):
            self._start_period(period + 1)
        elif score.home != score.away:
            self._end_match(score, "FINALE-8.1")
        elif period == PERIODS:
            self.happen(e.ExtraTimeBegun())
            self._start_period(period + 1)
        else:
            self.happen(e.PenaltiesBegun())
            if not (self._anybody(Side.HOME) or self._anybody(Side.AWAY)):
                self._end_match(BySide(0, 0), "FINALE-8.5")

    def _end_match(self, goals: BySide[int], clause: str) -> None:
        """More goals win; level, it is a draw."""
        penalties = self.table.penalties.goals if self.table.penalties else None
        self.happen(e.MatchEnded(side=ahead(goals), score=self.table.score, penalties=penalties, clause=clause))

    # Penalties

    def name_shooter(self, side: Side, footballer: str) -> None:
        """Record who shoots, and against whom."""
        goalkeeper = self.table.goalkeeper(side.other)
        faced = None if goalkeeper is None else goalkeeper.id
        self.happen(e.ShooterNamed(side=side, footballer=footballer, goalkeeper=faced))

    def _award_kick(self, side: Side) -> None:
        number = self._penalties.kicks.of(side) + 1
        self.happen(e.KickAwarded(side=side, number=number))
        if not self._anybody(side):
            self.happen(e.KickForgone(side=side))
            self._after_kick()

    def _after_kick(self) -> None:
        """Decide the penalties, or give the other side its kick (FINALE-8.2, FINALE-8.3)."""
        penalties = self._penalties
        goals, kicks = penalties.goals, penalties.kicks
        paired = kicks.home == kicks.away
        if paired and kicks.home >= KICKS and goals.home != goals.away:
            self._end_match(goals, "FINALE-8.2")
        elif not (self._anybody(Side.HOME) or self._anybody(Side.AWAY)):
            self._end_match(goals, "FINALE-8.5")
        elif paired and kicks.home == KICKS_AT_MOST:
            self._end_match(goals, "FINALE-8.6")
        else:
            self._award_kick(penalties.side.other)

    def _anybody(self, side: Side) -> bool:
        return any(one.standing is Standing.PITCH for one in self.table.of(side))

    @property
    def _attack_in_play(self) -> Attack:
        if self.table.attack is None:
            raise ValueError("nobody attacks")
        return self.table.attack

    @property
    def _penalties(self) -> Penalties:
        if self.table.penalties is None:
            raise ValueError("there are no penalties yet")
        return self.table.penalties


def _in_order(attacker: Side) -> tuple[Side, Side]:
    return attacker, attacker.other
