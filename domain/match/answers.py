"""What the recorder answers. A refusal is data, not an exception: whoever sent the command can read why and go on."""

from typing import ClassVar

import msgspec

from domain.match.envelope import Recorded
from domain.match.game import RuleViolation


class Accepted(msgspec.Struct, frozen=True):
    """A command that is on disk.

    events: what it brought, in order. version: of the match after them. position: in the log, for reads that must not
    be older than this write.
    """

    match_id: str
    events: tuple[Recorded, ...]

    @property
    def version(self) -> int:
        """The version of the match after this command."""
        return self.events[-1].version

    @property
    def position(self) -> int:
        """The position of the last of the events in the log of the whole store."""
        return self.events[-1].position


class VersionConflict(msgspec.Struct, frozen=True):
    """The match has moved on, in a way that matters to the sender, since the version that the command expected."""

    message: str
    expected: int
    current: int
    path: str = "expectedVersion"
    code: ClassVar[str] = "VERSION_CONFLICT"


class NotYourTurn(msgspec.Struct, frozen=True):
    """The match waits for somebody or something else."""

    message: str
    path: str = "command"
    code: ClassVar[str] = "NOT_YOUR_TURN"


class NotPermitted(msgspec.Struct, frozen=True):
    """The token does not give the right to send this."""

    message: str
    path: str = "command"
    code: ClassVar[str] = "NOT_PERMITTED"


class MatchOver(msgspec.Struct, frozen=True):
    """The match has ended."""

    message: str
    path: str = "matchId"
    code: ClassVar[str] = "MATCH_OVER"


class Malformed(msgspec.Struct, frozen=True):
    """The request cannot be read as what it should be. `path` names the part."""

    message: str
    path: str
    code: ClassVar[str] = "MALFORMED"


class Acceptable(msgspec.Struct, frozen=True):
    """What was tried, and not recorded, would have been accepted. version: of the match when it was tried."""

    version: int


Refusal = RuleViolation | VersionConflict | NotYourTurn | NotPermitted | MatchOver | Malformed
Answer = Accepted | Refusal
