"""A server on a free port of the loopback, over a recorder at hand, and clients that speak to it."""

import threading
import time
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from gql import Client as GqlClient
from gql import gql
from gql.transport.websockets import WebsocketsTransport

from api.app import create_app
from domain.match.editions import Shelf
from domain.match.recorder import Recorder
from domain.match.registry import Games
from tests.toy import TOY, ToyEdition

TOYS = Games([TOY])

OPEN = """
mutation ($game: String!, $edition: String!, $names: StringBySideInput!, $mode: Mode!, $houseRules: JSON,
          $kickOffWhenReady: Boolean! = false, $disputeWindow: Int) {
  openMatch(game: $game, edition: $edition, names: $names, mode: $mode, houseRules: $houseRules,
            kickOffWhenReady: $kickOffWhenReady, disputeWindow: $disputeWindow) {
    __typename
    ... on OpenedMatch { matchId version position tokens { home away referee } }
    ... on Malformed { code message path }
  }
}"""

SUBMIT = """
mutation ($matchId: String!, $commandId: String!, $command: CommandInput!, $expectedVersion: Int) {
  submit(matchId: $matchId, commandId: $commandId, command: $command, expectedVersion: $expectedVersion) {
    __typename
    ... on Accepted { version position events { __typename version sentence } match { version } }
    ... on Refusal { code message path }
    ... on RuleViolation { clause }
    ... on VersionConflict { expected current }
  }
}"""

FEED = """
subscription ($id: String!, $after: Int!) {
  matchFeed(matchId: $id, afterVersion: $after) {
    __typename version sentence side ... on RecordedEvent { event { __typename ... on ToyCornerHidden { corner } } }
  }
}"""


class Match(msgspec.Struct):
    """An opened match and the tokens of its seats."""

    id: str
    home: str
    away: str
    referee: str

    def token(self, seat: str) -> str:
        return str(getattr(self, seat))


class Server:
    """A served recorder, and a client of it."""

    def __init__(self, address: str, recorder: Recorder) -> None:
        self.address = address
        self.recorder = recorder
        self.http = httpx.Client(base_url=address, timeout=30)
        self._ids = count(1)

    def post(self, query: str, variables: Mapping[str, Any] | None = None, token: str | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.post("/graphql", json={"query": query, "variables": variables or {}}, headers=headers)

    def ask(self, query: str, variables: Mapping[str, Any] | None = None, token: str | None = None) -> Any:
        answer = self.post(query, variables, token).json()
        assert "errors" not in answer, answer["errors"]
        return answer["data"]

    def error(
        self, query: str, variables: Mapping[str, Any] | None = None, token: str | None = None
    ) -> tuple[str, str]:
        """The code and the message of the one error that a request brings."""
        (error,) = self.post(query, variables, token).json()["errors"]
        return error["extensions"]["code"], error["message"]

    def try_to_open(self, **changes: Any) -> Any:
        usual = {"game": "toy", "edition": "toy/one", "names": {"home": "Reds", "away": "Blues"}, "mode": "REPORTED"}
        return self.ask(OPEN, {**usual, **changes})["openMatch"]

    def open(self, **changes: Any) -> Match:
        opened = self.try_to_open(**changes)
        assert opened["__typename"] == "OpenedMatch", opened
        return Match(id=opened["matchId"], **opened["tokens"])

    def submit(
        self,
        match: Match | str,
        command: Mapping[str, Any],
        token: str | None,
        expected: int | None = None,
        command_id: str | None = None,
    ) -> Any:
        variables = {
            "matchId": match if isinstance(match, str) else match.id,
            "commandId": command_id or f"command {next(self._ids)}",
            "command": command,
            "expectedVersion": expected,
        }
        return self.ask(SUBMIT, variables, token)["submit"]

    def hide(self, match: Match, seat: str, corner: int, **others: Any) -> Any:
        """Let a side hide a corner, in its own seat."""
        return self.submit(match, hiding(seat, corner), match.token(seat), **others)

    def toss(self, match: Match, face: int) -> Any:
        """Let the referee report the coin."""
        return self.submit(match, {"toyCoin": {"face": face}}, match.referee)

    def play_round(self, match: Match, home: int = 1, away: int = 2, face: int = 0) -> None:
        for answer in (self.hide(match, "home", home), self.hide(match, "away", away), self.toss(match, face)):
            assert answer["__typename"] == "Accepted", answer

    async def follow(self, match: Match, after: int = 0, token: str | None = None) -> AsyncGenerator[Any, None]:
        """The feed of a match, over a socket of its own."""
        async with aclosing(self.subscribe(FEED, {"id": match.id, "after": after}, token)) as answers:
            async for answer in answers:
                yield answer["matchFeed"]

    async def subscribe(
        self, query: str, variables: Mapping[str, Any], token: str | None = None
    ) -> AsyncGenerator[Any, None]:
        """What a subscription brings, over a socket of its own."""
        payload = {"authorization": f"Bearer {token}"} if token else {}
        transport = WebsocketsTransport(url=self.socket, init_payload=payload)
        async with GqlClient(transport=transport) as session:
            request = gql(query)
            request.variable_values = dict(variables)
            async with aclosing(session.subscribe(request)) as answers:
                async for answer in answers:
                    yield answer

    @property
    def socket(self) -> str:
        return f"{self.address.replace('http', 'ws', 1)}/graphql"


def hiding(side: str, corner: int) -> dict[str, Any]:
    return {"toyHideCorner": {"side": side.upper(), "corner": corner}}


def toy_shelf(folder: Path) -> Shelf:
    (folder / "one.toml").write_text('id = "toy/one"\ngame = "toy"\ninvented = true\ncoin = [0, 1]\n')
    return Shelf({"toy": ToyEdition}, [folder])


@contextmanager
def serving(recorder: Recorder, shelf: Shelf, **options: Any) -> Iterator[Server]:
    """Serve a recorder until the end of the block."""
    config = uvicorn.Config(
        create_app(recorder, shelf, **options), port=0, log_level="error", timeout_graceful_shutdown=2
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.005)
        served = Server(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", recorder)
        with served.http:
            yield served
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the server did not end"
