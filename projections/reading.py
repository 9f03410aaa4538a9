"""A match as statistics read it: the facts of what stands and is open to everybody.

What a ruling strikes is not among the facts, nor what a spectator may not know yet. Both can change what was read
before: the reading then begins anew, so that it is always the same whether it was read step by step or at once.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from domain.match.chance import Source
from domain.match.events import MATCH_EVENTS
from domain.match.facts import Fact, PeriodBegun, Stage
from domain.match.game import EVERYONE
from domain.match.play import Step
from domain.match.record import MatchRecord
from domain.match.sides import SIDES, BySide, Side, Viewer
from projections.statistic import Header

F = TypeVar("F", bound=Fact)

UNCOUNTED = ("annulled", "to be replayed")
"""Rulings after which a match counts for nothing (MATCH-4.6, MATCH-4.7)."""

_OF_EVERY_MATCH = frozenset(MATCH_EVENTS)


class Noted(msgspec.Struct, Generic[F], frozen=True, gc=False):
    """A fact, with the event that it comes from and where on the match's clock that lies.

    source: of an event of chance, where the outcome came from. period, stage, minute: of the last period that began.
    """

    fact: F
    version: int
    at: datetime
    source: Source | None
    period: str
    stage: Stage
    minute: int | None


class Fault(msgspec.Struct, frozen=True):
    """An event that could not be read, or not be counted. position: in the log."""

    version: int
    position: int
    error: str


class Reading:
    """The facts of a match, as far as everybody may know them. `take_up` brings it up to date with its record.

    left_out: versions that stay hidden, whatever opens them.
    """

    def __init__(self, record: MatchRecord, left_out: Collection[int] = ()) -> None:
        self.record = record
        self._left_out = left_out
        self.faults: list[Fault] = []
        self.version = 0
        """The version up to which it has been read."""
        self._facts: dict[type[Fact], list[Noted[Any]]] = {}
        self._hidden: list[int] = []
        self._strikes = 0
        self._over = False
        self._period: tuple[str, Stage, int | None] = ("", Stage.NORMAL, None)
        self.take_up()

    def take_up(self) -> None:
        """Read what the record has beyond this; from the beginning, where what was read before has changed."""
        record = self.record
        struck, hidden, over = record.strikes != self._strikes, self._hidden, record.result.over
        # A match that is taken up again keeps to itself again what only its end had opened.
        taken_up_again = self._over and not over
        if struck or taken_up_again or any(record.known_to(Viewer.SPECTATOR, version) for version in hidden):
            self.version, self._facts, self._hidden, self.faults = 0, {}, [], []
            self._period = ("", Stage.NORMAL, None)
        self._strikes, self._over = record.strikes, over
        self._take_all()
        self.version = record.version

    def supposing(self, steps: tuple[Step, ...]) -> "Reading":
        """The same match as if these steps had been recorded. What is hidden stays so, though they end the match."""
        new = range(self.version + 1, self.version + len(steps) + 1)
        secret = (number for number, step in zip(new, steps, strict=True) if step.event.audience() != EVERYONE)
        return Reading(self.record.supposing(steps), {*self._hidden, *secret})

    def facts(self, kind: type[F]) -> Sequence[Noted[F]]:
        """The facts of a kind, in the order in which they came."""
        return self._facts.get(kind, ())

    @property
    def header(self) -> Header:
        """What every row says of the match."""
        opening = self.record.opening
        at = self.record.events(0, 1)[0].entry.at
        return Header(self.record.id, opening.game, opening.competition, opening.season, at)

    @property
    def names(self) -> BySide[str]:
        """The names of the sides."""
        return self.record.opening.names

    def who(self, side: Side | None) -> tuple[str, str, str]:
        """The first values of a `SideRow`: name, venue and coach; empty for what belongs to neither side."""
        if side is None:
            return "", "", ""
        opening = self.record.opening
        return opening.names.of(side), side.value, opening.coaches.of(side)

    def name_of(self, side: Side, footballer: str) -> str | None:
        """The name that the edition prints on a footballer; None where it prints none."""
        return self._printed.get((side, footballer))

    @cached_property
    def _printed(self) -> Mapping[tuple[Side, str], str]:
        teams = ((side, self.record.opening.edition.get(side.value)) for side in SIDES)
        return {
            (side, card["id"]): card["name"]
            for side, team in teams
            if isinstance(team, Mapping)
            for card in team.get("footballers", ())
        }

    @property
    def is_sandbox(self) -> bool:
        """Whether the match only tries something out (MATCH-6.1)."""
        return self.record.opening.sandbox_of is not None

    @property
    def counts(self) -> bool:
        """Whether anything of the match counts."""
        return not self.is_sandbox and self.record.result.ruling not in UNCOUNTED

    def _take_all(self) -> None:
        # This is done for every event of the log, so what can be known beforehand is not looked up in between.
        record, facts, left_out, period = self.record, self._facts, self._left_out, self._period
        account, struck_by, over = record.game.account, record.struck_by, record.result.over
        # The first event opens the match and has no table before it.
        events = record.events(max(self.version, 1))
        for recorded, (before, after) in zip(events, record.tables(max(self.version, 1)), strict=True):
            entry, version = recorded.entry, recorded.version
            event = entry.data
            if type(event) in _OF_EVERY_MATCH or struck_by(version) is not None or version in left_out:
                continue
            # Once a match is over everything is open.
            if not over and entry.audience != EVERYONE and not record.known_to(Viewer.SPECTATOR, version):
                self._hidden.append(version)
                continue
            try:
                # All of them first: an event is counted whole or not at all.
                for fact in tuple(account(before, event, after)):
                    kind = type(fact)
                    if isinstance(fact, PeriodBegun):
                        period = (fact.period, fact.stage, fact.minute)
                    noted: Noted[Any] = Noted(fact, version, entry.at, entry.source, *period)
                    if kind in facts:
                        facts[kind].append(noted)
                    else:
                        facts[kind] = [noted]
            except Exception as error:  # a game that cannot say what an event means must not stop the others
                said = f"{recorded.type}: {type(error).__name__}: {error}"
                self.faults.append(Fault(version, recorded.position, said))
        self._period = period
