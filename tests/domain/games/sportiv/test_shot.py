"""A shot at goal, the refill after it, and the end of a match."""

from itertools import combinations

import pytest

from domain.games.sportiv import events as e
from domain.games.sportiv.game import SPORTIV
from domain.games.sportiv.terms import Zone
from domain.match.sides import BySide
from tests.domain.games.sportiv.words import (
    AWAY,
    HOME,
    LONG_BALL,
    OFFSIDE,
    POWER_RUN,
    TRACK_BACK,
    at_action,
    at_eliminations,
    at_exchange,
    at_shot,
    begun,
    counter,
    draw,
    drawing,
    drew,
    end_eliminations,
    exchange,
    exchange_unseen,
    forgo,
    having,
    keepers,
    place,
    play,
    remove,
    shoot,
    shooting,
    shot,
    with_pile,
)


class TestWhetherToShoot:
    @pytest.mark.parametrize("away", [(), (5,)])
    def test_the_active_side_may_shoot_at_an_opponent_with_at_most_one_footballer(self, away):
        """SPORTIV-3.9"""
        situation = at_shot(begun(away=away))
        situation.then_happens(e.ShotEarned(side=HOME, opposing=len(away)))
        situation.then_waits_for(HOME, clause="SPORTIV-3.9").then_legal(shoot(HOME), forgo(HOME))

    def test_an_opponent_with_two_footballers_is_not_shot_at(self):
        """SPORTIV-3.9"""
        situation = at_shot(begun(away=(5, 6))).then_no(e.ShotEarned)
        situation.then_happens(e.TurnStarted(side=AWAY, number=2))
        situation.when(shoot(HOME)).then_refused("SPORTIV-3.9")

    def test_the_shot_comes_after_both_sides_have_replaced_their_action_cards(self):
        """SPORTIV-3.9"""
        situation = at_exchange(begun(away=())).when(shoot(HOME)).then_refused("SPORTIV-3.9", saying="Replace as many")
        situation.played(exchange(HOME)).then_no(e.ShotEarned).then_waits_for(AWAY, clause="SPORTIV-3.8")

    def test_a_shot_that_is_forgone_fills_no_pitch_and_ends_the_turn(self):
        """SPORTIV-3.9, SPORTIV-4.4"""
        at_shot(begun(away=())).when(forgo(HOME)).then(e.ShotForgone(side=HOME), e.TurnStarted(side=AWAY, number=2))

    def test_there_is_one_shot_a_turn(self):
        """SPORTIV-3.9"""
        situation = shooting().played(keepers(AWAY, 1), shot(HOME, 1))
        situation = situation.played(*(draw(AWAY, one) for one in situation.state.footballers.away.unseen[:5]))
        situation.then_happens(e.TurnStarted(side=AWAY, number=2))

    def test_no_cards_are_chosen_before_somebody_shoots(self):
        """SPORTIV-3.9"""
        situation = at_shot(begun(away=()))
        situation.when(keepers(HOME, 1)).then_refused("SPORTIV-3.9")
        situation.when(shot(HOME, 1)).then_refused("SPORTIV-3.9")
        situation.when(keepers(AWAY, 1)).then_refused("SPORTIV-3.9", saying="nothing to decide now")


