"""`touchline demo`: a server on an empty store, a match of each game over HTTP, and a look at what was recorded."""

import asyncio
import multiprocessing
import os
import shlex
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from api.cli import console
from api.cli.archive import told
from api.cli.failures import ExitCode, Failure
from api.cli.portrayal import headline
from api.cli.serve import address_of, ended_by_signals, listening, run
from api.cli.store import shelf, writable
from domain.games import GAMES
from domain.match import archive
from domain.match.recorder import Recorder
from domain.match.sides import Viewer
from projections.readside.store import ReadSide

if TYPE_CHECKING:
    from api.demo import Open, Told

PAUSE = 0.05
"""Seconds after each decision, so that eyes in a terminal can follow."""

PACE = 60
"""How fast the server's clock runs, so that nobody waits out the stops of a game against the clock."""

COLOURS = {"HOME": "cyan", "AWAY": "magenta"}


def demo(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 0,
    no_wait: Annotated[bool, typer.Option("--no-wait", help="End after the verification.")] = False,
    store: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The store to keep the matches in; if not given, one that is thrown away."),
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(help="A game, by its id; may be given several times. All if not given.")
    ] = None,
) -> None:
    """Serve an empty store, record a match of each game over HTTP as two coaches, and verify what was recorded.

    Then the server runs on, with the addresses and tokens to try, until Ctrl-C.
    """
    chosen = [GAMES.current(id).id for id in game or ()]
    with ended_by_signals(), suppress(KeyboardInterrupt), ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="touchline-demo-")))
        store = store or f"sqlite:///{folder / 'demo.db'}"
        address, server = stack.enter_context(_serving(store, port))
        console.say(f"Touchline serves {store} at {address}; its clock runs {PACE} times as fast as yours", "bold")
        played, fresh, move = _record(address, server, chosen)
        with writable(store) as recorder:
            archives = [_look_back(recorder, match, folder) for match in played]
        if not no_wait:
            _invite(address, store, played, archives, fresh, move)
            server.join()
            raise Failure("the server has ended", ExitCode.UNAVAILABLE)


def _record(address: str, server: BaseProcess, chosen: list[str]) -> "tuple[list[Open], Open, str]":
    """Play the matches; returns them, one more that is only opened, and how to make the first move in it."""
    from gql.transport.exceptions import TransportError  # here, since no other command should wait for the client
    from httpx import HTTPError

    from api.demo import DemoFailed

    try:
        return asyncio.run(_play_each(address, chosen))
    except (TransportError, HTTPError, OSError, DemoFailed) as error:
        server.join(1)  # where the server has ended, that is what to tell
        reason = (
            (str(error) or type(error).__name__)
            if server.is_alive()
            else f"the server has ended with exit code {server.exitcode}"
        )
        raise Failure(reason, ExitCode.UNAVAILABLE) from error


async def _play_each(address: str, chosen: list[str]) -> "tuple[list[Open], Open, str]":
    from api.demo import Table

    table = Table(f"{address}/graphql", Random(), PAUSE if sys.stdout.isatty() else 0)
    games = [one for one in await table.games() if not chosen or one[0] in chosen]
    played = []
    for game, name, edition in games:
        match = await table.open(game, edition)
        played.append(match)
        console.say(f"\n{name}: two coaches play match {match.match_id} over HTTP; a spectator hears:", "bold")
        await table.play(match, _tell)
        _show_scoreboard(name, await table.scoreboard(match))
        if expected := await table.expected_goals(match):
            goals = " – ".join(f"{expected.get(side, 0.0):.2f}" for side in ("home", "away"))
            console.say(f"Goals to be expected of their shots: {goals}")
    game, _, edition = games[0]
    fresh = await table.open(game, edition)
    token, request = await table.first_move(fresh)
    return played, fresh, _curl(address, token, msgspec.to_builtins(request))


def _tell(event: "Told") -> None:
    console.say(f"{event.version:>5}  {event.sentence}", COLOURS.get(event.side or "", ""))


def _show_scoreboard(game: str, board: dict[str, Any]) -> None:
    names, score, shoot_out = board["names"], board["score"], board["shootOut"]
    line = f"{names['home']}  {score['home']} – {score['away']}  {names['away']}"
    if shoot_out:
        line += f"  (shoot-out {shoot_out['home']} – {shoot_out['away']})"
    console.say(f"\n{game}, final score: {line}", "bold green")


