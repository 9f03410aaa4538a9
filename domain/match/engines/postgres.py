"""The PostgreSQL engine: a database that any number of processes and machines record into and follow.

Every insert locks the table of events until its commit, so that positions are in the order of the commits and whoever
follows the log passes over no event. The tables lie in the schema that the connection's search path names first.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from inspect import unwrap
from pathlib import Path
from threading import Event as Flag
from threading import Lock, Thread, current_thread
from time import monotonic
from typing import Any
from urllib.parse import quote
from uuid import UUID

import psycopg
from eventsourcing.persistence import (
    InterfaceError,
    ListenNotifySubscription,
    Notification,
    OperationalError,
    StoredEvent,
)
from eventsourcing.postgres import (
    BasePostgresFactory,
    ConnectionPool,
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
)
from eventsourcing.utils import Environment
from psycopg import Connection, Cursor
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import InsufficientPrivilege, ReadOnlySqlTransaction
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg.sql import SQL, Composed, Identifier
from psycopg_pool import PoolTimeout

from domain.match.engines import Keepsakes, LogHead, LogRow, StoreUnavailable, WholeMatch
from domain.match.engines.migrations import BASELINE, OUTDATED, POSTGRES, READABLE, SCHEMA, STAMP
from domain.match.leaves import SALT_BYTES, leaf_of
from domain.match.sides import Viewer

STORE_URL = "POSTGRES_STORE_URL"

TABLES = ("stored_events", "match_seats", "match_seeds", "checkpoints")
"""The tables of a store; they are made in one transaction."""

MAKING_LOCK = 0x746F7563686C696E
"""The advisory lock that whoever makes the tables of a store holds."""

POOL_SIZE = 15
"""Connections of a recorder at the most, beside the one that listens."""

CONNECT_TIMEOUT = 5
"""Seconds until a server that does not answer, or a connection that does not become free, is given up."""

LOCK_TIMEOUT = 15
STATEMENT_TIMEOUT = 30
"""Seconds, see PostgreSQL's settings of these names."""

WAKE_EVERY = 1.0
"""Seconds after which a tail looks at the log even if nobody called."""

LISTEN_SLICE = 0.05
"""Seconds after which the listener sees that it is to end."""

BACK_OFF = (0.1, 5.0)
"""Seconds between the first tries to reach a server that is gone, and at the most; each try waits twice as long."""

PARAMETERS = {
    "application_name": "touchline",
    "client_encoding": "utf8",
    "connect_timeout": CONNECT_TIMEOUT,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}
"""What a connection has where the URL of the store does not say otherwise."""


def environment(store: str) -> dict[str, str]:
    """See `Engine`."""
    parameters(store)
    return {"PERSISTENCE_MODULE": f"{__name__}:Factory", STORE_URL: store, "ORIGINATOR_ID_TYPE": "text"}


def key_file(store: str) -> Path | None:
    """In the user's folder for data, since the database may be on another machine; the folder is made."""
    given = parameters(store)
    place = "@".join(str(given[part]) for part in ("dbname", "host", "port") if given.get(part))
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share", "touchline")
    with suppress(OSError):  # whoever writes the key says why it cannot be
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{quote(place or 'postgresql', safe='@')}.key"


def file_of(_: str) -> Path | None:
    """A database is no file that a user may name."""
    return None


def require(store: str) -> None:
    """See `Engine`."""
    with _told(), _connect(store) as connection:
        if not _is_store(connection, _schema(connection)):
            raise StoreUnavailable("there is no store in this database yet; name another with --store")


def reason(error: str) -> str:
    """See `Engine`."""
    for pattern, said in _KNOWN:
        if found := re.search(pattern, error):
            return found.expand(said)
    return f"the store failed: {_line(error)}"


