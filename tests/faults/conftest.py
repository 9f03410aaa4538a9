"""A store on each engine."""

from pathlib import Path

import pytest

from tests import postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/matches.db"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    server: postgres.Server = request.getfixturevalue("postgres_server")
    return server.new_store()
