"""What somebody does who knows the format of an archive and wants another match in it."""

from typing import Any

import msgspec

from domain.match.leaves import chain_start, chained, leaf_of


def resealed(header: dict[str, Any], events: list[dict[str, Any]]) -> list[str]:
    """The lines of an archive of these events, with every digest made anew. The evidence of the log stays as it was."""
    digest = chain_start(header["match"])
    for event in events:
        topic, salt, data = (
            f"{event['type']}@{event['schema']}",
            bytes.fromhex(event["salt"]),
            msgspec.json.encode(event["entry"]),
        )
        digest = chained(digest, leaf_of(header["match"], event["version"], topic, salt, data))
        event["digest"] = digest.hex()
    header.update(events=len(events), digest=digest.hex())
    return [msgspec.json.encode(part).decode() for part in (header, *events)]
