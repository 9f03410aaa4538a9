"""Errors of the API. A refused command is data; whatever else fails becomes one of these, or an incident.

An incident is logged with an id, and the caller sees the id alone.
"""

import logging
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
    """A request that cannot be answered, with a message that is fit for its sender."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def bad_argument(argument: str, message: str) -> RequestError:
    """The error for an argument that GraphQL's types let through and that still cannot be used."""
    return RequestError("BAD_ARGUMENT", f"{argument}: {message}")


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
    original = error.original_error
    while isinstance(original, GraphQLError):
        original = original.original_error
    extensions = error.extensions if isinstance(error.extensions, dict) else {}
    if "code" in extensions:
        return
    if original is None:
        error.extensions = {**extensions, "code": "BAD_REQUEST"}
    elif isinstance(original, RequestError):
        error.extensions = {"code": original.code}
    elif (code := CODES.get(type(original))) is not None:
        error.extensions = {"code": code}
    else:
        number = incident(original, f"{'.'.join(map(str, error.path or ())) or 'a request'}")
        error.message = masked(number)
        error.extensions = {"code": "INTERNAL", "incident": number}
