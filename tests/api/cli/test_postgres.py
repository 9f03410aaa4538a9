"""The command line on a store in PostgreSQL."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import Server

Run = Callable[..., Any]


@pytest.fixture
def store(postgres_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return postgres_server.new_store()


def test_a_match_is_simulated_shown_exported_and_verified(run: Run, store: str, tmp_path: Path) -> None:
    said = run("simulate", "--game", "tooor", "--matches", "2", "--seed", "7", "--store", store, "--json")
    match_id = json.loads(said.stdout)["matchIds"][0]
    assert match_id in run("match", "list", "--store", store).stdout
    assert "final:" in run("match", "show", match_id, "--store", store).stdout
    archive = tmp_path / "match.jsonl"
    assert run("export", match_id, "--store", store, "-o", str(archive)).exit_code == 0
    verifier = run("key", "show", "--store", store).stdout.strip()
    assert run("verify", str(archive), "--key", verifier).exit_code == 0
    (key,) = (tmp_path / "data" / "touchline").iterdir()
    refused = run("export", match_id, "--store", store, "--force", "-o", str(key))
    assert (refused.exit_code, "belongs to the store" in refused.stderr) == (2, True)
    assert run("import", str(archive), "--store", "sqlite:///other.db").exit_code == 0


def test_a_look_at_an_empty_database_makes_no_store(run: Run, store: str) -> None:
    for _ in range(2):
        result = run("match", "list", "--store", store)
        assert (result.exit_code, "there is no store in this database yet" in result.stderr) == (4, True)


def test_a_server_that_is_not_there_is_told_in_one_line(run: Run) -> None:
    result = run("match", "list", "--store", "postgresql://u:s3cret@127.0.0.1:1/db")
    assert result.exit_code == 4
    assert "cannot be reached" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert "s3cret" not in result.stderr
