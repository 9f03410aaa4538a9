"""A store with the toy game in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.match import editions
from domain.match.chance import Mode
from domain.match.editions import Edition
from domain.match.recorder import Opened, Recorder
from domain.match.registry import Games
from domain.match.sides import BySide
from tests.toy import TOY, TOY_EDITION, ToyEdition

GAMES = Games([TOY])
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
