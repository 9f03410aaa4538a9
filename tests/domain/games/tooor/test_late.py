"""Half-time, the end, extra time and the shoot-out; clauses 8 to 10."""

import pytest

from domain.games.tooor import events as e
from domain.games.tooor.course import KICKS_AT_MOST
from domain.games.tooor.game import TOOOR
from domain.games.tooor.state import ShootOut
from domain.games.tooor.terms import Line, Period, Phase, Purpose
from domain.match.game import Event
from domain.match.sides import BySide, Side
from tests.bdd import Situation
from tests.domain.games.changes import BLANK, Change, corners
from tests.domain.games.tooor.words import (
    AWAY,
    HOME,
    RED,
    dice,
    die,
    draw,
    drawn,
    end,
    goalkeeper,
    having,
    kicker,
    mark,
    match,
    move,
    penalty,
    place,
    powers,
    shooter,
    tactic,
    tactics,
    without,
)

FIVE = ("2", "3", "4", "5", "6")


def last_shot_of(period: Period, score: BySide[int], home_die: int = 0) -> Situation:
    """Home's shot in a period is taken; with 0 it is saved, with 3 a goal."""
    begun = match(BLANK, powers(h9=3, a1=3)).where(period=period, score=score)
    return begun.played(
        *tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a2"), *dice(3, 0), shooter(HOME, "h9"), *dice(home_die, 0)
    )


def half_time() -> Situation:
    return last_shot_of(Period.MINUTE_45, BySide(0, 0))


def extra_time() -> Situation:
    """Before extra time, when both may rearrange."""
    return last_shot_of(Period.MINUTE_90, BySide(1, 1))


def open_cards() -> Situation:
    """Extra time with open cards: home has 2 and 6, away 1 and 5."""
    return extra_time().played(end(HOME), end(AWAY), *drawn((6, 2), (5, 1)))


def shoot_out(*changes: Change, off: tuple[str, ...] = (), **rules: str) -> Situation:
    """A shoot-out before the sides line up, with some footballers off the pitch."""
    start = without(match(*changes, **rules), *off).where(score=BySide(2, 2))
    places = BySide(min(5, len(start.state.squad(HOME))), min(5, len(start.state.squad(AWAY))))
    return start.with_events(e.ShootOutBegun(places=places))


def lined_up(*changes: Change, off: tuple[str, ...] = (), **rules: str) -> Situation:
    """The same with h2 to h6 and a2 to a6 in line, or as many as there are; home kicks first."""
    situation = shoot_out(*changes, off=off, **rules)
    for side in (HOME, AWAY):
        for _ in range(situation.state.shoot_out.places.of(side)):
            situation = situation.played(next(iter(TOOOR.legal_commands(situation.state, side))))
    return situation.played(*dice(1, 0))


def kicks(situation: Situation, *scored: bool) -> Situation:
    """Kicks of the sides in turn, all powers being equal: 1 against 0 is a goal."""
    for one in scored:
        side = situation.state.attacker
        for rolled in (HOME, AWAY):
            situation = situation.played(die(rolled, int(one and rolled is side)))
    return situation


LEVEL = powers(**{f"{side}{number}": 3 for side in "ha" for number in range(1, 12)})
"""Every footballer is worth 3 on every edge."""


def sudden_death(**rules: str) -> Situation:
    """After ten kicks, none of them a goal."""
    return kicks(lined_up(BLANK, LEVEL, off=(), **rules), *[False] * 10)


def happened(situation: Situation, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in situation.events)


# 8 Half-time


def test_tooor_8_1_at_half_time_both_sides_may_rearrange_without_turning() -> None:
    """TOOOR-8.1"""
    reached = half_time().then_happens(e.PhaseEnded(period=Period.MINUTE_45), e.HalfTimeReached())
    reached.then_waits_for("home", "away", clause="TOOOR-8.1")
    moved = reached.when(move(HOME, "h9", Line.YELLOW))
    moved.then(e.FootballerMoved(side=HOME, footballer="h9", left=Line.RED, line=Line.YELLOW))
    assert moved.state.footballers["h9"].line is Line.YELLOW
    assert moved.state.footballers["h9"].top == reached.state.footballers["h9"].top == 2


