"""What the events of Finale mean in the words that all games share; clause 9."""

from typing import Any

import pytest

from domain.games.finale import events as e
from domain.games.finale.edition import CLOSING
from domain.games.finale.game import FINALE
from domain.games.finale.terms import Standing
from domain.match import facts as f
from domain.match.sides import SIDES
from tests.bdd import Situation
from tests.domain.games.accounts import deviation, facts_of, kinds, share, told
from tests.domain.games.changes import BLANK, Change, corners
from tests.domain.games.finale.words import (
    AWAY,
    CROSS,
    HOME,
    RED,
    STARTERS,
    STRONG,
    WEAK,
    YELLOW,
    before_reveal,
    closing_cards,
    deck,
    decks_drawn,
    dice,
    die,
    draw,
    exhausted,
    having,
    ids,
    lay,
    mark,
    match,
    only,
    opened,
    reveal,
    shooter,
    squad,
    squads_laid,
    strengths,
    sub,
    withhold,
    without,
)

DIE = (0, 1, 1, 2, 2, 3)
LOADED = (0, 0, 0, 5)
TACTIC = f.CardKind.TACTIC


def with_die(*faces: int) -> Change:
    """Dice with these faces."""

    def change(data: dict[str, Any]) -> None:
        data["die"] = list(faces)

    return change


def approach(*changes: Change, cards: tuple[str, str] = ("red-1", "blue-1"), **rules: str) -> Situation:
    """Home's first attempt by red-1, h24 against a4; the dice are due."""
    start = before_reveal(BLANK, *changes, **rules).played(*reveal(*cards))
    return start.played(mark(HOME, "h24"), mark(AWAY, "a4"))


def shot(*changes: Change) -> Situation:
    """The approach has succeeded, 4 against 1, and h22 shoots at a2 with 4 against 3; the dice are due."""
    through = approach(strengths(h24=4, a4=1, h22=4, a2=3), *changes).played(*dice(0, 0))
    return through.played(mark(HOME, "h22"), mark(AWAY, "a2"))


def kick() -> Situation:
    """The first kick of the penalties, by h22 with 2 against a2 with 3; the dice are due."""
    last = before_reveal(BLANK, strengths(h22=2, a2=3), tie="noAttempt").where(period=8)
    return last.played(*reveal("red-1", "red-2"), *dice(2, 1), shooter(HOME, "h22"))


# Probabilities


@pytest.mark.parametrize("faces", [DIE, LOADED])
@pytest.mark.parametrize("strength", range(7))
def test_the_chance_of_an_approach_is_that_of_one_more_roll_of_both_dice(faces: tuple[int, ...], strength: int) -> None:
    """FINALE-9.1, FINALE-4.2: the attacker has a tie."""
    start = approach(strengths(h24=strength, a4=3), with_die(*faces))
    (attempt,) = kinds(facts_of(start, *dice(0, faces[-1])), f.Attempted)
    assert attempt.chance == share(strength - 3, faces, wins_ties=True)


@pytest.mark.parametrize("faces", [DIE, LOADED])
@pytest.mark.parametrize("strength", range(7))
def test_a_shot_has_to_be_more_than_the_defence(faces: tuple[int, ...], strength: int) -> None:
    """FINALE-9.1, FINALE-5.2"""
    (attempt,) = kinds(facts_of(shot(strengths(a2=strength), with_die(*faces)), *dice(0, 0)), f.Attempted)
    assert attempt.chance == share(4 - strength, faces, wins_ties=False)


def test_what_is_rolled_decides_nothing_about_the_chance() -> None:
    """FINALE-9.1"""
    attempts = [kinds(facts_of(shot(), *dice(home, away)), f.Attempted)[0] for home in DIE for away in DIE]
    assert len({attempt.chance for attempt in attempts}) == 1
    assert {attempt.succeeded for attempt in attempts} == {True, False}


def test_all_who_are_marked_count_and_a_side_with_nobody_has_its_die_alone() -> None:
    """FINALE-9.1, FINALE-4.6"""
    start = before_reveal(BLANK, strengths(h24=4, h16=2, a2=1)).played(*reveal("red-2", "blue-1"))
    marked = only(start, AWAY, "a2").played(mark(HOME, "h24", "h16"))
    (attempt,) = kinds(facts_of(marked, *dice(0, 3)), f.Attempted)
    assert attempt.chance == share(6, DIE, wins_ties=True)


def test_in_the_long_run_as_many_attempts_succeed_as_their_chances_promise() -> None:
    """FINALE-9.1"""
    assert abs(deviation(FINALE, range(100, 112))) < 4


# Approaches, counters and shots


