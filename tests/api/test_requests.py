"""Requests that are none, or ask for too much: each is told why, and none harms the others."""

import socket
from typing import Any

import pytest

from api.graphql.limits import BODY, DEPTH
from tests.api.serving import SUBMIT, Server, hiding

JSON = {"content-type": "application/json"}
GRAPHQL = "application/graphql-response+json"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'"x"',
        b"null",
        b"5",
        b"[]",
        b'[{"query": "{ __typename }"}]',
        b"\xff\xfe",
        b"[" * 30_000,
        b'{"a":' * 9_000,
    ],
)
def test_a_body_that_is_no_json_object_is_a_bad_request(server: Server, body: bytes) -> None:
    answer = server.http.post("/graphql", content=body, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["extensions"]["code"] == "BAD_REQUEST"
    assert server.ask("{ __typename }") == {"__typename": "Query"}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"query": None},
        {"query": 5},
        {"query": ""},
        {"query": "{ __typename }", "variables": [1]},
        {"query": "{ __typename }", "extensions": 3},
    ],
)
def test_a_json_object_that_is_no_request_is_a_bad_request(server: Server, body: dict[str, Any]) -> None:
    answer = server.http.post("/graphql", json=body)
    assert answer.status_code in (400, 200)
    assert answer.json()["errors"][0]["extensions"]["code"] == "BAD_REQUEST"


def test_another_media_type_is_a_bad_request(server: Server) -> None:
    assert (
        server.http.post("/graphql", content=b"{ __typename }", headers={"content-type": "text/plain"}).status_code
        == 400
    )


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("{", "Syntax Error"),
        ("{ nothing }", "Cannot query field 'nothing'"),
        ("query ($x: Int) { __typename }", "never used"),
        ("{ match { id } }", "'Query.match(id:)'"),
        ('{ match(id: "x") }', "must have a selection"),
        ("{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }", "within itself"),
    ],
)
def test_a_malformed_document_is_told_what_is_wrong_with_it(server: Server, query: str, said: str) -> None:
    code, message = server.error(query)
    assert code == "BAD_REQUEST"
    assert said in message


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ({}, "exactly one key"),
        ({**hiding("home", 1), "toyCoin": {"face": 0}}, "exactly one key"),
        ({"toyHideCorner": None}, "must be non-null"),
        ({"toyHideCorner": {"side": "HOME"}}, "corner"),
        ({"toyHideCorner": {"side": "NOBODY", "corner": 1}}, "'NOBODY' does not exist in 'Side' enum"),
        ({"toyHideCorner": {"side": "HOME", "corner": "1"}}, "Int cannot represent non-integer value"),
        ({"toyHideCorner": {"side": "HOME", "corner": 2**40}}, "32-bit"),
        ({"chessCastle": {}}, "chessCastle"),
        ("hide", "CommandInput"),
    ],
)
def test_a_command_of_the_wrong_shape_is_told_where(server: Server, command: Any, said: str) -> None:
    match = server.open()
    variables = {"matchId": match.id, "commandId": "x", "command": command}
    code, message = server.error(SUBMIT, variables, match.home)
    assert code == "BAD_REQUEST"
    assert said in message
    assert server.recorder.position() == 1


def test_old_clients_get_json_and_new_ones_what_they_accept(server: Server) -> None:
    for accept, media_type, status in (
        ("application/json", "application/json", 200),
        ("*/*", "application/json", 200),
        (GRAPHQL, GRAPHQL, 400),
        (f"{GRAPHQL}, application/json;q=0.9", GRAPHQL, 400),
        (f"{GRAPHQL};q=0.1, application/json", "application/json", 200),
    ):
        answer = server.http.post("/graphql", json={"query": "{ nothing }"}, headers={"accept": accept})
        assert answer.headers["content-type"] == f"{media_type}; charset=utf-8"
        assert answer.status_code == status
        assert "data" not in answer.json()