@pytest.mark.parametrize(
    ("footballer", "line", "clause", "path"),
    [
        ("h9", Line.RED, "TOOOR-8.1", "line"),
        ("a9", Line.BLUE, "TOOOR-1.1", "footballer"),
        ("h11", Line.BLUE, "TOOOR-5.4", "footballer"),
        ("h12", Line.BLUE, "TOOOR-1.1", "footballer"),
    ],
)
def test_tooor_8_1_a_move_that_is_none_is_refused(footballer: str, line: Line, clause: str, path: str) -> None:
    """TOOOR-8.1"""
    without(half_time(), "h11").when(move(HOME, footballer, line)).then_refused(clause, path)


def test_tooor_8_1_every_outfielder_may_go_to_every_other_line() -> None:
    """TOOOR-8.1"""
    reached = without(half_time(), *(f"h{number}" for number in range(3, 12)))
    lines = (Line.RED, Line.BLUE, Line.GOALKEEPER)
    reached.then_legal(end(HOME), *(move(HOME, "h2", line) for line in lines))


def test_tooor_8_2_then_the_fourth_period_begins() -> None:
    """TOOOR-8.2"""
    ended = half_time().played(end(HOME)).then_no(e.PeriodStarted).when(end(AWAY))
    ended.then(e.RearrangementEnded(side=AWAY), e.PeriodStarted(period=Period.MINUTE_60, clause="TOOOR-8.2"))
    assert ended.state.hands.home == (1, 2, 3, 4, 5)


def test_tooor_8_3_who_moves_into_the_goal_exchanges_places_with_the_goalkeeper() -> None:
    """TOOOR-8.3"""
    moved = half_time().when(move(HOME, "h9", Line.GOALKEEPER))
    moved.then(
        e.FootballerMoved(
            side=HOME,
            footballer="h9",
            left=Line.RED,
            line=Line.GOALKEEPER,
            exchanged_with="h1",
            clause="TOOOR-8.3",
        )
    )
    assert [one.id for one in moved.state.squad(HOME) if one.line is Line.GOALKEEPER] == ["h9"]
    assert moved.state.footballers["h1"].line is Line.RED


def test_tooor_8_3_the_goal_is_never_left_empty() -> None:
    """TOOOR-8.3"""
    half_time().when(move(HOME, "h1", Line.RED)).then_refused("TOOOR-8.3", "footballer", saying="in place of")


def test_tooor_8_3_other_lines_may_hold_any_number() -> None:
    """TOOOR-8.3"""
    all_in_defence = half_time().played(*(move(HOME, f"h{number}", Line.YELLOW) for number in range(6, 12)))
    assert sum(one.line is Line.YELLOW for one in all_in_defence.state.squad(HOME)) == 10


def test_tooor_8_4_a_side_that_has_ended_its_rearrangement_moves_nobody_any_more() -> None:
    """TOOOR-8.4"""
    ended = half_time().when(end(HOME)).then(e.RearrangementEnded(side=HOME)).then_waits_for("away")
    ended.when(move(HOME, "h9", Line.BLUE)).then_refused("TOOOR-8.1")
    ended.played(move(AWAY, "a9", Line.BLUE), move(AWAY, "a9", Line.RED)).then_waits_for("away")


# 9 End and extra time


@pytest.mark.parametrize(("away", "winner"), [(0, HOME), (2, AWAY)])
def test_tooor_9_1_after_90_minutes_the_higher_score_wins(away: int, winner: Side) -> None:
    """TOOOR-9.1"""
    ended = last_shot_of(Period.MINUTE_90, BySide(1, away))
    ended.then_happens(e.MatchEnded(side=winner, score=BySide(1, away), clause="TOOOR-9.1"))
    result = TOOOR.result(ended.state)
    assert (result.over, result.winner, result.score) == (True, winner, BySide(1, away))
    assert ended.pending.choices == ()
    assert ended.pending.chance is None
    ended.when(tactic(HOME, 1)).then_refused("TOOOR-3.2")


