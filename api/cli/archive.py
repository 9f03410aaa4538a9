"""`touchline export`, `import` and `verify`: a match as one file that anyone can check without a store."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
import typer

from api.cli import console, files
from api.cli.failures import ExitCode, Failure
from api.cli.store import (
    DEFAULT_STORE,
    JsonOption,
    KeyOption,
    MatchArgument,
    NoStoreOption,
    StoreOption,
    find,
    readable,
    writable,
)
from api.cli.streams import OutputLost
from domain.games import GAMES
from domain.match import archive
from domain.match.archive import AlreadyRecorded
from domain.match.checkpoint import Extension, Forged, NoteError, VerifierKey, read_kept
from domain.match.consistency import Comparison, Kept, compare
from domain.match.recorder import Opened, Recorder, UnknownMatch
from domain.match.sides import SEATS

FileArgument = Annotated[typer.FileBinaryRead, typer.Argument(metavar="FILE", help="A match archive; - reads stdin.")]


class Log(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What `verify --json` prints of the log. trusted: whether a key that was named by --key signed it."""

    origin: str
    size: int
    root: str
    signed_by: list[str]
    trusted: bool


class Checked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What `verify --json` prints.

    line, version: of the first event that does not follow; 1 and 0 for the header, and for a comparison that failed.
    consistent: whether what was compared is of one log that has only grown; null where nothing shows it, or where
    nothing was to be compared.
    """

    match_id: str
    game: str
    sound: bool
    events: int
    draws: int
    line: int | None
    version: int | None
    reason: str
    log: Log | None
    consistent: bool | None


def export(
    match: MatchArgument,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", dir_okay=False, allow_dash=True, help="The file to write."),
    ] = files.STDOUT,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
    bare: Annotated[
        bool, typer.Option("--bare", help="Without a checkpoint, as where the store cannot sign one.")
    ] = False,
    store: StoreOption = DEFAULT_STORE,
    key: KeyOption = None,
) -> None:
    """Write a match as an archive: JSON Lines, a header with edition and house rules, then one event a line.

    With it goes a signed checkpoint of the store's log, and the proof that the events are in it. The archive holds
    everything, what is still secret in a running match too; a file is written for its owner alone to read. Without one,
    or for -, it goes to stdout.
    """
    if output != files.STDOUT:
        files.refuse(output, store, key, force)
    with readable(store, key) as recorder:
        lines = archive.export(recorder, find(recorder, match).id, evidence=not bare)
        content = "".join(f"{line}\n" for line in lines).encode()
    files.write(output, [content])


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
        tell_tokens(opened, as_json)
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


def tell_tokens(opened: Opened, as_json: bool) -> None:
    """Tell a match that was opened, and who holds its seats; they are told this once."""
    if as_json:
        tokens = {seat.value: opened.tokens[seat] for seat in SEATS}
        console.show_json({"matchId": opened.match_id, "version": opened.version, "tokens": tokens})
    else:
        for line in _tokens(opened):
            console.say(line)


def _tokens(opened: Opened) -> list[str]:
    return [f"{seat:<8} {opened.tokens[seat]}" for seat in SEATS]


def verify(
    file: FileArgument,
    other: Annotated[
        typer.FileBinaryRead | None,
        typer.Argument(metavar="[OTHER]", help="Another archive, that must be of the same log as the first."),
    ] = None,
    checkpoints: Annotated[
        list[Path] | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="A checkpoint that was kept, with or without a proof; the log must continue it. May be repeated.",
        ),
    ] = None,
    trusted: Annotated[
        list[str] | None,
        typer.Option("--key", metavar="VKEY", help="The public key that must have signed. May be repeated."),
    ] = None,
    as_json: JsonOption = False,
    _: NoStoreOption = DEFAULT_STORE,
) -> None:
    """Check an archive offline: hash its bytes, re-run every decision against the rules, derive its draws again.

    Its events must be in the log whose signed checkpoint it carries. Names the first event that does not follow, and
    why. With another archive or a kept checkpoint it is checked, too, that both are of one log that has only grown.
    """
    keys = [_key(text) for text in trusted or ()]
    read = archive.read(_lines(file))
    verdict = archive.verify(read, GAMES, keys)
    comparison = None
    if verdict.sound and (other is not None or checkpoints):
        try:
            comparison = compare(list(_kept(read, verdict, other, checkpoints or [], keys)))
        except Forged as error:
            comparison = Comparison(str(error))
        if comparison.contradiction:
            version = comparison.version or 0
            verdict = msgspec.structs.replace(verdict, version=version, reason=comparison.contradiction)
    gap = comparison.gap if comparison else None
    if as_json:
        console.show_json(_checked(read, verdict, None if comparison is None or gap else verdict.sound))
    else:
        console.say(told(verdict), "green" if verdict.sound else "bold red")
        if verdict.sound:
            console.say(told_of_log(verdict))
        if verdict.sound and comparison is not None and gap is None:
            console.say("consistent: all that was given is of one log that has only grown", "green")
    if not verdict.sound:
        raise typer.Exit(ExitCode.UNSOUND)
    if gap is not None:
        raise Failure(
            f"nothing that was given shows that the log of {gap[0]} events has grown into that of {gap[1]}; what does "
            f"is printed by `touchline checkpoint --proof-from {gap[0]}` at the store: give it with --checkpoint",
            ExitCode.UNUSABLE,
        )


def told(verdict: archive.Verdict) -> str:
    """A verdict in a sentence."""
    if not verdict.sound:
        assert verdict.version is not None
        if not verdict.version:
            return f"unsound: the header, line 1: {verdict.reason}"
        return f"unsound: event {verdict.version}, line {verdict.version + 1}, does not follow: {verdict.reason}"
    draws = f"; {verdict.draws} draws derived again from the revealed seed" if verdict.draws else ""
    return f"sound: all {verdict.events} events of match {verdict.match_id} follow from the rules{draws}"


def told_of_log(verdict: archive.Verdict) -> str:
    """What is shown of the log by an archive that is sound."""
    if verdict.checkpoint is None:
        return "log: the archive carries no checkpoint, so nothing shows that its events were in a log"
    checkpoint, signers = verdict.checkpoint.checkpoint, ", ".join(map(str, verdict.signers))
    found = f"log: all of them are among the {checkpoint.size} events of {checkpoint.origin}, signed by {signers}"
    if verdict.trusted:
        return found
    return (
        f"{found}\nnote: that key is known from the archive alone. Nothing was changed since it was signed, but who "
        "signed is not shown: name the key that you trust with --key"
    )


def _checked(read: archive.Archive, verdict: archive.Verdict, consistent: bool | None) -> Checked:
    log = None
    if verdict.checkpoint is not None:
        checkpoint = verdict.checkpoint.checkpoint
        log = Log(
            origin=checkpoint.origin,
            size=checkpoint.size,
            root=checkpoint.root.hex(),
            signed_by=[str(key) for key in verdict.signers],
            trusted=verdict.trusted,
        )
    return Checked(
        match_id=verdict.match_id,
        game=read.header.game,
        sound=verdict.sound,
        events=verdict.events,
        draws=verdict.draws,
        line=None if verdict.version is None else verdict.version + 1,
        version=verdict.version,
        reason=verdict.reason,
        log=log,
        consistent=consistent,
    )


def _kept(
    read: archive.Archive,
    verdict: archive.Verdict,
    other: BinaryIO | None,
    checkpoints: list[Path],
    keys: list[VerifierKey],
) -> Iterator[Kept]:
    """What is to be compared: a sound archive, another one, and checkpoints. Raises Forged, and Failure."""
    yield _kept_archive("the archive", verdict)
    if other is not None:
        second = archive.verify(archive.read(_lines(other)), GAMES, keys)
        if not second.sound:
            raise Forged(f"{other.name} is {told(second)}")
        yield _kept_archive(other.name, second)
    named = keys or [VerifierKey.read(key) for key in read.header.log.keys] if read.header.log else keys
    for path in checkpoints:
        try:
            found = read_kept(path.read_bytes().decode())
            signed = found.new if isinstance(found, Extension) else found
            signed.signers(named)
        except (NoteError, UnicodeDecodeError) as error:
            raise Failure(f"{path}: not a checkpoint: {error}", ExitCode.UNUSABLE) from error
        except Forged as error:
            raise Forged(f"{path}: {error}") from error
        yield Kept(str(path), signed.checkpoint, extension=found if isinstance(found, Extension) else None)


def _kept_archive(name: str, verdict: archive.Verdict) -> Kept:
    if verdict.checkpoint is None:
        raise Failure(f"{name} carries no checkpoint, so there is nothing to compare it by", ExitCode.UNUSABLE)
    return Kept(name, verdict.checkpoint.checkpoint, verdict.leaves)


def _key(text: str) -> VerifierKey:
    try:
        return VerifierKey.read(text)
    except NoteError as error:
        raise typer.BadParameter(str(error), param_hint="--key") from error


def _lines(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: file.readline(archive.LONGEST_LINE + 1), b"")
