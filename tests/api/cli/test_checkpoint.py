"""Checkpoints and keys on the command line, and verifying an archive against what somebody kept."""

import json
import sqlite3
import stat
from pathlib import Path

import pytest

from tests.api.cli.conftest import SEED, Run


@pytest.fixture
def kept(run: Run, store: str, tmp_path: Path) -> Path:
    """A checkpoint of the store, kept before the archive was made."""
    path = tmp_path / "kept.txt"
    path.write_text(run("checkpoint", "--store", store).stdout, encoding="utf-8")
    return path


@pytest.fixture
def grown(run: Run, store: str, kept: Path, archive: Path) -> Path:
    """A later archive: the store has another match since then."""
    more = ("--matches", "1", "--seed", str(SEED + 1), "--store", store, "--json")
    match_id = json.loads(run("simulate", "--game", "tooor", *more).stdout)["matchIds"][0]
    path = archive.with_name("later.jsonl")
    assert run("export", match_id, "--store", store, "-o", str(path)).exit_code == 0
    return path


def vkey(run: Run, store: str) -> str:
    return str(run("key", "show", "--store", store).stdout.split()[0])


class TestCheckpoint:
    def test_a_checkpoint_is_a_signed_note_of_all_events(self, run: Run, store: str, tmp_path: Path) -> None:
        origin, size, _, blank, signature = run("checkpoint", "--store", store).stdout.splitlines()
        with sqlite3.connect(tmp_path / "store.db") as database:
            assert size == str(database.execute("SELECT count(*) FROM stored_events").fetchone()[0])
        database.close()
        assert (blank, signature.split()[:2]) == ("", ["—", origin])

    def test_a_proof_leads_from_an_older_size(self, run: Run, store: str) -> None:
        assert run("checkpoint", "--proof-from", "3", "--store", store).stdout.startswith("old 3\n")

    @pytest.mark.parametrize("size", ["0", "-1", "99999"])
    def test_a_size_that_the_log_never_had_is_refused(self, run: Run, store: str, size: str) -> None:
        result = run("checkpoint", "--proof-from", size, "--store", store)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"is allowed, not {size}" in result.stderr

    def test_a_store_that_lost_events_is_not_signed_but_can_be_exported_bare(
        self, run: Run, store: str, kept: Path, tmp_path: Path, match_id: str
    ) -> None:
        with sqlite3.connect(tmp_path / "store.db") as database:
            database.execute("DELETE FROM stored_events WHERE rowid > (SELECT max(rowid) - 3 FROM stored_events)")
        database.close()
        for command in (("checkpoint",), ("export", match_id), ("key", "rotate")):
            result = run(*command, "--store", store)
            assert (result.exit_code, result.stdout) == (1, "")
            assert "the store has lost events" in result.stderr
        bare = run("export", match_id, "--bare", "--store", store)
        assert bare.exit_code == 0
        told = run("verify", "-", input=bare.stdout)
        assert told.exit_code == 0
        assert "carries no checkpoint" in told.stdout

    def test_a_look_does_not_make_a_store(self, run: Run, tmp_path: Path) -> None:
        for command in (("checkpoint",), ("key", "show")):
            assert run(*command, "--store", "sqlite:///nowhere.db").exit_code == 4
        assert list(tmp_path.iterdir()) == []


class TestKeys:
    def test_the_key_is_made_once_and_only_for_its_owner(self, run: Run, store: str, tmp_path: Path) -> None:
        assert vkey(run, store) == vkey(run, store)
        assert stat.S_IMODE((tmp_path / "store.db.key").stat().st_mode) == 0o600

    def test_another_file_can_be_named(self, run: Run, store: str, tmp_path: Path) -> None:
        assert run("checkpoint", "--store", store, "--key", "elsewhere.key").exit_code == 0
        assert (tmp_path / "elsewhere.key").is_file()
        assert not (tmp_path / "store.db.key").exists()

    def test_a_key_that_others_may_read_is_refused(self, run: Run, store: str, tmp_path: Path) -> None:
        vkey(run, store)
        (tmp_path / "store.db.key").chmod(0o644)
        result = run("checkpoint", "--store", store)
        assert (result.exit_code, result.stdout) == (4, "")
        assert "chmod 600" in result.stderr

    def test_a_rotation_keeps_old_checkpoints_and_archives_verifiable(
        self, run: Run, store: str, kept: Path, archive: Path
    ) -> None:
        old = vkey(run, store)
        handover = run("key", "rotate", "--store", store)
        assert handover.exit_code == 0
        assert handover.stdout.count("\n— ") == 2
        new, before = json.loads(run("key", "show", "--json", "--store", store).stdout)
        assert before == old != new
        assert run("verify", str(archive), "--key", old).exit_code == 0
        assert run("verify", str(archive), "--key", new).exit_code == 1
        again = run("export", archive_id(archive), "--store", store).stdout
        assert run("verify", "-", "--key", new, "--key", old, "--checkpoint", str(kept), input=again).exit_code == 0