def test_tooor_9_1_the_last_goal_counts() -> None:
    """TOOOR-9.1"""
    ended = last_shot_of(Period.MINUTE_90, BySide(0, 0), home_die=3)
    ended.then_happens(e.MatchEnded(side=HOME, score=BySide(1, 0), clause="TOOOR-9.1"))


def test_tooor_9_1_a_level_score_brings_extra_time() -> None:
    """TOOOR-9.1"""
    extra_time().then_happens(e.PhaseEnded(period=Period.MINUTE_90), e.ExtraTimeBegun()).then_no(e.MatchEnded)


def test_tooor_9_2_sides_rearrange_then_draw_two_open_cards_home_first() -> None:
    """TOOOR-9.2, TOOOR-3.5"""
    begun = extra_time().then_waits_for("home", "away", clause="TOOOR-8.1").played(move(AWAY, "a9", Line.BLUE))
    shuffled = begun.played(end(AWAY)).when(end(HOME))
    shuffled.then(e.RearrangementEnded(side=HOME), e.TacticsShuffled())
    shuffled.then_due("TOOOR-9.2", *((draw(HOME, value), 1) for value in (1, 2, 3, 4, 5, 6)))
    one = shuffled.when(draw(HOME, 6)).then(e.TacticDrawn(side=HOME, value=6))
    one.then_due("TOOOR-9.2", *((draw(HOME, value), 1) for value in (1, 2, 3, 4, 5)))
    two = one.played(draw(HOME, 2))
    two.then_due("TOOOR-9.2", *((draw(AWAY, value), 1) for value in (1, 2, 3, 4, 5, 6)))
    both = two.played(draw(AWAY, 5)).when(draw(AWAY, 1))
    both.then(e.TacticDrawn(side=AWAY, value=1), e.PeriodStarted(period=Period.MINUTE_105, clause="TOOOR-9.3"))
    assert both.state.hands == BySide((2, 6), (1, 5))


def test_tooor_9_3_each_side_secretly_chooses_which_open_card_comes_first() -> None:
    """TOOOR-9.3"""
    drawn_two = open_cards().then_legal(tactic(HOME, 2), tactic(HOME, 6), tactic(AWAY, 1), tactic(AWAY, 5))
    drawn_two.when(tactic(HOME, 3)).then_refused("TOOOR-3.4", "value", saying="2 or 6")
    chosen = drawn_two.when(tactic(HOME, 6)).then(e.TacticChosen(side=HOME, value=6, clause="TOOOR-9.3"))
    assert chosen.events[0].audience() == "home"


def test_tooor_9_3_the_other_card_is_forced_for_the_second_period_and_still_asked_for() -> None:
    """TOOOR-9.3"""
    first = open_cards().played(tactic(HOME, 6), tactic(AWAY, 5), mark(HOME, "h9"), mark(AWAY, "a2"), *dice(3, 0))
    second = first.played(shooter(HOME, "h9"), *dice(0, 0)).then_waits_for("home", "away")
    assert second.state.period is Period.MINUTE_120
    second.then_legal(tactic(HOME, 2), tactic(AWAY, 1))


@pytest.mark.parametrize("home_die", [0, 3])
def test_tooor_9_4_a_goal_in_the_first_period_of_extra_time_does_not_end_the_match(home_die: int) -> None:
    """TOOOR-9.4"""
    played = last_shot_of(Period.MINUTE_105, BySide(1, 1), home_die)
    played.then_happens(e.PeriodStarted(period=Period.MINUTE_120)).then_no(e.MatchEnded)


def test_tooor_9_4_after_extra_time_the_higher_score_wins() -> None:
    """TOOOR-9.4"""
    ended = last_shot_of(Period.MINUTE_120, BySide(1, 1), home_die=3)
    ended.then_happens(e.MatchEnded(side=HOME, score=BySide(2, 1), clause="TOOOR-9.4"))


def test_tooor_9_4_a_level_score_brings_the_shoot_out() -> None:
    """TOOOR-9.4"""
    level = last_shot_of(Period.MINUTE_120, BySide(1, 1)).then_happens(e.ShootOutBegun(places=BySide(5, 5)))
    assert TOOOR.result(level.state).period == "shoot-out"


# 10 Shoot-out


