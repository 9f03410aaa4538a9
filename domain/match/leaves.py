"""What stands for an event in the log and in the chain of its match: a salted hash, its leaf.

A leaf binds an event without telling it: the salt is random and goes out with the event, so that nobody can guess a
secret choice by hashing all that it could be, and everybody can check it once it is open.
"""

from functools import lru_cache
from hashlib import sha256
from struct import Struct

from domain.match.merkle import leaf_hash

SALT_BYTES = 16


def leaf_of(match_id: str, version: int, topic: str, salt: bytes, data: bytes) -> bytes:
    """The leaf of an event: the leaf hash of RFC 6962, section 2.1, over what is stored of it.

    topic: its stable name and the schema of its data, "tooor.GoalScored@1". data: the bytes as they are stored. The
    parts are match id, version (in decimal), type, schema, salt and data, each with its length before it in four bytes.
    """
    number = b"%d" % version
    # Made in one go, since every event is hashed again whenever it is read.
    return leaf_hash(
        b"".join(
            (
                _of_match(match_id),
                _length(len(number)),
                number,
                _of_topic(topic),
                _length(len(salt)),
                salt,
                _length(len(data)),
                data,
            )
        )
    )


_length = Struct(">I").pack


def _measured(part: bytes) -> bytes:
    return _length(len(part)) + part


@lru_cache(maxsize=64)
def _of_match(match_id: str) -> bytes:
    return _measured(match_id.encode())


@lru_cache(maxsize=1024)
def _of_topic(topic: str) -> bytes:
    name, _, schema = topic.rpartition("@")
    return _measured(name.encode()) + _measured(schema.encode())


def chain_start(match_id: str) -> bytes:
    """The digest that the chain of a match begins with."""
    return sha256(f"touchline-match/1 {match_id}".encode()).digest()


def chained(digest: bytes, leaf: bytes) -> bytes:
    """The chain digest of a match after an event: over the digest before it, and its leaf."""
    return sha256(digest + leaf).digest()
