"""A map that is never changed: every change makes a new one that shares almost all of the old.

A copy of a dict takes longer the more it holds; here a change takes the same few steps whatever the size (a hash trie:
small dicts at the ends of a tree whose branches are taken by the bits of the key's hash). That keeps a placement as
quick on a pitch of thousands of tiles as on the first, and the positions of a match cheap to keep.
"""

from collections.abc import Hashable, Iterator
from typing import Any, Generic, TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_BITS = 4
_BRANCHES = 1 << _BITS
_LEAF = 24
"""How many keys a small dict holds before it becomes a branch."""
_HASH = (1 << 64) - 1


class SharedMap(Generic[K, V]):
    """A map from K to V."""

    __slots__ = ("_root",)

    def __init__(self, root: Any = None) -> None:
        self._root: Any = {} if root is None else root

    def get(self, key: K) -> V | None:
        """The value of a key; None where it has none."""
        node, code = self._root, hash(key) & _HASH
        while type(node) is tuple:
            node = node[code % _BRANCHES]
            code >>= _BITS
        return cast(V | None, node.get(key))

    def put(self, key: K, value: V) -> "SharedMap[K, V]":
        """The map in which a key has this value."""
        return SharedMap(_put(self._root, hash(key) & _HASH, 0, key, value))

    def items(self) -> Iterator[tuple[K, V]]:
        """Every key with its value, in no order that means anything."""
        return cast(Iterator[tuple[K, V]], _items(self._root))

    def __eq__(self, other: object) -> bool:
        """Two maps are equal that hold the same, however they came about."""
        if not isinstance(other, SharedMap):
            return NotImplemented
        return self._root is other._root or dict(self.items()) == dict(other.items())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"SharedMap({dict(self.items())!r})"


def _put(node: Any, code: int, depth: int, key: Any, value: Any) -> Any:
    if type(node) is tuple:
        branch = code % _BRANCHES
        grown = _put(node[branch], code >> _BITS, depth + 1, key, value)
        return (*node[:branch], grown, *node[branch + 1 :])
    leaf = {**node, key: value}
    # Keys whose hashes are alike in all bits stay together.
    return leaf if len(leaf) <= _LEAF or depth == 64 // _BITS else _branch(leaf, depth)


def _branch(leaf: dict[Any, Any], depth: int) -> Any:
    branches: list[dict[Any, Any]] = [{} for _ in range(_BRANCHES)]
    for key, value in leaf.items():
        branches[((hash(key) & _HASH) >> (_BITS * depth)) % _BRANCHES][key] = value
    return tuple(branches)


def _items(node: Any) -> Iterator[tuple[Any, Any]]:
    if type(node) is tuple:
        for branch in node:
            yield from _items(branch)
    else:
        yield from node.items()
