"""Drafts on every engine: a match that is recorded whole is the match that its commands would have recorded."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import pytest

from domain.match import archive
from domain.match.answers import Accepted, MatchOver, NotPermitted, NotYourTurn
from domain.match.chance import Mode
from domain.match.draft import Draft
from domain.match.envelope import Act
from domain.match.game import RuleViolation
from domain.match.opening import Occasion, Prepared, prepare
from domain.match.recorder import AlreadyRecorded, Opened, Recorder
from domain.match.sides import BySide, Side, Viewer
from tests.domain.match.conftest import GAMES, NAMES
from tests.domain.match.tables import KICK_OFF
from tests.domain.match.test_log_tail import collect
from tests.toy import Coin, HideCorner

ENGINES = ("sqlite", "postgresql")

OCCASION = Occasion("Cup", "1999", BySide("Ada", "Bo"))


def ticking() -> Callable[[], datetime]:
    """A clock that goes on a second whenever somebody looks at it."""
    seconds = count()
    return lambda: KICK_OFF + timedelta(seconds=next(seconds))


def acts(mode: Mode) -> Iterator[tuple[Viewer, Act]]:
    """A toy match of two rounds, act by act."""
    for corner in (1, 2):
        yield Viewer.HOME, HideCorner(side=Side.HOME, corner=corner)
        yield Viewer.AWAY, HideCorner(side=Side.AWAY, corner=2)
        if mode is Mode.REPORTED:
            yield Viewer.REFEREE, Coin(face=1)


def draft(recorder: Recorder, edition: Any, mode: Mode, seed: int = 1) -> Draft:
    """A match that has just been opened."""
    luck = Random(seed).randbytes
    prepared = prepare(GAMES, luck, "toy", edition, NAMES, mode, occasion=OCCASION)
    assert isinstance(prepared, Prepared)
    return Draft(prepared, recorder.codec, ticking(), luck)


def played(match: Draft, mode: Mode, until: int | None = None) -> Draft:
    """The same match after some of its acts, or all."""
    for seat, act in list(acts(mode))[:until]:
        assert match.submit(seat, f"v{match.version}", act) is None
    return match


@pytest.mark.parametrize("mode", list(Mode))
def test_it_is_recorded_to_the_byte_as_if_each_command_had_been_submitted(recorder, store, edition, mode, tmp_path):
    recorder.record_whole([played(draft(recorder, edition, mode), mode).whole()])
    beside = f"sqlite:///{tmp_path}/one_by_one.db"
    with Recorder(beside, GAMES, clock=ticking(), entropy=Random(1).randbytes) as other:
        match = other.open_match("toy", edition, NAMES, mode, occasion=OCCASION)
        assert isinstance(match, Opened)
        for seat, act in acts(mode):
            version = other.match(match.match_id).version
            answer = other.submit(match.match_id, match.tokens[seat], f"v{version}", act, version)
            assert isinstance(answer, Accepted), answer
        assert [row[1:] for row in recorder.stored(match.match_id)] == [row[1:] for row in other.stored(match.match_id)]
        commitment = other.match(match.match_id).opening.commitment
        for seat, token in match.tokens.items():
            assert recorder.holder(match.match_id, token) == other.holder(match.match_id, token)
            assert recorder.holder(match.match_id, token).viewer is seat
        if commitment is not None:
            kept = [one._log.engine.seed(match.match_id, commitment) for one in (recorder, other)]
            assert kept[0] == kept[1] is not None
    assert recorder.match(match.match_id).result.over


@pytest.mark.parametrize("mode", list(Mode))
def test_its_archive_is_sound_with_its_draws_derived_again(recorder, edition, mode) -> None:
    match = played(draft(recorder, edition, mode), mode)
    recorder.record_whole([match.whole()])
    verdict = archive.verify(archive.read(archive.export(recorder, match.match_id)), GAMES)
    assert (verdict.sound, verdict.draws) == (True, 2 if mode is Mode.DEALT else 0)


@pytest.mark.parametrize("mode", list(Mode))
def test_it_goes_on_where_it_was_left_with_its_tokens_and_its_luck(recorder, edition, mode) -> None:
    whole = played(draft(recorder, edition, mode, seed=2), mode)
    match = played(draft(recorder, edition, mode, seed=2), mode, until=1)
    recorder.record_whole([match.whole()])
    first, *rest = acts(mode)
    seat, act = first
    repeated = recorder.submit(match.match_id, match.tokens[seat], "v1", act)
    assert isinstance(repeated, Accepted)
    assert repeated.version == match.version
    for number, (seat, act) in enumerate(rest):
        assert isinstance(recorder.submit(match.match_id, match.tokens[seat], f"later {number}", act), Accepted)
    record = recorder.match(match.match_id)
    assert (record.state, record.result) == (whole.state, whole.result)


def test_many_are_one_commit_in_their_order_and_followers_hear_of_it(recorder, edition) -> None:
    matches = [played(draft(recorder, edition, Mode.DEALT, seed), Mode.DEALT) for seed in range(5)]
    with recorder.follow() as tail:
        last = recorder.record_whole([match.whole() for match in matches])
        total = sum(match.version for match in matches)
        seen = collect(tail, lambda seen: len(seen) == total)
    assert last == recorder.position() == seen[-1].position
    assert [(entry.match_id, entry.version) for entry in seen] == [
        (match.match_id, version) for match in matches for version in range(1, match.version + 1)
    ]
    assert [match_id for _, match_id in recorder.matches()] == [match.match_id for match in matches]


def test_where_one_is_recorded_already_none_is_recorded_and_it_is_named(recorder, edition) -> None:
    matches = [played(draft(recorder, edition, Mode.DEALT, seed), Mode.DEALT) for seed in range(3)]
    recorder.record_whole([matches[1].whole()])
    position = recorder.position()
    with pytest.raises(AlreadyRecorded, match=matches[1].match_id):
        recorder.record_whole([match.whole() for match in matches])
    assert recorder.position() == position
    with pytest.raises(AlreadyRecorded, match=matches[2].match_id):
        recorder.record_whole([matches[2].whole(), matches[2].whole()])
    assert [match_id for _, match_id in recorder.matches()] == [matches[1].match_id]
    recorder.record_whole([matches[0].whole(), matches[2].whole()])
    assert len(recorder.matches()) == 3


def test_nothing_to_record_is_an_error_of_the_caller(recorder) -> None:
    with pytest.raises(ValueError, match="no match"):
        recorder.record_whole([])


def test_what_the_rules_or_the_seats_forbid_is_refused_and_changes_nothing(recorder, edition) -> None:
    match = draft(recorder, edition, Mode.DEALT)
    before = match.whole()
    home = HideCorner(side=Side.HOME, corner=1)
    assert isinstance(match.submit(Viewer.AWAY, "1", home), NotPermitted)
    assert isinstance(match.submit(Viewer.HOME, "2", HideCorner(side=Side.HOME, corner=4)), RuleViolation)
    assert match.whole().rows == before.rows
    assert match.submit(Viewer.HOME, "3", home) is None
    assert isinstance(match.submit(Viewer.HOME, "4", home), NotYourTurn)
    over = played(draft(recorder, edition, Mode.DEALT), Mode.DEALT)
    assert isinstance(over.submit(Viewer.HOME, "5", home), MatchOver)
