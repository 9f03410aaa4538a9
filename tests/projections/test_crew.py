"""Where much is to be counted, other processes derive the rows: the same ones, and whoever of them dies."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from api.simulation import Plan, simulate
from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.recorder import Recorder
from projections.readside import runner
from projections.readside.builds import State
from projections.readside.counting import Portions
from projections.readside.store import ReadSide
from tests.random_matches import SHELF

LIMIT = 60
"""Seconds after which a wait has failed."""


@pytest.fixture
def read_side(tmp_path: Path) -> Iterator[ReadSide]:
    """The statistics of a store with matches of two games, of which nothing has been counted."""
    store = f"sqlite:///{tmp_path}/league.db"
    plans = [
        Plan(game, next(one for one in SHELF if one.game == game), Mode.DEALT, {}, 5) for game in ("tooor", "sportiv")
    ]
    for _ in simulate(store, plans, matches=4):
        pass
    with Recorder(store, GAMES) as recorder, ReadSide(recorder) as read_side:
        yield read_side


def test_what_a_crew_derives_is_what_one_process_does(read_side: ReadSide, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = read_side.runner()
    while alone.pass_over():
        pass
    alone.release()
    monkeypatch.setattr(runner, "FAR", 1)
    begun = read_side.build_anew(*read_side.catalogue.values(), state=State.CHECKING)
    crewed = read_side.runner(Portions(events=1_000))
    helped = False
    while crewed.pass_over():
        helped |= bool(multiprocessing.active_children())
    crewed.release()
    assert helped
    assert multiprocessing.active_children() == []
    assert read_side.differences(*begun) == []


def test_a_crew_that_loses_a_process_is_replaced(read_side: ReadSide, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "FAR", 1)
    counting = read_side.runner(Portions(events=500))
    counting.start()
    try:
        pause = Event()
        children = multiprocessing.active_children()
        for _ in range(LIMIT * 100):
            if children:
                break
            pause.wait(0.01)
            children = multiprocessing.active_children()
        assert children
        os.kill(children[0].pid or 0, signal.SIGKILL)
        for _ in range(LIMIT * 10):
            if all(one.lag == 0 for one in read_side.status()):
                break
            pause.wait(0.1)
        assert [one.statistic for one in read_side.status() if one.lag != 0 or one.set_aside] == []
    finally:
        counting.stop()