_KNOWN = (
    (r'database "([^"]*)" does not exist', r'the server has no database "\1"; `createdb \1` makes it'),
    (r'role "([^"]*)" does not exist', r'the server knows no user "\1"'),
    (r'authentication failed for user "([^"]*)"', r'the server refused the password of user "\1"'),
    (r"no password supplied", "the server asks for a password; PGPASSWORD or ~/.pgpass may give it"),
    (r"no pg_hba\.conf entry for (.*)", r"the server lets nobody in from here: no entry for \1"),
    (r"read-only transaction|during recovery", "the store is read-only; nothing was recorded"),
    (r"conflict with recovery", "the replica had to follow its primary and let go of this; ask again"),
    (r"permission denied for (\w+) (\w+)", r"the user has no permission for the \1 \2; nothing was recorded"),
    (r"permission denied for (\w+)", r"the user has no permission for the \1; nothing was recorded"),
    (r"permission denied to (.*)", r"the user has no permission to \1"),
    (r"No space left on device", "the disk of the server is full; nothing was recorded"),
    (r"lock timeout", "another process has held the store for too long; nothing was recorded"),
    (r"statement timeout", "the server took too long; nothing was recorded"),
    (r"too many (clients|connections)|remaining connection slots", "the server has no connection left"),
    (r"could not translate host name \"([^\"]*)\"|failed to resolve host '([^']*)'", r"no server is called \1\2"),
    (
        r"Connection refused|No such file or directory|timeout expired|the database system is|"
        r"server closed the connection|terminating connection|connection is (closed|lost)|No route to host",
        "the PostgreSQL server cannot be reached; is it running, and is this its address?",
    ),
    (r"couldn't get a connection", "the store has no connection free; too much is asked of it at once"),
)
"""Patterns in the errors of PostgreSQL and psycopg, and what a user is told."""


def parameters(store: str) -> dict[str, Any]:
    """The parameters of a connection by the URL of a store. Raises StoreUnavailable."""
    try:
        given = conninfo_to_dict(store)
    except psycopg.Error as error:
        # Nothing of the URL is repeated: there may be a password in it.
        raise StoreUnavailable(
            "the URL of the store cannot be read; one is like postgresql://user@host:5432/database?sslmode=require"
        ) from error
    if "\0" in store:
        raise StoreUnavailable("the URL of the store has a NUL in it")
    return {**PARAMETERS, **given}


def _line(error: str) -> str:
    return error.strip().partition("\n")[0]


def _connect(store: str) -> Connection[DictRow]:
    connection = Connection[DictRow].connect(make_conninfo(**parameters(store)), row_factory=dict_row)
    _configure(connection)
    return connection


def connect(store: str) -> Connection[tuple[Any, ...]]:
    """A connection to the database of a store, with the time limits of all others. Raises psycopg's errors."""
    connection = Connection.connect(make_conninfo(**parameters(store)))
    _configure(connection)
    connection.autocommit = False
    return connection


def _configure(connection: Connection[Any]) -> None:
    """What every connection to a store keeps to."""
    connection.autocommit = True
    connection.execute(
        "SELECT set_config('lock_timeout', %s, false), set_config('statement_timeout', %s, false), "
        "set_config('idle_in_transaction_session_timeout', %s, false), "
        "set_config('default_transaction_isolation', 'read committed', false), "
        # An accepted event is on disk, whatever the server does by default.
        "set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), false)",
        (f"{LOCK_TIMEOUT}s", f"{STATEMENT_TIMEOUT}s", f"{STATEMENT_TIMEOUT}s"),
    )


@contextmanager
def _told() -> Iterator[None]:
    """Puts the errors of psycopg into our words."""
    try:
        yield
    except psycopg.Error as error:
        raise StoreUnavailable(reason(str(error))) from error


def _schema(connection: Connection[DictRow]) -> str:
    row = connection.execute("SELECT current_schema() AS name").fetchone()
    if row is None or row["name"] is None:
        raise StoreUnavailable("the database has no schema of the search path; make one, or name another")
    return str(row["name"])


