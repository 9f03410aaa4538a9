"""Signed checkpoints of a log: C2SP tlog-checkpoint (c2sp.org/tlog-checkpoint) in signed notes (c2sp.org/signed-note).

A checkpoint says how many leaves a log has and what their root is. Signed with Ed25519 it is a promise that can be kept
anywhere: whoever has one can tell whether the log that they are shown later is still the one that was promised.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.match.merkle import HASH_BYTES

MOST_LEAVES = 2**62
"""The largest size that is read. No log has so many leaves, and what claims to have more is no checkpoint."""

LONGEST_NOTE = 64 * 1024
"""Characters of a note, its signatures and a proof before it included."""

_ED25519 = b"\x01"
"""The type of a signature, as signed-note numbers them."""

_KEY_BYTES = 32
_KEY_ID_BYTES = 4
_NAME = re.compile(r"[^\s+]+")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_DECIMAL = re.compile(r"0|[1-9][0-9]*")
_SIGNATURE = re.compile(r"— (\S+) (\S+)")


class NoteError(ValueError):
    """A text that is no checkpoint, no key or no proof of the form that is expected."""


class Forged(ValueError):
    """A checkpoint that was not signed by a key that it should be signed by."""


class VerifierKey(msgspec.Struct, frozen=True):
    """The public half of a signing key. As a text it is a C2SP vkey: name, key id and key, joined by plus signs."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The key id: what a signature says beside the name of whoever made it."""
        return sha256(self.name.encode() + b"\n" + _ED25519 + self.public).digest()[:_KEY_ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{_base64(_ED25519 + self.public)}"

    @classmethod
    def read(cls, text: str) -> "VerifierKey":
        """A key from its text. Raises NoteError."""
        name, key_id, material = _key_parts(text)
        key = cls(name, material)
        if key.id.hex() != key_id:
            raise NoteError(f"its key id {_shown(key_id)} is not that of this name and key")
        return key

    def signed(self, text: str, signature: bytes) -> bool:
        """Whether this key made a signature of a text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


class SigningKey(msgspec.Struct, frozen=True):
    """A key that signs checkpoints; `secret` is an Ed25519 seed. Its text, by which it is kept, must stay secret."""

    name: str
    secret: bytes

    def __repr__(self) -> str:
        return f"SigningKey({self.name!r})"  # the secret must reach no log

    @property
    def verifier(self) -> VerifierKey:
        """The public half."""
        return _verifier(self.name, self.secret)

    def sign(self, text: str) -> bytes:
        """The signature of a text."""
        return _private(self.secret).sign(text.encode())

    def kept(self) -> str:
        """The text by which it is kept: as a vkey, with the seed in place of the public key."""
        return f"PRIVATE+KEY+{self.name}+{self.verifier.id.hex()}+{_base64(_ED25519 + self.secret)}"

    @classmethod
    def read(cls, text: str) -> "SigningKey":
        """A key from the text by which it is kept. Raises NoteError, which does not repeat the text."""
        if not text.startswith("PRIVATE+KEY+"):
            raise NoteError("a signing key begins with PRIVATE+KEY+")
        name, key_id, material = _key_parts(text.removeprefix("PRIVATE+KEY+"))
        key = cls(name, material)
        if key.verifier.id.hex() != key_id:
            raise NoteError("its key id is not that of this name and key")
        return key


class Checkpoint(msgspec.Struct, frozen=True):
    """What a log promises. origin: the name of the log. size: of its leaves. root: the Merkle root of all of them."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n"


class Signature(msgspec.Struct, frozen=True):
    """A signature under a note, and whose it claims to be."""

    name: str
    key_id: bytes
    signature: bytes

    def claims(self, key: VerifierKey) -> bool:
        """Whether it says that this key made it."""
        return (self.name, self.key_id) == (key.name, key.id)


class SignedCheckpoint(msgspec.Struct, frozen=True):
    """A checkpoint and the signatures under it. Whether they are good is for `signers` to say."""

    checkpoint: Checkpoint
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        lines = (f"— {one.name} {_base64(one.key_id + one.signature)}\n" for one in self.signatures)
        return f"{self.checkpoint}\n{''.join(lines)}"

    @classmethod
    def read(cls, note: str) -> "SignedCheckpoint":
        """A checkpoint from its note, which must be written exactly as `str` writes it. Raises NoteError."""
        if len(note) > LONGEST_NOTE:
            raise NoteError("it is too long for a checkpoint")
        if _CONTROL.search(note):
            raise NoteError("it has control characters, which no note has")
        text, blank, below = note.rpartition("\n\n")
        if not blank or not below.endswith("\n"):
            raise NoteError("it is not a note: a text, an empty line, and a line for each signature")
        lines = text.split("\n")
        if len(lines) != 3:
            raise NoteError("a checkpoint has three lines: origin, size and root")
        origin, size, root = lines
        if not _NAME.fullmatch(origin):
            raise NoteError(f"{_shown(origin)} is no origin")
        signatures = tuple(_signature(line) for line in below.removesuffix("\n").split("\n"))
        return cls(Checkpoint(origin, read_size(size), _unbase64(root, HASH_BYTES, "root")), signatures)

    def signers(self, keys: Iterable[VerifierKey]) -> list[VerifierKey]:
        """Those of the keys that signed it. Signatures of other keys count for nothing (c2sp.org/signed-note).

        Raises Forged where none did, or where one is said to have and did not.
        """
        text, found = str(self.checkpoint), []
        for key in keys:
            claimed = [one for one in self.signatures if one.claims(key)]
            if not all(key.signed(text, one.signature) for one in claimed):
                raise Forged(f"the signature of {key.name} under the checkpoint is not of this checkpoint and key")
            found += [key] if claimed else []
        if not found:
            by = ", ".join(sorted({f"{one.name}+{one.key_id.hex()}" for one in self.signatures}))
            raise Forged(f"the checkpoint is not signed by a key that is trusted here, but by {by}")
        return found


def sign(checkpoint: Checkpoint, keys: Iterable[SigningKey]) -> SignedCheckpoint:
    """A checkpoint with the signatures of some keys."""
    text = str(checkpoint)
    return SignedCheckpoint(checkpoint, tuple(Signature(key.name, key.verifier.id, key.sign(text)) for key in keys))


class Extension(msgspec.Struct, frozen=True):
    """That a log of `old` leaves has grown into that of a checkpoint. `proof` is of RFC 6962, section 2.1.2.

    As a text it is what a witness of the C2SP takes (c2sp.org/tlog-witness): a line "old" with the size, the proof, a
    hash a line, an empty line, and the signed checkpoint.
    """

    old: int
    proof: tuple[bytes, ...]
    new: SignedCheckpoint

    def __str__(self) -> str:
        hashes = "".join(f"{_base64(one)}\n" for one in self.proof)
        return f"old {self.old}\n{hashes}\n{self.new}"


def read_kept(text: str) -> "SignedCheckpoint | Extension":
    """What somebody kept: a signed checkpoint, with or without a proof that the log has grown into it.

    Raises NoteError.
    """
    if not text.startswith("old "):
        return SignedCheckpoint.read(text)
    if len(text) > LONGEST_NOTE:
        raise NoteError("it is too long for a checkpoint")
    proof, _, note = text.partition("\n\n")
    old, *hashes = proof.split("\n")
    return Extension(
        read_size(old.removeprefix("old ")),
        tuple(_unbase64(one, HASH_BYTES, "hash of the proof") for one in hashes),
        SignedCheckpoint.read(note),
    )


def read_size(text: str) -> int:
    """The size of a log from its decimal digits. Raises NoteError."""
    if not _DECIMAL.fullmatch(text) or len(text) > 19 or int(text) > MOST_LEAVES:
        raise NoteError(f"{_shown(text)} is no size of a log")
    return int(text)


@lru_cache(maxsize=4)
def _private(secret: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(secret)


@lru_cache(maxsize=4)
def _verifier(name: str, secret: bytes) -> VerifierKey:
    return VerifierKey(name, _private(secret).public_key().public_bytes_raw())


def _signature(line: str) -> Signature:
    parts = _SIGNATURE.fullmatch(line)
    if parts is None or not _NAME.fullmatch(parts[1]):
        raise NoteError(f"{_shown(line)} is no signature line")
    signed = _unbase64(parts[2], None, "signature")
    return Signature(parts[1], signed[:_KEY_ID_BYTES], signed[_KEY_ID_BYTES:])


def _key_parts(text: str) -> tuple[str, str, bytes]:
    parts: Sequence[str] = text.split("+", 2)
    if len(parts) != 3 or not _NAME.fullmatch(parts[0]):
        raise NoteError("a key is written as name+id+key")
    material = _unbase64(parts[2], 1 + _KEY_BYTES, "key")
    if material[:1] != _ED25519:
        raise NoteError("only Ed25519 keys are known here")
    return parts[0], parts[1], material[1:]


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def _unbase64(text: str, length: int | None, what: str) -> bytes:
    """The bytes of a text in base64, so many if it is said; to the last bit, so that no other text stands for them."""
    try:
        data = b64decode(text, validate=True)
    except ValueError:
        data = b""
    if not data or len(data) != (length or len(data)) or _base64(data) != text:
        raise NoteError(f"its {what} is not {f'{length} bytes' if length else 'written'} in base64")
    return data


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}…")
