"""Pages by key, to Relay's contract: `first` of 1 to 100, and after an opaque cursor."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import strawberry

from api.graphql.errors import RequestError, bad_argument

N = TypeVar("N")

MOST = 100
"""The largest page, and the usual one."""


@strawberry.type(description="Where a page of a connection lies in it.")
class PageInfo:
    """Where a page of a connection lies in it."""

    has_next_page: bool = strawberry.field(description="Whether more follows after this page.")
    has_previous_page: bool = strawberry.field(description="Whether something lies before this page.")
    start_cursor: str | None = strawberry.field(description="The cursor of the first edge; null for an empty page.")
    end_cursor: str | None = strawberry.field(description="The cursor of the last edge; null for an empty page.")


@strawberry.type(description="An element of a connection, and its place in it.")
class Edge(Generic[N]):
    """An element of a connection, and its place in it."""

    cursor: str = strawberry.field(description="The place of this element: give it as `after` to go on behind it.")
    node: N = strawberry.field(description="The element itself.")


@strawberry.type(description="A page of a list.")
class Connection(Generic[N]):
    """A page of a list."""

    edges: list[Edge[N]] = strawberry.field(description="The elements of this page with their cursors, in order.")
    page_info: PageInfo = strawberry.field(description="Where this page lies in the whole.")


def page_size(first: int, most: int = MOST) -> int:
    """A page size that is allowed. Raises RequestError."""
    if not 1 <= first <= most:
        raise bad_argument("first", f"1 to {most} is allowed, not {first}")
    return first


def cursor(kind: str, key: int) -> str:
    """The opaque cursor of a key in one kind of list."""
    return base64.urlsafe_b64encode(f"{kind}:{key}".encode()).decode().rstrip("=")


def key_after(kind: str, after: str | None) -> int:
    """The key that a cursor stands for; 0 for none. Raises RequestError for one that this kind of list did not give."""
    if after is None:
        return 0
    try:
        given, _, key = (
            base64.b64decode(after + "=" * (-len(after) % 4), "-_", validate=True).decode("ascii").partition(":")
        )
    except (binascii.Error, UnicodeError, ValueError):
        given, key = "", ""
    if given != kind or not key.isdecimal() or len(key) > 18 or cursor(kind, int(key)) != after:
        raise RequestError("BAD_CURSOR", "after: this is no cursor of this list; take endCursor of the page before")
    return int(key)


def page_info(keys: Sequence[int], kind: str, after: int, more: bool) -> PageInfo:
    """What a page of elements with these keys says of itself."""
    ends: Callable[[int], str | None] = lambda index: cursor(kind, keys[index]) if keys else None  # noqa: E731
    return PageInfo(has_next_page=more, has_previous_page=after > 0, start_cursor=ends(0), end_cursor=ends(-1))