def _is_store(connection: Connection[DictRow], schema: str) -> bool:
    """Whether a schema has the tables of a store. Raises StoreUnavailable where it has tables of something else."""
    rows = connection.execute(
        "SELECT relname, EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'leaf') AS leaves "
        "FROM pg_class c WHERE relnamespace = quote_ident(%s)::regnamespace AND relname = ANY(%s)",
        (schema, list(TABLES)),
    ).fetchall()
    if rows and (len(rows) < len(TABLES) or not any(row["leaves"] for row in rows)):
        raise StoreUnavailable(f"schema {schema} of the database is not a Touchline store: it holds something else")
    return bool(rows)


def _revision(connection: Connection[DictRow]) -> str | None:
    """The revision that a store says it has; None for a new one, and for one from before there were any."""
    # Not by to_regclass, which may answer from a cache what was so before a lock was waited for.
    if not connection.execute(
        "SELECT 1 FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relname = %s",
        (SCHEMA.table,),
    ).fetchone():
        return None
    found = connection.execute(SQL("SELECT version_num FROM {}").format(Identifier(SCHEMA.table))).fetchone()
    return str(found["version_num"]) if found else None


def _upgrade(store: str) -> None:
    from sqlalchemy import NullPool, create_engine
    from sqlalchemy.exc import DBAPIError

    engine = create_engine("postgresql+psycopg://", creator=lambda: connect(store), poolclass=NullPool)
    try:
        with engine.begin() as connection:
            SCHEMA.upgrade(connection)
    except DBAPIError as error:
        raise error.orig or error from error


class _Pool(ConnectionPool[Connection[DictRow]]):
    """Connections that are looked at before they are given out, and that remembers why none could be made."""

    failure: str | None = None

    def getconn(self, timeout: float | None = None) -> Connection[DictRow]:
        # The pool's own check waits a second and more after each dead connection, and after a restart all are dead.
        until = monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            connection = super().getconn(max(until - monotonic(), 0.0))
            try:
                self.check_connection(connection)
            except psycopg.Error:
                self.putconn(connection)  # which replaces it
            else:
                return connection

    def _connect(self, timeout: float | None = None) -> Connection[DictRow]:
        try:
            connection = super()._connect(timeout)
        except psycopg.Error as error:
            self.failure = str(error)
            raise
        self.failure = None
        return connection


class Datastore(PostgresDatastore):
    """The connections to the database of a store, by its URL."""

    def __init__(self, store: str) -> None:
        given = parameters(store)
        with _told(), _connect(store) as connection:
            schema = _schema(connection)
        super().__init__("", "", "", "", "", schema=schema, lock_timeout=LOCK_TIMEOUT, originator_id_type="text")
        self.store = store
        self.pool.close()
        self.pool = _Pool(
            make_conninfo(**given),
            connection_class=Connection[DictRow],
            kwargs={"row_factory": dict_row},
            min_size=1,
            max_size=POOL_SIZE,
            open=False,
            configure=_configure,
            timeout=CONNECT_TIMEOUT,
            # Given up soon: whoever asks next makes the next try, at once.
            reconnect_timeout=CONNECT_TIMEOUT / 2,
        )

    def register_type_adapters(self) -> None:
        """Nothing is sent as a type of its own."""

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        try:
            with super().get_connection() as connection:
                yield connection
        except OperationalError as error:
            failure = self.pool.failure if isinstance(self.pool, _Pool) else None
            if failure is not None and isinstance(error.__cause__, PoolTimeout):
                raise OperationalError(failure) from error
            raise


