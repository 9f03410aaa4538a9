"""Disks that are full or fail, of the record and of the statistics. What cannot be kept is refused, and room heals."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import postgres
from tests.faults.afflicted import Ill
from tests.faults.load import Load
from tests.faults.services import Touchline, eventually, running
from tests.faults.soundness import assert_sound

FULL = """
CREATE OR REPLACE FUNCTION {schema}.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE disk_full USING MESSAGE = 'could not extend file "base/5/16384": No space left on device';
END $$;
CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON {schema}.{table} EXECUTE FUNCTION {schema}.full()"""


@contextmanager
def full_disk(touchline: Touchline, victim: str, postgres_server: Callable[[], postgres.Server]) -> Iterator[None]:
    """Within it there is no room for what a victim would write: the record, or the statistics."""
    if touchline.store.startswith("sqlite"):
        (server,) = touchline.servers
        server.ills.become(Ill(full={"record": ".db", "statistics": ".db.statistics"}[victim]))
        yield
        server.ills.become(Ill())
    else:
        schema = touchline.store.rpartition("%3D")[2]
        table = {"record": "stored_events", "statistics": "read_builds"}[victim]
        postgres_server().execute(FULL.format(schema=schema, table=table))
        yield
        postgres_server().execute(f"DROP TRIGGER no_room ON {schema}.{table}")


@pytest.fixture
def server_of_store(request: pytest.FixtureRequest) -> Callable[[], postgres.Server]:
    return lambda: request.getfixturevalue("postgres_server")


def test_a_disk_without_room_for_the_record_refuses_and_one_without_room_for_statistics_holds_up_no_match(
    store: str, tmp_path: Path, server_of_store: Callable[[], postgres.Server]
) -> None:
    with running(tmp_path, store) as touchline, Load(touchline) as load:
        (server,) = touchline.servers
        load.goes_on(2)
        with full_disk(touchline, "record", server_of_store):
            eventually(lambda: len(load.refusals) >= 5, "commands that are refused")
            assert all(refusal.endswith("full; nothing was recorded") for refusal in load.refusals)
        load.goes_on(2)
        refused = len(load.refusals)
        with full_disk(touchline, "statistics", server_of_store):
            trouble = eventually(lambda: server.health()["statistics"]["trouble"], "that the statistics fail")
            assert trouble.endswith("is full")
            assert server.health()["statistics"]["counting"] == "failing"
            load.goes_on()
            assert server.health()["statistics"]["lag"] > 0
            assert server.health()["status"] == "ok"
        assert len(load.refusals) == refused
        load.goes_on(2)
        assert_sound(touchline, load)


def test_writes_that_fail_in_a_server_are_refused_and_those_of_a_worker_hold_up_no_match(tmp_path: Path) -> None:
    with running(tmp_path, f"sqlite:///{tmp_path}/matches.db", workers=1) as touchline, Load(touchline) as load:
        (server,), (worker,) = touchline.servers, touchline.workers
        load.goes_on(2)
        with server.failing_writes():
            eventually(lambda: len(load.refusals) >= 5, "commands that are refused")
            assert set(load.refusals) == {"the disk fails; nothing was recorded"}
        load.goes_on(2)
        refused = len(load.refusals)
        with worker.failing_writes():
            eventually(lambda: any(line.startswith("failing: ") for line in worker.told), "that the statistics fail")
            load.goes_on()
            assert server.health()["statistics"]["lag"] > 0
        assert len(load.refusals) == refused
        load.goes_on(2)
        assert_sound(touchline, load)
