"""The fold: what the table is after each event. Nothing is judged here; an event says what happened."""

from bisect import bisect_left, insort
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.options import can_draw
from domain.games.soccer_duel.pitch import Pitch, with_tile
from domain.games.soccer_duel.state import Camp, Table
from domain.games.soccer_duel.terms import Phase
from domain.match.game import Event
from domain.match.kit.cards import without
from domain.match.sides import BySide, Side

_START = (0, 0)


def evolve(table: Table, event: Event) -> Table:
    """The table after an event of this game."""
    return _EFFECTS[type(event)](table, event)


def _changed(table: Table, side: Side, camp: Camp) -> BySide[Camp]:
    return table.camps.replace(side, camp)


def _from_pile(pile: tuple[int, ...], tile: int) -> tuple[int, ...]:
    """The pile but for one tile; it is kept ascending."""
    index = bisect_left(pile, tile)
    return pile[:index] + pile[index + 1 :] if pile[index : index + 1] == (tile,) else pile


def _clock(table: Table, event: e.DuelEvent | e.TileDrawn | e.CoinTossed) -> int:
    return table.clock if event.time is None else event.time


def _game_begun(table: Table, event: e.GameBegun) -> Table:
    return Table(
        setup=table.setup,
        catalogue=table.catalogue,
        game=event.game,
        pile=table.catalogue.numbers,
        due=(Side.HOME,) * event.draws.home + (Side.AWAY,) * event.draws.away,
        kick_off=table.kick_off,
        wins=table.wins,
        games=table.games,
    )


def _tile_drawn(table: Table, event: e.TileDrawn) -> Table:
    side, tile = event.side, event.tile
    pile = _from_pile(table.pile, tile)
    is_card = table.catalogue.cards[tile] is not None
    if not pile:
        due: tuple[Side, ...] = ()
    elif is_card and table.phase is not Phase.SUDDEN_DEATH:
        due = table.due
    else:
        due = without(table.due, side)
    clock = _clock(table, event)
    if is_card:
        return replace(table, pile=pile, due=due, clock=clock, out=(*table.out, tile))
    camp = table.camps.of(side)
    camps = _changed(table, side, replace(camp, hand=(*camp.hand, tile)))
    return replace(table, pile=pile, due=due, clock=clock, camps=camps)


def _card_put_back(table: Table, event: e.CardPutBack) -> Table:
    pile = list(table.pile)
    insort(pile, event.tile)
    return replace(table, pile=tuple(pile), out=without(table.out, event.tile))


def _laid(table: Table, side: Side, tile: int, pitches: tuple[Pitch, ...]) -> BySide[Camp]:
    camp = table.camps.of(side)
    return _changed(table, side, replace(camp, hand=without(camp.hand, tile), pitches=pitches))


def _start_tile_chosen(table: Table, event: e.StartTileChosen) -> Table:
    pitch = with_tile(table.catalogue, Pitch(), event.tile, _START)
    return replace(table, camps=_laid(table, event.side, event.tile, (pitch,)))


def _go_called(table: Table, event: e.GoCalled) -> Table:
    kick_off = table.kick_off if table.game > 1 else event.moment
    return replace(table, phase=Phase.PLAY, clock=_clock(table, event), go=event.moment, kick_off=kick_off)


def _drawing(table: Table, side: Side) -> tuple[Side, ...]:
    """The draws that are due once a side has laid or discarded a tile (DUEL-3.3, DUEL-3.4)."""
    return (*table.due, side) if table.phase is Phase.PLAY and can_draw(table) else table.due


def _tile_placed(table: Table, event: e.TilePlaced) -> Table:
    side = event.side
    earlier, pitch = table.camps.of(side).pitches[:-1], table.camps.of(side).pitches[-1]
    pitch = with_tile(table.catalogue, pitch, event.tile, (event.row, event.column))
    camps = _laid(table, side, event.tile, (*earlier, pitch))
    return replace(table, camps=camps, due=_drawing(table, side), clock=_clock(table, event))


