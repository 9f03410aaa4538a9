"""Processes that help this one: they never outlive it, and Ctrl-C is for it alone to answer."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import connection, parent_process
from threading import Thread


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C comes after this. It never reaches a process that is begun here: the first process ends the others."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Let this process end when the one that began it does, however that ends."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
