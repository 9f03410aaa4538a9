"""Requests that are none, or ask for too much: each is told why, and none harms the others."""

import re
import socket
from typing import Any

import pytest

from api.graphql.limits import BODY, DEPTH
from api.graphql.router import Router
from api.graphql.schema import build_schema
from tests.api.serving import SUBMIT, TOYS, Server, hiding

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


@pytest.mark.parametrize("media_type", ["text/plain", "application/jsonx", ""])
def test_another_media_type_is_told_the_right_one(server: Server, media_type: str) -> None:
    answer = server.http.post("/graphql", content=b"{ __typename }", headers={"content-type": media_type})
    assert answer.status_code == 415
    assert answer.json()["errors"][0]["message"] == "the content type of a request is application/json"


@pytest.mark.parametrize("media_type", ["APPLICATION/JSON", "application/json; charset=utf-8", "Application/Json ;x=y"])
def test_a_media_type_is_known_in_any_case_and_with_parameters(server: Server, media_type: str) -> None:
    answer = server.http.post("/graphql", content=b'{"query": "{ __typename }"}', headers={"content-type": media_type})
    assert answer.json() == {"data": {"__typename": "Query"}}


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


NAMED = "query Look { __typename } mutation Change { __typename }"


def test_of_several_operations_none_is_executed_that_was_not_named(server: Server) -> None:
    for name, said in (
        (None, "operationName must say"),
        ("", "operationName must say"),
        ("Other", "only Look, Change"),
    ):
        answer = server.http.post("/graphql", json={"query": NAMED, "operationName": name}, headers={"accept": GRAPHQL})
        assert answer.status_code == 400
        assert said in answer.json()["errors"][0]["message"]
        assert "data" not in answer.json()
    answer = server.http.post("/graphql", json={"query": NAMED, "operationName": "Change"})
    assert answer.json() == {"data": {"__typename": "Mutation"}}
    assert server.http.get("/graphql", params={"query": "{ __typename }", "operationName": ""}).json() == {
        "data": {"__typename": "Query"}
    }


@pytest.mark.parametrize("accept", ["application/json", GRAPHQL, "text/event-stream", "multipart/mixed"])
def test_a_subscription_over_http_is_told_where_it_belongs(server: Server, accept: str) -> None:
    request = {"query": f'subscription {{ matchFeed(matchId: "{server.open().id}") {{ version }} }}'}
    headers = {"accept": accept}
    for answer in (
        server.http.post("/graphql", json=request, headers=headers),
        server.http.get("/graphql", params=request, headers=headers),
    ):
        (error,) = answer.json()["errors"]
        assert error["extensions"]["code"] == "BAD_REQUEST"
        assert "over graphql-transport-ws" in error["message"]
        assert answer.status_code == (400 if accept == GRAPHQL else 200)


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


@pytest.mark.parametrize("chunks", [[b" " * (BODY + 1)], [b" " * 1024] * 70, [b" " * 1024] * 7_000])
@pytest.mark.parametrize("announced", [True, False])
def test_a_body_beyond_the_limit_is_told_the_limit(server: Server, chunks: list[bytes], announced: bool) -> None:
    answer = server.http.post("/graphql", content=b"".join(chunks) if announced else iter(chunks), headers=JSON)
    assert answer.status_code == 413
    assert answer.json() == {
        "errors": [
            {
                "message": f"the request is too large: {BODY} bytes is the limit",
                "extensions": {"code": "TOO_MUCH"},
            }
        ]
    }


def test_what_no_route_takes_is_answered_as_everything_else_is(server: Server) -> None:
    for method, path, code in (("GET", "/nowhere", "NOT_FOUND"), ("PUT", "/graphql", "METHOD_NOT_ALLOWED")):
        assert server.http.request(method, path).json()["errors"][0]["extensions"]["code"] == code


