"""The thread in which a server audits its own store, a little at a time."""

import logging
import threading
from time import perf_counter

from domain.match.audit import Auditor, Findings
from domain.match.engines import StoreUnavailable
from domain.match.recorder import Recorder

LOG = logging.getLogger("touchline.audit")

SHARE = 0.05
"""The part of one processor that the audit takes at most."""

REST = 30.0
"""Seconds between two passes over the store, and before a pass that failed is tried again."""


class AuditThread:
    """Audits a store from start to stop, and goes on after whatever stops it in between."""

    def __init__(self, recorder: Recorder, rest: float = REST) -> None:
        self._auditor = Auditor(recorder)
        self._rest = rest
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def findings(self) -> Findings:
        """What has been found so far."""
        return self._auditor.findings

    def start(self) -> None:
        """Begin."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="audit", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End, at the latest after the batch that is being read."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            before = self.findings.first_fault
            try:
                self._pass()
            except StoreUnavailable as error:
                self._auditor.troubled(error.reason)
            except Exception:
                LOG.exception("the audit of the store failed; it is tried again in %s s", self._rest)
                self._auditor.troubled("it failed, and is tried again; the log of the server says why")
            fault = self.findings.first_fault
            if fault is not None and fault != before:
                LOG.error(
                    "the record is unsound: match %s, version %s: %s", fault.match_id, fault.version, fault.reason
                )
            self._stopping.wait(self._rest)

    def _pass(self) -> None:
        begun = perf_counter()
        for _ in self._auditor.examine():
            spent = perf_counter() - begun
            if self._stopping.wait(spent * (1 / SHARE - 1)):
                return
            begun = perf_counter()
