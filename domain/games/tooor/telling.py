"""What happened in a match, in sentences."""

from collections.abc import Callable
from typing import Any

from domain.games.tooor import events as e
from domain.games.tooor.state import Table
from domain.games.tooor.terms import Line, Period, Purpose, Removal, Symbol
from domain.match.game import Event
from domain.match.kit.words import listed, nth
from domain.match.sides import Side

_SYMBOLS = {
    Symbol.NONE: "no symbol",
    Symbol.RED_CROSS: "a red cross",
    Symbol.YELLOW_CARD: "a yellow card",
    Symbol.RED_CARD: "a red card",
}
_REASONS = {
    Removal.INJURIES: "the second injury",
    Removal.SECOND_YELLOW_CARD: "the second yellow card",
    Removal.RED_CARD: "a red card",
}
_PURPOSES = {
    Purpose.TACTIC_TIE: "to break the tie",
    Purpose.BUILD_UP: "in the attack",
    Purpose.SHOT: "at the shot",
    Purpose.FIRST_KICK: "for the first kick",
    Purpose.KICK: "at the kick",
}
_LINES = {Line.RED: "attack", Line.BLUE: "midfield", Line.YELLOW: "defence", Line.GOALKEEPER: "goal"}


def tell(table: Table, event: Event) -> str:
    """What happened, in a sentence. `table` is as it was before the event."""
    return _SENTENCES[type(event)](table, event)


def _team(table: Table, side: Side) -> str:
    return table.setup.names.of(side)


def _who(table: Table, footballer: str) -> str:
    one = table.footballers[footballer]
    return f"{one.card.name} ({_team(table, one.side)})"


def _period_started(_: Table, event: e.PeriodStarted) -> str:
    if event.period is Period.MINUTE_15:
        return "The match kicks off: the whistle is on 15 minutes."
    return f"The whistle moves on to {event.period} minutes."


def _tactic_chosen(table: Table, event: e.TacticChosen) -> str:
    return f"{_team(table, event.side)} lays tactic card {event.value} face down."


def _tactics_revealed(table: Table, event: e.TacticsRevealed) -> str:
    home, away = table.setup.names.home, table.setup.names.away
    return f"The tactic cards are turned up: {home} has {event.values.home}, {away} has {event.values.away}."


def _attack_die_rolled(table: Table, event: e.AttackDieRolled) -> str:
    return f"{_team(table, event.side)} rolls {event.face} {_PURPOSES[event.purpose]}."


def _attacker_decided(table: Table, event: e.AttackerDecided) -> str:
    return f"{_team(table, event.side)} attacks, with {event.figures}."


def _footballers_marked(table: Table, event: e.FootballersMarked) -> str:
    return f"{_team(table, event.side)} marks {listed([table.named(one) for one in event.footballers]) or 'nobody'}."


def _build_up_compared(table: Table, event: e.BuildUpCompared) -> str:
    outcome = "gets through" if event.succeeded else "is stopped"
    return f"The attack of {_team(table, event.side)} {outcome}: {event.figures}."


def _footballer_turned(table: Table, event: e.FootballerTurned) -> str:
    return f"{_who(table, event.footballer)} turns: {_SYMBOLS[event.corner]} on top."


def _penalty_die_rolled(table: Table, event: e.PenaltyDieRolled) -> str:
    consequence = "." if event.face is event.corner else ", so nothing happens."
    return f"The penalty die for {_who(table, event.footballer)} shows {_SYMBOLS[event.face]}{consequence}"


def _footballer_injured(table: Table, event: e.FootballerInjured) -> str:
    return f"{_who(table, event.footballer)} is injured for the {nth(event.injuries)} time."


def _footballer_booked(table: Table, event: e.FootballerBooked) -> str:
    return f"{_who(table, event.footballer)} is shown the {nth(event.yellow_cards)} yellow card."


def _footballer_removed(table: Table, event: e.FootballerRemoved) -> str:
    return f"{_who(table, event.footballer)} leaves the pitch after {_REASONS[event.reason]}."


def _footballer_turned_on(table: Table, event: e.FootballerTurnedOn) -> str:
    return f"{_who(table, event.footballer)} turns on, and is worth {event.power} now."


def _goal_vacated(table: Table, event: e.GoalVacated) -> str:
    return f"{_team(table, event.side)} has lost its goalkeeper {table.named(event.footballer)} and needs another."