def test_tooor_10_1_each_side_lines_up_five_outfielders_without_turning_them() -> None:
    """TOOOR-10.1"""
    begun = shoot_out().then_waits_for("home", "away", clause="TOOOR-10.1")
    begun.then_legal(*(place(HOME, f"h{number}") for number in range(2, 12)))
    begun.when(place(HOME, "h1")).then_refused("TOOOR-10.1", "footballer")
    first = begun.when(place(HOME, "h9")).then(e.KickerPlaced(side=HOME, footballer="h9", place=1))
    first.when(place(HOME, "h9")).then_refused("TOOOR-10.1", "footballer")
    assert first.state.footballers["h9"].top == 0
    full = first.played(*(place(HOME, f"h{number}") for number in (2, 3, 4))).when(place(HOME, "h5"))
    full.then(e.KickerPlaced(side=HOME, footballer="h5", place=5)).then_waits_for("away")
    full.when(place(HOME, "h6")).then_refused("TOOOR-10.1")


def test_tooor_10_1_the_goalkeeper_joins_only_with_fewer_than_five_outfielders() -> None:
    """TOOOR-10.1"""
    five_left = shoot_out(off=tuple(f"h{number}" for number in range(7, 12)))
    five_left.then_legal(*(place(HOME, f"h{number}") for number in range(2, 7)))
    four_left = shoot_out(off=tuple(f"h{number}" for number in range(6, 12)))
    four_left.then_legal(*(place(HOME, f"h{number}") for number in range(1, 6)))
    four_left.played(*(place(HOME, f"h{number}") for number in range(1, 6))).then_waits_for("away")


def test_tooor_10_1_a_line_of_fewer_than_five_starts_over() -> None:
    """TOOOR-10.1"""
    two_left = lined_up(BLANK, LEVEL, off=tuple(f"h{number}" for number in range(3, 12)))
    kicked = []
    for _ in range(5):
        kicked.append(two_left.state.shooter)
        two_left = kicks(two_left, False, False)
    assert kicked == ["h1", "h2", "h1", "h2", "h1"]


def test_tooor_10_2_dice_decide_who_kicks_first() -> None:
    """TOOOR-10.2"""
    lines = shoot_out().played(*(place(side, f"{side[0]}{n}") for side in (HOME, AWAY) for n in FIVE))
    again = lines.then_due("TOOOR-10.2").played(*dice(2, 2)).then_no(e.FirstKickDecided).then_due("TOOOR-10.2")
    again.played(die(HOME, 1)).when(die(AWAY, 3)).then(
        e.AttackDieRolled(side=AWAY, face=3, purpose=Purpose.FIRST_KICK, clause="TOOOR-10.2"),
        e.FirstKickDecided(side=AWAY, figures="3 against 1"),
        e.KickAwarded(side=AWAY, number=1, clause="TOOOR-10.2"),
        e.KickerSteppedUp(side=AWAY, footballer="a2", clause="TOOOR-10.2"),
    )


def test_tooor_10_2_sides_alternate_and_each_kick_is_a_shot_with_its_turns() -> None:
    """TOOOR-10.2"""
    kicked = lined_up(BLANK, LEVEL).played(*dice(1, 0))
    kicked.then_happens(
        e.KickTaken(
            side=HOME,
            footballer="h2",
            goalkeeper="a1",
            shot=e.Strength((3,), 1),
            save=e.Strength((3,), 0),
            figures="3 + 1 against 3 + 0",
            scored=True,
        ),
        e.FootballerTurnedOn(side=HOME, footballer="h2", top=1, power=3),
        e.FootballerTurnedOn(side=AWAY, footballer="a1", top=1, power=3),
        e.KickAwarded(side=AWAY, number=1, clause="TOOOR-10.2"),
        e.KickerSteppedUp(side=AWAY, footballer="a2", clause="TOOOR-10.2"),
    )
    saved = kicked.played(*dice(1, 1))
    assert not next(event for event in saved.events if isinstance(event, e.KickTaken)).scored


def test_tooor_10_2_a_removed_footballer_is_passed_over() -> None:
    """TOOOR-10.2"""
    kicked = kicks(without(lined_up(BLANK, LEVEL), "h3"), False, False)
    assert kicked.state.shooter == "h4"


