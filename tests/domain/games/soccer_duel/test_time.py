"""The clock, stops, and two sides that act at once."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.clock import LONGEST
from domain.games.soccer_duel.game import SOCCER_DUEL
from domain.games.soccer_duel.terms import Card
from domain.match import archive, editions
from domain.match.answers import Accepted, VersionConflict
from domain.match.chance import Mode
from domain.match.game import Command, Event, RuleViolation, Timed
from domain.match.recorder import Opened, Recorder
from domain.match.sides import SIDES, BySide, Viewer
from tests.bdd import Situation
from tests.domain.games.soccer_duel.words import (
    AWAY,
    HOME,
    NAMES,
    ball,
    begin,
    coin,
    dealt_hands,
    discard,
    draw,
    draws,
    end,
    go,
    holding,
    opened,
    place,
    shipped,
    start,
)

GO = datetime(2026, 5, 1, 15, 0, 0, 250_000, tzinfo=UTC)
MOMENT = "2026-05-01T15:00:00.250+00:00"


def at(milliseconds: float) -> datetime:
    """A moment after "Go!"."""
    return GO + timedelta(milliseconds=milliseconds)


def under_way(*pile: str) -> Situation:
    """A dealt match whose "Go!" was at GO."""
    return dealt_hands(opened(*pile)).played(start(HOME, 1, MOMENT), start(AWAY, 7, MOMENT))


class TestTheRecordersClock:
    def test_the_game_is_a_timed_one(self) -> None:
        assert isinstance(SOCCER_DUEL, Timed)

    def test_it_fills_in_the_milliseconds_since_go(self) -> None:
        """DUEL-3.8."""
        state = under_way().state
        for command in (place(HOME, 2, 0, 1), begin(HOME, 2), discard(HOME, 2), end(HOME)):
            stamped: Any = SOCCER_DUEL.stamp(state, command, at(1234.9))
            assert stamped.time == 1234

    def test_whatever_offset_it_shows(self) -> None:
        """DUEL-3.8."""
        elsewhere = at(900).astimezone(timezone(timedelta(hours=-7)))
        stamped: Any = SOCCER_DUEL.stamp(under_way().state, end(HOME), elsewhere)
        assert stamped.time == 900

    @pytest.mark.parametrize("late", [-5, 0, 999])
    def test_where_it_steps_back_the_time_of_the_match_stands_still(self, late: int) -> None:
        """DUEL-3.8."""
        state = under_way("- - - red").played(place(HOME, 2, 0, 1, 1_000), draw(HOME, 13)).state
        stamped: Any = SOCCER_DUEL.stamp(state, place(AWAY, 8, 0, 1), at(late))
        assert stamped.time == 1_000

    def test_it_gives_go_its_moment(self) -> None:
        """DUEL-2.3, DUEL-3.8."""
        stamped: Any = SOCCER_DUEL.stamp(dealt_hands(opened()).state, start(HOME, 1), at(0.7))
        assert stamped.moment == MOMENT

    def test_outcomes_have_no_time_of_their_own(self) -> None:
        state = under_way().state
        assert SOCCER_DUEL.stamp(state, coin(HOME), at(5)) == coin(HOME)

    def test_before_go_there_is_nothing_to_count(self) -> None:
        stamped: Any = SOCCER_DUEL.stamp(opened().state, end(HOME), at(5))
        assert stamped.time == 0

    @pytest.mark.parametrize("command", [place(HOME, 2, 0, 1, 5), start(HOME, 1, MOMENT), end(HOME, 0)])
    def test_a_command_that_brings_a_time_of_its_own_is_refused(self, command: Command) -> None:
        """DUEL-3.8."""
        refused = SOCCER_DUEL.stamp(under_way().state, command, at(5))
        assert isinstance(refused, RuleViolation)
        assert refused.clause == "DUEL-3.8"
        assert refused.path in ("time", "moment")

    def test_it_stands_still_after_23_days(self) -> None:
        """DUEL-3.13."""
        state = under_way("yellow", "- - - red").state
        stamped: Any = SOCCER_DUEL.stamp(state, place(HOME, 2, 0, 1), GO + timedelta(days=60))
        assert stamped.time == LONGEST == 2_000_000_000
        match = under_way("yellow", "- - - red").played(stamped, draw(HOME, 13), draw(HOME, 14))
        assert match.state.camp(HOME).stopped_until == LONGEST
        match.played(place(HOME, 3, 1, 0, LONGEST))


class TestTheScorekeepersTimes:
    def test_they_do_not_decrease(self) -> None:
        """DUEL-3.8."""
        match = go("- - - red", mode="reported").played(place(HOME, 2, 0, 1, 1_000), draw(HOME, 13))
        match.when(place(AWAY, 8, 0, 1, 999)).then_refused("DUEL-3.8", "time", "1000 ms have passed")
        match.played(place(AWAY, 8, 0, 1, 1_000))

    @pytest.mark.parametrize("time", [-1, -(10**12)])
    def test_nothing_comes_before_go(self, time: int) -> None:
        """DUEL-3.8."""
        go(mode="reported").when(place(HOME, 2, 0, 1, time)).then_refused("DUEL-3.8", "time")

    def test_they_have_to_be_given(self) -> None:
        """DUEL-3.8."""
        go(mode="reported").when(place(HOME, 2, 0, 1)).then_refused("DUEL-3.8", "time", "0 at the earliest")

    def test_they_end_where_the_clock_does(self) -> None:
        """DUEL-3.13."""
        go(mode="reported").when(place(HOME, 2, 0, 1, LONGEST + 1)).then_refused("DUEL-3.13", "time")

    def test_go_may_have_a_moment_and_needs_none(self) -> None:
        """DUEL-2.3."""
        match = dealt_hands(opened(mode="reported"))
        match.played(start(HOME, 1)).when(start(AWAY, 7)).then_happens(e.GoCalled(moment=None, time=0))
        match.played(start(HOME, 1)).when(start(AWAY, 7, MOMENT)).then_happens(e.GoCalled(moment=MOMENT, time=0))

    def test_every_event_after_go_has_its_time(self) -> None:
        """DUEL-3.8."""
        match = go("yellow", "- - - red", mode="reported")
        for act in (place(HOME, 2, 0, 1, 70), draw(HOME, 13), draw(HOME, 14), place(AWAY, 8, 0, 1, 80)):
            match = match.when(act)
            assert {event.time for event in match.events} == {match.state.clock}  # type: ignore[attr-defined]


class TestStops:
    def test_a_yellow_card_stops_for_15_seconds_and_a_red_for_30(self) -> None:
        """DUEL-3.6: the card goes out of the game, and another tile is drawn."""
        for face, seconds in (("yellow", 15), ("red", 30)):
            match = go(face, "- - - red").played(place(HOME, 2, 0, 1, 1_000)).when(draw(HOME, 13))
            until = 1_000 + seconds * 1_000
            match.then(
                e.TileDrawn(side=HOME, tile=13, face=face, left=1, time=1_000, clause="DUEL-3.3"),
                e.SideStopped(side=HOME, card=Card(face), seconds=seconds, until=until, time=1_000),
            )
            assert match.state.out == (13,)
            match.then_due("DUEL-3.3", (draw(HOME, 14), 1))

    def test_they_add_up_end_to_end(self) -> None:
        """DUEL-3.6."""
        match = go("yellow", "red", "- - - red").played(place(HOME, 2, 0, 1, 1_000), *draws(HOME, 13, 14))
        assert match.state.camp(HOME).stopped_until == 46_000

    def test_one_that_has_ended_does_not_count(self) -> None:
        """DUEL-3.6."""
        match = go("yellow", "red", "- - - red", "- - - red").played(
            place(HOME, 2, 0, 1, 0), draw(HOME, 13), draw(HOME, 15), place(HOME, 3, 1, 0, 20_000), draw(HOME, 14)
        )
        assert match.state.camp(HOME).stopped_until == 50_000

    def test_a_stopped_side_is_refused_and_told_how_long_remains(self) -> None:
        """DUEL-3.6."""
        match = go("yellow", "- - - red").played(place(HOME, 2, 0, 1, 1_000), draw(HOME, 13), draw(HOME, 14))
        match.when(place(HOME, 3, 1, 0, 13_500)).then_refused("DUEL-3.6", "time", "stopped for another 2.500 s")
        match.when(place(HOME, 3, 1, 0, 15_999)).then_refused("DUEL-3.6")
        match.when(discard(HOME, 3, 15_999)).then_refused("DUEL-3.6")
        match.when(begin(HOME, 3, 15_999)).then_refused("DUEL-3.6")
        match.played(place(HOME, 3, 1, 0, 16_000))

    def test_the_other_side_plays_on(self) -> None:
        """DUEL-3.6."""
        match = go("yellow", "- - - red").played(place(HOME, 2, 0, 1, 1_000), draw(HOME, 13), draw(HOME, 14))
        match.played(place(AWAY, 8, 0, 1, 1_100), place(AWAY, 9, 1, 0, 1_200))

    def test_the_last_tile_may_be_a_card_and_nothing_follows_it(self) -> None:
        """DUEL-3.3, DUEL-3.6."""
        match = go("yellow").played(place(HOME, 2, 0, 1, 1_000), draw(HOME, 13))
        assert match.pending.chance is None
        assert match.state.camp(HOME).hand == (3, 4, 5, 6)

    def test_the_choice_says_when_the_stop_ends(self) -> None:
        """DUEL-3.6."""
        match = go("yellow", "- - - red").played(place(HOME, 2, 0, 1, 1_000), draw(HOME, 13), draw(HOME, 14))
        assert [choice.not_before for choice in match.pending.choices] == [16_000, None]
        match = match.played(place(AWAY, 8, 0, 1, 16_000))
        assert [choice.not_before for choice in match.pending.choices] == [None, None]

    def test_in_a_later_game_it_counts_from_the_first_go(self) -> None:
        """DUEL-2.3: so that who knows when the match began knows when to go on."""
        match = under_way().where(game=2, kick_off="2026-05-01T14:50:00.250+00:00")
        match = holding(match, HOME, 2, stopped_until=7_000)
        assert match.pending.choices[0].not_before == 607_000


class TestActingAtOnce:
    def test_nothing_that_one_side_does_makes_the_other_decide_anew(self) -> None:
        """DUEL-3.8."""
        match = go("yellow", "- - - red", "- - - red").when(place(HOME, 2, 0, 1, 1))
        assert not any(SOCCER_DUEL.disturbs(event, AWAY) for event in match.events)
        assert all(SOCCER_DUEL.disturbs(event, HOME) for event in match.events)

    def test_but_the_last_tile_of_the_pile_does(self) -> None:
        """DUEL-3.8."""
        match = go("- - - red", "- - - red").played(place(HOME, 2, 0, 1, 1))
        first = match.when(draw(HOME, 13))
        assert not any(SOCCER_DUEL.disturbs(event, AWAY) for event in first.events)
        last = first.played(place(HOME, 3, 1, 0, 2)).when(draw(HOME, 14))
        assert [SOCCER_DUEL.disturbs(event, AWAY) for event in last.events] == [True]

    def test_what_concerns_the_table_does_too(self) -> None:
        """DUEL-4.1: overtime leaves nobody what was in the hand."""
        over: Event = e.OvertimeBegun(score=BySide(0, 0), received=BySide((), ()))
        assert all(SOCCER_DUEL.disturbs(over, side) for side in SIDES)


class TestThroughTheRecorder:
    """The clock is injected; every event is on disk; an archive is stamped again from its envelopes."""

    def _open(self, folder: Path) -> tuple[Recorder, Opened]:
        ticks = count()
        store = f"sqlite:///{folder}/duel.db"
        recorder = Recorder(store, GAMES, clock=lambda: GO + timedelta(seconds=20 * next(ticks)), entropy=bytes)
        edition = editions.read(SOCCER_DUEL.edition_model, shipped())
        match = recorder.open_match("soccer_duel", edition, NAMES, Mode.DEALT)
        assert isinstance(match, Opened)
        return recorder, match

    def test_both_sides_send_on_the_same_version_and_both_are_accepted(self, tmp_path: Path) -> None:
        """DUEL-3.8."""
        recorder, match = self._open(tmp_path)
        with recorder:
            for _ in range(40):
                record = recorder.match(match.match_id)
                seen, table = record.version, record.state.table
                for side in SIDES:
                    legal = list(SOCCER_DUEL.legal_commands(table, side))
                    if not legal or table.camp(side).stopped_until:
                        continue
                    answer = recorder.submit(
                        match.match_id, match.tokens[Viewer(side)], f"{seen}{side}", legal[0], seen
                    )
                    assert isinstance(answer, Accepted) or table.pile == ()
                if not recorder.match(match.match_id).state.table.pile:
                    break
            record = recorder.match(match.match_id)
            assert record.version > 60
            times = [getattr(event.event, "time", None) for event in record.events()]
            known = [time for time in times if time is not None]
            assert known == sorted(known)
            assert known[0] == 0 < known[-1]
            assert archive.verify(archive.read(archive.export(recorder, match.match_id)), GAMES).sound

    def test_a_command_of_the_same_side_on_an_old_version_is_a_conflict(self, tmp_path: Path) -> None:
        """DUEL-3.8: it was made with another hand in mind."""
        recorder, match = self._open(tmp_path)
        with recorder:
            table = recorder.match(match.match_id).state.table
            version = recorder.match(match.match_id).version
            first, second = list(SOCCER_DUEL.legal_commands(table, HOME))[:2]
            token = match.tokens[Viewer.HOME]
            assert isinstance(recorder.submit(match.match_id, token, "1", first, version), Accepted)
            assert isinstance(recorder.submit(match.match_id, token, "2", second, version), VersionConflict)


def test_a_ball_takes_the_time_of_its_last_tile() -> None:
    """DUEL-3.5, DUEL-3.8."""
    first, second, _ = ball(HOME, 1)
    match = go().played(first, second).when(ball(HOME, 77)[2])
    (goal,) = (event for event in match.events if isinstance(event, e.GoalScored))
    assert goal.time == 77
