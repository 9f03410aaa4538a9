"""The SQLite engine: a file beside the process, written with one fsync a commit, followed from any process."""

from __future__ import annotations

import os
import secrets
import sqlite3
import stat
from collections.abc import Sequence, Set
from contextlib import closing, suppress
from pathlib import Path
from threading import Event as Flag
from threading import Thread, current_thread
from typing import Any
from urllib.parse import unquote
from uuid import UUID

from eventsourcing.persistence import ListenNotifySubscription, OperationalError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
)

from domain.match.engines import Keepsakes, LogHead, LogRow, StoreUnavailable, WholeMatch, names_no_store
from domain.match.engines.migrations import BASELINE, OUTDATED, SCHEMA, SQLITE, STAMP
from domain.match.leaves import SALT_BYTES, leaf_of
from domain.match.sides import Viewer

WAKE_EVERY = 0.02
"""Seconds between looks at whether another process has committed."""

LOCK_TIMEOUT = 30
"""Seconds to wait for another process that is making the store."""

TABLES = {"stored_events", "match_seats", "match_seeds", "checkpoints"}
"""The tables of a store; they are made in one transaction."""

MODES = ("mode=ro", "mode=rw")
"""What may follow a file and a question mark: it is only read, or it is not made."""


def environment(store: str) -> dict[str, str]:
    """See `Engine`."""
    name = _name(store)
    if not name:
        raise StoreUnavailable(names_no_store(store))
    return {
        "PERSISTENCE_MODULE": f"{__name__}:Factory",
        "SQLITE_DBNAME": f"file:{name}" if "?" in name else name,
        "SQLITE_LOCK_TIMEOUT": str(LOCK_TIMEOUT),
        "ORIGINATOR_ID_TYPE": "text",
    }


def key_file(store: str) -> Path | None:
    """Beside the store; nowhere for a store in memory."""
    path = _name(store).partition("?")[0]
    return None if path == ":memory:" else Path(f"{path}.key")


def file_of(store: str) -> Path | None:
    """See `Engine`."""
    name = _name(store)
    return _file(name) if name else None


def require(store: str) -> None:
    """See `Engine`."""
    file = file_of(store)
    if file is None:
        return
    holds = contents(file)
    if holds is None:
        raise StoreUnavailable(f"there is no store at {file}; name one with --store or TOUCHLINE_STORE")
    if not holds:
        raise StoreUnavailable(f"{file} is not a Touchline store: it is empty")


def reason(error: str) -> str:
    """See `Engine`."""
    known = {
        "disk is full": "the disk is full; nothing was recorded",
        "disk I/O error": "the disk fails; nothing was recorded",
        "readonly": "the store is read-only; nothing was recorded",
        "locked": "another process has held the store for too long; nothing was recorded",
        "unable to open": "the store cannot be opened; is its folder there, and may it be written?",
        "not a database": "the file is not a Touchline store",
        "malformed": "the store's file is damaged",
    }
    return next((said for words, said in known.items() if words in error), f"the store failed: {error}")


def _name(store: str) -> str:
    """What a URL has after the scheme."""
    return store.partition(":///")[2]


def _file(name: str) -> Path | None:
    """The file of a store by what its URL has after the scheme; None for one in memory. Raises StoreUnavailable."""
    path, parameters, mode = name.partition("?")
    if parameters and mode not in MODES:
        raise StoreUnavailable(f"a store takes no {mode!r}; after the file there may be ?{' or ?'.join(MODES)}")
    if parameters or path.startswith("file:"):
        path = unquote(path.removeprefix("file:"))
    try:
        path.encode()
    except UnicodeEncodeError as error:
        raise StoreUnavailable(f"{path!r} names no store: it is no UTF-8 text") from error
    return None if path == ":memory:" else Path(path)


