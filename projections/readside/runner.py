"""The runner: keeps every statistic counted up to the end of the log, whatever comes in between.

One process at a time has the turn; others that run stand by, and take over when it ends. What fails is tried again
with longer and longer waits; what the log holds is never skipped, but for events that nobody can count, and those are
set aside by name.
"""

import logging
import threading
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from time import monotonic

import msgspec

from domain.match.engines import StoreUnavailable
from domain.match.recorder import Recorder
from projections.processes import cores
from projections.readside.builds import (
    Build,
    Overtaken,
    State,
    abandoned,
    begin,
    builds,
    drop,
    go_live,
    missing,
    retire,
)
from projections.readside.counting import PORTIONS, Counter, Portions
from projections.readside.deriving import Crew, Workshop
from projections.readside.migrations import migrate
from projections.readside.places import Place
from projections.statistic import Statistic

LOG = logging.getLogger("touchline.statistics")

LOOK_EVERY = 0.05
"""Seconds between looks at whether the log has grown."""

SHARE = 0.2
"""The part of the time that counting takes at most while it keeps up with the log."""

LONGEST_REST = 1.0
"""Seconds that it rests at most, so that nothing is told much later than it happens."""

STAND_BY = 1.0
"""Seconds after which a process that stands by asks for its turn again."""

BACK_OFF = (0.1, 10.0)
"""Seconds to wait after the first failure, and at the most; each failure doubles them."""

FAR = 50_000
"""Events behind the end of the log from which on other processes help."""

DROP_AFTER = 10.0
"""Seconds for which the tables of a retired build stay, for those who are reading them."""

CHECK_LASTS = timedelta(days=1)
"""How long a build that is being checked is counted on; whoever had it made has gone by then."""


class Condition(msgspec.Struct, frozen=True):
    """How a runner is: "counting", "standing by", "failing" or "stopped". trouble: why it fails."""

    state: str
    trouble: str | None = None


