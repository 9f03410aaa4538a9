"""Two servers on one store: they record the same match, and a feed of either tells everything once."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

import httpx
from gql import Client, gql
from gql.transport.websockets import WebsocketsTransport

from domain.games import GAMES
from domain.match.random_play import choose
from domain.match.recorder import Recorder
from domain.match.sides import Viewer
from tests.random_matches import SHELF
from tests.served import OPEN, SUBMIT, as_input, ask, serving, touchline

GAME = GAMES.current("tooor")
FEED = "subscription ($id: String!) { matchFeed(matchId: $id, afterVersion: 0) { version sentence } }"
LIMIT = 60


def submit(request: dict[str, Any], token: str, client: httpx.Client) -> Any:
    """The answer to a command."""
    return ask(client, SUBMIT, request, token)["submit"]


async def follow(address: str, match_id: str, last: str) -> list[int]:
    """The versions that a spectator hears until the sentence that ends a match."""
    transport = WebsocketsTransport(
        url=f"{address.replace('http', 'ws', 1)}/graphql", subprotocols=[WebsocketsTransport.GRAPHQLWS_SUBPROTOCOL]
    )
    heard = []
    async with asyncio.timeout(LIMIT), Client(transport=transport) as session:
        request = gql(FEED)
        request.variable_values = {"id": match_id}
        async for event in session.subscribe(request):
            heard.append(event["matchFeed"]["version"])
            if event["matchFeed"]["sentence"].startswith(last):
                break
    return heard


def test_coaches_at_two_servers_play_one_match_and_feeds_of_both_miss_and_repeat_nothing(store) -> None:
    edition = next(edition.id for edition in SHELF if edition.game == GAME.id)
    rng = Random(3)
    with (
        serving(*touchline(store)) as one,
        serving(*touchline(store)) as two,
        httpx.Client(base_url=one.address, timeout=20) as home,
        httpx.Client(base_url=two.address, timeout=20) as away,
        Recorder(store, GAMES) as reader,
        ThreadPoolExecutor(4) as pool,
    ):
        names = {"home": "Home", "away": "Away"}
        opening = {"game": GAME.id, "edition": edition, "mode": "DEALT", "names": names}
        opened = ask(home, OPEN, opening)["openMatch"]
        match_id = opened["matchId"]
        last = "The seed of the draws"
        feeds = [pool.submit(asyncio.run, follow(server.address, match_id, last)) for server in (one, two)]
        number = 0
        while (act := choose(GAME, reader.match(match_id).state.table, rng)) is not None:
            assert act.side is not None
            number += 1
            request: dict[str, Any] = {
                "matchId": match_id,
                "commandId": f"c{number}",
                "command": as_input(GAME.id, act),
                "expectedVersion": reader.match(match_id).version,
            }
            token = opened["tokens"][Viewer(act.side)]
            # The same command at both servers at once, as an impatient coach would: it counts once.
            answers = list(pool.map(partial(submit, request, token), (home, away)))
            assert answers[0]["__typename"] == "Accepted", answers
            assert answers[0] == answers[1]
        heard = [feed.result(LIMIT) for feed in feeds]
        record = reader.match(match_id)
    assert heard == [list(range(1, record.version + 1))] * 2
    commands = [event.entry.command_id for event in record.events() if event.entry.command]
    assert len(commands) == len(set(commands))
