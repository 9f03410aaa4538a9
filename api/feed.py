"""The feed hub: wakes whoever waits for more of a match, in this process, whichever process recorded it.

One thread follows the log of the store. A subscriber reads by version from the record, never from a queue, so it can
neither miss nor repeat an event, and a slow one holds nothing up.
"""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from api.threads import Threads
from domain.match.engines import StoreUnavailable
from domain.match.record import MatchRecord
from domain.match.recorder import LogTail, Recorder

LOG = logging.getLogger("touchline.feed")

RECHECK = 5.0
"""Seconds after which a match is looked at again though nothing was heard: a net below the notifications."""

LONGEST_PAUSE = 10.0


class Channel:
    """A match that somebody waits for. One task reads it for all of them."""

    def __init__(self, record: MatchRecord) -> None:
        self.record = record
        self.bell = asyncio.Event()
        self.listeners = 0
        self._moved = asyncio.Event()

    def refreshed(self, record: MatchRecord) -> None:
        """Take up a fresh reading, and wake those who wait."""
        self.record = record
        self._moved.set()
        self._moved = asyncio.Event()

    async def beyond(self, version: int) -> MatchRecord:
        """The record once it has an event after a version, or is damaged there."""
        while self.record.version <= version and self.record.damage is None:
            await self._moved.wait()
        return self.record


class FeedHub:
    """Follows the log of a store from start to stop, and lends a channel to whoever waits for a match."""

    def __init__(self, recorder: Recorder, threads: Threads, recheck: float = RECHECK) -> None:
        self._recorder = recorder
        self._threads = threads
        self._recheck = recheck
        self._channels: dict[str, Channel] = {}
        self._readers: dict[str, asyncio.Task[None]] = {}
        self._stopping = threading.Event()
        self._tail: LogTail | None = None
        self._thread: threading.Thread | None = None
        self.following = False
        """Whether the log is being followed now. Where it is not, feeds go on by looking again from time to time."""

    def start(self) -> None:
        """Begin to follow the log. Called in the event loop that the subscribers run in."""
        self._stopping.clear()
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._follow, args=(loop,), name="feed", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """End following the log, and every channel."""
        self._stopping.set()
        if self._tail is not None:
            self._tail.stop()
        if self._thread is not None:
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
        for reader in tuple(self._readers.values()):
            reader.cancel()

    @asynccontextmanager
    async def channel(self, match_id: str) -> AsyncIterator[Channel]:
        """The channel of a match while it is needed. Raises UnknownMatch and StoreUnavailable."""
        channel = self._channels.get(match_id)
        if channel is None:
            record = await self._threads.run(self._recorder.match, match_id)
            channel = self._channels.setdefault(match_id, Channel(record))
        channel.listeners += 1
        if match_id not in self._readers:
            channel.bell.set()  # what came between the first reading and now
            self._readers[match_id] = asyncio.create_task(self._read(match_id, channel))
        try:
            yield channel
        finally:
            channel.listeners -= 1
            if channel.listeners == 0:
                self._channels.pop(match_id, None)
                if (reader := self._readers.pop(match_id, None)) is not None:
                    reader.cancel()

    async def _read(self, match_id: str, channel: Channel) -> None:
        while True:
            try:
                async with asyncio.timeout(self._recheck):
                    await channel.bell.wait()
            except TimeoutError:
                pass
            channel.bell.clear()
            try:
                channel.refreshed(await self._threads.run(self._recorder.match, match_id))
            except StoreUnavailable as error:
                LOG.warning("match %s cannot be read now: %s", match_id, error)
            except Exception:
                LOG.exception("match %s cannot be read; its feed tries again", match_id)

    def _follow(self, loop: asyncio.AbstractEventLoop) -> None:
        pause, position = 0.1, None
        while not self._stopping.is_set():
            try:
                position = self._recorder.position() if position is None else position
                with self._recorder.follow(position) as tail:
                    self._tail = tail
                    self.following = True
                    loop.call_soon_threadsafe(self._ring_all)
                    for entry in () if self._stopping.is_set() else tail:
                        position, pause = entry.position, 0.1
                        if entry.match_id in self._channels:
                            loop.call_soon_threadsafe(self._ring, entry.match_id)
            except Exception as error:
                if self._stopping.is_set() or loop.is_closed():
                    break
                unknown = not isinstance(error, StoreUnavailable)
                LOG.warning("following the log stopped (%s); it goes on in %s s", error, pause, exc_info=unknown)
            self.following = False
            self._stopping.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
        self.following = False

    def _ring(self, match_id: str) -> None:
        if (channel := self._channels.get(match_id)) is not None:
            channel.bell.set()

    def _ring_all(self) -> None:
        for channel in self._channels.values():
            channel.bell.set()
