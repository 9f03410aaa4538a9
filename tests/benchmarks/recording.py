"""Recording through the recorder, against the library saving bare events of the same bytes in the same commits."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper, StoredEvent

from domain.games import GAMES
from domain.match.answers import Accepted
from domain.match.chance import Mode
from domain.match.envelope import Act, Codec
from domain.match.game import Command
from domain.match.recorder import Opened, Recorder
from domain.match.sides import BySide, Viewer
from tests.benchmarks.harness import Figure, compare
from tests.random_matches import SHELF, RandomMatch

NAMES = BySide("Home Town", "Away City")


def figures() -> Iterator[Figure]:
    """Events recorded a second, with one fsync a commit on both sides."""
    acts = _acts()
    with TemporaryDirectory() as folder, Recorder(f"sqlite:///{folder}/ours.db", GAMES) as recorder:
        commits = _stored(recorder, _record(recorder, acts))
        library = _Library(str(Path(folder) / "library.db"))
        numbers = itertools.count()

        def bare() -> int:
            match_id = str(next(numbers))
            for commit in commits:
                library.save(*[cast(Any, StoredEvent(match_id, *event)) for event in commit])
            return sum(map(len, commits))

        yield compare(
            "events recorded (Tooor!, reported)",
            "events",
            lambda: recorder.match(_record(recorder, acts).match_id).version,
            bare,
            "library saving the same bytes",
            aim=0.7,
        )
        library.close()


class _Library(Application[str]):
    """The library by itself: `save()` of events that are bytes already."""

    def __init__(self, path: str) -> None:
        super().__init__(
            {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path, "ORIGINATOR_ID_TYPE": "text"}
        )

    def construct_mapper(self) -> Mapper[str]:
        return _AsItIs(self.construct_transcoder())


class _AsItIs(Mapper[str]):
    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        stored: StoredEvent = domain_event
        return stored


def _acts() -> list[Act]:
    match = RandomMatch(GAMES.current("tooor"), Mode.REPORTED, 0)
    return [moment.act for moment in match.moments()]


def _record(recorder: Recorder, acts: list[Act]) -> Opened:
    rules = RandomMatch(GAMES.current("tooor"), Mode.REPORTED, 0).opened.house_rules
    edition = SHELF.get("tooor/oracle-1")
    match = recorder.open_match("tooor", edition, NAMES, Mode.REPORTED, rules)
    assert isinstance(match, Opened)
    for number, act in enumerate(acts):
        seat = Viewer(act.side) if isinstance(act, Command) and act.side else Viewer.REFEREE
        answer = recorder.submit(match.match_id, match.tokens[seat], str(number), act)
        assert isinstance(answer, Accepted), answer
    return match


def _stored(recorder: Recorder, match: Opened) -> list[list[tuple[int, str, bytes]]]:
    codec = Codec(GAMES.every_version())
    events = recorder.match(match.match_id).events()
    commits = itertools.groupby(events, key=lambda event: (event.entry.by, event.entry.command_id))
    return [
        [(event.version, codec.topic(event), codec.encode(event.entry)) for event in commit] for _, commit in commits
    ]
