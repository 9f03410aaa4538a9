"""Laying new cards and substituting before the attack: clause 4."""

import pytest

from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card
from domain.games.fotboll.terms import Place
from tests.domain.games.fotboll.words import (
    AWAY,
    HOME,
    HOME_CARDS,
    at_goal,
    attack,
    dealt,
    draw,
    duel,
    emptied,
    having,
    lay,
    laying,
    match,
    stopped,
    substitute,
    turn_up,
)


def test_fotboll_4_1_a_side_lays_the_top_card_of_its_pile_face_down_on_an_emptied_place() -> None:
    """FOTBOLL-4.1"""
    situation = emptied(match(), HOME, "A1", "M2").when(lay(HOME, "M2")).then(e.CardLaid(side=HOME, place=Place.M2))
    own = situation.then_waits_for("home", clause="FOTBOLL-4.1").state.of(HOME)
    assert (own.pile, own.pitch[Place.M2].card, own.pitch[Place.M2].seen) == (40, None, False)


def test_fotboll_4_1_any_number_of_cards_can_be_laid_and_none_has_to_be() -> None:
    """FOTBOLL-4.1"""
    situation = emptied(match(), HOME, "A1", "M2")
    situation.then_legal(attack(HOME), lay(HOME, "A1"), lay(HOME, "M2"))
    situation.played(lay(HOME, "A1"), lay(HOME, "M2"), attack(HOME))
    situation.played(attack(HOME))


def test_fotboll_4_1_a_goal_conceded_does_not_forbid_it() -> None:
    """FOTBOLL-4.1"""
    situation = at_goal(match()).played(*duel(HOME, "AH", "G", "KH")).when(lay(AWAY, "G"))
    situation.then(e.CardLaid(side=AWAY, place=Place.G))


def test_fotboll_4_1_no_card_is_laid_on_another_or_from_an_empty_pile() -> None:
    """FOTBOLL-4.1"""
    situation = emptied(match(), HOME, "A1", "M2")
    situation.when(lay(HOME, "A2")).then_refused("FOTBOLL-4.1", "place", "emptied places: A1 or M2")
    bare = having(situation, HOME, pile=0)
    bare.when(lay(HOME, "A1")).then_refused("FOTBOLL-4.1", "", "pile is empty")
    bare.when(lay(HOME, "A2")).then_refused("FOTBOLL-4.1", "place", "A card lies on A2")
    bare.when(lay(HOME, "A2")).then_refused("FOTBOLL-4.1", "place", "pile is empty")
    bare.then_legal(attack(HOME))


def test_fotboll_4_1_only_the_side_in_turn_lays_and_not_in_mid_attack() -> None:
    """FOTBOLL-4.1"""
    emptied(match(), AWAY, "A1").when(lay(AWAY, "A1")).then_refused("FOTBOLL-4.1")
    emptied(match(), HOME, "A1").played(attack(HOME), draw(HOME, "4C")).when(lay(HOME, "A1")).then_refused(
        "FOTBOLL-4.1", saying="Choose a card"
    )


def test_fotboll_4_2_the_outgoing_card_is_shown_and_discarded_and_the_top_card_laid_in_its_place() -> None:
    """FOTBOLL-4.2"""
    situation = match().when(substitute(HOME, "D2")).then(e.SubstitutionAnnounced(side=HOME, place=Place.D2))
    situation.then_due("FOTBOLL-4.2").when(turn_up(HOME, "2C")).then(
        e.CardTurnedUp(side=HOME, place=Place.D2, card=Card("2C"), clause="FOTBOLL-4.2"),
        e.CardSubstituted(side=HOME, place=Place.D2, card=Card("2C"), number=1),
        e.CardLaid(side=HOME, place=Place.D2, clause="FOTBOLL-4.2"),
    )
    own = situation.played(turn_up(HOME, "2C")).then_waits_for("home").state.of(HOME)
    assert (own.pile, own.discards, own.substitutions) == (40, ("2C",), 1)
    assert not own.pitch[Place.D2].seen


def test_fotboll_4_2_an_owner_who_may_look_shows_what_it_knows_and_looks_at_what_comes_on() -> None:
    """FOTBOLL-4.2, FOTBOLL-2.3"""
    situation = dealt().when(substitute(HOME, "A1"))
    situation.then(
        e.SubstitutionAnnounced(side=HOME, place=Place.A1),
        e.CardShown(side=HOME, place=Place.A1, card=Card(HOME_CARDS[0]), clause="FOTBOLL-4.2"),
        e.CardSubstituted(side=HOME, place=Place.A1, card=Card(HOME_CARDS[0]), number=1),
        e.CardLaid(side=HOME, place=Place.A1, clause="FOTBOLL-4.2"),
    ).then_due("FOTBOLL-2.1")
    seen = situation.when(draw(HOME, "AH")).then(e.LaidCardSeen(side=HOME, place=Place.A1, card=Card("AH")))
    assert seen.state.of(HOME).pitch[Place.A1].card == "AH"


