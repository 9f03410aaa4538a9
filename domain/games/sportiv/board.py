"""The table as a terminal shows it: two pitches face to face, read well without colour."""

from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from domain.games.sportiv.terms import Phase, Zone
from domain.games.sportiv.view import DiscardedView, FootballerView, ShotView, SideView, SportivView
from domain.match.kit.boards import prompts
from domain.match.sides import BySide, Side

_CARD = 5
"""Columns of a card with its frame."""
_PER_ROW = 12
"""How many cards lie side by side at most."""
_KEY = "card: value, number below | [?] unseen | goal: # red and open, X red and covered, c covered"


def board(view: SportivView, names: BySide[str]) -> RenderableType:
    """The table: home above, away below, the score and the last shot between them."""
    home, away = view.sides.home, view.sides.away
    return Panel(
        Group(
            _heading(home, names.home, view.winner is Side.HOME),
            _piles(home),
            _holding(home),
            _pitch(home),
            Rule(_score(view, names), style="green", characters="="),
            *_last_shot(view.last_shot, names),
            _pitch(away),
            _holding(away),
            _piles(away),
            _heading(away, names.away, view.winner is Side.AWAY),
            *prompts(view.prompts, names),
            Text(_KEY, style="dim", justify="center"),
        ),
        title=f"Sportiv  {_moment(view)}",
        border_style="green",
        width=98,
    )


def _moment(view: SportivView) -> str:
    if view.phase is Phase.OVER:
        return "full time"
    return f"turn {view.turn}" if view.turn else "set-up"


def _score(view: SportivView, names: BySide[str]) -> Text:
    return Text(f" {names.home}  {view.sides.home.score} : {view.sides.away.score}  {names.away} ", style="bold")


def _heading(side: SideView, name: str, won: bool) -> RenderableType:
    parts = [name.upper()]
    if won:
        parts.append("wins")
    elif side.active:
        parts.append("has the turn")
    if side.chosen:
        parts.append(_chosen(side))
    return Text("  |  ".join(parts), style="bold", justify="center")


def _piles(side: SideView) -> RenderableType:
    footballers = f"footballers: {side.pile} to draw, {len(side.discard)} off"
    actions = f"actions: {side.action_pile} to draw, {len(side.action_discard)} discarded"
    return Text(f"{footballers}  |  {actions}{_top(side.action_discard)}", style="dim", justify="center")


def _top(cards: tuple[DiscardedView, ...]) -> str:
    if not cards:
        return ""
    top = cards[-1]
    return f" ({top.kind.words if top.face_up and top.kind else 'face down'} on top)"


def _chosen(side: SideView) -> str:
    if side.shot is not None:
        return f"shot card {side.shot} face down"
    if side.keepers is not None:
        return f"goalkeeper {' + '.join(map(str, side.keepers))} face down"
    return "has chosen, face down"


def _holding(side: SideView) -> RenderableType:
    hand = "[?] " * side.in_hand if side.hand is None else "".join(f"[{one.value}] " for one in side.hand)
    reserve = "[?] " * side.in_reserve if side.reserve is None else "".join(f"[{one.words}] " for one in side.reserve)
    return Text(f"hand {hand or 'empty '}   reserve {reserve or 'empty'}".rstrip(), justify="center")


def _pitch(side: SideView) -> RenderableType:
    if not side.pitch:
        return Text("(nobody on the pitch)", justify="center")
    rows = [side.pitch[first : first + _PER_ROW] for first in range(0, len(side.pitch), _PER_ROW)]
    lines = [_cards(row) for row in rows]
    return Group(*lines, Text(f"total {side.total}", style="dim", justify="center"))


def _cards(row: tuple[FootballerView, ...]) -> RenderableType:
    frame, inner = "─" * (_CARD - 2), _CARD - 2
    top = " ".join(f"┌{frame}┐" for _ in row)
    values = " ".join(f"│{one.value:^{inner}}│" for one in row)
    numbers = " ".join(f"└{f'#{one.footballer}':─^{inner}}┘" for one in row)
    return Text("\n".join((top, values, numbers)), justify="center", style="green", no_wrap=True)


def _last_shot(shot: ShotView | None, names: BySide[str]) -> list[RenderableType]:
    if shot is None:
        return []
    upper, lower = (
        "│" + "│".join(f" {_zone(shot, zone)} " for zone in row) + "│" for row in (tuple(Zone)[:3], tuple(Zone)[3:])
    )
    outcome = "goal" if shot.scored else "saved"
    keepers = " + ".join(map(str, shot.keepers))
    grid = Grid.grid(padding=(0, 2))
    grid.add_row(
        f"┌───┬───┬───┐\n{upper}\n{lower}",
        f"\n{names.of(shot.side)} shot: {outcome}\nshot card {shot.shot}, goalkeeper {keepers}",
    )
    return [Align.center(grid)]


def _zone(shot: ShotView, zone: Zone) -> str:
    if zone in shot.red:
        return "X" if zone in shot.covered else "#"
    return "c" if zone in shot.covered else " "
