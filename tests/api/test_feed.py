"""Following a match: what has happened, then what happens, each event once."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
import websockets
from gql.transport.exceptions import TransportQueryError
from websockets.asyncio.client import connect

from domain.match.recorder import Recorder
from domain.match.sides import Side
from tests.api.serving import FEED, TOYS, Match, Server, serving, toy_shelf
from tests.toy import Coin, HideCorner

ROUNDS = 2
LAST = 1 + ROUNDS * 5


def play(recorder: Recorder, match: Match) -> None:
    """Play a whole match that the home side wins, in some recorder of the same store."""
    for number in range(ROUNDS):
        recorder.submit(match.id, match.home, f"h{number}", HideCorner(side=Side.HOME, corner=1))
        recorder.submit(match.id, match.away, f"a{number}", HideCorner(side=Side.AWAY, corner=2))
        recorder.submit(match.id, match.referee, f"c{number}", Coin(face=0))


async def versions(server: Server, match: Match, after: int = 0, until: int = LAST) -> list[int]:
    seen = []
    async with aclosing(server.follow(match, after)) as events:
        async for event in events:
            seen.append(event["version"])
            if event["version"] >= until:
                break
    return seen


async def test_a_feed_tells_what_has_happened_and_then_what_happens(server: Server) -> None:
    match = server.open()
    server.play_round(match)
    seen = []
    async with aclosing(server.follow(match, token=match.home)) as events:
        async for event in events:
            seen.append((event["version"], event["__typename"]))
            if event["version"] == 6:
                await asyncio.to_thread(server.hide, match, "away", 3)
            if event["version"] == 7:
                await asyncio.to_thread(server.hide, match, "home", 3)
            if event["version"] == 9:
                break
    assert seen == [(v, "ConcealedEvent" if v == 7 else "RecordedEvent") for v in range(1, 10)]


BOARD = """
subscription ($id: String!) {
  scoreboardFeed(matchId: $id) { version score { home away } period over winner }
}"""


async def test_a_scoreboard_is_told_when_it_changes_and_not_when_something_is_hidden(server: Server) -> None:
    match = server.open()
    seen = []
    async with aclosing(server.subscribe(BOARD, {"id": match.id})) as boards:
        async for board in boards:
            told = board["scoreboardFeed"]
            seen.append((told["score"]["home"], told["score"]["away"], told["over"], told["winner"]))
            if told["over"]:
                break
            await asyncio.to_thread(server.play_round, match, face=0)
    # Hidden corners and the coin itself changed nothing that a scoreboard shows.
    assert seen == [(0, 0, False, None), (1, 0, False, None), (2, 0, True, "HOME")]


async def test_a_scoreboard_of_no_match_is_an_error(server: Server) -> None:
    with pytest.raises(TransportQueryError, match="no match"):
        async for _ in server.subscribe(BOARD, {"id": "nowhere"}):
            pass


async def test_a_feed_goes_on_after_the_version_that_is_known(server: Server) -> None:
    match = server.open()
    server.play_round(match)
    assert await versions(server, match, after=4, until=6) == [5, 6]


@pytest.mark.parametrize("recheck", [5.0, 0.05])
async def test_feeds_neither_miss_nor_repeat_what_another_process_records_meanwhile(
    store: str, tmp_path: Path, recheck: float
) -> None:
    with (
        Recorder(store, TOYS) as recorder,
        Recorder(store, TOYS) as elsewhere,
        serving(recorder, toy_shelf(tmp_path), recheck=recheck) as server,
        ThreadPoolExecutor(2) as writers,
    ):
        matches = [server.open() for _ in range(6)]
        following = [asyncio.ensure_future(versions(server, match)) for match in matches for _ in range(3)]
        writing = [
            asyncio.get_running_loop().run_in_executor(writers, play, (elsewhere, recorder)[number % 2], match)
            for number, match in enumerate(matches)
        ]
        async with asyncio.timeout(30):
            await asyncio.gather(*writing)
            assert await asyncio.gather(*following) == [list(range(1, LAST + 1))] * len(following)


async def test_a_feed_that_is_taken_up_again_at_any_version_misses_nothing(server: Server) -> None:
    match = server.open()
    writing = asyncio.get_running_loop().run_in_executor(None, play, server.recorder, match)
    seen: list[int] = []
    async with asyncio.timeout(30):
        while len(seen) < LAST:
            after = seen[-1] if seen else 0
            seen += await versions(server, match, after=after, until=after + 1)
        await writing
    assert seen[:LAST] == list(range(1, LAST + 1))


async def test_a_feed_says_which_match_or_version_it_does_not_know(server: Server) -> None:
    match = server.open()
    with pytest.raises(TransportQueryError, match="there is no match 'nowhere'"):
        await versions(server, Match(id="nowhere", home="", away="", referee=""))
    with pytest.raises(TransportQueryError, match="afterVersion: the match has 1 versions"):
        await versions(server, match, after=2)
    with pytest.raises(TransportQueryError, match="afterVersion: a version is 0 or more"):
        await versions(server, match, after=-1)


async def test_a_feed_ends_at_the_damage_and_says_so(server: Server, store: str) -> None:
    match = server.open()
    server.play_round(match)
    damage(store, match.id, 4)
    with (
        Recorder(store, TOYS) as fresh,
        serving(fresh, toy_shelf(Path(store.removeprefix("sqlite:///")).parent)) as again,
    ):
        seen = []
        feed = again.follow(match)
        for _ in range(3):
            seen.append((await anext(feed))["version"])  # noqa: PERF401
        with pytest.raises(TransportQueryError, match="damaged at version 4"):
            await anext(feed)
    assert seen == [1, 2, 3]


async def test_the_feed_is_live_and_comes_back_after_a_failure(
    store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow, failures = Recorder.follow, iter([OSError("no feed"), OSError("no feed")])

    def failing_at_first(recorder: Recorder, after: int = 0) -> Any:
        if (failure := next(failures, None)) is not None:
            raise failure
        return follow(recorder, after)

    monkeypatch.setattr(Recorder, "follow", failing_at_first)
    with Recorder(store, TOYS) as recorder, serving(recorder, toy_shelf(tmp_path)) as server:
        async with asyncio.timeout(10):
            while server.http.get("/health").json()["feed"] != "live":
                await asyncio.sleep(0.02)
        match = server.open()
        following = asyncio.ensure_future(versions(server, match))
        await asyncio.to_thread(play, recorder, match)
        async with asyncio.timeout(10):
            assert await following == list(range(1, LAST + 1))


async def test_a_socket_speaks_graphql_transport_ws_alone(server: Server) -> None:
    async with connect(server.socket, subprotocols=[websockets.Subprotocol("graphql-ws")]) as socket:
        await socket.wait_closed()
        assert socket.close_code == 4406


async def test_a_socket_with_a_broken_authorization_is_closed_as_forbidden(server: Server) -> None:
    async with connect(server.socket, subprotocols=[websockets.Subprotocol("graphql-transport-ws")]) as socket:
        await socket.send(json.dumps({"type": "connection_init", "payload": {"Authorization": "Basic abc"}}))
        await socket.wait_closed()
        assert socket.close_code == 4403


async def test_a_socket_from_a_page_of_elsewhere_is_refused(server: Server) -> None:
    with pytest.raises(websockets.InvalidStatus, match="403"):
        async with connect(
            server.socket,
            subprotocols=[websockets.Subprotocol("graphql-transport-ws")],
            origin=websockets.Origin("https://elsewhere.example"),
        ):
            pass


async def test_a_reader_that_reads_nothing_holds_nobody_up(server: Server) -> None:
    match = server.open()
    subprotocols = [websockets.Subprotocol("graphql-transport-ws")]
    async with connect(server.socket, subprotocols=subprotocols, close_timeout=0.1) as lazy:
        await lazy.send(json.dumps({"type": "connection_init"}))
        await lazy.recv()
        for number in range(20):
            payload = {"query": FEED, "variables": {"id": match.id, "after": 0}}
            await lazy.send(json.dumps({"id": str(number), "type": "subscribe", "payload": payload}))
        following = asyncio.ensure_future(versions(server, match))
        await asyncio.to_thread(play, server.recorder, match)
        async with asyncio.timeout(10):
            assert await following == list(range(1, LAST + 1))


def damage(store: str, match_id: str, version: int) -> None:
    import sqlite3

    with sqlite3.connect(store.removeprefix("sqlite:///")) as file:
        file.execute(
            "UPDATE stored_events SET state = '{' WHERE originator_id = ? AND originator_version = ?",
            (match_id, version),
        )
    file.close()