class TestGoalCards:
    def test_both_sides_choose_at_the_same_time(self):
        """SPORTIV-4.1"""
        situation = shooting().then(e.ShotTaken(side=HOME, keepers=1))
        situation.then_waits_for(HOME, AWAY, clause="SPORTIV-4.1")
        situation.then_legal(*(shot(HOME, one) for one in (1, 2, 3)), *(keepers(AWAY, one) for one in (1, 2, 3)))
        situation.played(shot(HOME, 1)).then(e.ShotChosen(side=HOME, shot=1)).then_waits_for(AWAY)
        situation.played(keepers(AWAY, 1)).then(e.KeepersChosen(side=AWAY, keepers=(1,))).then_waits_for(HOME)

    def test_a_defender_with_a_footballer_left_chooses_two(self):
        """SPORTIV-4.1"""
        situation = shooting(away=(5,)).then(e.ShotTaken(side=HOME, keepers=2))
        situation.then_legal(*(keepers(AWAY, *pair) for pair in combinations((1, 2, 3), 2)))
        situation.when(keepers(AWAY, 1)).then_refused("SPORTIV-4.1", "keepers", "Exactly 2 can be chosen")
        situation.when(keepers(AWAY, 1, 1)).then_refused("SPORTIV-4.1", "keepers", "can be chosen once")

    def test_a_defender_with_nobody_left_chooses_one(self):
        """SPORTIV-4.1"""
        shooting().when(keepers(AWAY, 1, 2)).then_refused("SPORTIV-4.1", "keepers", "Exactly 1 can be chosen")

    def test_only_cards_of_the_edition_can_be_chosen(self):
        """SPORTIV-4.1"""
        for card in (0, 4, -1):
            shooting().when(shot(HOME, card)).then_refused(
                "SPORTIV-4.1", "shot", f"no shot card {card}; there are 1 to 3"
            )
            shooting().when(keepers(AWAY, card)).then_refused("SPORTIV-4.1", "keepers", f"no goalkeeper card {card};")
        refused = shooting().when(keepers(AWAY, 0, 4, 4)).then_refused("SPORTIV-4.1", saying="card 0;")
        refused.then_refused("SPORTIV-4.1", saying="card 4;").then_refused("SPORTIV-4.1", saying="chosen once")
        refused.then_refused("SPORTIV-4.1", saying="Exactly 1")

    def test_a_choice_stands(self):
        """SPORTIV-4.1"""
        situation = shooting().played(keepers(AWAY, 1))
        situation.when(keepers(AWAY, 2)).then_refused("SPORTIV-3.9", saying="nothing to decide now")

    @pytest.mark.parametrize("first", [shot(HOME, 2), keepers(AWAY, 3)])
    def test_they_are_turned_up_together_and_go_back(self, first):
        """SPORTIV-4.1"""
        situation = shooting().played(first)
        situation = situation.played(keepers(AWAY, 3) if first == shot(HOME, 2) else shot(HOME, 2))
        situation.then_happens(
            e.ShotRevealed(
                side=HOME,
                shot=2,
                keepers=(3,),
                red=(Zone.TOP_CENTRE, Zone.BOTTOM_CENTRE),
                covered=(Zone.TOP_LEFT, Zone.TOP_CENTRE, Zone.TOP_RIGHT),
            ),
            e.GoalScored(side=HOME, zones=(Zone.BOTTOM_CENTRE,)),
        )
        assert situation.state.shot is None
        assert situation.state.keepers is None

    @pytest.mark.parametrize("chosen", [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)])
    def test_one_goalkeeper_card_saves_two_of_the_nine_shots(self, chosen):
        """SPORTIV-4.2, by hand: left is covered by card 1, right by card 2, the centre by none alone."""
        keeper, card = chosen
        situation = shooting().played(keepers(AWAY, keeper), shot(HOME, card))
        saved = chosen in ((1, 1), (2, 3))
        assert isinstance(situation.events[2], e.ShotSaved if saved else e.GoalScored)
        assert situation.state.score == BySide(0 if saved else 1, 0)

    def test_two_cards_cover_together(self):
        """SPORTIV-4.2: top centre by card 3, bottom centre by card 1."""
        situation = shooting(away=(5,)).played(keepers(AWAY, 3, 1), shot(HOME, 2))
        situation.then_happens(e.ShotSaved(side=HOME))


class TestTheRefill:
    def test_after_a_goal_both_fill_their_pitch_the_defender_first(self):
        """SPORTIV-4.3"""
        situation = having(shooting(away=(5,)), HOME, (1, 2, 3)).played(keepers(AWAY, 1, 2), shot(HOME, 2))
        drawn = []
        while (chance := situation.pending.chance) is not None and chance.clause == "SPORTIV-4.3":
            drawn.append(chance.side)
            situation = situation.played(chance.outcomes[0][0])
        assert drawn == [AWAY] * 4 + [HOME] * 2
        situation.then_happens(e.TurnStarted(side=AWAY, number=2))

    def test_after_a_save_only_the_defender_does(self):
        """SPORTIV-4.3"""
        situation = having(shooting(away=(5,)), HOME, (1, 2, 3)).played(keepers(AWAY, 1, 2), shot(HOME, 1))
        situation = drawing(situation, 4)
        situation.then_happens(e.TurnStarted(side=AWAY, number=2))
        assert situation.state.footballers.home.pitch == (1, 2, 3)

    def test_a_pitch_of_more_than_five_is_filled_already(self):
        """SPORTIV-4.4: home has six."""
        situation = shooting(away=(5,)).played(keepers(AWAY, 1, 2), shot(HOME, 2))
        situation = drawing(situation, 4)
        situation.then_happens(e.TurnStarted(side=AWAY, number=2))
        assert len(situation.state.footballers.home.pitch) == 6


