"""The attack: clause 3."""

import pytest

from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card
from domain.games.fotboll.game import FOTBOLL
from domain.games.fotboll.terms import Duel, Finish, Line, Place
from domain.match.sides import BySide
from tests.domain.games.fotboll.words import (
    AWAY,
    HOME,
    at_goal,
    attack,
    choose,
    draw,
    duel,
    emptied,
    having,
    laying,
    match,
    past_the_lines,
    stopped,
    turn_up,
)


def test_fotboll_3_1_the_attacker_draws_chooses_and_the_choice_is_revealed() -> None:
    """FOTBOLL-3.1"""
    situation = match().when(attack(HOME)).then(e.AttackBegun(side=HOME), e.LineReached(side=HOME, line=Line.ATTACKERS))
    situation = situation.then_due("FOTBOLL-3.1").when(draw(HOME, "QH")).then(e.CardDrawn(side=HOME, card=Card("QH")))
    situation.then_waits_for("home", clause="FOTBOLL-3.1")
    situation.then_legal(*(choose(HOME, place) for place in ("A1", "A2", "A3", "A4")))
    situation = situation.when(choose(HOME, "A2")).then(e.CardAttacked(side=HOME, card=Card("QH"), place=Place.A2))
    situation.then_due("FOTBOLL-3.1").when(turn_up(AWAY, "10H")).then_happens(
        e.CardTurnedUp(side=AWAY, place=Place.A2, card=Card("10H"), clause="FOTBOLL-3.1")
    )


def test_fotboll_3_1_the_lines_come_one_after_the_other() -> None:
    """FOTBOLL-3.1"""
    situation = match().played(attack(HOME))
    for number, (line, place) in enumerate(zip(Line, ("A1", "M1", "D1", "G"), strict=True)):
        assert situation.state.line is line
        situation = situation.played(*duel(HOME, f"K{'CDHS'[number]}", place, f"Q{'CDHS'[number]}"))
    assert situation.state.score == BySide(1, 0)


@pytest.mark.parametrize("place", ["M1", "D3", "G"])
def test_fotboll_3_1_only_a_card_of_the_line_can_be_chosen(place: str) -> None:
    """FOTBOLL-3.1"""
    drawn = match().played(attack(HOME), draw(HOME, "QH"))
    drawn.when(choose(HOME, place)).then_refused("FOTBOLL-3.1", "place", "choose A1, A2, A3 or A4")


def test_fotboll_3_1_an_empty_place_cannot_be_chosen() -> None:
    """FOTBOLL-3.1"""
    drawn = emptied(match(), AWAY, "A2").played(attack(HOME), draw(HOME, "QH"))
    drawn.when(choose(HOME, "A2")).then_refused("FOTBOLL-3.1", "place", "A2 is empty; choose A1, A3 or A4")
    drawn.then_legal(choose(HOME, "A1"), choose(HOME, "A3"), choose(HOME, "A4"))


def test_fotboll_3_1_nothing_can_be_chosen_before_a_card_is_drawn_or_by_the_defender() -> None:
    """FOTBOLL-3.1"""
    match().when(choose(HOME, "A1")).then_refused("FOTBOLL-3.1", saying="attack")
    match().played(attack(HOME)).when(choose(HOME, "A1")).then_refused("FOTBOLL-3.1")
    match().played(attack(HOME), draw(HOME, "QH")).when(choose(AWAY, "A1")).then_refused("FOTBOLL-3.1")
    match().when(attack(AWAY)).then_refused("FOTBOLL-3.1", saying="away side has nothing to decide")


@pytest.mark.parametrize(("card", "against"), [("QH", "10H"), ("QH", "QS"), ("AC", "KH"), ("10D", "9D"), ("JC", "10C")])
def test_fotboll_3_2_as_high_a_rank_or_a_higher_one_dribbles(card: str, against: str) -> None:
    """FOTBOLL-3.2, FOTBOLL-1.1"""
    situation = match().played(attack(HOME), *duel(HOME, card, "A2", against))
    figures = f"{Card(card).words} against {Card(against).words}"
    situation.then_happens(
        e.CardsCompared(
            side=HOME,
            place=Place.A2,
            card=Card(card),
            against=Card(against),
            result=Duel.DRIBBLED,
            figures=figures,
            clause="FOTBOLL-3.2",
        ),
        e.LineReached(side=HOME, line=Line.MIDFIELDERS),
    )
    table = situation.then_due("FOTBOLL-3.1").state
    assert (table.of(HOME).discards, table.of(AWAY).discards) == ((card,), (against,))
    assert Place.A2 not in table.of(AWAY).pitch
    assert table.of(HOME).pile == 40


def test_fotboll_3_2_past_the_goalkeeper_it_is_a_goal_and_the_turn_passes() -> None:
    """FOTBOLL-3.2"""
    situation = match().played(*past_the_lines(HOME), *duel(HOME, "KS", "G", "QS"))
    situation.then_happens(
        e.GoalScored(
            side=HOME,
            finish=Finish.DRIBBLE,
            figures="the king of spades against the queen of spades",
            clause="FOTBOLL-3.2",
        ),
        e.TurnBegun(side=AWAY, pile=41),
    )
    assert situation.then_waits_for("away").state.score == BySide(1, 0)
    assert Place.G not in situation.state.of(AWAY).pitch


