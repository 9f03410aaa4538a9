"""What a list of matches says about each. A damaged match is listed like any other, with its damage."""

from datetime import datetime

import msgspec

from domain.match.chance import Mode
from domain.match.record import Damage, MatchRecord
from projections.scoreboard import Scoreboard, scoreboard


class MatchSummary(msgspec.Struct, frozen=True, rename="camel"):
    """A match in a list.

    version: the number of events that can be read. mode, opened_at, scoreboard: None where not even the opening of
    the match can be read. sandbox_of: the id of the match that this one tries out; it counts for nothing itself.
    damage: the first version that cannot be read, if there is one; the scoreboard is then the one before it.
    """

    id: str
    version: int
    mode: Mode | None = None
    opened_at: datetime | None = None
    scoreboard: Scoreboard | None = None
    sandbox_of: str | None = None
    damage: Damage | None = None


def summary(record: MatchRecord) -> MatchSummary:
    """The summary of a match as it has been read."""
    version = record.version
    if version == 0:
        return MatchSummary(record.id, version, damage=record.damage)
    return MatchSummary(
        id=record.id,
        version=version,
        mode=record.opening.mode,
        opened_at=record.events(0, 1)[0].entry.at,
        scoreboard=scoreboard(record, version),
        sandbox_of=record.opening.sandbox_of,
        damage=record.damage,
    )
