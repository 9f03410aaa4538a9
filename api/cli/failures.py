"""How a command fails: one line on stderr and a documented exit code, never a traceback for what a user can cause."""

import sys
from enum import IntEnum
from typing import Any

import typer
from pydantic import ValidationError
from typer.core import TyperGroup

from api.cli import console, streams
from api.cli.streams import OutputLost
from domain.match.archive import AlreadyRecorded, ArchiveError
from domain.match.editions import UnknownEdition
from domain.match.engines import StoreUnavailable
from domain.match.house_rules import HouseRuleError
from domain.match.keys import KeyFault
from domain.match.notary import UnsoundLog
from domain.match.record import DamagedRecord, UnknownVersion
from domain.match.recorder import UnknownMatch
from domain.match.registry import UnknownGame


class ExitCode(IntEnum):
    """What the exit code of every command means."""

    OK = 0
    UNSOUND = 1
    UNUSABLE = 2
    NOT_FOUND = 3
    UNAVAILABLE = 4
    UNWRITABLE = 5
    INTERRUPTED = 130
    BROKEN_PIPE = 141


EXIT_CODES = "\n".join(
    (
        "Exit codes:",
        "0  done; what was checked is sound",
        "1  what was checked is unsound, or was refused",
        "2  the command line or a file cannot be read",
        "3  there is no such match, version, game or edition",
        "4  the store, its key or the address is unavailable, or the record is damaged",
        "5  the output cannot be written",
    )
)
"""The epilog of every --help."""


class Failure(Exception):
    """The end of a command that cannot go on, with what to tell its user."""

    def __init__(self, message: str, code: ExitCode) -> None:
        super().__init__(message)
        self.code = code


_KNOWN: tuple[tuple[tuple[type[Exception], ...], ExitCode], ...] = (
    ((AlreadyRecorded, UnsoundLog), ExitCode.UNSOUND),
    ((ArchiveError, HouseRuleError, OSError), ExitCode.UNUSABLE),
    ((UnknownMatch, UnknownVersion, UnknownGame, UnknownEdition), ExitCode.NOT_FOUND),
    ((StoreUnavailable, DamagedRecord, KeyFault), ExitCode.UNAVAILABLE),
)


class Group(TyperGroup):
    """The root of the command line: where every known exception becomes a line and an exit code."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line; a help that cannot be written ends like any other output."""
        streams.guard()
        try:
            try:
                return super().main(*args, **kwargs)
            finally:
                sys.stdout.flush()
        except OutputLost as lost:
            if lost.reader_gone:
                sys.exit(ExitCode.BROKEN_PIPE)
            console.complain(str(lost))
            sys.exit(ExitCode.UNWRITABLE)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = _plainly(error)
            raise
        except Failure as failure:
            console.complain(str(failure))
            raise typer.Exit(failure.code) from failure
        except Exception as error:
            code = next((code for types, code in _KNOWN if isinstance(error, types)), None)
            if code is None:
                raise
            console.complain(_said(error))
            raise typer.Exit(code) from error


def _plainly(error: typer.BadParameter) -> str:
    """What an option takes instead of what it was given, where the library speaks of how it reads it."""
    if not isinstance(error.__cause__, ValidationError):
        return error.message
    detail = error.__cause__.errors()[0]
    option: Any = error.param
    taken = {int: "a whole number", float: "a number"}.get(option.type_descriptor.annotation)
    if taken is None:
        return error.message.removeprefix("Value error, ")
    low, high = option.type_descriptor.parameter_info.min, option.type_descriptor.parameter_info.max
    if low is not None:
        taken += f" from {low} to {high}" if high is not None else f", {low} or more"
    return f"{detail['input']!r} is not {taken}."


def _said(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
