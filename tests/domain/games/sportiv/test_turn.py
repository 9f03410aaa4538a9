"""A turn, from the footballer that is drawn to the exchange of action cards."""

from itertools import chain, combinations
from math import comb

import pytest

from domain.games.sportiv import commands as c
from domain.games.sportiv import events as e
from domain.games.sportiv.game import SPORTIV
from domain.games.sportiv.options import LISTED
from domain.match.game import RuleViolation
from tests.bdd import Situation
from tests.domain.games.sportiv.words import (
    AWAY,
    HOME,
    LONG_BALL,
    OFFSIDE,
    POWER_RUN,
    RED_CARD,
    TRACK_BACK,
    at_action,
    at_eliminations,
    at_exchange,
    begun,
    counter,
    draw,
    drew,
    due,
    eliminate,
    end_eliminations,
    exchange,
    face_down,
    forgo,
    let_pass,
    listed,
    place,
    play,
    remove,
    shoot,
    with_action_pile,
    with_pile,
)


class TestPlacing:
    def test_the_active_side_draws_a_footballer_to_its_hand_and_places_one(self):
        """SPORTIV-3.1"""
        situation = begun()
        situation.then_due("SPORTIV-3.1", *((draw(HOME, one), 1) for one in range(6, 12)))
        situation = situation.played(draw(HOME, 6))
        situation.then(e.FootballerDrawn(side=HOME, footballer=6, left=5, clause="SPORTIV-3.1"))
        situation.then_waits_for(HOME, clause="SPORTIV-3.1").then_legal(*(place(HOME, one) for one in (6, 12, 13, 14)))
        situation = situation.played(place(HOME, 13)).then(e.FootballerPlaced(side=HOME, footballer=13))
        assert situation.state.footballers.home.pitch == (1, 2, 3, 4, 5, 13)
        assert situation.state.footballers.home.hand == (6, 12, 14)

    def test_only_a_footballer_of_the_hand_can_be_placed(self):
        """SPORTIV-3.1"""
        situation = begun().played(draw(HOME, 6))
        situation.when(place(HOME, 7)).then_refused("SPORTIV-3.1", "footballer", "6 (6), 12 (5), 13 (6) or 14 (7)")
        situation.when(place(HOME, 1)).then_refused("SPORTIV-3.1", "footballer", "already lies open")

    def test_without_a_cap_nobody_is_replaced(self):
        """SPORTIV-3.1, pitchCap none."""
        situation = begun(pitchCap="none").played(draw(HOME, 6))
        situation.when(place(HOME, 14, replaced=1)).then_refused("SPORTIV-3.1", "replaced", "has room")

    def test_with_a_cap_a_footballer_on_a_full_pitch_replaces_one_who_is_discarded(self):
        """SPORTIV-3.1, pitchCap five."""
        situation = begun(pitchCap="five").played(draw(HOME, 6))
        situation.then_legal(*(place(HOME, one, two) for one in (6, 12, 13, 14) for two in (1, 2, 3, 4, 5)))
        situation.when(place(HOME, 14)).then_refused("SPORTIV-3.1", "replaced", "1 (1), 2 (2), 3 (3), 4 (4) or 5 (5)")
        situation.when(place(HOME, 14, replaced=6)).then_refused("SPORTIV-3.1", "replaced")
        situation.when(place(HOME, 7, replaced=8)).then_refused("SPORTIV-3.1", saying="is not in your hand")
        situation.when(place(HOME, 7, replaced=8)).then_refused("SPORTIV-3.1", saying="name whom it replaces")
        situation = situation.played(place(HOME, 14, replaced=2))
        situation.then(e.FootballerPlaced(side=HOME, footballer=14, replaced=2))
        assert situation.state.footballers.home.pitch == (1, 3, 4, 5, 14)
        assert situation.state.footballers.home.discard == (2,)

    def test_with_a_cap_a_pitch_with_room_takes_a_footballer_without_replacing(self):
        """SPORTIV-3.1, pitchCap five."""
        situation = begun(home=(1, 2, 3, 4), pitchCap="five").played(draw(HOME, 6))
        situation.when(place(HOME, 14, replaced=1)).then_refused("SPORTIV-3.1", "replaced")
        assert situation.played(place(HOME, 14)).state.footballers.home.pitch == (1, 2, 3, 4, 14)