def _goal_left_empty(table: Table, event: e.GoalLeftEmpty) -> str:
    return f"{_team(table, event.side)} has nobody left to keep its goal."


def _goalkeeper_replaced(table: Table, event: e.GoalkeeperReplaced) -> str:
    return f"{_who(table, event.footballer)} leaves the {_LINES[event.left]} and keeps goal."


def _shot_earned(table: Table, event: e.ShotEarned) -> str:
    return f"{_team(table, event.side)} may shoot."


def _shot_forgone(table: Table, event: e.ShotForgone) -> str:
    return f"Nobody of {_team(table, event.side)} who played the attack is left to shoot."


def _shooter_named(table: Table, event: e.ShooterNamed) -> str:
    return f"{_who(table, event.footballer)} is to shoot."


def _goal_scored(table: Table, event: e.GoalScored) -> str:
    return f"{_who(table, event.footballer)} shoots: {event.figures}: goal."


def _shot_saved(table: Table, event: e.ShotSaved) -> str:
    return f"{_who(table, event.footballer)} shoots: {event.figures}: saved."


def _counter_attack_begun(table: Table, event: e.CounterAttackBegun) -> str:
    return f"{_team(table, event.side)} counter-attacks with its tactic card {event.value}."


def _phase_ended(_: Table, event: e.PhaseEnded) -> str:
    return f"The {event.period} minutes are over."


def _half_time_reached(_: Table, __: e.HalfTimeReached) -> str:
    return "Half-time: both sides may rearrange their footballers."


def _footballer_moved(table: Table, event: e.FootballerMoved) -> str:
    exchanged = "" if event.exchanged_with is None else f", in exchange with {table.named(event.exchanged_with)}"
    return f"{_who(table, event.footballer)} moves from {_LINES[event.left]} to {_LINES[event.line]}{exchanged}."


def _rearrangement_ended(table: Table, event: e.RearrangementEnded) -> str:
    return f"{_team(table, event.side)} stands as it wants to."


def _extra_time_begun(_: Table, __: e.ExtraTimeBegun) -> str:
    return "The score is level: extra time, before which both sides may rearrange their footballers."


def _tactics_shuffled(_: Table, __: e.TacticsShuffled) -> str:
    return "Both sides shuffle all their tactic cards and draw two."


def _tactic_drawn(table: Table, event: e.TacticDrawn) -> str:
    return f"{_team(table, event.side)} draws tactic card {event.value}."


def _shoot_out_begun(_: Table, __: e.ShootOutBegun) -> str:
    return "The score is still level: shoot-out."


def _kicker_placed(table: Table, event: e.KickerPlaced) -> str:
    return f"{_who(table, event.footballer)} is {nth(event.place)} in line."


def _first_kick_decided(table: Table, event: e.FirstKickDecided) -> str:
    return f"{_team(table, event.side)} kicks first, with {event.figures}."


def _sudden_death_begun(table: Table, _: e.SuddenDeathBegun) -> str:
    wins = (
        "the first goal wins"
        if table.rules.sudden_death == "firstGoal"
        else "the first lead after a pair of kicks wins"
    )
    return f"The shoot-out is level and goes on: {wins}."


def _kick_awarded(table: Table, event: e.KickAwarded) -> str:
    return f"{_team(table, event.side)} has its {nth(event.number)} kick."


def _kicker_stepped_up(table: Table, event: e.KickerSteppedUp) -> str:
    return f"{_who(table, event.footballer)} steps up."


def _kick_taken(table: Table, event: e.KickTaken) -> str:
    return f"{_who(table, event.footballer)} kicks: {event.figures}: {'goal' if event.scored else 'saved'}."


def _kick_forgone(table: Table, event: e.KickForgone) -> str:
    return f"{_team(table, event.side)} has nobody left to kick."


def _match_ended(table: Table, event: e.MatchEnded) -> str:
    kicks = event.shoot_out
    score = f"{event.score.home}–{event.score.away}" + (
        f" ({kicks.home}–{kicks.away} in the shoot-out)" if kicks else ""
    )
    return f"The match is drawn, {score}." if event.side is None else f"{_team(table, event.side)} wins, {score}."


_SENTENCES: dict[type[Event], Callable[[Table, Any], str]] = {
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
    e.GoalLeftEmpty: _goal_left_empty,
    e.GoalkeeperReplaced: _goalkeeper_replaced,
    e.ShotEarned: _shot_earned,
    e.ShotForgone: _shot_forgone,
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
