"""Files that a command is told to write: whole or not at all, and never over what should stay."""

import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from api.cli.failures import ExitCode, Failure
from api.cli.store import file_of, key_of
from projections.readside import SUFFIX, TURN

STDOUT = Path("-")

_JOURNALS = ("", "-wal", "-shm", "-journal")

BESIDE = (*_JOURNALS, ".key", *(f"{SUFFIX}{rest}" for rest in (*_JOURNALS, TURN)))
"""How the names of what belongs to a store go on behind the name of its file."""


def refuse(output: Path, store: str, key: Path | None, force: bool) -> None:
    """Refuse to write over a store or its key, and without force over any other file. Raises Failure."""
    kept = file_of(store)
    taken = [Path(f"{os.path.realpath(kept)}{suffix}") for suffix in BESIDE] if kept is not None else []
    for path in filter(None, (*taken, key, key_of(store))):
        if os.path.realpath(output) == os.path.realpath(path) or _is_same(output, path):
            raise Failure(f"{output} belongs to the store itself", ExitCode.UNUSABLE)
    if not force and output.is_file():
        raise Failure(f"{output} is there already; --force replaces it", ExitCode.UNUSABLE)


def write(output: Path, parts: Iterable[bytes]) -> None:
    """Write a file for its owner to read, or to stdout, part by part. Raises Failure, OutputLost, and what parts do."""
    if output == STDOUT:
        sys.stdout.buffer.writelines(parts)
        return
    try:
        _write(output, parts)
    except OSError as error:
        raise Failure(f"{output} cannot be written: {error.strerror}", ExitCode.UNWRITABLE) from error


def _is_same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.samefile(other)
    return False


def _write(output: Path, parts: Iterable[bytes]) -> None:
    """Through links to what they lead to; a device or a pipe as it stands."""
    try:
        plain = stat.S_ISREG(output.stat().st_mode)
    except FileNotFoundError:
        plain = True
    if not plain:
        with output.open("wb") as file:
            file.writelines(parts)
        return
    # Beside it first: a disk that fills up must not leave half an archive under the name of a whole one.
    target = Path(os.path.realpath(output))
    with NamedTemporaryFile(dir=target.parent, prefix=".touchline-", delete=False) as beside:
        part = Path(beside.name)
        try:
            beside.writelines(parts)
            beside.flush()
            part.replace(target)
        except BaseException:
            part.unlink()
            raise
