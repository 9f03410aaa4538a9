"""Stores of every release open with this one, and keep what they hold."""

import importlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

import msgspec
import psycopg
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from domain.match.answers import Accepted
from domain.match.chance import Mode
from domain.match.engines import ENGINES as MODULES
from domain.match.engines import StoreUnavailable
from domain.match.engines.migrations import SCHEMA
from domain.match.recorder import Opened, Recorder
from domain.match.sides import Side, Viewer
from tests.domain.match.conftest import opened
from tests.domain.match.tables import GAMES
from tests.toy import HideCorner

ENGINES = ("sqlite", "postgresql")

FIRST_RELEASE = {
    "sqlite": (
        "CREATE TABLE IF NOT EXISTS stored_events (rowid INTEGER PRIMARY KEY AUTOINCREMENT, "
        "originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL, "
        "salt BLOB NOT NULL, leaf BLOB NOT NULL, UNIQUE (originator_id, originator_version))",
        "CREATE INDEX IF NOT EXISTS stored_events_openings ON stored_events (rowid) WHERE originator_version = 1",
        "CREATE TABLE IF NOT EXISTS match_seats (match_id TEXT NOT NULL, token_hash TEXT NOT NULL, "
        "seat TEXT NOT NULL, PRIMARY KEY (match_id, token_hash)) WITHOUT ROWID",
        "CREATE TABLE IF NOT EXISTS match_seeds (match_id TEXT NOT NULL, commitment TEXT NOT NULL, "
        "seed BLOB NOT NULL, PRIMARY KEY (match_id, commitment)) WITHOUT ROWID",
        "CREATE TABLE IF NOT EXISTS checkpoints (size INTEGER PRIMARY KEY, note TEXT NOT NULL)",
    ),
    "postgresql": (
        "CREATE TABLE stored_events (notification_id bigserial PRIMARY KEY, originator_id text NOT NULL, "
        "originator_version bigint NOT NULL, topic text NOT NULL, state bytea NOT NULL, salt bytea NOT NULL, "
        "leaf bytea NOT NULL, UNIQUE (originator_id, originator_version))",
        "CREATE INDEX stored_events_openings ON stored_events (notification_id) WHERE originator_version = 1",
        "CREATE TABLE match_seats (match_id text NOT NULL, token_hash text NOT NULL, seat text NOT NULL, "
        "PRIMARY KEY (match_id, token_hash))",
        "CREATE TABLE match_seeds (match_id text NOT NULL, commitment text NOT NULL, seed bytea NOT NULL, "
        "PRIMARY KEY (match_id, commitment))",
        "CREATE TABLE checkpoints (size bigint PRIMARY KEY, note text NOT NULL)",
    ),
}
"""What the first release executed to make a store."""

WITH_OURS = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}

KEPT = ("stored_events", "match_seats", "match_seeds", "checkpoints")

NEXT = '''
"""Seats know when they were given."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("match_seats", sa.Column("note", sa.Text, nullable=False, server_default="new"))
    op.create_table("half", sa.Column("id", sa.Integer, primary_key=True))
'''


def asked(store: str, *statements: str) -> list[Any]:
    """The rows that the last of some statements brings, in the database of a store and behind the recorder's back."""
    if store.startswith("sqlite"):
        with closing(sqlite3.connect(store.removeprefix("sqlite:///").partition("?")[0])) as database, database:
            return [database.execute(statement).fetchall() for statement in statements][-1]
    with psycopg.connect(store) as connection:
        cursors = [connection.execute(statement.encode()) for statement in statements]
        return cursors[-1].fetchall() if cursors[-1].description else []


def revision(store: str) -> list[Any]:
    return asked(store, f"SELECT version_num FROM {SCHEMA.table}")


def looks(store: str) -> list[tuple[Any, ...]]:
    """How the tables of a store look."""
    if store.startswith("sqlite"):
        found = asked(store, "SELECT type, name, sql FROM sqlite_master ORDER BY name")
        return [(kind, name, sql and sql.replace("IF NOT EXISTS ", "")) for kind, name, sql in found]
    return asked(
        store,
        "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns "
        "WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position",
    )


@pytest.fixture
def another(store: str, request: pytest.FixtureRequest) -> str:
    """Another store on the same engine."""
    if store.startswith("sqlite"):
        return store.replace("matches.db", "another.db")
    return str(request.getfixturevalue("postgres_server").new_store())


