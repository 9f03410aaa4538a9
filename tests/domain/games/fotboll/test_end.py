"""Halves and the end of the match: clause 6."""

import pytest

from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card
from domain.games.fotboll.game import FOTBOLL
from domain.games.fotboll.terms import Phase, Place
from domain.match.game import RuleViolation
from domain.match.sides import SIDES, BySide, Side
from tests.bdd import Situation
from tests.domain.games.fotboll.words import (
    AWAY,
    AWAY_CARDS,
    HOME,
    HOME_CARDS,
    all_drawn,
    arrange,
    at_goal,
    attack,
    choose,
    deal,
    dealt,
    draw,
    duel,
    emptied,
    having,
    lay,
    laying,
    match,
    send_off,
    stopped,
    substitute,
    turn_up,
)


def second_half(situation: Situation) -> Situation:
    """The same match, after half-time."""
    return all_drawn(situation).played(attack(situation.state.turn))


def test_fotboll_6_1_a_side_whose_pile_is_empty_at_its_turn_passes() -> None:
    """FOTBOLL-6.1"""
    situation = having(match(), AWAY, pile=0).played(*stopped(HOME))
    situation.then_happens(e.TurnPassed(side=AWAY), e.TurnBegun(side=HOME, pile=40)).then_waits_for("home")
    situation.when(attack(AWAY)).then_refused("FOTBOLL-3.1")


def test_fotboll_6_1_the_other_plays_on_until_its_own_pile_is_empty() -> None:
    """FOTBOLL-6.1"""
    situation = having(having(match(), AWAY, pile=0), HOME, pile=2)
    situation = situation.played(*stopped(HOME)).then_happens(e.TurnPassed(side=AWAY))
    situation = situation.played(*stopped(HOME, "3S", "A4", "QS")[:3]).then_no(e.TurnPassed)
    situation.then_happens(e.HalfTimeReached(score=BySide(0, 0)))


def test_fotboll_6_1_at_half_time_all_cards_are_gathered_shuffled_and_laid_out_anew() -> None:
    """FOTBOLL-6.1"""
    played = match().played(*stopped(HOME, "QH", "A3", "KH"), *stopped(AWAY))
    situation = second_half(played)
    situation.then_happens(
        e.PileRanOut(side=HOME),
        e.HalfTimeReached(score=BySide(0, 0)),
        e.DecksShuffled(half=2, cards=52, clause="FOTBOLL-6.1"),
        e.LineUpLaid(side=HOME, places=tuple(Place)),
        e.LineUpLaid(side=AWAY, places=tuple(Place)),
    )
    for side in SIDES:
        own = situation.state.of(side)
        assert (own.pile, own.discards, len(own.pitch)) == (41, (), 11)
        assert not any(lying.seen for lying in own.pitch.values())
    assert FOTBOLL.result(situation.state).period == "second half"


def test_fotboll_6_1_cards_of_the_first_half_come_up_again_in_the_second() -> None:
    """FOTBOLL-6.1, FOTBOLL-1.2"""
    situation = second_half(match().played(*stopped(HOME, "QH", "A3", "KH"), *stopped(AWAY)))
    situation.played(attack(AWAY), *duel(AWAY, "KH", "A1", "QH"))


def test_fotboll_6_1_owners_are_dealt_and_arrange_new_cards_and_no_coin_is_tossed() -> None:
    """FOTBOLL-6.1"""
    situation = second_half(dealt()).then_due("FOTBOLL-2.1").played(*deal(HOME, AWAY_CARDS), *deal(AWAY, HOME_CARDS))
    situation = situation.played(arrange(situation, AWAY, HOME_CARDS))
    situation.when(arrange(situation, HOME, AWAY_CARDS)).then_happens(
        e.HalfStarted(side=AWAY, half=2, clause="FOTBOLL-6.2"), e.TurnBegun(side=AWAY, pile=41)
    ).then_no(e.CoinTossed)


