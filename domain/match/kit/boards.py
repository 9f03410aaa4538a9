"""Boards in a terminal."""

from collections.abc import Iterable, Iterator
from typing import Protocol

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


def packed(parts: Iterable[Text], separator: str, width: int) -> Text:
    """As many of these on a line as fit, none of them broken: rich breaks at any space."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(separator) + part.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], separator, part)
        else:
            lines.append(part)
    together = Text("\n").join(lines)
    together.justify = "center"
    return together