def _pitch_begun(table: Table, event: e.PitchBegun) -> Table:
    side = event.side
    pitch = with_tile(table.catalogue, Pitch(), event.tile, _START)
    camps = _laid(table, side, event.tile, (*table.camps.of(side).pitches, pitch))
    return replace(table, camps=camps, due=_drawing(table, side), clock=_clock(table, event))


def _goal_scored(table: Table, event: e.GoalScored) -> Table:
    camp = table.camps.of(event.side)
    return replace(table, camps=_changed(table, event.side, replace(camp, goals=event.score.of(event.side))))


def _unchanged(table: Table, _: Event) -> Table:
    return table


def _tile_discarded(table: Table, event: e.TileDiscarded) -> Table:
    side, camp = event.side, table.camps.of(event.side)
    camp = replace(camp, hand=without(camp.hand, event.tile), box=(*camp.box, event.tile))
    camps = _changed(table, side, camp)
    return replace(table, camps=camps, due=_drawing(table, side), clock=_clock(table, event))


def _side_stopped(table: Table, event: e.SideStopped) -> Table:
    camp = table.camps.of(event.side)
    return replace(table, camps=_changed(table, event.side, replace(camp, stopped_until=event.until)))


def _overtime_begun(table: Table, event: e.OvertimeBegun) -> Table:
    home, away = table.camps.home, table.camps.away
    return replace(
        table,
        phase=Phase.OVERTIME,
        clock=_clock(table, event),
        due=(),
        camps=BySide(
            replace(home, hand=event.received.home, box=()),
            replace(away, hand=event.received.away, box=()),
        ),
    )


def _sudden_death_begun(table: Table, event: e.SuddenDeathBegun) -> Table:
    return replace(
        table,
        phase=Phase.TOSS,
        clock=_clock(table, event),
        camps=BySide(Camp(goals=table.camps.home.goals), Camp(goals=table.camps.away.goals)),
        pile=table.catalogue.numbers,
        out=(),
        due=(),
        turn=None,
        piles=event.piles,
    )


def _turn_begun(table: Table, event: e.TurnBegun) -> Table:
    return replace(table, phase=Phase.SUDDEN_DEATH, turn=event.side, due=(event.side,))


def _next_turn_lost(table: Table, event: e.NextTurnLost) -> Table:
    return replace(table, camps=_changed(table, event.side, replace(table.camps.of(event.side), misses_turn=True)))


def _turn_ended(table: Table, event: e.TurnEnded) -> Table:
    return replace(table, clock=_clock(table, event))


def _turn_missed(table: Table, event: e.TurnMissed) -> Table:
    return replace(table, camps=_changed(table, event.side, replace(table.camps.of(event.side), misses_turn=False)))


def _game_ended(table: Table, event: e.GameEnded) -> Table:
    return replace(table, wins=event.wins, games=(*table.games, event.score), turn=None, due=())


def _match_ended(table: Table, event: e.MatchEnded) -> Table:
    return replace(table, phase=Phase.OVER, winner=event.side)


_EFFECTS: dict[type[Event], Callable[[Table, Any], Table]] = {
    e.GameBegun: _game_begun,
    e.TileDrawn: _tile_drawn,
    e.CardPutBack: _card_put_back,
    e.StartTileChosen: _start_tile_chosen,
    e.GoCalled: _go_called,
    e.TilePlaced: _tile_placed,
    e.PitchBegun: _pitch_begun,
    e.GoalScored: _goal_scored,
    e.PitchLocked: _unchanged,
    e.TileDiscarded: _tile_discarded,
    e.DiscardQuestioned: _unchanged,
    e.SideStopped: _side_stopped,
    e.OvertimeBegun: _overtime_begun,
    e.SuddenDeathBegun: _sudden_death_begun,
    e.CoinTossed: _unchanged,
    e.TurnBegun: _turn_begun,
    e.NextTurnLost: _next_turn_lost,
    e.TurnEnded: _turn_ended,
    e.TurnMissed: _turn_missed,
    e.GameEnded: _game_ended,
    e.MatchEnded: _match_ended,
}
