"""Single keys from a terminal, which is left as it was found, whatever happens."""

import os
import re
import select
import signal
import sys
from enum import Enum, auto
from time import monotonic
from types import FrameType
from typing import Any


class Key(Enum):
    """What a key means to a replay."""

    NEXT = auto()
    BACK = auto()
    HOME = auto()
    END = auto()
    FASTER = auto()
    SLOWER = auto()
    PLAY = auto()
    QUIT = auto()


_KEYS = {
    **dict.fromkeys((b" ", b"\r", b"\n", b"\x1b[C", b"\x1bOC", b"n", b"l"), Key.NEXT),
    **dict.fromkeys((b"\x1b[D", b"\x1bOD", b"\x7f", b"b", b"h"), Key.BACK),
    **dict.fromkeys((b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"g"), Key.HOME),
    **dict.fromkeys((b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"G"), Key.END),
    **dict.fromkeys((b"+", b"="), Key.FASTER),
    **dict.fromkeys((b"-", b"_"), Key.SLOWER),
    b"p": Key.PLAY,
    **dict.fromkeys((b"q", b"Q", b"\x1b", b"\x04"), Key.QUIT),
}
_KEY = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)|.", re.DOTALL)
"""What one key sends: an escape sequence, or a byte."""
_BEGUN = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")
"""An escape sequence of which more is to come; or the escape key, which sends no more."""

ESCAPE = 0.1
"""Seconds after which nothing more belongs to an escape sequence."""

AT_ONCE = 65536
"""Bytes that are read at once: more than a terminal keeps."""


class Keyboard:
    """Reads keys, without an echo, while it is entered."""

    def __init__(self) -> None:
        self._terminal = sys.stdin.fileno()
        self._before: list[Any] = []
        self._terminated: Any = None

    def __enter__(self) -> "Keyboard":
        import termios
        import tty

        self._before = termios.tcgetattr(self._terminal)
        self._terminated = signal.signal(signal.SIGTERM, _leave)
        tty.setcbreak(self._terminal)
        return self

    def __exit__(self, *_: object) -> None:
        import termios

        termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)
        signal.signal(signal.SIGTERM, self._terminated)

    def read(self, wait: float) -> list[Key]:
        """Every key that was pressed since the last look and means something; none after so many seconds without one.

        All at once, so that what is drawn never lags behind a key that is held down. QUIT at the end of input.
        """
        until = monotonic() + wait
        keys: list[Key] = []
        while not keys and self._has_sent(max(until - monotonic(), 0)):
            sent = self._sent()
            keys = [_KEYS[key] for key in _KEY.findall(sent) if key in _KEYS] if sent else [Key.QUIT]
        return keys

    def _sent(self) -> bytes:
        sent = os.read(self._terminal, AT_ONCE)
        while _BEGUN.search(sent) and self._has_sent(ESCAPE):
            more = os.read(self._terminal, AT_ONCE)
            if not more:
                break
            sent += more
        return sent

    def _has_sent(self, wait: float) -> bool:
        return bool(select.select([self._terminal], [], [], wait)[0])


def _leave(signum: int, _: FrameType | None) -> None:
    raise SystemExit(128 + signum)
