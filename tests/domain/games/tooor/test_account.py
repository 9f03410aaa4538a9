"""What the events of Tooor! mean in the words that all games share; clause 11."""

from typing import Any

import pytest

from domain.games.tooor import events as e
from domain.games.tooor.game import TOOOR
from domain.games.tooor.terms import Period, Purpose, Removal
from domain.match import facts as f
from domain.match.sides import SIDES, BySide
from tests.bdd import Situation
from tests.domain.games.accounts import deviation, facts_of, kinds, share, told
from tests.domain.games.changes import BLANK, Change, corners
from tests.domain.games.tooor.words import (
    AWAY,
    CROSS,
    HOME,
    RED,
    YELLOW,
    dice,
    die,
    end,
    having,
    mark,
    match,
    penalty,
    place,
    powers,
    setup_of,
    shooter,
    tactic,
    tactics,
    without,
)

DIE = (0, 1, 1, 2, 2, 3)
LOADED = (0, 0, 0, 5)
TACTIC = f.CardKind.TACTIC


def with_die(*faces: int) -> Change:
    """Attack dice with these faces."""

    def change(data: dict[str, Any]) -> None:
        data["dice"]["attack"] = list(faces)

    return change


def attack(*changes: Change, **rules: str) -> Situation:
    """Home attacks by card 6 with h9 against a2 of away, whose own card is 5; the dice are due."""
    started = match(BLANK, *changes, **rules)
    return started.played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a2"))


def shot(*changes: Change, keeper: bool = True) -> Situation:
    """Home's attack by card 6 has got through, and h9 is to shoot; the dice are due."""
    start = attack(powers(h9=4, a2=1, a1=3), *changes).played(*dice(0, 0))
    empty = without(start, "a1") if not keeper else start
    return empty.played(shooter(HOME, "h9"))


def counter(**figures: int) -> Situation:
    """Home's attack by card 6 has failed, and away is to counter-attack by its card 5."""
    return attack(powers(**{"h9": 1, "a2": 5, **figures})).played(*dice(0, 0))


def counter_facts(**figures: int) -> list[f.Fact]:
    """What the comparison of away's counter-attack means, 1 + 0 against 2 + 3 on the dice."""
    marked = counter(**figures).played(mark(AWAY, "a9", "a10"), mark(HOME, "h2", "h3"))
    return facts_of(marked, *dice(0, 0))


def kick(*changes: Change, off: tuple[str, ...] = (), kept: bool = True) -> Situation:
    """The first kick of a shoot-out, by h2 against a1; the dice are due."""
    away_off = () if kept else tuple(f"a{number}" for number in range(1, 12))
    start = without(match(BLANK, powers(h2=2, a1=3), *changes), *off, *away_off).where(score=BySide(2, 2))
    begun = start.with_events(e.ShootOutBegun(places=BySide(5, 5 if kept else 0)))
    for number in range(2, 7):
        begun = begun.played(place(HOME, f"h{number}"), *([place(AWAY, f"a{number}")] if kept else []))
    return begun.played(*dice(1, 0))


# Probabilities


@pytest.mark.parametrize("faces", [DIE, LOADED])
@pytest.mark.parametrize("tie", ["attacker", "defender"])
@pytest.mark.parametrize("power", range(7))
def test_tooor_11_1_the_chance_of_an_attack_is_that_of_one_more_roll_of_both_dice(
    faces: tuple[int, ...], tie: str, power: int
) -> None:
    """TOOOR-11.1, TOOOR-4.6: who has a tie, the house rule says."""
    start = attack(powers(h9=power, a2=3), with_die(*faces), buildUpTie=tie)
    (attempt,) = kinds(facts_of(start, *dice(0, faces[-1])), f.Attempted)
    assert attempt.chance == share(power - 3, faces, wins_ties=tie == "attacker")


def test_tooor_11_1_what_is_rolled_decides_nothing_about_the_chance() -> None:
    """TOOOR-11.1"""
    attempts = [
        kinds(facts_of(attack(powers(h9=3, a2=3)), *dice(home, away)), f.Attempted)[0] for home in DIE for away in DIE
    ]
    assert len({attempt.chance for attempt in attempts}) == 1
    assert {attempt.succeeded for attempt in attempts} == {True, False}


