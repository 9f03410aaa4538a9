"""Where the read side of a store lies, and how it is reached: beside a SQLite store, and in the database of PostgreSQL.

Of a SQLite store it is a file of its own, so that nobody who records a match waits for statistics; losing it loses
nothing, since everything in it is built from the log again.
"""

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.exc import DBAPIError, DisconnectionError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from domain.match.engines import StoreUnavailable, engine_of
from projections.readside import SUFFIX, TURN, statements

LOCK_WAIT = 30
"""Seconds to wait for another process that writes the same file."""

READERS = 10
"""Connections that read at the most, beside the one that writes."""

OF_THE_RECORD = "; nothing was recorded"
"""What the record says of some failures, and the statistics do not: they are counted later."""

_DAMAGED = "the file of statistics is damaged; once it is deleted they are counted anew"
_OF_THE_FILE = {
    "malformed": _DAMAGED,
    "not a database": _DAMAGED,
    "readonly": "the file of statistics may not be written",
    "unable to open": "the file of statistics cannot be opened; may its folder be written?",
}

Values = Sequence[tuple[Any, ...]]


class Turn(Protocol):
    """The right to fill statistics, which one process has at a time."""

    def take(self, names: Sequence[str]) -> bool:
        """Take it for statistics of these names, or keep it; whether it is held now. Raises StoreUnavailable."""
        ...

    def release(self) -> None:
        """Give it up. It also ends with its process, however that ends."""
        ...