class PostgresLog(PostgresApplicationRecorder):
    """The log of a store in a PostgreSQL database, with what is kept beside each match."""

    datastore: Datastore

    def __init__(self, datastore: Datastore) -> None:
        super().__init__(datastore, events_table_name="stored_events")
        self.channel_name = f"touchline_{datastore.schema}"[: self.MAX_IDENTIFIER_LEN]
        self.sql_create_statements = [self._sql(statement) for statement in _CREATE]
        self._lock_and_notify = self._sql(
            "LOCK TABLE {stored_events} IN EXCLUSIVE MODE; NOTIFY {channel}", channel=Identifier(self.channel_name)
        )
        self._insert = self._sql(_INSERT)
        self._subscriptions: set[PostgresLogSubscription] = set()
        self._listener: _Listener | None = None
        self._listener_lock = Lock()

    def create_table(self) -> None:
        """Make the tables of the store, or bring them to their newest revision; in most cases there is nothing to do.

        Raises StoreUnavailable for a store of a newer revision, and for one of an older that the user may only read.
        """
        schema = self.datastore.schema
        with self.datastore.get_connection() as connection:
            is_there, revision = _is_store(connection, schema), _revision(connection)
            if SCHEMA.is_current(revision):
                return
            try:
                if revision is None:
                    self._begin(connection)
                if not SCHEMA.is_current(_revision(connection)):
                    _upgrade(self.datastore.store)
            except (InsufficientPrivilege, ReadOnlySqlTransaction) as error:
                if not is_there:
                    raise
                if not SCHEMA.is_current(revision or BASELINE):
                    raise StoreUnavailable(OUTDATED) from error

    def _begin(self, connection: Connection[DictRow]) -> None:
        """Make the tables that are not there, and say which revision they have, if nobody else has meanwhile."""
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (MAKING_LOCK,))
            if _revision(connection) is None:
                log = () if _is_store(connection, self.datastore.schema) else self.sql_create_statements
                for statement in (*log, *map(SQL, (*POSTGRES, *STAMP, READABLE))):
                    connection.execute(statement)

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        seals: Sequence[tuple[bytes, bytes]] | None = None,
        keepsakes: Keepsakes | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Insert events with their seals: the salt and the leaf of each."""
        if not stored_events and keepsakes is None:
            return []
        seals = seals or [_sealed(event) for event in stored_events]
        rows = [(_text(e.originator_id), e.originator_version, e.topic, e.state) for e in stored_events]
        kept = keepsakes or Keepsakes("", {}, {})
        leaves = [leaf for _, leaf in seals]
        values = {
            "ids": [row[0] for row in rows],
            "versions": [row[1] for row in rows],
            "topics": [row[2] for row in rows],
            "states": [row[3] for row in rows],
            "salts": [salt for salt, _ in seals],
            "leaves": leaves,
            "match": kept.match_id,
            "hashes": list(kept.seats),
            "seats": [seat.value for seat in kept.seats.values()],
            "commitments": list(kept.seeds),
            "seeds": list(kept.seeds.values()),
        }

        def insert(cursor: Cursor[tuple[Any, ...]]) -> list[int]:
            cursor.execute(self._insert, values)
            return sorted(position for (position,) in cursor.fetchall())

        return self._committed(insert, rows[0][0] if rows else "", leaves)

    def insert_matches(self, matches: Sequence[WholeMatch]) -> int:
        """See `EngineReads`."""
        kept = [match.keepsakes for match in matches]
        tables: tuple[list[tuple[Any, ...]], ...] = (
            [(match.match_id, version, *row) for match in matches for version, row in enumerate(match.rows, start=1)],
            [(one.match_id, digest, seat.value) for one in kept for digest, seat in one.seats.items()],
            [(one.match_id, *seed) for one in kept for seed in one.seeds.items()],
        )

        def insert(cursor: Cursor[tuple[Any, ...]]) -> list[int]:
            for statement, types, rows in zip(_COPY, _COPIED, tables, strict=True):
                with cursor.copy(self._sql(statement)) as copy:
                    copy.set_types(types)
                    for row in rows:
                        copy.write_row(row)
            # The table is locked, so the last event of it is ours.
            return [row[0] for row in cursor.execute(self._sql(_LAST)).fetchall()]

        last = matches[-1]
        return self._committed(insert, last.match_id, [last.rows[-1][-1]])[0]

    def _committed(
        self, insert: Callable[[Cursor[tuple[Any, ...]]], list[int]], match_id: str, leaves: list[bytes]
    ) -> list[int]:
        """Insert under the lock of the log and tell those who listen; returns positions, those of these leaves."""
        positions: list[int] | None = None
        lost: psycopg.OperationalError | None = None
        with self.datastore.get_connection() as connection:
            try:
                with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
                    cursor.execute(self._lock_and_notify)
                    positions = insert(cursor)
            except psycopg.OperationalError as error:
                if positions is None:
                    raise
                lost = error  # at the commit itself
        if lost is not None:
            positions = self._found_after(lost, match_id, leaves)
        self.wake()
        return positions or []

    def _found_after(self, lost: psycopg.OperationalError, match_id: str, leaves: list[bytes]) -> list[int]:
        """The positions of events whose commit was not answered, if it took place. Raises OperationalError if not."""
        statement = self._sql("SELECT notification_id FROM {stored_events} WHERE originator_id=%s AND leaf = ANY(%s)")
        with self.datastore.get_connection() as connection, connection.transaction():
            connection.execute(self._sql("LOCK TABLE {stored_events} IN EXCLUSIVE MODE"))  # it may still be at it
            found = connection.execute(statement, (match_id, leaves)).fetchall()
        if len(found) != len(leaves) or not found:
            raise OperationalError(str(lost)) from lost
        return sorted(row["notification_id"] for row in found)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """As the library has it, without its ten tries: who follows the log tries again with patience."""
        plain = unwrap(PostgresApplicationRecorder.select_notifications)
        found: Sequence[Notification] = plain(self, start, limit, stop, topics, inclusive_of_start=inclusive_of_start)
        return found

    def max_notification_id(self) -> int | None:
        """The position of the last event."""
        rows = self._select(_LAST, ())
        return rows[0][0] if rows else None

    def match_rows(self, match_id: str, after: int) -> list[tuple[int, int, str, bytes, bytes, bytes]]:
        """See `EngineReads`."""
        return self._select_of(
            match_id,
            "SELECT notification_id, originator_version, topic, state, salt, leaf FROM {stored_events} "
            "WHERE originator_id=%s AND originator_version>%s ORDER BY originator_version",
            after,
        )

    def log_rows(self, after: int, limit: int) -> list[LogRow]:
        """See `EngineReads`."""
        rows = self._select(
            "SELECT notification_id, originator_id, originator_version, topic, state, salt, leaf FROM {stored_events} "
            "WHERE notification_id>%s ORDER BY notification_id LIMIT %s",
            (after, limit),
        )
        return [LogRow(*row) for row in rows]

    def log_heads(self, after: int, limit: int) -> list[LogHead]:
        """See `EngineReads`."""
        rows = self._select(
            "SELECT notification_id, originator_id, originator_version, leaf FROM {stored_events} "
            "WHERE notification_id>%s ORDER BY notification_id LIMIT %s",
            (after, limit),
        )
        return [LogHead(*row) for row in rows]

    def leaves(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """See `EngineReads`."""
        return self._select(
            "SELECT notification_id, leaf FROM {stored_events} "
            "WHERE notification_id>%s ORDER BY notification_id LIMIT %s",
            (after, limit),
        )

    def newest_checkpoint(self) -> str | None:
        """See `EngineReads`."""
        rows = self._select("SELECT note FROM {checkpoints} ORDER BY size DESC LIMIT 1", ())
        return str(rows[0][0]) if rows else None

    def keep_checkpoint(self, size: int, note: str) -> None:
        """See `EngineReads`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("SET LOCAL synchronous_commit = off")
            cursor.execute(
                self._sql(
                    "INSERT INTO {checkpoints} (size, note) VALUES (%s,%s) "
                    "ON CONFLICT (size) DO UPDATE SET note = EXCLUDED.note"
                ),
                (size, note),
            )

    def matches(self, after: int, limit: int) -> list[tuple[int, str]]:
        """See `EngineReads`."""
        return self._select(
            "SELECT notification_id, originator_id FROM {stored_events} "
            "WHERE originator_version=1 AND notification_id>%s ORDER BY notification_id LIMIT %s",
            (after, limit),
        )

    def without_opening(self) -> list[str]:
        """See `EngineReads`."""
        rows = self._select(
            "SELECT originator_id FROM {stored_events} GROUP BY originator_id HAVING min(originator_version) <> 1", ()
        )
        return [match_id for (match_id,) in rows]

    def seats(self, match_id: str) -> dict[str, Viewer]:
        """See `EngineReads`."""
        rows = self._select_of(match_id, "SELECT token_hash, seat FROM {match_seats} WHERE match_id=%s")
        return {token_hash: Viewer(seat) for token_hash, seat in rows}

    def seed(self, match_id: str, commitment: str) -> bytes | None:
        """See `EngineReads`."""
        rows = self._select_of(
            match_id, "SELECT seed FROM {match_seeds} WHERE match_id=%s AND commitment=%s", commitment
        )
        return bytes(rows[0][0]) if rows else None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> PostgresLogSubscription:
        """Notifications after a position, without end: first what is there, then what this or another process adds."""
        with self._listener_lock:
            if self._listener is None:
                self._listener = _Listener(self)
        return PostgresLogSubscription(self, gt=gt, topics=topics)

    def wake(self) -> None:
        """Let every subscription look at the log now."""
        for subscription in tuple(self._subscriptions):
            subscription.wake()

    def end_subscriptions(self) -> None:
        """End every subscription and wait until none uses the store any more."""
        for subscription in tuple(self._subscriptions):
            subscription.stop()
            subscription.join()
        with self._listener_lock:
            listener, self._listener = self._listener, None
        if listener is not None:
            listener.end()

    def _sql(self, statement: str, **names: Identifier) -> Composed:
        tables = {table: Identifier(self.datastore.schema, table) for table in TABLES}
        return SQL(statement).format(**tables, **names)

    def _select(self, statement: str, params: tuple[Any, ...]) -> list[Any]:
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(self._sql(statement), params).fetchall()

    def _select_of(self, match_id: str, statement: str, *params: Any) -> list[Any]:
        if "\0" in match_id:
            return []  # no text of PostgreSQL has one, so it is the id of no match
        return self._select(statement, (match_id, *params))


