"""Rewinds, undos, corrections and irregularities in random matches of every game: the record stays sound throughout."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games import GAMES
from domain.match import archive, play
from domain.match import commands as c
from domain.match.answers import Accepted
from domain.match.chance import Mode
from domain.match.disputes import Preview
from domain.match.envelope import Submitted
from domain.match.game import ChanceEvent, Command, Game, RuleViolation
from domain.match.random_play import choose
from domain.match.record import MatchRecord
from domain.match.recorder import Opened, Recorder
from domain.match.sides import BySide, Viewer
from tests.random_matches import KICK_OFF, SHELF

every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)

ACTS = 60
"""Acts that are played in a match, between the things that the referee does."""


class Disputed:
    """A random match whose referee is busy."""

    def __init__(self, recorder: Recorder, game: Game[Any], mode: Mode, seed: int, clock: list[Any]) -> None:
        edition = next(edition for edition in SHELF if edition.game == game.id)
        names = BySide("Home Town", "Away City")
        opened = recorder.open_match(game.id, edition, names, mode)
        assert isinstance(opened, Opened)
        self.recorder, self.game, self.match, self.clock = recorder, game, opened, clock
        self.rng = Random(seed)
        self.sent = 0

    @property
    def record(self) -> MatchRecord:
        return self.recorder.match(self.match.match_id)

    def send(self, seat: Viewer, act: Submitted) -> Any:
        self.sent += 1
        return self.recorder.submit(self.match.match_id, self.match.tokens[seat], str(self.sent), act)

    def play(self, acts: int) -> None:
        for _ in range(acts):
            record = self.record
            act = choose(self.game, record.state.table, self.rng)
            if act is None:
                return
            seat = Viewer(act.side) if isinstance(act, Command) else Viewer.REFEREE
            answer = self.send(seat, act)
            if isinstance(answer, RuleViolation) and any(
                choice.not_before is not None for choice in record.pending_at(record.version).choices
            ):
                self.clock[0] += timedelta(minutes=3)  # a stop of this side ends
                answer = self.send(seat, act)
            assert isinstance(answer, Accepted), answer

    def standing(self) -> list[int]:
        """Versions that are not struck and from which the match can go on, but for the newest."""
        record = self.record
        pending = ((version, record.pending_at(version)) for version in range(1, record.version) if self.ends(version))
        waiting = [version for version, due in pending if due.choices or due.chance]
        return [version for version in waiting if record.struck_by(version) is None]

    def ends(self, version: int) -> bool:
        """Whether what an act, or a draw of the recorder, has brought ends with a version."""
        (following,) = self.record.events(version, version + 1)
        return following.begins_commit or isinstance(following.event, ChanceEvent)

    def standing_events(self) -> list[Any]:
        """The events of the game that are not struck."""
        record = self.record
        standing = (recorded for recorded in record.events() if record.struck_by(recorded.version) is None)
        return [recorded.event for recorded in standing if type(recorded.event) in self.game.events]

    def corrections(self) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
        """Reports that can be corrected: the version of each, another outcome, and the one that was reported."""
        for recorded in tuple(self.record.events()):
            event = recorded.event
            if not isinstance(event, ChanceEvent) or self.record.struck_by(recorded.version) is not None:
                continue
            first, _ = self.record.commit_of(recorded.version)
            chance = play.pending(self.game, self.record.state_at(first - 1)).chance
            others = [outcome for outcome, _ in chance.outcomes if outcome != event.outcome()] if chance else []
            if others:
                yield recorded.version, _plain(self.rng.choice(others)), _plain(event.outcome())

    def preview(self, command: c.MatchCommand) -> Any:
        """What a ruling would bring."""
        return self.recorder.preview(self.match.match_id, self.match.tokens[Viewer.REFEREE], command)


@pytest.fixture
def disputed(tmp_path: Path) -> Any:
    clock = [KICK_OFF]

    def now() -> Any:
        clock[0] += timedelta(milliseconds=700)
        return clock[0]

    def begin(game: Game[Any], mode: Mode, seed: int) -> Disputed:
        recorder = Recorder(f"sqlite:///{tmp_path}/{seed}.db", GAMES, clock=now)
        opened.append(recorder)
        return Disputed(recorder, game, mode, seed, clock)

    opened: list[Recorder] = []
    yield begin
    for recorder in opened:
        recorder.close()


def is_sound(match: Disputed) -> bool:
    verdict = archive.verify(archive.read(archive.export(match.recorder, match.match.match_id)), GAMES)
    assert verdict.sound, verdict
    return True


@every_game
@pytest.mark.parametrize("mode", list(Mode))
def test_a_match_that_goes_back_again_and_again_is_sound_and_positions_come_back(disputed, game, mode) -> None:
    match = disputed(game, mode, 1)
    for _ in range(6):
        match.play(ACTS // 6)
        version = match.rng.choice(match.standing())
        if match.rng.random() < 0.5 and not match.record.result.over:
            assert isinstance(match.send(Viewer.HOME, c.RequestUndo(version=version)), Accepted)
            answer = match.send(Viewer.AWAY, c.GrantUndo())
        else:
            answer = match.send(Viewer.REFEREE, c.Rewind(version=version, reason="Again."))
        assert isinstance(answer, Accepted), answer
        record = match.record
        assert record.state_at(answer.events[0].version).table == record.state_at(version).table
    match.play(10**6)
    assert match.record.result.over
    assert is_sound(match)


@every_game
@pytest.mark.parametrize("mode", list(Mode))
def test_a_match_goes_back_to_where_it_waited_and_never_into_what_one_act_brought(disputed, game, mode) -> None:
    """MATCH-4.4"""
    match = disputed(game, mode, 5)
    match.play(30)
    versions = range(1, match.record.version)
    previews = {version: match.preview(c.Rewind(version=version, reason="r")) for version in versions}
    assert [version for version, preview in previews.items() if isinstance(preview, Preview)] == match.standing()
    assert not all(map(match.ends, versions))


@every_game
def test_a_rewound_dealt_match_meets_the_same_draws(disputed, game) -> None:
    match = disputed(game, Mode.DEALT, 2)
    match.play(20)
    record = match.record
    first = [recorded.event for recorded in record.events() if type(recorded.event) in game.events]
    acts = [record.act_of(recorded) for recorded in record.events(1) if recorded.entry.command]
    assert isinstance(match.send(Viewer.REFEREE, c.Rewind(version=match.match.version, reason="Again.")), Accepted)
    for act in acts:
        match.clock[0] += timedelta(minutes=2)
        assert isinstance(match.send(Viewer(act.side), act), Accepted)
    record = match.record
    again = [
        recorded.event
        for recorded in record.events()
        if type(recorded.event) in game.events and record.struck_by(recorded.version) is None
    ]
    chance = [[event.outcome() for event in events if isinstance(event, ChanceEvent)] for events in (first, again)]
    assert chance[0] == chance[1]
    assert chance[0]
    assert is_sound(match)


@every_game
def test_a_corrected_report_is_previewed_recorded_and_sound(disputed, game) -> None:
    match = disputed(game, Mode.REPORTED, 3)
    match.play(40)
    corrected = 0
    for version, outcome, _ in match.corrections():
        command = c.Correct(version=version, outcome=outcome, reason="Misread.")
        preview = match.preview(command)
        assert isinstance(preview, Preview), preview
        answer = match.send(Viewer.REFEREE, command)
        if preview.cannot_follow:
            assert isinstance(answer, RuleViolation), answer
            striking = c.Correct(version=version, outcome=outcome, reason="Misread.", strike_what_cannot_follow=True)
            answer = match.send(Viewer.REFEREE, striking)
        assert isinstance(answer, Accepted), answer
        assert match.record.result == preview.after
        corrected += 1
        if corrected == 3:
            break
    assert corrected
    match.play(10**6)
    assert is_sound(match)


@every_game
def test_a_correction_that_is_corrected_back_keeps_every_act_that_could_follow(disputed, game) -> None:
    """MATCH-4.3"""
    match = disputed(game, Mode.REPORTED, 3)
    match.play(40)
    before = match.standing_events()
    number, outcome, was = next(match.corrections())
    version = number
    for told in (outcome, was):
        command = c.Correct(version=version, outcome=told, reason="Misread.", strike_what_cannot_follow=True)
        answer = match.send(Viewer.REFEREE, command)
        assert isinstance(answer, Accepted), answer
        version = answer.events[0].version + 1
    after = match.standing_events()
    assert after == before[: len(after)]
    assert len(after) >= number - 1
    match.play(10**6)
    assert is_sound(match)


@every_game
@pytest.mark.parametrize("mode", list(Mode))
def test_a_sandbox_goes_on_to_its_end_and_is_sound(disputed, game, mode) -> None:
    match = disputed(game, mode, 4)
    match.play(10**6)
    version = match.rng.choice([one for one in match.standing() if match.record.commit_of(one)[1] == one])
    for same_draws in (False, True) if mode is Mode.DEALT else (False,):
        opened = match.recorder.try_out(match.match.match_id, version, same_draws=same_draws)
        assert isinstance(opened, Opened), opened
        sandbox = Disputed.__new__(Disputed)
        sandbox.__dict__.update(match.__dict__, match=opened)
        assert sandbox.record.state.table == match.record.state_at(version).table
        sandbox.play(10**6)
        assert sandbox.record.result.over
        assert is_sound(sandbox)


def _plain(outcome: Any) -> dict[str, Any]:
    return {name: value for name, value in msgspec.to_builtins(outcome).items() if name != "type"}
