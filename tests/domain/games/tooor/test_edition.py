"""Components and set-up: clauses 1 and 2."""

from typing import Any

import pytest

from domain.games.tooor import events as e
from domain.games.tooor.commands import AttackRoll, PenaltyRoll
from domain.games.tooor.game import TOOOR
from domain.games.tooor.terms import Line, Period, Symbol
from domain.match import editions
from domain.match.sides import BySide
from tests.bdd import given
from tests.domain.games.changes import Change, corners
from tests.domain.games.tooor.words import (
    AWAY,
    CROSS,
    HOME,
    RED,
    YELLOW,
    content,
    dice,
    mark,
    match,
    penalty,
    setup_of,
    tactic,
    tactics,
)


def faults_of(change: Change) -> list[tuple[str, str, str]]:
    with pytest.raises(editions.EditionError) as caught:
        editions.read(TOOOR.edition_model, content(change))
    return [(fault.path, fault.found, fault.allowed) for fault in caught.value.faults]


def set_at(*path: str | int, value: Any) -> Change:
    def change(data: dict[str, Any]) -> None:
        target: Any = data
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = value

    return change


def test_tooor_1_1_each_side_has_eleven_footballers_and_six_tactic_cards() -> None:
    """TOOOR-1.1"""
    edition = setup_of(lambda data: None).edition
    assert [len(edition.team(side).footballers) for side in (HOME, AWAY)] == [11, 11]
    assert len(edition.tactics) == 6
    [(path, _, allowed)] = faults_of(lambda data: data["home"]["footballers"].pop())
    assert (path, allowed) == ("home.footballers", "exactly 11 footballers are allowed")


def test_tooor_1_1_the_attack_die_has_one_0_two_1_two_2_and_one_3() -> None:
    """TOOOR-1.1"""
    faces = ((0, 1), (1, 2), (2, 2), (3, 1))
    outcomes = tuple((AttackRoll(side=HOME, face=face), count) for face, count in faces)
    match().played(*tactics(3, 3)).then_due("TOOOR-3.3", *outcomes)


@pytest.mark.parametrize("faces", [[], [2], [1, 1, 1]])
def test_tooor_1_1_an_attack_die_that_cannot_break_a_tie_is_refused(faces: list[int]) -> None:
    """TOOOR-1.1, TOOOR-3.3"""
    [(path, _, allowed)] = faults_of(set_at("dice", "attack", value=faces))
    assert path == "dice.attack"
    assert "two different faces" in allowed


def test_tooor_1_1_no_card_asks_for_more_footballers_than_there_are_markers() -> None:
    """TOOOR-1.1"""
    [(path, found, allowed)] = faults_of(set_at("tactics", 2, "upper", value={"red": 2, "blue": 2}))
    assert (path, found) == ("tactics[2].upper", '{"blue": 2, "red": 2}')
    assert allowed.startswith("at most 3 footballers")


def test_tooor_1_2_the_penalty_die_has_two_crosses_three_yellow_cards_and_one_red_card() -> None:
    """TOOOR-1.2"""
    counts = ((CROSS, 2), (YELLOW, 3), (RED, 1))
    outcomes = tuple((PenaltyRoll(side=HOME, face=face), count) for face, count in counts)
    attack = match(corners(h9=CROSS)).played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a2"), *dice(3, 0))
    attack.then_due("TOOOR-5.2", *outcomes)


def test_tooor_1_2_a_face_that_the_die_does_not_have_is_never_due() -> None:
    """TOOOR-1.2"""
    no_red = set_at("dice", "penalty", value={"redCross": 1, "yellowCard": 1, "redCard": 0})
    attack = match(corners(h9=RED), no_red).played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a2"), *dice(3, 0))
    assert attack.pending.chance is not None
    assert penalty(HOME, RED) not in [outcome for outcome, _ in attack.pending.chance.outcomes]


def test_tooor_1_2_a_penalty_die_without_any_face_is_refused() -> None:
    """TOOOR-1.2"""
    [(path, _, _)] = faults_of(set_at("dice", "penalty", value={"redCross": 0, "yellowCard": 0, "redCard": 0}))
    assert path == "dice.penalty"


