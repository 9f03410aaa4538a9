"""Scoreboards and summaries, as pure functions of a record."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.match import editions
from domain.match.chance import Mode
from domain.match.envelope import Act
from domain.match.record import DamagedRecord, MatchRecord, UnknownVersion
from domain.match.recorder import Opened, Recorder
from domain.match.registry import Games
from domain.match.sides import BySide, Side, Viewer
from projections.scoreboard import Scoreboard, scoreboard
from projections.summaries import summary
from tests.toy import TOY, TOY_EDITION, Coin, HideCorner, ToyEdition


@pytest.fixture
def record(tmp_path: Path) -> Iterator[MatchRecord]:
    """A match in which the home side has won the first of two rounds."""
    with Recorder(f"sqlite:///{tmp_path}/matches.db", Games([TOY])) as recorder:
        names = BySide("Reds", "Blues")
        opened = recorder.open_match("toy", editions.read(ToyEdition, TOY_EDITION), names, Mode.REPORTED)
        assert isinstance(opened, Opened)
        acts: list[Act] = [HideCorner(side=Side.HOME, corner=1), HideCorner(side=Side.AWAY, corner=2), Coin(face=0)]
        for number, act in enumerate(acts):
            recorder.submit(opened.match_id, opened.tokens[Viewer.REFEREE], str(number), act)
        yield recorder.match(opened.match_id)


def test_a_scoreboard_tells_the_score_as_it_stands(record: MatchRecord) -> None:
    assert scoreboard(record) == Scoreboard(
        match_id=record.id,
        game="toy",
        version=6,
        names=BySide("Reds", "Blues"),
        score=BySide(1, 0),
        period="round 2",
        over=False,
        winner=None,
        shoot_out=None,
    )


def test_a_scoreboard_tells_the_score_as_it_stood(record: MatchRecord) -> None:
    assert scoreboard(record, 5).score == BySide(0, 0)
    with pytest.raises(UnknownVersion):
        scoreboard(record, 7)


def test_a_summary_of_a_sound_match_has_its_scoreboard(record: MatchRecord) -> None:
    told = summary(record)
    assert (told.id, told.version, told.mode, told.damage) == (record.id, 6, Mode.REPORTED, None)
    assert told.scoreboard == scoreboard(record)


def test_a_summary_of_a_damaged_match_has_the_scoreboard_before_the_damage(record: MatchRecord) -> None:
    record.extend_from([(8, 8, "toy.RoundScored@1", b"{}", b"", b"")])
    told = summary(record)
    assert told.damage is not None
    assert told.damage.version == 7
    assert told.scoreboard == scoreboard(record, 6)


def test_a_summary_of_a_match_without_a_readable_opening_has_its_damage_alone(record: MatchRecord) -> None:
    unreadable = MatchRecord("lost", record._games, record._codec)
    unreadable.extend_from([(1, 1, "match.MatchOpened@1", b"{", b"", b"")])
    told = summary(unreadable)
    assert (told.version, told.mode, told.opened_at, told.scoreboard) == (0, None, None, None)
    assert told.damage is not None
    assert told.damage.version == 1
    with pytest.raises(DamagedRecord):
        scoreboard(unreadable)
