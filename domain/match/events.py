"""The events that every match has, whatever its game."""

from typing import Any

from domain.match.chance import Mode
from domain.match.game import Event
from domain.match.sides import BySide


class MatchOpened(Event, frozen=True, kw_only=True):
    """The first event of every match: all that it is played with, edition and house rules in full.

    commitment: in a dealt match the hex SHA-256 of the seed that its chance is drawn from.
    """

    game: str
    rules_version: int
    mode: Mode
    edition: dict[str, Any]
    edition_digest: str
    house_rules: dict[str, str | int]
    names: BySide[str]
    commitment: str | None = None


class SeedRevealed(Event, frozen=True, kw_only=True):
    """The last event of a dealt match: the hex seed, so that everyone can derive every draw again."""

    seed: str


MATCH_EVENTS: tuple[type[Event], ...] = (MatchOpened, SeedRevealed)
