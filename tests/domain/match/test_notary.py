"""The notary: checkpoints of a store, proofs, and what it refuses to sign."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.match.chance import Mode
from domain.match.checkpoint import SignedCheckpoint
from domain.match.keys import KeyFault, Keyring
from domain.match.merkle import Tree, verify_consistency, verify_inclusion
from domain.match.notary import Notary, UnsoundLog
from domain.match.recorder import Recorder
from domain.match.sides import Side, Viewer
from tests.domain.match.conftest import GAMES, opened
from tests.toy import HideCorner

Tamper = Callable[[str], None]


@pytest.fixture
def tamper(tmp_path: Path) -> Tamper:
    """Changes the store's file behind the back of the recorder."""

    def tamper(statement: str) -> None:
        connection = sqlite3.connect(tmp_path / "matches.db")
        with connection:
            connection.execute(statement)
        connection.close()

    return tamper


@pytest.fixture
def filled(recorder: Recorder, edition) -> Recorder:
    """A store with ten events of five matches, each second one a secret."""
    for _ in range(5):
        match = opened(recorder, edition, Mode.REPORTED)
        recorder.submit(match.match_id, match.tokens[Viewer.HOME], "c", HideCorner(side=Side.HOME, corner=2))
    return recorder


def again(store: str) -> Notary:
    """The notary of a process that opens the store now."""
    recorder = Recorder(store, GAMES)
    return recorder.notary


def leaves_of(recorder: Recorder) -> list[bytes]:
    return [leaf for _, leaf in recorder.leaves(0, 1000)]


class TestCheckpoints:
    def test_a_checkpoint_covers_every_event_and_has_the_root_of_their_leaves(self, filled) -> None:
        signed = filled.notary.checkpoint()
        tree = Tree()
        tree.extend(leaves_of(filled))
        assert (signed.checkpoint.size, signed.checkpoint.root) == (10, tree.root())
        assert signed.signers(filled.notary.keys().known)

    def test_an_empty_store_has_a_checkpoint_too(self, recorder) -> None:
        assert recorder.notary.checkpoint().checkpoint.size == 0

    def test_what_another_process_records_is_covered_and_both_sign_the_same(self, filled, store, edition) -> None:
        filled.notary.checkpoint()
        with Recorder(store, GAMES) as other:
            opened(other, edition, Mode.DEALT)
            assert other.notary.checkpoint() == filled.notary.checkpoint()
        assert filled.notary.checkpoint().checkpoint.size == 11

    def test_a_checkpoint_is_in_the_store_before_it_goes_out(self, filled) -> None:
        assert filled.newest_checkpoint() is None
        signed = filled.notary.checkpoint()
        assert filled.newest_checkpoint() == str(signed)

    def test_an_older_size_can_be_signed_again_and_does_not_become_the_newest(self, filled) -> None:
        newest = filled.notary.checkpoint()
        assert filled.notary.checkpoint(4).checkpoint.size == 4
        assert filled.newest_checkpoint() == str(newest)

    def test_a_checkpoint_is_the_same_after_a_restart(self, filled, store) -> None:
        assert str(again(store).checkpoint()) == str(filled.notary.checkpoint())

    def test_the_key_lies_beside_the_store(self, filled, tmp_path) -> None:
        filled.notary.checkpoint()
        assert (tmp_path / "matches.db.key").is_file()


class TestProofs:
    def test_every_event_is_shown_in_every_log_that_it_is_in(self, filled) -> None:
        notary, leaves = filled.notary, leaves_of(filled)
        for size in range(1, 11):
            root = notary.checkpoint(size).checkpoint.root
            for index in range(size):
                assert verify_inclusion(leaves[index], index, size, notary.inclusion_proof(index, size), root)

    def test_every_log_continues_every_log_before_it(self, filled) -> None:
        roots = [filled.notary.checkpoint(size).checkpoint.root for size in range(11)]
        for new in range(1, 11):
            for old in range(1, new + 1):
                proof = filled.notary.consistency_proof(old, new)
                assert verify_consistency(old, new, roots[old], roots[new], proof)

    def test_an_index_is_the_rank_of_an_event_though_positions_have_gaps(self, recorder, edition, tamper) -> None:
        opened(recorder, edition, Mode.DEALT)
        tamper("UPDATE sqlite_sequence SET seq = 1000")
        later = opened(recorder, edition, Mode.DEALT)
        assert later.position == 1001
        assert recorder.notary.index(1) == 0
        assert recorder.notary.index(1001) == 1
        for nothing in (0, 2, 1000, 1002):
            with pytest.raises(LookupError):
                recorder.notary.index(nothing)


