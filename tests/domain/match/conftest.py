"""A store with the toy game in it.

A module runs on each engine that its `ENGINES` names, a class on those of its own; on SQLite alone where none is named.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from domain.match import editions
from domain.match.chance import Mode
from domain.match.editions import Edition
from domain.match.recorder import Opened, Recorder
from domain.match.sides import BySide
from tests import postgres
from tests.domain.match.tables import GAMES as GAMES
from tests.domain.match.tables import KICK_OFF, Table
from tests.toy import TOY_EDITION, ToyEdition

NAMES = BySide("Reds", "Blues")


@pytest.fixture
def edition() -> Edition:
    return editions.read(ToyEdition, TOY_EDITION)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    engines = getattr(metafunc.cls, "ENGINES", None) or getattr(metafunc.module, "ENGINES", None)
    if engines and "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", engines, indirect=True)


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture
def store(engine: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if engine == "sqlite":
        return f"sqlite:///{tmp_path}/matches.db"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    server: postgres.Server = request.getfixturevalue("postgres_server")
    return server.new_store()


@pytest.fixture
def recorder(store: str) -> Iterator[Recorder]:
    with Recorder(store, GAMES) as recorder:
        yield recorder


@pytest.fixture
def dealt(recorder: Recorder, edition: Edition) -> Opened:
    return opened(recorder, edition, Mode.DEALT)


@pytest.fixture
def reported(recorder: Recorder, edition: Edition) -> Opened:
    return opened(recorder, edition, Mode.REPORTED)


def opened(recorder: Recorder, edition: Edition, mode: Mode) -> Opened:
    answer = recorder.open_match("toy", edition, NAMES, mode)
    assert isinstance(answer, Opened)
    return answer


@pytest.fixture
def clock() -> list[datetime]:
    return [KICK_OFF]


@pytest.fixture
def opening(store: str, edition: Edition, clock: list[datetime]) -> Iterator[Any]:
    with Recorder(store, GAMES, clock=lambda: clock[0]) as recorder:

        def open_match(mode: Mode, **others: Any) -> Table:
            match = recorder.open_match("toy", edition, NAMES, mode, **others)
            assert isinstance(match, Opened), match
            return Table(recorder, clock, match)

        yield open_match