def test_an_approach_tells_who_took_part_with_which_strength_and_by_which_card() -> None:
    """FINALE-4.2"""
    facts = facts_of(approach(strengths(h24=4, a4=3)), *dice(1, 2))
    assert kinds(facts, f.Marked) == [
        f.Marked(side=HOME, footballer="h24", power=4),
        f.Marked(side=AWAY, footballer="a4", power=3),
    ]
    assert kinds(facts, f.Attempted) == [
        f.Attempted(
            side=HOME,
            kind=f.AttemptKind.ATTACK,
            succeeded=True,
            chance=share(1, DIE, wins_ties=True),
            footballers=("h24",),
            card="red-1",
            kind_of_card=TACTIC,
            figures="4 + 1 against 3 + 2",
        )
    ]
    assert kinds(facts, f.Goal) == []


def counter() -> Situation:
    """Home's approach by red-1 has failed, and away counters by its blue-1 with a24 and a16 against h4 and h16."""
    failed = approach(strengths(h24=1, a4=5, a24=3, a16=3, h4=2, h16=2, a22=4, h2=1)).played(*dice(0, 0))
    return failed.played(mark(AWAY, "a24", "a16"), mark(HOME, "h4", "h16"))


def test_a_card_is_countered_when_its_approach_fails() -> None:
    """FINALE-9.4, FINALE-6.3"""
    facts = facts_of(approach(strengths(h24=1, a4=5)), *dice(0, 0))
    assert kinds(facts, f.CardCountered) == [f.CardCountered(side=HOME, kind=TACTIC, card="red-1", by="blue-1")]
    assert kinds(facts_of(approach(strengths(h24=5, a4=1)), *dice(0, 0)), f.CardCountered) == []


def test_but_not_when_the_counter_fails_or_a_later_approach_of_the_period() -> None:
    """FINALE-9.4, FINALE-6.1: home has two attempts."""
    weak = strengths(h24=1, a4=5, a24=0, a16=0, h4=5, h16=5)
    failed = approach(weak, cards=("red-1", "yellow-1")).played(*dice(0, 0))
    countered = failed.played(mark(AWAY, "a24", "a16"), mark(HOME, "h4", "h16"))
    assert kinds(facts_of(countered, *dice(0, 0)), f.CardCountered) == []
    again = countered.played(*dice(0, 0))
    facts = facts_of(again, lay(HOME, "blue-2"), mark(HOME, "h24"), mark(AWAY, "a4"), *dice(0, 0))
    assert kinds(facts, f.CardPlayed) == [f.CardPlayed(side=HOME, kind=TACTIC, card="blue-2")]
    assert [(attempt.succeeded, attempt.card) for attempt in kinds(facts, f.Attempted)] == [(False, "blue-2")]
    assert kinds(facts, f.CardCountered) == []


def test_a_counter_and_its_goal_are_told_as_such_by_the_card_of_the_side_that_counters() -> None:
    """FINALE-6.1"""
    facts = facts_of(counter(), *dice(0, 0), mark(AWAY, "a22"), mark(HOME, "h2"), *dice(0, 0))
    assert [(attempt.side, attempt.kind, attempt.card) for attempt in kinds(facts, f.Attempted)] == [
        (AWAY, f.AttemptKind.COUNTER, "blue-1"),
        (AWAY, f.AttemptKind.SHOT, "blue-1"),
    ]
    assert [attempt.chance for attempt in kinds(facts, f.Attempted)] == [
        share(2, DIE, wins_ties=True),
        share(3, DIE, wins_ties=False),
    ]
    goal = f.Goal(side=AWAY, footballers=("a22",), how="counter", card="blue-1", kind_of_card=TACTIC)
    assert kinds(facts, f.Goal) == [goal]


@pytest.mark.parametrize("goal", [True, False])
def test_a_shot_tells_shooter_goalkeeper_and_goal(goal: bool) -> None:
    """FINALE-5.2, FINALE-5.3"""
    facts = facts_of(shot(), *(dice(1, 0) if goal else dice(0, 1)))
    assert kinds(facts, f.Marked) == [
        f.Marked(side=HOME, footballer="h22", power=4),
        f.Marked(side=AWAY, footballer="a2", power=3),
    ]
    (attempt,) = kinds(facts, f.Attempted)
    assert (attempt.kind, attempt.succeeded) == (f.AttemptKind.SHOT, goal)
    assert (attempt.footballers, attempt.goalkeeper, attempt.card) == (("h22",), "a2", "red-1")
    scored = f.Goal(side=HOME, footballers=("h22",), card="red-1", kind_of_card=TACTIC)
    assert kinds(facts, f.Goal) == ([scored] if goal else [])
    assert [fact.footballer for fact in kinds(facts, f.Turned)] == ["h22", "a2"]


