"""Each engine keeps what the eventsourcing library expects of an application recorder."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteDatastore
from eventsourcing.tests import persistence as contract

from domain.match.engines import Keepsakes
from domain.match.engines.postgres import Datastore, PostgresLog
from domain.match.engines.sqlite import SQLiteLog
from domain.match.sides import Viewer
from tests import postgres


class TestSQLite(contract.ApplicationRecorderTestCase):
    """The SQLite engine."""

    @pytest.fixture(autouse=True)
    def _database(self, tmp_path: Path) -> None:
        self._path = str(tmp_path / "contract.db")

    def create_recorder(self) -> SQLiteLog:
        log = SQLiteLog(SQLiteDatastore(self._path))
        log.create_table()
        return log

    def test_what_is_kept_beside_a_match_is_there_with_its_first_event_or_not_at_all(self) -> None:
        keeps_all_or_nothing(self.create_recorder())


class _OnPostgres:
    """Recorders on a schema of their own."""

    @pytest.fixture(autouse=True)
    def _store(self, postgres_server: postgres.Server) -> Any:
        self._url = postgres_server.new_store()
        self._logs: list[PostgresLog] = []
        yield
        for log in self._logs:
            log.end_subscriptions()
            log.datastore.close()

    def create_recorder(self) -> PostgresLog:
        log = PostgresLog(Datastore(self._url))
        log.create_table()
        self._logs.append(log)
        return log

    def new_originator_id(self) -> str:
        return str(uuid4())


class TestPostgres(_OnPostgres, contract.ApplicationRecorderTestCase):
    """The PostgreSQL engine."""

    def test_subscribe(self) -> None:
        self.optional_test_insert_subscribe()

    def test_what_is_kept_beside_a_match_is_there_with_its_first_event_or_not_at_all(self) -> None:
        keeps_all_or_nothing(self.create_recorder())


class TestPostgresPositions(_OnPostgres, contract.NonInterleavingNotificationIDsBaseCase):
    """The positions of a commit lie together, and are in the order of the commits."""


def keeps_all_or_nothing(log: Any) -> None:
    keepsakes = Keepsakes("m", {"hash": Viewer.HOME}, {"promised": b"seed"})
    with pytest.raises(Exception, match=r"NOT NULL|not-null"):
        log.insert_events([StoredEvent("m", 1, "t", None)], seals=[(b"s", b"l")], keepsakes=keepsakes)  # type: ignore[arg-type]
    assert (log.seats("m"), log.seed("m", "promised")) == ({}, None)
    log.insert_events([StoredEvent("m", 1, "t", b"{}")], keepsakes=keepsakes)
    assert (log.seats("m"), log.seed("m", "promised")) == ({"hash": Viewer.HOME}, b"seed")
