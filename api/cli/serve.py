"""`touchline serve`: the API on a port, until it is told to stop."""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated

import typer
import uvicorn

from api.cli import console
from api.cli.failures import ExitCode, Failure
from api.cli.store import DEFAULT_STORE, EditionsOption, KeyOption, StoreOption, shelf, writable
from domain.match.editions import Shelf
from domain.match.recorder import Recorder
from projections.readside.store import ReadSide

GRACE = 3
"""Seconds that running requests have to end when the server is told to stop."""

LONGEST_MESSAGE = 64 * 1024
"""Bytes that a WebSocket message may have."""


def serve(
    store: StoreOption = DEFAULT_STORE,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one and says which.")] = 8000,
    editions: EditionsOption = None,
    key: KeyOption = None,
    project: Annotated[
        bool, typer.Option(help="Count the statistics in this process; or leave it to `touchline project` workers.")
    ] = True,
) -> None:
    """Serve the API. Ctrl-C or SIGTERM ends it when running requests are done."""
    offered = shelf(editions)
    with listening(host, port) as listener, writable(store, key) as recorder, ReadSide(recorder) as read_side:
        address = address_of(listener)
        console.say(f"Touchline serves {store}; Ctrl-C stops it.")
        console.say(f"  GraphQL        {address}/graphql")
        console.say(f"  subscriptions  {address.replace('http', 'ws', 1)}/graphql")
        run(recorder, offered, listener, read_side, project=project)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens already, so that whoever is told its address can connect at once."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure(f"cannot listen on {host} port {port}: {reason}", ExitCode.UNAVAILABLE) from error


def address_of(listener: socket.socket) -> str:
    """The URL of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(
    recorder: Recorder, editions: Shelf, listener: socket.socket, read_side: ReadSide, *, project: bool = True
) -> None:
    """Serve until SIGINT or SIGTERM; returns when running requests have ended.

    project: whether the statistics are counted here as well, unless another process has the turn.
    """
    from api.app import create_app  # here, since it builds the schema, for which no other command should wait

    config = uvicorn.Config(
        create_app(recorder, editions, read_side=read_side, project=project),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
    )
    # uvicorn raises the signal that stopped it once more when it is done; either is a plain end here.
    with ended_by_signals(), suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Within it SIGTERM does what Ctrl-C does: it raises KeyboardInterrupt, so that everything is put away.

    Ctrl-C does so too where it was ignored, as it is in a background job: uvicorn heeds it in any case.
    """
    before = signal.signal(signal.SIGTERM, _interrupt), signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before[0])
        signal.signal(signal.SIGINT, before[1])


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
