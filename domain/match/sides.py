"""Who takes part in a match: the two sides, and everyone who looks at it."""

from enum import StrEnum
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")


class Side(StrEnum):
    """One of the two sides of a match."""

    HOME = "home"
    AWAY = "away"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.AWAY if self is Side.HOME else Side.HOME


SIDES = (Side.HOME, Side.AWAY)


class Viewer(StrEnum):
    """Who looks at a match, or acts in it. All but the spectator hold a seat."""

    HOME = "home"
    AWAY = "away"
    REFEREE = "referee"
    SPECTATOR = "spectator"

    @property
    def side(self) -> Side | None:
        """The side that this viewer plays for, if any."""
        return Side(self.value) if self in (Viewer.HOME, Viewer.AWAY) else None


SEATS = (Viewer.HOME, Viewer.AWAY, Viewer.REFEREE)


class BySide(msgspec.Struct, Generic[T], frozen=True, gc=False):
    """A value for each side."""

    home: T
    away: T

    def of(self, side: Side) -> T:
        """The value of one side."""
        return self.home if side is Side.HOME else self.away

    def replace(self, side: Side, value: T) -> "BySide[T]":
        """The same pair with the value of one side exchanged."""
        return BySide(value, self.away) if side is Side.HOME else BySide(self.home, value)
