"""Matches of all games, played and followed over real sockets, by clients that insist.

A player sends a command again under the same id until it is answered. A follower takes its feed up again after the
last version that it has heard. Both note what they were told, to be compared with the record afterwards.
"""

import asyncio
import json
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import httpx
import websockets
from websockets.asyncio.client import connect

from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.engines import StoreUnavailable
from domain.match.envelope import Act
from domain.match.random_play import choose
from domain.match.recorder import Recorder
from tests.faults.services import BOUND, Touchline, eventually
from tests.random_matches import SHELF
from tests.served import OPEN, SUBMIT, as_input, seat_of

FEED = "subscription ($id: String!, $after: Int!) { matchFeed(matchId: $id, afterVersion: $after) { version } }"
SOAK = int(os.environ.get("TOUCHLINE_SOAK", "1"))
"""How many times as long every load is, and how often each kill is repeated, for a test that runs through a night."""

THINKING = 0.03
"""Seconds that a player thinks about a command."""

AGAIN_AFTER = 0.1
"""Seconds until a client tries again what could not be done."""

SUBPROTOCOL = websockets.Subprotocol("graphql-transport-ws")


class Unavailable(Exception):
    """An answer that the store cannot be used now: it is to be asked again."""


class Taken(NamedTuple):
    """A command that was answered *accepted*, where it was said to be, and what was asked with which token."""

    match_id: str
    command_id: str
    version: int
    position: int
    request: dict[str, Any]
    token: str


