"""The command line as a whole."""

import subprocess

import pytest

from tests.api.cli.conftest import Run, command, environment, piped


def test_without_arguments_it_shows_its_help(run: Run) -> None:
    assert "Usage: touchline" in run().output


@pytest.mark.parametrize("path", [[], ["serve"], ["match"], ["match", "show"], ["verify"], ["edition", "check"]])
def test_every_help_documents_the_exit_codes(run: Run, path: list[str]) -> None:
    result = run(*path, "--help")
    assert result.exit_code == 0
    for code in range(5):
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


@pytest.mark.parametrize(
    "command",
    [
        *("serve", "demo", "export", "import", "verify", "simulate", "games"),
        *("match list", "match show", "match history", "match replay", "edition list", "edition check"),
    ],
)
def test_every_command_takes_a_store(run: Run, command: str) -> None:
    assert "--store" in run(*command.split(), "--help").stdout