def test_a_query_may_come_by_get_and_a_mutation_may_not(server: Server) -> None:
    accept = {"accept": GRAPHQL}
    assert server.http.get("/graphql", params={"query": "{ __typename }"}, headers=accept).json() == {
        "data": {"__typename": "Query"}
    }
    assert server.http.get("/graphql", params={"query": "mutation { __typename }"}, headers=accept).status_code in (
        400,
        405,
    )
    broken = {"query": "{ __typename }", "variables": "{"}
    assert server.http.get("/graphql", params=broken, headers=accept).status_code == 400


@pytest.mark.parametrize(
    "authorization", ["", "abc", "Basic abc", "Bearer", "Bearer a b", "Bearer ü", f"Bearer {'x' * 600}"]
)
def test_an_authorization_that_is_no_bearer_token_is_unauthenticated(server: Server, authorization: str) -> None:
    answer = server.http.post(
        "/graphql", json={"query": "{ __typename }"}, headers=[(b"Authorization", authorization.encode())]
    )
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


def test_a_body_beyond_the_limit_is_not_read(server: Server) -> None:
    answer = server.http.post("/graphql", json={"query": f"{{ __typename }} # {'x' * BODY}"})
    assert answer.status_code == 413


def nested(levels: int) -> str:
    return "{ __schema { types { " + "ofType { " * levels + "name" + " }" * levels + " } } }"


@pytest.mark.parametrize(
    "query",
    [
        "{ " + " ".join(f"a{n}: matches {{ edges {{ node {{ id }} }} }}" for n in range(80)) + " }",
        "{ " + "matches { edges { node { id version } } } " * 60 + " }",
        "{ " + " ".join(f"a{n}: __schema {{ types {{ name }} }}" for n in range(5)) + " }",
        '{ match(id: "x") { '
        + " ".join(f"p{n}: legalCommands(first: 1000) {{ nodes {{ side }} }}" for n in range(20))
        + " } }",
        "{ ...f0 } "
        + " ".join(f"fragment f{n} on Query {{ ...f{n + 1} ...f{n + 1} }}" for n in range(30))
        + " fragment f30 on Query { matches { edges { node { id } } } }",
        "mutation { "
        + " ".join(
            f'a{n}: openMatch(game: "toy", edition: "toy/one", names: {{home: "a", away: "b"}}, mode: DEALT)'
            " { __typename }"
            for n in range(6)
        )
        + " }",
    ],
)
def test_a_request_that_asks_for_too_much_is_refused_before_it_is_carried_out(server: Server, query: str) -> None:
    code, message = server.error(query)
    assert code == "TOO_MUCH"
    assert "the request asks for too much" in message
    assert server.recorder.position() == 0


@pytest.mark.parametrize(
    "query",
    [
        "{ " + "... { " * 1_300 + "__typename" + " }" * 1_300 + " }",
        '{ match(id: "x") { id } openMatch(houseRules: ' + "[" * 1_900 + "]" * 1_900 + ") }",
        "{ games " * 1_300 + "}" * 1_300,
        "{ ...f0 } " + " ".join(f"fragment f{n} on Query {{ ...f{n + 1} }}" for n in range(490)),
    ],
)
def test_a_document_that_is_nested_too_deeply_is_refused(server: Server, query: str) -> None:
    code, message = server.error(query)
    assert code in ("TOO_MUCH", "BAD_REQUEST")
    assert "internal" not in message


def test_depth_and_tokens_have_limits(server: Server) -> None:
    deep = "{ games " + "{ games " * DEPTH + "{ id }" + " }" * DEPTH + " }"
    assert server.error(deep)[0] == "TOO_MUCH"
    assert "token" in server.error("{ " + "a " * 5_000 + "}")[1]


def test_what_tools_ask_of_a_schema_is_within_the_limits(server: Server) -> None:
    from graphql import build_client_schema, get_introspection_query

    schema = build_client_schema(server.ask(get_introspection_query(input_value_deprecation=True)))
    assert schema.query_type is not None


def test_the_root_leads_to_the_editor(server: Server) -> None:
    assert server.http.get("/").headers["location"] == "/graphql"
    assert "GraphiQL" in server.http.get("/graphql", headers={"accept": "text/html"}).text


def test_a_client_that_leaves_in_the_middle_of_a_request_is_no_incident(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as line:
        line.sendall(
            b"POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"
        )
    for _ in range(20):
        assert server.ask("{ games { id } }")
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
