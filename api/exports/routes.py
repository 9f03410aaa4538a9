"""Exports over HTTP: what there is at /export, and each table in each format under it, as a stream.

A page is read and written in a thread when the client has taken the one before it. A failure in the middle closes the
connection before the end of the body, so that no client takes a part for the whole.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from itertools import chain
from time import monotonic
from zlib import DEFLATED, MAX_WBITS, compressobj

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from api.exports.catalogue import AT_LEAST, UnknownTable, listing, table_of
from api.exports.formats import FormatMissing, UnknownFormat, format_of
from api.exports.selection import Unusable, select
from api.exports.tables import NotKept, NotYet, Reading, Rebuilt, Source, Table
from api.graphql.errors import LOG, incident
from api.graphql.router import refusal
from api.threads import Threads
from domain.match.engines import StoreUnavailable
from projections.questions import Filter
from projections.readside.store import NotReady

THREADS = 2
"""Threads that read and write exports: of their own, so that no other request waits for one."""

MOST = 32
"""Exports that are sent at a time. Between two pages each keeps some memory, but no thread and no connection."""

STALLED = 60.0
"""Seconds after which a client that takes nothing is given up."""

WAIT = 5.0
"""Seconds to wait for a position that has not been counted yet."""

LOOK_AGAIN = 0.1
"""Seconds between looks at whether it has been."""

RETRY = {"Retry-After": "5"}
"""What is said to somebody who may come back."""

LEVEL = 5
"""How hard gzip tries."""

POSITION = "Touchline-Position"
"""The header of an export that says up to which position in the log it counts."""


class Exports:
    """Exports to the clients of a server. stalled: see STALLED."""

    def __init__(self, source: Source, *, stalled: float = STALLED) -> None:
        self._source = source
        self._threads = Threads(THREADS)
        self.stalled = stalled
        self.running = 0
        """How many are being sent."""

    def router(self) -> APIRouter:
        """The routes."""
        router = APIRouter()
        router.add_api_route("/export", self._list)
        router.add_api_route("/export/{file}", self._send)
        return router

    def close(self) -> None:
        """Let the pages that are being written end, and write no more."""
        self._threads.close()

    async def _list(self) -> Response:
        return JSONResponse(listing())

    async def _send(self, request: Request, file: str) -> Response:
        """The answer to a request for a table in a format."""
        if self.running >= MOST:
            return refusal(503, "TOO_MUCH", f"{MOST} exports are being sent already; try again", **RETRY)
        try:
            return await self._begun(request, file)
        except (UnknownTable, UnknownFormat) as error:
            return refusal(404, "NOT_FOUND", str(error))
        except Unusable as error:
            return refusal(400, "BAD_ARGUMENT", str(error))
        except FormatMissing as error:
            return refusal(501, "NO_PARQUET", str(error))
        except NotKept as error:
            return refusal(503, "NO_READ_SIDE", str(error))
        except NotYet as error:
            return refusal(503, "NOT_YET", str(error), **RETRY)
        except NotReady as error:
            return refusal(503, "BUILDING" if error.building else "NOT_YET", str(error), **RETRY)
        except StoreUnavailable as error:
            return refusal(503, "STORE_UNAVAILABLE", error.reason, **RETRY)

    async def _begun(self, request: Request, file: str) -> "_Sent":
        """An export whose first part is written already, so that what is wrong with it can still be told."""
        name, _, ending = file.partition(".")
        table, format = table_of(name), format_of(ending)
        given: dict[str, list[str]] = {}
        for parameter, value in request.query_params.multi_items():
            given.setdefault(parameter, []).append(value)
        at_least = _position(given.pop(AT_LEAST, []))
        filter = select(given, table.filters)
        zipped = not format.compresses and takes_gzip(request.headers.get("accept-encoding", ""))
        reading = await self._reading(table, filter, at_least)
        parts = format.write(table, reading.batches)
        if zipped:
            parts = gzipped(parts)
        first = await self._threads.run(next, parts, b"")
        headers = {
            "Content-Disposition": f'attachment; filename="{table.name}.{format.name}"',
            "Cache-Control": "no-store",
            POSITION: str(reading.position),
            **({} if format.compresses else {"Vary": "Accept-Encoding"}),
            **({"Content-Encoding": "gzip"} if zipped else {}),
        }
        return _Sent(self, self._taken(chain([first], parts)), headers, format.media_type)

    async def _reading(self, table: Table, filter: Filter, at_least: int | None) -> Reading:
        """A table that has counted so far; no thread is kept while that is waited for."""
        until = monotonic() + WAIT
        while True:
            try:
                return await self._threads.run(table.read, self._source, filter, at_least)
            except (NotReady, NotYet):
                if at_least is None or monotonic() >= until:
                    raise
            await asyncio.sleep(LOOK_AGAIN)

    async def _taken(self, parts: Iterator[bytes]) -> AsyncIterator[bytes]:
        """The parts, each written when it is asked for."""
        while (part := await self._threads.run(next, parts, None)) is not None:
            if part:
                yield part


class _Sent(StreamingResponse):
    """An export on its way."""

    def __init__(self, exports: Exports, parts: AsyncIterator[bytes], headers: Mapping[str, str], type: str) -> None:
        super().__init__(parts, headers=headers, media_type=type)
        self._exports = exports

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it. Ends when its client leaves."""
        self._exports.running += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._exports.running -= 1

    async def stream_response(self, send: Send) -> None:
        """Send it as the client takes it. Returning without the end of the body has the server cut the connection."""

        async def patient(message: Message) -> None:
            async with asyncio.timeout(self._exports.stalled):
                await send(message)

        try:
            await super().stream_response(patient)
        except TimeoutError:
            LOG.warning("an export was given up: its client took nothing for %g seconds", self._exports.stalled)
        except (Rebuilt, NotReady, StoreUnavailable) as error:
            LOG.warning("an export was cut off: %s", error)
        except Exception as error:
            incident(error, "an export")


def gzipped(parts: Iterator[bytes]) -> Iterator[bytes]:
    """The same, compressed."""
    compressor = compressobj(LEVEL, DEFLATED, 16 + MAX_WBITS)
    for part in parts:
        yield compressor.compress(part)
    yield compressor.flush()


def takes_gzip(accepted: str) -> bool:
    """Whether a client that accepts these encodings takes gzip."""
    found = re.search(r"(?:^|[\s,])gzip\s*(?:;\s*q\s*=\s*([0-9.]+))?", accepted.lower())
    return found is not None and (found[1] is None or bool(found[1].strip("0.")))


def _position(given: Sequence[str]) -> int | None:
    if not given:
        return None
    if len(given) > 1 or not re.fullmatch(r"\d{1,18}", given[0], re.ASCII):
        raise Unusable(AT_LEAST, "one position is taken, a whole number")
    return int(given[0])
