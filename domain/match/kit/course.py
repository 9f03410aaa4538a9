"""The course of a match: events that follow by themselves."""

from collections.abc import Callable
from typing import Generic, TypeVar

from domain.match.game import Event

T = TypeVar("T")
"""The state of a game."""


class Unfolding(Generic[T]):
    """The events of one act while they are found, and the table after them."""

    def __init__(self, table: T, evolve: Callable[[T, Event], T]) -> None:
        self.table = table
        self.events: list[Event] = []
        self._evolve = evolve

    def happen(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        self.table = self._evolve(self.table, event)
