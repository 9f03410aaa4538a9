"""PostgreSQL that goes away under Touchline: it is waited for, and everything goes on by itself."""

import time
from pathlib import Path
from random import Random

import httpx
import pytest

from tests import postgres
from tests.faults.load import Load, Unavailable, ask
from tests.faults.services import BOUND, eventually, running
from tests.faults.soundness import assert_sound

STOPPED = 10.0
"""Seconds for which the server is gone."""

OURS = "FROM pg_stat_activity WHERE application_name = 'touchline'"


@pytest.fixture
def store(postgres_server: postgres.Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return postgres_server.new_store()


def test_a_postgresql_server_that_is_stopped_for_ten_seconds(
    store: str, tmp_path: Path, postgres_server: postgres.Server
) -> None:
    with running(tmp_path, store, workers=1) as touchline, Load(touchline) as load:
        load.goes_on()
        postgres_server.stop()
        try:
            began = time.monotonic()
            (server,) = touchline.servers
            health = eventually(lambda: server.health().get("reason"), "what /health says of it")
            assert "the PostgreSQL server cannot be reached" in health
            with (
                httpx.Client(base_url=server.address, timeout=BOUND) as client,
                pytest.raises(Unavailable, match="the PostgreSQL server cannot be reached"),
            ):
                ask(client, "{ matches(first: 1) { edges { cursor } } }", {})
            eventually(lambda: time.monotonic() - began >= STOPPED, "the end of the stop")
        finally:
            postgres_server.start()
        load.goes_on()
        assert_sound(touchline, load)


def test_connections_that_are_killed_again_and_again(
    store: str, tmp_path: Path, postgres_server: postgres.Server
) -> None:
    rng = Random(5)
    with running(tmp_path, store) as touchline, Load(touchline) as load:
        for _ in range(3):
            load.goes_on(2)
            time.sleep(rng.uniform(0, 0.3))
            killed = postgres_server.execute(f"SELECT pg_terminate_backend(pid) {OURS}")
            assert len(killed) > 3
        load.goes_on()
        assert_sound(touchline, load)