_CREATE = (
    "CREATE TABLE {stored_events} ("
    "notification_id bigserial PRIMARY KEY, "
    "originator_id text NOT NULL, "
    "originator_version bigint NOT NULL, "
    "topic text NOT NULL, "
    "state bytea NOT NULL, "
    "salt bytea NOT NULL, "
    "leaf bytea NOT NULL, "
    "UNIQUE (originator_id, originator_version))",
    "CREATE INDEX stored_events_openings ON {stored_events} (notification_id) WHERE originator_version = 1",
)

_INSERT = (
    "WITH seats AS (INSERT INTO {match_seats} (match_id, token_hash, seat) "
    "SELECT %(match)s, * FROM unnest(%(hashes)s::text[], %(seats)s::text[])), "
    "seeds AS (INSERT INTO {match_seeds} (match_id, commitment, seed) "
    "SELECT %(match)s, * FROM unnest(%(commitments)s::text[], %(seeds)b::bytea[])) "
    "INSERT INTO {stored_events} (originator_id, originator_version, topic, state, salt, leaf) "
    "SELECT id, version, topic, state, salt, leaf "
    "FROM unnest(%(ids)s::text[], %(versions)s::bigint[], %(topics)s::text[], %(states)b::bytea[], "
    "%(salts)b::bytea[], %(leaves)b::bytea[]) "
    "WITH ORDINALITY AS event (id, version, topic, state, salt, leaf, number) ORDER BY number "
    "RETURNING notification_id"
)

