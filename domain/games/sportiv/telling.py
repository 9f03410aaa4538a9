"""What happened in a match, in sentences. Footballers are called by their values, as they have no names."""

from collections.abc import Callable
from typing import Any

from domain.games.sportiv import events as e
from domain.games.sportiv.state import Table
from domain.games.sportiv.terms import ActionKind, Zone
from domain.match.game import Event
from domain.match.kit.words import counted, listed
from domain.match.sides import Side

_ZONES = {
    Zone.TOP_LEFT: "top left",
    Zone.TOP_CENTRE: "top centre",
    Zone.TOP_RIGHT: "top right",
    Zone.BOTTOM_LEFT: "bottom left",
    Zone.BOTTOM_CENTRE: "bottom centre",
    Zone.BOTTOM_RIGHT: "bottom right",
}


def tell(table: Table, event: Event) -> str:
    """What happened, in a sentence. `table` is as it was before the event."""
    return _SENTENCES[type(event)](table, event)


def _team(table: Table, side: Side) -> str:
    return table.setup.names.of(side)


def _who(table: Table, *footballers: int) -> str:
    return listed([f"{'an' if _begins_with_a_vowel(value) else 'a'} {value}" for value in table.values(footballers)])


def _begins_with_a_vowel(value: int) -> bool:
    return value in (11, 18) or str(value).startswith("8")


def _zones(zones: tuple[Zone, ...]) -> str:
    return listed([_ZONES[zone] for zone in zones])


def _coin_tossed(table: Table, event: e.CoinTossed) -> str:
    return f"{_team(table, event.side)} wins the toss and begins."


def _turn_started(table: Table, event: e.TurnStarted) -> str:
    return f"Turn {event.number}: {_team(table, event.side)}."


def _footballer_fielded(table: Table, event: e.FootballerFielded) -> str:
    return f"{_team(table, event.side)} draws {_who(table, event.footballer)} onto its pitch; {event.left} left."


def _footballer_drawn(table: Table, event: e.FootballerDrawn) -> str:
    return f"{_team(table, event.side)} draws {_who(table, event.footballer)} to its hand; {event.left} left."


def _footballer_drawn_unseen(table: Table, event: e.FootballerDrawnUnseen) -> str:
    return f"{_team(table, event.side)} draws a footballer to its hand; {event.left} left."


def _action_drawn(table: Table, event: e.ActionDrawn) -> str:
    return f"{_team(table, event.side)} draws {event.kind.with_article}."


def _action_drawn_unseen(table: Table, event: e.ActionDrawnUnseen) -> str:
    return f"{_team(table, event.side)} draws an action card."


def _action_pile_renewed(table: Table, event: e.ActionPileRenewed) -> str:
    cards = counted(event.cards, "action card")
    return f"{_team(table, event.side)} shuffles its discard of {cards}, which is its pile now."


def _footballer_placed(table: Table, event: e.FootballerPlaced) -> str:
    replaced = "" if event.replaced is None else f" in place of {_who(table, event.replaced)}"
    return f"{_team(table, event.side)} places {_who(table, event.footballer)}{replaced}."


def _footballers_eliminated(table: Table, event: e.FootballersEliminated) -> str:
    own, opposing = _who(table, *event.own), _who(table, *event.opposing)
    return f"{_team(table, event.side)} engages {own} and eliminates {opposing}: {event.figures}."


def _eliminations_ended(table: Table, event: e.EliminationsEnded) -> str:
    return f"{_team(table, event.side)} has eliminated as much as it wants to."


def _footballers_removed(table: Table, event: e.FootballersRemoved) -> str:
    opponent = _team(table, event.side.other)
    return (
        f"{_team(table, event.side)} removes {_who(table, *event.footballers)} of {opponent} with its {event.by.words}."
    )


def _action_played(table: Table, event: e.ActionPlayed) -> str:
    brings = "."
    if event.kind is ActionKind.TRACK_BACK:
        brings = f", which brings {counted(event.reinforcements, 'footballer')}."
    return f"{_team(table, event.side)} plays {event.kind.with_article}{brings}"


def _action_discarded(table: Table, event: e.ActionDiscarded) -> str:
    card = "an action card" if event.kind is None else event.kind.with_article
    return f"{_team(table, event.side)} puts {card} on its discard face down."


