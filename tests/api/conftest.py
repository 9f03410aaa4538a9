"""A server of the toy game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.match.recorder import Recorder
from tests.api.serving import TOYS, Server, serving, toy_shelf


@pytest.fixture
def store(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/matches.db"


@pytest.fixture
def server(store: str, tmp_path: Path) -> Iterator[Server]:
    with Recorder(store, TOYS) as recorder, serving(recorder, toy_shelf(tmp_path)) as server:
        yield server