_COPY = (
    "COPY {stored_events} (originator_id, originator_version, topic, state, salt, leaf) FROM STDIN (FORMAT BINARY)",
    "COPY {match_seats} (match_id, token_hash, seat) FROM STDIN (FORMAT BINARY)",
    "COPY {match_seeds} (match_id, commitment, seed) FROM STDIN (FORMAT BINARY)",
)
_COPIED = (
    ("text", "int8", "text", "bytea", "bytea", "bytea"),
    ("text", "text", "text"),
    ("text", "text", "bytea"),
)
"""The types of the columns of each."""

_LAST = "SELECT max(notification_id) FROM {stored_events}"


def _sealed(event: StoredEvent) -> tuple[bytes, bytes]:
    """A new salt for an event, and the leaf that it gives."""
    salt = secrets.token_bytes(SALT_BYTES)
    return salt, leaf_of(_text(event.originator_id), event.originator_version, event.topic, salt, event.state)


def _text(originator_id: UUID | str) -> str:
    return originator_id.hex if isinstance(originator_id, UUID) else originator_id


class PostgresLogSubscription(ListenNotifySubscription[PostgresLog]):
    """Follows the log. While the server cannot be reached it waits, and then goes on where it was."""

    def __init__(self, recorder: PostgresLog, gt: int | None = None, topics: Sequence[str] = ()) -> None:
        self._closing = Flag()
        super().__init__(recorder, gt=gt, topics=topics)
        recorder._subscriptions.add(self)
        if self._closing.is_set():
            recorder._subscriptions.discard(self)

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
        if self._pull_thread is not current_thread():
            self._pull_thread.join()

    def _pull(self) -> None:
        wait, longest = BACK_OFF
        while not self._has_been_stopped:
            try:
                super()._pull()
            except (OperationalError, InterfaceError):
                self._closing.wait(wait)
                wait = min(2 * wait, longest)
            else:
                return


