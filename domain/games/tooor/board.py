"""The table as a terminal shows it: two elevens face to face, read well without colour."""

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from domain.games.tooor.terms import Line, Period, Phase, Symbol
from domain.games.tooor.view import FootballerView, SideView, TooorView
from domain.match.kit.boards import Packed, prompts
from domain.match.kit.words import surname
from domain.match.sides import BySide, Side

_STYLES = {Line.RED: "red", Line.BLUE: "blue", Line.YELLOW: "yellow", Line.GOALKEEPER: "green"}
_LABELS = {Line.RED: "RED", Line.BLUE: "BLUE", Line.YELLOW: "YELLOW", Line.GOALKEEPER: "GOAL"}
_RISKS = {Symbol.NONE: "", Symbol.RED_CROSS: "/+", Symbol.YELLOW_CARD: "/y", Symbol.RED_CARD: "/r"}
_KEY = "Engel 4 power | [Engel 4] marked | /+ /y /r symbol to come | + injured | Y booked"


def board(view: TooorView, names: BySide[str]) -> RenderableType:
    """The table: home's goal above, away's below, midfield with the score between them."""
    home, away = view.sides.home, view.sides.away
    return Panel(
        Group(
            _heading(home, names.home, view.winner is Side.HOME),
            _lines(home, tuple(reversed(Line))),
            Rule(_score(view, names), style="green", characters="="),
            _lines(away, tuple(Line)),
            _heading(away, names.away, view.winner is Side.AWAY),
            *prompts(view.prompts, names),
            Text(_KEY, style="dim", justify="center"),
        ),
        title=f"Tooor!  {_whistle(view)}",
        border_style="green",
        width=98,
    )


def _whistle(view: TooorView) -> str:
    if view.phase is Phase.OVER:
        return "full time"
    return view.period.value if view.period in (Period.HALF_TIME, Period.SHOOT_OUT) else f"{view.period.value} minutes"


def _score(view: TooorView, names: BySide[str]) -> Text:
    home, away = view.sides.home, view.sides.away
    score = f" {names.home}  {home.score} : {away.score}  {names.away} "
    if home.kickers or away.kickers:
        score += f"(shoot-out {home.shoot_out_goals} : {away.shoot_out_goals}) "
    return Text(score, style="bold")


def _heading(side: SideView, name: str, won: bool) -> RenderableType:
    parts = [name.upper(), *(["wins"] if won else ["attacks"] if side.attacking else [])]
    parts.append(f"hand {' '.join(map(str, side.hand)) or 'empty'}")
    if side.laid:
        parts.append("lays a card face down" if side.laid_value is None else f"lays {side.laid_value} face down")
    if side.revealed is not None:
        parts.append(f"played {side.revealed}")
    if side.die is not None:
        parts.append(f"die {side.die}")
    off = [surname(one.name) for one in side.footballers if one.removal is not None]
    if off:
        parts.append(f"off: {', '.join(off)}")
    return Packed([Text(part, style="bold") for part in parts], "  |  ")


def _lines(side: SideView, order: tuple[Line, ...]) -> RenderableType:
    grid = Grid.grid(expand=True, padding=(0, 1))
    grid.add_column(width=6)
    grid.add_column(ratio=1)
    for line in order:
        cells = [_cell(one) for one in side.footballers if one.line is line and one.removal is None]
        grid.add_row(Text(_LABELS[line], style=_STYLES[line]), Packed(cells or [Text("-")]))
    if side.kickers:
        surnames = {one.id: surname(one.name) for one in side.footballers}
        grid.add_row(
            Text("KICKS"), Text(f"{side.kicks} taken; line: {', '.join(surnames[one] for one in side.kickers)}")
        )
    return grid


def _cell(one: FootballerView) -> Text:
    tokens = "+" * one.injuries + "Y" * one.yellow_cards
    words = f"{surname(one.name)} {one.power}{_RISKS[one.corners[one.top]]}{f' {tokens}' if tokens else ''}"
    style = _STYLES[one.badge]
    return Text(f"[{words}]", style=f"bold reverse {style}") if one.marked else Text(words, style=style)
