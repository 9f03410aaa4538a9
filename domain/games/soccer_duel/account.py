"""What happened in a match, in the words that all games share (DUEL-7.1 to DUEL-7.3)."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.state import Table
from domain.match import facts as f
from domain.match.game import Event
from domain.match.sides import SIDES

_COIN = tuple((side.value, 1) for side in SIDES)
_NOTHING: tuple[f.Fact, ...] = ()


def account(before: Table, event: Event, _: Table) -> Iterable[f.Fact]:
    """What an event means; nothing for most. `before` is the table before it."""
    meaning = _MEANINGS.get(type(event))
    return _NOTHING if meaning is None else meaning(before, event)


def _go_called(before: Table, _: e.GoCalled) -> Iterable[f.Fact]:
    yield f.PeriodBegun(period=f"game {before.game}")


def _overtime_begun(before: Table, _: e.OvertimeBegun) -> Iterable[f.Fact]:
    yield f.PeriodBegun(period=f"game {before.game}, overtime")


def _sudden_death_begun(before: Table, event: e.SuddenDeathBegun) -> Iterable[f.Fact]:
    if event.piles == 1:  # with more of them it goes on (DUEL-5.4)
        yield f.PeriodBegun(period=f"game {before.game}, sudden death", stage=f.Stage.EXTRA)


def _tile_laid(_: Table, event: e.StartTileChosen | e.TilePlaced | e.PitchBegun) -> Iterable[f.Fact]:
    yield f.TilePlaced(side=event.side, time=event.time)


def _tile_discarded(_: Table, event: e.TileDiscarded) -> Iterable[f.Fact]:
    yield f.TileDiscarded(side=event.side, time=event.time)


def _goal_scored(_: Table, event: e.GoalScored) -> Iterable[f.Fact]:
    yield f.BallCompleted(side=event.side, colour=event.colour)


def _side_stopped(_: Table, event: e.SideStopped) -> Iterable[f.Fact]:
    yield f.SideStopped(side=event.side, milliseconds=event.seconds * 1000, card=event.card.value)


def _next_turn_lost(_: Table, event: e.NextTurnLost) -> Iterable[f.Fact]:
    yield f.SideStopped(side=event.side, milliseconds=0, card=event.card.value)


def _coin_tossed(_: Table, event: e.CoinTossed) -> Iterable[f.Fact]:
    yield f.DieRolled(die="coin", face=event.first.value, faces=_COIN)


def _game_ended(_: Table, event: e.GameEnded) -> Iterable[f.Fact]:
    if event.side is not None:
        yield f.Goal(side=event.side, how="game")


def _match_ended(_: Table, __: e.MatchEnded) -> Iterable[f.Fact]:
    yield f.PlayEnded()


_MEANINGS: dict[type[Event], Callable[[Table, Any], Iterable[f.Fact]]] = {
    e.GoCalled: _go_called,
    e.OvertimeBegun: _overtime_begun,
    e.SuddenDeathBegun: _sudden_death_begun,
    e.StartTileChosen: _tile_laid,
    e.TilePlaced: _tile_laid,
    e.PitchBegun: _tile_laid,
    e.TileDiscarded: _tile_discarded,
    e.GoalScored: _goal_scored,
    e.SideStopped: _side_stopped,
    e.NextTurnLost: _next_turn_lost,
    e.CoinTossed: _coin_tossed,
    e.GameEnded: _game_ended,
    e.MatchEnded: _match_ended,
}