def contents(file: Path) -> Set[str] | None:
    """The names of what a store's file holds, none where it is empty; None where there is no file.

    Raises StoreUnavailable for what is no store, before anything is written into it.
    """
    try:
        mode = file.stat().st_mode
    except OSError:
        return None
    if not stat.S_ISREG(mode):
        raise StoreUnavailable(f"{file} is {'a folder' if stat.S_ISDIR(mode) else 'a device'}; a store is a file")
    try:
        with closing(sqlite3.connect(file, timeout=LOCK_TIMEOUT)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error:
        return TABLES  # whoever opens it as a store meets the same error, and has the words for it
    if names and not names >= TABLES:
        raise StoreUnavailable(f"{file} is not a Touchline store: it is a database of something else")
    return names


class _DurablePool(SQLiteConnectionPool):
    """Connections that wait for the disk at every commit, whatever SQLite was compiled with."""

    def _create_connection(self) -> SQLiteConnection:
        try:
            connection = super()._create_connection()
            cursor = connection.cursor()
            cursor.execute("PRAGMA synchronous=FULL")
            # A damaged text is to be found as damage, and not to fail the reading of what is around it.
            cursor.sqlite_cursor.connection.text_factory = _text_of
        except sqlite3.Error as error:
            raise OperationalError(error) from error
        return connection


class SQLiteLog(SQLiteApplicationRecorder):
    """The log of a store in one SQLite file, with what is kept beside each match."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} "
            "(originator_id, originator_version, topic, state, salt, leaf) VALUES (?,?,?,?,?,?)"
        )
        self._subscriptions: set[SQLiteSubscription] = set()

    def construct_create_table_statements(self) -> list[str]:
        # An explicit key under the name that the library reads: SQLite gives an implicit rowid out again once the
        # rows at the tail are gone.
        return [
            f"CREATE TABLE IF NOT EXISTS {self.events_table_name} ("
            "rowid INTEGER PRIMARY KEY AUTOINCREMENT, "
            "originator_id TEXT NOT NULL, "
            "originator_version INTEGER NOT NULL, "
            "topic TEXT NOT NULL, "
            "state BLOB NOT NULL, "
            "salt BLOB NOT NULL, "
            "leaf BLOB NOT NULL, "
            "UNIQUE (originator_id, originator_version))",
            f"CREATE INDEX IF NOT EXISTS {self.events_table_name}_openings "
            f"ON {self.events_table_name} (rowid) WHERE originator_version = 1",
        ]

    def create_table(self) -> None:
        """Make the tables of the store, or bring them to their newest revision; in most cases there is nothing to do.

        Raises StoreUnavailable for a store of a newer revision, and for one that cannot be written and is of an older.
        """
        with self.datastore.get_connection(commit=True) as connection:
            plain = connection.cursor().sqlite_cursor.connection
            plain.row_factory = None
            try:
                self._bring_up(plain)
            except sqlite3.Error as error:
                raise OperationalError(error) from error
            finally:
                plain.row_factory = sqlite3.Row

    def _bring_up(self, plain: sqlite3.Connection) -> None:
        revision = _revision(plain)
        if SCHEMA.is_current(revision):
            return
        try:
            if revision is None:
                self._begin(plain)
            if not SCHEMA.is_current(_revision(plain)):
                _upgrade(plain)
        except sqlite3.OperationalError as error:
            if "readonly" not in str(error) or not _has_tables(plain):
                raise
            if not SCHEMA.is_current(revision or BASELINE):
                raise StoreUnavailable(OUTDATED) from error

    def _begin(self, plain: sqlite3.Connection) -> None:
        """Make the tables that are not there, and say which revision they have, if nobody else has meanwhile."""
        plain.execute("BEGIN IMMEDIATE")
        try:
            if _revision(plain) is None:
                for statement in (*self.construct_create_table_statements(), *SQLITE, *STAMP):
                    plain.execute(statement)
            plain.commit()
        except BaseException:
            plain.rollback()
            raise

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        seals: Sequence[tuple[bytes, bytes]] | None = None,
        keepsakes: Keepsakes | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Insert events with their seals: the salt and the leaf of each."""
        positions = []
        for event, seal in zip(stored_events, seals or map(_sealed, stored_events), strict=True):
            c.execute(
                self.insert_events_statement,
                (_text(event.originator_id), event.originator_version, event.topic, event.state, *seal),
            )
            positions.append(c.lastrowid)
        if keepsakes is not None:
            self._insert_keepsakes(c, keepsakes)
        return positions

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        positions = super().insert_events(stored_events, **kwargs)
        self._wake()
        return positions

    def insert_matches(self, matches: Sequence[WholeMatch]) -> int:
        """See `EngineReads`."""
        with self.datastore.transaction(commit=True) as c:
            for match in matches:
                rows = ((match.match_id, version, *row) for version, row in enumerate(match.rows, start=1))
                c.executemany(self.insert_events_statement, rows)
                self._insert_keepsakes(c, match.keepsakes)
            position = self._max_notification_id(c)
        self._wake()
        return position

    def _insert_keepsakes(self, c: SQLiteCursor, keepsakes: Keepsakes) -> None:
        for token_hash, seat in keepsakes.seats.items():
            c.execute(
                "INSERT INTO match_seats (match_id, token_hash, seat) VALUES (?,?,?)",
                (keepsakes.match_id, token_hash, seat.value),
            )
        for commitment, seed in keepsakes.seeds.items():
            c.execute(
                "INSERT INTO match_seeds (match_id, commitment, seed) VALUES (?,?,?)",
                (keepsakes.match_id, commitment, seed),
            )

    def _wake(self) -> None:
        for subscription in tuple(self._subscriptions):
            subscription.wake()

    def match_rows(self, match_id: str, after: int) -> list[tuple[int, int, str, bytes]]:
        """See `EngineReads`."""
        return self._select(
            f"SELECT rowid, originator_version, topic, {_blob('state')}, {_blob('salt')}, {_blob('leaf')} "
            f"FROM {self.events_table_name} WHERE originator_id=? AND originator_version>? ORDER BY originator_version",
            (match_id, after),
        )

    def log_rows(self, after: int, limit: int) -> list[LogRow]:
        """See `EngineReads`."""
        # Texts as bytes, and what should be bytes and is not as nothing: a row that is damaged is to be found, and not
        # to fail the reading of those around it.
        rows = self._select(
            "SELECT rowid, CAST(originator_id AS BLOB), originator_version, CAST(topic AS BLOB), "
            f"{_blob('state')}, {_blob('salt')}, {_blob('leaf')} "
            f"FROM {self.events_table_name} WHERE rowid>? ORDER BY rowid LIMIT ?",
            (after, limit),
        )
        return [
            LogRow(position, match_id.decode(errors="replace"), version, topic.decode(errors="replace"), *rest)
            for position, match_id, version, topic, *rest in rows
        ]

    def log_heads(self, after: int, limit: int) -> list[LogHead]:
        """See `EngineReads`."""
        rows = self._select(
            "SELECT rowid, CAST(originator_id AS BLOB), "
            "CASE typeof(originator_version) WHEN 'integer' THEN originator_version ELSE 0 END, "
            f"{_blob('leaf')} "
            f"FROM {self.events_table_name} WHERE rowid>? ORDER BY rowid LIMIT ?",
            (after, limit),
        )
        return [
            LogHead(position, id.decode(errors="replace"), version, leaf or b"") for position, id, version, leaf in rows
        ]

    def leaves(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """See `EngineReads`."""
        return self._select(
            f"SELECT rowid, {_blob('leaf')} FROM {self.events_table_name} WHERE rowid>? ORDER BY rowid LIMIT ?",
            (after, limit),
        )

    def newest_checkpoint(self) -> str | None:
        """See `EngineReads`."""
        rows = self._select("SELECT note FROM checkpoints ORDER BY size DESC LIMIT 1", ())
        return str(rows[0][0]) if rows else None

    def keep_checkpoint(self, size: int, note: str) -> None:
        """See `EngineReads`."""
        with self.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA synchronous=NORMAL")
            try:
                with connection.transaction(commit=True) as cursor:
                    cursor.execute("INSERT OR REPLACE INTO checkpoints (size, note) VALUES (?,?)", (size, note))
            finally:
                connection.cursor().execute("PRAGMA synchronous=FULL")

    def matches(self, after: int, limit: int) -> list[tuple[int, str]]:
        """See `EngineReads`."""
        return self._select(
            f"SELECT rowid, originator_id FROM {self.events_table_name} "
            "WHERE originator_version=1 AND rowid>? ORDER BY rowid LIMIT ?",
            (after, limit),
        )

    def without_opening(self) -> list[str]:
        """See `EngineReads`."""
        rows = self._select(
            f"SELECT CAST(originator_id AS BLOB) FROM {self.events_table_name} "
            "GROUP BY originator_id HAVING min(originator_version) <> 1",
            (),
        )
        return [match_id.decode(errors="replace") for (match_id,) in rows]

    def seats(self, match_id: str) -> dict[str, Viewer]:
        """See `EngineReads`."""
        rows = self._select("SELECT token_hash, seat FROM match_seats WHERE match_id=?", (match_id,))
        return {token_hash: Viewer(seat) for token_hash, seat in rows}

    def seed(self, match_id: str, commitment: str) -> bytes | None:
        """See `EngineReads`."""
        rows = self._select("SELECT seed FROM match_seeds WHERE match_id=? AND commitment=?", (match_id, commitment))
        return bytes(rows[0][0]) if rows else None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> SQLiteSubscription:
        """Notifications after a position, without end: first what is there, then what this or another process adds."""
        return SQLiteSubscription(self, gt=gt, topics=topics)

    def end_subscriptions(self) -> None:
        """End every subscription and wait until none uses the store any more."""
        for subscription in tuple(self._subscriptions):
            subscription.stop()
            subscription.join()

    def _select(self, statement: str, params: tuple[Any, ...]) -> list[Any]:
        # One statement is a transaction by itself: a decision begins with one of these, and need not pay for three.
        with self.datastore.get_connection(commit=False) as connection:
            plain = connection.cursor().sqlite_cursor
            plain.row_factory = None
            try:
                return plain.execute(statement, params).fetchall()
            except sqlite3.Error as error:
                raise OperationalError(error) from error
            finally:
                plain.close()


def _sealed(event: StoredEvent) -> tuple[bytes, bytes]:
    """A new salt for an event, and the leaf that it gives."""
    salt = secrets.token_bytes(SALT_BYTES)
    return salt, leaf_of(_text(event.originator_id), event.originator_version, event.topic, salt, event.state)


def _has_tables(plain: sqlite3.Connection) -> bool:
    return {name for (name,) in plain.execute("SELECT name FROM sqlite_master")} >= TABLES


def _revision(plain: sqlite3.Connection) -> str | None:
    """The revision that a store says it has; None for a new one, and for one from before there were any."""
    if not plain.execute("SELECT 1 FROM sqlite_master WHERE name=?", (SCHEMA.table,)).fetchone():
        return None
    found = plain.execute(f"SELECT version_num FROM {SCHEMA.table}").fetchone()
    return str(found[0]) if found else None


def _upgrade(plain: sqlite3.Connection) -> None:
    from sqlalchemy import StaticPool, create_engine
    from sqlalchemy.exc import DBAPIError

    engine = create_engine("sqlite://", creator=lambda: plain, poolclass=StaticPool)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            SCHEMA.upgrade(connection)
            connection.commit()
    except DBAPIError as error:
        raise error.orig or error from error


def _text_of(data: bytes) -> str:
    return data.decode(errors="replace")


def _blob(column: str) -> str:
    return f"CASE typeof({column}) WHEN 'blob' THEN {column} END"


def _text(originator_id: UUID | str) -> str:
    return originator_id.hex if isinstance(originator_id, UUID) else originator_id


class SQLiteSubscription(ListenNotifySubscription[SQLiteLog]):
    """Follows the log. SQLite cannot call, so `PRAGMA data_version` tells whether another process has committed."""

    def __init__(self, recorder: SQLiteLog, gt: int | None = None, topics: Sequence[str] = ()) -> None:
        self._closing = Flag()
        super().__init__(recorder, gt=gt, topics=topics)
        recorder._subscriptions.add(self)
        self._watch_thread = Thread(target=self._watch, name="sqlite-log-watch", daemon=True)
        self._watch_thread.start()

    def wake(self) -> None:
        """Look at the log now."""
        self._has_been_notified.set()

    def stop(self) -> None:
        """End the subscription."""
        self._closing.set()
        self._recorder._subscriptions.discard(self)
        super().stop()

    def join(self) -> None:
        """Wait until a stopped subscription has let go of the store."""
        for thread in (self._pull_thread, self._watch_thread):
            if thread is not current_thread():
                thread.join()

    def _watch(self) -> None:
        connection = sqlite3.connect(self._recorder.datastore.pool.db_name, uri=True, check_same_thread=False)
        try:
            seen = None
            while not self._closing.wait(WAKE_EVERY):
                version = connection.execute("PRAGMA data_version").fetchone()[0]
                # The first look wakes as well: a commit may lie between the first pull and this connection.
                if version != seen:
                    seen = version
                    self.wake()
        except sqlite3.Error as error:
            self._thread_error = self._thread_error or error
            self.stop()
        finally:
            connection.close()


def _prepare(name: str) -> None:
    """Make a new file one that only its owner can read, with the seeds in it; leave alone what is no store."""
    file = _file(name)
    if file is None:
        return
    if "?" not in name:
        with suppress(OSError):  # it is there, or SQLite will say why it cannot be
            os.close(os.open(os.path.realpath(file), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    contents(file)


class Factory(SQLiteFactory):
    """Makes the infrastructure of the SQLite engine."""

    application_recorder_class = SQLiteLog

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        plain = self.datastore.pool
        _prepare(plain.db_name)
        self.datastore.pool = _DurablePool(db_name=plain.db_name, lock_timeout=plain.lock_timeout)
        plain.close()
