"""Marking footballers: what a card asks of a side, colour by colour, and every way to answer."""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from typing import Generic, TypeVar

import msgspec

C = TypeVar("C")
"""The colours of a game."""


class Asked(msgspec.Struct, Generic[C], frozen=True):
    """What a card asks a side to mark of one colour. count: how many, no more than there are candidates."""

    colour: C
    count: int
    candidates: tuple[str, ...]


def marks(parts: Iterable[Asked[C]]) -> Iterator[tuple[str, ...]]:
    """Every way of marking what is asked, in every order."""
    picks = product(*(combinations(part.candidates, part.count) for part in parts))
    return (order for pick in picks for order in permutations(sum(pick, ())))
