"""The audit of a store by itself: what was changed is found, and named by match and version."""

import sqlite3

import pytest

from domain.match.audit import Auditor, Findings
from domain.match.leaves import leaf_of
from domain.match.recorder import Recorder
from tests.domain.match.conftest import GAMES
from tests.domain.match.test_archive import play_out
from tests.domain.match.test_notary import tamper as tamper  # the fixture


@pytest.fixture
def played(recorder, dealt, reported) -> Recorder:
    """A store with two matches in turns, and a checkpoint of it."""
    play_out(recorder, dealt)
    play_out(recorder, reported)
    recorder.notary.checkpoint()
    return recorder


def audited(recorder: Recorder) -> Findings:
    auditor = Auditor(recorder)
    for _ in auditor.examine():
        pass
    return auditor.findings


def audited_after_restart(store: str) -> Findings:
    with Recorder(store, GAMES) as later:
        return audited(later)


def test_a_sound_store_is_found_sound_to_the_last_event(played) -> None:
    found = audited(played)
    assert (found.sound, found.first_fault, found.trouble) == (True, None, None)
    assert found.checked == found.of == played.position()
    assert found.passed_at is not None


def test_an_empty_store_is_sound(recorder) -> None:
    assert audited(recorder).passed_at is not None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("state = CAST(replace(state, 'corner', 'korner') AS BLOB)", "its leaf is not that of its bytes"),
        ("state = CAST(state AS TEXT)", "damaged"),
        ("state = 7", "damaged"),
        ("salt = randomblob(16)", "its leaf is not that of its bytes"),
        ("leaf = randomblob(32)", "its leaf is not that of its bytes"),
        ("topic = 'toy.CornersShown@1'", "its leaf is not that of its bytes"),
        ("topic = CAST(x'ff' AS TEXT)", "its leaf is not that of its bytes"),
        ("originator_version = 70", "its leaf is not that of its bytes"),
    ],
)
def test_a_changed_row_is_named_by_its_match_and_version(played, dealt, store, tamper, change, reason) -> None:
    tamper(f"UPDATE stored_events SET {change} WHERE originator_id = '{dealt.match_id}' AND originator_version = 3")
    found = audited_after_restart(store)
    assert not found.sound
    assert found.first_fault is not None
    assert found.first_fault.match_id == dealt.match_id
    assert found.first_fault.version == (70 if "70" in change else 3)
    assert reason in found.first_fault.reason


def test_a_changed_row_whose_leaf_was_made_anew_is_found_by_a_process_that_knew_it(
    played, dealt, store, tmp_path
) -> None:
    _change_with_new_leaf(tmp_path, dealt.match_id, 2)
    found = audited(played)
    assert found.first_fault is not None
    assert (found.first_fault.match_id, found.first_fault.version) == (dealt.match_id, 2)
    assert "was in its place before" in found.first_fault.reason


def test_a_changed_row_whose_leaf_was_made_anew_is_found_by_the_checkpoint_after_a_restart(
    played, dealt, store, tmp_path
) -> None:
    _change_with_new_leaf(tmp_path, dealt.match_id, 2)
    found = audited_after_restart(store)
    assert found.first_fault is not None
    assert found.first_fault.match_id is None
    assert "newest checkpoint" in found.first_fault.reason


def test_a_row_that_is_gone_is_named(played, dealt, store, tamper) -> None:
    tamper(f"DELETE FROM stored_events WHERE originator_id = '{dealt.match_id}' AND originator_version = 4")
    found = audited_after_restart(store)
    assert found.first_fault is not None
    assert (found.first_fault.match_id, found.first_fault.version) == (dealt.match_id, 4)
    assert found.first_fault.reason == "version 4 is missing before version 5"


def test_a_tail_that_is_gone_is_found_by_who_knew_it_and_after_a_restart(played, store, tamper) -> None:
    tamper("DELETE FROM stored_events WHERE rowid > 15")
    for found in (audited(played), audited_after_restart(store)):
        assert not found.sound
        assert found.first_fault is not None
        assert "lost events" in found.first_fault.reason


def test_a_fault_stays_until_a_whole_pass_finds_nothing(played, dealt, tamper, store) -> None:
    auditor = Auditor(played)
    where = f"WHERE originator_id = '{dealt.match_id}' AND originator_version = 3"
    tamper(f"UPDATE stored_events SET salt = CAST(salt || x'00' AS BLOB) {where}")
    list(auditor.examine())
    assert not auditor.findings.sound
    tamper(f"UPDATE stored_events SET salt = substr(salt, 1, 16) {where}")
    examining = auditor.examine()
    next(examining)
    assert not auditor.findings.sound
    list(examining)
    assert auditor.findings.sound
    assert auditor.findings.first_fault is None


def test_a_key_that_cannot_be_used_is_trouble_and_no_fault(played, tmp_path) -> None:
    (tmp_path / "matches.db.key").chmod(0o644)
    found = audited(played)
    assert found.sound
    assert found.passed_at is None
    assert "chmod 600" in str(found.trouble)


def _change_with_new_leaf(folder, match_id: str, version: int) -> None:
    """What somebody does who can write the store's file and knows how leaves are made."""
    connection = sqlite3.connect(folder / "matches.db")
    with connection:
        where = "originator_id = ? AND originator_version = ?"
        topic, state, salt = connection.execute(
            f"SELECT topic, state, salt FROM stored_events WHERE {where}", (match_id, version)
        ).fetchone()
        changed = state.replace(b'"corner":1', b'"corner":2')
        assert changed != state
        connection.execute(
            f"UPDATE stored_events SET state = ?, leaf = ? WHERE {where}",
            (changed, leaf_of(match_id, version, topic, salt, changed), match_id, version),
        )
    connection.close()
