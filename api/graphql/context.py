"""What every resolver has at hand: recorder, shelf, feed and read side, and the token of the caller."""

import re
from collections.abc import Mapping
from typing import Any

import strawberry
from strawberry.fastapi import BaseContext

from api.feed import FeedHub
from api.graphql.derive import Vocabulary
from api.threads import Threads
from domain.match.editions import Shelf
from domain.match.recorder import Recorder
from projections.readside.store import ReadSide

FORM = "the authorization must read: Bearer, a space, and the token; without it you are a spectator"
_BEARER = re.compile(r"[Bb]earer +([A-Za-z0-9\-._~+/]{1,512}=*) *")


class Unauthenticated(Exception):
    """An Authorization header, or what a socket sends instead, that is no bearer token."""

    def __init__(self, message: str = FORM) -> None:
        super().__init__(message)


class Services:
    """What the requests of a process share."""

    def __init__(
        self,
        recorder: Recorder,
        shelf: Shelf,
        threads: Threads,
        hub: FeedHub,
        vocabulary: Vocabulary,
        read_side: ReadSide | None = None,
    ) -> None:
        self.recorder = recorder
        self.shelf = shelf
        self.threads = threads
        self.hub = hub
        self.vocabulary = vocabulary
        self.read_side = read_side


class Context(BaseContext):
    """The context of one request, or of one socket."""

    def __init__(self, services: Services, token: str | None = None) -> None:
        super().__init__()
        self.services = services
        self.token = token


Info = strawberry.Info[Context, None]


def bearer(authorization: str | None) -> str | None:
    """The token of an Authorization header; None where there is no header. Raises Unauthenticated."""
    if authorization is None:
        return None
    if (match := _BEARER.fullmatch(authorization)) is None:
        raise Unauthenticated
    return match[1]


def bearer_of_payload(payload: Mapping[str, Any]) -> str | None:
    """The token in what a socket sends first; None where it sends none. Raises Unauthenticated.

    Whatever else stands there is refused, because a token under another name would be overlooked in silence.
    """
    if any(name.lower() != "authorization" for name in payload):
        raise Unauthenticated('the payload of connection_init is {"Authorization": "Bearer …"}; for a spectator empty')
    token = None
    for sent in payload.values():
        if sent is not None and not isinstance(sent, str):
            raise Unauthenticated
        token = bearer(sent) or token
    return token
