"""The demonstration."""

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from domain.games import GAMES
from tests.api.cli.conftest import command, environment, piped


def test_a_match_is_recorded_over_http_shown_and_verified() -> None:
    done = piped("demo", "--no-wait")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The match kicks off" in done.stdout
    for game in GAMES:
        assert f"{game.name}, final score: Harbour Rovers" in done.stdout
    assert re.search(r"Goals to be expected of their shots: \d+\.\d\d – \d+\.\d\d\n", done.stdout)
    assert done.stdout.count("version") >= 3
    assert re.search(r"sound: all \d+ events of match \w+ follow from the rules; \d+ draws derived again", done.stdout)
    assert "\x1b" not in done.stdout


def test_a_store_that_cannot_be_opened_is_told_before_anything_is_served(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear referee,\n" * 500)
    done = piped("demo", "--no-wait", "--store", "sqlite:///letter.db")
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == "error: the file is not a Touchline store\n"


@pytest.mark.parametrize("ignored", ["", "trap '' INT; "], ids=["heeded", "ignored"])
def test_ctrl_c_in_the_middle_ends_it_in_order_in_a_background_job_too(ignored: str) -> None:
    demo = subprocess.Popen(
        ["sh", "-c", f'{ignored}exec "$@"', "sh", *command("demo", "--game", "tooor")],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert demo.stdout is not None
    while "kicks off" not in (line := demo.stdout.readline()):
        assert line, "the demonstration ended before it began"
    os.killpg(demo.pid, signal.SIGINT)
    _, errors = demo.communicate(timeout=20)
    assert (demo.returncode, errors) == (0, "")


class TestRunningOn:
    """The demonstration once it has recorded, until Ctrl-C."""

    @pytest.fixture
    def demo(self) -> "Demo":
        return Demo()

    def test_what_it_offers_to_try_works_and_ctrl_c_ends_it_without_a_trace(self, demo: "Demo") -> None:
        try:
            shown = demo.tried("match show")
            assert "Harbour Rovers" in shown
            assert demo.tried("verify").startswith("sound: ")
            heading, matches = 2, 2  # the one that was played, and one that waits for its first move
            assert len(demo.tried("match list").splitlines()) == heading + matches
            if shutil.which("curl"):
                ask, move = demo.curls()
                assert '"viewer":"HOME"' in ask.replace(" ", "")
                assert "Accepted" in move
        finally:
            code, errors = demo.interrupted(signal.SIGINT)
        assert (code, errors) == (0, "")
        assert demo.is_gone()

    def test_sigterm_ends_it_as_well(self, demo: "Demo") -> None:
        assert demo.interrupted(signal.SIGTERM) == (0, "")
        assert demo.is_gone()


class Demo:
    """A demonstration that has recorded its matches and runs on."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            command("demo", "--game", "tooor"),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self._lines: list[str] = []
        while not self._lines or " verify " not in self._lines[-1]:
            line = self._process.stdout.readline()
            assert line, "the demonstration ended before it invited to try anything"
            self._lines.append(line.strip())
        self._address = next(found[0] for line in self._lines if (found := re.search(r"http://[\d.:]+", line)))

    def tried(self, words: str) -> str:
        """What one of the offered commands prints."""
        return self._run(next(line for line in self._lines if f" {words} " in line))

    def curls(self) -> list[str]:
        """What the offered requests answer."""
        return [self._run(line) for line in self._lines if line.startswith("curl ")]

    def interrupted(self, by: signal.Signals) -> tuple[int, str]:
        """End it as a terminal does: every process of the group gets the signal. Its exit code and what it says."""
        if by is signal.SIGINT:
            os.killpg(self._process.pid, by)
        else:
            self._process.send_signal(by)
        _, errors = self._process.communicate(timeout=20)
        return self._process.returncode, errors

    def is_gone(self) -> bool:
        """Whether neither the server nor the store are left."""
        try:
            httpx.get(f"{self._address}/health", timeout=5)
        except httpx.TransportError:
            store = next(found[1] for line in self._lines if (found := re.search(r"--store sqlite:///(\S+)", line)))
            return not Path(store).parent.exists()
        return False

    @staticmethod
    def _run(line: str) -> str:
        done = subprocess.run(
            line, shell=True, env=environment(), capture_output=True, text=True, timeout=60, check=True
        )
        return done.stdout
