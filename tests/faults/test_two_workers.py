"""Two workers for the statistics of one store: one counts, and the other takes over when it is killed."""

import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from api.simulation import Plan, simulate
from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.recorder import Recorder
from projections.readside.builds import State
from projections.readside.store import ReadSide
from tests.random_matches import SHELF
from tests.served import ROOT

LIMIT = 30
TAKEN_OVER = 10


class Worker:
    """A worker, and what it has said."""

    def __init__(self, store: str) -> None:
        command = [sys.executable, "-m", "api.cli.main", "project", "--store", store]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self._said: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def says(self, pattern: str, seconds: float = LIMIT) -> str:
        """The next line in which it says something like this."""
        while True:
            line = self._said.get(timeout=seconds)
            if re.search(pattern, line):
                return line.strip()

    def end(self) -> None:
        """Kill it, if it still runs."""
        self.process.kill()
        self.process.wait()
        self._listener.join()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._said.put(line)


@contextmanager
def working(store: str) -> Iterator[tuple[Worker, Worker]]:
    """Two workers that have begun at once."""
    workers = Worker(store), Worker(store)
    try:
        yield workers
    finally:
        for worker in workers:
            worker.end()


def play(store: str, seed: int) -> None:
    """Let a match be played from beginning to end."""
    edition = SHELF.get("tooor/oracle-1")
    for _ in simulate(store, [Plan("tooor", edition, Mode.DEALT, {}, seed)], matches=1):
        pass


def test_one_worker_counts_and_the_other_takes_over_when_it_is_killed(store: str) -> None:
    play(store, 1)
    rng = Random(4)
    with working(store) as workers, Recorder(store, GAMES) as recorder, ReadSide(recorder) as read_side:
        condition = {worker: worker.says("^(counting|standing by)$") for worker in workers}
        assert sorted(condition.values()) == ["counting", "standing by"]
        first, second = sorted(workers, key=lambda worker: condition[worker])
        play(store, 2)
        threading.Event().wait(rng.uniform(0, 0.3))
        first.process.kill()
        assert second.says("^counting$", TAKEN_OVER) == "counting"
        play(store, 3)
        (statistic,) = (one for one in read_side.catalogue.values() if one.name == "side_records")
        with read_side.reading(statistic, recorder.position(), wait=LIMIT):
            pass
        begun = read_side.build_anew(*read_side.catalogue.values(), state=State.CHECKING)
        threads = threading.Event()
        for _ in range(20 * LIMIT):
            if all(build.position == recorder.position() for build in read_side.look_at(*begun)):
                break
            threads.wait(0.05)
        assert len(read_side.look_at(*begun)) == len(read_side.catalogue)
        assert read_side.differences(*begun) == []
        assert {one.set_aside for one in read_side.status()} == {0}
