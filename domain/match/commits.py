"""What is kept of a commit: its events in their envelopes, and who may act in the match that it opens."""

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec

from domain.match.chance import commitment
from domain.match.engines import Keepsakes
from domain.match.envelope import Codec, Entry, Recorded, Submitted
from domain.match.play import Step
from domain.match.sides import SEATS, Viewer

Entropy = Callable[[int], bytes]
"""Gives random bytes of a length."""


class Sender(msgspec.Struct, frozen=True):
    """Who sent what a commit comes from. `by` is a seat, or the recorder itself; `token` its public id."""

    by: str
    token: str = ""
    command_id: str = ""
    act: Submitted | None = None


def enveloped(
    codec: Codec, match_id: str, version: int, steps: tuple[Step, ...], now: datetime, sender: Sender
) -> list[Recorded]:
    """The events of a commit as they are recorded after a version of a match."""
    command = msgspec.UNSET if sender.act is None else codec.encode_act(sender.act)
    return [
        Recorded(
            match_id,
            version + number,
            codec.name(type(step.event)),
            Entry(
                at=now,
                by=str(sender.by),
                data=step.event,
                token=sender.token,
                command_id=sender.command_id,
                command=command if number == 1 else msgspec.UNSET,
                source=step.source,
                draw=step.draw,
                audience=step.event.audience(),
            ),
        )
        for number, step in enumerate(steps, start=1)
    ]


def new_tokens(entropy: Entropy) -> dict[Viewer, str]:
    """A token for each seat of a match."""
    return {seat: f"{seat.value}_{entropy(32).hex()}" for seat in SEATS}


def digest_of(token: str) -> str:
    """What is kept of a token: its hex SHA-256."""
    return hashlib.sha256(token.encode()).hexdigest()


def public_id(token: str) -> str:
    """What an event tells of the token that it came by."""
    return digest_of(token)[:12]


def keepsakes_of(match_id: str, tokens: Mapping[Viewer, str], seed: bytes | None) -> Keepsakes:
    """What is kept beside a match that is opened."""
    seeds = {commitment(seed): seed} if seed else {}
    return Keepsakes(match_id, {digest_of(token): seat for seat, token in tokens.items()}, seeds)