class Runner:
    """Counts the log of a recorder into the statistics of a catalogue, from start to stop."""

    def __init__(
        self,
        recorder: Recorder,
        place: Place,
        catalogue: Mapping[str, Statistic],
        workshop: Workshop | None = None,
        portions: Portions = PORTIONS,
    ) -> None:
        self._workshop = workshop
        self._crew: Crew | None = None
        self._runs: dict[tuple[Build, ...], Iterator[list[Build]]] = {}
        self._recorder = recorder
        self._place = place
        self._catalogue = catalogue
        self._counter = Counter(recorder, place, portions)
        self._turn = place.turn()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._retired: dict[int, float] = {}
        self._tidied = 0.0
        self._ready = False
        self._caught_up = False
        self.condition = Condition("stopped")

    def start(self) -> None:
        """Begin, in a thread of its own."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self.run, name="statistics", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End, at the latest after the transaction that is running."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def run(self) -> None:
        """Run in this thread until `stop`."""
        wait, longest = BACK_OFF
        try:
            while not self._stopping.is_set():
                try:
                    begun = monotonic()
                    self.pass_over()
                    if self.condition.state != "counting":
                        self._stopping.wait(STAND_BY)
                    elif self._caught_up:
                        # Where matches are played all the time, whoever records them needs this process more.
                        rest = (monotonic() - begun) * (1 / SHARE - 1)
                        self._stopping.wait(min(max(LOOK_EVERY, rest), LONGEST_REST))
                    wait = BACK_OFF[0]
                except Exception as error:
                    self._fails(error, wait)
                    self._stopping.wait(wait)
                    wait = min(2 * wait, longest)
        finally:
            self.release()
            self.condition = Condition("stopped")

    def pass_over(self) -> bool:
        """Count once what every build lacks, if it is this process's turn; whether anything was there to do.

        Raises whatever stops it; it can then be called again.
        """
        try:
            return self._pass_over()
        except BaseException as error:
            self._begin_anew()  # nobody knows what is there now
            if isinstance(error, StoreUnavailable) and self._place.put_aside(error.reason):
                LOG.warning("%s", error.reason)
            raise

    def _pass_over(self) -> bool:
        if not self._turn.take(tuple(self._catalogue)):
            self._begin_anew()
            self.condition = Condition("standing by")
            return False
        if not self._ready:
            self._prepare()
            self._ready = True
        if self.condition.state != "failing":  # what has failed goes on failing until it has been done
            self.condition = Condition("counting")
        done = False
        # As the log is now: under load it is always a little further than anything that has been counted.
        end = self._recorder.position()
        cohorts = self._cohorts()
        # Runs whose builds have joined others, or have been given up, are over.
        self._runs = {builds: run for builds, run in self._runs.items() if builds in map(tuple, cohorts)}
        self._caught_up = True
        for cohort in cohorts:
            after = self._go_on(cohort)
            done |= after is not None
            now = after or list(cohort)
            self._caught_up &= now[0].position >= end
            self._settle(cohort, now, end)
        self._tidy()
        self.condition = Condition("counting")
        return done

    def _go_on(self, cohort: dict[Build, Statistic]) -> list[Build] | None:
        """Make the next commit of the run that counts into these builds; None where the log has nothing more."""
        run = self._runs.pop(tuple(cohort), iter(()))
        after = next(run, None)
        if after is None:  # the log may have grown since it began
            run = self._counter.run(cohort, self._crew_for(cohort))
            after = next(run, None)
        if after is not None:
            self._runs[tuple(after)] = run
        elif self._crew is not None and not self._runs:
            self._crew.close()
            self._crew = None
        return after

    def _crew_for(self, cohort: dict[Build, Statistic]) -> Crew | None:
        """Others to help, where much is to be counted and they can open what this process has open."""
        if self._workshop is None or self._recorder.position() - next(iter(cohort)).position < FAR:
            return None
        if self._crew is None:
            self._crew = Crew(self._workshop, self._place.stored, cores())
        return self._crew

    def release(self) -> None:
        """Give up the turn, for a caller that makes the passes itself."""
        self._begin_anew()
        self._turn.release()

    def _begin_anew(self) -> None:
        """Take nothing for granted that was known so far."""
        self._ready = False
        self._runs = {}
        self._counter.forget()
        if self._crew is not None:
            self._crew.close()
            self._crew = None

    def _prepare(self) -> None:
        """What is to be done when the turn begins: tables that lack, and builds that are of another log."""
        with self._place.writing() as connection:
            migrate(connection)
            for build in builds(connection, State.LIVE, State.BUILDING, State.CHECKING):
                if not self._is_of_this_log(build):
                    LOG.warning("%s was counted from another log, and is counted anew", build.statistic)
                    retire(connection, build)
            for statistic in missing(connection, self._catalogue.values()):
                begin(connection, statistic)

    def _is_of_this_log(self, build: Build) -> bool:
        """Whether the event at the checkpoint is the one that was counted there: a store can be put back to a copy."""
        if build.position == 0:
            return True
        found = self._recorder.log_heads(build.position - 1, 1)
        return bool(found) and (found[0].position, found[0].leaf.hex()) == (build.position, build.leaf)

    def _cohorts(self) -> list[dict[Build, Statistic]]:
        """The builds of this code by their checkpoints, so that builds of one are counted together."""
        with self._place.reading() as connection:
            found = builds(connection, State.LIVE, State.BUILDING, State.CHECKING)
        cohorts: dict[int, dict[Build, Statistic]] = {}
        for build in found:
            statistic = self._catalogue.get(build.statistic)
            if statistic is not None and statistic.version == build.version and statistic.shape == build.shape:
                cohorts.setdefault(build.position, {})[build] = statistic
        return [cohorts[position] for position in sorted(cohorts, reverse=True)]

    def _settle(self, cohort: Mapping[Build, Statistic], after: list[Build], end: int) -> None:
        """Make live those that have caught up with the end of the log."""
        waiting = [build for build in after if build.state is State.BUILDING]
        if not waiting or waiting[0].position < end:
            return
        by_name = {statistic.name: statistic for statistic in cohort.values()}
        with self._place.writing() as connection:
            for build in waiting:
                go_live(connection, by_name[build.statistic], build)

    def _tidy(self) -> None:
        """Drop retired builds some time after they were retired, and give up checks that nobody waits for any more."""
        if monotonic() - self._tidied < DROP_AFTER / 2:
            return
        self._tidied = monotonic()
        with self._place.reading() as connection:
            retired = {build.id: build for build in builds(connection, State.RETIRED)}
            left = abandoned(connection, datetime.now(UTC) - CHECK_LASTS)
        if left:
            with self._place.writing() as connection:
                for build in left:
                    retire(connection, build)
        now = monotonic()
        self._retired = {id: self._retired.get(id, now) for id in retired}
        for id, since in self._retired.items():
            if now - since >= DROP_AFTER:
                try:
                    with self._place.writing() as connection:
                        drop(connection, retired[id])
                except StoreUnavailable as error:  # somebody still reads it, and counting need not wait for them
                    LOG.info("the tables of build %s cannot be dropped yet: %s", id, error.reason)

    def _fails(self, error: Exception, wait: float) -> None:
        # What stops this process need not stop the others.
        self.release()
        if isinstance(error, Overtaken):
            LOG.info("%s has been moved by another process", error)
            return
        told = isinstance(error, StoreUnavailable)
        trouble = str(error) if told else f"{type(error).__name__}: {error}"
        LOG.warning("counting statistics failed (%s); it goes on in %s s", trouble, wait, exc_info=not told)
        self.condition = Condition("failing", trouble)