class TestEliminations:
    def test_one_takes_off_one_of_the_same_value(self):
        """SPORTIV-3.2"""
        situation = at_eliminations(begun()).played(eliminate(HOME, (4,), (4,)))
        situation.then(e.FootballersEliminated(side=HOME, own=(4,), opposing=(4,), figures="4 against 4"))
        assert situation.state.footballers.home.discard == (4,)
        assert situation.state.footballers.away.discard == (4,)
        assert 4 not in situation.state.footballers.home.pitch + situation.state.footballers.away.pitch

    def test_several_take_off_one_and_one_takes_off_several_of_the_same_total(self):
        """SPORTIV-3.2: the footballer just placed, 14 of value 7, takes part."""
        situation = at_eliminations(begun(), placed=14).played(eliminate(HOME, (2, 1, 3), (6,)))
        situation.then(e.FootballersEliminated(side=HOME, own=(1, 2, 3), opposing=(6,), figures="1 + 2 + 3 against 6"))
        situation = situation.played(eliminate(HOME, (14,), (4, 3)))
        situation.then(e.FootballersEliminated(side=HOME, own=(14,), opposing=(3, 4), figures="7 against 3 + 4"))
        assert situation.state.footballers.home.pitch == (4, 5)
        assert situation.state.footballers.away.pitch == (7, 5)

    def test_several_never_take_off_several(self):
        """SPORTIV-3.2"""
        situation = at_eliminations(begun())
        situation.when(eliminate(HOME, (3, 4), (3, 4))).then_refused("SPORTIV-3.2", saying="never eliminate several")

    def test_totals_have_to_be_the_same(self):
        """SPORTIV-3.2"""
        situation = at_eliminations(begun())
        situation.when(eliminate(HOME, (3,), (4,))).then_refused("SPORTIV-3.2", saying="3 against 4")
        situation.when(eliminate(HOME, (1, 4), (6,))).then_refused(
            "SPORTIV-3.2", saying="1 + 4 against 6 is 5 against 6"
        )

    @pytest.mark.parametrize(
        ("own", "opposing", "path", "saying"),
        [
            ((), (3,), "own", "At least one of your pitch"),
            ((3,), (), "opposing", "At least one of the opposing pitch"),
            ((7,), (7,), "own", "Footballer 7 (7) is not on your pitch"),
            ((1,), (8,), "opposing", "Footballer 8 (1) is not on the opposing pitch"),
            ((3, 3), (6,), "own", "Footballer 3 (3) can be named only once"),
            ((5,), (5, 5), "opposing", "only once"),
        ],
    )
    def test_only_who_is_on_the_pitch_can_be_engaged_and_only_once(self, own, opposing, path, saying):
        """SPORTIV-3.2"""
        at_eliminations(begun()).when(eliminate(HOME, own, opposing)).then_refused("SPORTIV-3.2", path, saying)

    def test_every_limit_that_is_broken_is_named(self):
        """SPORTIV-3.2"""
        refused = at_eliminations(begun()).when(eliminate(HOME, (3, 3, 7), (8, 9)))
        for saying in ("3 (3) can be named only once", "7 (7) is not", "8 (1) is not", "9 (2) is not", "never"):
            refused.then_refused("SPORTIV-3.2", "own", saying)

    def test_the_order_in_which_footballers_are_named_says_nothing(self):
        """SPORTIV-3.2"""
        assert eliminate(HOME, (4, 3), (7,)) == eliminate(HOME, (3, 4), (7,))

    def test_every_way_is_listed(self):
        """SPORTIV-3.2, against all pairs of sets."""
        situation = at_eliminations(begun(), placed=14)
        home, away = situation.state.footballers.home.pitch, situation.state.footballers.away.pitch
        value = situation.state.edition.value
        ways = [
            eliminate(HOME, own, opposing)
            for own in chain.from_iterable(combinations(home, number) for number in range(1, 7))
            for opposing in chain.from_iterable(combinations(away, number) for number in range(1, 6))
            if min(len(own), len(opposing)) == 1 and sum(map(value, own)) == sum(map(value, opposing))
        ]
        assert len(ways) == 15
        situation.then_legal(end_eliminations(HOME), *ways)
        assert situation.pending.choices[0].exhaustive

    def test_a_crowded_pitch_lists_some_of_every_kind_and_says_that_there_are_more(self):
        """SPORTIV-3.2"""
        situation = crowded()
        assert not situation.pending.choices[0].exhaustive
        ways = listed(situation, HOME, c.EliminateFootballers)
        assert listed(situation, HOME, c.EndEliminations)
        assert len(set(ways)) == len(ways) == LISTED
        assert all(not isinstance(SPORTIV.decide(situation.state, one), RuleViolation) for one in ways)
        shapes = {(len(one.own) > 1, len(one.opposing) > 1) for one in ways}
        assert shapes == {(False, False), (True, False), (False, True)}
        assert {one for way in ways for one in way.opposing} == set(situation.state.footballers.away.pitch)

    @pytest.mark.parametrize("spare", [0, 1])
    def test_the_bound_is_exact(self, spare: int, monkeypatch: pytest.MonkeyPatch):
        """SPORTIV-3.2: as many as may be listed are every way; one more are not."""
        situation = at_eliminations(begun(), placed=14)
        ways = len(list(SPORTIV.legal_commands(situation.state, HOME))) - 1
        monkeypatch.setattr("domain.games.sportiv.options.LISTED", ways - spare)
        assert situation.pending.choices[0].exhaustive == (spare == 0)

    def test_they_go_on_until_the_side_ends_them(self):
        """SPORTIV-3.2"""
        situation = at_eliminations(begun()).played(eliminate(HOME, (3,), (3,)), eliminate(HOME, (4,), (4,)))
        situation.then_waits_for(HOME, clause="SPORTIV-3.2")
        situation.when(end_eliminations(HOME)).then(e.EliminationsEnded(side=HOME))


