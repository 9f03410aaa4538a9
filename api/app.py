"""The HTTP application: GraphQL at /graphql, its schema at /schema.graphql, data at /export, a page at /, and /health.

Pages of any origin may send requests (CORS): who asks is known by a bearer token alone, never by what a browser adds.
Only pages of this origin may open sockets.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL

from api.audit import REST, AuditThread
from api.exports.routes import POSITION, STALLED, Exports
from api.exports.tables import Source
from api.feed import RECHECK, FeedHub
from api.graphql.context import Services, Unauthenticated
from api.graphql.errors import incident, masked
from api.graphql.router import Router, refusal
from api.graphql.schema import build_schema
from api.threads import Threads
from domain.match.editions import Shelf
from domain.match.engines import StoreUnavailable
from domain.match.recorder import Recorder
from projections.readside.runner import Condition, Runner
from projections.readside.store import ReadSide

PAGE = Path(__file__).with_name("page.html")
"""A page that needs nothing from elsewhere."""


def create_app(
    recorder: Recorder,
    shelf: Shelf,
    *,
    read_side: ReadSide | None = None,
    project: bool = True,
    recheck: float = RECHECK,
    rest: float = REST,
    stalled: float = STALLED,
) -> ASGIApp:
    """The application over a recorder, whose games make the schema, and a shelf of editions.

    read_side: the statistics of the recorder's store; where there is none, none are told. project: whether they are
    counted in this process, unless another has the turn.

    recheck: seconds after which feeds look at the store again though nothing was heard. rest: seconds between two
    audits of the store. stalled: seconds after which a client that takes nothing of an export is given up. Recorder and
    read side stay the caller's to close, after the application has ended.
    """
    threads = Threads()
    hub = FeedHub(recorder, threads, recheck)
    audit = AuditThread(recorder, rest)
    exports = Exports(Source(recorder, read_side), stalled=stalled)
    runner = read_side.runner() if read_side is not None and project else None
    schema = build_schema(recorder.games)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        hub.start()
        audit.start()
        if runner is not None:
            runner.start()
        try:
            yield
        finally:
            if runner is not None:
                await threads.run(runner.stop)
            await threads.run(audit.stop)
            await hub.stop()
            exports.close()
            threads.close()

    app = FastAPI(title="Touchline", docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    app.include_router(Router(schema, Services(recorder, shelf, threads, hub, schema.vocabulary, read_side)))
    app.include_router(exports.router())

    @app.get("/")
    async def root() -> Response:
        return HTMLResponse(PAGE.read_text(encoding="utf-8"))

    @app.get("/schema.graphql")
    async def sdl() -> Response:
        return PlainTextResponse(f"{schema.as_str()}\n")

    @app.get("/health")
    async def health() -> Response:
        """Whether the store answers, how far its log goes, whether it is sound, and how feeds and statistics do."""
        feed = "live" if hub.following else "looking again from time to time"
        engine = recorder.store.partition(":")[0]
        try:
            position = await threads.run(recorder.position)
            statistics = await threads.run(_statistics, read_side, runner, position)
        except StoreUnavailable as error:
            return JSONResponse({"status": "unavailable", "engine": engine, "reason": error.reason, "feed": feed}, 503)
        found = audit.findings
        status = "ok" if found.sound else "unsound"
        record = msgspec.to_builtins(found)
        return JSONResponse(
            {
                "status": status,
                "engine": engine,
                "position": position,
                "feed": feed,
                "record": record,
                "statistics": statistics,
            }
        )

    @app.exception_handler(Unauthenticated)
    async def unauthenticated(connection: Request | WebSocket, error: Unauthenticated) -> Response | None:
        """A socket is closed rather than refused, because its client is shown the reason of a close alone."""
        if isinstance(connection, WebSocket):
            offered = connection.scope["subprotocols"]
            await connection.accept(GRAPHQL_TRANSPORT_WS_PROTOCOL if GRAPHQL_TRANSPORT_WS_PROTOCOL in offered else None)
            await connection.close(4403, str(error))
            return None
        return refusal(401, "UNAUTHENTICATED", str(error), **{"WWW-Authenticate": "Bearer"})

    @app.exception_handler(HTTPException)
    async def elsewhere(_: Request, error: HTTPException) -> Response:
        """What no route takes."""
        return refusal(error.status_code, HTTPStatus(error.status_code).name, error.detail, **(error.headers or {}))

    @app.exception_handler(ClientDisconnect)
    async def gone(_: Request, __: ClientDisconnect) -> Response:
        """Whoever sent half a request and left is no fault of ours, and not there to read an answer."""
        return Response(status_code=400)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> Response:
        return refusal(500, "INTERNAL", masked(incident(error, f"{request.method} {request.url.path}")))

    # Around everything, so that a page is told of an error as well.
    return CORSMiddleware(
        app, allow_origins=["*"], allow_methods=["GET", "POST"], allow_headers=["*"], expose_headers=[POSITION]
    )


def _statistics(read_side: ReadSide | None, runner: Runner | None, end: int) -> dict[str, object] | None:
    """How far the statistics are: the position of the last, how much that lags, what builds and what is set aside.

    Of statistics that cannot be read, why: the record does not need them.
    """
    if read_side is None:
        return None
    here = Condition("elsewhere") if runner is None else runner.condition
    try:
        found = read_side.status()
    except StoreUnavailable as error:
        return {"counting": here.state, "trouble": error.reason}
    position = min((one.position or 0 for one in found), default=end)
    return {
        "counting": here.state,
        "trouble": here.trouble,
        "position": position,
        "lag": max(end - position, 0),
        "building": sorted(one.statistic for one in found if one.building is not None),
        "setAside": sum(one.set_aside for one in found),
    }
