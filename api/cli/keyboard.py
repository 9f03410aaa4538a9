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
    **dict.fromkeys((b"q", b"\x04"), Key.QUIT),
}
_KEY = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)|.", re.DOTALL)
"""What one key sends: an escape sequence, or a byte."""


class Keyboard:
    """Reads keys one by one, without an echo, while it is entered."""

    def __init__(self) -> None:
        self._terminal = sys.stdin.fileno()
        self._unread = b""
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

    def read(self, wait: float) -> Key | None:
        """The next key that means something, or None after so many seconds without one. QUIT at the end of input."""
        until = monotonic() + wait
        while True:
            while (sent := _KEY.match(self._unread)) is not None:
                self._unread = self._unread[sent.end() :]
                if (key := _KEYS.get(sent[0])) is not None:
                    return key
            if not select.select([self._terminal], [], [], max(until - monotonic(), 0))[0]:
                return None
            self._unread = os.read(self._terminal, 64)
            if not self._unread:
                return Key.QUIT


def _leave(signum: int, _: FrameType | None) -> None:
    raise SystemExit(128 + signum)
