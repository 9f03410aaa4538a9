"""The standard streams as every command may use them, whatever the shell has made of them.

A stream may be closed, its disk full, its reader gone, its encoding unable to show what is printed. Results that cannot
be written end the command with `OutputLost`; what stderr cannot take is dropped, since nobody is left to be told.
"""

import codecs
import errno
import io
import os
import sys
from typing import Any, TextIO

LIKENESSES = {
    "\xa0": " ",
    "–": "-",
    "—": "-",
    "−": "-",
    "’": "'",
    "‘": "'",
    "·": ".",
    "…": ".",
    "×": "x",
    "←": "<",
    "→": ">",
}
"""What stands for a letter that an encoding lacks; a question mark for any other."""


class OutputLost(Exception):
    """Results could not be written. reader_gone: because whoever read them has had enough, which is no fault."""

    def __init__(self, reason: str, *, reader_gone: bool = False) -> None:
        super().__init__(f"the output cannot be written: {reason}")
        self.reader_gone = reader_gone


class _Descriptor(io.FileIO):
    """Where a stream ends. Its first failure to write is raised, or not; whatever comes after it is dropped."""

    def __init__(self, number: int, *, raises: bool) -> None:
        super().__init__(number, "w", closefd=False)
        self._raises = raises
        self._lost = False

    def write(self, data: Any) -> int:
        if not self._lost:
            try:
                return super().write(data)
            except OSError as error:
                self._lost = True
                if self._raises:
                    gone = error.errno == errno.EPIPE
                    raise OutputLost(error.strerror or str(error), reader_gone=gone) from error
        return len(data)


def guard() -> None:
    """Put such streams in the place of those that Python has made; those that a test has made are left."""
    if sys.stdin is None:
        sys.stdin = open(_nowhere(), encoding="utf-8")  # noqa: SIM115 - it has a number, and lives on
    if sys.stdout is sys.__stdout__:
        sys.stdout = _stream(sys.stdout, 1, raises=True)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _stream(sys.stderr, 2, raises=False)


def _stream(before: TextIO | None, number: int, *, raises: bool) -> TextIO:
    descriptor = _Descriptor(_nowhere() if before is None else number, raises=raises)
    return io.TextIOWrapper(
        io.BufferedWriter(descriptor),
        encoding="utf-8" if before is None else before.encoding,
        errors="touchline.likeness",
        line_buffering=not raises or descriptor.isatty(),
    )


def _nowhere() -> int:
    """A number that gives nothing to read and cannot be written. A closed stream's own, so that no file takes it."""
    return os.open(os.devnull, os.O_RDONLY)


def _likeness(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(LIKENESSES.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


codecs.register_error("touchline.likeness", _likeness)