def test_tooor_10_3_all_ten_kicks_are_taken_before_the_higher_score_wins() -> None:
    """TOOOR-10.3"""
    nine = kicks(lined_up(BLANK, LEVEL), *[True, False] * 4, True)
    assert nine.state.phase is Phase.KICK
    ten = kicks(nine, False)
    ten.then_happens(e.MatchEnded(side=HOME, score=BySide(2, 2), shoot_out=BySide(5, 0), clause="TOOOR-10.3"))


def test_tooor_10_4_a_level_shoot_out_goes_on_with_footballers_who_have_not_kicked_yet() -> None:
    """TOOOR-10.4"""
    level = sudden_death().then_happens(e.SuddenDeathBegun(), e.KickAwarded(side=HOME, number=6, clause="TOOOR-10.4"))
    level.then_waits_for("home", clause="TOOOR-10.4")
    level.then_legal(*(kicker(HOME, f"h{number}") for number in range(7, 12)))
    level.when(kicker(HOME, "h2")).then_refused("TOOOR-10.6", "footballer")
    level.when(kicker(HOME, "h7")).then(e.KickerSteppedUp(side=HOME, footballer="h7", clause="TOOOR-10.4"))


@pytest.mark.parametrize("first_scores", [True, False])
def test_tooor_10_4_the_first_goal_wins_at_once(first_scores: bool) -> None:
    """TOOOR-10.4"""
    kicked = kicks(sudden_death().played(kicker(HOME, "h7")), first_scores)
    if not first_scores:
        kicked = kicks(kicked.then_no(e.MatchEnded).played(kicker(AWAY, "a7")), True)
    winner = HOME if first_scores else AWAY
    goals = BySide(1, 0) if first_scores else BySide(0, 1)
    kicked.then_happens(e.MatchEnded(side=winner, score=BySide(2, 2), shoot_out=goals, clause="TOOOR-10.4"))


@pytest.mark.parametrize(("reply", "over"), [(True, False), (False, True)])
def test_tooor_10_4_by_house_rule_a_goal_wins_only_after_both_have_kicked(reply: bool, over: bool) -> None:
    """TOOOR-10.4"""
    led = kicks(sudden_death(suddenDeath="paired").played(kicker(HOME, "h7")), True).then_no(e.MatchEnded)
    replied = kicks(led.then_waits_for("away").played(kicker(AWAY, "a7")), reply)
    assert happened(replied, e.MatchEnded) is over
    assert TOOOR.result(replied.state).winner is (HOME if over else None)


def test_tooor_10_5_goals_of_a_shoot_out_are_kept_apart_from_the_score() -> None:
    """TOOOR-10.5"""
    ended = kicks(lined_up(BLANK, LEVEL), *[True, False] * 5).then_no(e.GoalScored)
    result = TOOOR.result(ended.state)
    assert (result.score, result.shoot_out, result.winner) == (BySide(2, 2), BySide(5, 0), HOME)


def test_tooor_10_6_the_goalkeeper_kicks_when_all_others_have_and_then_all_anew() -> None:
    """TOOOR-10.6"""
    level = sudden_death()
    for number in range(7, 12):
        level = kicks(level.played(kicker(HOME, f"h{number}")), False)
        level = kicks(level.played(kicker(AWAY, f"a{number}")), False)
    level.then_legal(kicker(HOME, "h1"))
    level.when(kicker(HOME, "h7")).then_refused("TOOOR-10.6", "footballer", saying="h1")
    anew = kicks(kicks(level.played(kicker(HOME, "h1")), False).played(kicker(AWAY, "a1")), False)
    anew.then_legal(*(kicker(HOME, f"h{number}") for number in range(2, 12)))


def test_tooor_10_6_the_last_kick_turns_its_footballers_too() -> None:
    """TOOOR-10.6"""
    won = kicks(sudden_death().played(kicker(HOME, "h7")), True)
    assert [event.footballer for event in won.events if isinstance(event, e.FootballerTurned)] == ["h7", "a1"]
    assert isinstance(won.events[-1], e.MatchEnded)