def test_a_goal_is_that_of_all_who_shot_and_the_goalkeeper_is_who_was_marked() -> None:
    """FINALE-9.2: by blue-3 a red and a blue one shoot, against the goalkeeper and a yellow one."""
    start = before_reveal(BLANK, strengths(h16=4, h17=4, h22=3, h18=2, a2=1, a4=1)).played(
        *reveal("blue-3", "yellow-1")
    )
    through = start.played(mark(HOME, "h16", "h17"), mark(AWAY, "a5", "a16"), *dice(3, 0))
    facts = facts_of(through.played(mark(HOME, "h22", "h18"), mark(AWAY, "a4", "a2")), *dice(0, 0))
    (attempt,) = kinds(facts, f.Attempted)
    assert (attempt.footballers, attempt.goalkeeper) == (("h22", "h18"), "a2")
    assert attempt.chance == share(3, DIE, wins_ties=False)
    assert kinds(facts, f.Goal)[0].footballers == ("h22", "h18")


def test_a_goal_whose_goalkeeper_was_not_marked_is_kept_by_nobody() -> None:
    """FINALE-9.2, FINALE-4.5"""
    empty = without(approach(strengths(h24=4, a4=1, h22=4)), "a2").played(*dice(0, 0), mark(HOME, "h22"))
    (attempt,) = kinds(facts_of(empty, *dice(0, 3)), f.Attempted)
    assert attempt.goalkeeper is None
    assert attempt.chance == share(4, DIE, wins_ties=False)


# Cards and dice


def test_both_cards_are_played_when_they_are_turned_up_and_not_before() -> None:
    """FINALE-3.2"""
    assert facts_of(before_reveal(), lay(HOME, "red-1")) == []
    facts = facts_of(before_reveal().played(lay(HOME, "red-1")), lay(AWAY, "blue-1"))
    assert kinds(facts, f.CardPlayed) == [
        f.CardPlayed(side=HOME, kind=TACTIC, card="red-1"),
        f.CardPlayed(side=AWAY, kind=TACTIC, card="blue-1"),
    ]


def test_the_closing_card_is_played_as_any_other() -> None:
    """FINALE-2.3"""
    facts = facts_of(exhausted(before_reveal()), *closing_cards())
    assert [fact.card for fact in kinds(facts, f.CardPlayed)] == [CLOSING, CLOSING]


def test_decks_and_draws_mean_nothing_as_they_stay_secret() -> None:
    """FINALE-2.5"""
    chosen = squads_laid().played(deck(HOME, *STRONG))
    assert facts_of(squads_laid(), deck(HOME, *STRONG)) == []
    assert facts_of(chosen, deck(AWAY, *WEAK), draw(HOME, STRONG[0]), draw(HOME, STRONG[1])) == []


def test_a_die_is_told_with_its_own_faces_whatever_it_is_rolled_for() -> None:
    """FINALE-1.1, FINALE-4.3"""
    faces = (("0", 3), ("5", 1))
    assert facts_of(approach(with_die(*LOADED)), die(HOME, 5)) == [
        f.DieRolled(side=HOME, die="die", face="5", faces=faces),
    ]
    checked = approach(with_die(*LOADED), corners(a4=RED), strengths(h24=9)).played(*dice(0, 0))
    assert kinds(facts_of(checked, die(AWAY, 5)), f.DieRolled) == [
        f.DieRolled(side=AWAY, die="die", face="5", faces=faces)
    ]


# Footballers


def test_the_starters_come_on_with_the_first_period() -> None:
    """FINALE-2.1, FINALE-2.5: the squads lie open before, but nobody plays yet."""
    chosen = opened()
    assert facts_of(chosen, squad(HOME), squad(AWAY), withhold(HOME)) == []
    *came, begun = facts_of(squads_laid().played(withhold(HOME)), withhold(AWAY))
    assert came == [f.CameOn(side=side, footballer=one) for side in SIDES for one in ids(side, STARTERS)]
    assert begun == f.PeriodBegun(period="period 1")
    *came, begun = facts_of(decks_drawn_but_one(), draw(AWAY, WEAK[2]))
    assert len(came) == 22
    assert begun == f.PeriodBegun(period="period 1")


def decks_drawn_but_one() -> Situation:
    """Both sides have decks, and one card is still to be drawn."""
    assert decks_drawn().state.period == 1
    chosen = squads_laid().played(deck(HOME, *STRONG), deck(AWAY, *WEAK))
    draws = [draw(side, card) for side, cards in ((HOME, STRONG), (AWAY, WEAK)) for card in cards[:3]]
    return chosen.played(*draws[:-1])


def test_a_substitute_comes_on_for_who_goes_off() -> None:
    """FINALE-3.1"""
    assert facts_of(match(), sub(HOME, "h4", "h9")) == [
        f.WentOff(side=HOME, footballer="h4"),
        f.CameOn(side=HOME, footballer="h9"),
    ]


