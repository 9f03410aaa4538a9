"""What may be a store, and who may read it."""

import sqlite3
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.match.recorder import Recorder
from tests.api.cli.conftest import Run

WRITING = (["simulate", "--game", "tooor", "--matches", "1"], ["serve", "--port", "0"], ["demo", "--no-wait"])
READING = (["match", "list"], ["export", "feed"])


@pytest.mark.parametrize("arguments", [*READING, *WRITING], ids=" ".join)
def test_a_database_of_something_else_is_refused_and_left_as_it_was(
    run: Run, tmp_path: Path, arguments: list[str]
) -> None:
    file = tmp_path / "club.db"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE members (name TEXT)")
    database.close()
    before = file.read_bytes()
    result = run(*arguments, "--store", "sqlite:///club.db")
    assert (result.exit_code, result.stdout) == (4, "")
    assert "club.db is not a Touchline store" in result.stderr
    assert file.read_bytes() == before


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_an_empty_file_holds_no_store_to_look_at(run: Run, tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "empty.db").touch()
    result = run(*arguments, "--store", "sqlite:///empty.db")
    assert result.exit_code == 4
    assert "empty.db is not a Touchline store: it is empty" in result.stderr
    assert (tmp_path / "empty.db").read_bytes() == b""


def test_an_empty_file_can_become_a_store(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    assert run(*WRITING[0], "--store", "sqlite:///empty.db").exit_code == 0
    assert run("match", "list", "--store", "sqlite:///empty.db").exit_code == 0


@pytest.mark.parametrize("arguments", [*READING, *WRITING], ids=" ".join)
def test_a_folder_is_no_store(run: Run, tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "folder").mkdir()
    result = run(*arguments, "--store", "sqlite:///folder")
    assert (result.exit_code, result.stdout) == (4, "")
    assert "folder is a folder; a store is a file" in result.stderr


@pytest.mark.parametrize("parameters", ["colour=red", "mode=memory", "mode=ro&cache=shared", ""])
def test_what_a_store_does_not_take_is_refused(run: Run, store: str, parameters: str) -> None:
    result = run("match", "list", "--store", f"{store}?{parameters}")
    assert result.exit_code == 4
    assert f"a store takes no {parameters!r}" in result.stderr


def test_a_store_may_be_opened_to_be_read_only(run: Run, store: str) -> None:
    assert run("match", "list", "--store", f"{store}?mode=ro").exit_code == 0


def test_its_owner_alone_may_read_a_store_and_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to("linked.db")
    for name, made in (("new.db", "new.db"), ("link.db", "linked.db")):
        with Recorder(f"sqlite:///{tmp_path / name}", GAMES):
            files = [tmp_path / f"{made}{suffix}" for suffix in ("", "-wal", "-shm")]
            assert [oct(file.stat().st_mode & 0o777) for file in files] == [oct(0o600)] * 3
