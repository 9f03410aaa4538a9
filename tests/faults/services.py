"""Touchline as somebody runs it: servers and workers on one store, each a process, started again where they end."""

import contextlib
import re
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

import httpx

from domain.games import GAMES
from domain.match.recorder import Recorder
from tests.faults import afflicted
from tests.served import ROOT

BOUND = 90.0
"""Seconds that anything may take on a machine that has much else to do."""

LOOK_EVERY = 0.1

WRITABLE = 4096
"""Bytes that a file can have on a disk whose writes fail."""


def eventually(happens: Callable[[], Any], what: str, seconds: float = BOUND) -> Any:
    """Wait until something is so, and return what it is. Fails after a bound, and says what did not come."""
    until = time.monotonic() + seconds
    while not (found := happens()):
        assert time.monotonic() < until, f"it did not come: {what}"
        time.sleep(LOOK_EVERY)
    return found


def limit_writes(pid: int, length: int) -> None:
    """Let a process write no file beyond a length, from now on; such writes fail, as on a disk that is broken."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (length, resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]))


class Service:
    """A process of Touchline that whoever looks after services starts again with the same words."""

    def __init__(self, folder: Path, name: str, *words: str) -> None:
        self.name = name
        self.told: list[str] = []
        """The lines that it has printed."""
        self.ills = afflicted.Ills(folder / f"{name}.ills")
        self._words = words
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the process; it may take a while until it does its work."""
        self.told.clear()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.afflicted", str(self.ills.file), *self._words],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._process = process
        self._reader = threading.Thread(target=self._listen, args=(process.stdout,), daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The id of the process that runs."""
        assert self._process is not None
        assert self._process.poll() is None, f"{self.name} has ended:\n{''.join(self.told)}"
        return self._process.pid

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._reader.join(BOUND)

    def end(self) -> None:
        """Tell it to end."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
            self._reader.join(BOUND)

    @contextlib.contextmanager
    def failing_writes(self) -> Iterator[None]:
        """Within it, whatever the process writes into a file beyond a few bytes fails."""
        limit_writes(self.pid, WRITABLE)
        try:
            yield
        finally:
            limit_writes(self.pid, resource.RLIM_INFINITY)

    def _listen(self, said: TextIO) -> None:
        with said:
            self.told.extend(said)

    @property
    def memory(self) -> int:
        """Bytes of memory that it holds."""
        held = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text())
        assert held is not None
        return int(held[1]) * 1024


class Server(Service):
    """A process that serves, and its address, which is the same after a start anew."""

    def __init__(self, folder: Path, name: str, store: str, *options: str) -> None:
        self._command = ("serve", "--store", store, *options)
        super().__init__(folder, name, *self._command, "--port", "0")
        self.address = ""

    def start(self) -> None:
        super().start()
        if self.address:
            return
        found = eventually(self._address, f"the address of {self.name}")
        self.address = found[0]
        self._words = (*self._command, "--port", found[1])

    def health(self) -> Any:
        """What /health says; nothing while the server cannot be reached."""
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.address}/health", timeout=BOUND).json()
        return {}

    def serves(self) -> bool:
        """Whether it answers, and has begun to count, or stands by, where that is for it to do."""
        statistics = self.health().get("statistics")
        return statistics is not None and statistics["counting"] != "stopped"

    def _address(self) -> Any:
        assert self.pid
        return re.search(r"http://127\.0\.0\.1:(\d+)", "".join(self.told))


class Worker(Service):
    """A process that counts statistics."""

    def __init__(self, folder: Path, name: str, store: str) -> None:
        super().__init__(folder, name, "project", "--store", store)

    @property
    def counts(self) -> bool:
        """Whether it has the turn, as far as it has told."""
        if self._process is None or self._process.poll() is not None:
            return False
        states = [line.strip() for line in self.told if line.strip() in ("counting", "standing by")]
        return bool(states) and states[-1] == "counting"


class Touchline:
    """Servers and workers on a store. Where there are workers, the servers leave counting to them."""

    def __init__(self, folder: Path, store: str, servers: int, workers: int) -> None:
        options = ("--no-project",) if workers else ()
        self.store = store
        self.servers = [Server(folder, f"server-{number}", store, *options) for number in range(servers)]
        self.workers = [Worker(folder, f"worker-{number}", store) for number in range(workers)]

    @property
    def services(self) -> Sequence[Service]:
        """All of them."""
        return (*self.servers, *self.workers)


@contextlib.contextmanager
def running(folder: Path, store: str, *, servers: int = 1, workers: int = 0) -> Iterator[Touchline]:
    """Run Touchline on a new store, and end it afterwards."""
    with Recorder(store, GAMES):
        pass  # now the store is there, and all can start at once
    touchline = Touchline(folder, store, servers, workers)
    try:
        for service in reversed(touchline.services):
            service.start()
        for server in touchline.servers:
            eventually(server.serves, f"an answer of {server.name}")
        yield touchline
    finally:
        for service in touchline.services:
            service.end()
