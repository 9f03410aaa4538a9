"""The command line as a whole."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.api.cli.conftest import Run, command, environment, piped, redirected


def test_without_arguments_it_shows_its_help(run: Run) -> None:
    assert "Usage: touchline" in run().output


@pytest.mark.parametrize("path", [[], ["serve"], ["match"], ["match", "show"], ["verify"], ["edition", "check"]])
def test_every_help_documents_the_exit_codes(run: Run, path: list[str]) -> None:
    result = run(*path, "--help")
    assert result.exit_code == 0
    for code in range(6):
        assert f"{code}  " in result.output


def test_an_unknown_command_is_a_usage_error_on_stderr(run: Run) -> None:
    result = run("tackle")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "tackle" in result.stderr


def test_piped_output_has_no_colour_and_no_bar(store: str, match_id: str) -> None:
    for arguments in (["match", "list"], ["match", "show", match_id], ["match", "history", match_id]):
        done = piped(*arguments, "--store", store)
        assert done.returncode == 0
        assert "\x1b" not in done.stdout + done.stderr
    done = piped("simulate", "--game", "tooor", "--matches", "1")
    assert "\x1b" not in done.stdout + done.stderr
    assert done.stderr == ""


def test_a_reader_who_has_had_enough_is_no_error(store: str, match_id: str) -> None:
    history = subprocess.Popen(
        command("match", "history", match_id, "--json", "--store", store),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert history.stdout is not None
    assert history.stderr is not None
    history.stdout.close()
    assert history.stderr.read() == b""
    history.stderr.close()
    assert history.wait(30) == 141


def test_a_reader_of_a_help_who_has_had_enough_is_no_error_either() -> None:
    done = redirected("| true", "--help")
    assert done.stderr == b""


@pytest.mark.parametrize("where", [">/dev/full", ">&-"])
@pytest.mark.parametrize(
    "arguments",
    [
        *(["--help"], ["match", "show", "--help"], ["games"], ["edition", "list"], ["match", "list"]),
        *(["match", "show", "MATCH"], ["match", "history", "MATCH"], ["match", "replay", "MATCH"], ["export", "MATCH"]),
        *(["verify", "ARCHIVE"], ["import", "ARCHIVE"], ["simulate", "--game", "tooor", "--matches", "1"]),
        *(["serve", "--port", "0"], ["demo", "--no-wait"]),
    ],
    ids=" ".join,
)
def test_output_that_cannot_be_written_is_no_verdict_and_no_traceback(
    store: str, archive: Path, match_id: str, arguments: Sequence[str], where: str
) -> None:
    words = [{"MATCH": match_id, "ARCHIVE": str(archive)}.get(word, word) for word in arguments]
    kept = "sqlite:///other.db" if "import" in words or "simulate" in words else store
    done = redirected(where, *words, *(["--store", kept] if "--help" not in words else []))
    assert done.returncode == 5
    assert done.stderr.startswith(b"error: the output cannot be written: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("where", ["2>/dev/full", "2>&-"])
def test_an_error_that_cannot_be_told_keeps_its_exit_code(archive: Path, where: str) -> None:
    assert redirected(where, "verify", "nowhere.jsonl").returncode == 2
    assert redirected(where, "match", "list").returncode == 4
    assert redirected(where, "verify", str(archive)).returncode == 0


def test_a_stdin_that_is_closed_holds_no_archive() -> None:
    done = redirected("<&-", "verify", "-")
    assert (done.returncode, done.stderr) == (2, b"error: line 1: the file is empty\n")


POOR = [
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]


@pytest.mark.parametrize("settings", POOR, ids=str)
def test_an_encoding_that_lacks_a_letter_shows_one_that_is_like_it(
    store: str, match_id: str, settings: dict[str, str]
) -> None:
    shown = redirected("", "match", "show", match_id, "--store", store, **settings)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"Simulated Home  1 - 0  Simulated Away" in shown.stdout
    assert redirected("", "--help", **settings).returncode == 0


@pytest.mark.parametrize("settings", POOR, ids=str)
def test_json_and_archives_lose_nothing_by_a_poor_encoding(
    run: Run, store: str, match_id: str, archive: Path, settings: dict[str, str]
) -> None:
    question = ("match", "show", match_id, "--at", "40", "--json", "--store", store)
    shown = redirected("", *question, **settings)
    assert json.loads(shown.stdout.decode(settings.get("PYTHONIOENCODING", "ascii"))) == json.loads(
        run(*question).stdout
    )
    assert redirected("", "export", match_id, "--store", store, **settings).stdout == archive.read_bytes()
    assert (
        redirected("", "checkpoint", "--store", store, **settings).stdout
        == run("checkpoint", "--store", store).stdout.encode()
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["match", "replay", "x", "--speed", "nan"], "'nan' is not a number from 0.125 to 64"),
        (["match", "replay", "x", "--speed", "fast"], "'fast' is not a number from 0.125 to 64"),
        (["match", "show", "x", "--at", "1.5"], "'1.5' is not a whole number."),
        (["match", "list", "--last", "-1"], "'-1' is not a whole number, 0 or more"),
        (["serve", "--port", "70000"], "'70000' is not a whole number from 0 to 65535"),
        (["match", "show", "x", "--as", "coach"], "'--as': 'coach' is not one of 'home', 'away'"),
        (["simulate", "--game", "tooor", "--matches", "9" * 20], "is not a whole number from 1 to 1000000"),
    ],
)
def test_what_an_option_takes_is_told_in_plain_words(run: Run, arguments: Sequence[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        *("serve", "demo", "export", "import", "verify", "simulate", "games"),
        *("match list", "match show", "match history", "match replay", "edition list", "edition check"),
    ],
)
def test_every_command_takes_a_store(run: Run, command: str) -> None:
    assert "--store" in run(*command.split(), "--help").stdout
