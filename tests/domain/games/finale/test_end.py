"""Extra time and penalties."""

from typing import Any

import pytest

from domain.games.finale import events as e
from domain.games.finale.game import FINALE
from domain.games.finale.state import Penalties
from domain.games.finale.terms import Dismissal, Phase, Standing
from domain.match.sides import SIDES, BySide, Side
from tests.bdd import Situation
from tests.domain.games.changes import BLANK, Change, corners
from tests.domain.games.finale.words import (
    AWAY,
    CROSS,
    HOME,
    RED,
    STARTERS,
    before_reveal,
    dice,
    die,
    ids,
    mark,
    only,
    reveal,
    shooter,
    strengths,
    sub,
    without,
)


def after_period(period: int, *changes: Change, goal: bool = False, **state: object) -> Situation:
    """A period whose only attempt, by home, has ended in a goal or not."""
    last = before_reveal(*changes).where(period=period, **state).played(*reveal("red-1", "blue-1"))
    shots = last.played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0), mark(HOME, "h22"), mark(AWAY, "a2"))
    return shots.played(*dice(3 if goal else 0, 0 if goal else 3))


def penalties(*changes: Change, first: Side = HOME) -> Situation:
    """Penalties are about to begin with a kick of this side; nobody has turned before."""
    last = before_reveal(*changes, tie="noAttempt").where(period=8)
    return last.played(*reveal("red-1", "red-2"), *(dice(2, 1) if first is HOME else dice(1, 2)))


def kick(situation: Situation, scored: bool) -> Situation:
    """The next kick, by the first who may take it, into the goal or not."""
    assert situation.state.penalties is not None
    side = situation.state.penalties.side
    named = situation.played(next(iter(FINALE.legal_commands(situation.state, side))))
    high, low = (3, 0) if scored else (0, 3)
    return named.played(*(dice(high, low) if side is HOME else dice(low, high)))


def even(data: dict[str, Any]) -> None:
    """Everybody is worth 1 on every edge and has no symbol, so that the dice decide."""
    for change in (BLANK, strengths(**{one: 1 for side in SIDES for one in ids(side, range(1, 31))})):
        change(data)


def kicks(situation: Situation, *scored: bool) -> Situation:
    for goal in scored:
        situation = kick(situation, goal)
    return situation


class TestExtraTime:
    @pytest.mark.parametrize(("score", "winner"), [(BySide(1, 0), HOME), (BySide(2, 3), AWAY)])
    def test_more_goals_win(self, score: BySide[int], winner: Side) -> None:
        """FINALE-8.1"""
        over = after_period(6, score=score)
        over.then_happens(e.MatchEnded(side=winner, score=score, clause="FINALE-8.1"))
        result = FINALE.result(over.state)
        assert (result.over, result.winner, result.score, result.shoot_out) == (True, winner, score, None)
        assert over.pending.choices == ()
        assert over.pending.chance is None

    def test_level_two_more_periods_are_played(self) -> None:
        """FINALE-8.1"""
        extra = after_period(6, score=BySide(2, 2))
        extra.then_happens(e.PeriodEnded(period=6), e.ExtraTimeBegun(), e.PeriodStarted(period=7, clause="FINALE-8.1"))
        assert FINALE.result(extra.state).period == "extra time 1"
        second = after_period(7, score=BySide(2, 2), goal=True)
        second.then_happens(e.PeriodStarted(period=8, clause="FINALE-8.1")).then_no(e.MatchEnded)
        after_period(8, score=BySide(2, 3)).then_happens(
            e.MatchEnded(side=AWAY, score=BySide(2, 3), clause="FINALE-8.1")
        )

    def test_decks_hands_and_substitutions_stand_as_they_are(self) -> None:
        """FINALE-8.1"""
        before = before_reveal().where(period=6, substitutions=BySide(4, 1)).played(*reveal("red-1", "blue-1"))
        shots = before.played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0), mark(HOME, "h22"), mark(AWAY, "a2"))
        extra = shots.played(*dice(0, 3))
        assert extra.state.tactics == shots.state.tactics
        assert extra.state.substitutions == BySide(4, 1)
        extra.then_waits_for("home", clause="FINALE-3.1")

    def test_still_level_penalties_decide(self) -> None:
        """FINALE-8.2"""
        level = after_period(8, score=BySide(2, 2)).then_happens(e.PeriodEnded(period=8), e.PenaltiesBegun())
        level.then_due("FINALE-8.2", (die(HOME, 0), 1), (die(HOME, 1), 2), (die(HOME, 2), 2), (die(HOME, 3), 1))
        assert FINALE.result(level.state).period == "penalties"


