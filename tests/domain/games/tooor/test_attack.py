"""A period: tactics, attack, turning, shot and counter-attack; clauses 3 to 7."""

import msgspec
import pytest

from domain.games.tooor import events as e
from domain.games.tooor.game import TOOOR
from domain.games.tooor.terms import Line, Period, Purpose, Removal, Symbol
from domain.match.sides import BySide, Viewer
from tests.bdd import Situation
from tests.domain.games.changes import BLANK, Change, corners
from tests.domain.games.tooor.words import (
    AWAY,
    CROSS,
    HOME,
    RED,
    YELLOW,
    dice,
    die,
    goalkeeper,
    having,
    mark,
    match,
    penalty,
    powers,
    shooter,
    tactic,
    tactics,
    without,
)


def attack(*changes: Change, **rules: str) -> Situation:
    """Home attacks with card 6: one red of home against one yellow of away, whose own card is 5."""
    return match(*changes, **rules).played(*tactics(6, 5))


def turned(*changes: Change, home: int = 3, away: int = 0, **rules: str) -> Situation:
    """The same, after h9 and a2 have been compared."""
    return attack(*changes, **rules).played(mark(HOME, "h9"), mark(AWAY, "a2"), *dice(home, away))


def counter(*changes: Change, **rules: str) -> Situation:
    """The same, stopped; away counter-attacks with its card 5: two red of away against two yellow of home."""
    changes = (*(changes or (BLANK,)), powers(h9=1, a2=5))
    return turned(*changes, home=0, away=3, **rules)


# 3 Course of the match


def test_tooor_3_1_after_an_attack_phase_the_whistle_moves_on() -> None:
    """TOOOR-3.1"""
    saved = turned(BLANK, powers(a1=9)).played(shooter(HOME, "h9"), *dice(0, 0))
    saved.then_happens(e.PhaseEnded(period=Period.MINUTE_15), e.PeriodStarted(period=Period.MINUTE_30))
    saved.then_waits_for("home", "away", clause="TOOOR-3.2")


@pytest.mark.parametrize(("period", "after"), [("15", "30"), ("30", "45"), ("60", "75"), ("75", "90")])
def test_tooor_3_1_the_periods_follow_each_other(period: str, after: str) -> None:
    """TOOOR-3.1"""
    shot = turned(BLANK).where(period=Period(period)).played(shooter(HOME, "h9"), *dice(0, 0))
    assert shot.state.period == after


def test_tooor_3_2_a_tactic_card_lies_face_down_until_both_do() -> None:
    """TOOOR-3.2"""
    match().when(tactic(AWAY, 4)).then(e.TacticChosen(side=AWAY, value=4)).then_waits_for("home")


def test_tooor_3_2_both_cards_are_revealed_together() -> None:
    """TOOOR-3.2"""
    match().played(tactic(AWAY, 4)).when(tactic(HOME, 2)).then(
        e.TacticChosen(side=HOME, value=2),
        e.TacticsRevealed(values=BySide(2, 4)),
        e.AttackerDecided(side=AWAY, figures="4 against 2"),
    )


def test_tooor_3_2_a_card_that_is_laid_stays() -> None:
    """TOOOR-3.2"""
    match().played(tactic(HOME, 4)).when(tactic(HOME, 5)).then_refused("TOOOR-3.2")


@pytest.mark.parametrize("viewer", [Viewer.AWAY, Viewer.REFEREE, Viewer.SPECTATOR])
def test_tooor_3_2_nobody_but_its_side_can_tell_which_card_is_laid(viewer: Viewer) -> None:
    """TOOOR-3.2"""
    seen = {msgspec.json.encode(TOOOR.view(match().played(tactic(HOME, value)).state, viewer)) for value in range(1, 7)}
    assert len(seen) == 1
    chosen = e.TacticChosen(side=HOME, value=4)
    assert chosen.audience() == "home"
    assert chosen.concealed() == e.TacticChosen(side=HOME, value=1).concealed()
    assert chosen.opened_by(e.TacticsRevealed(values=BySide(4, 1)))
    assert not chosen.opened_by(e.TacticChosen(side=AWAY, value=1))
    assert not TOOOR.disturbs(chosen, AWAY)
    assert TOOOR.disturbs(chosen, HOME)


