"""Pairs of values, one of each side: whether both are there, counting, comparing."""

from typing import TypeVar

from domain.match.sides import BySide, Side

T = TypeVar("T")


def both(pair: BySide[T | None]) -> BySide[T] | None:
    """The pair once both sides have a value."""
    home, away = pair.home, pair.away
    return None if home is None or away is None else BySide(home, away)


def one_more(counts: BySide[int], side: Side) -> BySide[int]:
    """The counts with one more for a side."""
    return counts.replace(side, counts.of(side) + 1)


def ahead(figures: BySide[int]) -> Side | None:
    """The side with the higher figure; None where they are level."""
    if figures.home == figures.away:
        return None
    return Side.HOME if figures.home > figures.away else Side.AWAY


def against(figures: BySide[int]) -> str:
    """Both figures in words, the higher first: "5 against 2"."""
    return f"{max(figures.home, figures.away)} against {min(figures.home, figures.away)}"
