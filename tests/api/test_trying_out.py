"""Sandboxes and histories as they were known, over GraphQL."""

from tests.api.serving import Server

TRY = """mutation ($id: String!, $version: Int!, $same: Boolean!) {
  tryOut(matchId: $id, version: $version, sameDraws: $same) {
    __typename ... on OpenedMatch { matchId version tokens { home } } ... on Refusal { code message path } } }"""


def test_a_sandbox_is_opened_marked_and_played_and_the_match_stays_as_it_is(server: Server) -> None:
    match = server.open(mode="DEALT")
    server.hide(match, "home", 1)
    server.hide(match, "away", 2)
    version = server.recorder.match(match.id).version
    opened = server.ask(TRY, {"id": match.id, "version": version, "same": False})["tryOut"]
    assert opened["__typename"] == "OpenedMatch"
    listed = server.ask("{ matches { edges { node { id sandboxOf } } } }")["matches"]["edges"]
    assert [edge["node"] for edge in listed] == [
        {"id": match.id, "sandboxOf": None},
        {"id": opened["matchId"], "sandboxOf": match.id},
    ]
    command = {"toyHideCorner": {"side": "HOME", "corner": 2}}
    assert server.submit(opened["matchId"], command, opened["tokens"]["home"])["__typename"] == "Accepted"
    assert server.recorder.match(match.id).version == version


def test_what_cannot_be_tried_out_is_refused_with_the_reason(server: Server) -> None:
    match = server.open(mode="DEALT")
    server.hide(match, "home", 1)
    cases = (
        ({"id": match.id, "version": 2, "same": False}, "NOT_PERMITTED", "version"),
        ({"id": match.id, "version": 1, "same": True}, "RULE_VIOLATION", "draws"),
        ({"id": "nowhere", "version": 1, "same": False}, "MALFORMED", "matchId"),
    )
    for variables, code, path in cases:
        refused = server.ask(TRY, variables)["tryOut"]
        assert (refused["code"], refused["path"]) == (code, path)
    assert server.error(TRY, {"id": match.id, "version": 99, "same": False})[0] == "UNKNOWN_VERSION"


def test_a_history_can_be_read_as_it_was_known_at_a_version(server: Server) -> None:
    match = server.open(mode="DEALT")
    server.hide(match, "home", 1)
    server.hide(match, "away", 2)
    query = """query ($id: String!, $asOf: Int) { match(id: $id) { history(asOf: $asOf) {
        totalCount edges { node { __typename } } } } }"""
    then = server.ask(query, {"id": match.id, "asOf": 2})["match"]["history"]
    assert then == {
        "totalCount": 2,
        "edges": [{"node": {"__typename": kind}} for kind in ("RecordedEvent", "ConcealedEvent")],
    }
    now = server.ask(query, {"id": match.id})["match"]["history"]
    assert {edge["node"]["__typename"] for edge in now["edges"]} == {"RecordedEvent"}
    for version in (0, 99):
        assert server.error(query, {"id": match.id, "asOf": version})[0] == "BAD_ARGUMENT"