def test_tooor_3_2_a_side_sees_its_own_card_and_that_the_other_lies_there() -> None:
    """TOOOR-3.2"""
    table = match().played(tactic(HOME, 4)).state
    home, away = (TOOOR.view(table, viewer).sides.home for viewer in (Viewer.HOME, Viewer.AWAY))
    assert (home.laid, home.laid_value, home.hand) == (True, 4, (1, 2, 3, 4, 5, 6))
    assert (away.laid, away.laid_value, away.hand) == (True, None, (1, 2, 3, 4, 5, 6))


def test_tooor_3_3_the_higher_tactical_value_attacks() -> None:
    """TOOOR-3.3"""
    match().played(*tactics(2, 1)).then_happens(e.AttackerDecided(side=HOME, figures="2 against 1"))
    match().played(*tactics(5, 6)).then_happens(e.AttackerDecided(side=AWAY, figures="6 against 5"))


def test_tooor_3_3_dice_break_a_tie_of_tactics() -> None:
    """TOOOR-3.3"""
    tie = match().played(*tactics(4, 4)).then_no(e.AttackerDecided).played(die(HOME, 1))
    tie.when(die(AWAY, 2)).then(
        e.AttackDieRolled(side=AWAY, face=2, purpose=Purpose.TACTIC_TIE, clause="TOOOR-3.3"),
        e.AttackerDecided(side=AWAY, figures="2 against 1"),
    )


def test_tooor_3_3_dice_are_rolled_again_until_they_are_unequal() -> None:
    """TOOOR-3.3"""
    tie = match().played(*tactics(4, 4), *dice(1, 1)).then_no(e.AttackerDecided).played(*dice(0, 0))
    tie.then_no(e.AttackerDecided).played(*dice(3, 2)).then_happens(e.AttackerDecided(side=HOME, figures="3 against 2"))


def test_tooor_3_4_revealed_cards_are_spent() -> None:
    """TOOOR-3.4"""
    shot = turned(BLANK).played(shooter(HOME, "h9"), *dice(0, 0))
    shot.then_legal(
        *(tactic(HOME, value) for value in (1, 2, 3, 4, 5)), *(tactic(AWAY, value) for value in (1, 2, 3, 4, 6))
    )
    shot.when(tactic(HOME, 6)).then_refused("TOOOR-3.4", "value", saying="1, 2, 3, 4 or 5")


def test_tooor_3_5_the_home_die_is_rolled_first_whoever_attacks() -> None:
    """TOOOR-3.5"""
    marked = match().played(*tactics(5, 6), mark(AWAY, "a9"), mark(HOME, "h4"))
    assert marked.pending.chance is not None
    assert marked.pending.chance.side is HOME
    rolled = marked.played(die(HOME, 2))
    assert rolled.pending.chance is not None
    assert rolled.pending.chance.side is AWAY


# 4 Attack


def test_tooor_4_1_the_attacker_marks_by_the_lower_part_then_the_defender_by_the_upper() -> None:
    """TOOOR-4.1"""
    decided = match().played(*tactics(4, 1)).then_waits_for("home", clause="TOOOR-4.1")
    decided.when(mark(HOME, "h6", "h9")).then(e.FootballersMarked(side=HOME, footballers=("h6", "h9")))
    marked = decided.played(mark(HOME, "h6", "h9")).then_waits_for("away", clause="TOOOR-4.1")
    marked.when(mark(AWAY, "a6", "a3")).then(e.FootballersMarked(side=AWAY, footballers=("a6", "a3")))


def test_tooor_4_1_the_defender_waits_for_the_attacker() -> None:
    """TOOOR-4.1"""
    attack().when(mark(AWAY, "a2")).then_refused("TOOOR-4.1")


