"""What happened in a match, in sentences."""

from collections.abc import Callable
from typing import Any

from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card
from domain.games.fotboll.state import Table
from domain.games.fotboll.terms import Duel, Finish, Line, Place
from domain.match.game import Event
from domain.match.kit.words import counted, listed
from domain.match.sides import Side

_HALVES = {1: "first half", 2: "second half"}
_LINES = {
    Line.ATTACKERS: "attackers",
    Line.MIDFIELDERS: "midfield",
    Line.DEFENDERS: "defence",
    Line.GOALKEEPER: "goalkeeper",
}
_RESULTS = {
    Duel.DRIBBLED: "dribbled",
    Duel.STOPPED: "stopped",
    Duel.DIAMOND: "a diamond has met a joker",
}
_FINISHES = {
    Finish.DRIBBLE: "past the goalkeeper",
    Finish.EMPTY_GOAL: "into the empty goal",
    Finish.JOKER: "past the joker in goal",
    Finish.PENALTY: "by the penalty",
}


def tell(table: Table, event: Event) -> str:
    """What happened, in a sentence. `table` is as it was before the event."""
    return _SENTENCES[type(event)](table, event)


def _team(table: Table, side: Side) -> str:
    return table.setup.names.of(side)


def _where(table: Table, side: Side, place: Place) -> str:
    return f"{place} of {_team(table, side)}"


def _cards(cards: tuple[Card, ...]) -> str:
    return listed([card.words for card in cards])


def _nth(number: int) -> str:
    return {1: "first", 2: "second", 3: "third", 4: "fourth"}.get(number, f"{number}th")


def _decks_shuffled(_: Table, event: e.DecksShuffled) -> str:
    return f"Both sides shuffle their {event.cards} cards for the {_HALVES[event.half]}."


def _card_dealt(table: Table, event: e.CardDealt) -> str:
    return f"{_team(table, event.side)} is dealt {event.card.words}."


def _line_up_arranged(table: Table, event: e.LineUpArranged) -> str:
    return (
        f"{_team(table, event.side)} lays out face down: in attack {_cards(event.attackers)}; "
        f"in midfield {_cards(event.midfielders)}; in defence {_cards(event.defenders)}; "
        f"in goal {event.goalkeeper.words}."
    )


def _line_up_laid(table: Table, event: e.LineUpLaid) -> str:
    return f"{_team(table, event.side)} lays the top {len(event.places)} cards of its pile out face down, unseen."


def _coin_tossed(table: Table, event: e.CoinTossed) -> str:
    return f"The coin lets {_team(table, event.begins)} begin."


def _half_started(table: Table, event: e.HalfStarted) -> str:
    return f"The {_HALVES[event.half]} starts with {_team(table, event.side)}."


def _turn_begun(table: Table, event: e.TurnBegun) -> str:
    return f"It is {_team(table, event.side)}'s turn, with {counted(event.pile, 'card')} to draw."


def _turn_passed(table: Table, event: e.TurnPassed) -> str:
    return f"{_team(table, event.side)} has no card left to draw, and passes."


def _card_laid(table: Table, event: e.CardLaid) -> str:
    return f"{_team(table, event.side)} lays a card face down on {event.place}."


def _laid_card_seen(table: Table, event: e.LaidCardSeen) -> str:
    return f"{_team(table, event.side)} looks at the card on {event.place}: {event.card.words}."


def _substitution_announced(table: Table, event: e.SubstitutionAnnounced) -> str:
    return f"{_team(table, event.side)} substitutes on {event.place}."


def _card_substituted(table: Table, event: e.CardSubstituted) -> str:
    team, number = _team(table, event.side), _nth(event.number)
    return f"{team} takes {event.card.words} off {event.place}: its {number} substitution."


def _attack_begun(table: Table, event: e.AttackBegun) -> str:
    return f"{_team(table, event.side)} attacks."


def _line_skipped(table: Table, event: e.LineSkipped) -> str:
    defence = table.of(event.side.other)
    why = "a card was sent off there" if event.line in defence.skipped else "no card stands there"
    return f"{_team(table, event.side)} need not pass the {_LINES[event.line]}: {why}."


def _line_reached(table: Table, event: e.LineReached) -> str:
    return f"{_team(table, event.side)} comes to the {_LINES[event.line]} of {_team(table, event.side.other)}."


def _card_drawn(table: Table, event: e.CardDrawn) -> str:
    return f"{_team(table, event.side)} draws {event.card.words}."


def _card_attacked(table: Table, event: e.CardAttacked) -> str:
    where = _where(table, event.side.other, event.place)
    return f"{_team(table, event.side)} attacks {where} with {event.card.words}."


