"""The fold: what the table is after each event. Nothing is judged here; an event says what happened."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.sportiv import events as e
from domain.games.sportiv.edition import SHOT_AT
from domain.games.sportiv.state import Actions, Discarded, Footballers, Table
from domain.games.sportiv.terms import ActionKind, Phase
from domain.match.game import Event
from domain.match.kit.cards import without
from domain.match.kit.pairs import one_more
from domain.match.sides import BySide, Side

_NEITHER: BySide[bool] = BySide(False, False)


def evolve(table: Table, event: Event) -> Table:
    """The table after an event of this game."""
    return _EFFECTS[type(event)](table, event)


def _coin_tossed(table: Table, event: e.CoinTossed) -> Table:
    return replace(table, phase=Phase.DEAL, active=event.side)


def _turn_started(table: Table, event: e.TurnStarted) -> Table:
    return replace(
        table,
        phase=Phase.DRAW,
        active=event.side,
        turn=event.number,
        in_play=None,
        counter=None,
        way_opened=None,
        exchanged=_NEITHER,
        refilling=(),
    )


# Draws


def _footballer_fielded(table: Table, event: e.FootballerFielded) -> Table:
    its = table.footballers.of(event.side)
    drawn = Footballers(
        without(its.unseen, event.footballer), its.hidden, its.hand, (*its.pitch, event.footballer), its.discard
    )
    reinforcements = max(0, table.reinforcements - 1)
    return replace(table, footballers=table.footballers.replace(event.side, drawn), reinforcements=reinforcements)


def _footballer_drawn(table: Table, event: e.FootballerDrawn) -> Table:
    its = table.footballers.of(event.side)
    hand = tuple(sorted((*its.hand, event.footballer)))
    drawn = Footballers(without(its.unseen, event.footballer), its.hidden, hand, its.pitch, its.discard)
    return _to_hand(table, event.side, drawn)


def _footballer_drawn_unseen(table: Table, event: e.FootballerDrawnUnseen) -> Table:
    its = table.footballers.of(event.side)
    return _to_hand(table, event.side, replace(its, hidden=its.hidden + 1))


def _to_hand(table: Table, side: Side, drawn: Footballers) -> Table:
    phase = Phase.PLACEMENT if table.phase is Phase.DRAW else table.phase
    return replace(table, phase=phase, footballers=table.footballers.replace(side, drawn))


def _action_drawn(table: Table, event: e.ActionDrawn) -> Table:
    its = table.actions.of(event.side)
    drawn = Actions(without(its.unseen, event.kind), its.hidden, (*its.reserve, event.kind), its.discard)
    return _to_reserve(table, event.side, drawn)


def _action_drawn_unseen(table: Table, event: e.ActionDrawnUnseen) -> Table:
    its = table.actions.of(event.side)
    return _to_reserve(table, event.side, replace(its, hidden=its.hidden + 1))


def _to_reserve(table: Table, side: Side, drawn: Actions) -> Table:
    phase = Phase.ACTION if table.phase is Phase.ACTION_DRAW else table.phase
    return replace(table, phase=phase, actions=table.actions.replace(side, drawn))


def _action_pile_renewed(table: Table, event: e.ActionPileRenewed) -> Table:
    its = table.actions.of(event.side)
    known = (card.kind for card in its.discard if card.kind is not None)
    return replace(
        table,
        actions=table.actions.replace(event.side, Actions((*its.unseen, *known), its.hidden, its.reserve)),
    )


# Footballers


def _footballer_placed(table: Table, event: e.FootballerPlaced) -> Table:
    its, gone = table.footballers.of(event.side), () if event.replaced is None else (event.replaced,)
    pitch, discard = (*without(its.pitch, *gone), event.footballer), its.discard + gone
    if event.footballer in its.hand:
        placed = Footballers(its.unseen, its.hidden, without(its.hand, event.footballer), pitch, discard)
    else:
        placed = Footballers(without(its.unseen, event.footballer), its.hidden - 1, its.hand, pitch, discard)
    return replace(table, phase=Phase.ELIMINATIONS, footballers=table.footballers.replace(event.side, placed))


def _footballers_eliminated(table: Table, event: e.FootballersEliminated) -> Table:
    footballers = table.footballers.replace(event.side, _off(table.footballers.of(event.side), event.own))
    opponent = event.side.other
    return replace(
        table, footballers=footballers.replace(opponent, _off(table.footballers.of(opponent), event.opposing))
    )


def _eliminations_ended(table: Table, _: e.EliminationsEnded) -> Table:
    return replace(table, phase=Phase.ACTION_DRAW)


def _footballers_removed(table: Table, event: e.FootballersRemoved) -> Table:
    victim = event.side.other
    its = table.footballers.of(victim)
    left = _off(its, event.footballers)
    opens = event.side is table.active and len(left.pitch) <= SHOT_AT < len(its.pitch)
    return replace(
        table,
        way_opened=event.by if opens else table.way_opened,
        footballers=table.footballers.replace(victim, left),
    )


def _off(its: Footballers, gone: tuple[int, ...]) -> Footballers:
    return Footballers(its.unseen, its.hidden, its.hand, without(its.pitch, *gone), its.discard + gone)


# Action cards


def _action_played(table: Table, event: e.ActionPlayed) -> Table:
    return replace(
        table,
        phase=Phase.TRACK_BACK if event.kind is ActionKind.TRACK_BACK else Phase.COUNTER,
        in_play=event.kind,
        reinforcements=event.reinforcements,
        actions=_discarding(table, event.side, event.kind, face_up=True),
    )


def _action_discarded(table: Table, event: e.ActionDiscarded) -> Table:
    return replace(table, phase=Phase.EXCHANGE, actions=_discarding(table, event.side, event.kind, face_up=False))


def _action_countered(table: Table, event: e.ActionCountered) -> Table:
    return replace(
        table,
        phase=Phase.COUNTERED,
        counter=event.kind,
        actions=_discarding(table, event.side, event.kind, face_up=True),
    )


def _counter_declined(table: Table, _: e.CounterDeclined) -> Table:
    return replace(table, phase=Phase.REMOVAL)


def _action_ended(table: Table, _: e.ActionEnded) -> Table:
    return replace(table, phase=Phase.EXCHANGE)


def _actions_exchanged(table: Table, event: e.ActionsExchanged) -> Table:
    return replace(table, exchanged=table.exchanged.replace(event.side, True))


def _discarding(table: Table, side: Side, kind: ActionKind | None, *, face_up: bool) -> BySide[Actions]:
    its = table.actions.of(side)
    discard = (*its.discard, Discarded(kind, face_up))
    if kind is None:
        left = Actions(its.unseen, its.hidden - 1, its.reserve, discard)
    elif kind in its.reserve:
        left = Actions(its.unseen, its.hidden, without(its.reserve, kind), discard)
    else:
        left = Actions(without(its.unseen, kind), its.hidden - 1, its.reserve, discard)
    return table.actions.replace(side, left)


# Shot


def _shot_earned(table: Table, _: e.ShotEarned) -> Table:
    return replace(table, phase=Phase.SHOT)


def _shot_taken(table: Table, _: e.ShotTaken) -> Table:
    return replace(table, phase=Phase.GOAL_CARDS)


def _shot_forgone(table: Table, _: e.ShotForgone) -> Table:
    # Nobody is in `refilling`, so the turn just ends.
    return replace(table, phase=Phase.REFILL)


def _keepers_chosen(table: Table, event: e.KeepersChosen) -> Table:
    return replace(table, keepers=event.keepers)


def _shot_chosen(table: Table, event: e.ShotChosen) -> Table:
    return replace(table, shot=event.shot)


def _shot_revealed(table: Table, event: e.ShotRevealed) -> Table:
    return replace(table, phase=Phase.REFILL, keepers=None, shot=None, last_shot=event)


def _goal_scored(table: Table, event: e.GoalScored) -> Table:
    return replace(
        table,
        score=one_more(table.score, event.side),
        refilling=(event.side.other, event.side),
    )


def _shot_saved(table: Table, event: e.ShotSaved) -> Table:
    return replace(table, refilling=(event.side.other,))


def _match_ended(table: Table, event: e.MatchEnded) -> Table:
    return replace(table, phase=Phase.OVER, winner=event.side)


_EFFECTS: dict[type[Event], Callable[[Table, Any], Table]] = {
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