@pytest.mark.parametrize(
    ("footballers", "clause", "path"),
    [
        (("x1",), "TOOOR-1.1", "footballers[0]"),
        (("a9",), "TOOOR-1.1", "footballers[0]"),
        (("h9", "h9"), "TOOOR-4.1", "footballers[1]"),
        (("h7",), "TOOOR-4.3", "footballers[0]"),
        (("h9", "h10"), "TOOOR-4.3", "footballers[1]"),
        ((), "TOOOR-4.3", "footballers"),
        (("h11",), "TOOOR-5.4", "footballers[0]"),
        (("h1",), "TOOOR-4.4", "footballers[0]"),
    ],
)
def test_tooor_4_1_a_mark_that_the_card_does_not_ask_for_is_refused(
    footballers: tuple[str, ...], clause: str, path: str
) -> None:
    """TOOOR-4.1, TOOOR-4.3, TOOOR-4.4"""
    without(attack(), "h11").when(mark(HOME, *footballers)).then_refused(clause, path)


@pytest.mark.parametrize(("line_by", "reds"), [("badge", ("h9", "h10", "h11")), ("row", ("h2", "h10", "h11"))])
def test_tooor_4_2_colour_is_badge_or_row(line_by: str, reds: tuple[str, ...]) -> None:
    """TOOOR-4.2"""
    moved = having(having(match(lineBy=line_by), "h9", line=Line.YELLOW), "h2", line=Line.RED).played(*tactics(6, 5))
    moved.then_legal(*(mark(HOME, one) for one in reds))


def test_tooor_4_3_every_order_of_exactly_what_is_asked_can_be_marked() -> None:
    """TOOOR-4.3, TOOOR-5.6"""
    two_reds = match().played(*tactics(5, 4))
    orders = [(one, other) for one in ("h9", "h10", "h11") for other in ("h9", "h10", "h11") if one != other]
    two_reds.then_legal(*(mark(HOME, *order) for order in orders))


def test_tooor_4_3_a_side_with_fewer_marks_all_of_the_colour_and_no_other() -> None:
    """TOOOR-4.3"""
    one_left = without(match(), "h9", "h10").played(*tactics(5, 4)).then_legal(mark(HOME, "h11"))
    one_left.when(mark(HOME, "h11", "h6")).then_refused("TOOOR-4.3", "footballers[1]")


def test_tooor_4_3_a_side_with_none_has_its_die_alone() -> None:
    """TOOOR-4.3"""
    none_left = without(match(), "h9", "h10", "h11").played(*tactics(6, 5)).then_legal(mark(HOME))
    compared = none_left.played(mark(HOME), mark(AWAY, "a2"), *dice(2, 1))
    compared.then_happens(
        e.BuildUpCompared(
            side=HOME,
            attack=e.Strength((), 2),
            defence=e.Strength((3,), 1),
            figures="0 + 2 against 3 + 1",
            succeeded=False,
        )
    )


def test_tooor_4_4_a_goalkeeper_is_marked_where_the_card_asks_for_one() -> None:
    """TOOOR-4.4"""
    asked = match().played(*tactics(1, 1), *dice(1, 0), mark(HOME, "h9", "h10", "h6"))
    asked.when(mark(AWAY, "a2", "a3", "a4")).then_refused("TOOOR-4.3", "footballers[2]")
    asked.played(mark(AWAY, "a2", "a1", "a3"))


def test_tooor_4_4_a_footballer_of_the_field_who_keeps_goal_is_marked_as_goalkeeper_only() -> None:
    """TOOOR-4.4, TOOOR-4.8"""
    replaced = having(without(match(), "a1"), "a2", line=Line.GOALKEEPER)
    defending = replaced.played(*tactics(6, 5), mark(HOME, "h9"))
    defending.when(mark(AWAY, "a2")).then_refused("TOOOR-4.4", "footballers[0]", saying="goalkeeper")


def test_tooor_4_5_powers_on_top_and_one_die_are_added() -> None:
    """TOOOR-4.5"""
    turned_before = having(match(), "h11", top=2)
    marked = turned_before.played(*tactics(5, 4), mark(HOME, "h11", "h10"), mark(AWAY, "a2", "a3"))
    marked.then_due("TOOOR-4.5").played(*dice(1, 3)).then_happens(
        e.BuildUpCompared(
            side=HOME,
            attack=e.Strength((4, 3), 1),
            defence=e.Strength((3, 4), 3),
            figures="7 + 1 against 7 + 3",
            succeeded=False,
        )
    )


