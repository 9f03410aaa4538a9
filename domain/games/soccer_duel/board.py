"""The table as a terminal shows it: both pitches tile by tile, read well without colour."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from domain.games.soccer_duel.edition import GRASS_SIGN
from domain.games.soccer_duel.telling import clock_of
from domain.games.soccer_duel.terms import Phase
from domain.games.soccer_duel.view import DuelView, PitchView, TileView
from domain.match.kit.boards import prompts
from domain.match.sides import SIDES, BySide, Side

_WIDTH = 98
_WHOLE, _HALF = 94, 46
"""Columns for one pitch on its own, and for each of two beside each other."""
_MARGIN, _STEP = 5, 3
"""Columns for the row numbers, and for a tile with one border."""
_GRASS = "·"
_BALL = "●"
_STYLES = {"orange": "dark_orange", "purple": "magenta", "white": "bold", "black": "dim"} | {
    name: name for name in ("red", "green", "yellow", "blue", "magenta", "cyan")
}
_PHASES = {
    Phase.SET_UP: "set-up",
    Phase.PLAY: "play",
    Phase.OVERTIME: "overtime",
    Phase.TOSS: "sudden death",
    Phase.SUDDEN_DEATH: "sudden death",
    Phase.OVER: "full time",
}
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES = {
    _LEFT | _RIGHT: "─",
    _UP | _DOWN: "│",
    _DOWN | _RIGHT: "┌",
    _DOWN | _LEFT: "┐",
    _UP | _RIGHT: "└",
    _UP | _LEFT: "┘",
    _UP | _DOWN | _RIGHT: "├",
    _UP | _DOWN | _LEFT: "┤",
    _DOWN | _LEFT | _RIGHT: "┬",
    _UP | _LEFT | _RIGHT: "┴",
    _UP | _DOWN | _LEFT | _RIGHT: "┼",
}

Sign = tuple[str, str]
"""A character and its style."""
Letters = dict[str, Sign]
"""What stands for grass and each colour."""


def board(view: DuelView, names: BySide[str]) -> RenderableType:
    """The table: home's pitch beside away's where both are narrow enough, or one above the other."""
    letters = _letters(view.colours)
    beside = all(_columns(pitch) * _STEP + _MARGIN <= _HALF for side in SIDES for pitch in view.sides.of(side).pitches)
    width = _HALF if beside else _WHOLE
    camps = [_camp(view, side, names.of(side), letters, width) for side in SIDES]
    table: RenderableType = Group(*camps)
    if beside:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for _ in SIDES:
            grid.add_column(width=width)
        grid.add_row(*camps)
        table = grid
    return Panel(
        Group(_score(view, names), table, *prompts(view.prompts, names), _key(view, letters)),
        title=_title(view),
        border_style="green",
        width=_WIDTH,
    )


def _title(view: DuelView) -> str:
    parts = [f"Soccer Duel  game {view.game_number} of {view.best_of}", _PHASES[view.phase]]
    if view.phase is not Phase.SET_UP:
        parts.append(clock_of(view.clock))
    return "  ".join((*parts, f"pile {view.pile}"))


def _score(view: DuelView, names: BySide[str]) -> Text:
    home, away = view.sides.home, view.sides.away
    words = f"{names.home}  {home.goals} : {away.goals}  {names.away}   (games {home.wins} : {away.wins})"
    return Text(words, style="bold", justify="center")


def _camp(view: DuelView, side: Side, name: str, letters: Letters, width: int) -> RenderableType:
    camp = view.sides.of(side)
    parts: list[RenderableType] = [Text(_heading(view, side, name), style="bold")]
    for number, pitch in enumerate(camp.pitches, start=1):
        if len(camp.pitches) > 1 or pitch.locked:
            parts.append(Text(f"Pitch {number}{', locked' if pitch.locked else ''}"))
        parts.extend(_pitch(pitch, letters, width))
    parts.append(Text(f"Hand {len(camp.hand)}, box {len(camp.box)}"))
    parts.extend(_tiles(camp.hand, letters, width))
    return Group(*parts)


def _heading(view: DuelView, side: Side, name: str) -> str:
    camp = view.sides.of(side)
    parts = [name.upper()]
    if view.winner is side:
        parts.append("wins the match")
    elif view.turn is side:
        parts.append("has the turn")
    if camp.stopped_until > view.clock:
        parts.append(f"STOPPED until {clock_of(camp.stopped_until)}")
    if camp.misses_turn:
        parts.append("misses its next turn")
    return "  ".join(parts)


def _letters(colours: Sequence[str]) -> Letters:
    """One sign a colour: the first letter of its name that no other has, or a digit."""
    letters: Letters = {GRASS_SIGN: (_GRASS, "dim")}
    taken = {_GRASS}
    for colour in colours:
        wishes = (*colour.upper(), *"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        sign = next((wish for wish in wishes if wish.isalnum() and wish.isascii() and wish not in taken), "?")
        taken.add(sign)
        letters[colour] = (sign, _STYLES.get(colour, ""))
    return letters


def _key(view: DuelView, letters: Letters) -> Text:
    key = Text(justify="center", style="dim")
    for colour in view.colours:
        sign, style = letters[colour]
        key.append(sign, style=style)
        key.append(f" {colour}  ")
    return key.append(f"{_GRASS} grass  {_BALL} goal")


# Pitches


def _columns(pitch: PitchView) -> int:
    columns = [tile.column for tile in pitch.tiles]
    return max(columns) - min(columns) + 1 if columns else 0


def _pitch(pitch: PitchView, letters: Letters, width: int) -> Iterator[Text]:
    """The pitch, in strips one below the other where it is wider than the terminal."""
    if not pitch.tiles:
        return
    first = min(tile.column for tile in pitch.tiles)
    last = max(tile.column for tile in pitch.tiles)
    room = (width - _MARGIN) // _STEP
    for left in range(first, last + 1, room):
        yield from _strip(pitch, letters, left, min(left + room - 1, last))


def _strip(pitch: PitchView, letters: Letters, left: int, right: int) -> Iterator[Text]:
    tiles = [tile for tile in pitch.tiles if left <= tile.column <= right]
    if not tiles:
        return
    top, bottom = min(tile.row for tile in tiles), max(tile.row for tile in tiles)
    lines: dict[tuple[int, int], int] = {}
    signs: dict[tuple[int, int], Sign] = {}
    for tile in tiles:
        y, x = (tile.row - top) * _STEP, (tile.column - left) * _STEP
        _frame(lines, y, x)
        for index, colour in enumerate(tile.corners):
            signs[y + 1 + index // 2, x + 1 + index % 2] = letters[colour]
    for ball in pitch.balls:
        signs[(ball.row - top + 1) * _STEP, (ball.column - left + 1) * _STEP] = (_BALL, letters[ball.colour][1])
    yield Text(" " * (_MARGIN - 1) + "".join(f"{column:>3}" for column in range(left, right + 1)), style="dim")
    for y in range((bottom - top + 1) * _STEP + 1):
        row = Text(f"{top + y // _STEP:>3} " if y % _STEP == 1 else " " * (_MARGIN - 1), style="dim", no_wrap=True)
        for x in range((right - left + 1) * _STEP + 1):
            sign, style = signs.get((y, x)) or (_LINES.get(lines.get((y, x), 0), " "), "dim")
            row.append(sign, style=style or "not dim")
        yield row


def _frame(lines: dict[tuple[int, int], int], y: int, x: int) -> None:
    """Draw the border of a tile: each character learns in which directions lines leave it."""
    for step in range(_STEP):
        for row in (y, y + _STEP):
            _join(lines, (row, x + step), _RIGHT, (row, x + step + 1), _LEFT)
        for column in (x, x + _STEP):
            _join(lines, (y + step, column), _DOWN, (y + step + 1, column), _UP)


def _join(lines: dict[tuple[int, int], int], one: tuple[int, int], to: int, other: tuple[int, int], back: int) -> None:
    lines[one] = lines.get(one, 0) | to
    lines[other] = lines.get(other, 0) | back


# Hands


def _tiles(tiles: Sequence[TileView], letters: Letters, width: int) -> Iterator[Text]:
    """Tiles beside each other under their numbers, in as many rows as they need."""
    cell = 5
    for start in range(0, len(tiles), width // cell):
        some = tiles[start : start + width // cell]
        yield Text("".join(f"{tile.tile:>4} " for tile in some), style="dim")
        for half in (slice(0, 2), slice(2, 4)):
            row = Text(no_wrap=True)
            for tile in some:
                row.append("  ")
                for colour in tile.corners[half]:
                    sign, style = letters[colour]
                    row.append(sign, style=style)
                row.append(" ")
            yield row