class _Listener:
    """The one connection of a process on which the server calls that something was recorded."""

    def __init__(self, log: PostgresLog) -> None:
        self._log = log
        self._ending = Flag()
        self._thread = Thread(target=self._run, name="postgres-log-listen", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """End it, and wait until its connection is closed."""
        self._ending.set()
        self._thread.join()

    def _run(self) -> None:
        wait, longest = BACK_OFF
        while not self._ending.is_set():
            began = monotonic()
            with suppress(psycopg.Error, StoreUnavailable):
                self._listen()
            if monotonic() - began > longest:
                wait = BACK_OFF[0]
            self._log.wake()
            self._ending.wait(wait)
            wait = min(2 * wait, longest)

    def _listen(self) -> None:
        with _connect(self._log.datastore.store) as connection:
            listens, looked = False, 0.0
            while not self._ending.is_set():
                # At first as well: a commit may lie between the first look of a subscription and this connection.
                if monotonic() - looked >= WAKE_EVERY:
                    looked = monotonic()
                    listens = listens or self._has_begun(connection)
                    self._log.wake()
                for _ in connection.notifies(timeout=LISTEN_SLICE, stop_after=1):
                    self._log.wake()

    def _has_begun(self, connection: Connection[DictRow]) -> bool:
        """Begin to listen, where the server takes it: a standby does not until it is made the primary."""
        row = connection.execute("SELECT pg_is_in_recovery() AS standby").fetchone()
        if row is None or row["standby"]:
            return False
        connection.execute(SQL("LISTEN {}").format(Identifier(self._log.channel_name)))
        return True


class Factory(PostgresFactory):
    """Makes the infrastructure of the PostgreSQL engine."""

    def __init__(self, env: Environment) -> None:
        super(BasePostgresFactory, self).__init__(env)  # the library would have the parts of the URL one by one
        self.datastore = Datastore(self.env[STORE_URL])

    def application_recorder(self) -> PostgresLog:
        """The log of the store, whose tables are there."""
        assert isinstance(self.datastore, Datastore)
        log = PostgresLog(self.datastore)
        log.create_table()
        return log
