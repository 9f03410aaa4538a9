"""What dice decide, in exact chances; and what a roll tells."""

from fractions import Fraction
from itertools import product

import pytest

from domain.match.facts import MILLION, DieRolled, millionths
from domain.match.kit import odds
from domain.match.kit.accounts import rolled
from domain.match.sides import Side

DICE = [(0, 1, 1, 2, 2, 3), (0, 0, 0, 0, 0, 5), (1, 2), (0, 7, 7)]


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("lead", range(-8, 9))
def test_the_chance_is_the_share_of_all_pairs_of_rolls_that_win(die: tuple[int, ...], lead: int) -> None:
    margins = [lead + own - other for own, other in product(die, repeat=2)]
    more, as_much = sum(margin > 0 for margin in margins), sum(margin >= 0 for margin in margins)
    assert odds.of_winning(lead, die, wins_ties=False) == millionths(Fraction(more, len(margins)))
    assert odds.of_winning(lead, die, wins_ties=True) == millionths(Fraction(as_much, len(margins)))


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("lead", range(-8, 9))
def test_what_one_side_wins_the_other_loses(die: tuple[int, ...], lead: int) -> None:
    for wins_ties in (True, False):
        own = odds.of_winning(lead, die, wins_ties=wins_ties)
        assert own + odds.of_winning(-lead, die, wins_ties=not wins_ties) == MILLION


def test_a_lead_that_no_roll_makes_up_is_certain_however_large() -> None:
    assert odds.of_winning(4, DICE[0], wins_ties=False) == MILLION
    assert odds.of_winning(10**9, DICE[0], wins_ties=False) == MILLION
    assert odds.of_winning(-4, DICE[0], wins_ties=True) == 0


def test_a_roll_tells_every_face_that_the_die_has_and_how_often() -> None:
    weights = ((0, 1), (1, 2), (4, 0), (2, 3))
    faces = (("0", 1), ("1", 2), ("2", 3))
    assert list(rolled("die", 2, weights, Side.AWAY)) == [DieRolled(side=Side.AWAY, die="die", face="2", faces=faces)]


@pytest.mark.parametrize("face", [3, 4, -1])
def test_a_face_that_the_die_does_not_have_tells_nothing(face: int) -> None:
    assert list(rolled("die", face, ((0, 1), (1, 2), (4, 0), (2, 3)))) == []