def crowded() -> Situation:
    """A match in which both pitches hold far more than five."""
    situation = at_eliminations(begun())
    its = situation.state.footballers
    home, away = tuple(range(1, 15)), tuple(range(1, 15))
    changed = [type(one)((), 0, one.hand, pitch, ()) for one, pitch in ((its.home, home), (its.away, away))]
    return situation.where(footballers=type(its)(*changed))


class TestActions:
    def test_the_active_side_draws_a_fourth_card_and_puts_one_on_its_discard(self):
        """SPORTIV-3.3"""
        situation = at_eliminations(begun()).played(end_eliminations(HOME))
        assert due(situation).clause == "SPORTIV-3.3"
        situation = situation.played(drew(HOME, OFFSIDE))
        situation.then(e.ActionDrawn(side=HOME, kind=OFFSIDE, left=8, clause="SPORTIV-3.3"))
        kinds = (POWER_RUN, LONG_BALL, TRACK_BACK)
        situation.then_legal(
            *(play(HOME, kind) for kind in kinds), *(face_down(HOME, kind) for kind in (*kinds, OFFSIDE))
        )

    def test_face_down_it_has_no_effect(self):
        """SPORTIV-3.3"""
        situation = at_action(begun()).played(face_down(HOME, POWER_RUN))
        situation.then(e.ActionDiscarded(side=HOME, kind=POWER_RUN, clause="SPORTIV-3.3"))
        situation.then_waits_for(HOME, clause="SPORTIV-3.8")
        assert situation.state.actions.home.reserve == (LONG_BALL, TRACK_BACK, OFFSIDE)

    def test_only_a_card_of_the_reserve_can_be_put_there(self):
        """SPORTIV-3.3"""
        situation = at_action(begun(home_reserve=(POWER_RUN, POWER_RUN, TRACK_BACK)))
        situation.when(play(HOME, LONG_BALL)).then_refused("SPORTIV-3.3", "kind", "power run, track back or offside")
        situation.when(face_down(HOME, RED_CARD)).then_refused("SPORTIV-3.3", "kind", "no red card")
        situation.when(face_down(HOME)).then_refused("SPORTIV-3.3", "kind", "Say which card")

    def test_a_power_run_removes_two_opposing_footballers_of_choice(self):
        """SPORTIV-3.4"""
        situation = at_action(begun()).played(play(HOME, POWER_RUN))
        situation.then(e.ActionPlayed(side=HOME, kind=POWER_RUN, clause="SPORTIV-3.4"))
        situation = situation.played(let_pass(AWAY)).then_waits_for(HOME, clause="SPORTIV-3.4")
        situation.then_legal(*(remove(HOME, *pair) for pair in combinations((3, 4, 5, 6, 7), 2)))
        situation = situation.played(remove(HOME, 7, 3))
        situation.then(
            e.FootballersRemoved(side=HOME, footballers=(3, 7), by=POWER_RUN, clause="SPORTIV-3.4"),
            e.ActionEnded(side=HOME, kind=POWER_RUN, clause="SPORTIV-3.4"),
        )
        assert situation.state.footballers.away.pitch == (6, 5, 4)
        assert situation.state.footballers.away.discard == (3, 7)

    def test_a_long_ball_removes_three(self):
        """SPORTIV-3.5"""
        situation = at_action(begun()).played(play(HOME, LONG_BALL), let_pass(AWAY))
        situation.then_legal(*(remove(HOME, *three) for three in combinations((3, 4, 5, 6, 7), 3)))
        assert situation.played(remove(HOME, 3, 4, 5)).state.footballers.away.pitch == (7, 6)

    @pytest.mark.parametrize(
        ("footballers", "saying"),
        [
            ((3,), "Exactly 2"),
            ((3, 4, 5), "Exactly 2"),
            ((), "Exactly 2"),
            ((3, 3), "only once"),
            ((3, 8), "8 (1) is not on the opposing pitch"),
        ],
    )
    def test_no_more_no_fewer_and_nobody_else_can_be_removed(self, footballers, saying):
        """SPORTIV-3.4"""
        situation = at_action(begun()).played(play(HOME, POWER_RUN), let_pass(AWAY))
        situation.when(remove(HOME, *footballers)).then_refused("SPORTIV-3.4", "footballers", saying)

    @pytest.mark.parametrize(("kind", "away"), [(POWER_RUN, (5,)), (LONG_BALL, (5,)), (LONG_BALL, (5, 6))])
    def test_where_there_are_fewer_all_are_removed(self, kind, away):
        """SPORTIV-3.7"""
        situation = at_action(begun(away=away)).played(play(HOME, kind), let_pass(AWAY))
        situation.then_waits_for(HOME).then_legal(remove(HOME, *away))

    @pytest.mark.parametrize("kind", [POWER_RUN, LONG_BALL])
    def test_where_there_is_nobody_the_opponent_is_asked_and_the_turn_goes_on(self, kind):
        """SPORTIV-3.7, SPORTIV-3.11"""
        situation = at_action(begun(away=())).played(play(HOME, kind)).then_waits_for(AWAY, clause="SPORTIV-3.7")
        situation.when(let_pass(AWAY)).then(
            e.CounterDeclined(side=AWAY, against=kind), e.ActionEnded(side=HOME, kind=kind, clause=kind.clause)
        ).then_waits_for(HOME, clause="SPORTIV-3.8")

    def test_a_track_back_brings_two_footballers_from_the_pile(self):
        """SPORTIV-3.6"""
        situation = at_action(begun()).played(play(HOME, TRACK_BACK))
        situation.then(e.ActionPlayed(side=HOME, kind=TRACK_BACK, reinforcements=2, clause="SPORTIV-3.6"))
        situation.then_due("SPORTIV-3.6", *((draw(HOME, one), 1) for one in (7, 8, 9, 10, 11)))
        situation = situation.played(draw(HOME, 7), draw(HOME, 9))
        situation.then(
            e.FootballerFielded(side=HOME, footballer=9, left=3, clause="SPORTIV-3.6"),
            e.ActionEnded(side=HOME, kind=TRACK_BACK, clause="SPORTIV-3.6"),
        )
        assert situation.state.footballers.home.pitch == (1, 2, 3, 4, 5, 14, 7, 9)

    @pytest.mark.parametrize(
        ("home", "brought"), [((1, 2), 2), ((1, 2, 3), 1), ((1, 2, 3, 4), 0), ((1, 2, 3, 4, 5), 0)]
    )
    def test_with_a_cap_a_track_back_brings_as_many_as_there_is_room_for(self, home, brought):
        """SPORTIV-3.12: one has been placed before."""
        situation = begun(home=home, pitchCap="five")
        drawn = situation.state.footballers.home.unseen[0]
        situation = situation.played(draw(HOME, drawn), place(HOME, drawn, 1 if len(home) == 5 else None))
        situation = situation.played(end_eliminations(HOME), drew(HOME, OFFSIDE), play(HOME, TRACK_BACK))
        situation.then_happens(e.ActionPlayed(side=HOME, kind=TRACK_BACK, reinforcements=brought, clause="SPORTIV-3.6"))
        for one in situation.state.footballers.home.unseen[:brought]:
            situation = situation.played(draw(HOME, one))
        situation.then_waits_for(HOME, clause="SPORTIV-3.8")


