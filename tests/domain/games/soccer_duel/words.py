"""Short words for the acts of Soccer Duel, and matches to begin with."""

import tomllib
from pathlib import Path
from typing import Any

from domain.games.soccer_duel import commands as c
from domain.games.soccer_duel.game import SOCCER_DUEL
from domain.games.soccer_duel.state import Camp, Table
from domain.match import editions, house_rules
from domain.match.game import Setup
from domain.match.sides import BySide, Side
from tests.bdd import Situation, given

HOME, AWAY = Side.HOME, Side.AWAY
NAMES = BySide("Rot-Weiss Lindental", "Sporting Valbleu")
CASES = Path(__file__).parents[4] / "fixtures" / "cases"
COLOURS = ["red", "blue", "yellow", "white", "orange", "purple"]

HOME_TILES = ("- - - red", "- - red -", "- red - -", "red - - -", "- - - blue", "- - blue -")
"""Tiles 1 to 6, of which home starts with 1; 2, 3 and 4 complete its ball."""
AWAY_TILES = ("- - - red", "- - red -", "- red - -", "red - - -", "- - blue -", "- - - blue")
"""Tiles 7 to 12, the same for away."""


def shipped() -> dict[str, Any]:
    """The data of the edition that comes with Touchline."""
    content: dict[str, Any] = tomllib.loads((editions.SHIPPED / "soccer_duel.toml").read_text(encoding="utf-8"))
    return content


def content(*tiles: str, **fields: Any) -> dict[str, Any]:
    """The data of an edition with these tiles."""
    return {
        "id": "soccer_duel/test",
        "game": "soccer_duel",
        "invented": True,
        "colours": COLOURS,
        "tiles": list(tiles),
    } | fields


def setup_of(data: dict[str, Any], mode: str = "dealt", **rules: str | int) -> Setup:
    """A setup with an edition and house rules."""
    edition = editions.read(SOCCER_DUEL.edition_model, data)
    return Setup(edition.model, house_rules.read(SOCCER_DUEL.house_rules, rules), NAMES, mode)


def opened(*pile: str, mode: str = "dealt", **rules: str | int) -> Situation:
    """A match that has just been opened: home's six tiles, away's six, and what is to be left in the pile."""
    return given(SOCCER_DUEL, setup_of(content(*HOME_TILES, *AWAY_TILES, *pile), mode, **rules))


def dealt_hands(situation: Situation) -> Situation:
    """The same match after both sides have drawn their first tiles, home 1 to 6 and away 7 to 12."""
    return situation.played(*draws(HOME, 1, 2, 3, 4, 5, 6), *draws(AWAY, 7, 8, 9, 10, 11, 12))


def go(*pile: str, mode: str = "dealt", **rules: str | int) -> Situation:
    """A match after "Go!": home has started with tile 1 and holds 2 to 6, away with 7 and holds 8 to 12."""
    return dealt_hands(opened(*pile, mode=mode, **rules)).played(start(HOME, 1), start(AWAY, 7))


def holding(situation: Situation, side: Side, *hand: int, **fields: Any) -> Situation:
    """The same match with another hand, and other things before a side."""
    table: Table = situation.state
    camp = changed(table.camp(side), hand=hand, **fields)
    return situation.where(camps=table.camps.replace(side, camp))


def no_pile(situation: Situation) -> Situation:
    """The same match with nothing left to draw."""
    return situation.where(pile=(), due=())


def changed(camp: Camp, **fields: Any) -> Camp:
    return Camp(**({name: getattr(camp, name) for name in camp.__struct_fields__} | fields))


def start(side: Side, tile: int, moment: str | None = None) -> c.ChooseStartTile:
    return c.ChooseStartTile(side=side, tile=tile, moment=moment)


def place(side: Side, tile: int, row: int, column: int, time: int | None = None, **fields: Any) -> c.PlaceTile:
    return c.PlaceTile(side=side, tile=tile, row=row, column=column, time=time, **fields)


def begin(side: Side, tile: int, time: int | None = None) -> c.BeginPitch:
    return c.BeginPitch(side=side, tile=tile, time=time)


def discard(side: Side, tile: int, time: int | None = None) -> c.DiscardTile:
    return c.DiscardTile(side=side, tile=tile, time=time)


def end(side: Side, time: int | None = None) -> c.EndTurn:
    return c.EndTurn(side=side, time=time)


def draw(side: Side, tile: int) -> c.TileDraw:
    return c.TileDraw(side=side, tile=tile)


def draws(side: Side, *tiles: int) -> tuple[c.TileDraw, ...]:
    return tuple(draw(side, tile) for tile in tiles)


def coin(first: Side) -> c.CoinToss:
    return c.CoinToss(first=first)


def ball(side: Side, time: int | None = None) -> tuple[c.PlaceTile, ...]:
    """The three placements that complete a side's first ball."""
    first = 2 if side is HOME else 8
    return (
        place(side, first, 0, 1, time),
        place(side, first + 1, 1, 0, time),
        place(side, first + 2, 1, 1, time),
    )
