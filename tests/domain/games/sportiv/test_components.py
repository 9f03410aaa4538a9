"""What a set of Sportiv has, and how it is set up."""

from collections import Counter
from itertools import combinations, product

import pytest

from domain.games.sportiv import events as e
from domain.games.sportiv.game import SPORTIV
from domain.games.sportiv.terms import ActionKind, Zone
from domain.match import editions
from tests.domain.games.sportiv.words import (
    AWAY,
    HOME,
    LONG_BALL,
    OFFSIDE,
    POWER_RUN,
    RED_CARD,
    SMALL,
    TRACK_BACK,
    begun,
    content,
    dealt,
    draw,
    due,
    eliminate,
    match,
    place,
    setup_of,
    shipped,
    toss,
)


def faults_of(data: dict) -> list[editions.Fault]:
    with pytest.raises(editions.EditionError) as refused:
        editions.read(SPORTIV.edition_model, data)
    return list(refused.value.faults)


class TestAnEdition:
    def test_the_shipped_one_can_be_played_with(self):
        """SPORTIV-1.1"""
        edition = setup_of(shipped()).edition
        assert len(edition.players) == 60
        assert Counter(edition.actions.cards) == {POWER_RUN: 6, LONG_BALL: 5, TRACK_BACK: 5, RED_CARD: 4, OFFSIDE: 4}
        assert [edition.value(footballer) for footballer in (1, 8, 9, 60)] == [1, 1, 2, 8]

    @pytest.mark.parametrize("data", [shipped(), SMALL], ids=["shipped", "small"])
    def test_its_goalkeeper_cards_save_as_often_as_published(self, data: dict):
        """SPORTIV-1.2, counted here from the bare zones."""
        shots, cards = data["shots"], data["keepers"]
        for keepers, (saved, of) in {1: (2, 9), 2: (2, 3)}.items():
            trials = list(product(shots, combinations(cards, keepers)))
            saves = sum(set(red) <= set().union(*hand) for red, hand in trials)
            assert saves * of == saved * len(trials)

    @pytest.mark.parametrize(
        ("change", "found"),
        [
            ({"keepers": [["TL", "BL", "BC"], ["TR", "BR", "BC"], ["TR"]]}, "2/9 and 4/9"),
            ({"shots": [["TL"], ["TC", "BC"], ["TR", "BR"]]}, "1/3 and 7/9"),
        ],
    )
    def test_one_of_other_odds_is_refused(self, change: dict, found: str):
        """SPORTIV-1.2"""
        (fault,) = faults_of(content(**change))
        assert "save 2/9 of all shots and two 2/3" in fault.allowed
        assert f"save {found}" in fault.allowed

    @pytest.mark.parametrize(
        ("change", "path", "allowed"),
        [
            ({"players": [1] * 8}, "players", "at least 9"),
            ({"players": [0] + [1] * 9}, "players[0]", "greater than or equal to 1"),
            ({"players": [100] + [1] * 9}, "players[0]", "less than or equal to 99"),
            ({"keepers": [["TL"]]}, "keepers", "at least 2"),
            ({"keepers": [["TL", "TL"], ["TC"]]}, "keepers[0]", "each is allowed once"),
            ({"keepers": [["middle"], ["TC"]]}, "keepers[0][0]", "'TL', 'TC'"),
            ({"shots": []}, "shots", "at least one"),
            ({"shots": [[]]}, "shots[0]", "at least one zone"),
            ({"actions": dict.fromkeys(SMALL["actions"], 0) | {"offside": 3}}, "actions", "at least 4"),
            ({"actions": SMALL["actions"] | {"offside": -1}}, "actions.offside", "greater than or equal to 0"),
            ({"actions": SMALL["actions"] | {"penalty": 1}}, "actions.penalty", "not permitted"),
        ],
    )
    def test_one_that_cannot_be_played_with_is_refused(self, change: dict, path: str, allowed: str):
        """SPORTIV-1.3"""
        (fault,) = faults_of(content(**change))
        assert fault.path == path
        assert allowed in fault.allowed

    def test_the_smallest_can_be_played_with(self):
        """SPORTIV-1.3"""
        actions = dict.fromkeys(SMALL["actions"], 0) | {"offside": 4}
        assert setup_of(content(players=[1] * 9, actions=actions)).edition.actions.cards == (OFFSIDE,) * 4

    def test_the_goal_has_six_zones(self):
        """SPORTIV-1.2"""
        assert [zone.value for zone in Zone] == ["TL", "TC", "TR", "BL", "BC", "BR"]

    def test_a_number_that_no_footballer_has_is_refused(self):
        """SPORTIV-1.1"""
        situation = begun().played(draw(HOME, 6))
        for number in (0, -1, 15, 10**9):
            situation.when(place(HOME, number)).then_refused("SPORTIV-1.1", "footballer", f"no footballer {number};")
        (situation.played(place(HOME, 14)).when(eliminate(HOME, (15,), (0,)))).then_refused(
            "SPORTIV-1.1", "own", "no footballer 15; there are 1 to 14. There is no footballer 0"
        )


class TestTheSetUp:
    def test_a_coin_decides_who_begins(self):
        """SPORTIV-2.1"""
        match().then_due("SPORTIV-2.1", (toss(HOME), 1), (toss(AWAY), 1))
        match().when(toss(AWAY)).then(e.CoinTossed(side=AWAY))

    def test_home_draws_pitch_reserve_and_hand_and_away_does_so_after_it_whoever_begins(self):
        """SPORTIV-2.1, SPORTIV-2.2"""
        reserve = (POWER_RUN, RED_CARD, OFFSIDE)
        situation = match().played(toss(AWAY)).then_due("SPORTIV-2.1", *((draw(HOME, one), 1) for one in range(1, 15)))
        situation = situation.played(*dealt(HOME, (1, 2, 3, 4, 5), reserve, (6, 7, 8)))
        assert due(situation).side is AWAY
        situation = situation.played(*dealt(AWAY, (9, 10, 11, 12, 13), reserve, (14, 1, 2)))
        situation.then_happens(e.TurnStarted(side=AWAY, number=1))
        away = situation.state.footballers.away
        assert (away.pitch, away.hand, away.unseen) == ((9, 10, 11, 12, 13), (1, 2, 14), (3, 4, 5, 6, 7, 8))
        assert situation.state.actions.away.reserve == reserve

    def test_every_card_that_is_left_is_equally_likely(self):
        """SPORTIV-2.1"""
        situation = match().played(toss(HOME), *(draw(HOME, one) for one in (1, 2, 3, 4, 5)))
        kinds = [(kind, weight) for (_, weight), kind in zip(due(situation).outcomes, ActionKind, strict=True)]
        assert kinds == [(POWER_RUN, 3), (LONG_BALL, 3), (TRACK_BACK, 2), (RED_CARD, 2), (OFFSIDE, 2)]