@pytest.mark.parametrize(
    ("has_tie", "away_die", "follows"),
    [
        ("attacker", 1, e.ShotEarned(side=HOME)),
        ("attacker", 2, e.ShotEarned(side=HOME)),
        ("attacker", 3, e.CounterAttackBegun(side=AWAY, value=5)),
        ("defender", 1, e.ShotEarned(side=HOME)),
        ("defender", 2, e.CounterAttackBegun(side=AWAY, value=5)),
        ("defender", 3, e.CounterAttackBegun(side=AWAY, value=5)),
    ],
)
def test_tooor_4_6_the_higher_sum_shoots_or_counters_and_a_tie_goes_by_the_house_rule(
    has_tie: str, away_die: int, follows: e.ShotEarned | e.CounterAttackBegun
) -> None:
    """TOOOR-4.6"""
    compared = turned(BLANK, powers(h9=3, a2=2), home=1, away=away_die, buildUpTie=has_tie)
    compared.then_happens(follows)
    compared.then_no(e.CounterAttackBegun if isinstance(follows, e.ShotEarned) else e.ShotEarned)


@pytest.mark.parametrize("away_die", [0, 3])
def test_tooor_4_7_all_who_were_marked_turn_before_shot_or_counter_attack(away_die: int) -> None:
    """TOOOR-4.7"""
    compared = turned(BLANK, powers(h9=2, a2=2), home=1, away=away_die)
    assert {one.id for one in compared.state.footballers.values() if one.top == 1} == {"h9", "a2"}
    assert isinstance(compared.events[-1], e.ShotEarned | e.CounterAttackBegun)


@pytest.mark.parametrize(("line_by", "reds"), [("badge", ("h9", "h10", "h11")), ("row", ("h1", "h9", "h10", "h11"))])
def test_tooor_4_8_a_goalkeepers_badge_in_the_field_has_a_colour_by_row_only(
    line_by: str, reds: tuple[str, ...]
) -> None:
    """TOOOR-4.8"""
    exchanged = having(having(match(lineBy=line_by), "h1", line=Line.RED), "h2", line=Line.GOALKEEPER)
    playing = exchanged.played(*tactics(6, 5)).then_legal(*(mark(HOME, one) for one in reds))
    if line_by == "badge":
        playing.when(mark(HOME, "h1")).then_refused("TOOOR-4.4", saying="by badge")


@pytest.mark.parametrize("line_by", ["badge", "row"])
def test_tooor_4_8_whoever_stands_in_the_goal_is_the_goalkeeper(line_by: str) -> None:
    """TOOOR-4.8"""
    exchanged = having(having(match(lineBy=line_by), "a1", line=Line.RED), "a11", line=Line.GOALKEEPER)
    asked = exchanged.played(*tactics(1, 1), *dice(1, 0), mark(HOME, "h9", "h10", "h6"))
    asked.when(mark(AWAY, "a2", "a3", "a1")).then_refused("TOOOR-4.3" if line_by == "row" else "TOOOR-4.4")
    asked.played(mark(AWAY, "a2", "a3", "a11"))


# 5 Turning


def test_tooor_5_1_the_corner_after_the_top_edge_comes_on_top() -> None:
    """TOOOR-5.1"""

    def numbered(data: dict) -> None:
        BLANK(data)
        data["home"]["footballers"][8]["corners"] = ["", "", "yellowCard", ""]

    before = having(match(numbered), "h9", top=2).played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a2"))
    before.played(*dice(3, 0)).then_happens(e.FootballerTurned(side=HOME, footballer="h9", corner=YELLOW))
    blank = having(match(numbered), "h9", top=1).played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a2"))
    blank.played(*dice(3, 0)).then_happens(
        e.FootballerTurned(side=HOME, footballer="h9", corner=Symbol.NONE),
        e.FootballerTurnedOn(side=HOME, footballer="h9", top=2, power=5),
    )


