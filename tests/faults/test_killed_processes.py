"""Servers and workers that are killed at random moments: nothing is lost or doubled, and others take over."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.faults.load import SOAK, Load
from tests.faults.services import Service, Touchline, eventually, running
from tests.faults.soundness import assert_sound


def active_worker(touchline: Touchline) -> Service:
    """The worker that counts now."""
    counting = eventually(lambda: [worker for worker in touchline.workers if worker.counts], "a worker that counts")
    assert len(counting) == 1, "two workers count at once"
    return counting[0]


VICTIMS: dict[str, Callable[[Touchline], list[Service]]] = {
    "worker": lambda touchline: [active_worker(touchline)],
    "server": lambda touchline: [touchline.servers[0]],
    "both": lambda touchline: [touchline.servers[0], active_worker(touchline)],
}


def test_whoever_is_killed_under_load_nothing_is_lost_and_the_others_go_on(store: str, tmp_path: Path) -> None:
    rng = Random(f"killed {store.partition(':')[0]}")
    with (
        running(tmp_path, store, servers=1, workers=2) as touchline,
        Load(touchline) as load,
    ):
        for name, victims in VICTIMS.items():
            for _ in range(SOAK):
                load.goes_on()
                killed = victims(touchline)
                time.sleep(rng.uniform(0, 0.5))
                for service in killed:
                    service.kill()
                if name == "worker":
                    assert active_worker(touchline) not in killed, "the other takes over"
                for service in killed:
                    service.start()
        load.goes_on()
        assert load.followers.breaks
        assert_sound(touchline, load)
