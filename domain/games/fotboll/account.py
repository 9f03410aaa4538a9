"""What happened in a match, in the words that all games share; clause 7 says how it is counted."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from domain.games.fotboll import events as e
from domain.games.fotboll import odds
from domain.games.fotboll.cards import Card
from domain.games.fotboll.options import unshown
from domain.games.fotboll.state import Table
from domain.games.fotboll.terms import Duel, Finish, Line, Place
from domain.games.fotboll.view import result
from domain.match.facts import (
    MILLION,
    Attempted,
    AttemptKind,
    Booked,
    DieRolled,
    Eliminated,
    Fact,
    Goal,
    LineMet,
    Marked,
    PeriodBegun,
    PlayEnded,
    SentOff,
    millionths,
)
from domain.match.game import Event
from domain.match.sides import SIDES, Side

_COIN = tuple((side.value, 1) for side in SIDES)
_HOW = {Finish.DRIBBLE: "", Finish.EMPTY_GOAL: "empty goal", Finish.JOKER: "joker", Finish.PENALTY: "penalty"}


def account(before: Table, event: Event, after: Table) -> Iterable[Fact]:
    """What an event means; nothing for most. `before`, `after`: the table around it."""
    facts = _FACTS.get(type(event))
    return () if facts is None else facts(before, event, after)


def _coin_tossed(_: Table, event: e.CoinTossed, __: Table) -> Iterator[Fact]:
    yield DieRolled(die="coin", face=event.begins.value, faces=_COIN)


def _half_started(_: Table, __: e.HalfStarted, after: Table) -> Iterator[Fact]:
    yield PeriodBegun(period=result(after).period)


def _cards_compared(before: Table, event: e.CardsCompared, _: Table) -> Iterator[Fact]:
    side, card, against, line = event.side, event.card, event.against, event.place.line
    at_goal = line is Line.GOALKEEPER
    dribbled = event.result is Duel.DRIBBLED
    passed = dribbled or (event.result is Duel.DIAMOND and line in odds.REWARDED)
    chance = odds.of_attack(unshown(before, side), _attacked(before, side.other, event.place, against), line)
    yield Marked(side=side, footballer=card.value, power=card.strength)
    yield Marked(side=side.other, footballer=against.value, power=against.strength)
    yield Attempted(
        side=side,
        kind=AttemptKind.SHOT if at_goal else AttemptKind.ATTACK,
        succeeded=passed,
        chance=_millionths(chance),
        footballers=(card.value,),
        goalkeeper=against.value if at_goal else None,
        figures=event.figures,
    )
    yield LineMet(side=side, line=line.value, passed=passed)
    if dribbled:
        yield Eliminated(side=side.other, footballers=(against.value,), by="dribble", line=line.value)


def _joker_left(_: Table, event: e.JokerLeft, __: Table) -> Iterator[Fact]:
    joker, line = Card.JOKER.value, event.place.line.value
    yield Eliminated(side=event.side, footballers=(joker,), by="attack on a joker", line=line)


def _goal_scored(before: Table, event: e.GoalScored, _: Table) -> Iterator[Fact]:
    cards = _scorers(before, event.side)
    scorers = tuple(card.value for card in cards)
    if event.finish is Finish.EMPTY_GOAL:
        yield from (Marked(side=event.side, footballer=card.value, power=card.strength) for card in cards)
        yield Attempted(
            side=event.side,
            kind=AttemptKind.SHOT,
            succeeded=True,
            chance=MILLION,
            footballers=scorers,
            figures=event.figures,
        )
    yield Goal(side=event.side, footballers=scorers, how=_HOW[event.finish])


def _scorers(before: Table, side: Side) -> tuple[Card, ...]:
    """The cards that a goal is scored with: the one held, which the goal lays open, or those played already."""
    if side is not before.turn:
        return ()
    return before.tried if before.card is None else (before.card,)


def _penalty_taken(before: Table, event: e.PenaltyTaken, _: Table) -> Iterator[Fact]:
    side, goalkeeper = event.side, event.goalkeeper
    chance: Fraction | None = Fraction(bool(event.cards))
    yield from (Marked(side=side, footballer=card.value, power=card.kick) for card in event.cards)
    if goalkeeper is not None:
        yield Marked(side=side.other, footballer=goalkeeper.value, power=goalkeeper.save)
        saving = _attacked(before, side.other, Place.G, goalkeeper)
        chance = odds.of_penalty(unshown(before, side), len(event.cards), saving)
    yield Attempted(
        side=side,
        kind=AttemptKind.PENALTY,
        succeeded=event.scored,
        chance=_millionths(chance),
        footballers=tuple(card.value for card in event.cards),
        goalkeeper=None if goalkeeper is None else goalkeeper.value,
        figures=event.figures,
    )


def _attacked(before: Table, side: Side, place: Place, card: Card) -> odds.Cards:
    """What the card on this place may have been for everyone, before it was turned up as this one (FOTBOLL-7.1)."""
    return ((card, 1),) if before.known else unshown(before, side, place)


def _millionths(chance: Fraction | None) -> int | None:
    return None if chance is None else millionths(chance)


def _warning_given(_: Table, event: e.WarningGiven, __: Table) -> Iterator[Fact]:
    yield Booked(side=event.side)


def _card_sent_off(_: Table, event: e.CardSentOff, __: Table) -> Iterator[Fact]:
    yield SentOff(side=event.side, footballer=event.card.value)


def _match_ended(_: Table, __: e.MatchEnded, ___: Table) -> Iterator[Fact]:
    yield PlayEnded()


_FACTS: dict[type[Event], Callable[[Table, Any, Table], Iterator[Fact]]] = {
    e.CoinTossed: _coin_tossed,
    e.HalfStarted: _half_started,
    e.CardsCompared: _cards_compared,
    e.JokerLeft: _joker_left,
    e.GoalScored: _goal_scored,
    e.PenaltyTaken: _penalty_taken,
    e.WarningGiven: _warning_given,
    e.CardSentOff: _card_sent_off,
    e.MatchEnded: _match_ended,
}