@pytest.mark.parametrize("faces", [DIE, LOADED])
@pytest.mark.parametrize("power", range(7))
def test_tooor_11_1_a_shot_has_to_be_more_than_the_goalkeeper(faces: tuple[int, ...], power: int) -> None:
    """TOOOR-11.1, TOOOR-6.3"""
    (attempt,) = kinds(facts_of(shot(powers(a1=power), with_die(*faces)), *dice(0, 0)), f.Attempted)
    assert attempt.chance == share(4 - power, faces, wins_ties=False)


def test_tooor_11_1_all_that_was_marked_counts_and_where_nobody_was_the_die_alone() -> None:
    """TOOOR-11.1, TOOOR-4.3"""
    start = without(match(BLANK, powers(h9=2)), *(f"a{number}" for number in range(2, 12)))
    marked = start.played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY))
    (attempt,) = kinds(facts_of(marked, *dice(0, 3)), f.Attempted)
    assert attempt.chance == share(2, DIE, wins_ties=True)


def test_tooor_11_1_an_injury_lowers_the_chance() -> None:
    """TOOOR-11.1, TOOOR-5.2"""
    hurt = having(attack(powers(h9=3, a2=3)), "h9", injuries=1)
    (attempt,) = kinds(facts_of(hurt, *dice(0, 0)), f.Attempted)
    assert attempt.chance == share(-1, DIE, wins_ties=True)


def test_tooor_11_1_in_the_long_run_as_many_attempts_succeed_as_their_chances_promise() -> None:
    """TOOOR-11.1"""
    assert abs(deviation(TOOOR, range(100, 115))) < 4


# Attacks, counter-attacks and shots


def test_an_attack_tells_who_took_part_with_which_power_and_by_which_card() -> None:
    """TOOOR-4.5"""
    facts = facts_of(attack(powers(h9=4, a2=3)), *dice(1, 2))
    assert kinds(facts, f.Marked) == [
        f.Marked(side=HOME, footballer="h9", power=4),
        f.Marked(side=AWAY, footballer="a2", power=3),
    ]
    assert kinds(facts, f.Attempted) == [
        f.Attempted(
            side=HOME,
            kind=f.AttemptKind.ATTACK,
            succeeded=True,
            chance=share(1, DIE, wins_ties=True),
            footballers=("h9",),
            card="6",
            kind_of_card=TACTIC,
            figures="4 + 1 against 3 + 2",
        )
    ]
    assert kinds(facts, f.Goal) == []
    assert {fact.footballer for fact in kinds(facts, f.Turned)} == {"h9", "a2"}


def test_tooor_11_3_a_card_is_countered_when_its_attack_fails() -> None:
    """TOOOR-11.3, TOOOR-7.1"""
    failed = facts_of(attack(powers(h9=1, a2=5)), *dice(0, 0))
    assert kinds(failed, f.CardCountered) == [f.CardCountered(side=HOME, kind=TACTIC, card="6", by="5")]
    assert kinds(facts_of(attack(powers(h9=5, a2=1)), *dice(0, 0)), f.CardCountered) == []
    assert kinds(counter_facts(a9=0, a10=0, h2=5), f.CardCountered) == []


def test_a_counter_attack_is_an_attempt_by_the_card_of_the_side_that_counters() -> None:
    """TOOOR-7.1"""
    (attempt,) = kinds(counter_facts(a9=1, a10=1, h2=2, h3=3), f.Attempted)
    assert (attempt.side, attempt.kind, attempt.card) == (AWAY, f.AttemptKind.COUNTER, "5")
    assert attempt.footballers == ("a9", "a10")
    assert attempt.chance == share(-3, DIE, wins_ties=True)


def test_a_goal_of_a_counter_attack_is_told_as_one() -> None:
    """TOOOR-7.2"""
    through = counter(a9=3, a10=3, h2=1, h3=1).played(mark(AWAY, "a9", "a10"), mark(HOME, "h2", "h3"), *dice(0, 0))
    facts = facts_of(through.played(shooter(AWAY, "a9")), *dice(0, 3))
    assert kinds(facts, f.Goal) == [
        f.Goal(side=AWAY, footballers=("a9",), how="counter-attack", card="5", kind_of_card=TACTIC)
    ]


