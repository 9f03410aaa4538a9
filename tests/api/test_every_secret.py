"""Pairs of worlds that differ in one secret, for every game: the bytes of every answer to those who may not know it.

Both worlds have the same ids, tokens, clock and draws. In one a side chose, or drew, something else in secret; real
answers over HTTP and WebSockets must then be the same to everybody else.
"""

import asyncio
import hashlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from gql import Client, gql
from gql.transport.websockets import WebsocketsTransport

from domain.games import GAMES
from domain.match.answers import Accepted
from domain.match.chance import Mode, SeededDealer
from domain.match.envelope import Act
from domain.match.game import Chance, ChanceEvent, Command, Game, Outcome
from domain.match.random_play import choose
from domain.match.recorder import Opened, Recorder
from domain.match.sides import BySide, Viewer
from tests.api.serving import Server, serving
from tests.api.test_every_game import SCHEMA, selection
from tests.random_matches import SHELF
from tests.served import as_input, seat_of

KICK_OFF = datetime(2026, 5, 1, 15, tzinfo=UTC)
MOST_ACTS = 60
"""Acts after which no further secret is looked for."""

FEED = """subscription ($id: String!) { matchFeed(matchId: $id, afterVersion: 0) {
  __typename version sentence side recordedAt
  ... on RecordedEvent { type clause by token commandId source draw audience }
} }"""
SUBMIT = """mutation ($id: String!, $commandId: String!, $expected: Int, $command: CommandInput!) {
  submit(matchId: $id, commandId: $commandId, expectedVersion: $expected, command: $command) {
    __typename ... on Refusal { code message path } ... on Accepted { version events { version sentence } } } }"""


class World:
    """One of the two: a recorder, and what is submitted to it."""

    def __init__(self, store: Path, game: Game[Any], mode: Mode, other_draw: int | None = None) -> None:
        minutes, drawn = count(step=2), count()
        self.recorder = Recorder(
            f"sqlite:///{store}",
            GAMES,
            clock=lambda: KICK_OFF + timedelta(minutes=next(minutes)),
            entropy=lambda length: hashlib.sha256(str(next(drawn)).encode()).digest()[:length],
        )
        self.game = game
        self.changed = False
        if other_draw is not None:
            self._change(other_draw)
        edition = next(edition for edition in SHELF if edition.game == game.id)
        match = self.recorder.open_match(game.id, edition, BySide("Home Town", "Away City"), mode)
        assert isinstance(match, Opened)
        self.match = match

    @property
    def record(self) -> Any:
        return self.recorder.match(self.match.match_id)

    def submit(self, act: Act) -> bool:
        """Submit an act for the seat that may; whether it was accepted."""
        token = self.match.tokens[seat_of(act)]
        answer = self.recorder.submit(self.match.match_id, token, f"v{self.record.version}", act)
        return isinstance(answer, Accepted)

    def _change(self, index: int) -> None:
        """Let one draw bring something else."""
        deal = SeededDealer.deal
        world = self

        class Changed(SeededDealer):
            def deal(self, draw: int, chance: Chance) -> Outcome:
                outcome = deal(self, draw, chance)
                others = [one for one, _ in chance.outcomes if one != outcome]
                if draw != index or not others:
                    return outcome
                world.changed = True
                return others[0]

        own = self.recorder._dealer

        def dealer(*args: Any) -> Any:
            found = own(*args)
            if isinstance(found, SeededDealer):
                found.__class__ = Changed
            return found

        self.recorder._dealer = dealer  # type: ignore[method-assign,assignment]


@contextmanager
def served(*worlds: World) -> Iterator[list[Server]]:
    with ExitStack() as stack:
        for world in worlds:
            stack.callback(world.recorder.close)
        yield [stack.enter_context(serving(world.recorder, SHELF)) for world in worlds]


def answers(server: Server, world: World, seat: Viewer, secret_command: str) -> list[bytes]:
    """Everything that a viewer can ask for, and what they get for trying."""
    match, game = world.match, world.game
    token = match.tokens.get(seat)
    table, event = selection(SCHEMA.get_type("Table"), game), selection(SCHEMA.get_type("Event"), game)
    version = world.record.version
    moments = " ".join(
        f"p{at}: position(version: {at}) {{ {table} }}" for at in range(max(1, version - 2), version + 1)
    )
    queries = [
        f"""{{ match(id: "{match.match_id}") {{ viewer version scoreboard {{ score {{ home away }} period over winner }}
            pending {{ choices {{ side commands clause prompt }}
                chance {{ side clause prompt outcomes {{ weight }} }} }}
            legalCommands(first: 50) {{ total hasMore inputs nodes {{ __typename side }} }} {moments} }} }}""",
        f"""{{ match(id: "{match.match_id}") {{ history(first: 100) {{ totalCount edges {{ cursor node {{
            __typename version sentence side recordedAt ... on RecordedEvent {{ type clause by token commandId source
            draw audience position event {{ __typename {event} }} }} }} }} }} }} }}""",
        "{ matches { edges { cursor node { id version openedAt scoreboard { score { home away } period over } } } } }",
    ]
    bodies = [server.post(query, token=token).content for query in queries]
    # Refusals, conflicts and repeats: another seat's command id, a stale version, somebody else's turn.
    act = next(iter(game.legal_commands(world.record.state_at(world.match.version).table, world_side(world))), None)
    for expected in (None, 1, version - 1, version + 5):
        variables = {"id": match.match_id, "commandId": secret_command, "expected": expected}
        scorekeeper = seat is Viewer.REFEREE and world.record.state.reported
        if act is not None and seat_of(act) is not seat and not scorekeeper:
            body = server.post(SUBMIT, {**variables, "command": as_input(game.id, act)}, token).content
            bodies.append(body)
    bodies.append(asyncio.run(_fed(server, match.match_id, token, version)))
    return bodies


