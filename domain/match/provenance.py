"""Where a roll or a draw came from, and what the table said of it since."""

import msgspec
from msgspec import UNSET

from domain.match.chance import Mode, Source
from domain.match.envelope import Recorded
from domain.match.events import ReportConfirmed, ReportContested, ReportCorrected
from domain.match.game import ChanceEvent
from domain.match.record import MatchRecord
from domain.match.sides import Side


class Provenance(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Where a chance outcome came from.

    reported_by: the seat that entered it; None where it was dealt. confirmed_by, contested_by: the sides that have said
    so (MATCH-2.1). reasons: of those who contest it, in the same order. corrected: the version of the ruling that put
    another outcome in its place (MATCH-4.3).
    """

    source: Source
    reported_by: str | None = None
    confirmed_by: tuple[Side, ...] = ()
    contested_by: tuple[Side, ...] = ()
    reasons: tuple[str, ...] = ()
    corrected: int | None = None


def was_dealt(record: MatchRecord, recorded: Recorded) -> bool:
    """Whether an event records an outcome that a recorder dealt, this one or the one that it was imported from."""
    entry = recorded.entry
    if entry.source is Source.IMPORTED:
        return record.opening.mode is Mode.DEALT and entry.command is UNSET
    return entry.source is Source.DEALT


def provenance(record: MatchRecord, version: int) -> Provenance | None:
    """Where the outcome that a version records came from; None where it records none. Raises UnknownVersion."""
    record.state_at(version)
    recorded = record.events(version - 1, version)[0]
    source = recorded.entry.source
    if source is None or not isinstance(recorded.event, ChanceEvent):
        return None
    about = [one for one in record.events(version) if getattr(one.event, "version", None) == version]
    confirmed = [one.event for one in about if isinstance(one.event, ReportConfirmed)]
    contested = [one.event for one in about if isinstance(one.event, ReportContested)]
    return Provenance(
        source=source,
        reported_by=None if was_dealt(record, recorded) else recorded.entry.by,
        confirmed_by=tuple(event.side for event in confirmed),
        contested_by=tuple(event.side for event in contested),
        reasons=tuple(event.reason for event in contested),
        corrected=next((one.version for one in about if isinstance(one.event, ReportCorrected)), None),
    )