@pytest.mark.parametrize("first", SIDES)
def test_fotboll_6_2_the_side_that_did_not_begin_the_first_half_begins_the_second(first: Side) -> None:
    """FOTBOLL-6.2"""
    situation = second_half(match(first))
    situation.then_happens(
        e.HalfStarted(side=first.other, half=2, clause="FOTBOLL-6.2"), e.TurnBegun(side=first.other, pile=41)
    )
    assert (situation.state.first, situation.state.turn) == (first, first.other)


def test_fotboll_6_2_substitutions_are_not_given_back_at_half_time() -> None:
    """FOTBOLL-4.2, FOTBOLL-6.1"""
    situation = second_half(match(AWAY).played(substitute(AWAY, "A1"), turn_up(AWAY, "2C")))
    assert situation.state.of(AWAY).substitutions == 1
    assert situation.state.of(AWAY).substituted == ()


@pytest.mark.parametrize(
    ("score", "winner"), [(BySide(2, 1), HOME), (BySide(0, 3), AWAY), (BySide(0, 0), None), (BySide(2, 2), None)]
)
def test_fotboll_6_2_more_goals_after_both_halves_win_and_level_is_a_draw(
    score: BySide[int], winner: Side | None
) -> None:
    """FOTBOLL-6.2"""
    situation = all_drawn(second_half(match()).where(score=score)).when(attack(AWAY))
    situation.then_happens(e.MatchEnded(side=winner, score=score)).then_no(e.HalfTimeReached)
    result = FOTBOLL.result(situation.state)
    assert (result.score, result.over, result.winner) == (score, True, winner)
    assert situation.state.phase is Phase.OVER


def test_fotboll_6_2_nothing_can_be_done_once_the_match_is_over() -> None:
    """FOTBOLL-6.2"""
    situation = all_drawn(second_half(match())).played(attack(AWAY))
    assert not situation.pending.choices
    assert situation.pending.chance is None
    commands = (attack(HOME), lay(HOME, "A1"), substitute(HOME, "A1"), choose(HOME, "A1"), send_off(HOME, "A1"))
    for command in commands:
        assert isinstance(situation.when(command).answer, RuleViolation)
        assert not list(FOTBOLL.legal_commands(situation.state, command.side))


def test_fotboll_6_3_an_attack_under_way_is_finished_before_the_half_ends() -> None:
    """FOTBOLL-6.3"""
    situation = at_goal(having(having(match(), AWAY, pile=0), HOME, pile=1))
    drawn = situation.played(draw(HOME, "KH")).then_no(e.HalfTimeReached).then_waits_for("home")
    goal = drawn.played(choose(HOME, "G"), turn_up(AWAY, "2H"))
    goal.then_happens(e.HalfTimeReached(score=BySide(1, 0)), e.DecksShuffled(half=2, cards=52, clause="FOTBOLL-6.1"))


def test_fotboll_6_3_a_red_card_is_suffered_before_the_half_ends() -> None:
    """FOTBOLL-6.3, FOTBOLL-5.5"""
    last = having(having(having(match(jokers=2), AWAY, pile=0, warnings=1), HOME, pile=1), HOME)
    situation = last.played(attack(HOME), *duel(HOME, "2D", "A1", "X")).then_waits_for("away", clause="FOTBOLL-5.4")
    situation.played(send_off(AWAY, "D1"), turn_up(AWAY, "2S")).then_happens(
        e.PlaceClosed(side=AWAY, place=Place.D1, line=Place.D1.line), e.HalfTimeReached(score=BySide(0, 0))
    )


def test_fotboll_6_3_cards_still_face_down_are_gathered_unseen() -> None:
    """FOTBOLL-6.3"""
    situation = second_half(laying(emptied(match(), AWAY, "M1"), AWAY, A1="KH"))
    situation.then_no(e.CardTurnedUp, e.CardShown)
    chance = situation.played(attack(AWAY)).pending.chance
    assert chance is not None
    assert {outcome for outcome, _ in chance.outcomes} == {draw(AWAY, card) for card in Card if card is not Card.JOKER}
