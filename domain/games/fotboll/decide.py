"""What follows from a decision or a chance outcome, or the clause that forbids it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.games.fotboll import commands as c
from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card
from domain.games.fotboll.course import Course
from domain.games.fotboll.options import SUBSTITUTIONS, choosable, place_in_question, sendable, side_in_turn
from domain.games.fotboll.pending import arrangement, pending
from domain.games.fotboll.state import SideTable, Table
from domain.games.fotboll.terms import Line, Phase, Place
from domain.match.game import Command, Event, Outcome, RuleViolation
from domain.match.kit.refusals import untimely
from domain.match.kit.words import either


def decide(table: Table, command: Command) -> Sequence[Event] | RuleViolation:
    """The events that follow from a command, or the clause that forbids it."""
    clause, answer = _ANSWERS[type(command)]
    return untimely(pending(table), command, clause) or answer(table, command)


def resolve(table: Table, outcome: Outcome) -> Sequence[Event]:
    """The events that follow from a chance outcome that is due."""
    course = Course(table)
    match outcome:
        case c.CoinToss(begins=side):
            course.happen(e.CoinTossed(begins=side))
            course.start_half(side, "FOTBOLL-2.2")
        case c.TurnUp(card=card):
            course.unknown_turned_up(card)
        case c.CardDraw(side=side, card=card):
            match table.phase:
                case Phase.DEAL:
                    course.happen(e.CardDealt(side=side, card=card))
                case Phase.LOOK:
                    course.happen(e.LaidCardSeen(side=side, place=place_in_question(table), card=card))
                case Phase.PENALTY:
                    course.penalty_card_drawn(card)
                case _:
                    course.card_drawn(card)
        case _:
            raise TypeError(f"Fotboll has no outcome {type(outcome).__name__}")
    return course.events


def _arrange_cards(table: Table, command: c.ArrangeCards) -> Sequence[Event] | RuleViolation:
    own = table.of(command.side)
    faults = tuple(_misdealt(own, command)) + tuple(_misplaced(own, command))
    if faults:
        message = f"{' '.join(fault for _, fault in faults)} Lay out {arrangement(own)}, each card you were dealt once."
        return RuleViolation("FOTBOLL-2.1", message, faults[0][0])
    course = Course(table)
    course.happen(
        e.LineUpArranged(
            side=command.side,
            attackers=command.attackers,
            midfielders=command.midfielders,
            defenders=command.defenders,
            goalkeeper=command.goalkeeper,
        )
    )
    course.lined_up()
    return course.events


def _misdealt(own: SideTable, command: c.ArrangeCards) -> Iterator[tuple[str, str]]:
    """Cards of a line-up that the side does not have, or not so often: the path of each, and what is wrong."""
    left = Counter(own.hand)
    for path, card in _laid_out(command):
        left[card] -= 1
        if card not in own.hand:
            yield path, f"You were not dealt {card.words}."
        elif left[card] < 0:
            yield path, f"You have no further {card.words.split(' ', 1)[1]}."


def _misplaced(own: SideTable, command: c.ArrangeCards) -> Iterator[tuple[str, str]]:
    """Lines with too many or too few cards: the path of each, and what is wrong."""
    for line, cards in (
        (Line.ATTACKERS, command.attackers),
        (Line.MIDFIELDERS, command.midfielders),
        (Line.DEFENDERS, command.defenders),
    ):
        places = sum(place.line is line for place in own.places)
        if len(cards) != places:
            yield line.value, f"There are {places} places for {line}, not {len(cards)}."


def _laid_out(command: c.ArrangeCards) -> Iterator[tuple[str, Card]]:
    for line in ("attackers", "midfielders", "defenders"):
        for index, card in enumerate(getattr(command, line)):
            yield f"{line}[{index}]", card
    yield "goalkeeper", command.goalkeeper


def _lay_card(table: Table, command: c.LayCard) -> Sequence[Event] | RuleViolation:
    own, place = table.of(command.side), command.place
    if place in own.closed:
        return _closed(own, place)
    reasons = []
    if place in own.pitch:
        reasons.append(f"A card lies on {place}; emptied places: {either(own.emptied, 'none')}.")
    if not own.pile:
        reasons.append("Your pile is empty, so there is no card to lay.")
    if reasons:
        return RuleViolation("FOTBOLL-4.1", " ".join(reasons), "place" if place in own.pitch else "")
    return (e.CardLaid(side=command.side, place=place),)


def _substitute_card(table: Table, command: c.SubstituteCard) -> Sequence[Event] | RuleViolation:
    own, place = table.of(command.side), command.place
    if place in own.closed:
        return _closed(own, place)
    reasons = []
    if own.emptied:
        reasons.append(f"First fill every emptied place: {either(own.emptied, 'none')}.")
    if own.substitutions == SUBSTITUTIONS:
        reasons.append(f"Your {SUBSTITUTIONS} substitutions of the match are used up.")
    if place in own.substituted:
        reasons.append(f"You have substituted on {place} in this turn; any other place is open.")
    if not own.pile:
        reasons.append("Your pile is empty, so there is no card to bring on.")
    if reasons:
        of_place = place in own.substituted or place not in own.pitch
        return RuleViolation("FOTBOLL-4.2", " ".join(reasons), "place" if of_place else "")
    course = Course(table)
    course.happen(e.SubstitutionAnnounced(side=command.side, place=place))
    course.turn_up()
    return course.events


def _begin_attack(table: Table, _: c.BeginAttack) -> Sequence[Event] | RuleViolation:
    course = Course(table)
    course.attack()
    return course.events


def _choose_card(table: Table, command: c.ChooseCard) -> Sequence[Event] | RuleViolation:
    places, place = choosable(table), command.place
    if place in places and table.card is not None:
        course = Course(table)
        course.happen(e.CardAttacked(side=command.side, card=table.card, place=place))
        course.turn_up()
        return course.events
    opponent = table.of(side_in_turn(table).other)
    if place in opponent.closed:
        return RuleViolation("FOTBOLL-5.4", f"{place} is closed; choose {either(places)}.", "place")
    where = f"at the {table.line}" if place.line is not table.line else f"there, but {place} is empty"
    return RuleViolation("FOTBOLL-3.1", f"The attack is {where}; choose {either(places)}.", "place")


def _send_off(table: Table, command: c.SendOff) -> Sequence[Event] | RuleViolation:
    own, place = table.of(command.side), command.place
    places = sendable(own)
    if place not in places:
        if place in own.closed:
            why = f"{place} is closed already"
        elif place.line is Line.GOALKEEPER:
            why = "The goalkeeper cannot be sent off"
        else:
            why = f"No card lies on {place}"
        return RuleViolation("FOTBOLL-5.4", f"{why}; name {either(places)}.", "place")
    course = Course(table)
    if place in own.pitch:
        course.happen(e.SendingOffAnnounced(side=command.side, place=place))
        course.turn_up()
    else:
        course.close(place, "FOTBOLL-5.5")
    return course.events


def _closed(own: SideTable, place: Place) -> RuleViolation:
    message = f"{place} is closed for the rest of the match; other emptied places: {either(own.emptied, 'none')}."
    return RuleViolation("FOTBOLL-5.4", message, "place")


_Answer = Callable[[Table, Any], "Sequence[Event] | RuleViolation"]

_ANSWERS: dict[type[Command], tuple[str, _Answer]] = {
    c.ArrangeCards: ("FOTBOLL-2.1", _arrange_cards),
    c.LayCard: ("FOTBOLL-4.1", _lay_card),
    c.SubstituteCard: ("FOTBOLL-4.2", _substitute_card),
    c.BeginAttack: ("FOTBOLL-3.1", _begin_attack),
    c.ChooseCard: ("FOTBOLL-3.1", _choose_card),
    c.SendOff: ("FOTBOLL-5.4", _send_off),
}