def test_tooor_5_2_a_red_cross_twice_injures_and_takes_one_off_the_power() -> None:
    """TOOOR-5.2"""
    hurt = turned(corners(h9=CROSS)).then_due("TOOOR-5.2").when(penalty(HOME, CROSS))
    hurt.then_happens(
        e.PenaltyDieRolled(side=HOME, footballer="h9", corner=CROSS, face=CROSS, clause="TOOOR-5.2"),
        e.FootballerInjured(side=HOME, footballer="h9", injuries=1),
        e.FootballerTurnedOn(side=HOME, footballer="h9", top=1, power=2),
    )
    assert hurt.state.footballers["h9"].power == 2


def test_tooor_5_2_power_never_falls_below_nought() -> None:
    """TOOOR-5.2"""
    hurt = turned(corners(h9=CROSS), powers(h9=0, a2=0)).when(penalty(HOME, CROSS))
    hurt.then_happens(e.FootballerTurnedOn(side=HOME, footballer="h9", top=1, power=0))
    assert hurt.state.footballers["h9"].power == 0


def test_tooor_5_2_the_second_injury_removes_the_footballer() -> None:
    """TOOOR-5.2"""
    marked = having(attack(corners(h9=CROSS)), "h9", injuries=1).played(mark(HOME, "h9"), mark(AWAY, "a2"))
    removed = marked.played(*dice(3, 0)).when(penalty(HOME, CROSS))
    removed.then_happens(
        e.FootballerInjured(side=HOME, footballer="h9", injuries=2),
        e.FootballerRemoved(side=HOME, footballer="h9", reason=Removal.INJURIES, clause="TOOOR-5.2"),
    )


@pytest.mark.parametrize("corner", [CROSS, YELLOW, RED])
@pytest.mark.parametrize("face", [CROSS, YELLOW, RED])
def test_tooor_5_2_to_5_4_only_the_same_symbol_again_has_a_consequence(corner: Symbol, face: Symbol) -> None:
    """TOOOR-5.2, TOOOR-5.3, TOOOR-5.4"""
    rolled = turned(corners(h9=corner)).when(penalty(HOME, face))
    consequences = {CROSS: e.FootballerInjured, YELLOW: e.FootballerBooked, RED: e.FootballerRemoved}
    happened = {type(event) for event in rolled.events} & set(consequences.values())
    assert happened == ({consequences[corner]} if face is corner else set())


def test_tooor_5_3_a_yellow_card_twice_books_the_footballer() -> None:
    """TOOOR-5.3"""
    booked = turned(corners(h9=YELLOW)).then_due("TOOOR-5.3").when(penalty(HOME, YELLOW))
    booked.then_happens(e.FootballerBooked(side=HOME, footballer="h9", yellow_cards=1)).then_no(e.FootballerRemoved)
    assert booked.state.footballers["h9"].yellow_cards == 1
    assert booked.state.footballers["h9"].power == 3


def test_tooor_5_3_a_second_yellow_card_removes_the_footballer() -> None:
    """TOOOR-5.3"""
    marked = having(attack(corners(h9=YELLOW)), "h9", yellow_cards=1).played(mark(HOME, "h9"), mark(AWAY, "a2"))
    marked.played(*dice(3, 0)).when(penalty(HOME, YELLOW)).then_happens(
        e.FootballerBooked(side=HOME, footballer="h9", yellow_cards=2),
        e.FootballerRemoved(side=HOME, footballer="h9", reason=Removal.SECOND_YELLOW_CARD, clause="TOOOR-5.3"),
    )


def test_tooor_5_3_a_yellow_card_and_an_injury_do_not_add_up() -> None:
    """TOOOR-5.2, TOOOR-5.3"""
    marked = having(attack(corners(h9=YELLOW)), "h9", injuries=1).played(mark(HOME, "h9"), mark(AWAY, "a2"))
    marked.played(*dice(3, 0)).when(penalty(HOME, YELLOW)).then_no(e.FootballerRemoved)


def test_tooor_5_4_a_red_card_twice_removes_the_footballer() -> None:
    """TOOOR-5.4"""
    removed = turned(corners(h9=RED)).then_due("TOOOR-5.4").when(penalty(HOME, RED))
    removed.then_happens(e.FootballerRemoved(side=HOME, footballer="h9", reason=Removal.RED_CARD, clause="TOOOR-5.4"))
    assert "h9" not in [one.id for one in removed.state.squad(HOME)]


