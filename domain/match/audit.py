"""The audit of a store by itself: every stored event hashed again, and the log held against its newest checkpoint.

A check that trusts stored leaves would pass over changed bytes, so each leaf is made anew from what is stored.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from domain.match.engines import LogRow
from domain.match.keys import KeyFault
from domain.match.leaves import leaf_of
from domain.match.notary import UnsoundLog
from domain.match.recorder import Recorder

BATCH = 200
"""Events that are read and hashed in one go."""


class Fault(msgspec.Struct, frozen=True, rename="camel"):
    """The first thing in a store that is not as it was recorded. match_id, version: None where it is no one event."""

    reason: str
    match_id: str | None = None
    version: int | None = None


class Findings(msgspec.Struct, frozen=True, rename="camel"):
    """How far an audit has come.

    checked: events found sound, in the pass that runs or in the last one, whichever is more. of: events of the log.
    sound: that nothing was found; at first nothing has been looked at yet. passed_at: when the last pass that found
    nothing ended, UTC. trouble: why the audit itself cannot go on at the moment.
    """

    checked: int = 0
    of: int = 0
    sound: bool = True
    first_fault: Fault | None = None
    passed_at: datetime | None = None
    trouble: str | None = None


class Auditor:
    """Audits one store, pass by pass. `findings` can be read at any time, from any thread."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._notary = recorder.notary
        self.findings = Findings()

    def examine(self) -> Iterator[int]:
        """One pass over the store; yields after each batch how many events are behind it. Ends at the first fault.

        A fault that was found stays found until a whole pass finds nothing. Raises StoreUnavailable.
        """
        self._hold_to_checkpoint()
        versions: dict[str, int] = {}
        index = after = 0
        while rows := self._recorder.log_rows(after, BATCH):
            for row in rows:
                if (fault := self._fault_in(row, index, versions)) is not None:
                    self._found(fault)
                    self._note(checked=index)
                    return
                index += 1
            after = rows[-1].position
            checked = max(index, self.findings.checked) if self.findings.sound else index
            self._note(checked=checked, of=max(self.findings.of, index))
            yield index
        read = self._notary.size()
        if index < read and not self._recorder.log_rows(after, 1):
            self._found(Fault(f"the store has lost events: {index} are there of {read} that were"))
        elif self._hold_to_checkpoint():  # once more, now that each leaf is known to be that of its event
            self._note(checked=index, sound=True, first_fault=None, passed_at=datetime.now(UTC))

    def troubled(self, reason: str) -> None:
        """Note that the audit cannot go on, for now."""
        self._note(trouble=reason)

    def _fault_in(self, row: LogRow, index: int, versions: dict[str, int]) -> Fault | None:
        """What is wrong with a stored event at its place, if anything."""
        due = versions.get(row.match_id, 0) + 1
        try:
            leaf = leaf_of(row.match_id, row.version, row.topic, row.salt, row.data)
            if leaf != row.leaf:
                reason = "its leaf is not that of its bytes: one of them was changed"
            elif row.version != due:
                return Fault(f"version {due} is missing before version {row.version}", row.match_id, due)
            elif leaf != self._notary.leaf(index):
                reason = "it is not the event that was in its place before"
            else:
                versions[row.match_id] = row.version
                return None
        except (TypeError, ValueError, AttributeError) as error:  # a column of another type than was written
            reason = f"what is stored of it is damaged: {error}"
        except UnsoundLog as error:
            reason = str(error)
        version: Any = row.version
        return Fault(reason, row.match_id, version if isinstance(version, int) else None)

    def _hold_to_checkpoint(self) -> bool:
        """Whether the log is still what its newest checkpoint was signed for; what it is instead is noted."""
        trouble = None
        try:
            self._notary.check()
        except UnsoundLog as error:
            self._found(Fault(str(error)))
            return False
        except KeyFault as error:
            trouble = f"the key cannot be used: {error.reason}"
        self._note(of=self._notary.size(), trouble=trouble)
        return trouble is None

    def _found(self, fault: Fault) -> None:
        """Keep a fault; one that names an event says more than one that does not."""
        known = self.findings.first_fault
        if known is None or known.match_id is None:
            self._note(sound=False, first_fault=fault)

    def _note(self, **changes: Any) -> None:
        self.findings = msgspec.structs.replace(self.findings, **changes)
