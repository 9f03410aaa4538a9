"""What a viewer may not know reaches no answer of theirs, byte for byte."""

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.match.leaves import leaf_of
from domain.match.recorder import Recorder
from tests.api.serving import TOYS, Match, Server, serving, toy_shelf

EVERYTHING = """
query ($id: String!) {
  match(id: $id) {
    id viewer tokenHoldsSeat version damage { version }
    opening { game names { home away } }
    scoreboard { score { home away } period over winner version }
    history { totalCount pageInfo { endCursor hasNextPage } edges { cursor node {
      __typename version sentence side recordedAt struckBy
      ... on RecordedEvent { type clause by token commandId source draw audience position
        provenance { source reportedBy } event {
        __typename side clause
        ... on ToyCornerHidden { corner } ... on ToyCornersShown { home away } ... on ToyCoinTossed { face } } } } } }
    now: position { game ... on ToyTable { score { home away } roundNumber hasHidden { home away } ownCorner } }
    first: position(version: 1) { ... on ToyTable { ownCorner } }
    second: position(version: 2) { ... on ToyTable { ownCorner hasHidden { home away } } }
    pending { choices { side commands inputs clause prompt } chance { prompt outcomes { weight } } }
    legalCommands { total hasMore nodes { __typename side ... on ToyHideCorner { corner } } }
    fromFirst: diff(from: 1) { path before after }
    review { reason statements { text } } undo { side backTo }
  }
  first: explain(matchId: $id, version: 1) { ...Why }
  second: explain(matchId: $id, version: 2) { ...Why }
  sent: whyNot(matchId: $id, command: {toyHideCorner: {side: AWAY, corner: 2}}) { ...Not }
  again: whyNot(matchId: $id, command: {toyHideCorner: {side: HOME, corner: 2}}) { ...Not }
  coin: whyNot(matchId: $id, command: {toyCoin: {face: 0}}) { ...Not }
  rewound: previewRuling(matchId: $id, command: {rewind: {version: 1, reason: "r"}}) { ...Preview }
  shown: previewRuling(matchId: $id, command: {recordIrregularity: {clause: "TOY-1.2", reason: "r",
    events: [{type: "CornersShown", home: 1, away: 1}]}}) { ...Preview }
  matches { edges { cursor node { id version openedAt scoreboard { score { home away } period } } } }
}
fragment Why on Explanation {
  version sentence concealed clause { id text } figures { name value } due { answeredBy prompt clause { id } }
  asked { by act figures { name value } } commit { version sentence clause { id } }
  changes { path before after } provenance { source } struckBy because
}
fragment Not on WhyNot { accepted said refusal { __typename code path } clauses { id text } }
fragment Preview on PreviewAnswer {
  __typename
  ... on RulingPreview { before { period } after { period score { home away } } strikes cannotFollow { reason } }
  ... on Refusal { message }
}"""