def test_tooor_5_5_who_is_still_on_the_pitch_turns_on_a_quarter_in_all() -> None:
    """TOOOR-5.5"""
    turned(corners(h9=RED)).when(penalty(HOME, YELLOW)).then_happens(
        e.FootballerTurnedOn(side=HOME, footballer="h9", top=1, power=3)
    )
    removed = turned(corners(h9=RED)).when(penalty(HOME, RED))
    assert "h9" not in [event.footballer for event in removed.events if isinstance(event, e.FootballerTurnedOn)]


def test_tooor_5_5_the_fourth_edge_is_followed_by_the_first() -> None:
    """TOOOR-5.5"""
    last = having(attack(), "h9", top=3).played(mark(HOME, "h9"), mark(AWAY, "a2"), *dice(3, 0))
    last.then_happens(e.FootballerTurnedOn(side=HOME, footballer="h9", top=0, power=4))


def test_tooor_5_6_the_attackers_turn_first_each_side_in_the_order_of_marking() -> None:
    """TOOOR-5.6"""
    marked = match().played(*tactics(4, 5), mark(AWAY, "a11", "a9"), mark(HOME, "h5", "h3"))
    compared = marked.played(*dice(0, 3))
    order = [event.footballer for event in compared.events if isinstance(event, e.FootballerTurned)]
    assert order == ["a11", "a9", "h5", "h3"]


def test_tooor_5_6_tokens_last_into_the_shoot_out() -> None:
    """TOOOR-5.6"""
    hurt = turned(corners(h9=CROSS)).played(penalty(HOME, CROSS))
    later = hurt.with_events(e.HalfTimeReached(), e.ExtraTimeBegun(), e.ShootOutBegun(places=BySide(5, 5)))
    assert later.state.footballers["h9"].injuries == 1


def keeper_sent_off(*others: str) -> Situation:
    """Away's marked goalkeeper is sent off, with a5 and a3 still to turn and some already off the pitch."""
    start = without(match(corners(a1=RED), powers(h9=9)), *others)
    marked = start.played(*tactics(1, 1), *dice(1, 0), mark(HOME, "h9", "h10", "h6"))
    yellows = [one for one in ("a5", "a3") if one not in others]
    return marked.played(mark(AWAY, "a1", *yellows), *dice(3, 0)).when(penalty(AWAY, RED))


def test_tooor_5_7_a_removed_goalkeeper_is_replaced_at_once_by_an_outfielder() -> None:
    """TOOOR-5.7"""
    vacated = keeper_sent_off().then_happens(e.GoalVacated(side=AWAY, footballer="a1"))
    vacated.then_waits_for("away", clause="TOOOR-5.7")
    vacated.then_legal(*(goalkeeper(AWAY, f"a{number}") for number in range(2, 12)))
    vacated.when(goalkeeper(AWAY, "a1")).then_refused("TOOOR-5.4", "footballer")
    vacated.when(goalkeeper(AWAY, "h2")).then_refused("TOOOR-1.1", "footballer")
    named = vacated.when(goalkeeper(AWAY, "a9"))
    named.then_happens(e.GoalkeeperReplaced(side=AWAY, footballer="a9", left=Line.RED))
    assert named.state.footballers["a9"].line is Line.GOALKEEPER


def test_tooor_5_7_the_new_goalkeeper_has_its_own_power_and_tokens() -> None:
    """TOOOR-5.7, TOOOR-6.2"""
    hurt = having(keeper_sent_off(), "a9", injuries=1).played(goalkeeper(AWAY, "a9"), shooter(HOME, "h9"), *dice(0, 1))
    hurt.then_happens(
        e.GoalScored(
            side=HOME,
            footballer="h9",
            goalkeeper="a9",
            shot=e.Strength((9,), 0),
            save=e.Strength((2,), 1),
            figures="9 + 0 against 2 + 1",
        )
    )