def world_side(world: World) -> Any:
    """The side of the first thing that could be decided in the match."""
    choices = world.record.pending_at(world.match.version).choices
    return choices[0].side if choices else Viewer.HOME.side


async def _fed(server: Server, match_id: str, token: str | None, until: int) -> bytes:
    payload = {"authorization": f"Bearer {token}"} if token else {}
    events = []
    async with Client(transport=WebsocketsTransport(url=server.socket, init_payload=payload)) as session:
        request = gql(FEED)
        request.variable_values = {"id": match_id}
        async for answer in session.subscribe(request):
            events.append(answer)
            if answer["matchFeed"]["version"] == until:
                break
    return msgspec.json.encode(events)


def with_a_secret_choice(folder: Path, game: Game[Any], mode: Mode, seed: int) -> tuple[World, World, Viewer] | None:
    """Two worlds that are the same but for the last command, a secret one; and whose secret it is."""
    rng = Random(seed)
    one, other = (World(folder / f"{game.id}-{name}-{seed}.db", game, mode) for name in ("one", "other"))
    skipped = rng.randrange(4)
    for _ in range(MOST_ACTS):
        record = one.record
        for choice in record.pending_at(record.version).choices:
            secret = []
            for command in _some(game.legal_commands(record.state.table, choice.side), rng):
                events = game.decide(record.state.table, command)
                if isinstance(events, list | tuple) and all(event.audience() == choice.side for event in events):
                    secret.append(command)
            if len(secret) > 1:
                skipped -= 1
                if skipped < 0 and one.submit(secret[0]) and other.submit(secret[1]):
                    return one, other, Viewer(choice.side)
        act = choose(game, record.state.table, rng)
        if act is None:
            break
        assert one.submit(act)
        assert other.submit(act)
    one.recorder.close()
    other.recorder.close()
    return None


def with_a_secret_draw(folder: Path, game: Game[Any], seed: int) -> tuple[World, World, Viewer] | None:
    """Two worlds that are the same but for one draw, which only its side knows; and whose it is."""
    rng = Random(seed)
    one = World(folder / f"drawn-one-{seed}.db", game, Mode.DEALT)
    acts: list[Act] = []
    target = None
    for _ in range(MOST_ACTS):
        record = one.record
        secret = [
            recorded
            for recorded in record.events()
            if isinstance(recorded.event, ChanceEvent) and recorded.entry.audience != "all"
        ]
        if secret and rng.random() < 0.4:
            target = secret[-1]
            break
        act = choose(game, record.state.table, rng)
        if act is None or not one.submit(act):
            break
        acts.append(act)
    if target is None:
        one.recorder.close()
        return None
    other = World(folder / f"drawn-other-{seed}.db", game, Mode.DEALT, other_draw=target.entry.draw)
    if all(other.submit(act) for act in acts) and other.changed:
        return one, other, Viewer(target.entry.audience)
    one.recorder.close()
    other.recorder.close()
    return None


def _some(commands: Any, rng: Random) -> list[Command]:
    listed = [command for _, command in zip(range(300), commands, strict=False)]
    return rng.sample(listed, min(8, len(listed)))


def compare(one: World, other: World, owner: Viewer) -> None:
    last = one.record.events()[-1].entry.command_id
    assert [event.event for event in one.record.events()] != [event.event for event in other.record.events()]
    with served(one, other) as (first, second):
        for seat in Viewer:
            seen = (answers(first, one, seat, last), answers(second, other, seat, last))
            if seat is not owner:
                for mine, theirs in zip(*seen, strict=True):
                    assert mine == theirs, f"{seat} can tell a secret of {owner}"
            else:
                assert seen[0] != seen[1]


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)
@pytest.mark.parametrize("mode", list(Mode))
def test_what_a_side_chooses_in_secret_reaches_no_answer_of_anybody_else(
    game: Game[Any], mode: Mode, tmp_path: Path
) -> None:
    for seed in range(4):
        worlds = with_a_secret_choice(tmp_path, game, mode, seed)
        if worlds is not None:
            compare(*worlds)
            break


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)
def test_what_a_side_draws_in_secret_reaches_no_answer_of_anybody_else(game: Game[Any], tmp_path: Path) -> None:
    for seed in range(4):
        worlds = with_a_secret_draw(tmp_path, game, seed)
        if worlds is not None:
            compare(*worlds)
            break


def test_games_with_secrets_are_compared(tmp_path: Path) -> None:
    compared = set()
    for game in GAMES:
        for seed in range(4):
            worlds = with_a_secret_choice(tmp_path, game, Mode.DEALT, seed)
            if worlds is not None:
                compared.add(game.id)
                for world in worlds[:2]:
                    world.recorder.close()
                break
    assert {"tooor", "finale", "sportiv"} <= compared
