"""A match of each game over HTTP: two coaches with tokens of their own, and a spectator who follows the feed.

It knows the API alone, as any client would: what can be played and what may be done it learns from the server.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from itertools import groupby
from random import Random
from typing import Any

import msgspec
from gql import Client, GraphQLRequest
from gql.client import AsyncClientSession
from gql.transport.httpx import HTTPXAsyncTransport
from gql.transport.websockets import WebsocketsTransport

NAMES = {"home": "Harbour Rovers", "away": "Hillside United"}
SIDES = ("home", "away")
LAST_EVENT = "match.SeedRevealed"
"""The event that ends a dealt match."""

TIMEOUT = 60
"""Seconds for one request."""

PATIENCE = 20.0
"""Seconds that the feed may be behind when a match is over."""

GAMES = "{ games { id name editions { id } } }"

OPEN = """
mutation Open($game: String!, $edition: String!, $names: StringBySideInput!) {
  openMatch(game: $game, edition: $edition, names: $names, mode: DEALT) {
    __typename
    ... on OpenedMatch { matchId tokens { home away referee } }
    ... on Refusal { message }
  }
}
"""

TURN = """
query Turn($id: String!) {
  match(id: $id) {
    version
    pending { choices { notBefore } }
    legalCommands(first: 100) { inputs }
  }
}
"""

SUBMIT = """
mutation Submit($id: String!, $commandId: String!, $command: CommandInput!, $expected: Int) {
  submit(matchId: $id, commandId: $commandId, command: $command, expectedVersion: $expected) {
    __typename
    ... on Accepted { version events { sentence } }
    ... on Refusal { message }
  }
}
"""

FEED = """
subscription Feed($id: String!) {
  matchFeed(matchId: $id) { version sentence side ... on RecordedEvent { type } }
}
"""

SCOREBOARD = """
query Scoreboard($id: String!) {
  match(id: $id) {
    scoreboard { names { home away } score { home away } shootOut { home away } period winner }
  }
}
"""

EXPECTED = """
query Expected($id: String!) {
  luck(filter: {matchId: [$id]}, by: [VENUE]) { lag edges { node { venue shots goals goalsExpected } } }
}
"""


class DemoFailed(Exception):
    """The server did not answer as it should."""


class Told(msgspec.Struct, frozen=True):
    """An event as the spectator hears of it."""

    version: int
    sentence: str
    side: str | None


class Open(msgspec.Struct, frozen=True):
    """A match that was opened over HTTP, with the tokens of its seats."""

    match_id: str
    game: str
    tokens: Mapping[str, str]


class Turn(msgspec.Struct, frozen=True):
    """What a coach may do at a version of a match. timed: it may be too early for it, and is tried again then."""

    version: int
    commands: list[dict[str, Any]]
    timed: bool


class Request(msgspec.Struct, frozen=True):
    """A request that somebody can send, as it goes over HTTP."""

    query: str
    variables: Mapping[str, Any]


class Table:
    """A server at which matches are opened, played and watched."""

    def __init__(self, address: str, rng: Random, pause: float = 0) -> None:
        self._address = address
        self._rng = rng
        self._pause = pause

    async def games(self) -> list[tuple[str, str, str]]:
        """The games that can be played: id, name, and the id of an edition."""
        async with self._client() as session:
            games = (await _ask(session, GAMES))["games"]
        return [(game["id"], game["name"], game["editions"][0]["id"]) for game in games if game["editions"]]

    async def open(self, game: str, edition: str) -> Open:
        """Open a dealt match."""
        async with self._client() as session:
            answer = (await _ask(session, OPEN, game=game, edition=edition, names=NAMES))["openMatch"]
        if answer["__typename"] != "OpenedMatch":
            raise DemoFailed(answer["message"])
        return Open(answer["matchId"], game, answer["tokens"])

    async def play(self, match: Open, show: Callable[[Told], None]) -> None:
        """Play a match to its end, each side with its own token, while a spectator hears what happens."""
        spectator = asyncio.create_task(self._watch(match, show))
        try:
            await self._take_turns(match, spectator)
            async with asyncio.timeout(PATIENCE):
                await spectator
        except TimeoutError as error:
            raise DemoFailed("neither coach may act, and the spectator heard of no end") from error
        finally:
            spectator.cancel()

    async def scoreboard(self, match: Open) -> dict[str, Any]:
        """How a match stands."""
        async with self._client() as session:
            board: dict[str, Any] = (await _ask(session, SCOREBOARD, id=match.match_id))["match"]["scoreboard"]
        return board

    async def expected_goals(self, match: Open) -> dict[str, float]:
        """How many goals the shots of each side were to bring, once all is counted; nothing where no chance decides."""
        async with self._client() as session, asyncio.timeout(PATIENCE):
            while (counted := (await _ask(session, EXPECTED, id=match.match_id))["luck"])["lag"]:
                await asyncio.sleep(0.1)
        sides = (edge["node"] for edge in counted["edges"])
        return {side["venue"]: side["goalsExpected"] for side in sides if side["shots"]}

    async def first_move(self, match: Open) -> tuple[str, Request]:
        """A legal command of a match that waits for one: the token that may send it, and the request."""
        for side in SIDES:
            async with self._client(match.tokens[side]) as session:
                coach = Coach(session, match, self._rng)
                turn = await coach.look()
                if turn.commands:
                    return match.tokens[side], coach.request(turn.commands[0], turn.version)
        raise DemoFailed("a match that was just opened waits for nobody")

    async def _take_turns(self, match: Open, spectator: "asyncio.Task[None]") -> None:
        async with AsyncExitStack() as stack:
            sessions = [await stack.enter_async_context(self._client(match.tokens[side])) for side in SIDES]
            coaches = [Coach(session, match, self._rng) for session in sessions]
            while any([await coach.act() for coach in coaches]):
                if spectator.done():
                    await spectator  # it ended before the match did: say why
                await asyncio.sleep(self._pause)

    async def _watch(self, match: Open, show: Callable[[Told], None]) -> None:
        address = self._address.replace("http", "ws", 1)
        transport = WebsocketsTransport(
            address,
            subprotocols=[WebsocketsTransport.GRAPHQLWS_SUBPROTOCOL],
            connect_timeout=TIMEOUT,
            ack_timeout=TIMEOUT,
            close_timeout=TIMEOUT,
        )
        async with Client(transport=transport) as session:
            async for answer in session.subscribe(GraphQLRequest(FEED, variable_values={"id": match.match_id})):
                event = answer["matchFeed"]
                show(Told(event["version"], event["sentence"], event["side"]))
                if event.get("type") == LAST_EVENT:
                    return

    def _client(self, token: str | None = None) -> Client:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return Client(transport=HTTPXAsyncTransport(self._address, headers=headers, timeout=TIMEOUT))


class Coach:
    """Plays a side at random, by what the server says is legal for its token."""

    def __init__(self, session: AsyncClientSession, match: Open, rng: Random) -> None:
        self._session = session
        self._match = match
        self._rng = rng

    async def act(self) -> bool:
        """Take a decision, where there is one to take. Whether the match goes on for this side."""
        turn = await self.look()
        if not turn.commands:
            return False
        request = self.request(self._choose(turn.commands), turn.version)
        answer = (await _ask(self._session, request.query, **request.variables))["submit"]
        if answer["__typename"] != "Accepted" and not turn.timed:
            raise DemoFailed(f"the server listed a command and refused it: {answer['message']}")
        return True

    async def look(self) -> Turn:
        """What may be done now."""
        match = (await _ask(self._session, TURN, id=self._match.match_id))["match"]
        timed = any(choice["notBefore"] is not None for choice in match["pending"]["choices"])
        return Turn(match["version"], match["legalCommands"]["inputs"], timed)

    def request(self, command: Mapping[str, Any], version: int) -> Request:
        """The request that submits a command."""
        variables = {
            "id": self._match.match_id,
            "commandId": f"{version}-{self._rng.getrandbits(64):x}",
            "command": command,
            "expected": version,
        }
        return Request(SUBMIT, variables)

    def _choose(self, commands: list[dict[str, Any]]) -> dict[str, Any]:
        """Each kind of command is equally likely, then each command of that kind."""
        kinds = [list(kind) for _, kind in groupby(commands, key=list)]
        return self._rng.choice(self._rng.choice(kinds))


async def _ask(session: AsyncClientSession, query: str, **variables: Any) -> dict[str, Any]:
    answer: dict[str, Any] = await session.execute(GraphQLRequest(query, variable_values=variables))
    return answer
