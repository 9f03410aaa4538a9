"""The scalars of the API beyond GraphQL's own, each strict about what it takes."""

from datetime import UTC, datetime
from typing import Any, NewType

import msgspec
import strawberry
from graphql import GraphQLError
from pydantic import BaseModel
from strawberry.types.scalar import ScalarDefinition

Json = NewType("Json", object)
"""Any JSON value."""

Position = NewType("Position", int)
"""A number that may go beyond 32 bits."""

SAFE = 2**53 - 1
"""The largest integer that every JSON reader takes exactly."""


def _plain(value: object) -> Any:
    return msgspec.to_builtins(value, str_keys=True, enc_hook=_unknown)


def _unknown(value: object) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    raise TypeError(f"{type(value).__name__} is no JSON value")


def _time_out(value: datetime) -> str:
    if value.tzinfo is None:
        raise TypeError(f"a time without its offset is not to be told: {value}")
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _time_in(value: object) -> datetime:
    try:
        time = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise GraphQLError("a time is written as in RFC 3339, with its offset: 2026-05-01T15:30:00Z")
    return time


def _long(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > SAFE:
        raise GraphQLError(f"a whole number between -{SAFE} and {SAFE} is needed")
    return value


SCALARS: dict[object, ScalarDefinition] = {
    Json: strawberry.scalar(
        name="JSON",
        description="Any JSON value.",
        specified_by_url="https://ecma-international.org/publications-and-standards/standards/ecma-404/",
        serialize=_plain,
        parse_value=lambda value: value,
    ),
    Position: strawberry.scalar(
        name="Long",
        description="A whole number that every JSON reader takes exactly: at most 2^53 - 1 in size.",
        serialize=_long,
        parse_value=_long,
    ),
    datetime: strawberry.scalar(
        name="DateTime",
        description="A time with its offset, as in RFC 3339. The API tells times in UTC.",
        specified_by_url="https://www.rfc-editor.org/rfc/rfc3339",
        serialize=_time_out,
        parse_value=_time_in,
    ),
}
"""How each of them is read and written."""
