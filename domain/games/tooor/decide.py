"""What follows from a decision or a chance outcome, or the clause that forbids it."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.games.tooor import commands as c
from domain.games.tooor import events as e
from domain.games.tooor.course import Course
from domain.games.tooor.options import asked, colour, kickers, lineable, shooters
from domain.games.tooor.pending import demanded, pending
from domain.games.tooor.state import Footballer, Table
from domain.games.tooor.terms import Line, Period
from domain.match.game import Command, Event, Outcome, RuleViolation
from domain.match.kit.marking import Asked
from domain.match.kit.refusals import untimely
from domain.match.kit.words import either
from domain.match.sides import Side


def decide(table: Table, command: Command) -> Sequence[Event] | RuleViolation:
    """The events that follow from a command, or the clause that forbids it."""
    clause, answer = _ANSWERS[type(command)]
    return untimely(pending(table), command, clause) or answer(table, command)


def resolve(table: Table, outcome: Outcome) -> Sequence[Event]:
    """The events that follow from a chance outcome that is due."""
    course = Course(table)
    match outcome:
        case c.AttackRoll(side=side, face=face):
            course.attack_die_rolled(side, face)
        case c.PenaltyRoll(face=symbol):
            course.penalty_die_rolled(symbol)
        case c.TacticDraw(side=side, value=value):
            course.happen(e.TacticDrawn(side=side, value=value))
            course.tactic_drawn()
        case _:
            raise TypeError(f"Tooor! has no outcome {type(outcome).__name__}")
    return course.events


def _choose_tactic(table: Table, command: c.ChooseTactic) -> Sequence[Event] | RuleViolation:
    hand = table.hands.of(command.side)
    if command.value not in hand:
        message = f"There is no tactic card {command.value} in your hand; you can lay {either(hand)}."
        return RuleViolation("TOOOR-3.4" if command.value in range(1, 7) else "TOOOR-1.4", message, "value")
    course = Course(table)
    clause = "TOOOR-9.3" if table.period in (Period.MINUTE_105, Period.MINUTE_120) else "TOOOR-3.2"
    course.happen(e.TacticChosen(side=command.side, value=command.value, clause=clause))
    course.tactic_laid()
    return course.events


def _mark_footballers(table: Table, command: c.MarkFootballers) -> Sequence[Event] | RuleViolation:
    side, marked = command.side, command.footballers
    parts = asked(table, side)
    wanted = {part.colour: part for part in parts if part.count}
    counted = dict.fromkeys(wanted, 0)
    due = f"Mark {demanded(table, side)}."
    for index, one in enumerate(marked):
        path = f"footballers[{index}]"
        footballer = _own(table, side, one, path)
        if isinstance(footballer, RuleViolation):
            return footballer
        if one in marked[:index]:
            return RuleViolation("TOOOR-4.1", f"{footballer.card.name} can be marked only once. {due}", path)
        its_colour = colour(table, footballer)
        if its_colour is None or its_colour not in wanted:
            clause = "TOOOR-4.4" if its_colour in (Line.GOALKEEPER, None) else "TOOOR-4.3"
            return RuleViolation(clause, f"{footballer.card.name} is {_counts_as(its_colour)}. {due}", path)
        counted[its_colour] += 1
        if counted[its_colour] > wanted[its_colour].count:
            return RuleViolation("TOOOR-4.3", f"That is one {its_colour} too many. {due}", path)
    missing = next((part for part in wanted.values() if counted[part.colour] < part.count), None)
    if missing is not None:
        return RuleViolation("TOOOR-4.3", f"{due} {_choose_from(table, missing)}", "footballers")
    clause = "TOOOR-7.1" if table.counter else "TOOOR-4.1"
    return (e.FootballersMarked(side=side, footballers=marked, clause=clause),)


def _counts_as(its_colour: Line | None) -> str:
    if its_colour is Line.GOALKEEPER:
        return "the goalkeeper, whom the card does not ask for"
    return "a goalkeeper by badge, of no other colour" if its_colour is None else its_colour.value


def _choose_from(table: Table, part: Asked[Line]) -> str:
    candidates = either([f"{table.named(one)} ({one})" for one in part.candidates])
    return f"{part.colour.capitalize()}: {candidates}."


def _name_shooter(table: Table, command: c.NameShooter) -> Sequence[Event] | RuleViolation:
    refusal = _not_among(table, command.side, command.footballer, shooters(table), "TOOOR-6.1", "may shoot")
    return refusal or (e.ShooterNamed(side=command.side, footballer=command.footballer),)


def _name_goalkeeper(table: Table, command: c.NameGoalkeeper) -> Sequence[Event] | RuleViolation:
    footballer = _own(table, command.side, command.footballer, "footballer")
    if isinstance(footballer, RuleViolation):
        return footballer
    course = Course(table)
    course.happen(e.GoalkeeperReplaced(side=command.side, footballer=command.footballer, left=footballer.line))
    course.turn()
    return course.events


def _move_footballer(table: Table, command: c.MoveFootballer) -> Sequence[Event] | RuleViolation:
    side, line = command.side, command.line
    footballer = _own(table, side, command.footballer, "footballer")
    if isinstance(footballer, RuleViolation):
        return footballer
    name = footballer.card.name
    if footballer.line is line:
        return RuleViolation("TOOOR-8.1", f"{name} already stands there; any other line is open.", "line")
    if footballer.line is Line.GOALKEEPER:
        message = f"The goal cannot be left empty; move the footballer who is to keep goal there, in place of {name}."
        return RuleViolation("TOOOR-8.3", message, "footballer")
    keeper = table.goalkeeper(side) if line is Line.GOALKEEPER else None
    return (
        e.FootballerMoved(
            side=side,
            footballer=footballer.id,
            left=footballer.line,
            line=line,
            exchanged_with=None if keeper is None else keeper.id,
            clause="TOOOR-8.1" if keeper is None else "TOOOR-8.3",
        ),
    )


def _end_rearrangement(table: Table, command: c.EndRearrangement) -> Sequence[Event] | RuleViolation:
    course = Course(table)
    course.happen(e.RearrangementEnded(side=command.side))
    course.rearrangement_ended()
    return course.events


def _place_kicker(table: Table, command: c.PlaceKicker) -> Sequence[Event] | RuleViolation:
    if table.shoot_out is None:
        return RuleViolation("TOOOR-10.1", "There is no shoot-out yet.")
    side = command.side
    eligible = lineable(table, table.shoot_out, side)
    refusal = _not_among(table, side, command.footballer, eligible, "TOOOR-10.1", "may join the line")
    place = len(table.shoot_out.lines.of(side)) + 1
    return refusal or (e.KickerPlaced(side=side, footballer=command.footballer, place=place),)


def _name_kicker(table: Table, command: c.NameKicker) -> Sequence[Event] | RuleViolation:
    if table.shoot_out is None:
        return RuleViolation("TOOOR-10.4", "There is no shoot-out yet.")
    side = command.side
    eligible = kickers(table, table.shoot_out, side)
    refusal = _not_among(table, side, command.footballer, eligible, "TOOOR-10.6", "may kick")
    return refusal or (e.KickerSteppedUp(side=side, footballer=command.footballer, clause="TOOOR-10.4"),)


def _own(table: Table, side: Side, footballer: str, path: str) -> Footballer | RuleViolation:
    """A side's own footballer on the pitch, or why it is none."""
    one = table.footballers.get(footballer)
    if one is None:
        ids = either([own.id for own in table.squad(side)])
        return RuleViolation("TOOOR-1.1", f"There is no footballer {footballer!r}; you have {ids}.", path)
    if one.side is not side:
        message = f"{one.card.name} plays for the {one.side} side; you decide for your own footballers only."
        return RuleViolation("TOOOR-1.1", message, path)
    if one.removal is not None:
        message = f"{one.card.name} is off the pitch; only footballers on the pitch can be named."
        return RuleViolation(_REMOVED_BY[one.removal], message, path)
    return one


