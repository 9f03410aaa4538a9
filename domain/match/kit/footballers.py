"""Footballers of a match, by their ids."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar


class Footballer(Protocol):
    """Whoever is known by an id."""

    @property
    def id(self) -> str:
        """The id that commands and events know it by."""
        ...


F = TypeVar("F", bound=Footballer)


def changed(footballers: Mapping[str, F], *now: F) -> dict[str, F]:
    """The footballers by id, some of them as they are now."""
    after = dict(footballers)
    for one in now:
        after[one.id] = one
    return after


def with_fewest_kicks(footballers: Iterable[F], kickers: Sequence[str]) -> tuple[F, ...]:
    """Those who have taken the fewest kicks. kickers: who has taken one, as often as that."""
    kicks = [(one, kickers.count(one.id)) for one in footballers]
    fewest = min((count for _, count in kicks), default=0)
    return tuple(one for one, count in kicks if count == fewest)