def test_tooor_10_7_a_kicker_who_has_to_keep_goal_keeps_the_place_in_the_line() -> None:
    """TOOOR-10.7, TOOOR-5.7"""
    sent_off = lined_up(corners(a1=RED), LEVEL).played(*dice(0, 0)).when(penalty(AWAY, RED))
    kept = sent_off.then_waits_for("away", clause="TOOOR-5.7").played(goalkeeper(AWAY, "a2"))
    kept.then_happens(e.KickerSteppedUp(side=AWAY, footballer="a2", clause="TOOOR-10.2"))
    assert kept.state.goalkeeper(AWAY).id == "a2"


def test_tooor_10_7_when_a_whole_line_is_off_others_kick_in_the_order_of_the_edition() -> None:
    """TOOOR-10.7"""
    line_off = without(lined_up(BLANK, LEVEL), *(f"a{number}" for number in FIVE))
    kicked = kicks(line_off, False).then_happens(e.KickerSteppedUp(side=AWAY, footballer="a7", clause="TOOOR-10.7"))
    assert kicks(kicked, False, False).state.shooter == "a8"


def test_tooor_10_8_a_side_with_nobody_on_the_pitch_kicks_in_vain() -> None:
    """TOOOR-10.8"""
    alone = lined_up(BLANK, LEVEL, off=tuple(f"a{number}" for number in range(1, 12)))
    kicked = alone.played(*dice(0, 3))
    kicked.then_happens(
        e.KickTaken(
            side=HOME,
            footballer="h2",
            goalkeeper=None,
            shot=e.Strength((3,), 0),
            save=e.Strength((), 3),
            figures="3 + 0 against 0 + 3",
            scored=False,
        ),
        e.KickForgone(side=AWAY),
        e.KickAwarded(side=HOME, number=2, clause="TOOOR-10.2"),
    )
    assert kicked.state.shoot_out.kicks == BySide(1, 1)


def test_tooor_10_8_with_nobody_left_on_either_side_the_higher_shoot_out_score_wins() -> None:
    """TOOOR-10.8"""
    off = (*(f"h{number}" for number in range(2, 12)), *(f"a{number}" for number in range(1, 12)))
    last = lined_up(corners(h1=RED), LEVEL, off=off)
    for home_die in (1, 0):
        last.played(*dice(home_die, 3)).then_no(e.MatchEnded).when(penalty(HOME, RED)).then_happens(
            e.GoalLeftEmpty(side=HOME),
            e.MatchEnded(
                side=HOME if home_die else None, score=BySide(2, 2), shoot_out=BySide(home_die, 0), clause="TOOOR-10.8"
            ),
        )


def test_tooor_10_8_a_shoot_out_that_nobody_can_play_is_drawn() -> None:
    """TOOOR-10.8"""
    level = match(corners(h9=RED)).where(period=Period.MINUTE_120, score=BySide(1, 1))
    off = (*(f"h{n}" for n in range(1, 12) if n != 9), *(f"a{n}" for n in range(1, 12)))
    marked = without(level, *off).played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY), *dice(3, 0))
    drawn_match = marked.when(penalty(HOME, RED)).then_happens(
        e.ShootOutBegun(places=BySide(0, 0)),
        e.MatchEnded(score=BySide(1, 1), shoot_out=BySide(0, 0), clause="TOOOR-10.8"),
    )
    assert TOOOR.result(drawn_match.state).over
    assert TOOOR.result(drawn_match.state).winner is None


def test_tooor_10_9_level_after_a_hundred_kicks_each_the_match_is_drawn() -> None:
    """TOOOR-10.9"""
    level = having(sudden_death(suddenDeath="paired"), "h7", top=0)
    so_far = level.state.shoot_out
    late = ShootOut(
        so_far.places, so_far.lines, BySide(60, 60), BySide(99, 99), so_far.kickers, so_far.first, sudden_death=True
    )
    assert KICKS_AT_MOST == 100
    hundredth = level.where(shoot_out=late).played(kicker(HOME, "h7"))
    kicked = kicks(kicks(hundredth, True).then_no(e.MatchEnded).played(kicker(AWAY, "a7")), True)
    kicked.then_happens(e.MatchEnded(score=BySide(2, 2), shoot_out=BySide(61, 61), clause="TOOOR-10.9"))
