"""What the commands print with: results on stdout, all else on stderr, colour and bars only in a terminal."""

import json
import sys
from collections.abc import Iterable
from typing import Any

import msgspec
from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

PIPED_WIDTH = 240
"""Columns where no terminal says how many it has: wide, so that a line stays one line."""

BOARD_WIDTH = 100
"""Columns that a board may take, however wide the terminal is."""


def output() -> Console:
    """Where results go."""
    return Console(highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)


def notices() -> Console:
    """Where errors, remarks and progress go."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


def say(text: str | Text, style: str = "") -> None:
    """Print a line of a result."""
    output().print(text if isinstance(text, Text) else Text(printable(text), style=style), soft_wrap=True)


def remark(text: str) -> None:
    """Print a line that belongs to no result."""
    notices().print(Text(printable(text)))


def complain(text: str) -> None:
    """Print an error."""
    notices().print(Text("error: ", style="bold red").append(printable(text), style="not bold default"))


def show_json(value: Any) -> None:
    """Print a value as JSON, with escapes for what the output's encoding cannot show."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        text = json.dumps(json.loads(text), indent=2)
    sys.stdout.write(text + "\n")


def board(picture: RenderableType) -> None:
    """Print the table of a match."""
    console = output()
    console.print(picture, width=min(console.width, BOARD_WIDTH))


def listing(columns: Iterable[str | tuple[str, str]], rows: Iterable[Iterable[str | Text]]) -> None:
    """Print rows under headings. A heading may come with how its column is justified: ("version", "right")."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        heading, justify = (column, "left") if isinstance(column, str) else column
        table.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else printable(cell) for cell in row))
    output().print(table)


def printable(text: str) -> str:
    """A text without control characters: what came from a file or a network must not steer a terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "�" for letter in text)