class TestVerify:
    def test_without_a_key_it_is_said_that_nobody_vouches_for_the_signer(self, run: Run, archive: Path) -> None:
        told = run("verify", str(archive)).stdout
        assert "who signed is not shown" in told
        assert "--key" in told

    def test_with_the_key_of_the_store_it_is_who_signed(self, run: Run, store: str, archive: Path) -> None:
        result = run("verify", str(archive), "--key", vkey(run, store), "--json")
        checked = json.loads(result.stdout)
        assert (result.exit_code, checked["log"]["trusted"], checked["consistent"]) == (0, True, None)
        assert checked["log"]["signedBy"] == [vkey(run, store)]

    def test_with_another_key_it_is_unsound(self, run: Run, archive: Path) -> None:
        run("simulate", "--game", "tooor", "--matches", "1", "--store", "sqlite:///other.db")
        result = run("verify", str(archive), "--key", vkey(run, "sqlite:///other.db"))
        assert result.exit_code == 1
        assert "the header, line 1: the checkpoint is not signed by a key that is trusted here" in result.stdout

    def test_what_is_no_key_is_a_usage_error(self, run: Run, archive: Path) -> None:
        assert run("verify", str(archive), "--key", "secret").exit_code == 2

    def test_a_kept_checkpoint_of_the_same_size_agrees(self, run: Run, archive: Path, kept: Path) -> None:
        result = run("verify", str(archive), "--checkpoint", str(kept))
        assert result.exit_code == 0
        assert "consistent: all that was given is of one log that has only grown" in result.stdout

    def test_a_later_archive_needs_a_proof_and_it_is_said_how_to_get_it(
        self, run: Run, store: str, kept: Path, grown: Path, tmp_path: Path
    ) -> None:
        result = run("verify", str(grown), "--checkpoint", str(kept))
        assert result.exit_code == 2
        size = kept.read_text().splitlines()[1]
        assert f"touchline checkpoint --proof-from {size}" in result.stderr
        checked = json.loads(run("verify", str(grown), "--checkpoint", str(kept), "--json").stdout)
        assert (checked["sound"], checked["consistent"]) == (True, None)
        proof = tmp_path / "proof.txt"
        proof.write_text(run("checkpoint", "--proof-from", size, "--store", store).stdout, encoding="utf-8")
        both = ("--checkpoint", str(kept), "--checkpoint", str(proof))
        assert run("verify", str(grown), *both).exit_code == 0

    def test_two_archives_of_one_log_agree_by_a_proof_between_them(
        self, run: Run, store: str, archive: Path, grown: Path, tmp_path: Path
    ) -> None:
        size = json.loads(archive.read_text().splitlines()[0])["log"]["checkpoint"].splitlines()[1]
        proof = tmp_path / "proof.txt"
        proof.write_text(run("checkpoint", "--proof-from", size, "--store", store).stdout, encoding="utf-8")
        assert run("verify", str(archive), str(grown), "--checkpoint", str(proof)).exit_code == 0
        assert run("verify", str(archive), str(grown)).exit_code == 2

    def test_two_archives_of_a_log_that_was_rewritten_contradict_each_other(
        self, run: Run, store: str, archive: Path, tmp_path: Path, match_id: str
    ) -> None:
        # The owner of the store puts everything into a new one under the same key, with new salts.
        assert run("import", str(archive), "--store", "sqlite:///again.db").exit_code == 0
        (tmp_path / "again.db.key").write_bytes((tmp_path / "store.db.key").read_bytes())
        (tmp_path / "again.db.key").chmod(0o600)
        other = tmp_path / "again.jsonl"
        assert run("export", match_id, "--store", "sqlite:///again.db", "-o", str(other)).exit_code == 0
        assert run("verify", str(other)).exit_code == 0
        result = run("verify", str(archive), str(other))
        assert result.exit_code == 1
        assert "unsound: event " in result.stdout
        assert "another event at index" in result.stdout

    def test_a_foreign_forged_or_damaged_checkpoint_is_told_apart(
        self, run: Run, archive: Path, kept: Path, tmp_path: Path
    ) -> None:
        run("simulate", "--game", "tooor", "--matches", "1", "--store", "sqlite:///other.db")
        text = kept.read_text()
        size = text.splitlines()[1]
        for name, content, code, said in (
            ("foreign", run("checkpoint", "--store", "sqlite:///other.db").stdout, 1, "not signed by a key"),
            ("forged", text.replace(f"\n{size}\n", f"\n{int(size) + 1}\n"), 1, "not of this checkpoint"),
            ("truncated", text[:-20], 2, "not a checkpoint"),
            ("empty", "", 2, "not a checkpoint"),
            ("binary", "\x00\x01", 2, "not a checkpoint"),
        ):
            path = tmp_path / name
            path.write_text(content, encoding="utf-8")
            result = run("verify", str(archive), "--checkpoint", str(path))
            assert (name, result.exit_code) == (name, code)
            assert said in result.stdout + result.stderr

    def test_a_bare_archive_cannot_be_compared(self, run: Run, store: str, match_id: str, kept: Path) -> None:
        bare = run("export", match_id, "--bare", "--store", store).stdout
        result = run("verify", "-", "--checkpoint", str(kept), input=bare)
        assert result.exit_code == 2
        assert "carries no checkpoint" in result.stderr


def archive_id(archive: Path) -> str:
    return str(json.loads(archive.read_text().splitlines()[0])["match"])
