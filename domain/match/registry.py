"""The games that can be recorded, by id and version of their rules."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.match.game import Game


class UnknownGame(LookupError):
    """No game of this id, or not in this version of its rules."""


class Games:
    """A set of games. Where a game stands in several versions of its rules, new matches take the newest."""

    def __init__(self, games: Iterable[Game[Any]]) -> None:
        self._by_version = {(game.id, game.rules_version): game for game in games}
        self._current = {id: self._by_version[id, version] for id, version in sorted(self._by_version)}

    def __iter__(self) -> Iterator[Game[Any]]:
        """The games in their newest versions, by id."""
        return iter(self._current.values())

    def every_version(self) -> Iterable[Game[Any]]:
        """The games in all versions of their rules."""
        return self._by_version.values()

    def current(self, id: str) -> Game[Any]:
        """A game in the newest version of its rules. Raises UnknownGame."""
        try:
            return self._current[id]
        except KeyError:
            raise UnknownGame(f"unknown game {id!r}; there are {', '.join(self._current)}") from None

    def of(self, id: str, rules_version: int) -> Game[Any]:
        """A game in one version of its rules. Raises UnknownGame."""
        try:
            return self._by_version[id, rules_version]
        except KeyError:
            self.current(id)
            known = ", ".join(str(version) for name, version in sorted(self._by_version) if name == id)
            raise UnknownGame(f"{id} has no rules version {rules_version}; there are {known}") from None
