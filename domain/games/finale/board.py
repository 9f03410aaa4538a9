"""The table as a terminal shows it: two elevens face to face with their benches, read well without colour."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from domain.games.finale.terms import Colour, Phase, Stage, Standing, Symbol
from domain.games.finale.view import CardView, DemandView, FinaleView, FootballerView, SideView
from domain.match.kit.boards import Packed, prompts
from domain.match.kit.words import surname
from domain.match.sides import BySide, Side

_STYLES = {Colour.RED: "red", Colour.BLUE: "blue", Colour.YELLOW: "yellow", Colour.GREY: "bright_black"}
_LABELS = {Colour.RED: "RED", Colour.BLUE: "BLUE", Colour.YELLOW: "YELLOW", Colour.GREY: "GREY"}
_RISKS = {Symbol.NONE: "", Symbol.RED_CROSS: "/+", Symbol.YELLOW_CARD: "/y", Symbol.RED_CARD: "/r"}
_OFF = {Standing.INJURED: "injured", Standing.SENT_OFF: "sent off", Standing.REPLACED: "replaced"}
_KEY = "Holm 4 strength | [Holm 4] white, <Holm 4> red marker | /+ /y /r symbol | Y booked"
_KEY_CHOOSING = "Holm 4=3 strength=cost | /+ /y /r symbol"
_LETTERS = {Colour.RED: "R", Colour.BLUE: "B", Colour.YELLOW: "Y", Colour.GREY: "G"}


def board(view: FinaleView, names: BySide[str]) -> RenderableType:
    """The table: home's goal above, away's below, midfield with score and card between them."""
    home, away = view.sides.home, view.sides.away
    return Panel(
        Group(
            *_heading(home, names.home, view.winner is Side.HOME),
            _lines(home, tuple(reversed(Colour))),
            Rule(_score(view, names), style="green", characters="="),
            *_attack(view, names),
            _lines(away, tuple(Colour)),
            *_heading(away, names.away, view.winner is Side.AWAY),
            *prompts(view.prompts, names),
            Text(_KEY_CHOOSING if view.phase is Phase.SQUAD else _KEY, style="dim", justify="center"),
        ),
        title=f"Finale  {'full time' if view.phase is Phase.OVER else view.period_name}",
        border_style="green",
        width=98,
    )


def _score(view: FinaleView, names: BySide[str]) -> Text:
    home, away = view.sides.home, view.sides.away
    score = f" {names.home}  {home.score} : {away.score}  {names.away} "
    if view.period_name == "penalties":
        score += f"(penalties {home.penalty_goals} : {away.penalty_goals}) "
    return Text(score, style="bold")


def _attack(view: FinaleView, names: BySide[str]) -> Iterable[RenderableType]:
    """Who attacks with which card: both parts of it, the one in play in brackets."""
    if view.attacking is None or view.card is None:
        return
    what = "counter" if view.counter else f"attempt {view.attempt} of {view.attempts}"
    approach, shot = _parts(view.card)
    parts = f"[{approach}] {shot}" if view.stage is Stage.APPROACH else f"{approach} [{shot}]"
    words = f"{names.of(view.attacking)}, {what}, card {view.card.id}: {parts}"
    yield Text(words, style="bold", justify="center")


def _parts(card: CardView) -> tuple[str, str]:
    approach = f"approach {_demand(card.approach_attacker)} v {_demand(card.approach_defender)}"
    return approach, f"shot {_demand(card.shot_attacker)} v {_demand(card.shot_defender)}"


def _demand(demand: tuple[DemandView, ...]) -> str:
    return "+".join(f"{one.count}{_LETTERS[one.colour]}" for one in demand) or "-"


def _heading(side: SideView, name: str, won: bool) -> Iterable[RenderableType]:
    parts = [name.upper(), *(["wins"] if won else ["attacks"] if side.attacking else [])]
    if side.deck_chosen:
        parts.append(f"hand {side.hand_size}, pile {side.pile_size}")
    if side.laid:
        parts.append("lays a card face down" if side.laid_card is None else f"lays {side.laid_card} face down")
    if side.revealed is not None:
        parts.append(f"played {side.revealed.id} ({side.revealed.value})")
    if side.die is not None:
        parts.append(f"die {side.die}")
    if side.substitutions:
        parts.append(f"{side.substitutions} of 4 substitutions")
    yield Packed([Text(part, style="bold") for part in parts], "  |  ")
    if side.hand:
        cards = (f"{card.id} ({card.value}): {', '.join(_parts(card))}" for card in side.hand)
        yield Packed([Text(card) for card in cards])


def _lines(side: SideView, order: tuple[Colour, ...]) -> RenderableType:
    grid = Grid.grid(expand=True, padding=(0, 1))
    grid.add_column(width=6)
    grid.add_column(ratio=1)
    for colour in order:
        shown = (one for one in side.footballers if one.standing in (Standing.PITCH, Standing.AVAILABLE))
        cells = [_cell(one) for one in shown if one.colour is colour]
        grid.add_row(Text(_LABELS[colour], style=_STYLES[colour]), Packed(cells or [Text("-")]))
    if bench := [_cell(one) for one in side.footballers if one.standing is Standing.BENCH]:
        grid.add_row(Text("bench"), Packed(bench))
    off = [one for one in side.footballers if one.standing in _OFF]
    if off:
        grid.add_row(Text("off"), Packed([Text(f"{surname(one.name)} {_OFF[one.standing]}") for one in off]))
    return grid


def _cell(one: FootballerView) -> Text:
    cost = f"={one.cost}" if one.standing is Standing.AVAILABLE else ""
    colour = f"{_LETTERS[one.colour]} " if one.standing is Standing.BENCH else ""
    booked = f" {'Y' * one.yellow_cards}" if one.yellow_cards else ""
    words = f"{colour}{surname(one.name)} {one.strength}{cost}{_RISKS[one.symbol]}{booked}"
    style = _STYLES[one.colour]
    if one.red:
        return Text(f"<{words}>", style=f"bold reverse {style}")
    return Text(f"[{words}]", style=f"bold {style}") if one.white else Text(words, style=style)
