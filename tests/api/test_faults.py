"""When something is broken: a store that cannot be used, a damaged row, a defect of our own. Nothing is lost."""

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.match.engines.sqlite import _DurablePool
from domain.match.record import MatchRecord
from domain.match.recorder import Recorder
from tests.api.serving import OPEN, SUBMIT, TOYS, Match, Server, hiding, serving, toy_shelf
from tests.api.test_feed import damage

STATE = """query ($id: String!) { match(id: $id) {
    version damage { version reason } scoreboard { version score { home } } history { edges { node { version } } }
    position(version: 2) { game } } }"""
LIST = "{ matches { edges { node { id version mode damage { version reason } scoreboard { score { home } } } } } }"


@pytest.fixture
def damaged(server: Server, store: str, tmp_path: Path) -> Iterator[tuple[Server, Match, Match]]:
    """A server that finds version 4 of the first match damaged, and the second one sound."""
    match, sound = server.open(), server.open()
    server.play_round(match)
    damage(store, match.id, 4)
    with Recorder(store, TOYS) as fresh, serving(fresh, toy_shelf(tmp_path)) as again:
        yield again, match, sound


def test_a_damaged_match_says_which_version_and_what_lies_before_it_is_still_told(
    damaged: tuple[Server, Match, Match],
) -> None:
    server, match, _ = damaged
    told = server.ask(STATE, {"id": match.id})["match"]
    assert told["version"] == 3
    assert told["damage"]["version"] == 4
    assert "toy.CornersShown@1" in told["damage"]["reason"]
    assert [edge["node"]["version"] for edge in told["history"]["edges"]] == [1, 2, 3]
    assert told["position"] == {"game": "toy"}
    assert told["scoreboard"] == {"version": 3, "score": {"home": 0}}


def test_what_needs_the_damaged_version_is_a_typed_error(damaged: tuple[Server, Match, Match]) -> None:
    server, match, _ = damaged
    for field in ("position(version: 5) { game }", "pending { choices { side } }", "legalCommands { hasMore }"):
        code, message = server.error(
            f"query ($id: String!) {{ match(id: $id) {{ {field} }} }}", {"id": match.id}, match.home
        )
        assert code == "DAMAGED_RECORD"
        assert "damaged at version 4" in message
    variables = {"matchId": match.id, "commandId": "x", "command": hiding("home", 1)}
    assert server.error(SUBMIT, variables, match.home)[0] == "DAMAGED_RECORD"


def test_the_other_matches_go_on_and_the_list_shows_the_damage(damaged: tuple[Server, Match, Match]) -> None:
    server, match, sound = damaged
    assert server.hide(sound, "home", 1)["__typename"] == "Accepted"
    first, second = (edge["node"] for edge in server.ask(LIST)["matches"]["edges"])
    assert (first["id"], first["version"], first["damage"]["version"]) == (match.id, 3, 4)
    assert (second["id"], second["version"], second["damage"]) == (sound.id, 2, None)


def test_a_match_whose_opening_is_damaged_is_listed_all_the_same(server: Server, store: str, tmp_path: Path) -> None:
    match = server.open()
    damage(store, match.id, 1)
    with Recorder(store, TOYS) as fresh, serving(fresh, toy_shelf(tmp_path)) as again:
        (edge,) = again.ask(LIST)["matches"]["edges"]
        assert edge["node"]["mode"] is None
        assert edge["node"]["scoreboard"] is None
        assert edge["node"]["damage"]["version"] == 1
        answer = again.post(STATE.replace("position(version: 2) { game }", ""), {"id": match.id}).json()
        assert answer["data"]["match"]["damage"]["version"] == 1
        assert answer["data"]["match"]["history"] == {"edges": []}
        assert [error["extensions"]["code"] for error in answer["errors"]] == ["DAMAGED_RECORD"]


def test_a_read_only_store_is_read_and_says_that_it_cannot_be_written(
    server: Server, store: str, tmp_path: Path
) -> None:
    match = server.open()
    with Recorder(f"{store}?mode=ro", TOYS) as fresh, serving(fresh, toy_shelf(tmp_path)) as reading:
        assert (
            reading.ask("query ($id: String!) { match(id: $id) { version } }", {"id": match.id})["match"]["version"]
            == 1
        )
        variables = {"matchId": match.id, "commandId": "x", "command": hiding("home", 1)}
        code, message = reading.error(SUBMIT, variables, match.home)
        assert (code, "read-only" in message) == ("STORE_UNAVAILABLE", True)
        opening = {"game": "toy", "edition": "toy/one", "names": {"home": "R", "away": "B"}, "mode": "DEALT"}
        assert reading.error(OPEN, opening)[0] == "STORE_UNAVAILABLE"
    assert server.recorder.position() == 1


