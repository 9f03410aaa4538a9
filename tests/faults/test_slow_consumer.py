"""A subscriber that reads nothing: it holds up nobody, and the server keeps little for it."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from api.simulation import Plan, simulate
from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.recorder import Recorder
from tests.faults.load import SUBPROTOCOL, Load
from tests.faults.services import running
from tests.faults.soundness import assert_sound
from tests.random_matches import SHELF

SOCKETS = 4
OPERATIONS = 50
"""Feeds of each socket."""

SENTENCES = 250
"""How often each event tells its sentence, so that a feed has much to say."""

BOUND = 128 * 2**20
"""Bytes that the server may keep more than before; much less than what is waited for in vain."""


@contextmanager
def reading_nothing(address: str, match_id: str) -> Iterator[ClientConnection]:
    """A socket with feeds of a match, of which nothing is read any more."""
    place = urlsplit(address)
    plain = socket.create_connection((place.hostname, place.port))
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    url = f"ws://{place.netloc}/graphql"
    with connect(url, sock=plain, subprotocols=[SUBPROTOCOL], max_queue=1, close_timeout=0.1) as lazy:
        lazy.send(json.dumps({"type": "connection_init"}))
        lazy.recv()
        told = " ".join(f"s{number}: sentence" for number in range(SENTENCES))
        query = f"subscription ($id: String!) {{ matchFeed(matchId: $id) {{ {told} }} }}"
        for number in range(OPERATIONS):
            payload = {"query": query, "variables": {"id": match_id}}
            lazy.send(json.dumps({"id": str(number), "type": "subscribe", "payload": payload}))
        yield lazy


def test_subscribers_that_read_nothing_hold_up_nobody_and_cost_little_memory(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/matches.db"
    with Recorder(store, GAMES) as recorder:
        match_id, sentences = long_match(recorder)
    assert SOCKETS * OPERATIONS * SENTENCES * len("".join(sentences)) > 3 * BOUND
    with running(tmp_path, store) as touchline, Load(touchline) as load, ExitStack() as lazy:
        (server,) = touchline.servers
        load.goes_on()
        before = server.memory
        for _ in range(SOCKETS):
            lazy.enter_context(reading_nothing(server.address, match_id))
        load.goes_on(10)
        assert server.memory - before < BOUND
        assert_sound(touchline, load)


def long_match(recorder: Recorder) -> tuple[str, list[str]]:
    """A match that has been played, and all that a feed tells of it."""
    edition = next(edition for edition in SHELF if edition.game == "tooor")
    (played,) = simulate(recorder.store, [Plan("tooor", edition, Mode.DEALT, {}, seed=1)], matches=1)
    record = recorder.match(played.match_id)
    return record.id, [record.tell(version) for version in range(1, record.version + 1)]