@pytest.fixture
def played(store: str, edition: Any) -> tuple[str, Opened]:
    """A store of the first release in which a dealt match is going on, and what its sides were given."""
    with Recorder(store, GAMES) as recorder:
        match = opened(recorder, edition, Mode.DEALT)
        play(recorder, match, 1)
        recorder.notary.checkpoint()
    kind = store.partition(":")[0]
    kept = {table: asked(store, f"SELECT * FROM {table}") for table in KEPT}
    asked(store, *(f"DROP TABLE {table}" for table in (*KEPT, SCHEMA.table)))
    asked(store, *FIRST_RELEASE[kind])
    for table, rows in kept.items():
        fill(store, table, rows)
    return store, match


def fill(store: str, table: str, rows: list[Any]) -> None:
    if store.startswith("sqlite"):
        with closing(sqlite3.connect(store.removeprefix("sqlite:///"))) as database, database:
            for row in rows:
                database.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
        return
    with psycopg.connect(store) as connection:
        for row in rows:
            connection.execute(f"INSERT INTO {table} VALUES ({','.join(['%s'] * len(row))})".encode(), row)
        if table == "stored_events":
            connection.execute(
                b"SELECT setval('stored_events_notification_id_seq', max(notification_id)) FROM stored_events"
            )


def play(recorder: Recorder, match: Opened, round_number: int) -> None:
    """Both sides hide their corners, and the coin is dealt."""
    for side in (Side.HOME, Side.AWAY):
        act = HideCorner(side=side, corner=1 if side is Side.HOME else 2)
        answer = recorder.submit(match.match_id, match.tokens[Viewer(side)], f"{round_number} {side}", act)
        assert isinstance(answer, Accepted), answer


@contextmanager
def newer_release(store: str, folder: Path, migration: str = NEXT) -> Iterator[None]:
    """A release that has one migration more."""
    shutil.copytree(SCHEMA.folder, folder)
    (folder / "versions" / "0002_seats.py").write_text(migration)
    module = importlib.import_module(f"domain.match.engines.{MODULES[store.partition(':')[0]]}")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "SCHEMA", msgspec.structs.replace(SCHEMA, head="0002", folder=folder))
        yield


def open_at_once(store: str) -> None:
    """Open a store with several recorders at the same moment."""
    ready = Barrier(4)

    def open_one(_: int) -> None:
        ready.wait()
        Recorder(store, GAMES).close()

    with ThreadPoolExecutor(4) as threads:
        for _ in threads.map(open_one, range(4)):
            pass


def read_only(store: str) -> str:
    """The URL by which a store is only read."""
    if store.startswith("sqlite"):
        return f"{store}?mode=ro"
    return store.replace("&options=", "&options=-cdefault_transaction_read_only%3Don%20")


def test_the_newest_revision_is_that_of_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(SCHEMA.folder))
    assert ScriptDirectory.from_config(config).get_current_head() == SCHEMA.head


@pytest.mark.parametrize("times", ["first", "again"])
def test_a_store_is_opened_without_loading_what_migrates(tmp_path: Path, times: str) -> None:
    program = (
        "import sys; from domain.match.recorder import Recorder; from domain.match.registry import Games; "
        "Recorder('sqlite:///s.db', Games([])).close(); "
        "assert not {'alembic', 'sqlalchemy'} & set(sys.modules), 'loaded'"
    )
    for _ in range(1 if times == "first" else 2):
        subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=WITH_OURS, check=True)