def test_tooor_5_7_with_nobody_left_the_goal_defends_with_the_die_alone() -> None:
    """TOOOR-5.7"""
    empty = keeper_sent_off(*(f"a{number}" for number in range(2, 12))).then_happens(e.GoalLeftEmpty(side=AWAY))
    shot = empty.then_waits_for("home", clause="TOOOR-6.1").played(shooter(HOME, "h10"), *dice(0, 3))
    shot.then_happens(
        e.GoalScored(
            side=HOME,
            footballer="h10",
            goalkeeper=None,
            shot=e.Strength((4,), 0),
            save=e.Strength((), 3),
            figures="4 + 0 against 0 + 3",
        ),
        e.FootballerTurned(side=HOME, footballer="h10", corner=Symbol.NONE),
    )


def test_tooor_5_8_a_new_goalkeeper_who_was_marked_too_turns_in_turn_and_then_faces_the_shot() -> None:
    """TOOOR-5.8"""
    vacated = keeper_sent_off()
    assert vacated.state.turning == ("a5", "a3")
    named = vacated.when(goalkeeper(AWAY, "a3"))
    turned_up = [event.footballer for event in named.events if isinstance(event, e.FootballerTurned)]
    assert turned_up == ["a5", "a3"]
    assert named.state.goalkeeper(AWAY).top == 1


# 6 Shot


def test_tooor_6_1_one_of_the_marked_footballers_shoots() -> None:
    """TOOOR-6.1"""
    earned = turned(BLANK).then_waits_for("home", clause="TOOOR-6.1").then_legal(shooter(HOME, "h9"))
    earned.when(shooter(HOME, "h10")).then_refused("TOOOR-6.1", "footballer", saying="Rosalie Engel (h9)")
    earned.when(shooter(HOME, "h9")).then(e.ShooterNamed(side=HOME, footballer="h9"))


def test_tooor_6_1_by_house_rule_any_striker_may_shoot() -> None:
    """TOOOR-6.1"""
    played = without(match(shooter="participantOrStriker"), "h11").played(*tactics(3, 2))
    earned = played.played(mark(HOME, "h6", "h7", "h2"), mark(AWAY, "a6", "a7", "a2"), *dice(3, 0))
    earned.then_legal(*(shooter(HOME, one) for one in ("h6", "h7", "h2", "h9", "h10")))


def test_tooor_6_2_the_power_that_counts_is_the_one_after_the_turn() -> None:
    """TOOOR-6.2"""
    shot = turned(BLANK).played(shooter(HOME, "h9")).then_due("TOOOR-6.2").played(*dice(1, 0))
    shot.then_happens(
        e.GoalScored(
            side=HOME,
            footballer="h9",
            goalkeeper="a1",
            shot=e.Strength((3,), 1),
            save=e.Strength((3,), 0),
            figures="3 + 1 against 3 + 0",
        )
    )


@pytest.mark.parametrize(("home", "away", "goal"), [(2, 1, True), (1, 1, False), (0, 1, False)])
def test_tooor_6_3_only_more_than_the_goalkeeper_is_a_goal(home: int, away: int, goal: bool) -> None:
    """TOOOR-6.3"""
    shot = turned(BLANK, powers(h9=3, a1=3)).played(shooter(HOME, "h9"), *dice(home, away))
    assert [type(event) for event in shot.events if isinstance(event, e.GoalScored | e.ShotSaved)] == [
        e.GoalScored if goal else e.ShotSaved
    ]
    assert shot.state.score == BySide(int(goal), 0)


def test_tooor_6_4_shooter_and_goalkeeper_turn_after_the_shot_and_nobody_else() -> None:
    """TOOOR-6.4"""
    shot = turned(BLANK).played(shooter(HOME, "h9"), *dice(0, 0))
    assert [event.footballer for event in shot.events if isinstance(event, e.FootballerTurned)] == ["h9", "a1"]
    tops = {one.id: one.top for one in shot.state.footballers.values() if one.top}
    assert tops == {"h9": 2, "a2": 1, "a1": 1}


def test_tooor_6_5_with_nobody_of_the_attack_left_there_is_no_shot() -> None:
    """TOOOR-6.5"""
    turned(corners(h9=RED)).when(penalty(HOME, RED)).then_happens(
        e.ShotForgone(side=HOME), e.PhaseEnded(period=Period.MINUTE_15), e.PeriodStarted(period=Period.MINUTE_30)
    )


