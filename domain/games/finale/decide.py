"""What follows from a decision or a chance outcome, or the clause that forbids it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from domain.games.finale import commands as c
from domain.games.finale import events as e
from domain.games.finale.choosing import Fault, deck_faults, squad_cost, squad_faults
from domain.games.finale.course import Course
from domain.games.finale.options import (
    asked,
    may_replace,
    shooters,
    spent_by_approach,
    substitutions_left,
    tactics,
)
from domain.games.finale.pending import demanded, marks_clause, may_withhold, pending
from domain.games.finale.state import SUBSTITUTIONS, Footballer, Squad, Table
from domain.games.finale.terms import Colour, Phase, Standing
from domain.match.game import Command, Event, Outcome, RuleViolation
from domain.match.kit.marking import Asked
from domain.match.kit.refusals import untimely
from domain.match.kit.words import either
from domain.match.sides import Side


def decide(table: Table, command: Command) -> Sequence[Event] | RuleViolation:
    """The events that follow from a command, or the clause that forbids it."""
    clause, answer = _ANSWERS[type(command)]
    due = pending(table)
    withholds = isinstance(command, c.WithholdDeck) and table.phase is Phase.DECK
    if withholds and due.choice_of(command.side) and not may_withhold(table):
        message = "The cards of this match are dealt, so your deck must be known: choose 11 tactic cards."
        return RuleViolation(clause, message)
    return untimely(due, command, clause) or answer(table, command)


def resolve(table: Table, outcome: Outcome) -> Sequence[Event]:
    """The events that follow from a chance outcome that is due."""
    course = Course(table)
    match outcome:
        case c.Roll(side=side, face=face):
            course.die_rolled(side, face)
        case c.Draw(side=side, card=card):
            course.card_drawn(side, card)
        case _:
            raise TypeError(f"Finale has no outcome {type(outcome).__name__}")
    return course.events


# Set-up


def _choose_squad(table: Table, command: c.ChooseSquad) -> Sequence[Event] | RuleViolation:
    side, squad = command.side, Squad(command.starters, command.substitutes)
    if faults := squad_faults(table.edition, side, squad):
        return _refused("FINALE-2.1", "This squad breaks the rules", faults, f"of your thirty {_ids(table, side)}")
    cost = squad_cost(table.edition, side, (*squad.starters, *squad.substitutes))
    course = Course(table)
    course.happen(e.SquadChosen(side=side, starters=squad.starters, substitutes=squad.substitutes, cost=cost))
    course.squad_chosen()
    return course.events


def _ids(table: Table, side: Side) -> str:
    team = table.edition.team(side).footballers
    return f"{team[0].id} to {team[-1].id}"


def _choose_deck(table: Table, command: c.ChooseDeck) -> Sequence[Event] | RuleViolation:
    if faults := deck_faults(table.edition, command.cards):
        return _refused("FINALE-2.2", "This deck breaks the rules", faults, "each of 11 tactic cards once")
    course = Course(table)
    course.happen(e.DeckChosen(side=command.side, cards=command.cards))
    course.deck_ready()
    return course.events


def _withhold_deck(table: Table, command: c.WithholdDeck) -> Sequence[Event] | RuleViolation:
    course = Course(table)
    course.happen(e.DeckWithheld(side=command.side))
    course.deck_ready()
    return course.events


def _refused(clause: str, opening: str, faults: Sequence[Fault], allowed: str) -> RuleViolation:
    """A refusal that names every broken limit; its path is that of the first."""
    return RuleViolation(
        clause, f"{opening}: {'; '.join(fault.says for fault in faults)}. Choose {allowed}.", faults[0].path
    )


# Periods


def _substitute(table: Table, command: c.Substitute) -> Sequence[Event] | RuleViolation:
    side = command.side
    if not substitutions_left(table, side):
        message = f"All {SUBSTITUTIONS} substitutions of the match are made; end your substitutions."
        return RuleViolation("FINALE-3.1", message)
    goes = _own(table, side, command.goes, "goes")
    newcomer = _own(table, side, command.newcomer, "newcomer")
    if isinstance(goes, RuleViolation):
        return goes
    if isinstance(newcomer, RuleViolation):
        return newcomer
    if newcomer.standing is not Standing.BENCH:
        bench = either(_named(one for one in table.of(side) if one.standing is Standing.BENCH), "nobody")
        message = f"{newcomer.card.name} is {_WHERE[newcomer.standing]}, not on the bench; {bench} can come on."
        return RuleViolation("FINALE-3.1", message, "newcomer")
    if goes.standing not in (Standing.PITCH, Standing.INJURED):
        clause = "FINALE-4.4" if goes.standing is Standing.SENT_OFF else "FINALE-3.1"
        message = f"{goes.card.name} is {_WHERE[goes.standing]}; who is on the pitch or injured can be replaced."
        return RuleViolation(clause, message, "goes")
    if not may_replace(table, goes, newcomer):
        able = either(_named(one for one in table.of(side) if may_replace(table, one, newcomer)), "nobody")
        message = f"{newcomer.card.name} cannot take the place of {goes.card.name}, but that of {able}."
        return RuleViolation("FINALE-3.4", message, "goes")
    clause = "FINALE-3.1"
    if newcomer.is_goalkeeper and not goes.is_goalkeeper:
        clause = "FINALE-4.5"
    elif not goes.on_pitch:
        clause = "FINALE-4.4"
    made = table.substitutions.of(side) + 1
    return (e.FootballerSubstituted(side=side, goes=goes.id, newcomer=newcomer.id, made=made, clause=clause),)


def _end_substitutions(_: Table, command: c.EndSubstitutions) -> Sequence[Event] | RuleViolation:
    return (e.SubstitutionsEnded(side=command.side),)


def _lay_tactic(table: Table, command: c.LayTactic) -> Sequence[Event] | RuleViolation:
    side, card = command.side, command.card
    allowed = tactics(table, side)
    if card not in allowed:
        return _not_to_be_laid(table, side, card, allowed)
    course = Course(table)
    clause = "FINALE-2.3" if table.tactics.of(side).exhausted else None
    if table.phase is Phase.NEXT_TACTIC:
        value = table.card_of(card).value
        course.happen(e.TacticPlayed(side=side, card=card, value=value, clause=clause or "FINALE-7.1"))
        course.tactic_played()
    else:
        course.happen(e.TacticLaid(side=side, card=card, clause=clause or "FINALE-3.2"))
        course.tactic_laid()
    return course.events


def _not_to_be_laid(table: Table, side: Side, card: str, allowed: Sequence[str]) -> RuleViolation:
    own = table.tactics.of(side)
    if table.edition.card(card) is None:
        clause, why = "FINALE-1.3", f"There is no tactic card {card!r}"
    elif own.exhausted:
        clause, why = "FINALE-2.3", "You have played all your tactic cards"
    elif card in own.played:
        clause, why = "FINALE-2.2", f"You have played {card} already"
    elif own.withheld:
        clause, why = "FINALE-2.7", "You have tactic cards left"
    else:
        clause, why = "FINALE-2.4", f"{card} is not in your hand"
    return RuleViolation(clause, f"{why}; you can lay {either(allowed)}.", "card")


# Approach, shot and penalties


def _mark_footballers(table: Table, command: c.MarkFootballers) -> Sequence[Event] | RuleViolation:
    attack, side, marked = table.attack, command.side, command.footballers
    if attack is None:
        return RuleViolation("FINALE-4.1", "Nobody attacks, so there is nobody to mark.")
    clause = marks_clause(attack)
    wanted = {part.colour: part for part in asked(table, attack, side) if part.count}
    counted = dict.fromkeys(wanted, 0)
    due = f"Mark {demanded(table, attack, side)}."
    for index, id in enumerate(marked):
        path = f"footballers[{index}]"
        one = _playing(table, side, id, path)
        if isinstance(one, RuleViolation):
            return one
        colour = one.card.colour
        if id in marked[:index]:
            return RuleViolation(clause, f"{one.card.name} can be marked only once. {due}", path)
        if spent_by_approach(table, attack, one):
            message = f"{one.card.name} has been marked for the approach and is out of the shot. {due}"
            return RuleViolation("FINALE-5.1", message, path)
        if colour not in wanted:
            return RuleViolation(clause, f"{one.card.name} is {colour}, which the card does not ask for. {due}", path)
        counted[colour] += 1
        if counted[colour] > wanted[colour].count:
            return RuleViolation(clause, f"That is one {colour} too many. {due}", path)
    missing = next((part for part in wanted.values() if counted[part.colour] < part.count), None)
    if missing is not None:
        return RuleViolation(clause, f"{due} {_choose_from(table, missing)}", "footballers")
    course = Course(table)
    course.mark(side, marked)
    course.marked()
    return course.events


def _choose_from(table: Table, part: Asked[Colour]) -> str:
    return f"{part.colour.capitalize()}: {either([table.named(one) for one in part.candidates], 'nobody')}."


def _name_shooter(table: Table, command: c.NameShooter) -> Sequence[Event] | RuleViolation:
    if table.penalties is None:
        return RuleViolation("FINALE-8.4", "There are no penalties yet.")
    one = _playing(table, command.side, command.footballer, "footballer")
    if isinstance(one, RuleViolation):
        return one
    eligible = shooters(table, table.penalties)
    if one.id not in eligible:
        others = either(_named(table.footballers[id] for id in eligible), "nobody")
        message = f"{one.card.name} has kicked more often than others; {others} may kick."
        return RuleViolation("FINALE-8.4", message, "footballer")
    course = Course(table)
    course.name_shooter(command.side, one.id)
    return course.events


def _own(table: Table, side: Side, id: str, path: str) -> Footballer | RuleViolation:
    """A footballer of a side's own squad, or why it is none."""
    one = table.footballers.get(id)
    if one is None:
        ids = either([own.id for own in table.of(side)], "nobody")
        return RuleViolation("FINALE-2.1", f"There is no footballer {id!r} in your squad; there are {ids}.", path)
    if one.side is not side:
        message = f"{one.card.name} plays for the {one.side} side; you decide for your own footballers only."
        return RuleViolation("FINALE-2.1", message, path)
    return one


