"""Given facts, when a statistic counts them, then rows: how the tests of statistics speak."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from typing import Any

from sqlalchemy import ColumnElement, create_engine, literal, select

from domain.games import GAMES
from domain.match import archive
from domain.match.archive import Archive
from domain.match.chance import Source
from domain.match.facts import Fact, PeriodBegun, Stage
from domain.match.record import MatchRecord
from domain.match.recorder import Recorder
from domain.match.sides import BySide, Side
from projections.reading import Noted, Reading
from projections.statistic import Statistic
from projections.statistics import catalogue
from tests import golden_matches

HOME, AWAY = Side.HOME, Side.AWAY
GOLDEN = [path for game in GAMES for path in golden_matches.files(game.id)]
REDS, BLUES = ("Reds", "home", "Ann"), ("Blues", "away", "")
"""The sides of given facts, as rows begin with them."""


class Given(Reading):
    """A match of which facts are given; each comes with an event of its own, from version 1 on."""

    def __init__(self, *facts: Fact, source: Source | None = None, names: Mapping[str, str] | None = None) -> None:
        self._facts = {}
        self._names = names or {}
        self.version = len(facts)
        period: tuple[str, Stage, int | None] = ("", Stage.NORMAL, None)
        for version, fact in enumerate(facts, start=1):
            if isinstance(fact, PeriodBegun):
                period = fact.period, fact.stage, fact.minute
            noted = Noted(fact, version, datetime(2026, 8, 1, tzinfo=UTC), source, *period)
            self._facts.setdefault(type(fact), []).append(noted)

    @property
    def names(self) -> BySide[str]:
        return BySide(REDS[0], BLUES[0])

    def who(self, side: Side | None) -> tuple[str, str, str]:
        return ("", "", "") if side is None else REDS if side is HOME else BLUES

    def name_of(self, side: Side, footballer: str) -> str | None:
        return self._names.get(footballer)


def told(statistic: str, *facts: Fact, **further: Any) -> list[dict[str, Any]]:
    """What a statistic counts of given facts: of each row who it is about, and all that is not 0."""
    rows = catalogue()[statistic].rows(Given(*facts, **further))
    return [{name: value for name, value in _fields(row) if value or value is False} for row in rows]


def about(side: tuple[str, str, str], **values: Any) -> dict[str, Any]:
    """A row of a side as `told` tells it."""
    named = dict(zip(("side", "venue", "coach"), side, strict=True))
    return {name: value for name, value in named.items() if value} | values


def _fields(row: Any) -> Iterator[tuple[str, Any]]:
    return ((name, getattr(row, name)) for name in row.__struct_fields__)


def every_row(match: Reading) -> dict[str, list[Any]]:
    """The rows of every statistic by its name, in order of their keys."""
    return {name: sorted(statistic.of(match), key=repr) for name, statistic in catalogue().items()}


def derived(statistic: Statistic, name: str, **sums: int) -> Any:
    """A derived value out of sums, as a database works it out."""

    class Sums:
        def __getattr__(self, measure: str) -> ColumnElement[int]:
            return literal(sums[measure])

    expression: Callable[[Any], Any] = next(one.expression for one in statistic.derived if one.name == name)
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            return connection.execute(select(expression(Sums()))).scalar_one()
    finally:
        engine.dispose()


_number = count()


@contextmanager
def restored(golden: Archive, folder: Any) -> Iterator[tuple[Recorder, str]]:
    """A recorder that holds a golden match, and the id of that."""
    with Recorder(f"sqlite:///{folder}/{next(_number)}.db", GAMES) as recorder:
        yield recorder, archive.restore(recorder, golden).match_id


def grown(recorder: Recorder, match_id: str) -> Iterator[MatchRecord]:
    """A record of a match that grows event by event: the same one after each."""
    record = MatchRecord(match_id, recorder.games, recorder.codec)
    for row in recorder.stored(match_id):
        record.extend_from([row])
        assert record.damage is None
        yield record
