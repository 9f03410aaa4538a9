"""The HTTP application: GraphQL at /graphql, and /health."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.requests import ClientDisconnect

from api.audit import REST, AuditThread
from api.feed import RECHECK, FeedHub
from api.graphql.context import Services, Unauthenticated
from api.graphql.errors import incident, masked
from api.graphql.limits import BODY
from api.graphql.router import Router, refusal
from api.graphql.schema import build_schema
from api.threads import Threads
from domain.match.editions import Shelf
from domain.match.engines import StoreUnavailable
from domain.match.recorder import Recorder


def create_app(recorder: Recorder, shelf: Shelf, *, recheck: float = RECHECK, rest: float = REST) -> FastAPI:
    """The application over a recorder, whose games make the schema, and a shelf of editions.

    recheck: seconds after which feeds look at the store again though nothing was heard. rest: seconds between two
    audits of the store. The recorder stays the caller's to close, after the application has ended.
    """
    threads = Threads()
    hub = FeedHub(recorder, threads, recheck)
    audit = AuditThread(recorder, rest)
    schema = build_schema(recorder.games)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        hub.start()
        audit.start()
        try:
            yield
        finally:
            await threads.run(audit.stop)
            await hub.stop()
            threads.close()

    app = FastAPI(
        title="Touchline", docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan, max_body_size=BODY
    )
    app.include_router(Router(schema, Services(recorder, shelf, threads, hub, schema.vocabulary)))

    @app.get("/", include_in_schema=False)
    async def root() -> Response:
        return RedirectResponse("/graphql")

    @app.get("/health")
    async def health() -> Response:
        """Whether the store answers, how far its log goes, whether it is sound, and whether feeds are live."""
        feed = "live" if hub.following else "looking again from time to time"
        engine = recorder.store.partition(":")[0]
        try:
            position = await threads.run(recorder.position)
        except StoreUnavailable as error:
            return JSONResponse({"status": "unavailable", "engine": engine, "reason": error.reason, "feed": feed}, 503)
        found = audit.findings
        status = "ok" if found.sound else "unsound"
        record = msgspec.to_builtins(found)
        return JSONResponse({"status": status, "engine": engine, "position": position, "feed": feed, "record": record})

    @app.exception_handler(Unauthenticated)
    async def unauthenticated(_: Request, error: Unauthenticated) -> Response:
        return refusal(401, "UNAUTHENTICATED", str(error), **{"WWW-Authenticate": "Bearer"})

    @app.exception_handler(ClientDisconnect)
    async def gone(_: Request, __: ClientDisconnect) -> Response:
        """Whoever sent half a request and left is no fault of ours, and not there to read an answer."""
        return Response(status_code=400)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> Response:
        return refusal(500, "INTERNAL", masked(incident(error, f"{request.method} {request.url.path}")))

    return app
