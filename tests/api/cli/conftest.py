"""A store with simulated matches, and ways to run the command line: in this process, and as one of its own."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from api.cli.main import app
from api.simulation import Plan, Played, simulate
from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.editions import Shelf

Run = Callable[..., Any]
SEED = 21


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Sequence[Played]]:
    """The file of a store with three matches, and what they came to."""
    file = tmp_path_factory.mktemp("played") / "store.db"
    edition = Shelf({game.id: game.edition_model for game in GAMES}).get("tooor/oracle-1")
    plan = Plan("tooor", edition, Mode.DEALT, {}, SEED)
    return file, list(simulate(f"sqlite:///{file}", [plan], matches=3))


@pytest.fixture
def store(played: tuple[Path, Sequence[Played]], tmp_path: Path) -> str:
    """A copy of that store, to do with as one likes."""
    shutil.copy(played[0], tmp_path / "store.db")
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture
def match_id(played: tuple[Path, Sequence[Played]]) -> str:
    """The first match of the store."""
    return played[1][0].match_id


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for setting in ("TOUCHLINE_STORE", "TOUCHLINE_EDITIONS", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(setting, raising=False)
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 200)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _heeded_ctrl_c() -> Iterator[None]:
    """Under nohup and in background jobs SIGINT is ignored, which every process that a test starts would inherit."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def run() -> Run:
    """Runs a command in this process."""

    def run(*arguments: str, input: str | bytes | None = None) -> Any:
        result: Any = CliRunner().invoke(app, arguments, input=input)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def archive(run: Run, store: str, match_id: str, tmp_path: Path) -> Path:
    """The archive of the first match of the store."""
    path = tmp_path / "match.jsonl"
    assert run("export", match_id, "--store", store, "-o", str(path)).exit_code == 0
    return path


def command(*arguments: str) -> list[str]:
    """The command line as a process of its own."""
    return [sys.executable, "-m", "api.cli.main", *arguments]


def environment() -> dict[str, str]:
    """The environment of such a process."""
    size = ("COLUMNS", "LINES")
    path = [str(Path(__file__).parents[3]), *filter(None, [os.environ.get("PYTHONPATH")])]
    kept = {name: value for name, value in os.environ.items() if name not in size}
    return {**kept, "PYTHONPATH": os.pathsep.join(path), "TERM": "xterm-256color"}


def piped(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a process whose output goes into a pipe."""
    return subprocess.run(
        command(*arguments), env=environment(), capture_output=True, text=True, timeout=60, check=False
    )


def redirected(where: str, *arguments: str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a process whose streams a shell has sent somewhere."""
    line = ["sh", "-c", f'exec "$@" {where}', "sh", *command(*arguments)]
    return subprocess.run(line, env={**environment(), **settings}, capture_output=True, timeout=60, check=False)
