"""The table as a terminal shows it: two elevens face to face, read well without colour."""

from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from domain.games.fotboll.cards import Card, Suit
from domain.games.fotboll.terms import Line, Phase
from domain.games.fotboll.view import FotbollView, PlaceView, SideView
from domain.match.kit.boards import prompts
from domain.match.sides import BySide, Side

_LABELS = {Line.ATTACKERS: "ATTACK", Line.MIDFIELDERS: "MIDFIELD", Line.DEFENDERS: "DEFENCE", Line.GOALKEEPER: "GOAL"}
_SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_RED = {Suit.DIAMONDS, Suit.HEARTS}
_WIDTH = 12
"""Columns for a place."""
_KEY = "[##] face down | [K♥] seen by its owner, [K♥*] by both | >K♥*< attacked | -- empty | XX closed"


def board(view: FotbollView, names: BySide[str]) -> RenderableType:
    """The table: home's goal above, away's below, midfield with the score and the cards in play between them."""
    home, away = view.sides.home, view.sides.away
    return Panel(
        Group(
            _heading(home, names.home, view.winner is Side.HOME),
            _lines(home, tuple(reversed(Line))),
            Rule(
                Text(f" {names.home}  {home.score} : {away.score}  {names.away} ", "bold"),
                style="green",
                characters="=",
            ),
            *_in_play(view, names),
            _lines(away, tuple(Line)),
            _heading(away, names.away, view.winner is Side.AWAY),
            *prompts(view.prompts, names),
            Text(_KEY, style="dim", justify="center"),
        ),
        title=f"Fotboll  {_whistle(view)}",
        border_style="green",
        width=98,
    )


def _whistle(view: FotbollView) -> str:
    if view.phase is Phase.OVER:
        return "full time"
    return "first half" if view.half == 1 else "second half"


def _heading(side: SideView, name: str, won: bool) -> RenderableType:
    parts = [name.upper(), *(["wins"] if won else ["in turn"] if side.attacking else [])]
    parts.append(f"pile {side.pile}")
    parts.append(f"discards {len(side.discards)}{f', last {_written(side.discards[-1])}' if side.discards else ''}")
    parts.append(f"subs left {side.substitutions_left}")
    if side.warnings:
        parts.append(f"yellow cards {side.warnings}")
    return Text("  |  ".join(parts), style="bold", justify="center")


def _lines(side: SideView, order: tuple[Line, ...]) -> RenderableType:
    grid = Grid.grid(expand=True, padding=(0, 1))
    grid.add_column(width=9)
    grid.add_column(ratio=1)
    grid.add_column(width=9)
    for line in order:
        cells = [_cell(one) for one in side.pitch if one.line is line]
        note = "(skipped)" if line in side.skipped else ""
        grid.add_row(_LABELS[line], Align.center(Text("").join(cells)), note)
    if side.dealt:
        hand = " ".join(_written(card) for card in side.hand) or f"{side.dealt} cards"
        grid.add_row("DEALT", Align.center(Text(hand)), "")
    return grid


def _cell(one: PlaceView) -> Text:
    style = ""
    if one.closed:
        words = " XX "
    elif not one.laid:
        words = " -- "
    elif one.card is None:
        words = "##"
    else:
        words = f"{_written(one.card)}{'*' if one.seen else ''}"
        style = "red" if one.card.suit in _RED else ""
    if one.laid:
        words = f">{words}<" if one.attacked else f"[{words}]"
    cell = Text(f"{one.place}", style="dim")
    cell.append(f" {words}", style=f"bold reverse {style}" if one.attacked else f"bold {style}")
    cell.align("center", _WIDTH)
    return cell


def _written(card: Card) -> str:
    if card.suit is None:
        return "Joker"
    return f"{card.value[:-1]}{_SYMBOLS[card.suit]}"


def _in_play(view: FotbollView, names: BySide[str]) -> list[RenderableType]:
    """The card that the attacker holds or attacks with, or those of a penalty."""
    if view.turn is None:
        return []
    if view.penalty:
        played = f"penalty with {' + '.join(_written(card) for card in view.penalty)}"
    elif view.card is not None:
        played = f"holds {_written(view.card)}"
    elif view.sides.of(view.turn).holds_card:
        played = "holds a card"
    else:
        return []
    where = f" at the {view.line}" if view.line is not None else ""
    return [Text(f"{names.of(view.turn)} {played}{where}", style="bold", justify="center")]
