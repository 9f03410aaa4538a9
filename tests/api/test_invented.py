"""Invented leagues: everyone against everyone twice a season, with dates, sides and coaches from a seed."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from api.invented import FEWEST_SIDES, MOST_SIDES, League
from domain.match.opening import fault_in_occasion
from domain.match.sides import SIDES

sizes = pytest.mark.parametrize("sides", [FEWEST_SIDES, 5, 11, 20])


def league(sides: int, seed: int = 1, season: str | None = None) -> League:
    return League("Cup", sides, Random(seed), season)


@sizes
def test_in_a_season_everyone_plays_everyone_at_home_and_away(sides: int) -> None:
    fixtures = [league(sides).fixture(number) for number in range(sides * (sides - 1))]
    met = Counter((fixture.names.home, fixture.names.away) for fixture in fixtures)
    assert len({name for pair in met for name in pair}) == sides
    assert (len(met), set(met.values())) == (sides * (sides - 1), {1})
    assert all(home != away for home, away in met)
    assert len({fixture.occasion.season for fixture in fixtures}) == 1


@sizes
def test_nobody_plays_twice_in_a_round(sides: int) -> None:
    cup, a_round = league(sides), sides // 2
    for start in range(0, sides * (sides - 1), a_round):
        fixtures = [cup.fixture(number) for number in range(start, start + a_round)]
        assert len({name for fixture in fixtures for name in (fixture.names.home, fixture.names.away)}) == 2 * a_round


@sizes
def test_matches_are_spread_through_the_season_and_seasons_follow_each_other(sides: int) -> None:
    cup, matches = league(sides), sides * (sides - 1)
    dates = [cup.fixture(number).kick_off for number in range(matches)]
    assert dates[0] == datetime(2000, 8, 5, 15, tzinfo=UTC)
    assert dates[-1] - dates[0] < timedelta(days=310)
    rounds = dates[:: sides // 2]
    assert all(before < after for before, after in pairwise(rounds))
    following = cup.fixture(matches)
    assert following.kick_off > dates[-1]
    assert (cup.fixture(0).occasion.season, following.occasion.season) == ("2000/01", "2001/02")
    assert following.names == cup.fixture(0).names


def test_a_named_season_counts_on() -> None:
    seasons = [league(4, season="Spring").fixture(number).occasion.season for number in (0, 11, 12, 24)]
    assert seasons == ["Spring", "Spring", "Spring 2", "Spring 3"]


def test_a_side_keeps_its_coach_and_no_coach_has_two_sides() -> None:
    fixtures = [league(MOST_SIDES).fixture(number) for number in range(0, 40_000, 7)]
    coaches = {(fixture.names.of(side), fixture.occasion.coaches.of(side)) for fixture in fixtures for side in SIDES}
    assert len(coaches) == MOST_SIDES == len({coach for _, coach in coaches})


def test_the_same_seed_invents_the_same_league_and_another_one_another() -> None:
    assert league(20, 1).fixture(5) == league(20, 1).fixture(5)
    assert league(20, 1).fixture(5) != league(20, 2).fixture(5)


def test_the_last_season_of_the_smallest_league_still_has_a_date() -> None:
    cup = league(FEWEST_SIDES)
    last = cup.fixture(cup.most_matches - 1)
    assert last.kick_off.year == 8999
    assert fault_in_occasion(last.occasion) is None