class TestTheEnd:
    def test_the_last_footballer_drawn_to_a_hand_ends_the_match_before_it_is_placed(self):
        """SPORTIV-5.1"""
        situation = with_pile(begun(), HOME, 6).played(draw(HOME, 6))
        situation.then(
            e.FootballerDrawn(side=HOME, footballer=6, left=0, clause="SPORTIV-3.1"),
            e.MatchEnded(side=None, drawn_out=HOME, score=BySide(0, 0)),
        )
        assert not situation.pending.choices
        assert situation.pending.chance is None
        assert not list(SPORTIV.legal_commands(situation.state, HOME))

    def test_the_last_footballer_of_a_track_back_does(self):
        """SPORTIV-5.1"""
        situation = with_pile(at_action(begun()), HOME, 7).played(play(HOME, TRACK_BACK), draw(HOME, 7))
        situation.then_happens(e.MatchEnded(side=None, drawn_out=HOME, score=BySide(0, 0)))

    def test_the_last_footballer_of_an_offside_does(self):
        """SPORTIV-5.1"""
        situation = with_pile(at_action(begun(away=(7, 6))), AWAY, 1, 2)
        situation = situation.played(play(HOME, LONG_BALL), counter(AWAY, OFFSIDE), drew(AWAY, POWER_RUN))
        situation = situation.played(draw(AWAY, 1)).then_no(e.MatchEnded).played(draw(AWAY, 2))
        situation.then_happens(e.MatchEnded(side=None, drawn_out=AWAY, score=BySide(0, 0)))

    def test_a_refill_is_broken_off_by_it_and_the_goal_counts(self):
        """SPORTIV-5.1, SPORTIV-5.2: the defender would have had five to draw, and home one."""
        situation = with_pile(having(shooting(), HOME, (1, 2, 3, 4)), AWAY, 8, 9)
        situation = situation.played(keepers(AWAY, 1), shot(HOME, 3), draw(AWAY, 8), draw(AWAY, 9))
        situation.then(
            e.FootballerFielded(side=AWAY, footballer=9, left=0, clause="SPORTIV-4.3"),
            e.MatchEnded(side=HOME, drawn_out=AWAY, score=BySide(1, 0)),
        )
        result = SPORTIV.result(situation.state)
        assert (result.score, result.over, result.winner) == (BySide(1, 0), True, HOME)
        assert len(situation.state.footballers.home.pitch) == 4

    @pytest.mark.parametrize(
        ("score", "winner"), [(BySide(2, 1), HOME), (BySide(0, 1), AWAY), (BySide(2, 2), None), (BySide(0, 0), None)]
    )
    def test_more_goals_win_whoever_draws_out(self, score, winner):
        """SPORTIV-5.1"""
        situation = with_pile(begun(), HOME, 6).where(score=score).played(draw(HOME, 6))
        situation.then_happens(e.MatchEnded(side=winner, drawn_out=HOME, score=score))
        assert SPORTIV.result(situation.state).winner is winner

    @pytest.mark.parametrize(
        "act",
        [
            place(HOME, 6),
            end_eliminations(HOME),
            play(HOME, POWER_RUN),
            remove(AWAY, 1),
            exchange(HOME),
            exchange_unseen(HOME, 0),
            shoot(HOME),
            keepers(AWAY, 1),
            shot(AWAY, 1),
        ],
    )
    def test_nothing_is_decided_any_more(self, act):
        """SPORTIV-5.1"""
        situation = with_pile(begun(), HOME, 6).played(draw(HOME, 6))
        situation.when(act).then_refused("SPORTIV-5.1", saying="over")

    def test_the_result_says_which_turn_is_played(self):
        """SPORTIV-5.1"""
        assert SPORTIV.result(begun().state).period == "turn 1"
        assert SPORTIV.result(at_shot(begun()).state).period == "turn 2"
        assert not SPORTIV.result(at_eliminations(begun()).state).over