class TestStoresThatChanged:
    @pytest.fixture
    def signed(self, filled: Recorder) -> SignedCheckpoint:
        return filled.notary.checkpoint()

    def test_a_tail_that_was_cut_off_is_found_after_a_restart_and_nothing_is_signed(
        self, signed, store, tamper
    ) -> None:
        tamper("DELETE FROM stored_events WHERE rowid > 8")
        notary = again(store)
        for ask in (notary.checkpoint, notary.check, notary.rotate, lambda: notary.extension(3)):
            with pytest.raises(UnsoundLog, match=r"has lost events: it holds 8, .* signed for 10"):
                ask()

    def test_a_tail_that_was_cut_off_and_grew_again_is_found(self, signed, store, tamper, edition) -> None:
        tamper("DELETE FROM stored_events WHERE rowid > 8")
        with Recorder(store, GAMES) as later:
            for _ in range(3):
                opened(later, edition, Mode.DEALT)
            with pytest.raises(UnsoundLog, match="its first 10 events are not those"):
                later.notary.checkpoint()

    def test_a_process_that_runs_still_finds_that_the_store_was_cut(self, signed, filled, store, tamper) -> None:
        tamper("DELETE FROM stored_events WHERE rowid > 8")
        assert filled.notary.checkpoint() == signed  # this one still knows what was there
        with pytest.raises(UnsoundLog):
            again(store).check()

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE stored_events SET leaf = randomblob(32) WHERE rowid = 3",
            "DELETE FROM stored_events WHERE rowid = 1",
            "UPDATE stored_events SET leaf = (SELECT leaf FROM stored_events WHERE rowid = 2) WHERE rowid = 3",
            "UPDATE stored_events SET leaf = x'00' WHERE rowid = 3",
            "UPDATE stored_events SET leaf = 'text' WHERE rowid = 3",
            "UPDATE checkpoints SET note = 'nonsense'",
            "UPDATE checkpoints SET note = replace(note, char(10) || '10' || char(10), char(10) || '9' || char(10))",
        ],
    )
    def test_a_log_that_was_changed_is_not_signed(self, signed, store, tamper, statement) -> None:
        tamper(statement)
        with pytest.raises(UnsoundLog):
            again(store).checkpoint()


class TestKeys:
    def test_after_a_rotation_the_new_key_signs_and_what_the_old_one_signed_still_counts(self, filled, store) -> None:
        before = filled.notary.checkpoint()
        handover = filled.notary.rotate()
        new, old = filled.notary.keys().known
        assert handover.signers([old]) == [old], "whoever trusts the old key can see that it agreed to the new one"
        assert handover.signers([new]) == [new]
        assert before.signers(filled.notary.keys().known) == [old]
        assert again(store).checkpoint() == handover
        assert before.checkpoint.origin == handover.checkpoint.origin

    def test_a_server_that_runs_signs_with_the_new_key(self, filled, store, edition) -> None:
        filled.notary.checkpoint()
        again(store).rotate()
        opened(filled, edition, Mode.DEALT)
        assert len(filled.notary.checkpoint().signers(filled.notary.keys().known)) == 1
        assert filled.notary.checkpoint().signatures[0].claims(again(store).keys().signing.verifier)

    def test_a_lost_key_is_not_replaced_in_silence(self, filled, store, tmp_path) -> None:
        filled.notary.checkpoint()
        (tmp_path / "matches.db.key").unlink()
        with pytest.raises(KeyFault, match="is not there"):
            again(store).checkpoint()
        handover = again(store).rotate()
        assert len(handover.signatures) == 1
        assert again(store).checkpoint() == handover

    def test_the_key_of_another_log_is_refused(self, filled, store, tmp_path) -> None:
        filled.notary.checkpoint()
        foreign = tmp_path / "foreign.key"
        Keyring(foreign).keys(make=True)
        with Recorder(store, GAMES, key=foreign) as other, pytest.raises(KeyFault, match="this key is of the log"):
            other.notary.checkpoint()

    def test_a_checkpoint_in_the_store_that_nobody_known_signed_is_refused(self, filled, store, tmp_path) -> None:
        filled.notary.checkpoint()
        own, foreign = Keyring(tmp_path / "matches.db.key"), Keyring(None)
        keys = own.keys()
        assert keys is not None
        foreign.put(keys.succeeded())
        other = foreign.keys()
        assert other is not None
        own.put(type(keys)(other.signing), replace=True)
        with pytest.raises(UnsoundLog, match="none of ours"):
            again(store).checkpoint()
