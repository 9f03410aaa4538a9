"""Engines that keep the log of a store: what the recorder asks of each, and how a setting names one."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from domain.match.sides import Viewer


class StoreUnavailable(Exception):
    """The store cannot be read or written now. Nothing of the failed write is kept. `reason` is fit for a user."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Keepsakes:
    """What is kept beside a match and never belongs to its record: who holds its seats, and the seed of its chance."""

    def __init__(self, match_id: str, seats: Mapping[str, Viewer], seeds: Mapping[str, bytes]) -> None:
        self.match_id = match_id
        self.seats = seats
        """Seats by the hex SHA-256 of their tokens."""
        self.seeds = seeds
        """Seeds by their commitments."""


class WholeMatch(NamedTuple):
    """A match with all that is kept of it. rows: topic, bytes, salt and leaf of each event, from the first on."""

    rows: Sequence[tuple[str, bytes, bytes, bytes]]
    keepsakes: Keepsakes

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self.keepsakes.match_id


class LogRow(NamedTuple):
    """An event as it is stored in the log."""

    position: int
    match_id: str
    version: int
    topic: str
    data: bytes
    salt: bytes
    leaf: bytes


class LogHead(NamedTuple):
    """That an event is stored in the log, and the leaf that binds it."""

    position: int
    match_id: str
    version: int
    leaf: bytes


class EngineReads(Protocol):
    """What an engine offers beside the contract of the eventsourcing library's application recorders."""

    def insert_matches(self, matches: Sequence[WholeMatch]) -> int:
        """Insert whole matches, one at least, in one transaction; returns the position of the last event."""
        ...

    def match_rows(self, match_id: str, after: int) -> list[tuple[int, int, str, bytes, bytes, bytes]]:
        """Position, version, topic, bytes, salt and leaf of each event of a match after a version, in order."""
        ...

    def log_rows(self, after: int, limit: int) -> list[LogRow]:
        """The events of the store after a position, in the order of the log."""
        ...

    def log_heads(self, after: int, limit: int) -> list[LogHead]:
        """The same events without their bytes."""
        ...

    def leaves(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Position and leaf of the events of the store after a position, in the order of the log."""
        ...

    def newest_checkpoint(self) -> str | None:
        """The signed checkpoint of the most leaves that is kept here."""
        ...

    def keep_checkpoint(self, size: int, note: str) -> None:
        """Keep a signed checkpoint of a size, in place of one of the same size.

        It is there for every process at once; that it survives a loss of power is not needed, since the events do.
        """
        ...

    def matches(self, after: int, limit: int) -> list[tuple[int, str]]:
        """Position of the opening and id of matches opened after a position, in order."""
        ...

    def without_opening(self) -> list[str]:
        """The ids of matches that have events and not their first: it has been lost or changed."""
        ...

    def seats(self, match_id: str) -> Mapping[str, Viewer]:
        """The seats of a match by the hex SHA-256 of their tokens."""
        ...

    def seed(self, match_id: str, commitment: str) -> bytes | None:
        """The seed of a dealt match that was committed to, where this store has it."""
        ...

    def end_subscriptions(self) -> None:
        """End every subscription and wait until none uses the store any more."""
        ...


class Engine(Protocol):
    """What the module of an engine tells about a store by its URL. Each may raise StoreUnavailable."""

    def environment(self, store: str) -> dict[str, str]:
        """The settings by which the eventsourcing library opens a store."""
        ...

    def key_file(self, store: str) -> Path | None:
        """Where the key of a store lies if nobody says otherwise; None for a store that nothing outlives."""
        ...

    def file_of(self, store: str, /) -> Path | None:
        """The file that a store lies in, where it lies in one."""
        ...

    def require(self, store: str) -> None:
        """Raises StoreUnavailable where there is no store yet; none is made."""
        ...

    def reason(self, error: str) -> str:
        """What a user is told about an error of the engine."""
        ...


ENGINES = {"sqlite": "sqlite", "postgresql": "postgres", "postgres": "postgres"}
"""The modules of the engines by the scheme of the URLs of their stores."""


def engine_of(store: str) -> Engine:
    """The engine of a store. Raises StoreUnavailable where its URL names none, or the engine is not installed."""
    scheme, separator, name = store.partition("://")
    module = ENGINES.get(scheme)
    if module is None or not separator or not name:
        raise StoreUnavailable(names_no_store(store))
    try:
        return cast(Engine, import_module(f"{__name__}.{module}"))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("psycopg", "psycopg_pool"):
            raise
        raise StoreUnavailable("PostgreSQL needs psycopg: pip install 'touchline[postgres]'") from error


def names_no_store(store: str) -> str:
    """What is said of a URL that names no store."""
    return f"{store!r} names no store; one is named like sqlite:///touchline.db"