def _not_among(
    table: Table, side: Side, footballer: str, eligible: tuple[str, ...], clause: str, may: str
) -> RuleViolation | None:
    one = _own(table, side, footballer, "footballer")
    if isinstance(one, RuleViolation):
        return one
    if footballer not in eligible:
        allowed = either([f"{table.named(other)} ({other})" for other in eligible])
        return RuleViolation(clause, f"{one.card.name} cannot be named; {allowed} {may}.", "footballer")
    return None


_REMOVED_BY = {"injuries": "TOOOR-5.2", "secondYellowCard": "TOOOR-5.3", "redCard": "TOOOR-5.4"}

_Answer = Callable[[Table, Any], "Sequence[Event] | RuleViolation"]

_ANSWERS: dict[type[Command], tuple[str, _Answer]] = {
    c.ChooseTactic: ("TOOOR-3.2", _choose_tactic),
    c.MarkFootballers: ("TOOOR-4.1", _mark_footballers),
    c.NameShooter: ("TOOOR-6.1", _name_shooter),
    c.NameGoalkeeper: ("TOOOR-5.7", _name_goalkeeper),
    c.MoveFootballer: ("TOOOR-8.1", _move_footballer),
    c.EndRearrangement: ("TOOOR-8.1", _end_rearrangement),
    c.PlaceKicker: ("TOOOR-10.1", _place_kicker),
    c.NameKicker: ("TOOOR-10.4", _name_kicker),
}
