"""Reading matches: pages of history, positions, lists."""

from typing import Any

import pytest

from tests.api.serving import Match, Server

HISTORY = """
query ($id: String!, $first: Int!, $after: String) {
  match(id: $id) { history(first: $first, after: $after) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { version } } } }
}"""
MATCHES = """
query ($first: Int!, $after: String) {
  matches(first: $first, after: $after) { pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor node {
    id version mode openedAt damage { version reason } scoreboard { game names { home away } score { home away } } } } }
}"""


def history(server: Server, match: Match, first: int, after: str | None = None) -> Any:
    return server.ask(HISTORY, {"id": match.id, "first": first, "after": after})["match"]["history"]


@pytest.mark.parametrize("first", [1, 2, 3, 5, 6, 100])
def test_pages_of_any_size_bring_each_event_once_and_in_order(server: Server, first: int) -> None:
    match = server.open()
    server.play_round(match)
    versions, after, pages = [], None, 0
    while True:
        page = history(server, match, first, after)
        pages += 1
        versions += [edge["node"]["version"] for edge in page["edges"]]
        assert page["totalCount"] == 6
        assert page["pageInfo"]["startCursor"] == page["edges"][0]["cursor"]
        assert page["pageInfo"]["endCursor"] == page["edges"][-1]["cursor"]
        assert page["pageInfo"]["hasPreviousPage"] == (pages > 1)
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert versions == [1, 2, 3, 4, 5, 6]


def test_a_page_behind_the_last_event_is_empty_and_grows_with_the_match(server: Server) -> None:
    match = server.open()
    end = history(server, match, 10)["pageInfo"]["endCursor"]
    empty = history(server, match, 10, end)
    assert empty["edges"] == []
    assert empty["pageInfo"] == {
        "hasNextPage": False,
        "hasPreviousPage": True,
        "startCursor": None,
        "endCursor": None,
    }
    server.hide(match, "home", 1)
    assert [edge["node"]["version"] for edge in history(server, match, 10, end)["edges"]] == [2]


@pytest.mark.parametrize("first", [0, -1, 101])
def test_a_page_has_1_to_100_elements(server: Server, first: int) -> None:
    match = server.open()
    assert server.error(HISTORY, {"id": match.id, "first": first}) == (
        "BAD_ARGUMENT",
        f"first: 1 to 100 is allowed, not {first}",
    )
    assert server.error(MATCHES, {"first": first})[0] == "BAD_ARGUMENT"


@pytest.mark.parametrize(
    "cursor", ["", "rubbish", "⚽", "bWF0Y2hlczox", "aGlzdG9yeTo", "aGlzdG9yeTotMQ", "aGlzdG9yeTox=="]
)
def test_a_cursor_that_this_list_did_not_give_is_refused_in_plain_words(server: Server, cursor: str) -> None:
    match = server.open()
    code, message = server.error(HISTORY, {"id": match.id, "first": 1, "after": cursor})
    assert (code, "no cursor of this list" in message) == ("BAD_CURSOR", True)


def test_an_unknown_match_is_an_error_that_names_it(server: Server) -> None:
    assert server.error('{ match(id: "nowhere") { id } }') == ("UNKNOWN_MATCH", "there is no match 'nowhere'")


@pytest.mark.parametrize("version", [0, -1, 3, 2_000_000])
def test_an_unknown_version_is_an_error_that_names_those_there_are(server: Server, version: int) -> None:
    match = server.open()
    server.hide(match, "home", 1)
    query = "query ($id: String!, $version: Int) { match(id: $id) { position(version: $version) { game } } }"
    code, message = server.error(query, {"id": match.id, "version": version})
    assert code == "UNKNOWN_VERSION"
    assert f"versions 1 to 2, not {version}" in message
    assert server.ask(query, {"id": match.id})["match"]["position"] == {"game": "toy"}


def test_matches_are_listed_in_the_order_of_opening_a_page_at_a_time(server: Server) -> None:
    opened = [server.open(names={"home": f"H{number}", "away": "A"}) for number in range(5)]
    server.play_round(opened[2])
    page = server.ask(MATCHES, {"first": 3})["matches"]
    assert [edge["node"]["id"] for edge in page["edges"]] == [match.id for match in opened[:3]]
    assert page["pageInfo"]["hasNextPage"]
    assert page["edges"][2]["node"]["scoreboard"] == {
        "game": "toy",
        "names": {"home": "H2", "away": "A"},
        "score": {"home": 1, "away": 0},
    }
    rest = server.ask(MATCHES, {"first": 3, "after": page["pageInfo"]["endCursor"]})["matches"]
    assert [edge["node"]["id"] for edge in rest["edges"]] == [match.id for match in opened[3:]]
    assert not rest["pageInfo"]["hasNextPage"]
    assert rest["pageInfo"]["hasPreviousPage"]


def test_the_envelope_tells_who_acted_and_where_the_chance_came_from(server: Server) -> None:
    match = server.open()
    server.play_round(match)
    query = """query ($id: String!) { match(id: $id) { history { edges { node { ... on RecordedEvent {
        version type clause by commandId source draw audience position side event { __typename } } } } } } }"""
    nodes = [edge["node"] for edge in server.ask(query, {"id": match.id})["match"]["history"]["edges"]]
    assert nodes[4] == {
        "version": 5,
        "type": "toy.CoinTossed",
        "clause": "TOY-1.2",
        "by": "referee",
        "commandId": nodes[4]["commandId"],
        "source": "REPORTED",
        "draw": 0,
        "audience": "all",
        "position": 5,
        "side": None,
        "event": {"__typename": "ToyCoinTossed"},
    }
    assert [node["event"]["__typename"] for node in nodes] == [
        "MatchOpened",
        "ToyCornerHidden",
        "ToyCornerHidden",
        "ToyCornersShown",
        "ToyCoinTossed",
        "ToyRoundScored",
    ]
