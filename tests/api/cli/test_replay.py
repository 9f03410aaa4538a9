"""Replaying a match: by keys in a terminal, as plain lines anywhere else."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from typing import Any

import pytest

from api.cli.keyboard import Key
from api.cli.replay import FASTEST, SLOWEST, Player
from tests.api.cli.conftest import Run, command, environment

START = Player(first=3, last=9, version=3)


def test_each_event_is_a_line_and_the_score_is_told_when_it_changes(run: Run, store: str, match_id: str) -> None:
    lines = run("match", "replay", match_id, "--store", store).stdout.splitlines()
    assert lines[0].endswith("[0 – 0]")
    assert [line for line in lines[1:] if line.endswith("]")] == [line for line in lines if "[1 – 0]" in line]


def test_a_part_can_be_replayed(run: Run, store: str, match_id: str) -> None:
    result = run("match", "replay", match_id, "--from", "5", "--to", "7", "--store", store)
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["5", "6", "7"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--from", "0"], 2), (["--from", "9", "--to", "8"], 2), (["--to", "9999"], 3), (["--speed", "0"], 2)],
)
def test_a_part_or_speed_that_cannot_be_is_refused(
    run: Run, store: str, match_id: str, arguments: list[str], code: int
) -> None:
    assert run("match", "replay", match_id, *arguments, "--store", store).exit_code == code


def test_keys_move_within_the_part() -> None:
    assert START.pressed(Key.BACK) == START
    assert START.pressed(Key.NEXT).version == 4
    assert START.pressed(Key.END).version == 9
    assert START.pressed(Key.END).pressed(Key.NEXT).version == 9
    assert START.pressed(Key.END).pressed(Key.HOME).version == 3


def test_playing_goes_on_to_the_end_and_stops_there() -> None:
    player = START.pressed(Key.PLAY)
    for _ in range(20):
        player = player.went_on()
    assert (player.version, player.playing) == (9, False)
    assert not player.pressed(Key.PLAY).playing


def test_stepping_pauses_and_a_paused_replay_does_not_go_on() -> None:
    assert not START.pressed(Key.PLAY).pressed(Key.NEXT).playing
    assert START.went_on() == START


def test_speed_has_bounds() -> None:
    faster = slower = START
    for _ in range(20):
        faster, slower = faster.pressed(Key.FASTER), slower.pressed(Key.SLOWER)
    assert (faster.speed, slower.speed) == (FASTEST, SLOWEST)


class Terminal:
    """A pseudo-terminal in which a replay runs."""

    def __init__(self, *arguments: str, **settings: str) -> None:
        self._ours, theirs = pty.openpty()
        self._theirs = theirs
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self._before = termios.tcgetattr(theirs)
        self.process = subprocess.Popen(
            command("match", "replay", *arguments),
            env={**environment(), **settings},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        self.shown = ""

    def press(self, keys: bytes) -> None:
        os.write(self._ours, keys)

    def wait_for(self, text: str, seconds: float = 20) -> None:
        """Read until the text has been shown since the last call."""
        seen = ""
        deadline = time.monotonic() + seconds
        while text not in seen:
            if not select.select([self._ours], [], [], max(deadline - time.monotonic(), 0))[0]:
                raise AssertionError(f"{text!r} was not shown in {seen!r}")
            seen += os.read(self._ours, 65536).decode(errors="replace")
        self.shown += seen

    def ended(self) -> int:
        """Wait for the end; returns the exit code."""
        deadline = time.monotonic() + 20
        while self.process.poll() is None and time.monotonic() < deadline:
            if select.select([self._ours], [], [], 0.05)[0]:
                self.shown += os.read(self._ours, 65536).decode(errors="replace")
        return self.process.wait(1)

    @property
    def as_it_was(self) -> bool:
        """Whether the terminal is left as it was found: its settings, its screen, its cursor."""
        while select.select([self._ours], [], [], 0.05)[0]:
            self.shown += os.read(self._ours, 65536).decode(errors="replace")
        return (
            termios.tcgetattr(self._theirs) == self._before
            and self.shown.count("\x1b[?1049h") == self.shown.count("\x1b[?1049l")
            and self.shown.rfind("\x1b[?25h") > self.shown.rfind("\x1b[?25l")
        )

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)


@pytest.fixture
def terminal(store: str, match_id: str) -> Iterator[Any]:
    """Starts replays of the first match in a terminal."""
    started: list[Terminal] = []

    def start(*arguments: str, **settings: str) -> Terminal:
        started.append(Terminal(match_id, "--store", store, *arguments, **settings))
        return started[-1]

    yield start
    for one in started:
        one.close()


def test_a_terminal_is_driven_by_keys(terminal: Any) -> None:
    replay = terminal()
    replay.wait_for("version 1 of")
    replay.press(b" ")
    replay.wait_for("version 2 of")
    replay.press(b"\x1b[C")
    replay.wait_for("version 3 of")
    replay.press(b"\x1b[D")
    replay.wait_for("version 2 of")
    replay.press(b"\x1b[F")
    replay.wait_for("final:")
    replay.press(b"\x1b[H")
    replay.wait_for("version 1 of")
    replay.press(b"z\x1b[15~+")
    replay.press(b"p")
    replay.wait_for("4 a second")
    replay.press(b"q")
    assert replay.ended() == 0
    assert replay.as_it_was


@pytest.mark.parametrize("key", [b"q", b"Q", b"\x1b", b"\x04"])
def test_a_key_that_quits_waits_behind_none_that_was_held_down(terminal: Any, key: bytes) -> None:
    replay = terminal()
    replay.wait_for("version 1 of")
    replay.press(b" " * 150 + key)
    assert replay.ended() == 0
    assert replay.as_it_was
    assert replay.shown.count("paused") < 10


def test_keys_that_come_at_once_are_all_heeded_and_drawn_once(terminal: Any) -> None:
    replay = terminal()
    replay.wait_for("version 1 of")
    replay.press(b" " * 40)
    replay.wait_for("version 41 of")
    assert replay.shown.count("paused") < 10


def test_an_arrow_that_comes_in_pieces_is_no_escape(terminal: Any) -> None:
    replay = terminal()
    replay.wait_for("version 1 of")
    replay.press(b"\x1b")
    replay.press(b"[")
    replay.press(b"C")
    replay.wait_for("version 2 of")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_lacks_letters_is_driven_and_left_as_it_was(terminal: Any, encoding: str) -> None:
    replay = terminal(PYTHONIOENCODING=encoding)
    replay.wait_for("Simulated Home  0 - 0  Simulated Away")
    replay.press(b" ")
    replay.wait_for("version 2 of")
    replay.press(b"q")
    assert replay.ended() == 0
    assert replay.as_it_was
    assert "Traceback" not in replay.shown


def test_a_speed_plays_by_itself(terminal: Any) -> None:
    replay = terminal("--speed", "50", "--to", "5")
    replay.wait_for("version 5 of")
    replay.press(b"q")
    assert replay.ended() == 0


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_and_leaves_the_terminal_as_it_was(terminal: Any, sent: signal.Signals, code: int) -> None:
    replay = terminal()
    replay.wait_for("version 1 of")
    replay.process.send_signal(sent)
    assert replay.ended() == code
    assert replay.as_it_was
    assert "Traceback" not in replay.shown


def test_plain_lines_can_be_had_in_a_terminal_too(terminal: Any) -> None:
    replay = terminal("--plain", "--to", "3")
    assert replay.ended() == 0
    assert "\x1b[?1049h" not in replay.shown