@pytest.mark.parametrize("scored", [True, False])
def test_a_shot_tells_shooter_goalkeeper_and_goal(scored: bool) -> None:
    """TOOOR-6.3"""
    facts = facts_of(shot(), *(dice(1, 0) if scored else dice(0, 1)))
    assert kinds(facts, f.Marked) == [
        f.Marked(side=HOME, footballer="h9", power=4),
        f.Marked(side=AWAY, footballer="a1", power=3),
    ]
    (attempt,) = kinds(facts, f.Attempted)
    assert (attempt.kind, attempt.succeeded) == (f.AttemptKind.SHOT, scored)
    assert (attempt.footballers, attempt.goalkeeper, attempt.card) == (("h9",), "a1", "6")
    goal = f.Goal(side=HOME, footballers=("h9",), card="6", kind_of_card=TACTIC)
    assert kinds(facts, f.Goal) == ([goal] if scored else [])


def test_an_empty_goal_is_kept_by_nobody_and_the_chance_is_against_the_die_alone() -> None:
    """TOOOR-5.7"""
    facts = facts_of(shot(keeper=False), *dice(0, 3))
    (attempt,) = kinds(facts, f.Attempted)
    assert attempt.goalkeeper is None
    assert attempt.chance == share(4, DIE, wins_ties=False)
    assert kinds(facts, f.Marked) == [f.Marked(side=HOME, footballer="h9", power=4)]


def test_both_cards_are_played_when_they_are_turned_up_and_not_before() -> None:
    """TOOOR-3.2"""
    assert facts_of(match(), tactic(HOME, 6)) == []
    facts = facts_of(match().played(tactic(HOME, 6)), tactic(AWAY, 2))
    assert facts == [
        f.CardPlayed(side=HOME, kind=TACTIC, card="6"),
        f.CardPlayed(side=AWAY, kind=TACTIC, card="2"),
    ]


# Dice


def test_an_attack_die_is_told_with_its_own_faces() -> None:
    """TOOOR-1.1"""
    tie = match(BLANK, with_die(*LOADED)).played(*tactics(4, 4))
    assert facts_of(tie, die(HOME, 5)) == [
        f.DieRolled(side=HOME, die="attack die", face="5", faces=(("0", 3), ("5", 1))),
    ]


def test_tooor_11_3_the_penalty_die_belongs_to_neither_side() -> None:
    """TOOOR-11.3, TOOOR-1.2"""
    start = match(corners(h9=CROSS)).played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a2"), *dice(3, 0))
    (roll,) = kinds(facts_of(start, penalty(HOME, YELLOW)), f.DieRolled)
    faces = (("redCross", 2), ("yellowCard", 3), ("redCard", 1))
    assert roll == f.DieRolled(die="penalty die", face="yellowCard", faces=faces)


@pytest.mark.parametrize("face", [4, 99])
def test_a_face_that_a_referee_made_up_is_left_out(face: int) -> None:
    """MATCH-4.9"""
    roll = e.AttackDieRolled(side=HOME, face=face, purpose=Purpose.SHOT)
    assert told(TOOOR, shot().state, roll).facts == ()


# Footballers


def test_all_twenty_two_come_on_with_the_first_whistle() -> None:
    """TOOOR-2.1, TOOOR-2.2"""
    setup = setup_of()
    (opening,) = TOOOR.opening(setup)
    *came, begun = told(TOOOR, TOOOR.start(setup), opening).facts
    assert came == [f.CameOn(side=side, footballer=f"{side[0]}{n}") for side in SIDES for n in range(1, 12)]
    assert begun == f.PeriodBegun(period="15", minute=0)


def test_a_first_whistle_that_a_referee_blows_again_brings_nobody_on_twice() -> None:
    """MATCH-4.9"""
    again = told(TOOOR, shot().state, e.PeriodStarted(period=Period.MINUTE_15))
    assert again.facts == (f.PeriodBegun(period="15", minute=0),)


@pytest.mark.parametrize(
    ("symbol", "before", "facts"),
    [
        (CROSS, {}, [f.Injured, f.Turned]),
        (CROSS, {"injuries": 1}, [f.Injured, f.WentOff]),
        (YELLOW, {}, [f.Booked, f.Turned]),
        (YELLOW, {"yellow_cards": 1}, [f.Booked, f.SentOff, f.WentOff]),
        (RED, {}, [f.SentOff, f.WentOff]),
    ],
)
def test_symbols_that_take_effect_tell_what_they_did(symbol: Any, before: dict[str, int], facts: list[Any]) -> None:
    """TOOOR-5.2, TOOOR-5.3, TOOOR-5.4, TOOOR-5.5"""
    start = match(corners(h9=symbol)).played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a2"), *dice(3, 0))
    happened = facts_of(having(start, "h9", **before), penalty(HOME, symbol))
    of_it = [type(fact) for fact in happened if getattr(fact, "footballer", None) == "h9"]
    assert of_it == facts


