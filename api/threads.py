"""Where work that would block the event loop is done: one bounded pool of threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

SIZE = 8
"""Fewer than the connections that the store's pool has, so that no thread waits for one."""


class Threads:
    """A pool of threads for calls of the recorder and for what computes long."""

    def __init__(self, size: int = SIZE) -> None:
        self._pool = ThreadPoolExecutor(size, thread_name_prefix="api")

    async def run(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function in a thread. Where the caller is cancelled, the call still ends."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: function(*args, **kwargs))

    def close(self) -> None:
        """Let the calls that run end, and take no more."""
        self._pool.shutdown(wait=True, cancel_futures=True)
