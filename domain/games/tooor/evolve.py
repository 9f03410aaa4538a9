"""The fold: what the table is after each event. Nothing is judged here; an event says what happened."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.tooor import events as e
from domain.games.tooor.state import ShootOut, Table
from domain.games.tooor.terms import Line, Period, Phase, Symbol
from domain.match.game import Event
from domain.match.kit.dice import NO_ROLLS, rolled
from domain.match.kit.footballers import changed
from domain.match.kit.pairs import one_more
from domain.match.sides import BySide

_NOBODY: BySide[tuple[str, ...]] = BySide((), ())
_NOTHING: BySide[int | None] = BySide(None, None)


def evolve(table: Table, event: Event) -> Table:
    """The table after an event of this game."""
    return _EFFECTS[type(event)](table, event)


def _shoot_out(table: Table) -> ShootOut:
    if table.shoot_out is None:
        raise ValueError("there is no shoot-out yet")
    return table.shoot_out


def _period_started(table: Table, event: e.PeriodStarted) -> Table:
    return replace(table, period=event.period, phase=Phase.TACTIC, dice=NO_ROLLS)


def _tactic_chosen(table: Table, event: e.TacticChosen) -> Table:
    return replace(table, laid=table.laid.replace(event.side, event.value))


def _tactics_revealed(table: Table, event: e.TacticsRevealed) -> Table:
    home, away = event.values.home, event.values.away
    return replace(
        table,
        phase=Phase.TACTIC_TIE,
        laid=_NOTHING,
        revealed=BySide(home, away),
        hands=BySide(
            tuple(value for value in table.hands.home if value != home),
            tuple(value for value in table.hands.away if value != away),
        ),
    )


def _attack_die_rolled(table: Table, event: e.AttackDieRolled) -> Table:
    return replace(table, dice=rolled(table.dice, event.side, event.face))


def _attacker_decided(table: Table, event: e.AttackerDecided) -> Table:
    return replace(table, phase=Phase.ATTACKER_MARKS, attacker=event.side)


def _footballers_marked(table: Table, event: e.FootballersMarked) -> Table:
    phase = Phase.DEFENDER_MARKS if event.side is table.attacker else Phase.BUILD_UP
    return replace(table, phase=phase, marked=table.marked.replace(event.side, event.footballers))


def _build_up_compared(table: Table, event: e.BuildUpCompared) -> Table:
    turning = table.marked.of(event.side) + table.marked.of(event.side.other)
    return replace(table, phase=Phase.TURNING, turning=turning, got_through=event.succeeded)


def _footballer_turned(table: Table, event: e.FootballerTurned) -> Table:
    return replace(table, phase=Phase.TURNING if event.corner is Symbol.NONE else Phase.PENALTY)


def _penalty_die_rolled(table: Table, _: e.PenaltyDieRolled) -> Table:
    return replace(table, phase=Phase.TURNING)


def _footballer_injured(table: Table, event: e.FootballerInjured) -> Table:
    hurt = replace(table.footballers[event.footballer], injuries=event.injuries)
    return replace(table, footballers=changed(table.footballers, hurt))


def _footballer_booked(table: Table, event: e.FootballerBooked) -> Table:
    booked = replace(table.footballers[event.footballer], yellow_cards=event.yellow_cards)
    return replace(table, footballers=changed(table.footballers, booked))


def _footballer_removed(table: Table, event: e.FootballerRemoved) -> Table:
    removed = replace(table.footballers[event.footballer], removal=event.reason)
    return replace(table, footballers=changed(table.footballers, removed), turning=table.turning[1:])


def _footballer_turned_on(table: Table, event: e.FootballerTurnedOn) -> Table:
    turned = replace(table.footballers[event.footballer], top=event.top)
    return replace(table, footballers=changed(table.footballers, turned), turning=table.turning[1:])


def _goal_vacated(table: Table, _: e.GoalVacated) -> Table:
    return replace(table, phase=Phase.GOALKEEPER)


def _unchanged(table: Table, _: Event) -> Table:
    return table


def _goalkeeper_replaced(table: Table, event: e.GoalkeeperReplaced) -> Table:
    keeper = replace(table.footballers[event.footballer], line=Line.GOALKEEPER)
    return replace(table, phase=Phase.TURNING, footballers=changed(table.footballers, keeper))


def _shot_earned(table: Table, _: e.ShotEarned) -> Table:
    return replace(table, phase=Phase.SHOOTER)


def _shooter_named(table: Table, event: e.ShooterNamed) -> Table:
    return replace(table, phase=Phase.SHOT, shooter=event.footballer)


def _taking_part(event: e.GoalScored | e.ShotSaved | e.KickTaken) -> tuple[str, ...]:
    return (event.footballer,) if event.goalkeeper is None else (event.footballer, event.goalkeeper)


def _goal_scored(table: Table, event: e.GoalScored) -> Table:
    score = one_more(table.score, event.side)
    return replace(table, phase=Phase.TURNING, turning=_taking_part(event), score=score)


def _shot_saved(table: Table, event: e.ShotSaved) -> Table:
    return replace(table, phase=Phase.TURNING, turning=_taking_part(event))


def _counter_attack_begun(table: Table, event: e.CounterAttackBegun) -> Table:
    return replace(table, phase=Phase.ATTACKER_MARKS, attacker=event.side, counter=True, marked=_NOBODY)


def _phase_ended(table: Table, _: e.PhaseEnded) -> Table:
    return replace(table, attacker=None, counter=False, marked=_NOBODY, shooter=None, got_through=False)


def _half_time_reached(table: Table, _: e.HalfTimeReached) -> Table:
    return replace(table, period=Period.HALF_TIME, phase=Phase.REARRANGEMENT, settled=BySide(False, False))


def _footballer_moved(table: Table, event: e.FootballerMoved) -> Table:
    moved = [replace(table.footballers[event.footballer], line=event.line)]
    if event.exchanged_with is not None:
        moved.append(replace(table.footballers[event.exchanged_with], line=event.left))
    return replace(table, footballers=changed(table.footballers, *moved))


def _rearrangement_ended(table: Table, event: e.RearrangementEnded) -> Table:
    return replace(table, settled=table.settled.replace(event.side, True))


def _extra_time_begun(table: Table, _: e.ExtraTimeBegun) -> Table:
    return replace(table, period=Period.MINUTE_105, phase=Phase.REARRANGEMENT, settled=BySide(False, False))


def _tactics_shuffled(table: Table, _: e.TacticsShuffled) -> Table:
    return replace(table, phase=Phase.TACTIC_DRAW, hands=BySide((), ()))


def _tactic_drawn(table: Table, event: e.TacticDrawn) -> Table:
    hand = tuple(sorted((*table.hands.of(event.side), event.value)))
    return replace(table, hands=table.hands.replace(event.side, hand))


def _shoot_out_begun(table: Table, event: e.ShootOutBegun) -> Table:
    shoot_out = ShootOut(event.places)
    return replace(table, period=Period.SHOOT_OUT, phase=Phase.LINE_UP, dice=NO_ROLLS, shoot_out=shoot_out)


def _kicker_placed(table: Table, event: e.KickerPlaced) -> Table:
    so_far = _shoot_out(table)
    lines = so_far.lines.replace(event.side, (*so_far.lines.of(event.side), event.footballer))
    complete = len(lines.home) == so_far.places.home and len(lines.away) == so_far.places.away
    phase = Phase.FIRST_KICK if complete else Phase.LINE_UP
    return replace(table, phase=phase, shoot_out=replace(so_far, lines=lines))


def _first_kick_decided(table: Table, event: e.FirstKickDecided) -> Table:
    return replace(table, shoot_out=replace(_shoot_out(table), first=event.side))


def _sudden_death_begun(table: Table, _: e.SuddenDeathBegun) -> Table:
    return replace(table, shoot_out=replace(_shoot_out(table), sudden_death=True))


def _kick_awarded(table: Table, event: e.KickAwarded) -> Table:
    return replace(table, phase=Phase.KICKER, attacker=event.side, shooter=None)


def _kicker_stepped_up(table: Table, event: e.KickerSteppedUp) -> Table:
    return replace(table, phase=Phase.KICK, shooter=event.footballer)


def _kick_taken(table: Table, event: e.KickTaken) -> Table:
    so_far = _shoot_out(table)
    shoot_out = replace(
        so_far,
        goals=one_more(so_far.goals, event.side) if event.scored else so_far.goals,
        kicks=one_more(so_far.kicks, event.side),
        kickers=(*so_far.kickers, event.footballer),
    )
    return replace(table, phase=Phase.TURNING, turning=_taking_part(event), shoot_out=shoot_out)


def _kick_forgone(table: Table, event: e.KickForgone) -> Table:
    so_far = _shoot_out(table)
    return replace(table, phase=Phase.TURNING, shoot_out=replace(so_far, kicks=one_more(so_far.kicks, event.side)))


def _match_ended(table: Table, event: e.MatchEnded) -> Table:
    return replace(table, phase=Phase.OVER, winner=event.side, attacker=None, shooter=None)


_EFFECTS: dict[type[Event], Callable[[Table, Any], Table]] = {
    e.PeriodStarted: _period_started,
    e.TacticChosen: _tactic_chosen,
    e.TacticsRevealed: _tactics_revealed,
    e.AttackDieRolled: _attack_die_rolled,
    e.AttackerDecided: _attacker_decided,
    e.FootballersMarked: _footballers_marked,
    e.BuildUpCompared: _build_up_compared,
    e.FootballerTurned: _footballer_turned,
    e.PenaltyDieRolled: _penalty_die_rolled,
    e.FootballerInjured: _footballer_injured,
    e.FootballerBooked: _footballer_booked,
    e.FootballerRemoved: _footballer_removed,
    e.FootballerTurnedOn: _footballer_turned_on,
    e.GoalVacated: _goal_vacated,
    e.GoalLeftEmpty: _unchanged,
    e.GoalkeeperReplaced: _goalkeeper_replaced,
    e.ShotEarned: _shot_earned,
    e.ShotForgone: _unchanged,
    e.ShooterNamed: _shooter_named,
    e.GoalScored: _goal_scored,
    e.ShotSaved: _shot_saved,
    e.CounterAttackBegun: _counter_attack_begun,
    e.PhaseEnded: _phase_ended,
    e.HalfTimeReached: _half_time_reached,
    e.FootballerMoved: _footballer_moved,
    e.RearrangementEnded: _rearrangement_ended,
    e.ExtraTimeBegun: _extra_time_begun,
    e.TacticsShuffled: _tactics_shuffled,
    e.TacticDrawn: _tactic_drawn,
    e.ShootOutBegun: _shoot_out_begun,
    e.KickerPlaced: _kicker_placed,
    e.FirstKickDecided: _first_kick_decided,
    e.SuddenDeathBegun: _sudden_death_begun,
    e.KickAwarded: _kick_awarded,
    e.KickerSteppedUp: _kicker_stepped_up,
    e.KickTaken: _kick_taken,
    e.KickForgone: _kick_forgone,
    e.MatchEnded: _match_ended,
}