class Place(Protocol):
    """Where a read side lies."""

    engine: Engine

    def turn(self) -> Turn:
        """A turn, not taken yet."""
        ...

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes, and waits for others that do. Raises StoreUnavailable."""
        ...

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction in which everything is read as it was at its beginning. Raises StoreUnavailable."""
        ...

    def insert(self, connection: Connection, table: Table, rows: Values) -> None:
        """Insert rows that are not there yet, as fast as can be."""
        ...

    def rows_of(self, connection: Connection, table: Table, match_id: str) -> list[tuple[Any, ...]]:
        """The rows of a match, as they are stored."""
        ...

    @property
    def stored(self) -> Callable[[datetime], Any]:
        """The function that gives a time as it is stored."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


def place_of(store: str) -> Place:
    """Where the read side of a store lies. Raises StoreUnavailable."""
    if store.partition(":")[0] != "sqlite":
        return PostgresPlace(store)
    return SQLitePlace(engine_of(store).file_of(store))


class _Told:
    """Puts the errors of an engine into words: its own where it has some, else those that the record has for them."""

    def __init__(self, store: str, errors: type[Exception], words: Mapping[str, str] = MappingProxyType({})) -> None:
        self._reason = engine_of(store).reason
        self._errors = errors
        self._words = words

    @contextmanager
    def told(self) -> Iterator[None]:
        """Raises StoreUnavailable for errors of the database, by SQLAlchemy or by the driver itself."""
        try:
            yield
        except DBAPIError as error:
            raise StoreUnavailable(self._told_as(error.orig)) from error
        except self._errors as error:
            raise StoreUnavailable(self._told_as(error)) from error
        except PoolTimeout as error:
            raise StoreUnavailable(
                "the statistics have no connection free; too much is asked of them at once"
            ) from error
        except SQLAlchemyError as error:
            raise StoreUnavailable(f"the statistics failed: {type(error).__name__}") from error

    def _told_as(self, error: object) -> str:
        own = next((said for words, said in self._words.items() if words in str(error)), None)
        return own or self._reason(str(error)).removesuffix(OF_THE_RECORD)


class SQLitePlace:
    """A file beside the store; of a store in memory, a file that goes with it."""

    def __init__(self, store: Path | None) -> None:
        self._folder = TemporaryDirectory(prefix="touchline-") if store is None else None
        self.file = Path(self._folder.name, "statistics") if store is None and self._folder else _beside(store)
        self._told = _Told(f"sqlite:///{self.file}", sqlite3.Error, _OF_THE_FILE)
        self.engine = create_engine(
            f"sqlite:///{self.file}",
            creator=self._connect,
            pool_size=READERS,
            max_overflow=1,
            pool_timeout=5,
        )
        event.listen(self.engine, "connect", self._prepare)
        event.listen(self.engine, "checkout", self._still_there)
        event.listen(self.engine, "begin", _begin)
        self._writer = self.engine.execution_options(immediate=True)

    def turn(self) -> Turn:
        """See `Place`."""
        return FileTurn(self.file.with_name(f"{self.file.name}{TURN}"))

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """See `Place`."""
        with self._told.told(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """See `Place`."""
        with self._told.told(), self.engine.begin() as connection:
            yield connection

    def insert(self, connection: Connection, table: Table, rows: Values) -> None:
        """See `Place`."""
        statements.insert(connection, table, rows)

    def rows_of(self, connection: Connection, table: Table, match_id: str) -> list[tuple[Any, ...]]:
        """See `Place`."""
        found = connection.exec_driver_sql(f'SELECT * FROM "{table.name}" WHERE match_id = ?', (match_id,))
        return list(map(tuple, found))

    @property
    def stored(self) -> Callable[[datetime], Any]:
        """See `Place`."""
        return text_of

    def close(self) -> None:
        """See `Place`."""
        self.engine.dispose()
        if self._folder is not None:
            self._folder.cleanup()

    def _connect(self) -> sqlite3.Connection:
        with suppress(OSError):  # it is there, or SQLite will say why it cannot be
            os.close(os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        return sqlite3.connect(self.file, timeout=LOCK_WAIT, check_same_thread=False)

    def _prepare(self, connection: sqlite3.Connection, record: Any) -> None:
        # Transactions are begun below, in words: the driver would begin them late, and without a lock.
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA cache_size=-16000")
        record.info["file"] = self._identity()

    def _still_there(self, _: object, record: Any, __: object) -> None:
        """A connection to a file that has been deleted or replaced is none to the read side any more."""
        if record.info["file"] != self._identity():
            raise DisconnectionError

    def _identity(self) -> tuple[int, int] | None:
        try:
            status = self.file.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino


class PostgresPlace:
    """The database of the store, in the first schema of its search path."""

    def __init__(self, store: str) -> None:
        import psycopg

        from domain.match.engines import postgres

        self._told = _Told(store, psycopg.Error)
        self._connect: Callable[[], Any] = lambda: _plainly(postgres.connect(store))
        self.engine = create_engine(
            "postgresql+psycopg://",
            creator=self._connect,
            pool_pre_ping=True,
            pool_size=READERS,
            max_overflow=1,
            pool_timeout=5,
        )
        self._snapshot = self.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    def turn(self) -> Turn:
        """See `Place`."""
        return AdvisoryTurn(self._connect, self._told)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """See `Place`."""
        with self._told.told(), self.engine.begin() as connection:
            # What it loses in a crash is built again; the record itself waits for the disk.
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """See `Place`."""
        with self._told.told(), self._snapshot.begin() as connection:
            yield connection

    def insert(self, connection: Connection, table: Table, rows: Values) -> None:
        """See `Place`."""
        cursor: Any = connection.connection.cursor()
        with cursor, cursor.copy(f'COPY "{table.name}" FROM STDIN') as copy:
            for row in rows:
                copy.write_row(row)

    def rows_of(self, connection: Connection, table: Table, match_id: str) -> list[tuple[Any, ...]]:
        """See `Place`."""
        found = connection.exec_driver_sql(f'SELECT * FROM "{table.name}" WHERE match_id = %s', (match_id,))
        return list(map(tuple, found))

    @property
    def stored(self) -> Callable[[datetime], Any]:
        """See `Place`."""
        return in_utc

    def close(self) -> None:
        """See `Place`."""
        self.engine.dispose()


class FileTurn:
    """A turn by a lock on a file, which the system lifts when the process ends."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._held: int | None = None

    def take(self, names: Sequence[str]) -> bool:
        """See `Turn`. One lock stands for all names: one process fills all statistics of a file."""
        if self._held is None:
            try:
                descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            except OSError as error:
                raise StoreUnavailable(f"{self._file} cannot be opened: {error.strerror}") from error
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(descriptor)
                return False
            self._held = descriptor
        return True

    def release(self) -> None:
        """See `Turn`."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


class AdvisoryTurn:
    """A turn by advisory locks of PostgreSQL, one a statistic, on a connection of its own."""

    def __init__(self, connect: Callable[[], Any], told: _Told) -> None:
        self._connect = connect
        self._told = told
        self._connection: Any = None
        self._names: frozenset[str] = frozenset()

    def take(self, names: Sequence[str]) -> bool:
        """See `Turn`."""
        try:
            with self._told.told():
                held = self._take(names)
        except StoreUnavailable:
            self.release()
            raise
        if not held:
            self.release()
        return held

    def _take(self, names: Sequence[str]) -> bool:
        if self._connection is None:
            self._connection = self._connect()
            self._connection.autocommit = True
        self._connection.execute("SELECT 1")  # the locks end with the connection, and that may have gone
        for name in sorted(set(names) - self._names):
            row = self._connection.execute(
                "SELECT pg_try_advisory_lock(hashtext(current_schema()), %s)", (_number(name),)
            ).fetchone()
            if not row[0]:
                return False
            self._names |= {name}
        return True

    def release(self) -> None:
        """See `Turn`."""
        connection, self._connection, self._names = self._connection, None, frozenset()
        if connection is not None:
            with suppress(Exception):
                connection.close()


def _plainly(connection: Any) -> Any:
    """A connection that takes our enumerations for the texts that they are; it would write their names."""
    from psycopg.types.string import StrDumper

    connection.adapters.register_dumper(StrEnum, StrDumper)
    return connection


def _number(name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"touchline/{name}".encode()).digest()[:4], "big", signed=True)


def _beside(store: Path | None) -> Path:
    assert store is not None
    return store.with_name(f"{store.name}{SUFFIX}")


@lru_cache(maxsize=1024)
def text_of(time: datetime) -> str:
    """A time as SQLite keeps it, see `UtcTime`."""
    return time.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def in_utc(time: datetime) -> datetime:
    """A time as PostgreSQL takes it."""
    return time.astimezone(UTC)


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("immediate")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
