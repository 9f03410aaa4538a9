"""Serving the API."""

import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from domain.match.editions import SHIPPED
from tests.api.cli.conftest import Run, command, environment

Start = Callable[..., tuple[subprocess.Popen[str], str]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers; gives each with the address that it told."""
    servers: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> tuple[subprocess.Popen[str], str]:
        line = command("serve", "--port", "0", *arguments)
        server = subprocess.Popen(
            line, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        servers.append(server)
        assert server.stdout is not None
        address = ""
        while "ws://" not in (told := server.stdout.readline()):
            assert told, "the server ended before it told its address"
            if found := re.search(r"http://\S+/graphql", told):
                address = found[0]
        return server, address

    yield start
    for server in servers:
        server.kill()
        server.communicate()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_tells_its_address_answers_there_and_ends_in_order(start: Start, store: str, stop: signal.Signals) -> None:
    server, address = start("--store", store)
    answer = httpx.post(address, json={"query": "{ matches { edges { node { id } } } }"}, timeout=20)
    assert len(answer.json()["data"]["matches"]["edges"]) == 3
    server.send_signal(stop)
    _, errors = server.communicate(timeout=20)
    assert (server.returncode, errors) == (0, "")
    with pytest.raises(httpx.TransportError):
        httpx.get(address, timeout=5)


def test_it_makes_a_store_that_is_not_there(start: Start) -> None:
    _, address = start("--store", "sqlite:///new.db")
    answer = httpx.post(address, json={"query": "{ games { id } }"}, timeout=20)
    assert {"id": "tooor"} in answer.json()["data"]["games"]


def test_a_port_that_is_taken_is_told(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = run("serve", "--port", port)
    assert result.exit_code == 4
    assert f"cannot listen on 127.0.0.1 port {port}" in result.stderr
    assert not Path("touchline.db").exists()


def test_editions_that_cannot_be_offered_are_told_at_the_start_and_the_others_are_served(
    start: Start, tmp_path: Path
) -> None:
    sound = (SHIPPED / "tooor.toml").read_text().replace('id = "tooor/oracle-1"', 'id = "tooor/own"')
    (tmp_path / "own.toml").write_text(sound)
    (tmp_path / "faulty.toml").write_text(sound.replace("invented = true", 'invented = "perhaps"\ncolour = "green"'))
    server, address = start("--store", "sqlite:///new.db", "--editions", str(tmp_path))
    answer = httpx.post(address, json={"query": "{ games { editions { id } } }"}, timeout=20)
    assert '"tooor/own"' in answer.text
    server.send_signal(signal.SIGINT)
    _, errors = server.communicate(timeout=20)
    assert server.returncode == 0
    assert "faulty.toml: invented: found" in errors
    assert "faulty.toml: colour: found" in errors


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--port", "70000"], 2),
        (["--host", "no.such.host.invalid"], 4),
        (["--store", "sqlite:///no/such/folder/x.db", "--port", "0"], 4),
        (["--editions", "nowhere"], 2),
    ],
)
def test_what_cannot_be_served_is_told(run: Run, arguments: list[str], code: int) -> None:
    result = run("serve", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr
