"""Each engine keeps what the eventsourcing library expects of an application recorder."""

from pathlib import Path

import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteDatastore
from eventsourcing.tests import persistence as contract

from domain.match.engines import Keepsakes
from domain.match.engines.sqlite import SQLiteLog
from domain.match.sides import Viewer


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
        log = self.create_recorder()
        keepsakes = Keepsakes("m", {"hash": Viewer.HOME}, {"promised": b"seed"})
        with pytest.raises(Exception, match="NOT NULL"):
            log.insert_events([StoredEvent("m", 1, "t", None)], seals=[(b"s", b"l")], keepsakes=keepsakes)  # type: ignore[arg-type]
        assert (log.seats("m"), log.seed("m", "promised")) == ({}, None)
        log.insert_events([StoredEvent("m", 1, "t", b"{}")], keepsakes=keepsakes)
        assert (log.seats("m"), log.seed("m", "promised")) == ({"hash": Viewer.HOME}, b"seed")
