"""A real server in a process of its own, and a client that speaks to it over a real socket."""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any

import httpx
import msgspec

from domain.match.envelope import Act
from domain.match.sides import Viewer

ROOT = Path(__file__).parents[1]

OPEN = """
mutation ($game: String!, $edition: String!, $names: StringBySideInput!, $mode: Mode!, $houseRules: JSON) {
  openMatch(game: $game, edition: $edition, names: $names, mode: $mode, houseRules: $houseRules) {
    __typename
    ... on OpenedMatch { matchId version tokens { home away referee } }
    ... on Refusal { code message path }
  }
}"""
SUBMIT = """
mutation ($matchId: String!, $commandId: String!, $command: CommandInput!, $expectedVersion: Int) {
  submit(matchId: $matchId, commandId: $commandId, command: $command, expectedVersion: $expectedVersion) {
    __typename
    ... on Accepted { version position }
    ... on Refusal { code message path }
  }
}"""


class Served:
    """A server process and its address."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.kill()
        self.process.wait()


@contextmanager
def serving(*command: str) -> Iterator[Served]:
    """Run a server that prints its address first, and end it afterwards."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield Served(process, _address(process))
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process.stdout is not None:
            process.stdout.close()


def touchline(store: str) -> tuple[str, ...]:
    """The command that serves a store on a free port."""
    return ("api.cli.main", "serve", "--store", store, "--port", "0")


def ask(client: httpx.Client, query: str, variables: Mapping[str, Any], token: str | None = None) -> Any:
    """The data that a query brings; an error of the request itself is raised."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = client.post("/graphql", json={"query": query, "variables": variables}, headers=headers).json()
    if "errors" in answer:
        raise AssertionError(answer["errors"])
    return answer["data"]


def as_input(game: str, act: Act) -> dict[str, Any]:
    """An act as the field of the oneOf input that it is."""
    prefix = "".join(word if number == 0 else word.title() for number, word in enumerate(game.split("_")))
    return {f"{prefix}{type(act).__name__}": _plain(act)}


def seat_of(act: Act) -> Viewer:
    """The seat that sends an act: the side's own, or the scorekeeper's."""
    from domain.match.game import Command

    return Viewer(act.side) if isinstance(act, Command) else Viewer.REFEREE


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, msgspec.Struct):
        return {field.encode_name: _plain(getattr(value, field.name)) for field in msgspec.structs.fields(value)}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            return found[0]
    raise AssertionError(f"the server did not start: {''.join(said)}")
