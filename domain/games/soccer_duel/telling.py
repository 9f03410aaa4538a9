"""What happened in a match, in sentences."""

from collections.abc import Callable
from typing import Any

from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.edition import GRASS_SIGN
from domain.games.soccer_duel.state import Table
from domain.games.soccer_duel.terms import CORNER_NAMES
from domain.match.game import Event
from domain.match.kit.words import listed, nth
from domain.match.sides import SIDES, BySide, Side


def tell(table: Table, event: Event) -> str:
    """What happened, in a sentence. `table` is as it was before the event."""
    return f"{_when(event)}{_SENTENCES[type(event)](table, event)}"


def _when(event: Event) -> str:
    time = getattr(event, "time", None)
    return "" if time is None else f"{clock_of(time)} "


def clock_of(time: int) -> str:
    """A time in milliseconds as players read it: "1:03.250"."""
    minutes, milliseconds = divmod(time, 60_000)
    return f"{minutes}:{milliseconds / 1000:06.3f}"


def _team(table: Table, side: Side) -> str:
    return table.setup.names.of(side)


def _tile(tile: int, face: str) -> str:
    """A tile in words: "tile 7 (red bottom-right)"."""
    words = face.split()
    if len(words) == 1:
        return f"a {face} card"
    balls = [f"{colour} {name}" for colour, name in zip(words, CORNER_NAMES, strict=True) if colour != GRASS_SIGN]
    return f"tile {tile} ({', '.join(balls) or 'grass'})"


def _score(table: Table, score: BySide[int]) -> str:
    names = table.setup.names
    return f"{names.home} {score.home} : {score.away} {names.away}"


def _on(table: Table, side: Side, pitch: int) -> str:
    """Which pitch, where a side has more than one."""
    return f" of pitch {pitch}" if len(table.camp(side).pitches) > 1 or pitch > 1 else ""


def _game_begun(_: Table, event: e.GameBegun) -> str:
    home, away = event.draws.home, event.draws.away
    draws = f"each side draws {home}" if home == away else f"home draws {home}, away {away}"
    return f"Game {event.game} begins: all tiles are shuffled face down, and {draws}."


def _tile_drawn(table: Table, event: e.TileDrawn) -> str:
    left = f"{event.left} {'is' if event.left == 1 else 'are'} left"
    return f"{_team(table, event.side)} draws {_tile(event.tile, event.face)}; {left}."


def _card_put_back(table: Table, event: e.CardPutBack) -> str:
    return f"{_team(table, event.side)} puts the {table.catalogue.faces[event.tile]} card back and draws anew."


def _start_tile_chosen(table: Table, event: e.StartTileChosen) -> str:
    return f"{_team(table, event.side)} starts with {_tile(event.tile, event.face)}."


def _go_called(_: Table, event: e.GoCalled) -> str:
    return "Go! The game is on." if event.moment is None else f"Go! It is {event.moment}."


def _tile_placed(table: Table, event: e.TilePlaced) -> str:
    where = f"row {event.row}, column {event.column}{_on(table, event.side, event.pitch)}"
    by = f", joined by {listed(event.joined)}" if event.joined else ""
    return f"{_team(table, event.side)} places {_tile(event.tile, event.face)} at {where}{by}."


def _pitch_begun(table: Table, event: e.PitchBegun) -> str:
    return f"{_team(table, event.side)} begins pitch {event.pitch} with {_tile(event.tile, event.face)}."


def _goal_scored(table: Table, event: e.GoalScored) -> str:
    return f"Goal! {_team(table, event.side)} completes a {event.colour} ball: {_score(table, event.score)}."


def _pitch_locked(table: Table, event: e.PitchLocked) -> str:
    return f"Pitch {event.pitch} of {_team(table, event.side)} is locked: no tile there is fits anywhere."


def _tile_discarded(table: Table, event: e.TileDiscarded) -> str:
    return f"{_team(table, event.side)} discards {_tile(event.tile, event.face)}."


def _discard_questioned(table: Table, event: e.DiscardQuestioned) -> str:
    lay = (
        f"begun a new pitch with tile {event.tile}"
        if event.row is None
        else f"placed tile {event.tile} at row {event.row}, column {event.column}"
    )
    return f"Warning: {_team(table, event.side)} could have {lay} instead of discarding."


def _side_stopped(table: Table, event: e.SideStopped) -> str:
    until = clock_of(event.until)
    return f"{_team(table, event.side)} is stopped for {event.seconds} seconds by the {event.card} card, until {until}."


def _overtime_begun(table: Table, event: e.OvertimeBegun) -> str:
    received = listed(tuple(f"{_team(table, side)} receives {len(event.received.of(side))} tiles" for side in SIDES))
    return f"Overtime at {_score(table, event.score)}: the boxes are exchanged, {received}."


def _sudden_death_begun(table: Table, event: e.SuddenDeathBegun) -> str:
    if event.piles > 1:
        return f"The pile is exhausted: all tiles are shuffled again, for the {nth(event.piles)} time."
    return f"Sudden death at {_score(table, event.score)}: the pitches are cleared and all tiles shuffled."


def _coin_tossed(table: Table, event: e.CoinTossed) -> str:
    return f"The coin decides that {_team(table, event.first)} is first."


def _turn_begun(table: Table, event: e.TurnBegun) -> str:
    return f"It is {_team(table, event.side)}'s turn."


def _next_turn_lost(table: Table, event: e.NextTurnLost) -> str:
    return f"{_team(table, event.side)} misses its next turn for the {event.card} card."


def _turn_ended(table: Table, event: e.TurnEnded) -> str:
    return f"{_team(table, event.side)} ends its turn."


def _turn_missed(table: Table, event: e.TurnMissed) -> str:
    return f"{_team(table, event.side)} misses this turn."


def _game_ended(table: Table, event: e.GameEnded) -> str:
    won = "nobody wins it" if event.side is None else f"{_team(table, event.side)} wins it"
    return f"Game {event.game} is over, {won}: {_score(table, event.score)}."


def _match_ended(table: Table, event: e.MatchEnded) -> str:
    if event.side is None:
        return f"The match is drawn, {event.figures} in games."
    return f"{_team(table, event.side)} wins the match, {event.figures} in games."


_SENTENCES: dict[type[Event], Callable[[Table, Any], str]] = {
    e.GameBegun: _game_begun,
    e.TileDrawn: _tile_drawn,
    e.CardPutBack: _card_put_back,
    e.StartTileChosen: _start_tile_chosen,
    e.GoCalled: _go_called,
    e.TilePlaced: _tile_placed,
    e.PitchBegun: _pitch_begun,
    e.GoalScored: _goal_scored,
    e.PitchLocked: _pitch_locked,
    e.TileDiscarded: _tile_discarded,
    e.DiscardQuestioned: _discard_questioned,
    e.SideStopped: _side_stopped,
    e.OvertimeBegun: _overtime_begun,
    e.SuddenDeathBegun: _sudden_death_begun,
    e.CoinTossed: _coin_tossed,
    e.TurnBegun: _turn_begun,
    e.NextTurnLost: _next_turn_lost,
    e.TurnEnded: _turn_ended,
    e.TurnMissed: _turn_missed,
    e.GameEnded: _game_ended,
    e.MatchEnded: _match_ended,
}
