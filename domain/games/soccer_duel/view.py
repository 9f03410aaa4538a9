"""What a viewer may know of the table. All of Soccer Duel lies open but the pile, which nobody knows."""

import msgspec

from domain.games.soccer_duel.pending import pending
from domain.games.soccer_duel.pitch import Pitch
from domain.games.soccer_duel.state import Table
from domain.games.soccer_duel.terms import GRASS, Phase
from domain.match.game import Result
from domain.match.kit.asking import prompts
from domain.match.sides import BySide, Side, Viewer


class TileView(msgspec.Struct, frozen=True, rename="camel"):
    """A tile or a card by its number. corners: top-left, top-right, bottom-left, bottom-right; "-" is grass."""

    tile: int
    corners: tuple[str, ...]


class PlacedTileView(msgspec.Struct, frozen=True, rename="camel"):
    """A tile on a pitch, with its row and column counted from the first tile of the pitch."""

    tile: int
    row: int
    column: int
    corners: tuple[str, ...]


class BallView(msgspec.Struct, frozen=True, rename="camel"):
    """A complete ball: its colour, and where its top-left tile lies."""

    colour: str
    row: int
    column: int


class PitchView(msgspec.Struct, frozen=True, rename="camel"):
    """A pitch, row by row. locked: whether no tile there is could be placed on it."""

    tiles: tuple[PlacedTileView, ...]
    balls: tuple[BallView, ...]
    locked: bool


class SideView(msgspec.Struct, frozen=True, rename="camel"):
    """What lies before one side.

    goals: of this game. wins: games won. hand_size: how many tiles its hand has while the pile lasts. box: its
    discards. stopped_until: when its last stop ends or ended, in milliseconds since "Go!"; 0 where it had none.
    """

    goals: int
    wins: int
    players: int
    hand_size: int
    hand: tuple[TileView, ...]
    box: tuple[TileView, ...]
    pitches: tuple[PitchView, ...]
    stopped_until: int
    misses_turn: bool


class Prompt(msgspec.Struct, frozen=True, rename="camel"):
    """What the match waits for. side: who decides or draws; None for the coin."""

    side: Side | None
    clause: str
    text: str


class DuelView(msgspec.Struct, frozen=True, rename="camel"):
    """The table. clock: milliseconds since "Go!" at the last event. go: the moment of it, where that is known.

    pile: how many tiles are left in it. games: the scores of the games that are over. turn: whose turn it is in a
    sudden death.
    """

    game_number: int
    best_of: int
    colours: tuple[str, ...]
    phase: Phase
    clock: int
    go: str | None
    pile: int
    cards_out: tuple[TileView, ...]
    sides: BySide[SideView]
    games: tuple[BySide[int], ...]
    turn: Side | None
    prompts: tuple[Prompt, ...]
    winner: Side | None


def view(table: Table, _: Viewer) -> DuelView:
    """The table as everyone sees it."""
    return DuelView(
        game_number=table.game,
        best_of=table.rules.best_of,
        colours=table.catalogue.colours[1:],
        phase=table.phase,
        clock=table.clock,
        go=table.go,
        pile=len(table.pile),
        cards_out=_tiles(table, table.out),
        sides=BySide(_side(table, Side.HOME), _side(table, Side.AWAY)),
        games=table.games,
        turn=table.turn,
        prompts=tuple(Prompt(*one) for one in prompts(pending(table))),
        winner=table.winner,
    )


def result(table: Table) -> Result:
    """Games won, and the goals of the game being played (DUEL-6.1)."""
    over, goals = table.phase is Phase.OVER, table.goals
    period = f"game {table.game}"
    if not over:
        period += f", {_PERIODS[table.phase]} {goals.home}–{goals.away}"
    return Result(score=table.wins, period=period, over=over, winner=table.winner)


_PERIODS = {
    Phase.SET_UP: "set-up",
    Phase.PLAY: "play",
    Phase.OVERTIME: "overtime",
    Phase.TOSS: "sudden death",
    Phase.SUDDEN_DEATH: "sudden death",
}


def _side(table: Table, side: Side) -> SideView:
    camp, rules = table.camp(side), table.rules
    return SideView(
        goals=camp.goals,
        wins=table.wins.of(side),
        players=rules.home_players if side is Side.HOME else rules.away_players,
        hand_size=rules.hand(side),
        hand=_tiles(table, camp.hand),
        box=_tiles(table, camp.box),
        pitches=tuple(_pitch(table, pitch) for pitch in camp.pitches),
        stopped_until=camp.stopped_until,
        misses_turn=camp.misses_turn,
    )


def _corners(table: Table, tile: int) -> tuple[str, ...]:
    return tuple(table.catalogue.faces[tile].split())


def _tiles(table: Table, tiles: tuple[int, ...]) -> tuple[TileView, ...]:
    return tuple(TileView(tile, _corners(table, tile)) for tile in tiles)


def _pitch(table: Table, pitch: Pitch) -> PitchView:
    placed = pitch.tiles()
    return PitchView(
        tiles=tuple(PlacedTileView(tile, row, column, _corners(table, tile)) for (row, column), tile in placed),
        balls=_balls(table, pitch),
        locked=pitch.locked,
    )


def _balls(table: Table, pitch: Pitch) -> tuple[BallView, ...]:
    """Every complete ball, found from its top-left tile."""
    found = []
    for place, tile in pitch.tiles():
        colour = table.catalogue.corners_of(tile)[-1]
        if colour != GRASS and (colour, place) in pitch.balls_at(table.catalogue, place):
            found.append(BallView(table.catalogue.colours[colour], *place))
    return tuple(found)
