"""Recording on PostgreSQL: from one process and from three, each over matches of its own."""

import multiprocessing
import time
from collections.abc import Iterator
from multiprocessing.synchronize import Barrier
from statistics import median

from domain.games import GAMES
from domain.match.answers import Accepted
from domain.match.chance import Mode
from domain.match.recorder import Opened, Recorder
from domain.match.sides import BySide, Viewer
from tests import postgres
from tests.benchmarks.harness import Figure
from tests.random_matches import SHELF, RandomMatch

MATCHES = 4
"""Matches that each process records."""

PROCESSES = 3
ROUNDS = 3


def figures() -> Iterator[Figure]:
    """Events a second of three processes against one."""
    with postgres.server() as server:
        pairs = [(_rate(server.new_store(), PROCESSES), _rate(server.new_store(), 1)) for _ in range(ROUNDS)]
    yield Figure(
        name=f"events recorded on PostgreSQL from {PROCESSES} processes",
        unit="events",
        floor_name="from one process",
        ours=median(ours for ours, _ in pairs),
        floor=median(floor for _, floor in pairs),
        ratio=median(ours / floor for ours, floor in pairs),
    )


def _rate(store: str, processes: int) -> float:
    """Events a second of several processes that begin at once."""
    with Recorder(store, GAMES):  # makes the tables
        pass
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(processes + 1)
    started = [context.Process(target=_record, args=(store, number, barrier)) for number in range(processes)]
    for process in started:
        process.start()
    barrier.wait()
    begun = time.perf_counter()
    for process in started:
        process.join()
        assert process.exitcode == 0
    seconds = time.perf_counter() - begun
    with Recorder(store, GAMES) as recorder:
        return recorder.position() / seconds


def _record(store: str, process: int, barrier: Barrier) -> None:
    edition = SHELF.get("tooor/oracle-1")
    plans = [
        RandomMatch(GAMES.current("tooor"), Mode.REPORTED, process * MATCHES + number) for number in range(MATCHES)
    ]
    played = [[moment.act for moment in plan.moments()] for plan in plans]
    with Recorder(store, GAMES) as recorder:
        barrier.wait()
        for plan, acts in zip(plans, played, strict=True):
            rules = plan.opened.house_rules
            opened = recorder.open_match("tooor", edition, BySide("Home Town", "Away City"), Mode.REPORTED, rules)
            assert isinstance(opened, Opened)
            for number, act in enumerate(acts):
                answer = recorder.submit(opened.match_id, opened.tokens[Viewer.REFEREE], str(number), act)
                assert isinstance(answer, Accepted), answer
