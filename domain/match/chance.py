"""Where the chance of a match comes from, and dealing from randomness that was committed to beforehand.

The opening of a dealt match publishes the SHA-256 of a seed. Draw *i* is taken from HMAC-SHA256 under that seed over
the match id, *i* and what entropy the sides added; so nothing about it can be chosen once the match is open, and
everyone can derive it again when the seed is revealed at the end.
"""

import hashlib
import hmac
from enum import StrEnum
from itertools import count
from typing import Protocol

from domain.match.game import Chance, Outcome

SEED_BYTES = 32


class Mode(StrEnum):
    """Who supplies the chance of a match."""

    DEALT = "dealt"
    """The recorder draws it at once."""
    REPORTED = "reported"
    """People play at a table, and a scorekeeper enters each face and card."""


class Source(StrEnum):
    """Where a recorded chance outcome came from."""

    DEALT = "dealt"
    REPORTED = "reported"
    IMPORTED = "imported"


def commitment(seed: bytes) -> str:
    """What the opening of a dealt match publishes of its seed: the hex SHA-256."""
    return hashlib.sha256(seed).hexdigest()


class Dealer(Protocol):
    """Supplies the chance of a match, draw by draw."""

    @property
    def seed(self) -> str | None:
        """The hex seed that is revealed when the match is over; None where this dealer does not know it."""
        ...

    def deal(self, draw: int, chance: Chance) -> Outcome:
        """The outcome of a draw. `draw` is its index in the match."""
        ...


class SeededDealer:
    """Deals from a committed seed. `entropies` are what home and away added before kick-off."""

    def __init__(self, seed: bytes, match_id: str, entropies: tuple[bytes, bytes] = (b"", b"")) -> None:
        self._seed = seed
        self._match_id = match_id
        self._entropies = entropies

    @property
    def seed(self) -> str:
        """The seed as hex."""
        return self._seed.hex()

    def deal(self, draw: int, chance: Chance) -> Outcome:
        """The outcome that the seed gives this draw."""
        total = sum(weight for _, weight in chance.outcomes)
        below = _uniform(self._seed, _message(self._match_id, draw, self._entropies), total)
        for outcome, weight in chance.outcomes:
            if below < weight:
                return outcome
            below -= weight
        raise AssertionError("a number below the total of the weights falls on one of them")


def _message(match_id: str, index: int, entropies: tuple[bytes, bytes]) -> bytes:
    parts = (match_id.encode(), index.to_bytes(8, "big"), *entropies)
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _uniform(seed: bytes, message: bytes, total: int) -> int:
    """An integer in [0, total), each equally likely: 64-bit words, those past the last whole multiple rejected."""
    if total <= 0:
        raise ValueError("a draw needs an outcome with a weight above zero")
    limit = (1 << 64) - (1 << 64) % total
    for attempt in count():
        block = hmac.digest(seed, message + attempt.to_bytes(4, "big"), "sha256")
        for start in range(0, len(block), 8):
            word = int.from_bytes(block[start : start + 8], "big")
            if word < limit:
                return word % total
    raise AssertionError("the attempts do not end")