@pytest.mark.parametrize(
    ("query", "variables"),
    [
        ("query ($first: Int = 3) { matches(first: $first) { edges { cursor } } }", {"first": None}),
        ("query ($first: Int!) { matches(first: $first) { edges { cursor } } }", {"first": None}),
        ("query ($first: Int!) { matches(first: $first) { edges { cursor } } }", {"first": True}),
        ("query ($first: Int!) { matches(first: $first) { edges { cursor } } }", {"first": [None, False]}),
    ],
)
def test_nothing_of_python_shows_in_messages(server: Server, query: str, variables: dict[str, Any]) -> None:
    code, message = server.error(query, variables)
    assert code == "BAD_REQUEST"
    assert not re.search("None|True|False", message)


def test_what_a_request_quotes_is_told_as_it_was(server: Server) -> None:
    assert "'None of True'" in server.error('{ match(id: "None of True") { id } }')[1]


LONG, MANY = "x" * 5_000, "x y " * 2_000


@pytest.mark.parametrize(
    "query",
    [
        f'{{ match(id: "{LONG}") {{ id }} }}',
        f'{{ match(id: "{MANY}") {{ id }} }}',
        f'{{ match(id: "{MANY}it\'s") {{ id }} }}',
        f'{{ clause(id: "{LONG}") {{ id }} }}',
        f"{{ {LONG} }}",
        f"query {LONG} {{ __typename }} query {LONG} {{ __typename }}",
        f"{{ {LONG}: matches {{ edges {{ node {{ {'id ' * 400} }} }} }} }}",
    ],
)
def test_what_a_request_says_at_length_is_not_said_again_at_length(server: Server, query: str) -> None:
    _, message = server.error(query)
    assert "…" in message
    assert len(message) < 300


@pytest.mark.parametrize("rules", [{LONG: 1}, {"rounds": LONG}, {"rounds": MANY}])
def test_what_a_refusal_quotes_is_cut(server: Server, rules: dict[str, Any]) -> None:
    refused = server.try_to_open(houseRules=rules)
    assert len(refused["message"]) + len(refused["path"]) < 300
    assert "…" in refused["message"]
    game = server.try_to_open(game=LONG)
    assert game["message"] == f"unknown game '{'x' * 79}…'; there are toy"


def test_pages_of_any_origin_may_ask(server: Server) -> None:
    origin = {"origin": "https://dashboard.example"}
    asked = {
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,apollographql-client-name",
    }
    allowed = server.http.options("/graphql", headers={**origin, **asked})
    assert allowed.status_code == 200
    assert allowed.headers["access-control-allow-headers"] == asked["access-control-request-headers"]
    for answer in (
        allowed,
        server.http.post("/graphql", json={"query": "{ __typename }"}, headers=origin),
        server.http.post("/graphql", content=b" " * (BODY + 1), headers={**origin, **JSON}),
        server.http.post("/graphql", json={}, headers={**origin, "authorization": "Basic abc"}),
    ):
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in answer.headers


def test_a_page_is_told_of_an_incident_as_well(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise OverflowError

    monkeypatch.setattr(Router, "encode_json", broken)
    answer = server.http.post("/graphql", json={"query": "{ __typename }"}, headers={"origin": "https://x.example"})
    assert answer.status_code == 500
    assert answer.headers["access-control-allow-origin"] == "*"


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


def test_the_page_at_the_root_needs_nothing_from_elsewhere(server: Server) -> None:
    page = server.http.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert "//" not in page.text
    assert 'href="/graphql"' in page.text


def test_the_editor_says_what_it_needs_and_what_there_is_without(server: Server) -> None:
    editor = server.http.get("/graphql", headers={"accept": "text/html"})
    assert 'GraphiQL comes from unpkg.com. Without internet take <a href="/">the plain page</a>.' in editor.text


def test_the_schema_can_be_read_without_a_client(server: Server) -> None:
    assert server.http.get("/schema.graphql").text == f"{build_schema(TOYS).as_str()}\n"
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
