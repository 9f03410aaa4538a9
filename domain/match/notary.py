"""The notary of a store: its events as one Merkle log, with signed checkpoints and proofs.

The log is the leaves of all events of the store in the order of their positions. A checkpoint goes out only after the
store keeps it, and none is signed that does not continue the newest one kept: a log that was cut or rewritten says so
instead of promising something else (c2sp.org/tlog-checkpoint, "Signatures").
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from threading import RLock
from typing import Protocol

from domain.match.checkpoint import Checkpoint, Extension, Forged, NoteError, SignedCheckpoint, sign
from domain.match.keys import KeyFault, Keyring, Keys, new_keys
from domain.match.merkle import Tree

BATCH = 10_000


class UnsoundLog(Exception):
    """The store is not what its newest checkpoint promised. Nothing is signed."""


class LeafStore(Protocol):
    """What a notary needs of a store."""

    def leaves(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Position and leaf of the events after a position, in order."""
        ...

    def newest_checkpoint(self) -> str | None:
        """The signed checkpoint of the most leaves that is kept."""
        ...

    def keep_checkpoint(self, size: int, note: str) -> None:
        """Keep a signed checkpoint."""
        ...


class Notary:
    """Signs and proves for one store. Its tree is brought up to date from the store when something is asked of it.

    Every method but `keys` raises StoreUnavailable where the store cannot be read. Thread-safe.
    """

    def __init__(self, store: LeafStore, keyring: Keyring) -> None:
        self._store = store
        self._keyring = keyring
        self._lock = RLock()
        self._tree = Tree()
        self._positions = array("q")
        self._agreed: tuple[str, Keys] | None = None
        """The newest checkpoint of the store that the tree was found to continue, and the keys that were known then."""

    def size(self) -> int:
        """The number of leaves of the log now."""
        with self._lock:
            self._catch_up()
            return self._tree.size

    def leaf(self, index: int) -> bytes:
        """The leaf at an index, as it was when this notary first read it. Raises IndexError."""
        with self._lock:
            if index >= self._tree.size:
                self._catch_up()
            return self._tree.leaf(index)

    def index(self, position: int) -> int:
        """The index in the log of the event at a position. Raises LookupError where there is none."""
        with self._lock:
            if not self._positions or position > self._positions[-1]:
                self._catch_up()
            index = bisect_left(self._positions, position)
            if index == len(self._positions) or self._positions[index] != position:
                raise LookupError(f"the log has no event at position {position}")
            return index

    def inclusion_proof(self, index: int, size: int) -> list[bytes]:
        """The audit path of a leaf. Raises IndexError."""
        with self._lock:
            return self._tree_of(size).inclusion_proof(index, size)

    def consistency_proof(self, old: int, new: int) -> list[bytes]:
        """The proof that the log has only grown between two sizes. Raises IndexError."""
        with self._lock:
            return self._tree_of(new).consistency_proof(old, new)

    def cover(self, indexes: Sequence[int], size: int) -> list[bytes]:
        """The proof for many leaves at once, see `merkle`. Raises IndexError."""
        with self._lock:
            return self._tree_of(size).cover(indexes, size)

    def checkpoint(self, size: int | None = None) -> SignedCheckpoint:
        """A signed checkpoint of everything that is recorded now, or of the log as it was at a size.

        Raises UnsoundLog, KeyFault, and IndexError for a size that the log does not have.
        """
        with self._lock:
            kept = self._kept()
            self._catch_up()
            keys = self._keys_for(kept)
            self._agrees(kept, keys)
            size = self._tree.size if size is None else size
            checkpoint = Checkpoint(keys.signing.name, size, self._tree.root(size))
            if kept is not None and kept.checkpoint == checkpoint and kept.signatures[0].claims(keys.signing.verifier):
                return kept
            signed = sign(checkpoint, [keys.signing])
            if kept is None or checkpoint.size >= kept.checkpoint.size:
                self._keep(signed, keys)
            return signed

    def extension(self, old: int, new_size: int | None = None) -> Extension:
        """A signed checkpoint with the proof that the log has only grown since it had `old` leaves. Raises as both."""
        with self._lock:
            new = self.checkpoint(new_size)
            return Extension(old, tuple(self.consistency_proof(old, new.checkpoint.size)), new)

    def keys(self) -> Keys:
        """The keys of the store, which are made if there are none. Raises KeyFault."""
        with self._lock:
            return self._keys_for(self._kept())

    def rotate(self) -> SignedCheckpoint:
        """Sign with a new key from now on. Returns a checkpoint that the key before it has signed too, as its consent.

        Where the file of the key before is lost, the new one signs alone. Raises UnsoundLog and KeyFault.
        """
        with self._lock:
            kept = self._kept()
            self._catch_up()
            old = self._keyring.keys()
            if old is not None:
                self._agrees(kept, old)
                new = old.succeeded()
            else:
                new = new_keys(kept.checkpoint.origin if kept else None)
                self._continues(kept)
            signing = [new.signing, *([old.signing] if old else [])]
            signed = sign(Checkpoint(new.signing.name, self._tree.size, self._tree.root()), signing)
            self._keyring.put(new, replace=True)
            self._keep(signed, new)
            return signed

    def check(self) -> None:
        """Whether the store still is what its newest checkpoint promised. Raises UnsoundLog and KeyFault."""
        with self._lock:
            kept = self._kept()
            self._catch_up()
            self._agrees(kept, self._keys_for(kept))

    def _kept(self) -> SignedCheckpoint | None:
        """The newest checkpoint of the store; read before the leaves, which then are at least as many."""
        note = self._store.newest_checkpoint()
        try:
            return None if note is None else SignedCheckpoint.read(note)
        except NoteError as error:
            raise UnsoundLog(f"the newest checkpoint in the store is damaged: {error}") from error

    def _keep(self, signed: SignedCheckpoint, keys: Keys) -> None:
        note = str(signed)
        self._store.keep_checkpoint(signed.checkpoint.size, note)
        self._agreed = (note, keys)

    def _catch_up(self) -> None:
        batch = None
        while batch is None or len(batch) == BATCH:
            batch = self._store.leaves(self._positions[-1] if self._positions else 0, BATCH)
            try:
                self._tree.extend([leaf for _, leaf in batch])
            except (TypeError, ValueError) as error:
                raise UnsoundLog(f"a leaf in the store is damaged: {error}") from error
            self._positions.extend([position for position, _ in batch])

    def _tree_of(self, size: int) -> Tree:
        if size > self._tree.size:
            self._catch_up()
        return self._tree

    def _keys_for(self, kept: SignedCheckpoint | None) -> Keys:
        """The keys, made if nothing has been signed yet."""
        keys = self._keyring.keys(make=kept is None)
        if keys is None:
            raise KeyFault(
                self._keyring.path,
                "the key that signed the checkpoints of this store is not there. Put it back or name it; if it is "
                "lost, `touchline key rotate` makes a new one",
            )
        return keys

    def _agrees(self, kept: SignedCheckpoint | None, keys: Keys) -> None:
        """Raises UnsoundLog or KeyFault where the newest checkpoint is not ours, or the log does not continue it."""
        if kept is None or self._agreed == (str(kept), keys):
            return  # what the tree continued once it continues for ever
        if kept.checkpoint.origin != keys.signing.name:
            raise KeyFault(
                self._keyring.path,
                f"this key is of the log {keys.signing.name}, and the store is the log {kept.checkpoint.origin}",
            )
        try:
            kept.signers(keys.known)
        except Forged as error:
            raise UnsoundLog(f"the newest checkpoint in the store is none of ours: {error}") from error
        self._continues(kept)
        self._agreed = (str(kept), keys)

    def _continues(self, kept: SignedCheckpoint | None) -> None:
        if kept is None:
            return
        promised, held = kept.checkpoint, self._tree.size
        if promised.size > held:
            raise UnsoundLog(
                f"the store has lost events: it holds {held}, and its newest checkpoint was signed for {promised.size}"
            )
        if self._tree.root(promised.size) != promised.root:
            raise UnsoundLog(
                f"the store has been changed: its first {promised.size} events are not those that its newest "
                "checkpoint was signed for"
            )