class TestCounters:
    def test_the_opponent_is_asked_before_the_effect_whatever_they_hold(self):
        """SPORTIV-3.7, SPORTIV-3.11"""
        asked = []
        for reserve in ((POWER_RUN, RED_CARD, OFFSIDE), (POWER_RUN, POWER_RUN, TRACK_BACK)):
            situation = at_action(begun(away_reserve=reserve)).played(play(HOME, POWER_RUN))
            asked.append(situation.then_waits_for(AWAY, clause="SPORTIV-3.7").pending)
        assert asked[0] == asked[1]

    def test_who_holds_the_card_may_counter_or_let_pass(self):
        """SPORTIV-3.7, SPORTIV-3.11"""
        situation = at_action(begun()).played(play(HOME, POWER_RUN))
        situation.then_legal(counter(AWAY, RED_CARD), let_pass(AWAY))
        situation = at_action(begun()).played(play(HOME, LONG_BALL))
        situation.then_legal(counter(AWAY, OFFSIDE), let_pass(AWAY))

    def test_who_does_not_hold_it_can_only_let_pass(self):
        """SPORTIV-3.7"""
        situation = at_action(begun(away_reserve=(POWER_RUN, POWER_RUN, OFFSIDE))).played(play(HOME, POWER_RUN))
        situation.then_legal(let_pass(AWAY))
        situation.when(counter(AWAY, RED_CARD)).then_refused("SPORTIV-3.7", "kind", "no red card in your reserve")

    def test_no_other_card_counters(self):
        """SPORTIV-3.4, SPORTIV-3.5, SPORTIV-3.7"""
        situation = at_action(begun()).played(play(HOME, POWER_RUN))
        for kind in (OFFSIDE, POWER_RUN, LONG_BALL, TRACK_BACK):
            situation.when(counter(AWAY, kind)).then_refused("SPORTIV-3.7", "kind", "countered by a red card only")
        situation.when(counter(AWAY, LONG_BALL)).then_refused("SPORTIV-3.7", saying="no long ball in your reserve")
        situation = at_action(begun()).played(play(HOME, LONG_BALL))
        situation.when(counter(AWAY, RED_CARD)).then_refused("SPORTIV-3.7", "kind", "countered by an offside only")

    def test_a_red_card_stops_a_power_run_is_replaced_at_once_and_removes_one(self):
        """SPORTIV-3.4, SPORTIV-3.7"""
        situation = at_action(begun()).played(play(HOME, POWER_RUN), counter(AWAY, RED_CARD))
        situation.then(e.ActionCountered(side=AWAY, kind=RED_CARD, against=POWER_RUN, clause="SPORTIV-3.4"))
        assert due(situation).clause == "SPORTIV-3.7"
        situation = situation.played(drew(AWAY, TRACK_BACK)).then_waits_for(AWAY, clause="SPORTIV-3.4")
        situation.then_legal(*(remove(AWAY, one) for one in (1, 2, 3, 4, 5, 14)))
        situation.when(remove(AWAY, 1, 2)).then_refused("SPORTIV-3.4", "footballers", "Exactly 1")
        situation = situation.played(remove(AWAY, 14))
        situation.then(
            e.FootballersRemoved(side=AWAY, footballers=(14,), by=RED_CARD, clause="SPORTIV-3.4"),
            e.ActionEnded(side=HOME, kind=POWER_RUN, clause="SPORTIV-3.4"),
        )
        assert situation.state.footballers.away.pitch == (7, 6, 5, 4, 3)
        assert situation.state.footballers.home.discard == (14,)
        assert situation.state.actions.away.reserve == (POWER_RUN, OFFSIDE, TRACK_BACK)

    def test_a_red_card_against_an_empty_pitch_removes_nobody(self):
        """SPORTIV-3.7: home's only footballer has taken an opposing one off."""
        situation = at_eliminations(begun(home=()), placed=14).played(eliminate(HOME, (14,), (7,)))
        situation = situation.played(end_eliminations(HOME), drew(HOME, OFFSIDE), play(HOME, POWER_RUN))
        situation = situation.played(counter(AWAY, RED_CARD), drew(AWAY, TRACK_BACK))
        situation.then(
            e.ActionDrawn(side=AWAY, kind=TRACK_BACK, left=8, clause="SPORTIV-3.7"),
            e.ActionEnded(side=HOME, kind=POWER_RUN, clause="SPORTIV-3.4"),
        )

    def test_an_offside_stops_a_long_ball_is_replaced_at_once_and_fills_the_pitch(self):
        """SPORTIV-3.5, SPORTIV-3.7"""
        situation = at_action(begun(away=(7, 6, 5))).played(play(HOME, LONG_BALL), counter(AWAY, OFFSIDE))
        situation.then(e.ActionCountered(side=AWAY, kind=OFFSIDE, against=LONG_BALL, clause="SPORTIV-3.5"))
        situation = situation.played(drew(AWAY, TRACK_BACK), draw(AWAY, 1), draw(AWAY, 2))
        situation.then(
            e.FootballerFielded(side=AWAY, footballer=2, left=6, clause="SPORTIV-3.5"),
            e.ActionEnded(side=HOME, kind=LONG_BALL, clause="SPORTIV-3.5"),
        )
        assert situation.state.footballers.away.pitch == (7, 6, 5, 1, 2)

    def test_an_offside_leaves_a_full_pitch_as_it_is(self):
        """SPORTIV-3.5"""
        situation = at_action(begun()).played(play(HOME, LONG_BALL), counter(AWAY, OFFSIDE), drew(AWAY, TRACK_BACK))
        situation.then_no(e.FootballerFielded).then_waits_for(HOME, clause="SPORTIV-3.8")

    def test_nothing_counters_a_track_back(self):
        """SPORTIV-3.6, SPORTIV-3.11"""
        situation = at_action(begun()).played(play(HOME, TRACK_BACK))
        assert not situation.pending.choices
        situation.when(counter(AWAY, RED_CARD)).then_refused("SPORTIV-3.7", saying="nothing to decide now")

    @pytest.mark.parametrize("kind", [RED_CARD, OFFSIDE])
    def test_a_counter_is_not_played_in_ones_own_turn(self, kind):
        """SPORTIV-3.7"""
        situation = at_action(begun(home_reserve=(POWER_RUN, RED_CARD, TRACK_BACK)))
        situation.when(play(HOME, kind)).then_refused("SPORTIV-3.7", "kind", "You can play power run or track back")
        situation.played(face_down(HOME, kind)).then_waits_for(HOME, clause="SPORTIV-3.8")

    @pytest.mark.parametrize("act", [counter(HOME, RED_CARD), counter(AWAY, RED_CARD), let_pass(HOME), let_pass(AWAY)])
    def test_a_counter_out_of_turn_is_refused(self, act):
        """SPORTIV-3.7"""
        start = begun(home_reserve=(POWER_RUN, RED_CARD, TRACK_BACK))
        moments = [start, start.played(draw(HOME, 6)), at_eliminations(start), at_action(start), at_exchange(start)]
        moments.append(at_action(start).played(face_down(HOME, POWER_RUN)))
        moments.append(at_action(start).played(play(HOME, POWER_RUN), let_pass(AWAY)))
        for moment in moments:
            moment.when(act).then_refused("SPORTIV-3.7")

    def test_the_active_side_does_not_answer_for_its_opponent(self):
        """SPORTIV-3.7"""
        situation = at_action(begun()).played(play(HOME, POWER_RUN))
        situation.when(let_pass(HOME)).then_refused("SPORTIV-3.7", saying="The home side has nothing to decide now")


