"""What can be exported: a table is a name, documented columns, and a way to read its rows page by page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from domain.match.recorder import Recorder
from projections.questions import Filter
from projections.readside.store import ReadSide
from projections.statistic import Column

PAGE = 2_000
"""Rows that are read from the store and written at a time, about."""

TYPES = {str: "text", int: "whole number", float: "number", bool: "boolean", datetime: "time, UTC"}
"""The types of columns, as they are told."""

Batch = Sequence[Sequence[Any]]
"""Rows, each with a value for every column: str, int, float, bool, datetime (UTC), or None for nothing.

An empty text stands for nothing too: whoever writes rows makes both alike.
"""


class NotKept(Exception):
    """Statistics are asked for, and nothing here keeps them."""

    def __init__(self) -> None:
        super().__init__("no statistics are kept here")


class NotYet(Exception):
    """The log itself does not go as far as was asked for."""

    def __init__(self, asked: int, position: int) -> None:
        super().__init__(f"the log does not go to position {asked} yet; its last event is {position}")
        self.position = position


class Rebuilt(Exception):
    """A statistic was built anew while it was read, so that what would follow does not belong to what was written."""

    def __init__(self, table: str) -> None:
        super().__init__(f"{table} was built anew while it was read; ask again")


@dataclass(frozen=True)
class Source:
    """Where rows come from. read_side: None where no statistics are kept."""

    recorder: Recorder
    read_side: ReadSide | None


@dataclass(frozen=True)
class Reading:
    """A table that is being read. position: in the log, up to which its first page counts. Batches are read once.

    Between two batches nothing is held of the store: whoever takes them slowly, or never, keeps nobody waiting.
    """

    position: int
    batches: Iterator[Batch]


@dataclass(frozen=True)
class Table:
    """What can be exported. about: what it is, and in which order its rows come. filters: those that it takes, by name.

    read: takes which rows are wanted, and the position in the log that must have been counted, or None for any.
    Raises NotReady, NotYet, NotKept and StoreUnavailable; taking its batches can raise Rebuilt, too.
    """

    name: str
    about: str
    columns: tuple[Column, ...]
    filters: tuple[str, ...]
    read: Callable[[Source, Filter, int | None], Reading]


def may_be_null(column: Column) -> bool:
    """Whether a column of an export can be null: an empty text is nothing, too."""
    return column.nullable or (column.type is str and column.name != "match_id")
