"""Which store a command works on, and finding matches and editions in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from api.cli import console
from api.cli.failures import ExitCode, Failure
from domain.games import GAMES
from domain.match.editions import SHIPPED, Shelf
from domain.match.engines import Engine, StoreUnavailable, engine_of
from domain.match.record import MatchRecord
from domain.match.recorder import Recorder, UnknownMatch
from domain.match.sides import Viewer

DEFAULT_STORE = "sqlite:///touchline.db"

StoreOption = Annotated[
    str, typer.Option("--store", envvar="TOUCHLINE_STORE", metavar="URL", help="The store that holds the matches.")
]
NoStoreOption = Annotated[
    str, typer.Option("--store", metavar="URL", help="Taken like everywhere; this command looks at no store.")
]
EditionsOption = Annotated[
    Path | None,
    typer.Option(
        "--editions",
        envvar="TOUCHLINE_EDITIONS",
        metavar="FOLDER",
        exists=True,
        file_okay=False,
        help="A folder of editions of your own, beside those that come with Touchline.",
    ),
]
KeyOption = Annotated[
    Path | None,
    typer.Option(
        "--key",
        envvar="TOUCHLINE_KEY",
        metavar="FILE",
        dir_okay=False,
        help="The key that signs checkpoints; if not given beside the store, for PostgreSQL in the user's folder for "
        "data. It is made when it is first needed.",
    ),
]
MatchArgument = Annotated[str, typer.Argument(metavar="ID", help="The match: its id, or how its id begins.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

AsOption = Annotated[Viewer, typer.Option("--as", help="For whose eyes.")]


@contextmanager
def writable(store: str, key: Path | None = None) -> Iterator[Recorder]:
    """The recorder of a store, which is made if it is not there."""
    with Recorder(store, GAMES, key=key) as recorder:
        yield recorder


@contextmanager
def readable(store: str, key: Path | None = None) -> Iterator[Recorder]:
    """The recorder of a store that must be there already, since a look at a store should not make one."""
    engine_of(store).require(store)
    with writable(store, key) as recorder:
        yield recorder


def file_of(store: str) -> Path | None:
    """The file that a store lies in, where its URL names one."""
    engine = _engine_of(store)
    return engine.file_of(store) if engine else None


def key_of(store: str) -> Path | None:
    """The file of the key of a store where no other is named, if its URL names a store."""
    engine = _engine_of(store)
    return engine.key_file(store) if engine else None


def _engine_of(store: str) -> Engine | None:
    try:
        return engine_of(store)
    except StoreUnavailable:
        return None


def match_ids(recorder: Recorder) -> Iterator[str]:
    """The ids of all matches of a store, in the order in which they were opened."""
    batch = recorder.matches()
    while batch:
        yield from (match_id for _, match_id in batch)
        last, _ = batch[-1]
        batch = recorder.matches(after=last)


def find(recorder: Recorder, beginning: str) -> MatchRecord:
    """The one match whose id begins so, read as far as its opening at least.

    Raises UnknownMatch, DamagedRecord, or Failure where several begin so.
    """
    record = _found(recorder, beginning)
    if record.version == 0:
        raise record.broken()
    return record


def _found(recorder: Recorder, beginning: str) -> MatchRecord:
    if not beginning:
        raise UnknownMatch(beginning)
    try:
        return recorder.match(beginning)
    except UnknownMatch:
        found = [match_id for match_id in match_ids(recorder) if match_id.startswith(beginning.lower())]
    if not found:
        raise UnknownMatch(beginning)
    if len(found) > 1:
        some = ", ".join(found[:4]) + (", ..." if len(found) > 4 else "")
        raise Failure(f"{len(found)} matches begin with {beginning!r}: {some}", ExitCode.UNUSABLE)
    return recorder.match(found[0])


def shelf(folder: Path | None) -> Shelf:
    """The editions that come with Touchline, and those of a folder. Whatever is wrong in one is told on stderr."""
    found = Shelf({game.id: game.edition_model for game in GAMES}, [SHIPPED, *([folder] if folder else [])])
    for error in found.faults:
        for fault in error.faults:
            console.complain(f"{error.source}: {fault}")
    return found