def test_who_left_injured_does_not_go_off_again() -> None:
    """FINALE-4.4"""
    hurt = without(match(), "h4", standing=Standing.INJURED)
    assert facts_of(hurt, sub(HOME, "h4", "h9")) == [f.CameOn(side=HOME, footballer="h9")]


def test_who_is_on_already_does_not_come_on_again() -> None:
    """MATCH-4.9"""
    odd = e.FootballerSubstituted(side=HOME, goes="h4", newcomer="h5", made=1)
    assert told(FINALE, match().state, odd).facts == (f.WentOff(side=HOME, footballer="h4"),)


@pytest.mark.parametrize(
    ("symbol", "face", "before", "facts"),
    [
        (CROSS, 2, {}, [f.Injured, f.WentOff]),
        (CROSS, 1, {}, []),
        (YELLOW, 0, {}, [f.Booked]),
        (YELLOW, 1, {"yellow_cards": 1}, [f.Booked, f.SentOff, f.WentOff]),
        (RED, 3, {}, [f.SentOff, f.WentOff]),
        (RED, 2, {}, []),
    ],
)
def test_symbols_that_take_effect_tell_what_they_did(
    symbol: Any, face: int, before: dict[str, int], facts: list[Any]
) -> None:
    """FINALE-4.3, FINALE-4.4"""
    start = having(approach(corners(h24=symbol)), "h24", **before).played(*dice(3, 0))
    happened = facts_of(start, die(HOME, face))
    assert [type(fact) for fact in happened if getattr(fact, "footballer", None) == "h24"] == facts


@pytest.mark.parametrize(("turn_after", "turned"), [("shot", []), ("both", ["h24", "a4"])])
def test_who_turns_after_an_approach_is_told(turn_after: str, turned: list[str]) -> None:
    """FINALE-5.3"""
    facts = facts_of(approach(strengths(h24=4, a4=1), turnAfter=turn_after), *dice(0, 0))
    assert [fact.footballer for fact in kinds(facts, f.Turned)] == turned


# Periods, penalties and end


@pytest.mark.parametrize(
    ("period", "name", "stage"),
    [(2, "period 2", f.Stage.NORMAL), (6, "period 6", f.Stage.NORMAL), (7, "extra time 1", f.Stage.EXTRA)],
)
def test_periods_are_counted_and_not_minutes(period: int, name: str, stage: f.Stage) -> None:
    """FINALE-9.3, FINALE-8.1"""
    last = shot().where(period=period - 1)
    assert facts_of(last, *dice(0, 3))[-1] == f.PeriodBegun(period=name, stage=stage, minute=None)


def test_penalties_are_a_stage_of_their_own_and_play_ends_without_a_minute() -> None:
    """FINALE-9.3, FINALE-8.2, FINALE-8.3"""
    begun = f.PeriodBegun(period="penalties", stage=f.Stage.SHOOT_OUT)
    assert facts_of(shot().where(period=8), *dice(0, 3))[-1] == begun
    assert facts_of(shot().where(period=8), *dice(3, 0))[-1] == f.PlayEnded()


@pytest.mark.parametrize("goal", [True, False])
def test_a_kick_is_an_attempt_without_a_card(goal: bool) -> None:
    """FINALE-8.2, FINALE-9.1"""
    facts = facts_of(kick(), *(dice(3, 0) if goal else dice(0, 0)))
    assert kinds(facts, f.Attempted) == [
        f.Attempted(
            side=HOME,
            kind=f.AttemptKind.KICK,
            succeeded=goal,
            chance=share(-1, DIE, wins_ties=False),
            footballers=("h22",),
            goalkeeper="a2",
            figures=f"2 + {3 if goal else 0} against 3 + 0",
        )
    ]
    assert kinds(facts, f.Goal) == ([f.Goal(side=HOME, footballers=("h22",), how="penalty")] if goal else [])
    assert [(fact.footballer, fact.power) for fact in kinds(facts, f.Marked)] == [("h22", 2), ("a2", 3)]


def test_a_kick_that_nobody_can_take_fails_without_a_chance() -> None:
    """FINALE-9.4, FINALE-8.5"""
    last = only(before_reveal(BLANK, strengths(h22=2), tie="noAttempt").where(period=8), AWAY)
    named = last.played(*reveal("red-1", "red-2"), *dice(2, 1), shooter(HOME, "h22"))
    own, theirs = kinds(facts_of(named, *dice(0, 3)), f.Attempted)
    assert (own.goalkeeper, own.chance) == (None, share(2, DIE, wins_ties=False))
    assert theirs == f.Attempted(side=AWAY, kind=f.AttemptKind.KICK, succeeded=False)
