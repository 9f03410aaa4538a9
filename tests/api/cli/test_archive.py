"""Exporting, importing and verifying match archives."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from api.cli import console
from api.cli.streams import OutputLost
from tests.api.cli.conftest import Run, command, environment, redirected

Tamper = Callable[[list[dict[str, Any]]], object]


def altered(archive: Path, tamper: Tamper) -> str:
    """A copy of an archive in which something was changed."""
    lines = [json.loads(line) for line in archive.read_text().splitlines()]
    tamper(lines)
    copy = archive.with_name("altered.jsonl")
    copy.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines))
    return str(copy)


def test_an_archive_is_a_header_and_an_event_a_line(run: Run, store: str, match_id: str) -> None:
    header, *events = map(json.loads, run("export", match_id[:5], "--store", store).stdout.splitlines())
    assert header["format"].startswith("touchline-match/")
    assert header["match"] == match_id
    assert header["edition"]["id"] == "tooor/oracle-1"
    assert set(header) >= {"game", "rulesVersion", "mode", "houseRules"}
    assert [event["version"] for event in events] == list(range(1, header["events"] + 1))


def test_an_archive_to_a_file_is_the_same(run: Run, store: str, match_id: str, archive: Path) -> None:
    assert archive.read_text(encoding="utf-8") == run("export", match_id, "--store", store).stdout
    assert sorted(path.name for path in archive.parent.iterdir()) == ["match.jsonl", "store.db", "store.db.key"]


def test_a_file_that_cannot_be_written_is_named(run: Run, store: str, match_id: str) -> None:
    result = run("export", match_id, "-o", "no/such/folder/x.jsonl", "--store", store)
    assert result.exit_code == 5
    assert "no/such/folder/x.jsonl cannot be written: No such file or directory" in result.stderr


class TestExportingToAFile:
    """What `export -o` does to what is at the path already."""

    def test_a_file_is_replaced_by_force_alone(self, run: Run, store: str, match_id: str, archive: Path) -> None:
        whole = archive.read_bytes()
        archive.write_text("precious")
        refused = run("export", match_id, "-o", "match.jsonl", "--store", store)
        assert (refused.exit_code, archive.read_text()) == (2, "precious")
        assert "match.jsonl is there already; --force replaces it" in refused.stderr
        assert run("export", match_id, "-o", "match.jsonl", "--force", "--store", store).exit_code == 0
        assert archive.read_bytes() == whole

    @pytest.mark.parametrize("path", ["store.db", "link.db", "hard.db", "store.db-wal", "store.db.key"])
    def test_the_store_itself_is_never_written(
        self, run: Run, store: str, match_id: str, tmp_path: Path, path: str
    ) -> None:
        (tmp_path / "link.db").symlink_to("store.db")
        (tmp_path / "hard.db").hardlink_to(tmp_path / "store.db")
        before = (tmp_path / "store.db").read_bytes()
        result = run("export", match_id, "-o", path, "--force", "--store", store)
        assert result.exit_code == 2
        assert f"{path} belongs to the store itself" in result.stderr
        assert (tmp_path / "store.db").read_bytes() == before

    def test_a_link_stays_and_leads_to_the_archive(self, run: Run, store: str, match_id: str, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        (tmp_path / "link").symlink_to("folder/target.jsonl")
        for force in ([], ["--force"]):
            assert run("export", match_id, "-o", "link", *force, "--store", store).exit_code == 0
        assert (tmp_path / "link").is_symlink()
        assert run("verify", "folder/target.jsonl").exit_code == 0
        assert [file.name for file in (tmp_path / "folder").iterdir()] == ["target.jsonl"]

    def test_a_device_stays_a_device(self, run: Run, store: str, match_id: str, tmp_path: Path) -> None:
        (tmp_path / "full").symlink_to("/dev/full")
        result = run("export", match_id, "-o", "full", "--store", store)
        assert result.exit_code == 5
        assert "full cannot be written: No space left on device" in result.stderr
        assert Path("/dev/full").is_char_device()

    def test_a_pipe_is_written_into(self, store: str, match_id: str, archive: Path, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        line = command("export", match_id, "-o", "pipe", "--store", store)
        with subprocess.Popen(line, env=environment()) as exporting:
            assert (tmp_path / "pipe").read_bytes() == archive.read_bytes()
        assert exporting.returncode == 0
        assert (tmp_path / "pipe").is_fifo()

    def test_a_dash_is_stdout(self, run: Run, store: str, match_id: str, archive: Path) -> None:
        assert run("export", match_id, "-o", "-", "--store", store).stdout == archive.read_text()

    def test_its_owner_alone_may_read_it(self, archive: Path) -> None:
        assert archive.stat().st_mode & 0o777 == 0o600


def test_an_unknown_match_cannot_be_exported(run: Run, store: str) -> None:
    assert run("export", "feedfeed", "--store", store).exit_code == 3


def test_a_sound_archive_is_sound(run: Run, archive: Path) -> None:
    result = run("verify", str(archive))
    assert result.exit_code == 0
    assert result.stdout.startswith("sound: all ")
    checked = json.loads(run("verify", str(archive), "--json").stdout)
    assert checked["sound"]
    assert checked["draws"] > 0


def test_stdin_is_verified_too(run: Run, archive: Path) -> None:
    assert run("verify", "-", input=archive.read_bytes()).exit_code == 0


def test_a_changed_event_is_named_with_its_line_and_why(run: Run, archive: Path) -> None:
    file = altered(archive, lambda lines: lines[12]["entry"]["data"].update(clause="TOOOR-9.9"))
    result = run("verify", file)
    assert result.exit_code == 1
    assert "unsound: event 12, line 13, does not follow" in result.stdout
    checked = json.loads(run("verify", file, "--json").stdout)
    assert (checked["sound"], checked["version"], checked["line"]) == (False, 12, 13)
    assert checked["reason"]


@pytest.mark.parametrize("content", ["", "no archive\n", "{}\n", '{"format": "tarot/1"}\n', "\x00\xff\n"])
def test_what_is_no_archive_is_unreadable(run: Run, tmp_path: Path, content: str) -> None:
    (tmp_path / "file").write_text(content)
    for sub in ("verify", "import"):
        result = run(sub, "file", *(["--store", "sqlite:///new.db"] if sub == "import" else []))
        assert result.exit_code == 2
        assert "error: line 1: " in result.stderr
    assert not (tmp_path / "new.db").exists()


def test_a_broken_line_is_named(run: Run, archive: Path) -> None:
    lines = archive.read_text().splitlines()
    archive.write_text("\n".join([*lines[:8], "{", *lines[9:]]) + "\n")
    result = run("verify", str(archive))
    assert result.exit_code == 2
    assert "line 9: " in result.stderr


def test_a_file_that_is_not_there_is_a_usage_error(run: Run) -> None:
    for sub in ("verify", "import"):
        assert run(sub, "nowhere.jsonl").exit_code == 2


def test_an_import_can_be_shown_and_has_new_tokens(run: Run, archive: Path, match_id: str) -> None:
    result = run("import", str(archive), "--store", "sqlite:///other.db", "--json")
    assert result.exit_code == 0
    imported = json.loads(result.stdout)
    assert imported["matchId"] == match_id
    assert set(imported["tokens"]) == {"home", "away", "referee"}
    assert "final:" in run("match", "show", match_id, "--store", "sqlite:///other.db").stdout


def test_what_was_imported_verifies_when_it_is_exported_again(run: Run, archive: Path, match_id: str) -> None:
    assert match_id in run("import", str(archive), "--store", "sqlite:///other.db").stdout
    again = run("export", match_id, "--store", "sqlite:///other.db").stdout
    assert run("verify", "-", input=again).exit_code == 0


def test_an_import_of_what_does_not_follow_is_refused_with_the_line(run: Run, archive: Path) -> None:
    file = altered(archive, lambda lines: lines.pop(20))
    result = run("import", file, "--store", "sqlite:///other.db")
    assert result.exit_code == 1
    assert "refused: line 21: " in result.stderr
    assert not Path("other.db").exists()


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_nothing_is_imported_whose_tokens_cannot_be_told(run: Run, archive: Path, options: list[str]) -> None:
    done = redirected(">/dev/full", "import", str(archive), *options, "--store", "sqlite:///other.db")
    assert done.returncode == 5
    assert run("import", str(archive), *options, "--store", "sqlite:///other.db").exit_code == 0


def test_tokens_that_are_lost_on_the_way_to_stdout_are_told_on_stderr(
    run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(_: object) -> None:
        raise OutputLost("No space left on device")

    monkeypatch.setattr(console, "show_json", lose)
    result = run("import", str(archive), "--json", "--store", "sqlite:///other.db")
    assert result.exit_code == 5
    for seat in ("home", "away", "referee"):
        assert f"{seat}_" in result.stderr


def test_a_match_is_not_imported_twice(run: Run, archive: Path, store: str) -> None:
    result = run("import", str(archive), "--store", store)
    assert result.exit_code == 1
    assert "recorded here already" in result.stderr
