"""A store of toy matches on each engine, and small statistics of it that are counted step by step."""

from collections.abc import Iterator

import pytest

from domain.match.recorder import Recorder
from tests.domain.match.tables import GAMES, KICK_OFF
from tests.faults.conftest import store as store  # the fixture
from tests.projections.league import League


@pytest.fixture
def league(store: str) -> Iterator[League]:
    with Recorder(store, GAMES, clock=lambda: KICK_OFF) as recorder, League(recorder) as league:
        yield league
