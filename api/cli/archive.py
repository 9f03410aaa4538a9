"""`touchline export`, `import` and `verify`: a match as one file that anyone can check without a store."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
import typer

from api.cli import console
from api.cli.failures import ExitCode, Failure
from api.cli.store import DEFAULT_STORE, JsonOption, MatchArgument, NoStoreOption, StoreOption, find, readable, writable
from domain.games import GAMES
from domain.match import archive
from domain.match.archive import ArchiveError
from domain.match.sides import SEATS

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
        Path | None, typer.Option("--output", "-o", dir_okay=False, help="The file to write; stdout if not given.")
    ] = None,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Write a match as an archive: JSON Lines, a header with edition and house rules, then one event a line.

    The archive holds everything, what is still secret in a running match too.
    """
    with readable(store) as recorder:
        text = "".join(f"{line}\n" for line in archive.export(recorder, find(recorder, match).id))
    if output is None:
        sys.stdout.write(text)
    else:
        # Beside it first: a disk that fills up must not leave half an archive under the name of a whole one.
        beside = output.with_name(f".{output.name}.part")
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(output)


def import_(file: FileArgument, store: StoreOption = DEFAULT_STORE, as_json: JsonOption = False) -> None:
    """Take an archive into a store, if every event in it follows from the rules; names the line if one does not.

    Prints the match and new tokens for its seats. They are shown this once.
    """
    read = archive.read(_lines(file))
    with writable(store) as recorder:
        try:
            opened = archive.restore(recorder, read)
        except ArchiveError as error:
            raise Failure(f"refused: {error}", ExitCode.UNSOUND) from error
    if as_json:
        tokens = {seat.value: opened.tokens[seat] for seat in SEATS}
        console.show_json({"matchId": opened.match_id, "version": opened.version, "tokens": tokens})
    else:
        console.say(f"match    {opened.match_id}, {opened.version} events")
        for seat in SEATS:
            console.say(f"{seat:<8} {opened.tokens[seat]}")


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


def _lines(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: file.readline(archive.LONGEST_LINE + 1), b"")