class TestTheExchange:
    def test_the_active_side_replaces_action_cards_and_then_the_opponent(self):
        """SPORTIV-3.8, SPORTIV-3.13"""
        situation = at_exchange(begun()).then_waits_for(HOME, clause="SPORTIV-3.8")
        situation = situation.played(exchange(HOME, TRACK_BACK, POWER_RUN))
        situation.then(
            e.ActionDiscarded(side=HOME, kind=POWER_RUN, clause="SPORTIV-3.8"),
            e.ActionDiscarded(side=HOME, kind=TRACK_BACK, clause="SPORTIV-3.8"),
            e.ActionsExchanged(side=HOME, count=2),
        )
        situation = situation.played(drew(HOME, RED_CARD))
        assert due(situation).clause == "SPORTIV-3.8"
        situation = situation.played(drew(HOME, RED_CARD)).then_waits_for(AWAY, clause="SPORTIV-3.8")
        assert situation.state.actions.home.reserve == (LONG_BALL, RED_CARD, RED_CARD)
        situation = situation.played(exchange(AWAY))
        situation.then(e.ActionsExchanged(side=AWAY, count=0), e.TurnStarted(side=AWAY, number=2))

    def test_every_choice_of_cards_is_listed_once(self):
        """SPORTIV-3.8"""
        situation = at_exchange(begun(home_reserve=(POWER_RUN, POWER_RUN, TRACK_BACK)))
        situation.then_legal(
            exchange(HOME),
            exchange(HOME, POWER_RUN),
            exchange(HOME, TRACK_BACK),
            exchange(HOME, POWER_RUN, POWER_RUN),
            exchange(HOME, POWER_RUN, TRACK_BACK),
            exchange(HOME, POWER_RUN, POWER_RUN, TRACK_BACK),
        )

    def test_only_cards_of_the_reserve_can_be_replaced(self):
        """SPORTIV-3.8"""
        situation = at_exchange(begun())
        refused = situation.when(exchange(HOME, RED_CARD, POWER_RUN, POWER_RUN, OFFSIDE))
        for part in ("not hold 2 power run", "not hold 1 red card", "not hold 1 offside", "1 long ball, 1 track back"):
            refused.then_refused("SPORTIV-3.8", saying=part)

    def test_what_is_replaced_goes_face_down(self):
        """SPORTIV-3.13"""
        situation = at_exchange(begun()).played(exchange(HOME, LONG_BALL))
        assert [(card.kind, card.face_up) for card in situation.state.actions.home.discard] == [
            (OFFSIDE, False),
            (LONG_BALL, False),
        ]

    def test_an_empty_pile_is_the_shuffled_discard_when_a_card_is_to_be_drawn(self):
        """SPORTIV-3.8, SPORTIV-3.10: with the card that has just been replaced, and not before it is needed."""
        situation = with_action_pile(at_eliminations(begun()), HOME, OFFSIDE)
        situation = situation.played(end_eliminations(HOME), drew(HOME, OFFSIDE))
        situation = situation.then_no(e.ActionPileRenewed).played(face_down(HOME, OFFSIDE))
        situation = situation.then_no(e.ActionPileRenewed).played(exchange(HOME, LONG_BALL))
        situation.then_happens(e.ActionPileRenewed(side=HOME, cards=10))
        situation.then_due(
            "SPORTIV-3.8",
            (drew(HOME, POWER_RUN), 2),
            (drew(HOME, LONG_BALL), 3),
            (drew(HOME, TRACK_BACK), 1),
            (drew(HOME, RED_CARD), 2),
            (drew(HOME, OFFSIDE), 2),
        )

    def test_a_counter_can_be_drawn_again_from_the_pile_that_it_renews(self):
        """SPORTIV-3.10"""
        situation = with_action_pile(at_action(begun()), AWAY)
        situation = situation.played(play(HOME, POWER_RUN), counter(AWAY, RED_CARD))
        situation.then_happens(e.ActionPileRenewed(side=AWAY, cards=10))
        assert (drew(AWAY, RED_CARD), 2) in due(situation).outcomes
        assert situation.state.actions.away.discard == ()


