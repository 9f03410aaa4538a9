"""Errors of the API. A refused command is data; whatever else fails becomes one of these, or an incident.

An incident is logged with an id, and the caller sees the id alone.
"""

import logging
import re
import secrets

from graphql import GraphQLError

from domain.match.editions import UnknownEdition
from domain.match.engines import StoreUnavailable
from domain.match.notary import UnsoundLog
from domain.match.record import DamagedRecord, UnknownVersion
from domain.match.recorder import UnknownMatch
from domain.match.registry import UnknownGame

LOG = logging.getLogger("touchline.api")


class RequestError(Exception):
    """A request that cannot be answered, with a message that is fit for its sender, and details for programs."""

    def __init__(self, code: str, message: str, **details: int) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


def bad_argument(argument: str, message: str) -> RequestError:
    """The error for an argument that GraphQL's types let through and that still cannot be used."""
    return RequestError("BAD_ARGUMENT", f"{argument}: {message}")


ECHO = 80
"""Characters that are kept of what a request said, where an answer says it again."""
MESSAGE = 2_000
"""Characters of a message at most."""

_QUOTED = r"""(?<!\w)(['"])(?:\\.|(?!\1)[^\\])*\1"""
_ECHOES = re.compile(rf"{_QUOTED}|\S{{{ECHO + 2},}}", re.DOTALL)
_OF_PYTHON = re.compile(rf"{_QUOTED}|\b(?:None|True|False)\b", re.DOTALL)
_OF_JSON = {"None": "null", "True": "true", "False": "false"}


def shortened(message: str) -> str:
    """A message without the length of what it quotes: a quotation, or a word, that is too long is cut."""

    def cut(echo: re.Match[str]) -> str:
        return echo[0] if len(echo[0]) <= ECHO + 2 else f"{echo[0][:ECHO]}…{echo[1] or ''}"

    message = _ECHOES.sub(cut, message)
    return message if len(message) <= MESSAGE else f"{message[:MESSAGE]}…"


CODES: dict[type[Exception], str] = {
    UnknownMatch: "UNKNOWN_MATCH",
    UnknownVersion: "UNKNOWN_VERSION",
    UnknownGame: "UNKNOWN_GAME",
    UnknownEdition: "UNKNOWN_EDITION",
    DamagedRecord: "DAMAGED_RECORD",
    StoreUnavailable: "STORE_UNAVAILABLE",
    UnsoundLog: "UNSOUND_LOG",
}
"""Exceptions whose messages are fit for users, with their codes."""


def incident(error: BaseException, doing: str) -> str:
    """Log an unexpected error; returns the id under which it is found in the log."""
    number = secrets.token_hex(6)
    LOG.error("incident %s: %s failed", number, doing, exc_info=error)
    return number


def masked(number: str) -> str:
    """What the caller is told of an incident."""
    return f"internal error, id {number}"


def present(error: GraphQLError) -> None:
    """Make an error fit for its sender, in place: give it a code, and hide what is not meant for them."""
    innermost, original = error, error.original_error
    while isinstance(original, GraphQLError):
        innermost, original = original, original.original_error
    extensions = error.extensions if isinstance(error.extensions, dict) else {}
    if "code" in extensions:
        pass
    elif original is None and not _in_an_answer(error, innermost):
        error.message = _OF_PYTHON.sub(lambda found: _OF_JSON.get(found[0], found[0]), error.message)
        error.extensions = {**extensions, "code": "BAD_REQUEST"}
    elif isinstance(original, RequestError):
        error.extensions = {"code": original.code, **original.details}
    elif (code := CODES.get(type(original))) is not None:  # type: ignore[arg-type]
        error.extensions = {"code": code}
    else:
        number = incident(original or innermost, f"{'.'.join(map(str, error.path or ())) or 'a request'}")
        error.message = masked(number)
        error.extensions = {"code": "INTERNAL", "incident": number}
    error.message = shortened(error.message)


def _in_an_answer(error: GraphQLError, innermost: GraphQLError) -> bool:
    """Whether GraphQL itself found the fault in what we answer: then it names a field, and no part of the document."""
    return error.path is not None and innermost.nodes is None