def test_who_is_off_already_does_not_go_off_again() -> None:
    """MATCH-4.9"""
    removed = e.FootballerRemoved(side=HOME, footballer="h9", reason=Removal.RED_CARD)
    assert told(TOOOR, without(shot(), "h9").state, removed).facts == ()


# Periods, shoot-out and end


@pytest.mark.parametrize(
    ("period", "minute", "stage"),
    [
        ("15", 0, f.Stage.NORMAL),
        ("30", 15, f.Stage.NORMAL),
        ("45", 30, f.Stage.NORMAL),
        ("60", 45, f.Stage.NORMAL),
        ("75", 60, f.Stage.NORMAL),
        ("90", 75, f.Stage.NORMAL),
        ("105", 90, f.Stage.EXTRA),
        ("120", 105, f.Stage.EXTRA),
        ("shoot-out", 120, f.Stage.SHOOT_OUT),
    ],
)
def test_tooor_11_2_a_period_begins_when_those_before_it_have_been_played(
    period: str, minute: int, stage: f.Stage
) -> None:
    """TOOOR-11.2, TOOOR-3.1, TOOOR-9.2"""
    facts = told(TOOOR, shot().state, e.PeriodStarted(period=Period(period))).facts
    assert facts == (f.PeriodBegun(period=period, stage=stage, minute=minute),)


@pytest.mark.parametrize(("period", "minute"), [("90", 90), ("120", 120)])
def test_tooor_11_2_play_ends_after_the_last_period(period: str, minute: int) -> None:
    """TOOOR-11.2, TOOOR-9.1, TOOOR-9.4"""
    last = shot().where(period=Period(period))
    assert facts_of(last, *dice(3, 0))[-1] == f.PlayEnded(minute=minute)


def test_tooor_11_2_half_time_takes_no_time() -> None:
    """TOOOR-11.2, TOOOR-8.1"""
    half_time = shot().where(period=Period.MINUTE_45)
    assert kinds(facts_of(half_time, *dice(0, 0)), f.PeriodBegun) == []
    begun = facts_of(half_time.played(*dice(0, 0)), end(HOME), end(AWAY))
    assert begun == [f.PeriodBegun(period="60", minute=45)]


def test_the_shoot_out_is_a_stage_of_its_own() -> None:
    """TOOOR-10.5"""
    level = shot().where(period=Period.MINUTE_120)
    begun = f.PeriodBegun(period="shoot-out", stage=f.Stage.SHOOT_OUT, minute=120)
    assert facts_of(level, *dice(0, 1))[-1] == begun


@pytest.mark.parametrize("scored", [True, False])
def test_a_kick_is_an_attempt_without_a_card(scored: bool) -> None:
    """TOOOR-10.2, TOOOR-11.1"""
    facts = facts_of(kick(), *(dice(3, 0) if scored else dice(0, 0)))
    assert kinds(facts, f.Attempted) == [
        f.Attempted(
            side=HOME,
            kind=f.AttemptKind.KICK,
            succeeded=scored,
            chance=share(-1, DIE, wins_ties=False),
            footballers=("h2",),
            goalkeeper="a1",
            figures=f"2 + {3 if scored else 0} against 3 + 0",
        )
    ]
    assert kinds(facts, f.Goal) == ([f.Goal(side=HOME, footballers=("h2",), how="kick")] if scored else [])
    assert [(fact.footballer, fact.power) for fact in kinds(facts, f.Marked)] == [("h2", 2), ("a1", 3)]


def test_tooor_11_3_a_kick_that_nobody_can_take_fails_without_a_chance() -> None:
    """TOOOR-11.3, TOOOR-10.8"""
    own, theirs = kinds(facts_of(kick(kept=False), *dice(0, 3)), f.Attempted)
    assert (own.goalkeeper, own.chance) == (None, share(2, DIE, wins_ties=False))
    assert theirs == f.Attempted(side=AWAY, kind=f.AttemptKind.KICK, succeeded=False)
