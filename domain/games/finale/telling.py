"""What happened in a match, in sentences."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.games.finale import events as e
from domain.games.finale.edition import CLOSING
from domain.games.finale.state import KICKS, Table
from domain.games.finale.terms import Dismissal, Marker, Purpose, Standing, Symbol, period_name
from domain.match.game import Event
from domain.match.kit.words import counted, listed, nth
from domain.match.sides import Side

_SYMBOLS = {
    Symbol.NONE: "no symbol",
    Symbol.RED_CROSS: "red cross",
    Symbol.YELLOW_CARD: "yellow card",
    Symbol.RED_CARD: "red card",
}
_PURPOSES = {
    Purpose.TIE: "to break the tie",
    Purpose.APPROACH: "for the approach",
    Purpose.SHOT: "for the shot",
    Purpose.FIRST_KICK: "for the first kick",
    Purpose.KICK: "for the kick",
}
_REASONS = {
    Dismissal.SECOND_YELLOW_CARD: "with a second yellow card",
    Dismissal.RED_CARD: "with a red card",
}


def tell(table: Table, event: Event) -> str:
    """What happened, in a sentence. `table` is as it was before the event."""
    return _SENTENCES[type(event)](table, event)


def _team(table: Table, side: Side) -> str:
    return table.setup.names.of(side)


def _who(table: Table, footballer: str) -> str:
    one = table.footballers[footballer]
    return f"{one.card.name} ({_team(table, one.side)})"


def _names(table: Table, footballers: Sequence[str]) -> str:
    return listed([table.named(one) for one in footballers]) or "nobody"


def _card(card: str, value: int) -> str:
    return f"the closing card ({value})" if card == CLOSING else f"tactic card {card} ({value})"


# Set-up


def _squad_chosen(table: Table, event: e.SquadChosen) -> str:
    cards = {card.id: card.name for card in table.edition.team(event.side).footballers}
    starters = listed([cards[one] for one in event.starters])
    bench = listed([cards[one] for one in event.substitutes])
    return f"{_team(table, event.side)} chooses {starters}, with {bench} on the bench, for {event.cost} points."


def _squads_revealed(table: Table, event: e.SquadsRevealed) -> str:
    home, away = table.setup.names.home, table.setup.names.away
    return f"The squads are laid open: {home} for {event.costs.home} points, {away} for {event.costs.away}."


def _deck_chosen(table: Table, event: e.DeckChosen) -> str:
    return f"{_team(table, event.side)} chooses its deck: {listed(event.cards)}."


def _deck_withheld(table: Table, event: e.DeckWithheld) -> str:
    return f"{_team(table, event.side)} has chosen its deck and keeps it to itself."


def _tactic_drawn(table: Table, event: e.TacticDrawn) -> str:
    return f"{_team(table, event.side)} draws tactic card {event.card}."


# Periods, and who attacks


def _period_started(_: Table, event: e.PeriodStarted) -> str:
    if event.period == 1:
        return "The match kicks off with period 1; substitutions may be declared."
    return f"{period_name(event.period).capitalize()} begins; substitutions may be declared."


def _footballer_substituted(table: Table, event: e.FootballerSubstituted) -> str:
    gone = table.footballers[event.goes]
    injured = "the injured " if gone.standing is Standing.INJURED else ""
    newcomer = _who(table, event.newcomer)
    return f"{newcomer} comes on for {injured}{gone.card.name}, the {nth(event.made)} of 4 substitutions."


def _substitutions_ended(table: Table, event: e.SubstitutionsEnded) -> str:
    return f"{_team(table, event.side)} declares no further substitution."


def _tactic_laid(table: Table, event: e.TacticLaid) -> str:
    return f"{_team(table, event.side)} lays {_card(event.card, table.card_of(event.card).value)} face down."


def _tactics_revealed(table: Table, event: e.TacticsRevealed) -> str:
    cards = (
        f"{_team(table, side)} has {_card(event.cards.of(side), event.values.of(side))}"
        for side in (Side.HOME, Side.AWAY)
    )
    return f"The cards are turned up: {', '.join(cards)}."


def _tactics_tied(_: Table, event: e.TacticsTied) -> str:
    what = "dice decide who has one attempt" if event.dice_decide else "the period passes without an attempt"
    return f"Both cards are worth {event.value}: {what}."


def _die_rolled(table: Table, event: e.DieRolled) -> str:
    return f"{_team(table, event.side)} rolls {event.face} {_PURPOSES[event.purpose]}."


def _attacker_decided(table: Table, event: e.AttackerDecided) -> str:
    return f"{_team(table, event.side)} attacks with {counted(event.attempts, 'attempt')}: {event.figures}."


def _attempt_granted(table: Table, event: e.AttemptGranted) -> str:
    return f"{_team(table, event.side)} goes on with attempt {event.number} of {event.attempts}."


def _tactic_played(table: Table, event: e.TacticPlayed) -> str:
    return f"{_team(table, event.side)} lays {_card(event.card, event.value)} for it."


def _attempt_begun(table: Table, event: e.AttemptBegun) -> str:
    card = _card(event.card, table.card_of(event.card).value)
    return f"{_team(table, event.side)} begins attempt {event.number} of {event.attempts} by {card}."


def _counter_begun(table: Table, event: e.CounterBegun) -> str:
    return f"{_team(table, event.side)} counters by {_card(event.card, table.card_of(event.card).value)}."


# Approach and shot


def _footballers_marked(table: Table, event: e.FootballersMarked) -> str:
    stage = "approach" if event.marker is Marker.WHITE else "shot"
    return f"{_team(table, event.side)} marks {_names(table, event.footballers)} for the {stage}."


def _approach_compared(table: Table, event: e.ApproachCompared) -> str:
    outcome = "succeeds" if event.succeeded else "fails"
    return f"The approach of {_team(table, event.side)} {outcome}: {event.figures}."


def _shot_earned(table: Table, event: e.ShotEarned) -> str:
    return f"{_team(table, event.side)} may shoot."


def _goal_scored(table: Table, event: e.GoalScored) -> str:
    by = f" by {_names(table, event.shooters)}" if event.shooters else ""
    return f"{_team(table, event.side)} shoots{by}: {event.figures}: goal."


def _shot_saved(table: Table, event: e.ShotSaved) -> str:
    by = f" by {_names(table, event.defenders)}" if event.defenders else ""
    return f"{_team(table, event.side)} shoots: {event.figures}: saved{by}."


def _symbol_die_rolled(table: Table, event: e.SymbolDieRolled) -> str:
    return f"The {_SYMBOLS[event.symbol]} of {_who(table, event.footballer)} is checked: {event.face}."


def _footballer_injured(table: Table, event: e.FootballerInjured) -> str:
    return f"{_who(table, event.footballer)} is injured and leaves the pitch."


def _footballer_booked(table: Table, event: e.FootballerBooked) -> str:
    return f"{_who(table, event.footballer)} is shown the {nth(event.yellow_cards)} yellow card."


def _footballer_sent_off(table: Table, event: e.FootballerSentOff) -> str:
    return f"{_who(table, event.footballer)} is sent off {_REASONS[event.reason]}."


def _goal_left_empty(table: Table, event: e.GoalLeftEmpty) -> str:
    return f"{_team(table, event.side)} has nobody in goal any more and defends it with the die alone."


def _footballer_turned(table: Table, event: e.FootballerTurned) -> str:
    return f"{_who(table, event.footballer)} turns, and is worth {event.strength} now."


def _markers_removed(_: Table, __: e.MarkersRemoved) -> str:
    return "The markers are removed."


def _period_ended(_: Table, event: e.PeriodEnded) -> str:
    return f"{period_name(event.period).capitalize()} is over."


# The end


def _extra_time_begun(_: Table, __: e.ExtraTimeBegun) -> str:
    return "The score is level: extra time of two more periods."


def _penalties_begun(_: Table, __: e.PenaltiesBegun) -> str:
    return f"The score is still level: penalties, {KICKS} for each side."


def _first_kick_decided(table: Table, event: e.FirstKickDecided) -> str:
    return f"{_team(table, event.side)} kicks first: {event.figures}."


def _kick_awarded(table: Table, event: e.KickAwarded) -> str:
    return f"{_team(table, event.side)} has its {nth(event.number)} kick."


def _shooter_named(table: Table, event: e.ShooterNamed) -> str:
    against = "an empty goal" if event.goalkeeper is None else table.named(event.goalkeeper)
    return f"{_who(table, event.footballer)} steps up against {against}."


def _kick_taken(table: Table, event: e.KickTaken) -> str:
    return f"{_who(table, event.footballer)} kicks: {event.figures}: {'goal' if event.scored else 'saved'}."


def _kick_forgone(table: Table, event: e.KickForgone) -> str:
    return f"{_team(table, event.side)} has nobody left to kick."


def _match_ended(table: Table, event: e.MatchEnded) -> str:
    kicks = event.penalties
    score = f"{event.score.home}–{event.score.away}" + (f" ({kicks.home}–{kicks.away} in penalties)" if kicks else "")
    return f"The match is drawn, {score}." if event.side is None else f"{_team(table, event.side)} wins, {score}."


_SENTENCES: dict[type[Event], Callable[[Table, Any], str]] = {
    e.SquadChosen: _squad_chosen,
    e.SquadsRevealed: _squads_revealed,
    e.DeckChosen: _deck_chosen,
    e.DeckWithheld: _deck_withheld,
    e.TacticDrawn: _tactic_drawn,
    e.PeriodStarted: _period_started,
    e.FootballerSubstituted: _footballer_substituted,
    e.SubstitutionsEnded: _substitutions_ended,
    e.TacticLaid: _tactic_laid,
    e.TacticsRevealed: _tactics_revealed,
    e.TacticsTied: _tactics_tied,
    e.DieRolled: _die_rolled,
    e.AttackerDecided: _attacker_decided,
    e.AttemptGranted: _attempt_granted,
    e.TacticPlayed: _tactic_played,
    e.AttemptBegun: _attempt_begun,
    e.CounterBegun: _counter_begun,
    e.FootballersMarked: _footballers_marked,
    e.ApproachCompared: _approach_compared,
    e.ShotEarned: _shot_earned,
    e.GoalScored: _goal_scored,
    e.ShotSaved: _shot_saved,
    e.SymbolDieRolled: _symbol_die_rolled,
    e.FootballerInjured: _footballer_injured,
    e.FootballerBooked: _footballer_booked,
    e.FootballerSentOff: _footballer_sent_off,
    e.GoalLeftEmpty: _goal_left_empty,
    e.FootballerTurned: _footballer_turned,
    e.MarkersRemoved: _markers_removed,
    e.PeriodEnded: _period_ended,
    e.ExtraTimeBegun: _extra_time_begun,
    e.PenaltiesBegun: _penalties_begun,
    e.FirstKickDecided: _first_kick_decided,
    e.KickAwarded: _kick_awarded,
    e.ShooterNamed: _shooter_named,
    e.KickTaken: _kick_taken,
    e.KickForgone: _kick_forgone,
    e.MatchEnded: _match_ended,
}