@pytest.mark.parametrize(("card", "against"), [("QH", "KH"), ("2C", "3C"), ("KD", "AS"), ("10H", "JH")])
def test_fotboll_3_3_a_lower_rank_is_stopped(card: str, against: str) -> None:
    """FOTBOLL-3.3"""
    situation = match().played(attack(HOME), *duel(HOME, card, "A3", against))
    situation.then_happens(
        e.CardsCompared(
            side=HOME,
            place=Place.A3,
            card=Card(card),
            against=Card(against),
            result=Duel.STOPPED,
            figures=f"{Card(card).words} against {Card(against).words}",
            clause="FOTBOLL-3.3",
        ),
        e.TurnBegun(side=AWAY, pile=41),
    )
    table = situation.then_waits_for("away").state
    assert (table.of(HOME).discards, table.of(AWAY).discards) == ((card,), ())
    assert table.line is None


def test_fotboll_3_3_the_unbeaten_card_lies_face_down_again_and_both_know_it() -> None:
    """FOTBOLL-3.3"""
    situation = match().played(*stopped(HOME, "QH", "A3", "KH"), *stopped(AWAY))
    lying = situation.state.of(AWAY).pitch[Place.A3]
    assert (lying.card, lying.seen) == ("KH", True)
    again = situation.played(attack(HOME), draw(HOME, "AH")).when(choose(HOME, "A3"))
    again.then_happens(
        e.CardAttacked(side=HOME, card=Card("AH"), place=Place.A3),
        e.CardShown(side=AWAY, place=Place.A3, card=Card("KH"), clause="FOTBOLL-3.1"),
    ).then_due("FOTBOLL-3.1")
    assert again.state.line is Line.MIDFIELDERS


def test_fotboll_3_4_every_attack_begins_at_the_attackers_line() -> None:
    """FOTBOLL-3.4"""
    situation = match().played(attack(HOME), *duel(HOME, "QH", "A1", "10H"), *duel(HOME, "2H", "M1", "10D"))
    situation = situation.played(*stopped(AWAY)).when(attack(HOME))
    situation.then(e.AttackBegun(side=HOME), e.LineReached(side=HOME, line=Line.ATTACKERS))


def test_fotboll_3_4_a_line_with_no_card_is_skipped() -> None:
    """FOTBOLL-3.4"""
    emptied(match(), AWAY, "A1", "A2", "A3", "A4", "M1", "M2", "M3").when(attack(HOME)).then(
        e.AttackBegun(side=HOME),
        e.LineSkipped(side=HOME, line=Line.ATTACKERS),
        e.LineSkipped(side=HOME, line=Line.MIDFIELDERS),
        e.LineReached(side=HOME, line=Line.DEFENDERS),
    )


def test_fotboll_3_4_a_line_with_no_card_is_skipped_in_mid_attack() -> None:
    """FOTBOLL-3.4"""
    situation = emptied(match(), AWAY, "M1", "M2", "M3").played(attack(HOME), *duel(HOME, "QH", "A1", "10H"))
    situation.then_happens(
        e.LineSkipped(side=HOME, line=Line.MIDFIELDERS), e.LineReached(side=HOME, line=Line.DEFENDERS)
    )


def test_fotboll_3_4_into_an_empty_goal_the_next_card_drawn_scores() -> None:
    """FOTBOLL-3.4"""
    situation = having(match(), AWAY, pitch={}).played(attack(HOME)).when(draw(HOME, "2H"))
    situation.then(
        e.CardDrawn(side=HOME, card=Card("2H")),
        e.GoalScored(
            side=HOME,
            finish=Finish.EMPTY_GOAL,
            figures="the 2 of hearts into an empty goal",
            clause="FOTBOLL-3.4",
        ),
        e.TurnBegun(side=AWAY, pile=41),
    )
    assert situation.state.score == BySide(1, 0)
    assert situation.state.of(HOME).discards == ("2H",)
    assert situation.state.card is None


def test_fotboll_3_5_when_the_pile_runs_out_the_attack_ends_without_a_goal() -> None:
    """FOTBOLL-3.5"""
    situation = having(match(), HOME, pile=1).played(attack(HOME), *duel(HOME, "QH", "A1", "10H"))
    situation.then_happens(e.PileRanOut(side=HOME), e.TurnBegun(side=AWAY, pile=41))
    situation.then_no(e.GoalScored, e.LineReached)
    assert situation.state.of(AWAY).discards == ("10H",)


def test_fotboll_3_5_an_empty_goal_needs_a_card_as_well() -> None:
    """FOTBOLL-3.5"""
    situation = laying(having(match(), AWAY, pitch={}), AWAY, D1="2S")
    situation = having(situation, HOME, pile=1).played(attack(HOME), draw(HOME, "3S")).when(choose(HOME, "D1"))
    situation.then_happens(e.PileRanOut(side=HOME)).then_no(e.GoalScored)


def test_fotboll_3_5_the_last_card_may_still_score() -> None:
    """FOTBOLL-3.5"""
    situation = at_goal(having(match(), HOME, pile=1)).played(*duel(HOME, "AH", "G", "KH"))
    situation.then_happens(e.TurnBegun(side=AWAY, pile=41)).then_no(e.PileRanOut)
    assert situation.state.score == BySide(1, 0)


def test_fotboll_3_6_the_drawn_card_is_laid_open_with_the_choice_or_the_goal() -> None:
    """FOTBOLL-3.6"""
    drawn = e.CardDrawn(side=HOME, card=Card("QH"))
    goal = e.GoalScored(side=HOME, finish=Finish.EMPTY_GOAL, figures="", clause="FOTBOLL-3.4")
    assert drawn.audience() == "home"
    assert drawn.opened_by(e.CardAttacked(side=HOME, card=Card("QH"), place=Place.A1))
    assert drawn.opened_by(goal)
    assert not drawn.opened_by(e.CardAttacked(side=AWAY, card=Card("QH"), place=Place.A1))
    assert not drawn.opened_by(e.TurnBegun(side=HOME, pile=3))
    assert FOTBOLL.disturbs(drawn, HOME)
    assert not FOTBOLL.disturbs(drawn, AWAY)