class TestTheOrderOfATurn:
    def test_what_is_not_due_is_refused_with_what_is(self):
        """SPORTIV-3.1, SPORTIV-3.2, SPORTIV-3.3, SPORTIV-3.8, SPORTIV-3.9"""
        start = begun()
        start.when(place(HOME, 14)).then_refused("SPORTIV-3.1", saying="a footballer that the home side draws")
        at_eliminations(start).when(place(HOME, 13)).then_refused("SPORTIV-3.1", saying="end your eliminations")
        at_action(start).when(eliminate(HOME, (3,), (3,))).then_refused("SPORTIV-3.2")
        at_eliminations(start).when(play(HOME, POWER_RUN)).then_refused("SPORTIV-3.3")
        at_eliminations(start).when(exchange(HOME)).then_refused("SPORTIV-3.8")
        at_exchange(start).when(exchange(AWAY)).then_refused("SPORTIV-3.8", saying="the home side decides")
        at_exchange(start).when(remove(HOME, 3)).then_refused("SPORTIV-3.4")
        at_exchange(start).when(shoot(HOME)).then_refused("SPORTIV-3.9")
        at_exchange(start).when(forgo(AWAY)).then_refused("SPORTIV-3.9")

    def test_sides_take_turns(self):
        """SPORTIV-3.1"""
        situation = at_exchange(begun()).played(exchange(HOME), exchange(AWAY))
        situation = situation.played(draw(AWAY, 1), place(AWAY, 14), end_eliminations(AWAY), drew(AWAY, LONG_BALL))
        situation = situation.played(face_down(AWAY, LONG_BALL), exchange(AWAY), exchange(HOME))
        situation.then_happens(e.TurnStarted(side=HOME, number=3))

    def test_removals_from_a_crowded_pitch_are_bounded(self):
        """SPORTIV-3.5"""
        situation = with_pile(crowded(), HOME, 14).played(end_eliminations(HOME), drew(HOME, OFFSIDE))
        situation = situation.played(play(HOME, LONG_BALL), let_pass(AWAY))
        ways = listed(situation, HOME, c.RemoveFootballers)
        assert comb(14, 3) > LISTED >= len(ways) > LISTED // 2
        assert not situation.pending.choices[0].exhaustive
        assert {one for way in ways for one in way.footballers} == set(range(1, 15))
        assert all(not isinstance(SPORTIV.decide(situation.state, one), RuleViolation) for one in ways)