def ask(client: httpx.Client, query: str, variables: dict[str, Any], token: str | None = None) -> Any:
    """The one answer to a request. Raises Unavailable, and AssertionError for any other error."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = client.post("/graphql", json={"query": query, "variables": variables}, headers=headers).json()
    if errors := answer.get("errors"):
        assert [error["extensions"].get("code") for error in errors] == ["STORE_UNAVAILABLE"], errors
        raise Unavailable(errors[0]["message"])
    (data,) = answer["data"].values()
    return data


class Client:
    """Speaks to servers, one after the other, until one answers."""

    def __init__(self, addresses: Sequence[str], refusals: list[str] | None = None) -> None:
        self._clients = [httpx.Client(base_url=address, timeout=BOUND / 2) for address in addresses]
        self._turns = 0
        self._refusals = [] if refusals is None else refusals

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients:
            client.close()

    def insist(self, query: str, variables: dict[str, Any], token: str | None = None) -> Any:
        """The answer to a request, which is sent again while there is none."""
        until = time.monotonic() + BOUND
        while True:
            self._turns += 1
            try:
                return ask(self._clients[self._turns % len(self._clients)], query, variables, token)
            except (httpx.TransportError, Unavailable) as error:
                self._refusals.append(str(error))
                if time.monotonic() > until:
                    raise
                time.sleep(AGAIN_AFTER)

    def open(self, game: str, mode: Mode) -> Any:
        """A new match of a game, and the tokens of its seats."""
        edition = next(edition.id for edition in SHELF if edition.game == game)
        names = {"home": "Home", "away": "Away"}
        opened = self.insist(OPEN, {"game": game, "edition": edition, "names": names, "mode": mode.name})
        assert opened["__typename"] == "OpenedMatch", opened
        return opened

    def submit(
        self, opened: Any, game: str, command_id: str, act: Act, expected: int | None = None
    ) -> tuple[Any, Taken | None]:
        """The answer to a command, and what is to be remembered of it where it was accepted."""
        request = {
            "matchId": opened["matchId"],
            "commandId": command_id,
            "command": as_input(game, act),
            "expectedVersion": expected,
        }
        token = opened["tokens"][seat_of(act)]
        answer = self.insist(SUBMIT, request, token)
        taken = None
        if answer["__typename"] == "Accepted":
            taken = Taken(opened["matchId"], command_id, answer["version"], answer["position"], request, token)
        return answer, taken


class Player(threading.Thread):
    """Plays matches of one game, one after the other, until it is told to stop."""

    def __init__(self, load: "Load", game: str, number: int) -> None:
        super().__init__(name=f"{game} {number}", daemon=True)
        self.failure: BaseException | None = None
        self._load = load
        self._game = GAMES.current(game)
        self._mode = (Mode.DEALT, Mode.REPORTED)[number % 2]
        self._rng = Random(self.name)

    def run(self) -> None:
        try:
            with Client(self._load.addresses, self._load.refusals) as client:
                while not self._load.ending.is_set():
                    self._play(client)
        except BaseException as error:
            self.failure = error

    def _play(self, client: Client) -> None:
        opened = client.open(self._game.id, self._mode)
        match_id, number = opened["matchId"], 0
        self._load.opened(match_id)
        while not self._load.ending.is_set() and (act := self._choose(match_id)) is not None:
            number += 1
            answer, taken = client.submit(opened, self._game.id, f"{match_id}-{number}", act)
            if taken is not None:
                self._load.took(taken, self._game.id)
                time.sleep(THINKING)
            else:  # in a timed game a side may have to wait
                assert answer["code"] == "RULE_VIOLATION", answer
                time.sleep(AGAIN_AFTER)

    def _choose(self, match_id: str) -> Act | None:
        table = patiently(lambda: self._load.reader.match(match_id).state.table)
        return choose(self._game, table, self._rng)


class Followers:
    """Follow matches at every server, each match by a feed of its own."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self._addresses = addresses
        self.heard: dict[tuple[str, str], list[int]] = {}
        """The versions that were heard, by address and match."""
        self.failures: list[BaseException] = []
        self.breaks = 0
        """How often a feed was taken up again."""
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="followers", daemon=True)
        self._thread.start()

    def follow(self, match_id: str) -> None:
        """Follow a match from its beginning."""
        for address in self._addresses:
            self.heard[address, match_id] = []
            self._loop.call_soon_threadsafe(self._begin, address, match_id)

    def end(self) -> None:
        """Hang up."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(BOUND)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(BOUND)
        self._loop.close()

    def _begin(self, address: str, match_id: str) -> None:
        task = self._loop.create_task(self._follow(address, match_id))
        self._tasks.add(task)

    async def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _follow(self, address: str, match_id: str) -> None:
        try:
            while True:
                try:
                    await listen(address, match_id, self.heard[address, match_id])
                except (OSError, TimeoutError, websockets.WebSocketException, Unavailable):
                    self.breaks += 1
                    await asyncio.sleep(AGAIN_AFTER)
        except Exception as error:
            self.failures.append(error)


async def listen(address: str, match_id: str, heard: list[int]) -> None:
    """Hear the feed of a match after the last version that was heard, until it breaks off.

    Raises Unavailable where it says so, AssertionError where it says that anything else is wrong.
    """
    url = f"{address.replace('http', 'ws', 1)}/graphql"
    async with connect(url, subprotocols=[SUBPROTOCOL], open_timeout=BOUND, close_timeout=1) as socket:
        await socket.send(json.dumps({"type": "connection_init"}))
        assert json.loads(await socket.recv())["type"] == "connection_ack"
        variables = {"id": match_id, "after": heard[-1] if heard else 0}
        request = {"id": "1", "type": "subscribe", "payload": {"query": FEED, "variables": variables}}
        await socket.send(json.dumps(request))
        async for message in socket:
            said = json.loads(message)
            if said["type"] == "next" and "errors" not in said["payload"]:
                heard.append(said["payload"]["data"]["matchFeed"]["version"])
            elif said["type"] in ("error", "next"):
                errors = said["payload"] if said["type"] == "error" else said["payload"]["errors"]
                assert [error["extensions"].get("code") for error in errors] == ["STORE_UNAVAILABLE"], errors
                raise Unavailable(errors[0]["message"])


class Load:
    """Everything that clients do to servers while something goes wrong."""

    def __init__(self, touchline: Touchline, *, players: int = 1) -> None:
        """players: of every game; every second one enters the chance outcomes of its matches as well."""
        self.addresses = [server.address for server in touchline.servers]
        self.reader = Recorder(touchline.store, GAMES)
        """What players see of the tables; nothing of it is compared afterwards."""
        self.followers = Followers(self.addresses)
        self.ending = threading.Event()
        self.accepted: list[Taken] = []
        self._taken: Counter[str] = Counter()
        self.refusals: list[str] = []
        """Why answers did not come."""
        self._players = [Player(self, game.id, number) for game in GAMES for number in range(players)]

    def __enter__(self) -> "Load":
        for player in self._players:
            player.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.followers.end()
        self.reader.close()

    def opened(self, match_id: str) -> None:
        """Note that a match has been opened, and follow it."""
        self.followers.follow(match_id)

    def took(self, taken: Taken, game: str) -> None:
        """Note that a command has been accepted in a match of a game."""
        self.accepted.append(taken)
        self._taken[game] += 1

    def goes_on(self, commands: int = 5) -> None:
        """Wait until so many more commands of every game have been accepted."""
        goals = {game.id: self._taken[game.id] + commands * SOAK for game in GAMES}

        def reached() -> bool:
            self.fail_with_players()
            return all(self._taken[game] >= goal for game, goal in goals.items())

        eventually(reached, f"{commands} more commands of every game", BOUND * SOAK)

    def stop(self) -> None:
        """Let the players end what they are at."""
        self.ending.set()
        for player in self._players:
            player.join(BOUND)
            assert not player.is_alive(), f"{player.name} does not end"

    def fail_with_players(self) -> None:
        """Raise what a player or follower has met that should not be."""
        for failure in (*(player.failure for player in self._players), *self.followers.failures):
            if failure is not None:
                raise failure


def patiently(read: Callable[[], Any]) -> Any:
    """What is read from the store, which may be gone for a while."""
    until = time.monotonic() + BOUND
    while True:
        try:
            return read()
        except StoreUnavailable:
            if time.monotonic() > until:
                raise
            time.sleep(AGAIN_AFTER)