def _action_countered(table: Table, event: e.ActionCountered) -> str:
    return f"{_team(table, event.side)} counters the {event.against.words} with {event.kind.with_article}: it fails."


def _counter_declined(table: Table, event: e.CounterDeclined) -> str:
    return f"{_team(table, event.side)} lets the {event.against.words} pass."


def _action_ended(table: Table, event: e.ActionEnded) -> str:
    return f"The {event.kind.words} of {_team(table, event.side)} is over."


def _actions_exchanged(table: Table, event: e.ActionsExchanged) -> str:
    if not event.count:
        return f"{_team(table, event.side)} keeps its action cards."
    return f"{_team(table, event.side)} replaces {counted(event.count, 'action card')}."


def _shot_earned(table: Table, event: e.ShotEarned) -> str:
    opposing = counted(event.opposing, "footballer")
    return f"{_team(table, event.side)} may shoot: {_team(table, event.side.other)} has {opposing} on its pitch."


def _shot_taken(table: Table, event: e.ShotTaken) -> str:
    cards = counted(event.keepers, "goalkeeper card")
    return f"{_team(table, event.side)} shoots; {_team(table, event.side.other)} has {cards} against it."


def _shot_forgone(table: Table, event: e.ShotForgone) -> str:
    return f"{_team(table, event.side)} does not shoot."


def _keepers_chosen(table: Table, event: e.KeepersChosen) -> str:
    cards = "goalkeeper card" if len(event.keepers) == 1 else "goalkeeper cards"
    return f"{_team(table, event.side)} chooses {cards} {listed([str(keeper) for keeper in event.keepers])}."


def _shot_chosen(table: Table, event: e.ShotChosen) -> str:
    return f"{_team(table, event.side)} chooses shot card {event.shot}."


def _shot_revealed(table: Table, event: e.ShotRevealed) -> str:
    defender = _team(table, event.side.other)
    return f"{_team(table, event.side)} aims {_zones(event.red)}; {defender} covers {_zones(event.covered)}."


def _goal_scored(table: Table, event: e.GoalScored) -> str:
    return f"Goal for {_team(table, event.side)}: {_zones(event.zones)} is open."


def _shot_saved(table: Table, event: e.ShotSaved) -> str:
    return f"{_team(table, event.side.other)} saves the shot."


def _match_ended(table: Table, event: e.MatchEnded) -> str:
    score = f"{event.score.home}–{event.score.away}"
    outcome = f"the match is drawn, {score}" if event.side is None else f"{_team(table, event.side)} wins, {score}"
    return f"{_team(table, event.drawn_out)} has drawn its last footballer: {outcome}."


_SENTENCES: dict[type[Event], Callable[[Table, Any], str]] = {
    e.CoinTossed: _coin_tossed,
    e.TurnStarted: _turn_started,
    e.FootballerFielded: _footballer_fielded,
    e.FootballerDrawn: _footballer_drawn,
    e.FootballerDrawnUnseen: _footballer_drawn_unseen,
    e.ActionDrawn: _action_drawn,
    e.ActionDrawnUnseen: _action_drawn_unseen,
    e.ActionPileRenewed: _action_pile_renewed,
    e.FootballerPlaced: _footballer_placed,
    e.FootballersEliminated: _footballers_eliminated,
    e.EliminationsEnded: _eliminations_ended,
    e.FootballersRemoved: _footballers_removed,
    e.ActionPlayed: _action_played,
    e.ActionDiscarded: _action_discarded,
    e.ActionCountered: _action_countered,
    e.CounterDeclined: _counter_declined,
    e.ActionEnded: _action_ended,
    e.ActionsExchanged: _actions_exchanged,
    e.ShotEarned: _shot_earned,
    e.ShotTaken: _shot_taken,
    e.ShotForgone: _shot_forgone,
    e.KeepersChosen: _keepers_chosen,
    e.ShotChosen: _shot_chosen,
    e.ShotRevealed: _shot_revealed,
    e.GoalScored: _goal_scored,
    e.ShotSaved: _shot_saved,
    e.MatchEnded: _match_ended,
}
