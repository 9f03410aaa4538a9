"""Sockets that say what is none of graphql-transport-ws, or ask for what cannot be: told why, and nothing is logged."""

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from websockets import ConnectionClosed, Subprotocol
from websockets.asyncio.client import ClientConnection, connect

from api.graphql.sockets import OPERATIONS
from tests.api.serving import FEED, Server

BEGIN = {"type": "connection_init"}
NAMED = "query One { __typename } query Other { games { id } }"


@pytest.fixture(autouse=True)
def nothing_is_logged(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Begun before the server, so that this hears it from start to stop."""
    yield
    assert capfd.readouterr().err == ""
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def opened(server: Server, **options: Any) -> connect:
    return connect(server.socket, subprotocols=[Subprotocol("graphql-transport-ws")], **options)


async def said(socket: ClientConnection) -> Any:
    """What the server says next: a message, or the code and the reason of a close."""
    try:
        async with asyncio.timeout(10):
            return json.loads(await socket.recv())
    except ConnectionClosed as closed:
        return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else None


async def answer_to(server: Server, message: Any, init: Any = BEGIN) -> Any:
    """The answer to a message after the greeting, or where the greeting is refused, to that."""
    async with opened(server) as socket:
        await socket.send(json.dumps(init))
        greeted = await said(socket)
        if greeted != {"type": "connection_ack"}:
            return greeted
        await socket.send(message if isinstance(message, str | bytes) else json.dumps(message))
        return await said(socket)


def subscribe(query: Any, identity: Any = "1", **others: Any) -> dict[str, Any]:
    return {"type": "subscribe", "id": identity, "payload": {"query": query, **others}}


@pytest.mark.parametrize(
    ("payload", "told"),
    [
        ({"query": "{"}, "Syntax Error: Expected Name"),
        ({"query": "{ " + "... { " * 1_300 + "__typename" + " }" * 1_301}, "nested too deeply"),
        ({"query": "{ " + "a " * 5_000 + "}"}, "more than 4000 tokens"),
        ({"query": "{ nothing }"}, "Cannot query field 'nothing'"),
        ({"query": NAMED}, "operationName must say which is meant"),
        ({"query": NAMED, "operationName": "Third"}, "there is no operation 'Third', only One, Other"),
        ({"query": None}, "query: a text is needed"),
        ({"query": 5}, "query: a text is needed"),
        ({"query": ""}, "query: a text is needed"),
        ({"query": "{ __typename }", "variables": "x"}, "variables: an object is needed"),
        ({"query": "{ __typename }", "operationName": 5}, "operationName: a text is needed"),
        ({"query": "{ __typename }", "extensions": 5}, "extensions: an object is needed"),
    ],
)
async def test_what_is_wrong_with_one_operation_is_told_of_it_and_the_others_go_on(
    server: Server, payload: dict[str, Any], told: str
) -> None:
    match = server.open()
    async with opened(server) as socket:
        await socket.send(json.dumps(BEGIN))
        await said(socket)
        await socket.send(json.dumps(subscribe(FEED, "feed", variables={"id": match.id, "after": 0})))
        assert (await said(socket))["payload"]["data"]["matchFeed"]["version"] == 1
        await socket.send(json.dumps({"type": "subscribe", "id": "wrong", "payload": payload}))
        refused = await said(socket)
        assert (refused["type"], refused["id"]) == ("error", "wrong")
        assert told in refused["payload"][0]["message"]
        assert refused["payload"][0]["extensions"]["code"] == "BAD_REQUEST"
        await asyncio.to_thread(server.hide, match, "home", 1)
        assert (await said(socket))["payload"]["data"]["matchFeed"]["version"] == 2


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("hello", "what was sent is not JSON: JSON is malformed"),
        ("[]", "what was sent is not a JSON object"),
        ("5", "what was sent is not a JSON object"),
        ("null", "what was sent is not a JSON object"),
        (b"{}", "WebSocket message type must be text"),
        ('{"a":' * 5_000 + "1" + "}" * 5_000, "what was sent is nested too deeply"),
        ({}, "the type of a message is one of connection_init, ping"),
        ({"type": {}}, "the type of a message is one of"),
        ({"type": "x" * 5_000}, "the type of a message is one of"),
        ({"type": "subscribe", "id": "1"}, "the payload of a subscribe message is an object"),
        ({"type": "subscribe", "id": "1", "payload": 5}, "the payload of a subscribe message is an object"),
        (subscribe("{ __typename }", {}), "the id of a subscribe message is a text"),
        (subscribe("{ __typename }", ""), "the id of a subscribe message is a text"),
        ({"type": "complete", "id": []}, "the id of a complete message is a text"),
        ({"type": "ping", "payload": 5}, "the payload of a ping message is an object"),
    ],
)
async def test_a_message_that_is_none_closes_the_socket_with_the_reason(
    server: Server, message: Any, reason: str
) -> None:
    code, told = await answer_to(server, message)
    assert code == 4400
    assert told.startswith(reason)


async def test_a_reason_that_has_no_room_is_cut(server: Server) -> None:
    match, identity = server.open(), "ü" * 5_000
    async with opened(server) as socket:
        await socket.send(json.dumps(BEGIN))
        await said(socket)
        for _ in range(2):
            await socket.send(json.dumps(subscribe(FEED, identity, variables={"id": match.id, "after": 1})))
        code, reason = await said(socket)
    assert code == 4409
    assert "üüü" in reason


async def test_a_socket_carries_so_many_operations_and_says_when_it_is_full(server: Server) -> None:
    match = server.open()
    async with opened(server) as socket:
        await socket.send(json.dumps(BEGIN))
        await said(socket)
        for number in range(OPERATIONS + 1):
            message = subscribe(FEED, f"{number}", variables={"id": match.id, "after": 1})
            await socket.send(json.dumps(message))
        refused = await said(socket)
    assert (refused["type"], refused["id"]) == ("error", f"{OPERATIONS}")
    assert refused["payload"][0]["extensions"]["code"] == "TOO_MUCH"


@pytest.mark.parametrize("payload", [None, {}, {"Authorization": "Bearer x"}, {"authorization": "Bearer x"}])
async def test_a_greeting_takes_the_authorization_or_nothing(server: Server, payload: Any) -> None:
    answer = await answer_to(server, subscribe("{ __typename }"), {**BEGIN, "payload": payload})
    assert answer["payload"] == {"data": {"__typename": "Query"}}


@pytest.mark.parametrize(
    ("payload", "code", "reason"),
    [
        ({"token": "x"}, 4403, 'the payload of connection_init is {"Authorization": "Bearer …"}'),
        ({"headers": {"Authorization": "Bearer x"}}, 4403, 'the payload of connection_init is {"Authorization"'),
        ({"Authorization": "Bearer x", "token": "x"}, 4403, 'the payload of connection_init is {"Authorization"'),
        ({"Authorization": "x"}, 4403, "the authorization must read: Bearer, a space, and the token"),
        ({"Authorization": {"Bearer": "x"}}, 4403, "the authorization must read: Bearer, a space, and the token"),
        (5, 4400, "the payload of a connection_init message is an object"),
    ],
)
async def test_a_greeting_that_would_be_overlooked_is_refused(
    server: Server, payload: Any, code: int, reason: str
) -> None:
    closed = await answer_to(server, subscribe("{ __typename }"), {**BEGIN, "payload": payload})
    assert closed[0] == code
    assert closed[1].startswith(reason)


async def test_a_broken_authorization_in_the_handshake_is_told_as_over_http(server: Server) -> None:
    headers = {"Authorization": "Basic abc"}
    over_http = server.http.post("/graphql", json={"query": "{ __typename }"}, headers=headers).json()["errors"][0]
    async with opened(server, additional_headers=headers) as socket:
        assert await said(socket) == (4403, over_http["message"])


async def test_an_answer_that_cannot_be_written_is_an_error_of_its_operation(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from api.graphql.router import Router

    written = Router.encode_json

    def broken(router: Router, data: Any) -> str:
        if data["type"] == "next":
            raise OverflowError("a secret")
        return written(router, data)

    monkeypatch.setattr(Router, "encode_json", broken)
    answer = await answer_to(server, subscribe("{ __typename }"))
    (error,) = answer["payload"]
    assert answer["type"] == "error"
    assert error["extensions"]["code"] == "INTERNAL"
    assert "secret" not in error["message"]
    assert error["extensions"]["incident"] in caplog.text
    caplog.clear()
