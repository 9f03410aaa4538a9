"""A map that is never changed: every change makes a new one that shares almost all of the old.

A copy of a dict takes longer the more it holds; here a change takes the same few steps whatever the size. Up to some
size the map is one dict, which is copied; beyond it is a tree whose branches are taken by the bits of the key's hash,
with such dicts at its ends. That keeps a placement as quick on a pitch of thousands of tiles as on a small one.
"""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_BITS = 4
_BRANCHES = 1 << _BITS
_LEAF = 128
"""How many keys a dict holds before it becomes a branch."""
_DEEPEST = 15
"""Keys whose hashes are alike in all bits down to this depth stay together."""


class SharedMap(Generic[K, V]):
    """A map from K to V."""

    __slots__ = ("_root",)

    def __init__(self, root: Any = None) -> None:
        self._root: Any = {} if root is None else root

    def get(self, key: K) -> V | None:
        """The value of a key; None where it has none."""
        node = self._root
        if type(node) is tuple:
            code = hash(key)
            while type(node) is tuple:
                node = node[code % _BRANCHES]
                code >>= _BITS
        value: V | None = node.get(key)
        return value

    def with_all(self, changes: Mapping[K, V]) -> "SharedMap[K, V]":
        """The map in which these keys have these values."""
        return SharedMap(_changed(self._root, changes, 0))

    def items(self) -> Iterator[tuple[K, V]]:
        """Every key with its value, in no order that means anything."""
        yield from _items(self._root)

    def __eq__(self, other: object) -> bool:
        """Two maps are equal that hold the same, however they came about."""
        if not isinstance(other, SharedMap):
            return NotImplemented
        return self._root is other._root or dict(self.items()) == dict(other.items())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"SharedMap({dict(self.items())!r})"


def _changed(node: Any, changes: Mapping[Any, Any], depth: int) -> Any:
    if type(node) is dict:
        leaf = node.copy()
        leaf.update(changes)
        return leaf if len(leaf) <= _LEAF or depth == _DEEPEST else _branched(leaf, depth)
    branches = list(node)
    for branch, part in _parted(changes, depth).items():
        branches[branch] = _changed(branches[branch], part, depth + 1)
    return tuple(branches)


def _branched(leaf: Mapping[Any, Any], depth: int) -> tuple[dict[Any, Any], ...]:
    parts = _parted(leaf, depth)
    return tuple(parts.get(branch, {}) for branch in range(_BRANCHES))


def _parted(entries: Mapping[Any, Any], depth: int) -> dict[int, dict[Any, Any]]:
    """Entries by the branch that their keys take at a depth."""
    parts: dict[int, dict[Any, Any]] = {}
    for key, value in entries.items():
        parts.setdefault((hash(key) >> (_BITS * depth)) % _BRANCHES, {})[key] = value
    return parts


def _items(node: Any) -> Iterator[tuple[Any, Any]]:
    if type(node) is tuple:
        for branch in node:
            yield from _items(branch)
    else:
        yield from node.items()
