"""Submitting commands: what is accepted, and each way to be refused."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.api.serving import SUBMIT, Match, Server, hiding


def test_a_match_is_played_to_its_end(server: Server) -> None:
    match = server.open()
    server.play_round(match, home=1, away=2, face=0)
    server.play_round(match, home=3, away=3, face=1)
    query = """query ($id: String!) { match(id: $id) {
        scoreboard { score { home away } period over winner version shootOut { home } }
        pending { choices { side } chance { prompt } } legalCommands { nodes { side } inputs } } }"""
    assert server.ask(query, {"id": match.id}, match.home)["match"] == {
        "scoreboard": {
            "score": {"home": 1, "away": 0},
            "period": "round 2",
            "over": True,
            "winner": "HOME",
            "version": 10,
            "shootOut": None,
        },
        "pending": {"choices": [], "chance": None},
        "legalCommands": {"nodes": [], "inputs": []},
    }


def test_an_accepted_command_brings_its_events_and_its_place_in_the_log(server: Server) -> None:
    match = server.open()
    server.hide(match, "home", 1)
    assert server.hide(match, "away", 2) == {
        "__typename": "Accepted",
        "version": 4,
        "position": 4,
        "events": [
            {"__typename": "RecordedEvent", "version": 3, "sentence": "CornerHidden."},
            {"__typename": "RecordedEvent", "version": 4, "sentence": "CornersShown."},
        ],
        "match": {"version": 4},
    }


def test_a_dealt_match_deals_its_own_chance(server: Server) -> None:
    match = server.open(mode="DEALT")
    server.hide(match, "home", 1)
    events = server.hide(match, "away", 1)["events"]
    assert [event["sentence"] for event in events] == ["CornerHidden.", "CornersShown.", "CoinTossed."]


Refusing = Callable[[Server, Match], Any]


def over(server: Server, match: Match) -> Any:
    server.play_round(match)
    server.play_round(match)
    return server.hide(match, "home", 1)


def twice(server: Server, match: Match) -> Any:
    server.hide(match, "home", 1)
    return server.hide(match, "home", 2)


def stale(server: Server, match: Match) -> Any:
    server.play_round(match)
    return server.hide(match, "home", 1, expected=4)


def same_id(server: Server, match: Match) -> Any:
    server.hide(match, "home", 1, command_id="mine")
    return server.hide(match, "home", 2, command_id="mine")


@pytest.mark.parametrize(
    ("refused", "kind", "path", "said"),
    [
        (lambda server, match: server.hide(match, "home", 4), "RuleViolation", "corner", "there are 1, 2 and 3"),
        (twice, "NotYourTurn", "command", "the match waits for away"),
        (lambda server, match: server.toss(match, 0), "NotYourTurn", "command", "waits for a decision"),
        (stale, "VersionConflict", "expectedVersion", "has moved on from version 4 to 6"),
        (
            lambda server, match: server.hide(match, "home", 1, expected=99),
            "VersionConflict",
            "expectedVersion",
            "no version 99 yet",
        ),
        (
            lambda server, match: server.submit(match, hiding("away", 1), match.home),
            "NotPermitted",
            "command",
            "the home seat does not act for away",
        ),
        (
            lambda server, match: server.submit(match, hiding("home", 1), None),
            "NotPermitted",
            "command",
            "a token of a seat",
        ),
        (over, "MatchOver", "matchId", "the match is over"),
        (
            lambda server, match: server.submit("nowhere", hiding("home", 1), match.home),
            "Malformed",
            "matchId",
            "there is no match 'nowhere'",
        ),
        (same_id, "Malformed", "commandId", "used for another command"),
        (
            lambda server, match: server.hide(match, "home", 1, command_id="x" * 201),
            "Malformed",
            "commandId",
            "1 to 200 characters",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong_and_keeps_nothing(
    server: Server, refused: Refusing, kind: str, path: str, said: str
) -> None:
    match = server.open()
    answer = refused(server, match)
    assert (answer["__typename"], answer["path"]) == (kind, path)
    assert answer["code"] == "".join(f"_{letter}" if letter.isupper() else letter for letter in kind)[1:].upper()
    assert said in answer["message"]
    before = server.recorder.position()
    again = refused(server, server.open()) if refused not in (over, twice, stale, same_id) else answer
    assert again["__typename"] == kind
    assert server.recorder.position() - before in (0, 1)  # the second opening alone


def test_a_rule_violation_names_its_clause(server: Server) -> None:
    assert server.hide(server.open(), "home", 0)["clause"] == "TOY-1.2"


def test_a_repeat_of_a_command_returns_the_first_answer(server: Server) -> None:
    match = server.open()
    first = server.hide(match, "home", 1, command_id="once")
    assert server.hide(match, "home", 1, command_id="once") == first
    assert server.recorder.position() == 2


def test_a_secret_choice_of_the_other_side_is_no_conflict(server: Server) -> None:
    match = server.open()
    assert server.hide(match, "home", 1, expected=1)["__typename"] == "Accepted"
    assert server.hide(match, "away", 1, expected=1)["__typename"] == "Accepted"


def test_of_two_clients_at_once_one_is_accepted_and_the_other_is_told_why_not(server: Server) -> None:
    match = server.open()
    with ThreadPoolExecutor(8) as clients:
        answers = list(clients.map(lambda corner: server.hide(match, "home", 1 + corner % 3), range(8)))
    kinds = [answer["__typename"] for answer in answers]
    assert kinds.count("Accepted") == 1
    assert kinds.count("NotYourTurn") == 7
    assert server.recorder.match(match.id).version == 2


def test_the_same_command_twice_at_once_is_recorded_once(server: Server) -> None:
    match = server.open()
    with ThreadPoolExecutor(8) as clients:
        answers = list(clients.map(lambda _: server.hide(match, "home", 2, command_id="once"), range(8)))
    assert all(answer == answers[0] for answer in answers)
    assert answers[0]["__typename"] == "Accepted"
    assert server.recorder.match(match.id).version == 2


def test_the_legal_commands_are_those_of_the_seat_and_can_be_sent_back(server: Server) -> None:
    match = server.open()
    query = """query ($id: String!, $first: Int!) { match(id: $id) { legalCommands(first: $first) {
        total hasMore nodes { __typename side ... on ToyHideCorner { corner } } } } }"""
    legal = server.ask(query, {"id": match.id, "first": 2}, match.away)["match"]["legalCommands"]
    assert legal == {
        "total": 3,
        "hasMore": True,
        "nodes": [{"__typename": "ToyHideCorner", "side": "AWAY", "corner": corner} for corner in (1, 2)],
    }
    for stranger in (None, "someone"):
        nothing = server.ask(query, {"id": match.id, "first": 2}, stranger)["match"]["legalCommands"]
        assert nothing == {"total": 0, "hasMore": False, "nodes": []}
    assert server.ask(query, {"id": match.id, "first": 9}, match.referee)["match"]["legalCommands"]["total"] == 6
    assert server.error(query, {"id": match.id, "first": 1001}, match.away)[0] == "BAD_ARGUMENT"


def test_what_a_match_waits_for_is_data(server: Server) -> None:
    match = server.open()
    query = """query ($id: String!) { match(id: $id) { pending {
        choices { side commands inputs clause prompt }
        chance { side clause prompt outcomes { weight outcome { __typename ... on ToyCoin { face } } } } } } }"""
    choice = {"commands": ["HideCorner"], "inputs": ["toyHideCorner"], "clause": "TOY-1.2", "prompt": "hide a corner"}
    assert server.ask(query, {"id": match.id})["match"]["pending"] == {
        "choices": [{"side": "HOME", **choice}, {"side": "AWAY", **choice}],
        "chance": None,
    }
    server.hide(match, "home", 1)
    server.hide(match, "away", 1)
    assert server.ask(query, {"id": match.id})["match"]["pending"] == {
        "choices": [],
        "chance": {
            "side": None,
            "clause": "TOY-1.2",
            "prompt": "a coin",
            "outcomes": [{"weight": 1, "outcome": {"__typename": "ToyCoin", "face": face}} for face in (0, 1)],
        },
    }


def test_a_listed_command_is_accepted_as_it_is_sent_back(server: Server) -> None:
    match = server.open()
    query = "query ($id: String!) { match(id: $id) { legalCommands { nodes { side } inputs } } }"
    listed = server.ask(query, {"id": match.id}, match.away)["match"]["legalCommands"]
    assert listed["inputs"] == [{"toyHideCorner": {"side": "AWAY", "corner": corner}} for corner in (1, 2, 3)]
    assert len(listed["nodes"]) == 3
    variables = {"matchId": match.id, "commandId": "as listed", "command": listed["inputs"][2]}
    assert server.ask(SUBMIT, variables, match.away)["submit"]["__typename"] == "Accepted"