def test_fotboll_4_2_a_card_that_both_have_seen_needs_no_turning_up() -> None:
    """FOTBOLL-4.2, FOTBOLL-3.3"""
    situation = laying(match(), HOME, A1="2C").when(substitute(HOME, "A1"))
    situation.then_happens(e.CardShown(side=HOME, place=Place.A1, card=Card("2C"), clause="FOTBOLL-4.2"))
    situation.then_waits_for("home")


def test_fotboll_4_2_every_emptied_place_has_to_be_filled_first() -> None:
    """FOTBOLL-4.2"""
    situation = emptied(match(), HOME, "A1", "M2")
    situation.when(substitute(HOME, "D1")).then_refused("FOTBOLL-4.2", "", "First fill every emptied place: A1 or M2.")
    situation.when(substitute(HOME, "A1")).then_refused("FOTBOLL-4.2", "place", "First fill")
    situation.played(lay(HOME, "A1"), lay(HOME, "M2"), substitute(HOME, "A1"))


def test_fotboll_4_2_at_most_one_on_the_same_place_in_a_turn() -> None:
    """FOTBOLL-4.2"""
    once = match().played(substitute(HOME, "D2"), turn_up(HOME, "2C"))
    once.when(substitute(HOME, "D2")).then_refused("FOTBOLL-4.2", "place", "You have substituted on D2 in this turn")
    assert substitute(HOME, "D2") not in list(once.game.legal_commands(once.state, HOME))
    assert substitute(HOME, "D1") in list(once.game.legal_commands(once.state, HOME))
    next_turn = once.played(*stopped(HOME), *stopped(AWAY, "3S"))
    next_turn.played(substitute(HOME, "D2"), turn_up(HOME, "3C"))


def test_fotboll_4_2_at_most_three_in_the_match() -> None:
    """FOTBOLL-4.2"""
    situation = match()
    for place, card in (("A1", "2C"), ("M1", "3C"), ("G", "4C")):
        situation = situation.played(substitute(HOME, place), turn_up(HOME, card))
    situation.when(substitute(HOME, "D1")).then_refused("FOTBOLL-4.2", "", "3 substitutions of the match are used up")
    situation.then_legal(attack(HOME))
    assert situation.state.of(HOME).substitutions == 3


def test_fotboll_4_2_a_substitution_needs_a_card_to_bring_on() -> None:
    """FOTBOLL-4.2"""
    situation = having(match(), HOME, pile=0)
    situation.when(substitute(HOME, "D1")).then_refused("FOTBOLL-4.2", "", "Your pile is empty")
    situation.then_legal(attack(HOME))


def test_fotboll_4_2_every_limit_that_is_broken_is_named() -> None:
    """FOTBOLL-4.2"""
    situation = emptied(match(), HOME, "A1", "A2")
    situation = having(situation, HOME, substitutions=3, substituted=(Place.D1,), pile=0)
    refused = situation.when(substitute(HOME, "D1"))
    for words in ("A1 or A2", "are used up", "on D1 in this turn", "pile is empty"):
        refused.then_refused("FOTBOLL-4.2", "place", words)


@pytest.mark.parametrize("side", [HOME, AWAY])
def test_fotboll_4_2_only_the_side_in_turn_substitutes_before_its_attack(side: str) -> None:
    """FOTBOLL-4.2"""
    situation = match(AWAY) if side == HOME else match(HOME)
    situation.when(substitute(HOME if side == HOME else AWAY, "A1")).then_refused("FOTBOLL-4.2")
    match().played(attack(HOME), draw(HOME, "4C")).when(substitute(HOME, "A1")).then_refused("FOTBOLL-4.2")


def test_fotboll_4_3_a_side_lays_and_substitutes_one_after_the_other_until_it_attacks() -> None:
    """FOTBOLL-4.3"""
    situation = emptied(match(), HOME, "A1").played(lay(HOME, "A1")).then_waits_for("home", clause="FOTBOLL-4.1")
    situation = situation.played(substitute(HOME, "A1"), turn_up(HOME, "2C")).then_waits_for("home")
    situation.played(attack(HOME)).when(substitute(HOME, "A2")).then_refused("FOTBOLL-4.2")


def test_fotboll_4_3_an_owner_looks_at_a_card_before_it_lays_the_next() -> None:
    """FOTBOLL-4.3"""
    situation = emptied(dealt(), HOME, "A1", "A2").played(lay(HOME, "A1"))
    situation.when(lay(HOME, "A2")).then_refused("FOTBOLL-4.1")
    situation.played(draw(HOME, "KH"), lay(HOME, "A2"), draw(HOME, "KS"), attack(HOME))


def test_fotboll_4_3_the_last_card_of_the_pile_may_be_laid_and_the_attack_then_ends_at_once() -> None:
    """FOTBOLL-4.3, FOTBOLL-3.5"""
    situation = having(emptied(match(), HOME, "A1", "A2"), HOME, pile=1).played(lay(HOME, "A1"))
    situation.then_legal(attack(HOME))
    situation.when(attack(HOME)).then(
        e.AttackBegun(side=HOME), e.PileRanOut(side=HOME), e.TurnBegun(side=AWAY, pile=41)
    )
