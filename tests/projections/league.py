"""Toy matches in a store, statistics that are small enough to see through, and what they must come to."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Annotated, Any

import msgspec
import psycopg
from sqlalchemy import select

from domain.match import editions
from domain.match.chance import Mode
from domain.match.facts import Goal, PeriodBegun
from domain.match.recorder import NO_OCCASION, Occasion, Opened, Recorder
from domain.match.sides import SIDES, BySide, Viewer
from projections.reading import Reading
from projections.readside.builds import State
from projections.readside.counting import PORTIONS, Portions
from projections.readside.runner import Runner
from projections.readside.store import ReadSide
from projections.readside.tables import MATCHES, rows_table, totals_table
from projections.statistic import HEADER, OCCASION, Row, SideRow, Statistic, detail, key, measure
from tests.domain.match.tables import KICK_OFF, Table
from tests.toy import TOY_EDITION, ToyEdition

NAMES = BySide("Reds", "Blues")
EDITION = editions.read(ToyEdition, TOY_EDITION)


class Goals(SideRow, frozen=True, gc=False):
    """What a side has scored so far."""

    goals: Annotated[int, measure("Goals.")]
    rounds: Annotated[int, measure("Rounds that have begun.")]
    period: Annotated[str, detail("Of the last goal.")]


class Note(Row, frozen=True, gc=False):
    """An event in a sentence."""

    version: Annotated[int, key("Of the match.")]
    sentence: Annotated[str, detail("What happened.")]
    struck: Annotated[bool, detail("Whether it is struck.")]


def goals_of(match: Reading, weight: int = 1) -> Iterator[Goals]:
    """A row for each side that has scored."""
    for side in SIDES:
        scored = [noted for noted in match.facts(Goal) if noted.fact.side is side]
        if scored:
            rounds = len(match.facts(PeriodBegun))
            yield Goals(*match.who(side), goals=weight * len(scored), rounds=rounds, period=scored[-1].period)


def notes_of(match: Reading) -> Iterator[Note]:
    """A row for each event."""
    record = match.record
    for seen in record.seen_by(Viewer.SPECTATOR, 0, match.version):
        yield Note(seen.version, record.told(seen), record.struck_by(seen.version) is not None)


def statistic(name: str, row: type[Row], rows: Any, **others: Any) -> Statistic:
    """A statistic for a test."""
    return Statistic(**{"name": name, "version": 1, "about": "A test.", "row": row, "rows": rows, **others})


GOALS = statistic("goals", Goals, goals_of)
NOTES = statistic("notes", Note, notes_of, counts=False, totals=False)
CATALOGUE = {"goals": GOALS, "notes": NOTES}


class League:
    """The read side of a store of toy matches."""

    def __init__(
        self, recorder: Recorder, catalogue: Mapping[str, Statistic] = CATALOGUE, portions: Portions = PORTIONS
    ) -> None:
        self.recorder = recorder
        self.read_side = ReadSide(recorder, catalogue)
        self.runner: Runner = self.read_side.runner(portions)
        self.clock = [KICK_OFF]

    def __enter__(self) -> "League":
        return self

    def __exit__(self, *_: object) -> None:
        self.runner.release()
        self.read_side.close()

    def open(self, names: BySide[str] = NAMES, occasion: Occasion = NO_OCCASION, mode: Mode = Mode.REPORTED) -> Table:
        """Open a match."""
        match = self.recorder.open_match("toy", EDITION, names, mode, occasion=occasion)
        assert isinstance(match, Opened), match
        return Table(self.recorder, self.clock, match)

    def count(self) -> None:
        """Count all that there is to count."""
        while self.runner.pass_over():
            pass

    def rows(self, statistic: Statistic) -> list[tuple[Any, ...]]:
        """The rows that are shown now."""
        with self.read_side.reading(statistic) as view:
            return sorted(map(tuple, view.connection.execute(select(rows_table(statistic, view.build)))))

    def totals(self, statistic: Statistic) -> list[tuple[Any, ...]]:
        """The sums that are shown now."""
        with self.read_side.reading(statistic) as view:
            return sorted(map(tuple, view.connection.execute(select(totals_table(statistic, view.build)))))

    def goals(self) -> dict[str, int]:
        """The goals of each side by its name, over all that counts."""
        side = [column.name for column in totals_table(GOALS, 0).columns].index("side")
        return {row[side]: row[-3] for row in self.totals(GOALS)}

    def live(self, statistic: Statistic) -> int:
        """The number of the build that is read now."""
        with self.read_side.reading(statistic) as view:
            return view.build

    def aside(self) -> set[tuple[str, str, int]]:
        """What is set aside: statistic, match and version."""
        return {(one.statistic, one.match_id, one.version) for one in self.read_side.set_aside()}

    def rebuild(self, *statistics: Statistic) -> None:
        """Build statistics anew, to the end."""
        begun = self.read_side.build_anew(*statistics)
        self.count()
        assert {build.state for build in self.read_side.look_at(*begun)} == {State.LIVE}

    def sound(self) -> bool:
        """Every row follows from the log, read match by match, and every sum from the rows; so it is built anew."""
        for statistic in self.read_side.catalogue.values():
            follows = sorted(self._follow(statistic))
            assert self.rows(statistic) == follows
            if statistic.totals:
                assert self.totals(statistic) == sorted(_summed(statistic, follows))
        begun = self.read_side.build_anew(*self.read_side.catalogue.values(), state=State.CHECKING)
        self.count()
        assert self.read_side.differences(*begun) == []
        self.read_side.give_up(*begun)
        return True

    def _follow(self, statistic: Statistic) -> Iterator[tuple[Any, ...]]:
        for _, match_id in self.recorder.matches(limit=10_000):
            match = Reading(self.recorder.read(match_id))
            for row in statistic.of(match):
                yield msgspec.structs.astuple(match.header) + msgspec.structs.astuple(row)


def _summed(statistic: Statistic, rows: Sequence[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    names = [column.name for column in (*HEADER, *statistic.columns)]
    subject = (*(name for name in names if name in OCCASION), *(column.name for column in statistic.keys))
    sums: dict[tuple[Any, ...], Counter[str]] = {}
    for values in rows:
        row = dict(zip(names, values, strict=True))
        sums.setdefault(tuple(row[name] for name in subject), Counter()).update(
            {MATCHES: 1, **{column.name: row[column.name] for column in statistic.measures}}
        )
    for occasion, added in sums.items():
        yield (*occasion, *(added[column.name] for column in statistic.measures), added[MATCHES])


def execute(store: str, statement: str) -> None:
    """Do something to the database of a store behind the recorder's back."""
    if store.startswith("sqlite"):
        with closing(sqlite3.connect(store.removeprefix("sqlite:///"))) as database, database:
            database.execute(statement)
    else:
        with psycopg.connect(store) as connection:
            connection.execute(statement.encode())