def test_tooor_1_3_a_missing_corner_is_named_with_its_place() -> None:
    """TOOOR-1.3"""
    [(path, found, allowed)] = faults_of(lambda data: data["home"]["footballers"][3]["corners"].pop())
    assert path == "home.footballers[3].corners"
    assert found == '["redCard", "", ""]'
    assert allowed.startswith("exactly four corners are allowed")


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("home", "footballers", 3, "powers"), [1, 2, 3], "home.footballers[3].powers"),
        (("home", "footballers", 3, "powers"), [1, 2, 3, 4, 5], "home.footballers[3].powers"),
        (("home", "footballers", 3, "powers"), [1, 2, 3, -1], "home.footballers[3].powers[3]"),
        (("home", "footballers", 3, "powers"), [1, 2, 3, "4"], "home.footballers[3].powers[3]"),
        (("away", "footballers", 1, "corners"), ["", "", "", "blueCard"], "away.footballers[1].corners[3]"),
        (("away", "footballers", 1, "badge"), "green", "away.footballers[1].badge"),
        (("away", "footballers", 1, "badge"), "goalkeeper", "away.footballers"),
        (("home", "footballers", 0, "badge"), "yellow", "home.footballers"),
        (("away", "footballers", 4, "id"), "h1", "away.footballers[4].id"),
        (("home", "footballers", 4, "id"), "h1", "home.footballers[4].id"),
        (("home", "footballers", 4, "shirt"), 9, "home.footballers[4].shirt"),
    ],
)
def test_tooor_1_3_a_footballer_that_is_no_card_of_the_game_is_refused(
    path: tuple[str | int, ...], value: Any, fault: str
) -> None:
    """TOOOR-1.3"""
    assert [found[0] for found in faults_of(set_at(*path, value=value))] == [fault]


@pytest.mark.parametrize("value", [6, 7, 0])
def test_tooor_1_4_an_edition_has_the_values_one_to_six_once_each(value: int) -> None:
    """TOOOR-1.4"""
    [(path, _, _)] = faults_of(set_at("tactics", 0, "value", value=value))
    assert path == ("tactics" if value == 6 else "tactics[0].value")


def test_tooor_1_4_no_card_asks_for_two_goalkeepers() -> None:
    """TOOOR-1.4"""
    [(path, _, _)] = faults_of(set_at("tactics", 0, "upper", value={"goalkeeper": 2}))
    assert path == "tactics[0].upper"


def test_tooor_1_4_no_side_can_lay_a_value_that_no_card_has() -> None:
    """TOOOR-1.4"""
    match().when(tactic(HOME, 7)).then_refused("TOOOR-1.4", "value", saying="1, 2, 3, 4, 5 or 6")


def test_tooor_2_1_footballers_stand_in_the_lines_of_their_badges_heads_up() -> None:
    """TOOOR-2.1"""
    footballers = match(corners()).state.footballers
    assert list(footballers) == [f"{side}{number}" for side in "ha" for number in range(1, 12)]
    assert all(one.line is one.card.badge and one.top == 0 for one in footballers.values())
    assert footballers["h9"].line is Line.RED
    assert footballers["h9"].power == 4
    assert footballers["h9"].coming_corner is Symbol.NONE


def test_tooor_2_2_a_match_begins_level_in_the_first_period_with_all_cards_in_hand() -> None:
    """TOOOR-2.2"""
    opened = given(TOOOR, setup_of(lambda data: None))
    opened.then(e.PeriodStarted(period=Period.MINUTE_15, clause="TOOOR-2.2"))
    assert opened.state.hands == BySide((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6))
    result = TOOOR.result(opened.state)
    assert (result.score, result.period, result.over, result.shoot_out) == (BySide(0, 0), "15", False, None)
    opened.then_waits_for("home", "away", clause="TOOOR-3.2")


def test_tooor_2_2_nothing_but_a_tactic_can_be_chosen_at_the_start() -> None:
    """TOOOR-2.2"""
    match().when(mark(HOME, "h9")).then_refused("TOOOR-4.1", saying="tactic")