class TestPenalties:
    @pytest.mark.parametrize(("home", "away", "first"), [(2, 1, HOME), (0, 3, AWAY)])
    def test_dice_decide_who_begins(self, home: int, away: int, first: Side) -> None:
        """FINALE-8.2"""
        begun = after_period(8).played(*dice(home, away))
        figures = f"{max(home, away)} against {min(home, away)}"
        begun.then_happens(
            e.FirstKickDecided(side=first, figures=figures), e.KickAwarded(side=first, number=1)
        ).then_waits_for(first, clause="FINALE-8.4")

    def test_dice_that_are_level_are_rolled_again(self) -> None:
        """FINALE-8.3"""
        again = after_period(8).played(*dice(2, 2)).then_no(e.FirstKickDecided)
        again.then_due("FINALE-8.2").played(*dice(1, 1), *dice(0, 1)).then_happens(
            e.FirstKickDecided(side=AWAY, figures="1 against 0")
        )

    @pytest.mark.parametrize(("home", "away", "scored"), [(0, 1, True), (0, 2, False), (0, 3, False), (3, 0, True)])
    def test_only_more_than_the_goalkeeper_scores(self, home: int, away: int, scored: bool) -> None:
        """FINALE-8.2: 4 against 2."""
        named = penalties().when(shooter(HOME, "h24"))
        named.then(e.ShooterNamed(side=HOME, footballer="h24", goalkeeper="a2"))
        named.played(*dice(home, away)).then_happens(
            e.KickTaken(
                side=HOME,
                footballer="h24",
                goalkeeper="a2",
                shot=e.Strength((4,), home),
                save=e.Strength((2,), away),
                figures=f"4 + {home} against 2 + {away}",
                scored=scored,
            ),
            e.FootballerTurned(side=HOME, footballer="h24", top=1, strength=3),
            e.FootballerTurned(side=AWAY, footballer="a2", top=1, strength=2),
            e.KickAwarded(side=AWAY, number=1),
        )

    def test_symbols_of_shooter_and_goalkeeper_are_checked(self) -> None:
        """FINALE-8.2"""
        named = penalties(corners(h16=RED, a2=CROSS)).played(shooter(HOME, "h16"), *dice(3, 0))
        named.then_due("FINALE-5.3", (die(HOME, 0), 1), (die(HOME, 1), 2), (die(HOME, 2), 2), (die(HOME, 3), 1))
        off = named.played(die(HOME, 3)).then_happens(
            e.FootballerSentOff(side=HOME, footballer="h16", reason=Dismissal.RED_CARD)
        )
        off.when(die(AWAY, 0)).then_happens(
            e.FootballerTurned(side=AWAY, footballer="a2", top=1, strength=2), e.KickAwarded(side=AWAY, number=1)
        )

    def test_all_ten_kicks_are_taken_and_their_goals_are_apart_from_the_score(self) -> None:
        """FINALE-8.2, FINALE-8.3"""
        nine = kicks(penalties(even), *(True, False) * 4, True)
        nine.then_no(e.MatchEnded).then_waits_for("away")
        over = kick(nine, scored=False)
        over.then_happens(e.MatchEnded(side=HOME, score=BySide(0, 0), penalties=BySide(5, 0), clause="FINALE-8.2"))
        result = FINALE.result(over.state)
        assert (result.score, result.shoot_out, result.winner) == (BySide(0, 0), BySide(5, 0), HOME)

    def test_level_after_ten_pairs_go_on_until_one_leads(self) -> None:
        """FINALE-8.2"""
        ten = kicks(penalties(even, first=AWAY), *(True,) * 10).then_no(e.MatchEnded)
        eleven = kick(ten, scored=True).then_no(e.MatchEnded)
        twelve = kick(eleven, scored=True).then_no(e.MatchEnded)
        thirteen = kick(twelve, scored=False).then_no(e.MatchEnded)
        kick(thirteen, scored=True).then_happens(
            e.MatchEnded(side=HOME, score=BySide(0, 0), penalties=BySide(7, 6), clause="FINALE-8.2")
        )

    def test_nobody_shoots_again_before_all_have(self) -> None:
        """FINALE-8.4"""
        start = penalties(even)
        start.then_legal(*(shooter(HOME, one) for one in ids(HOME, STARTERS)))
        second = kicks(start, True, True)
        assert second.state.penalties is not None
        taken = second.state.penalties.shooters[0]
        second.when(shooter(HOME, taken)).then_refused("FINALE-8.4", "footballer", "has kicked more often")
        ten_each = kicks(start, *(True,) * 20)
        (last,) = FINALE.legal_commands(ten_each.state, HOME)
        all_have = kicks(ten_each, True, True)
        assert last in FINALE.legal_commands(all_have.state, HOME)
        all_have.then_legal(*(shooter(HOME, one) for one in ids(HOME, STARTERS)))

    def test_the_goalkeeper_may_shoot(self) -> None:
        """FINALE-8.4"""
        penalties().played(shooter(HOME, "h2"))

    @pytest.mark.parametrize(
        ("footballer", "clause"),
        [("h9", "FINALE-2.1"), ("a4", "FINALE-2.1"), ("x", "FINALE-2.1"), ("h22", "FINALE-4.4")],
    )
    def test_only_own_footballers_on_the_pitch_shoot(self, footballer: str, clause: str) -> None:
        """FINALE-8.4"""
        without(penalties(), "h22").when(shooter(HOME, footballer)).then_refused(clause, "footballer")

    def test_there_are_no_substitutions_and_an_empty_goal_is_defended_by_the_die(self) -> None:
        """FINALE-8.5"""
        empty = without(penalties(), "a2", standing=Standing.INJURED)
        empty.when(sub(HOME, "h4", "h9")).then_refused("FINALE-3.1")
        named = empty.when(shooter(HOME, "h6")).then(e.ShooterNamed(side=HOME, footballer="h6", goalkeeper=None))
        named.played(*dice(1, 1)).then_happens(
            e.KickTaken(
                side=HOME,
                footballer="h6",
                goalkeeper=None,
                shot=e.Strength((1,), 1),
                save=e.Strength((), 1),
                figures="1 + 1 against 0 + 1",
                scored=True,
            )
        )

    def test_a_side_with_nobody_kicks_in_vain(self) -> None:
        """FINALE-8.5"""
        start = only(penalties(even), AWAY)
        one = kick(start, scored=True)
        one.then_happens(
            e.KickAwarded(side=AWAY, number=1), e.KickForgone(side=AWAY), e.KickAwarded(side=HOME, number=2)
        )
        kicks(one, *(True,) * 4).then_happens(
            e.MatchEnded(side=HOME, score=BySide(0, 0), penalties=BySide(5, 0), clause="FINALE-8.2")
        )

    def test_when_neither_side_has_anybody_it_ends_at_once(self) -> None:
        """FINALE-8.5"""
        last = only(only(penalties(corners(h24=RED)), AWAY), HOME, "h24").played(shooter(HOME, "h24"), *dice(3, 0))
        last.when(die(HOME, 3)).then_happens(
            e.MatchEnded(side=HOME, score=BySide(0, 0), penalties=BySide(1, 0), clause="FINALE-8.5")
        )

    def test_with_nobody_from_the_start_the_match_is_drawn(self) -> None:
        """FINALE-8.5"""
        nobody = only(only(before_reveal().where(period=8), HOME), AWAY).played(*reveal("red-1", "blue-1"))
        nobody.played(*dice(1, 1), *dice(0, 0)).then_happens(
            e.PenaltiesBegun(), e.MatchEnded(score=BySide(0, 0), penalties=BySide(0, 0), clause="FINALE-8.5")
        )

    def test_level_after_a_hundred_kicks_each_it_is_drawn(self) -> None:
        """FINALE-8.6"""
        late = penalties(even)
        for done, ended in ((98, False), (99, True)):
            so_far = Penalties(goals=BySide(7, 7), kicks=BySide(done, done), side=HOME)
            level = kicks(late.where(penalties=so_far, phase=Phase.SHOOTER), True, True)
            if ended:
                level.then_happens(e.MatchEnded(score=BySide(0, 0), penalties=BySide(8, 8), clause="FINALE-8.6"))
                assert FINALE.result(level.state).winner is None
            else:
                level.then_no(e.MatchEnded)