def test_tooor_6_6_without_participants_no_striker_shoots_either() -> None:
    """TOOOR-6.6"""
    removed = turned(corners(h9=RED), shooter="participantOrStriker").when(penalty(HOME, RED))
    removed.then_happens(e.ShotForgone(side=HOME)).then_no(e.ShotEarned)


@pytest.mark.parametrize(("line_by", "striker"), [("badge", "h10"), ("row", "h2")])
def test_tooor_6_6_a_striker_is_red_by_the_colour_that_counts(line_by: str, striker: str) -> None:
    """TOOOR-6.6"""
    start = match(shooter="participantOrStriker", lineBy=line_by)
    moved = having(having(without(start, "h11"), "h10", line=Line.BLUE), "h2", line=Line.RED)
    earned = moved.played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a3"), *dice(3, 0))
    earned.then_legal(shooter(HOME, "h9"), shooter(HOME, striker))


# 7 Counter-attack


def test_tooor_7_1_the_defender_counters_with_its_own_card_and_the_markers_return() -> None:
    """TOOOR-7.1"""
    begun = counter().then_happens(e.CounterAttackBegun(side=AWAY, value=5)).then_waits_for("away")
    assert begun.state.marked == BySide((), ())
    begun.when(mark(AWAY, "a2")).then_refused("TOOOR-4.3", "footballers[0]")
    begun.when(mark(AWAY, "a9", "a10")).then(
        e.FootballersMarked(side=AWAY, footballers=("a9", "a10"), clause="TOOOR-7.1")
    )


def test_tooor_7_1_the_same_footballers_may_be_marked_again_as_they_stand_now() -> None:
    """TOOOR-7.1"""
    attacked = match().played(*tactics(3, 2), mark(HOME, "h6", "h7", "h2"), mark(AWAY, "a6", "a7", "a2"), *dice(0, 3))
    again = attacked.played(mark(AWAY, "a9", "a6", "a2"), mark(HOME, "h6", "h2", "h3"), *dice(0, 0))
    again.then_happens(
        e.BuildUpCompared(
            side=AWAY,
            attack=e.Strength((3, 3, 2), 0),
            defence=e.Strength((2, 4, 2), 0),
            figures="8 + 0 against 8 + 0",
            succeeded=True,
        )
    )
    assert {one.id for one in again.state.footballers.values() if one.top == 2} == {"a6", "a2", "h6", "h2"}


def test_tooor_7_2_a_counter_attack_that_gets_through_shoots() -> None:
    """TOOOR-7.2"""
    earned = counter().played(mark(AWAY, "a9", "a10"), mark(HOME, "h2", "h3"), *dice(0, 0))
    earned.then_happens(e.ShotEarned(side=AWAY, clause="TOOOR-7.2"))
    goal = earned.played(shooter(AWAY, "a9"), *dice(0, 1))
    assert goal.state.score == BySide(0, 1)
    assert goal.state.period is Period.MINUTE_30


def test_tooor_7_2_a_counter_attack_that_is_stopped_ends_the_period() -> None:
    """TOOOR-7.2"""
    stopped = counter(BLANK, powers(h2=5, h3=5)).played(mark(AWAY, "a9", "a10"), mark(HOME, "h2", "h3"), *dice(0, 0))
    stopped.then_happens(e.PhaseEnded(period=Period.MINUTE_15)).then_no(e.CounterAttackBegun, e.ShotEarned)
    assert (stopped.state.attacker, stopped.state.counter) == (None, False)


@pytest.mark.parametrize(("has_tie", "shoots"), [("attacker", True), ("defender", False)])
def test_tooor_7_2_a_tie_of_a_counter_attack_goes_by_the_house_rule(has_tie: str, shoots: bool) -> None:
    """TOOOR-7.2"""
    marked = counter(buildUpTie=has_tie).played(mark(AWAY, "a9", "a10"), mark(HOME, "h2", "h3"))
    tie = marked.played(*dice(2, 0))
    assert any(isinstance(event, e.ShotEarned) for event in tie.events) is shoots