def _look_back(recorder: Recorder, match: "Open", folder: Path) -> Path:
    """Show a match at three moments and verify its archive; returns the file."""
    record = recorder.match(match.match_id)
    for version in (record.version // 3, 2 * record.version // 3, record.version):
        console.say("")
        console.output().print(headline(record, version), soft_wrap=True)
        console.board(
            record.game.board(record.game.view(record.state_at(version).table, Viewer.SPECTATOR), record.opening.names)
        )
    file = folder / f"{match.match_id}.jsonl"
    file.write_text("".join(f"{line}\n" for line in archive.export(recorder, match.match_id)), encoding="utf-8")
    with file.open("rb") as lines:
        verdict = archive.verify(archive.read(lines), GAMES)
    console.say(f"\n{told(verdict)}", "green" if verdict.sound else "bold red")
    if not verdict.sound:
        raise typer.Exit(ExitCode.UNSOUND)
    return file


def _invite(address: str, store: str, played: "list[Open]", archives: list[Path], fresh: "Open", move: str) -> None:
    """Tell what can be tried now."""
    touchline, kept, last = _command(), shlex.quote(store), played[-1]
    question = (
        f'{{ match(id: "{last.match_id}") {{ viewer version scoreboard {{ score {{ home away }} period over }} }} }}'
    )
    feed = f"{address.replace('http', 'ws', 1)}/graphql"
    console.say("\nThe server runs on; Ctrl-C ends it.", "bold")
    console.say(f"  GraphQL        {address}/graphql\n  subscriptions  {feed}")
    for match in (*played, fresh):
        state = "waits for its first move" if match is fresh else "is over"
        console.say(f"\nMatch {match.match_id} of {match.game} {state}; its tokens:")
        for seat, token in match.tokens.items():
            console.say(f"  {seat:<8} {token}")
    console.say("\nAsk for a match, as a home coach:", "bold")
    console.say(f"  {_curl(address, last.tokens['home'], {'query': question})}")
    console.say("\nMake the first move of the other:", "bold")
    console.say(f"  {move}")
    console.say("\nLook at what was recorded:", "bold")
    for line in (
        f"match list --store {kept}",
        f"match show {last.match_id} --at 40 --store {kept}",
        f"match replay {last.match_id} --store {kept}",
        f"verify {shlex.quote(str(archives[-1]))}",
    ):
        console.say(f"  {touchline} {line}")
    sys.stdout.flush()


def _curl(address: str, token: str, body: dict[str, Any]) -> str:
    """A line for a shell that sends a request."""
    body["query"] = " ".join(body["query"].split())
    return shlex.join(
        [
            *("curl", "-s", f"{address}/graphql"),
            *("-H", "content-type: application/json"),
            *("-H", f"authorization: Bearer {token}"),
            *("-d", msgspec.json.encode(body).decode()),
        ]
    )


def _command() -> str:
    """How a shell finds the command line that runs here."""
    installed = Path(sys.executable).with_name("touchline")
    if not installed.exists():
        return f"{shlex.quote(sys.executable)} -m api.cli.main"
    found = shutil.which("touchline")
    return (
        "touchline"
        if found and Path(found).resolve() == installed.resolve()
        else shlex.quote(os.path.relpath(installed))
    )


@contextmanager
def _serving(store: str, port: int) -> Iterator[tuple[str, BaseProcess]]:
    """A server in a process of its own, which ends with this one, whatever ends this one."""
    with listening("127.0.0.1", port) as listener:
        with writable(store):
            pass  # a store that cannot be opened is told here, in our words, not by the process to come
        address = address_of(listener)
        server = multiprocessing.get_context("spawn").Process(target=_serve, args=(store, listener), daemon=True)
        # Ctrl-C reaches every process of a terminal; until the server can end in order it must not end in a traceback.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            server.start()
        finally:
            signal.signal(signal.SIGINT, before)
    try:
        yield address, server
    finally:
        server.terminate()
        server.join(10)
        if server.is_alive():
            server.kill()
            server.join()


def _serve(store: str, listener: socket.socket) -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=end_with_parent, daemon=True).start()
    opened = datetime.now(UTC)
    clock: Callable[[], datetime] = lambda: opened + PACE * (datetime.now(UTC) - opened)  # noqa: E731
    with Recorder(store, GAMES, clock=clock) as recorder, ReadSide(recorder) as read_side:
        run(recorder, shelf(None), listener, read_side)
