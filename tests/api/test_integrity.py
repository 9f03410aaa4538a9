"""Checkpoints and proofs over GraphQL, and what health says of the record."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.match.checkpoint import SignedCheckpoint, read_kept
from domain.match.merkle import verify_consistency, verify_inclusion
from domain.match.recorder import Recorder
from tests.api.serving import OPEN, TOYS, Server, hiding, serving, toy_shelf

CHECKPOINT = "{ checkpoint { origin size root note } }"
INCLUSION = """
query ($id: String!, $version: Int!, $size: Long) {
  inclusionProof(matchId: $id, version: $version, size: $size) { leaf index hashes checkpoint { size root note } }
}"""
CONSISTENCY = """
query ($old: Long!, $new: Long) {
  consistencyProof(oldSize: $old, newSize: $new) { oldSize hashes note checkpoint { size root } }
}"""
SIGNED_SUBMIT = """
mutation ($matchId: String!, $commandId: String!, $command: CommandInput!) {
  submit(matchId: $matchId, commandId: $commandId, command: $command) {
    ... on Accepted { version position checkpoint { size note } match { checkpoint { size } } }
  }
}"""


def hashes(proof: Any) -> list[bytes]:
    return [bytes.fromhex(one) for one in proof["hashes"]]


class TestCheckpoints:
    def test_a_checkpoint_is_signed_by_the_key_of_the_store_and_covers_all(self, server: Server) -> None:
        server.play_round(server.open())
        told = server.ask(CHECKPOINT)["checkpoint"]
        signed = SignedCheckpoint.read(told["note"])
        assert signed.signers(server.recorder.notary.keys().known)
        assert (signed.checkpoint.size, signed.checkpoint.root.hex()) == (told["size"], told["root"])
        assert told["size"] == server.recorder.position() == 6

    def test_an_accepted_answer_has_one_that_covers_its_events_if_it_is_asked_for(self, server: Server) -> None:
        match = server.open()
        variables = {"matchId": match.id, "commandId": "c", "command": hiding("home", 1)}
        answer = server.ask(SIGNED_SUBMIT, variables, match.home)["submit"]
        assert answer["checkpoint"]["size"] == answer["position"] == answer["match"]["checkpoint"]["size"] == 2

    def test_an_opening_has_one_too(self, server: Server) -> None:
        opening = OPEN.replace("matchId version", "matchId checkpoint { size } version")
        variables = {"game": "toy", "edition": "toy/one", "names": {"home": "R", "away": "B"}, "mode": "DEALT"}
        assert server.ask(opening, variables)["openMatch"]["checkpoint"] == {"size": 1}

    def test_nothing_is_signed_that_nobody_asked_for(self, server: Server) -> None:
        server.play_round(server.open())
        assert server.recorder.newest_checkpoint() is None

    def test_a_store_that_lost_events_signs_nothing_and_still_accepts(self, server: Server, store: str) -> None:
        match = server.open()
        server.hide(match, "home", 1)
        server.ask(CHECKPOINT)
        other = server.open()
        change(store, "DELETE FROM stored_events WHERE rowid IN (1, 2)")
        with (
            Recorder(store, TOYS) as fresh,
            serving(fresh, toy_shelf(Path(store.removeprefix("sqlite:///")).parent)) as again,
        ):
            assert again.error(CHECKPOINT)[0] == "UNSOUND_LOG"
            variables = {"matchId": other.id, "commandId": "c", "command": hiding("home", 1)}
            answer = again.post(SIGNED_SUBMIT, variables, other.home).json()
            assert answer["data"]["submit"]["checkpoint"] is None
            assert answer["data"]["submit"]["version"] == 2
            assert {error["extensions"]["code"] for error in answer["errors"]} == {"UNSOUND_LOG"}


class TestProofs:
    def test_every_event_can_be_shown_to_anyone(self, server: Server) -> None:
        match = server.open()
        server.play_round(match)
        server.open()
        for version in range(1, 7):
            for size in (None, version):
                proof = server.ask(INCLUSION, {"id": match.id, "version": version, "size": size})["inclusionProof"]
                assert (proof["index"], proof["checkpoint"]["size"]) == (version - 1, size or 7)
                root = bytes.fromhex(proof["checkpoint"]["root"])
                leaf = bytes.fromhex(proof["leaf"])
                assert verify_inclusion(leaf, proof["index"], proof["checkpoint"]["size"], hashes(proof), root)

    def test_a_log_is_shown_to_have_only_grown(self, server: Server) -> None:
        match = server.open()
        old = server.ask(CHECKPOINT)["checkpoint"]
        server.play_round(match)
        for new in (None, 4):
            proof = server.ask(CONSISTENCY, {"old": old["size"], "new": new})["consistencyProof"]
            roots = bytes.fromhex(old["root"]), bytes.fromhex(proof["checkpoint"]["root"])
            assert verify_consistency(old["size"], proof["checkpoint"]["size"], *roots, hashes(proof))
            assert str(read_kept(proof["note"])) == proof["note"]

    @pytest.mark.parametrize(
        ("query", "variables", "code", "said"),
        [
            (INCLUSION, {"id": "nothing", "version": 1}, "UNKNOWN_MATCH", "no match"),
            (INCLUSION, {"id": None, "version": 0}, "UNKNOWN_VERSION", "versions 1 to 2"),
            (INCLUSION, {"id": None, "version": 3}, "UNKNOWN_VERSION", "versions 1 to 2"),
            (INCLUSION, {"id": None, "version": 2, "size": 1}, "BAD_ARGUMENT", "size: 2 to 2 is allowed, not 1"),
            (INCLUSION, {"id": None, "version": 2, "size": 3}, "BAD_ARGUMENT", "size: 2 to 2 is allowed, not 3"),
            (INCLUSION, {"id": None, "version": 2, "size": 2**53}, "BAD_REQUEST", "whole number"),
            (CONSISTENCY, {"old": 0}, "BAD_ARGUMENT", "oldSize: 1 to 2 is allowed, not 0"),
            (CONSISTENCY, {"old": 3}, "BAD_ARGUMENT", "oldSize: 1 to 2 is allowed, not 3"),
            (CONSISTENCY, {"old": 2, "new": 1}, "BAD_ARGUMENT", "oldSize: 1 to 1 is allowed, not 2"),
            (CONSISTENCY, {"old": 1, "new": 3}, "BAD_ARGUMENT", "newSize: 1 to 2 is allowed, not 3"),
            ("{ checkpoint(size: -1) { size } }", {}, "BAD_ARGUMENT", "size: 0 to 2 is allowed, not -1"),
            ("{ checkpoint(size: 3) { size } }", {}, "BAD_ARGUMENT", "size: 0 to 2 is allowed, not 3"),
        ],
    )
    def test_what_cannot_be_proved_is_a_clear_error(
        self, server: Server, query: str, variables: dict[str, Any], code: str, said: str
    ) -> None:
        match = server.open()
        server.hide(match, "home", 1)
        if "id" in variables and variables["id"] is None:
            variables = {**variables, "id": match.id}
        found = server.error(query, variables)
        assert found[0] == code
        assert said in found[1]

    def test_an_empty_log_has_a_checkpoint_and_nothing_to_prove(self, server: Server) -> None:
        assert server.ask("{ checkpoint { size } }")["checkpoint"] == {"size": 0}
        assert server.error(CONSISTENCY, {"old": 1}) == ("BAD_ARGUMENT", "oldSize: the log has no event yet")


class TestHealth:
    def test_the_server_finds_its_own_store_sound(self, server: Server) -> None:
        record = health(server, lambda health: health["record"]["passedAt"])["record"]
        assert (record["sound"], record["firstFault"]) == (True, None)

    def test_a_changed_row_is_found_in_the_background_and_named(self, store: str, tmp_path: Path) -> None:
        with Recorder(store, TOYS) as recorder, serving(recorder, toy_shelf(tmp_path), rest=0.05) as server:
            match = server.open()
            server.play_round(match)
            health(server, lambda health: health["record"]["checked"] == 6)
            change(store, "UPDATE stored_events SET salt = randomblob(16) WHERE originator_version = 4")
            found = health(server, lambda health: not health["record"]["sound"])
            assert found["status"] == "unsound"
            assert found["record"]["checked"] == 3
            fault = found["record"]["firstFault"]
            assert (fault["matchId"], fault["version"]) == (match.id, 4)

    def test_a_tail_that_was_cut_off_is_said_at_the_start(self, server: Server, store: str, tmp_path: Path) -> None:
        server.play_round(server.open())
        server.ask(CHECKPOINT)
        change(store, "DELETE FROM stored_events WHERE rowid > 4")
        with Recorder(store, TOYS) as fresh, serving(fresh, toy_shelf(tmp_path)) as again:
            found = health(again, lambda health: not health["record"]["sound"])
            assert "holds 4, and its newest checkpoint was signed for 6" in found["record"]["firstFault"]["reason"]


def health(server: Server, until: Callable[[Any], Any]) -> Any:
    """What health says, once it says what is waited for."""
    deadline = time.monotonic() + 20
    while not until(found := server.http.get("/health").json()):
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    return found


def change(store: str, statement: str) -> None:
    connection = sqlite3.connect(store.removeprefix("sqlite:///"))
    with connection:
        connection.execute(statement)
    connection.close()
