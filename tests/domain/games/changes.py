"""Changes to the data of an edition whose footballers have a figure and a corner on each of four edges."""

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Change = Callable[[dict[str, Any]], object]


def data_of(file: Path, *changes: Change) -> dict[str, Any]:
    """The data of an edition file, changed."""
    data: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    for change in changes:
        change(data)
    return data


def cards(data: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """Every footballer card of an edition's data."""
    return (*data["home"]["footballers"], *data["away"]["footballers"])


def corners(**symbols: str) -> Change:
    """All corners blank, but for these footballers the same symbol in each."""

    def change(data: dict[str, Any]) -> None:
        for card in cards(data):
            card["corners"] = [str(symbols.get(card["id"], ""))] * 4

    return change


def edges(what: str, **figures: int) -> Change:
    """The same figure on every edge of these footballers. what: the name that the edition has for it."""

    def change(data: dict[str, Any]) -> None:
        for card in cards(data):
            if card["id"] in figures:
                card[what] = [figures[card["id"]]] * 4

    return change


BLANK = corners()