def _playing(table: Table, side: Side, id: str, path: str) -> Footballer | RuleViolation:
    """A side's own footballer on the pitch, or why it is none."""
    one = _own(table, side, id, path)
    if isinstance(one, RuleViolation) or one.on_pitch:
        return one
    clause = "FINALE-2.1" if one.standing is Standing.BENCH else "FINALE-4.4"
    clause = "FINALE-3.1" if one.standing is Standing.REPLACED else clause
    message = f"{one.card.name} is {_WHERE[one.standing]}; only footballers on the pitch can be named."
    return RuleViolation(clause, message, path)


def _named(footballers: Iterable[Footballer]) -> list[str]:
    return [f"{one.card.name} ({one.id})" for one in footballers]


_WHERE = {
    Standing.AVAILABLE: "not in the squad",
    Standing.PITCH: "on the pitch",
    Standing.BENCH: "on the bench",
    Standing.INJURED: "injured",
    Standing.REPLACED: "replaced for the rest of the match",
    Standing.SENT_OFF: "sent off",
}

_Answer = Callable[[Table, Any], "Sequence[Event] | RuleViolation"]

_ANSWERS: dict[type[Command], tuple[str, _Answer]] = {
    c.ChooseSquad: ("FINALE-2.1", _choose_squad),
    c.ChooseDeck: ("FINALE-2.2", _choose_deck),
    c.WithholdDeck: ("FINALE-2.7", _withhold_deck),
    c.Substitute: ("FINALE-3.1", _substitute),
    c.EndSubstitutions: ("FINALE-3.3", _end_substitutions),
    c.LayTactic: ("FINALE-3.2", _lay_tactic),
    c.MarkFootballers: ("FINALE-4.1", _mark_footballers),
    c.NameShooter: ("FINALE-8.4", _name_shooter),
}