class TestAdopting:
    """A store from before there were revisions becomes one that has one, and loses nothing."""

    ENGINES = ENGINES

    def test_an_old_store_keeps_its_tokens_and_deals_on(self, played: tuple[str, Opened]) -> None:
        store, match = played
        before = [asked(store, f"SELECT * FROM {table} ORDER BY 1, 2") for table in KEPT]
        with Recorder(store, GAMES) as recorder:
            assert revision(store) == [("0001",)]
            assert [asked(store, f"SELECT * FROM {table} ORDER BY 1, 2") for table in KEPT] == before
            for seat, token in match.tokens.items():
                assert recorder.holder(match.match_id, token).viewer is seat
            play(recorder, match, 2)
            assert recorder.match(match.match_id).result.over
            assert recorder.notary.checkpoint().checkpoint.size > 0

    def test_an_old_store_looks_like_a_new_one(self, played: tuple[str, Opened], another: str) -> None:
        for store in (played[0], another):
            Recorder(store, GAMES).close()
        assert looks(played[0]) == looks(another)

    def test_an_old_store_that_may_only_be_read_is_read(self, played: tuple[str, Opened]) -> None:
        store, match = played
        with Recorder(read_only(store), GAMES) as recorder:
            assert recorder.match(match.match_id).version > 1
        assert not any(SCHEMA.table in row for row in looks(store))

    def test_those_who_open_an_old_store_at_once_all_succeed(self, played: tuple[str, Opened]) -> None:
        open_at_once(played[0])
        assert revision(played[0]) == [("0001",)]

    def test_those_who_make_a_store_at_once_all_succeed(self, store: str) -> None:
        open_at_once(store)
        assert revision(store) == [("0001",)]


class TestUpgrading:
    """A store of an older revision is brought to the newest one when it is opened."""

    ENGINES = ENGINES

    def test_an_old_store_is_upgraded_and_deals_on(self, played: tuple[str, Opened], tmp_path: Path) -> None:
        store, match = played
        with newer_release(store, tmp_path / "100% newer"):
            with Recorder(store, GAMES) as recorder:
                play(recorder, match, 2)
                assert recorder.match(match.match_id).result.over
            assert revision(store) == [("0002",)]
            Recorder(store, GAMES).close()
        assert set(asked(store, "SELECT note FROM match_seats")) == {("new",)}

    def test_a_new_store_has_the_newest_revision_at_once(self, store: str, tmp_path: Path) -> None:
        with newer_release(store, tmp_path / "newer"):
            Recorder(store, GAMES).close()
            assert revision(store) == [("0002",)]

    def test_those_who_open_a_store_of_an_older_revision_at_once_all_succeed(
        self, played: tuple[str, Opened], tmp_path: Path
    ) -> None:
        with newer_release(played[0], tmp_path / "newer"):
            open_at_once(played[0])
            assert revision(played[0]) == [("0002",)]

    def test_a_migration_that_fails_leaves_the_store_as_it_was(
        self, played: tuple[str, Opened], tmp_path: Path
    ) -> None:
        store, match = played
        Recorder(store, GAMES).close()
        before = looks(store)
        failing = f"{NEXT}    op.execute('INSERT INTO nowhere VALUES (1)')\n"
        with (
            newer_release(store, tmp_path / "newer", failing),
            pytest.raises(StoreUnavailable, match=r"the store failed: .*nowhere"),
        ):
            Recorder(store, GAMES)
        assert (revision(store), looks(store)) == ([("0001",)], before)
        with Recorder(store, GAMES) as recorder:
            play(recorder, match, 2)

    def test_a_store_of_a_newer_revision_is_refused_and_left_alone(self, store: str, tmp_path: Path) -> None:
        with newer_release(store, tmp_path / "newer"):
            Recorder(store, GAMES).close()
        before = looks(store)
        for url in (store, read_only(store)):
            with pytest.raises(StoreUnavailable, match="a newer Touchline has made the store: of revision 0002"):
                Recorder(url, GAMES)
        assert looks(store) == before

    @pytest.mark.parametrize("is_stamped", [True, False], ids=["stamped", "not-stamped"])
    def test_a_store_that_may_only_be_read_says_that_it_needs_a_migration(
        self, played: tuple[str, Opened], tmp_path: Path, is_stamped: bool
    ) -> None:
        store, _ = played
        if is_stamped:
            Recorder(store, GAMES).close()
        with newer_release(store, tmp_path / "newer"):
            with pytest.raises(StoreUnavailable, match="made by an older Touchline; somebody who may write it"):
                Recorder(read_only(store), GAMES)
            Recorder(store, GAMES).close()
            Recorder(read_only(store), GAMES).close()


class TestAlone:
    """What SQLite alone has."""

    def test_a_store_in_memory_is_upgraded_too(self, tmp_path: Path, edition: Any) -> None:
        store = "sqlite:///:memory:"
        with newer_release(store, tmp_path / "newer"), Recorder(store, GAMES) as recorder:
            match = opened(recorder, edition, Mode.DEALT)
            play(recorder, match, 1)