def test_a_full_store_keeps_what_was_accepted_and_nothing_of_what_was_not(
    store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = _DurablePool._create_connection

    def small(pool: _DurablePool) -> Any:
        connection = create(pool)
        connection.cursor().execute("PRAGMA max_page_count=16")
        return connection

    monkeypatch.setattr(_DurablePool, "_create_connection", small)
    with Recorder(store, TOYS) as recorder, serving(recorder, toy_shelf(tmp_path)) as server:
        opened: list[Match] = []
        answer: Any = {}
        opening = {"game": "toy", "edition": "toy/one", "names": {"home": "R", "away": "B"}, "mode": "DEALT"}
        for _ in range(500):
            answer = server.post(OPEN, opening).json()
            if "errors" in answer:
                break
            data = answer["data"]["openMatch"]
            opened.append(Match(id=data["matchId"], **data["tokens"]))
        (error,) = answer["errors"]
        assert error["extensions"]["code"] == "STORE_UNAVAILABLE"
        assert "the disk is full; nothing was recorded" in error["message"]
        assert recorder.position() == len(opened) > 3
        for match in opened:
            assert (
                server.ask("query ($id: String!) { match(id: $id) { version } }", {"id": match.id})["match"]["version"]
                == 1
            )
        assert server.http.get("/health").json()["status"] == "ok"


def test_a_defect_is_told_by_its_id_alone_and_logged_under_it(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = server.open()

    def broken(*_: object, **__: object) -> list[object]:
        raise ZeroDivisionError("the secret corner is 3")

    monkeypatch.setattr(MatchRecord, "seen_by", broken)
    with caplog.at_level(logging.ERROR, "touchline.api"):
        answer = server.post("query ($id: String!) { match(id: $id) { history { totalCount } } }", {"id": match.id})
    (error,) = answer.json()["errors"]
    assert "secret" not in answer.text
    assert error["message"] == f"internal error, id {error['extensions']['incident']}"
    assert error["extensions"]["code"] == "INTERNAL"
    assert error["extensions"]["incident"] in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_a_figure_beyond_what_graphql_carries_is_our_fault_and_not_the_request_s(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = server.open()
    view = type(TOYS.current("toy")).view

    def huge(toy: Any, *arguments: Any) -> Any:
        return msgspec.structs.replace(view(toy, *arguments), round_number=2**40)

    monkeypatch.setattr(type(TOYS.current("toy")), "view", huge)
    query = "query ($id: String!) { match(id: $id) { version position { ... on ToyTable { roundNumber } } } }"
    answer = server.post(query, {"id": match.id}).json()
    (error,) = answer["errors"]
    assert answer["data"]["match"] == {"version": 1, "position": None}
    assert error["extensions"]["code"] == "INTERNAL"
    assert error["message"] == f"internal error, id {error['extensions']['incident']}"
    assert "1099511627776" in caplog.text


@pytest.mark.parametrize("calls", [1, 8, 20])
def test_calls_of_a_slow_store_leave_the_event_loop_free(
    server: Server, monkeypatch: pytest.MonkeyPatch, calls: int
) -> None:
    match = server.open()
    slow: Callable[..., Any] = Recorder.match
    begun, released = threading.Semaphore(0), threading.Event()

    def stuck(recorder: Recorder, match_id: str) -> Any:
        begun.release()
        assert released.wait(30)
        return slow(recorder, match_id)

    monkeypatch.setattr(Recorder, "match", stuck)
    query = "query ($id: String!) { match(id: $id) { version } }"
    with ThreadPoolExecutor(calls) as clients:
        waiting = [clients.submit(server.post, query, {"id": match.id}) for _ in range(calls)]
        try:
            for _ in range(min(calls, 8)):
                assert begun.acquire(timeout=20)
            assert server.ask("{ __typename }") == {"__typename": "Query"}
            assert server.ask("{ games { id } }") == {"games": [{"id": "toy"}]}
            assert not any(one.done() for one in waiting)
        finally:
            released.set()
        assert [one.result().json() for one in waiting] == [{"data": {"match": {"version": 1}}}] * calls


def test_health_tells_the_engine_and_how_far_the_log_goes(server: Server) -> None:
    server.open()
    health = server.http.get("/health")
    assert (health.status_code, health.json()["status"]) == (200, "ok")
    assert (health.json()["engine"], health.json()["position"]) == ("sqlite", 1)