def same_bytes_each_time() -> Callable[[int], bytes]:
    drawn = 0

    def entropy(length: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.sha256(str(drawn).encode()).digest()[:length]

    return entropy


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers that give the same ids, tokens and times."""
    with ExitStack() as stack:
        servers = []
        for name in ("one", "other"):
            folder = tmp_path / name
            folder.mkdir()
            recorder = Recorder(
                f"sqlite:///{folder}/matches.db",
                TOYS,
                clock=lambda: datetime(2026, 5, 1, tzinfo=UTC),
                entropy=same_bytes_each_time(),
            )
            stack.enter_context(recorder)
            servers.append(stack.enter_context(serving(recorder, toy_shelf(folder))))
        yield servers[0], servers[1]


def answers(server: Server, match: Match, seat: str | None) -> bytes:
    return server.post(EVERYTHING, {"id": match.id}, match.token(seat) if seat else None).content


async def fed(server: Server, match: Match, seat: str | None, until: int) -> bytes:
    events: list[Any] = []
    async for event in server.follow(match, 0, match.token(seat) if seat else None):
        events.append(event)
        if event["version"] == until:
            break
    return msgspec.json.encode(events)


def test_matches_that_differ_only_in_a_secret_are_the_same_to_all_who_may_not_know_it(
    twins: tuple[Server, Server],
) -> None:
    one, other = twins
    match = one.open()
    assert other.open() == match
    answer_of_one = one.hide(match, "home", 1, command_id="secret")
    answer_of_other = other.hide(match, "home", 3, command_id="secret")
    assert answer_of_one["__typename"] == answer_of_other["__typename"] == "Accepted"
    for seat in ("away", "referee", None):
        seen = answers(one, match, seat)
        assert b'"Reds hides a corner."' in seen
        assert b'"ConcealedEvent"' in seen
        assert seen == answers(other, match, seat)
        assert asyncio.run(fed(one, match, seat, 2)) == asyncio.run(fed(other, match, seat, 2))
    assert answers(one, match, "home") != answers(other, match, "home")


def test_what_a_concealed_event_shows_binds_it_and_hides_it(server: Server) -> None:
    leaf = """query ($id: String!) {
      match(id: $id) { history { edges { node { version leaf ... on RecordedEvent { salt } } } } } }"""
    seen = []
    for _ in range(2):  # the same secret twice
        match = server.open()
        server.hide(match, "home", 3)
        hidden = server.ask(leaf, {"id": match.id}, match.away)["match"]["history"]["edges"][1]["node"]
        assert set(hidden) == {"version", "leaf"}
        server.hide(match, "away", 1)
        shown = server.ask(leaf, {"id": match.id}, match.away)["match"]["history"]["edges"][1]["node"]
        assert shown["leaf"] == hidden["leaf"]
        _, version, topic, data, salt, _ = server.recorder.stored(match.id)[1]
        assert bytes.fromhex(shown["salt"]) == salt
        assert leaf_of(match.id, version, topic, salt, data).hex() == hidden["leaf"]
        seen.append(hidden["leaf"])
    assert seen[0] != seen[1]


def test_a_secret_is_known_to_its_side_and_after_the_reveal_to_all(server: Server) -> None:
    match = server.open()
    server.hide(match, "home", 3)
    assert b'"corner":3' in answers(server, match, "home")
    assert b'"ownCorner":3' in answers(server, match, "home")
    assert b"ConcealedEvent" in answers(server, match, "away")
    server.hide(match, "away", 1)
    for seat in ("home", "away", "referee", None):
        seen = answers(server, match, seat)
        assert b"ConcealedEvent" not in seen
        assert b'"corner":3' in seen
        assert b'"corner":1' in seen


def test_an_older_position_tells_no_more_than_it_did(server: Server) -> None:
    match = server.open()
    server.hide(match, "home", 3)
    server.hide(match, "away", 1)
    query = "query ($id: String!) { match(id: $id) { position(version: 2) { ... on ToyTable { ownCorner } } } }"
    assert server.ask(query, {"id": match.id}, match.away)["match"]["position"] == {"ownCorner": None}
    assert server.ask(query, {"id": match.id}, match.home)["match"]["position"] == {"ownCorner": 3}


def test_a_token_of_another_match_opens_nothing(server: Server) -> None:
    match, another = server.open(), server.open()
    server.hide(match, "home", 3)
    assert server.post(EVERYTHING, {"id": match.id}, another.home).json()["data"]["match"]["viewer"] == "SPECTATOR"
    assert b'"corner":3' not in server.post(EVERYTHING, {"id": match.id}, another.home).content


def test_the_legal_commands_of_a_side_are_not_told_to_a_referee_from_whom_it_has_a_secret(server: Server) -> None:
    match = server.open()
    query = "query ($id: String!) { match(id: $id) { legalCommands { total } } }"
    assert server.ask(query, {"id": match.id}, match.referee)["match"]["legalCommands"] == {"total": 6}
    server.hide(match, "home", 3)
    assert server.ask(query, {"id": match.id}, match.referee)["match"]["legalCommands"] == {"total": 0}
    assert server.ask(query, {"id": match.id}, match.away)["match"]["legalCommands"] == {"total": 3}
