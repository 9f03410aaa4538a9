"""What is read of the read side: a view of a live build in one transaction, or why there is none yet."""

from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from projections.statistic import Statistic

WAIT = 5.0
"""Seconds that a reading waits for a position."""


class View(NamedTuple):
    """A build as it is in one transaction. position: up to which event of the log it has counted."""

    connection: Connection
    build: int
    position: int


class NotReady(Exception):
    """A statistic that cannot be read yet.

    position: the event of the log that has been counted. of: the one that is waited for. live: whether a build can be
    read at all; where none can, the first is being built.
    """

    def __init__(self, statistic: str, position: int, of: int, *, live: bool) -> None:
        self.statistic = statistic
        self.position = position
        self.of = of
        self.live = live
        doing = "has counted" if live else "is being built: it has counted"
        super().__init__(f"{statistic} {doing} {position} of {of} events; ask again")


class Views(Protocol):
    """Whatever lends views."""

    def reading(
        self, statistic: Statistic, at_least: int | None = None, wait: float = WAIT
    ) -> AbstractContextManager[View]:
        """A view of the live build, once it has counted up to a position. Raises NotReady and StoreUnavailable."""
