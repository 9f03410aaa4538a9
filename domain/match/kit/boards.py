"""Boards in a terminal."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from rich.console import Console, ConsoleOptions
from rich.text import Text

from domain.match.sides import BySide, Side


class Prompt(Protocol):
    """What a match waits for, as a view shows it."""

    @property
    def side(self) -> Side | None:
        """Who decides, draws or rolls; None for what belongs to neither."""
        ...

    @property
    def clause(self) -> str:
        """The clause by which it is due."""
        ...

    @property
    def text(self) -> str:
        """What is due, in a sentence."""
        ...


def prompts(shown: Iterable[Prompt], names: BySide[str]) -> Iterator[Text]:
    """A line for everything that a match waits for."""
    for one in shown:
        who = "" if one.side is None else f"{names.of(one.side)}: "
        yield Text(f"{who}{one.text} ({one.clause})", justify="center")


class Packed:
    """Parts beside each other, centred: as many on a line as fit, and none broken, as rich would at any space."""

    def __init__(self, parts: Iterable[Text], separator: str = "   ") -> None:
        self._parts = tuple(parts)
        self._separator = separator

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Line after line, in the width that there is."""
        lines: list[list[Text]] = []
        left = 0
        for part in self._parts:
            needed = len(self._separator) + part.cell_len
            if lines and needed <= left:
                lines[-1].append(part)
                left -= needed
            else:
                lines.append([part])
                left = options.max_width - part.cell_len
        for line in lines:
            packed = Text(self._separator).join(line)
            packed.justify = "center"
            yield packed
