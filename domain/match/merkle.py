"""The Merkle tree of RFC 6962 (section 2.1; the same tree in RFC 9162, section 2.1): roots, proofs, and their checks.

A tree is an append-only list of leaf hashes. Its root binds all of them and their order. An inclusion proof shows that
a leaf is in the tree of a root, a consistency proof that one tree is the beginning of another. A cover, which is not of
the RFC, shows many leaves at once: it has each hash that they need once, instead of once for each of them.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, pairwise

HASH_BYTES = 32
EMPTY_ROOT = sha256().digest()
"""The root of a tree without leaves (RFC 6962, section 2.1)."""

_LEAF, _NODE = b"\x00", b"\x01"
"""What sets the hash of a leaf apart from that of an inner node (RFC 6962, section 2.1)."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf that holds these bytes."""
    return sha256(_LEAF + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of the node above two others."""
    return sha256(_NODE + left + right).digest()


class Tree:
    """A tree in memory. It only ever grows, and it gives roots and proofs for every size that it has had.

    The hashes of all complete subtrees are kept, level by level, 32 bytes each: 64 MB for a million leaves. Sizes and
    indexes that the tree does not have raise IndexError.
    """

    def __init__(self) -> None:
        self._levels: list[bytearray] = [bytearray()]

    @property
    def size(self) -> int:
        """The number of leaves."""
        return len(self._levels[0]) // HASH_BYTES

    def extend(self, leaves: Sequence[bytes]) -> None:
        """Append leaf hashes."""
        if any(len(leaf) != HASH_BYTES for leaf in leaves):
            raise ValueError(f"a leaf hash has {HASH_BYTES} bytes")
        self._levels[0] += b"".join(leaves)
        for depth, below in enumerate(self._levels):
            if len(below) < 2 * HASH_BYTES:
                break
            if depth + 1 == len(self._levels):
                self._levels.append(bytearray())  # the loop goes on to it
            level = self._levels[depth + 1]
            pairs = range(2 * len(level), len(below) - 2 * HASH_BYTES + 1, 2 * HASH_BYTES)
            level += b"".join([sha256(_NODE + below[at : at + 2 * HASH_BYTES]).digest() for at in pairs])

    def leaf(self, index: int) -> bytes:
        """The leaf hash at an index, which counts from 0."""
        self._check(index + 1, 1)
        return self._node(index, index + 1)

    def root(self, size: int | None = None) -> bytes:
        """The root of the first `size` leaves; of all of them if not given."""
        size = self.size if size is None else size
        self._check(size, 0)
        return self._node(0, size) if size else EMPTY_ROOT

    def inclusion_proof(self, index: int, size: int) -> list[bytes]:
        """The audit path of a leaf in the tree of the first `size` leaves (RFC 6962, section 2.1.1)."""
        self._check(size, 1)
        if not 0 <= index < size:
            raise IndexError(f"a tree of {size} leaves has no leaf {index}")
        low, high, path = 0, size, []
        while high - low > 1:
            middle = low + _split(high - low)
            if index < middle:
                path.append(self._node(middle, high))
                high = middle
            else:
                path.append(self._node(low, middle))
                low = middle
        return path[::-1]

    def consistency_proof(self, old: int, new: int) -> list[bytes]:
        """The proof that the first `old` leaves are the beginning of the first `new` (RFC 6962, section 2.1.2).

        It is empty for one and the same tree; a tree without leaves has none.
        """
        self._check(new, 1)
        self._check(old, 1, new)
        low, high, path = 0, new, []
        while old < high:
            middle = low + _split(high - low)
            if old <= middle:
                path.append(self._node(middle, high))
                high = middle
            else:
                path.append(self._node(low, middle))
                low = middle
        if low:  # otherwise the last subtree is the old tree itself, whose root the other party has
            path.append(self._node(low, high))
        return path[::-1]

    def cover(self, indexes: Sequence[int], size: int) -> list[bytes]:
        """What `root_of_cover` needs beside these leaves for the root of the first `size`. Indexes are ascending."""
        self._check(size, 1)
        proof: list[bytes] = []

        def other(low: int, high: int) -> bytes:
            proof.append(self._node(low, high))
            return proof[-1]

        _covered(_ascending(indexes, size), size, self.leaf, other)
        return proof

    def _node(self, low: int, high: int) -> bytes:
        """The hash over the leaves from `low` to before `high`, a part into which the RFC splits some tree."""
        width = high - low
        if width & (width - 1) == 0:
            at = low // width * HASH_BYTES
            return bytes(self._levels[width.bit_length() - 1][at : at + HASH_BYTES])
        middle = low + _split(width)
        return node_hash(self._node(low, middle), self._node(middle, high))

    def _check(self, size: int, least: int, most: int | None = None) -> None:
        most = self.size if most is None else most
        if not least <= size <= most:
            raise IndexError(f"{least} to {most} leaves can be had here, not {size}")


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof shows that a leaf hash is at an index of the tree of a root (RFC 9162, section 2.1.3.2)."""
    if not 0 <= index < size or not _are_hashes([leaf, *proof]):
        return False
    place, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if place % 2 or place == last:
            found = node_hash(sibling, found)
            while place % 2 == 0 and place:
                place, last = place // 2, last // 2
        else:
            found = node_hash(found, sibling)
        place, last = place // 2, last // 2
    return last == 0 and found == root


def verify_consistency(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that a tree is the beginning of another (RFC 9162, section 2.1.4.2)."""
    if not 1 <= old <= new or not _are_hashes(proof):
        return False
    if old == new:
        return not proof and old_root == new_root
    hashes: Iterator[bytes] = iter(proof) if old & (old - 1) else chain([old_root], proof)
    place, last = old - 1, new - 1
    while place % 2:
        place, last = place // 2, last // 2
    first = next(hashes, None)
    if first is None:
        return False
    found_old = found_new = first
    for sibling in hashes:
        if last == 0:
            return False
        if place % 2 or place == last:
            found_old, found_new = node_hash(sibling, found_old), node_hash(sibling, found_new)
            while place % 2 == 0 and place:
                place, last = place // 2, last // 2
        else:
            found_new = node_hash(found_new, sibling)
        place, last = place // 2, last // 2
    return last == 0 and found_old == old_root and found_new == new_root


def root_of_cover(leaves: Mapping[int, bytes], size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root that leaf hashes at their indexes and a cover give for a tree of a size; None where they do not fit."""
    indexes = sorted(leaves)
    if not indexes or indexes[0] < 0 or indexes[-1] >= size or not _are_hashes(proof):
        return None
    others = iter(proof)
    try:
        root = _covered(indexes, size, leaves.__getitem__, lambda _low, _high: next(others))
    except StopIteration:
        return None
    return root if next(others, None) is None else None


def _covered(
    indexes: Sequence[int], size: int, leaf: Callable[[int], bytes], other: Callable[[int, int], bytes]
) -> bytes:
    """The root of a tree from these leaves. `other` gives, from left to right, the hashes of parts without them."""

    def part(low: int, high: int, first: int, last: int) -> bytes:
        """The hash over the leaves from `low` to before `high`, of which indexes `first` to before `last` are known."""
        if first == last:
            return other(low, high)
        if high - low == 1:
            return leaf(low)
        middle = low + _split(high - low)
        cut = bisect_left(indexes, middle, first, last)
        return node_hash(part(low, middle, first, cut), part(middle, high, cut, last))

    return part(0, size, 0, len(indexes))


def _are_hashes(proof: Sequence[bytes]) -> bool:
    """Whether each has the length of a hash: two of other lengths could be taken for other two under one node."""
    return all(len(one) == HASH_BYTES for one in proof)


def _ascending(indexes: Sequence[int], size: int) -> Sequence[int]:
    if not indexes or indexes[0] < 0 or indexes[-1] >= size or any(a >= b for a, b in pairwise(indexes)):
        raise IndexError(f"ascending indexes of leaves below {size} are needed")
    return indexes


def _split(width: int) -> int:
    """The largest power of two below a width: where the RFC splits a tree."""
    return 1 << (width - 1).bit_length() - 1
