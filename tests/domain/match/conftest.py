"""A store with the toy game in it."""

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
from tests.domain.match.tables import GAMES as GAMES
from tests.domain.match.tables import KICK_OFF, Table
from tests.toy import TOY_EDITION, ToyEdition

NAMES = BySide("Reds", "Blues")


@pytest.fixture
def edition() -> Edition:
    return editions.read(ToyEdition, TOY_EDITION)


@pytest.fixture
def store(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/matches.db"


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