def _turned_up(table: Table, event: e.CardTurnedUp | e.CardShown) -> str:
    return f"{_where(table, event.side, event.place)} is turned up: {event.card.words}."


def _cards_compared(table: Table, event: e.CardsCompared) -> str:
    return f"{_team(table, event.side)} at {event.place}, {event.figures}: {_RESULTS[event.result]}."


def _joker_left(table: Table, event: e.JokerLeft) -> str:
    return f"The joker leaves {_where(table, event.side, event.place)}."


def _pile_ran_out(table: Table, event: e.PileRanOut) -> str:
    return f"{_team(table, event.side)} has no card left to draw, and the attack ends."


def _goal_scored(table: Table, event: e.GoalScored) -> str:
    return f"Goal for {_team(table, event.side)} {_FINISHES[event.finish]}: {event.figures}."


def _penalty_awarded(table: Table, event: e.PenaltyAwarded) -> str:
    return f"Penalty for {_team(table, event.side)}, for a diamond against the joker on {event.place}."


def _penalty_card_drawn(table: Table, event: e.PenaltyCardDrawn) -> str:
    return f"{_team(table, event.side)} draws {event.card.words} for the penalty: {event.value}."


def _penalty_taken(table: Table, event: e.PenaltyTaken) -> str:
    outcome = "it goes in" if event.scored else "it does not go in"
    return f"{_team(table, event.side)} takes the penalty, {event.figures}: {outcome}."


def _warning_given(table: Table, event: e.WarningGiven) -> str:
    where = f"for the joker on {event.place}"
    return f"{_team(table, event.side)} is shown its {_nth(event.warnings)} yellow card, {where}."


def _red_card_shown(table: Table, event: e.RedCardShown) -> str:
    return f"Red card for {_team(table, event.side)} after {event.warnings} warnings: it sends one of its cards off."


def _sending_off_announced(table: Table, event: e.SendingOffAnnounced) -> str:
    return f"{_team(table, event.side)} names {event.place} to be sent off."


def _card_sent_off(table: Table, event: e.CardSentOff) -> str:
    words = event.card.words
    return f"{words[0].upper()}{words[1:]} is sent off from {_where(table, event.side, event.place)}."


def _place_closed(table: Table, event: e.PlaceClosed) -> str:
    skipped = f"attacks need not pass its {_LINES[event.line]} any more"
    return f"{_where(table, event.side, event.place)} stays closed for the match, and {skipped}."


def _half_time_reached(_: Table, event: e.HalfTimeReached) -> str:
    return f"Both piles are empty: half-time at {event.score.home}-{event.score.away}."


def _match_ended(table: Table, event: e.MatchEnded) -> str:
    score = f"{event.score.home}-{event.score.away}"
    return f"Full time, {score}: {f'{_team(table, event.side)} wins' if event.side else 'a draw'}."


_SENTENCES: dict[type[Event], Callable[[Table, Any], str]] = {
    e.DecksShuffled: _decks_shuffled,
    e.CardDealt: _card_dealt,
    e.LineUpArranged: _line_up_arranged,
    e.LineUpLaid: _line_up_laid,
    e.CoinTossed: _coin_tossed,
    e.HalfStarted: _half_started,
    e.TurnBegun: _turn_begun,
    e.TurnPassed: _turn_passed,
    e.CardLaid: _card_laid,
    e.LaidCardSeen: _laid_card_seen,
    e.SubstitutionAnnounced: _substitution_announced,
    e.CardSubstituted: _card_substituted,
    e.AttackBegun: _attack_begun,
    e.LineSkipped: _line_skipped,
    e.LineReached: _line_reached,
    e.CardDrawn: _card_drawn,
    e.CardAttacked: _card_attacked,
    e.CardTurnedUp: _turned_up,
    e.CardShown: _turned_up,
    e.CardsCompared: _cards_compared,
    e.JokerLeft: _joker_left,
    e.PileRanOut: _pile_ran_out,
    e.GoalScored: _goal_scored,
    e.PenaltyAwarded: _penalty_awarded,
    e.PenaltyCardDrawn: _penalty_card_drawn,
    e.PenaltyTaken: _penalty_taken,
    e.WarningGiven: _warning_given,
    e.RedCardShown: _red_card_shown,
    e.SendingOffAnnounced: _sending_off_announced,
    e.CardSentOff: _card_sent_off,
    e.PlaceClosed: _place_closed,
    e.HalfTimeReached: _half_time_reached,
    e.MatchEnded: _match_ended,
}
