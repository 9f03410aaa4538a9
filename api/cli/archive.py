"""`touchline export`, `import` and `verify`: a match as one file that anyone can check without a store."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated, BinaryIO

import msgspec
import typer

from api.cli import console
from api.cli.failures import ExitCode, Failure
from api.cli.store import (
    DEFAULT_STORE,
    JsonOption,
    MatchArgument,
    NoStoreOption,
    StoreOption,
    file_of,
    find,
    readable,
    writable,
)
from api.cli.streams import OutputLost
from domain.games import GAMES
from domain.match import archive
from domain.match.archive import AlreadyRecorded
from domain.match.recorder import Opened, Recorder, UnknownMatch
from domain.match.sides import SEATS

STDOUT = Path("-")

FileArgument = Annotated[typer.FileBinaryRead, typer.Argument(metavar="FILE", help="A match archive; - reads stdin.")]


class Checked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What `verify --json` prints. `line` and `version` are of the first event that does not follow."""

    match_id: str
    game: str
    sound: bool
    events: int
    draws: int
    line: int | None
    version: int | None
    reason: str


def export(
    match: MatchArgument,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", dir_okay=False, allow_dash=True, help="The file to write."),
    ] = STDOUT,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Write a match as an archive: JSON Lines, a header with edition and house rules, then one event a line.

    The archive holds everything, what is still secret in a running match too;
    a file is written for its owner alone to read. Without one, or for -, it goes to stdout.
    """
    if output != STDOUT:
        _refuse(output, store, force)
    with readable(store) as recorder:
        content = "".join(f"{line}\n" for line in archive.export(recorder, find(recorder, match).id)).encode()
    if output == STDOUT:
        sys.stdout.buffer.write(content)
        return
    try:
        _write(output, content)
    except OSError as error:
        raise Failure(f"{output} cannot be written: {error.strerror}", ExitCode.UNWRITABLE) from error


def import_(file: FileArgument, store: StoreOption = DEFAULT_STORE, as_json: JsonOption = False) -> None:
    """Take an archive into a store, if every event in it follows from the rules; names the line if one does not.

    Prints the match and new tokens for its seats. They are shown this once.
    """
    read = archive.read(_lines(file))
    verdict = archive.verify(read, GAMES)  # here already, so that what is refused makes no store
    if verdict.version is not None:
        raise Failure(f"refused: line {verdict.version + 1}: {verdict.reason}", ExitCode.UNSOUND)
    with writable(store) as recorder:
        if _is_recorded(recorder, verdict.match_id):
            raise AlreadyRecorded(verdict.match_id)
        # A first line, so that a full disk or a closed pipe is met before there are tokens that nobody would see.
        sys.stdout.write(
            "\n" if as_json else f"match    {console.printable(verdict.match_id)}, {verdict.events} events\n"
        )
        sys.stdout.flush()
        opened = archive.restore(recorder, read)
    try:
        _tell_tokens(opened, as_json)
        sys.stdout.flush()
    except OutputLost:
        console.remark(f"match {opened.match_id} is recorded; its tokens are told here, this once:")
        for line in _tokens(opened):
            console.remark(line)
        raise


def _is_recorded(recorder: Recorder, match_id: str) -> bool:
    with suppress(UnknownMatch):
        recorder.match(match_id)
        return True
    return False


def _tell_tokens(opened: Opened, as_json: bool) -> None:
    if as_json:
        tokens = {seat.value: opened.tokens[seat] for seat in SEATS}
        console.show_json({"matchId": opened.match_id, "version": opened.version, "tokens": tokens})
    else:
        for line in _tokens(opened):
            console.say(line)


def _tokens(opened: Opened) -> list[str]:
    return [f"{seat:<8} {opened.tokens[seat]}" for seat in SEATS]


def verify(file: FileArgument, as_json: JsonOption = False, _: NoStoreOption = DEFAULT_STORE) -> None:
    """Check an archive offline: hash its bytes, re-run every decision against the rules, derive its draws again.

    Names the first event that does not follow, and why.
    """
    read = archive.read(_lines(file))
    verdict = archive.verify(read, GAMES)
    line = None if verdict.version is None else verdict.version + 1
    if as_json:
        console.show_json(
            Checked(
                match_id=verdict.match_id,
                game=read.header.game,
                sound=verdict.sound,
                events=verdict.events,
                draws=verdict.draws,
                line=line,
                version=verdict.version,
                reason=verdict.reason,
            )
        )
    else:
        console.say(told(verdict), "green" if verdict.sound else "bold red")
    if not verdict.sound:
        raise typer.Exit(ExitCode.UNSOUND)


def told(verdict: archive.Verdict) -> str:
    """A verdict in a sentence."""
    if not verdict.sound:
        assert verdict.version is not None
        return f"unsound: event {verdict.version}, line {verdict.version + 1}, does not follow: {verdict.reason}"
    draws = f"; {verdict.draws} draws derived again from the revealed seed" if verdict.draws else ""
    return f"sound: all {verdict.events} events of match {verdict.match_id} follow from the rules{draws}"


def _refuse(output: Path, store: str, force: bool) -> None:
    """Refuse to write over the store, and without --force over any other file."""
    if (kept := file_of(store)) is not None:
        taken = [f"{os.path.realpath(kept)}{suffix}" for suffix in ("", "-wal", "-shm", "-journal")]
        with suppress(OSError):
            if os.path.realpath(output) in taken or output.samefile(kept):
                raise Failure(f"{output} belongs to the store itself", ExitCode.UNUSABLE)
    if not force and output.is_file():
        raise Failure(f"{output} is there already; --force replaces it", ExitCode.UNUSABLE)


def _write(output: Path, content: bytes) -> None:
    """Write a file whole or not at all, through links to what they lead to; a device or pipe as it stands."""
    try:
        plain = stat.S_ISREG(output.stat().st_mode)
    except FileNotFoundError:
        plain = True
    if not plain:
        output.write_bytes(content)
        return
    # Beside it first: a disk that fills up must not leave half an archive under the name of a whole one.
    target = Path(os.path.realpath(output))
    with NamedTemporaryFile(dir=target.parent, prefix=".touchline-", delete=False) as beside:
        part = Path(beside.name)
        try:
            beside.write(content)
            beside.flush()
            part.replace(target)
        except BaseException:
            part.unlink()
            raise


def _lines(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: file.readline(archive.LONGEST_LINE + 1), b"")
