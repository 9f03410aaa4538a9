"""Jokers, penalties, warnings and red cards: clause 5."""

import pytest

from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card, Suit
from domain.games.fotboll.terms import Duel, Finish, Line, Phase, Place
from domain.match.sides import BySide
from tests.bdd import Act, Situation
from tests.domain.games.fotboll.words import (
    AWAY,
    AWAY_CARDS,
    HOME,
    all_drawn,
    at_defence,
    at_goal,
    attack,
    choose,
    deal,
    dealt,
    draw,
    duel,
    emptied,
    having,
    joker_match,
    lay,
    laying,
    match,
    send_off,
    stopped,
    substitute,
    turn_up,
)


def penalty(*cards: str, goalkeeper: str = "7C", situation: Situation | None = None) -> Situation:
    """A diamond has met a defending joker, these cards are drawn, and this goalkeeper is turned up."""
    awarded = at_defence(situation or joker_match()).played(*duel(HOME, "2D", "D1", "X"))
    return awarded.played(*deal(HOME, list(cards)), turn_up(AWAY, goalkeeper))


def warned(place: str = "A1", card: str = "2D") -> tuple[Act, ...]:
    """A diamond of home meets an attacking joker of away; away's own turn then ends at once."""
    return (attack(HOME), *duel(HOME, card, place, "X"))


def sending_off() -> Situation:
    """Away has got its second warning, and has a red card to suffer."""
    return having(joker_match(), AWAY, warnings=1).played(*warned())


@pytest.mark.parametrize("card", ["2C", "KH", "AS"])
def test_fotboll_5_1_a_lower_card_is_stopped_by_a_joker_which_leaves_all_the_same(card: str) -> None:
    """FOTBOLL-5.1"""
    situation = joker_match().played(attack(HOME), *duel(HOME, card, "A1", "X"))
    situation.then_happens(
        e.CardsCompared(
            side=HOME,
            place=Place.A1,
            card=Card(card),
            against=Card.JOKER,
            result=Duel.STOPPED,
            figures=f"{Card(card).words} against a joker",
            clause="FOTBOLL-5.1",
        ),
        e.JokerLeft(side=AWAY, place=Place.A1),
        e.TurnBegun(side=AWAY, pile=43),
    ).then_no(e.WarningGiven)
    assert Place.A1 not in situation.state.of(AWAY).pitch
    assert (situation.state.of(HOME).discards, situation.state.of(AWAY).discards) == ((card,), ("X",))


def test_fotboll_5_1_a_joker_dribbles_a_joker() -> None:
    """FOTBOLL-5.1"""
    situation = joker_match().played(attack(HOME), *duel(HOME, "X", "A1", "X"))
    situation.then_happens(e.LineReached(side=HOME, line=Line.MIDFIELDERS)).then_no(e.JokerLeft)
    [compared] = [event for event in situation.events if isinstance(event, e.CardsCompared)]
    assert (compared.result, compared.clause) == (Duel.DRIBBLED, "FOTBOLL-5.1")
    assert (situation.state.of(HOME).discards, situation.state.of(AWAY).discards) == (("X",), ("X",))


def test_fotboll_5_1_a_joker_beats_every_other_card_and_scores_past_one_in_goal() -> None:
    """FOTBOLL-5.1, FOTBOLL-1.1"""
    joker_match().played(attack(HOME), *duel(HOME, "X", "A1", "AH")).then_happens(
        e.LineReached(side=HOME, line=Line.MIDFIELDERS)
    )
    goal = at_goal(joker_match()).played(*duel(HOME, "X", "G", "X"))
    goal.then_happens(
        e.GoalScored(side=HOME, finish=Finish.DRIBBLE, figures="a joker against a joker", clause="FOTBOLL-3.2")
    )


def test_fotboll_5_2_a_diamond_scores_against_a_joker_in_goal() -> None:
    """FOTBOLL-5.2"""
    situation = at_goal(joker_match()).played(*duel(HOME, "2D", "G", "X"))
    situation.then_happens(
        e.CardsCompared(
            side=HOME,
            place=Place.G,
            card=Card("2D"),
            against=Card.JOKER,
            result=Duel.DIAMOND,
            figures="the 2 of diamonds against a joker",
            clause="FOTBOLL-5.2",
        ),
        e.JokerLeft(side=AWAY, place=Place.G),
        e.GoalScored(side=HOME, finish=Finish.JOKER, figures="the 2 of diamonds against a joker", clause="FOTBOLL-5.2"),
        e.TurnBegun(side=AWAY, pile=43),
    )
    assert situation.state.score == BySide(1, 0)


def test_fotboll_5_2_a_diamond_against_a_defending_joker_is_a_penalty() -> None:
    """FOTBOLL-5.2"""
    situation = at_defence(joker_match()).played(*duel(HOME, "2D", "D3", "X"))
    situation.then_happens(e.JokerLeft(side=AWAY, place=Place.D3), e.PenaltyAwarded(side=HOME, place=Place.D3))
    situation.then_due("FOTBOLL-5.3")


@pytest.mark.parametrize("place", ["A4", "M2"])
def test_fotboll_5_2_a_diamond_against_an_attacking_or_midfield_joker_is_a_warning(place: str) -> None:
    """FOTBOLL-5.2"""
    situation = joker_match() if place == "A4" else emptied(joker_match(), AWAY, "A1", "A2", "A3", "A4")
    situation = situation.played(*warned(place))
    situation.then_happens(
        e.JokerLeft(side=AWAY, place=Place(place)),
        e.WarningGiven(side=AWAY, place=Place(place), warnings=1),
        e.TurnBegun(side=AWAY, pile=43),
    ).then_no(e.RedCardShown)
    assert (situation.state.of(AWAY).warnings, situation.state.of(HOME).warnings) == (1, 0)


@pytest.mark.parametrize("card", [card for card in Card if card.suit is Suit.DIAMONDS])
def test_fotboll_5_2_any_diamond_counts_and_no_other_suit(card: Card) -> None:
    """FOTBOLL-5.2"""
    joker_match().played(*warned(card=card)).then_happens(e.WarningGiven(side=AWAY, place=Place.A1, warnings=1))
    other = Card(f"{card.value[:-1]}H")
    joker_match().played(*warned(card=other)).then_no(e.WarningGiven)


@pytest.mark.parametrize(
    ("cards", "goalkeeper", "figures", "scored"),
    [
        (("10C", "9C"), "KC", "10 + 9 against 13", True),
        (("4C", "3C"), "7C", "4 + 3 against 7", False),
        (("4C", "4H"), "7C", "4 + 4 against 7", True),
        (("JC", "2C"), "KC", "11 + 2 against 13", False),
        (("JC", "AC"), "JS", "11 + 1 against 11", True),
        (("QC", "AC"), "KC", "12 + 1 against 13", False),
        (("KC", "AC"), "KH", "13 + 1 against 13", True),
        (("KC", "2C"), "AC", "13 + 2 against 15", False),
        (("KC", "3C"), "AC", "13 + 3 against 15", True),
        (("KC", "X"), "QC", "13 + 0 against 12", True),
        (("X", "X"), "2C", "0 + 0 against 2", False),
        (("KC", "2H"), "X", "13 + 2 against 15", False),
        (("KC", "QC"), "X", "13 + 12 against 15", True),
    ],
)
def test_fotboll_5_3_a_sum_above_the_goalkeepers_value_scores(
    cards: tuple[str, str], goalkeeper: str, figures: str, scored: bool
) -> None:
    """FOTBOLL-5.3"""
    situation = penalty(*cards, goalkeeper=goalkeeper)
    situation.then_happens(
        e.CardTurnedUp(side=AWAY, place=Place.G, card=Card(goalkeeper), clause="FOTBOLL-5.3"),
        e.PenaltyTaken(
            side=HOME,
            cards=tuple(Card(card) for card in cards),
            goalkeeper=Card(goalkeeper),
            figures=figures,
            scored=scored,
        ),
        e.TurnBegun(side=AWAY, pile=43),
    )
    assert situation.state.score == BySide(int(scored), 0)


def test_fotboll_5_3_the_goal_of_a_penalty_says_so() -> None:
    """FOTBOLL-5.3"""
    penalty("10C", "9C", goalkeeper="KC").then_happens(
        e.GoalScored(side=HOME, finish=Finish.PENALTY, figures="10 + 9 against 13", clause="FOTBOLL-5.3")
    )


def test_fotboll_5_3_each_card_is_drawn_openly_with_what_it_adds() -> None:
    """FOTBOLL-5.3"""
    awarded = at_defence(joker_match()).played(*duel(HOME, "2D", "D1", "X"))
    first = awarded.when(draw(HOME, "AC")).then(e.PenaltyCardDrawn(side=HOME, card=Card("AC"), value=1))
    second = first.then_due("FOTBOLL-5.3").when(draw(HOME, "QC"))
    second.then(e.PenaltyCardDrawn(side=HOME, card=Card("QC"), value=12)).then_due("FOTBOLL-5.3")
    assert second.state.phase is Phase.GOALKEEPER


def test_fotboll_5_3_the_goalkeeper_stays_and_both_have_seen_it_even_a_joker() -> None:
    """FOTBOLL-5.3"""
    situation = penalty("10C", "9C", goalkeeper="X")
    lying = situation.state.of(AWAY).pitch[Place.G]
    assert (lying.card, lying.seen) == (Card.JOKER, True)
    assert situation.state.of(HOME).discards == ("2D", "10C", "9C")


def test_fotboll_5_3_a_goalkeeper_that_was_seen_before_is_shown_again() -> None:
    """FOTBOLL-5.3"""
    seen = laying(joker_match(), AWAY, G="3C")
    awarded = at_defence(seen).played(*duel(HOME, "2D", "D1", "X"), draw(HOME, "2C")).when(draw(HOME, "2H"))
    awarded.then_happens(
        e.PenaltyCardDrawn(side=HOME, card=Card("2H"), value=2),
        e.CardShown(side=AWAY, place=Place.G, card=Card("3C"), clause="FOTBOLL-5.3"),
        e.PenaltyTaken(
            side=HOME, cards=(Card("2C"), Card("2H")), goalkeeper=Card("3C"), figures="2 + 2 against 3", scored=True
        ),
    )


def test_fotboll_5_3_with_one_card_left_that_one_counts() -> None:
    """FOTBOLL-5.3"""
    situation = penalty("9C", goalkeeper="8C", situation=having(joker_match(), HOME, pile=2))
    situation.then_happens(
        e.PenaltyTaken(side=HOME, cards=(Card("9C"),), goalkeeper=Card("8C"), figures="9 against 8", scored=True)
    )


def test_fotboll_5_3_with_no_card_left_the_goalkeeper_is_shown_and_the_penalty_missed() -> None:
    """FOTBOLL-5.3"""
    situation = penalty(goalkeeper="2C", situation=having(joker_match(), HOME, pile=1))
    situation.then_happens(
        e.CardTurnedUp(side=AWAY, place=Place.G, card=Card("2C"), clause="FOTBOLL-5.3"),
        e.PenaltyTaken(side=HOME, cards=(), goalkeeper=Card("2C"), figures="no card against 2", scored=False),
        e.TurnBegun(side=AWAY, pile=43),
    )


def test_fotboll_5_4_the_second_warning_is_a_red_card_before_the_turn_passes() -> None:
    """FOTBOLL-5.4"""
    situation = sending_off()
    situation.then_happens(
        e.WarningGiven(side=AWAY, place=Place.A1, warnings=2), e.RedCardShown(side=AWAY, warnings=2)
    ).then_no(e.TurnBegun)
    situation.then_waits_for("away", clause="FOTBOLL-5.4")
    outfield = [place for place in Place if place not in (Place.A1, Place.G)]
    situation.then_legal(*(send_off(AWAY, place) for place in outfield))


@pytest.mark.parametrize(
    ("place", "saying"),
    [("G", "goalkeeper cannot be sent off; name A2"), ("A1", "No card lies on A1"), ("D2", "closed already")],
)
def test_fotboll_5_4_an_outfield_card_on_the_pitch_has_to_be_named(place: str, saying: str) -> None:
    """FOTBOLL-5.4"""
    situation = having(emptied(sending_off(), AWAY, "D2"), AWAY, closed=(Place.D2,))
    situation.when(send_off(AWAY, place)).then_refused("FOTBOLL-5.4", "place", saying)
    situation.when(send_off(HOME, "A1")).then_refused("FOTBOLL-5.4")
    match().when(send_off(HOME, "A1")).then_refused("FOTBOLL-5.4", saying="not the moment")


def test_fotboll_5_4_the_place_is_closed_and_its_line_skipped() -> None:
    """FOTBOLL-5.4"""
    situation = sending_off().played(send_off(AWAY, "D2"), turn_up(AWAY, "6D"))
    situation.then_happens(e.PlaceClosed(side=AWAY, place=Place.D2, line=Line.DEFENDERS))
    own = situation.state.of(AWAY)
    assert (own.closed, own.skipped, own.emptied) == ((Place.D2,), (Line.DEFENDERS,), (Place.A1,))
    attacked = emptied(situation, AWAY, "M1", "M2", "M3").played(*stopped(AWAY), attack(HOME))
    attacked = attacked.played(*duel(HOME, "8H", "A2", "8S"))
    attacked.then_happens(
        e.LineSkipped(side=HOME, line=Line.MIDFIELDERS, clause="FOTBOLL-3.4"),
        e.LineSkipped(side=HOME, line=Line.DEFENDERS, clause="FOTBOLL-5.4"),
        e.LineReached(side=HOME, line=Line.GOALKEEPER),
    )


def test_fotboll_5_4_nothing_is_laid_on_a_closed_place_or_substituted_or_attacked_there() -> None:
    """FOTBOLL-5.4"""
    situation = sending_off().played(send_off(AWAY, "A2"), turn_up(AWAY, "6D"))
    situation.when(lay(AWAY, "A2")).then_refused("FOTBOLL-5.4", "place", "other emptied places: A1")
    filled = situation.played(lay(AWAY, "A1"))
    filled.when(substitute(AWAY, "A2")).then_refused("FOTBOLL-5.4", "place")
    drawn = filled.played(*stopped(AWAY), attack(HOME), draw(HOME, "9H"))
    assert drawn.state.line is Line.MIDFIELDERS
    drawn.when(choose(HOME, "A2")).then_refused("FOTBOLL-5.4", "place", "A2 is closed; choose M1, M2 or M3")


def test_fotboll_5_4_closed_places_do_not_hinder_substitutions() -> None:
    """FOTBOLL-5.4, FOTBOLL-4.2"""
    situation = sending_off().played(send_off(AWAY, "A2"), turn_up(AWAY, "6D"), lay(AWAY, "A1"))
    legal = list(situation.game.legal_commands(situation.state, AWAY))
    assert len(legal) == 1 + 10


def test_fotboll_5_4_every_further_two_warnings_bring_another_red_card() -> None:
    """FOTBOLL-5.4"""
    third = having(joker_match(), AWAY, warnings=2).played(*warned()).then_no(e.RedCardShown)
    assert third.state.of(AWAY).warnings == 3
    fourth = having(joker_match(), AWAY, warnings=3, closed=(Place.D2,)).played(*warned())
    fourth.then_happens(e.RedCardShown(side=AWAY, warnings=4))
    both = fourth.played(send_off(AWAY, "A4"), turn_up(AWAY, "2S"))
    assert both.state.of(AWAY).closed == (Place.A4, Place.D2)
    assert both.state.of(AWAY).skipped == (Line.ATTACKERS, Line.DEFENDERS)


def test_fotboll_5_4_warnings_and_closed_places_outlast_half_time() -> None:
    """FOTBOLL-5.4"""
    situation = all_drawn(having(joker_match(), AWAY, warnings=3, closed=(Place.D2,))).played(attack(HOME))
    own = situation.then_happens(e.DecksShuffled(half=2, cards=54, clause="FOTBOLL-6.1")).state.of(AWAY)
    assert (own.warnings, own.closed) == (3, (Place.D2,))


def test_fotboll_5_5_the_card_sent_off_is_shown_and_discarded() -> None:
    """FOTBOLL-5.5"""
    situation = sending_off().when(send_off(AWAY, "D2")).then(e.SendingOffAnnounced(side=AWAY, place=Place.D2))
    off = (
        situation.then_due("FOTBOLL-5.5")
        .when(turn_up(AWAY, "6D"))
        .then(
            e.CardTurnedUp(side=AWAY, place=Place.D2, card=Card("6D"), clause="FOTBOLL-5.5"),
            e.CardSentOff(side=AWAY, place=Place.D2, card=Card("6D")),
            e.PlaceClosed(side=AWAY, place=Place.D2, line=Line.DEFENDERS),
            e.TurnBegun(side=AWAY, pile=43),
        )
    )
    assert off.state.of(AWAY).discards == ("X", "6D")


def test_fotboll_5_5_an_owner_who_may_look_sends_off_a_card_that_it_knows() -> None:
    """FOTBOLL-5.5"""
    situation = dealt(away=["X", *AWAY_CARDS[1:]], jokers=2)
    situation = having(situation, AWAY, warnings=1).played(attack(HOME), draw(HOME, "2D"), choose(HOME, "A1"))
    situation.when(send_off(AWAY, "G")).then_refused("FOTBOLL-5.4")
    situation.when(send_off(AWAY, "M1")).then_happens(
        e.CardShown(side=AWAY, place=Place.M1, card=Card(AWAY_CARDS[4]), clause="FOTBOLL-5.5"),
        e.CardSentOff(side=AWAY, place=Place.M1, card=Card(AWAY_CARDS[4])),
        e.PlaceClosed(side=AWAY, place=Place.M1, line=Line.MIDFIELDERS),
    )


def test_fotboll_5_5_a_side_with_no_outfield_card_closes_an_emptied_place() -> None:
    """FOTBOLL-5.5"""
    alone = emptied(joker_match(), AWAY, *(place for place in Place if place not in (Place.A1, Place.G)))
    situation = having(alone, AWAY, warnings=1).played(*warned()).then_waits_for("away", clause="FOTBOLL-5.4")
    situation.then_legal(*(send_off(AWAY, place) for place in Place if place is not Place.G))
    situation.when(send_off(AWAY, "G")).then_refused("FOTBOLL-5.4")
    situation.when(send_off(AWAY, "M3")).then(
        e.PlaceClosed(side=AWAY, place=Place.M3, line=Line.MIDFIELDERS, clause="FOTBOLL-5.5"),
        e.TurnBegun(side=AWAY, pile=43),
    )


def test_fotboll_5_5_after_half_time_a_side_lays_as_many_cards_as_it_has_places() -> None:
    """FOTBOLL-5.5"""
    situation = all_drawn(having(joker_match(), AWAY, warnings=2, closed=(Place.D2,))).played(attack(HOME))
    open_places = tuple(place for place in Place if place is not Place.D2)
    situation.then_happens(e.LineUpLaid(side=HOME, places=tuple(Place)), e.LineUpLaid(side=AWAY, places=open_places))
    assert (situation.state.of(HOME).pile, situation.state.of(AWAY).pile) == (43, 44)
    assert situation.state.of(AWAY).emptied == ()
    on_owner = all_drawn(having(dealt(), AWAY, closed=(Place.D2,))).played(attack(HOME))
    assert sum(1 for _ in dealing_to_the_end(on_owner)) == 21


def dealing_to_the_end(situation: Situation) -> list[Act]:
    """The draws that are due one after the other until somebody has to decide."""
    acts: list[Act] = []
    while situation.pending.chance is not None:
        acts.append(situation.pending.chance.outcomes[0][0])
        situation = situation.played(acts[-1])
    assert [choice.prompt for choice in situation.pending.choices] == [
        "Lay your cards face down: 4 attackers, 3 midfielders, 3 defenders and the goalkeeper.",
        "Lay your cards face down: 4 attackers, 3 midfielders, 2 defenders and the goalkeeper.",
    ]
    return acts


@pytest.mark.parametrize("cards", [("2C", "3C"), ("X", "X")])
def test_fotboll_5_6_any_card_of_a_penalty_scores_into_an_empty_goal(cards: tuple[str, str]) -> None:
    """FOTBOLL-5.6"""
    awarded = at_defence(emptied(joker_match(), AWAY, "G")).played(*duel(HOME, "2D", "D1", "X"))
    situation = awarded.played(*deal(HOME, list(cards)))
    [taken] = [event for event in situation.events if isinstance(event, e.PenaltyTaken)]
    assert (taken.goalkeeper, taken.scored, taken.clause) == (None, True, "FOTBOLL-5.6")
    assert taken.figures.endswith("against an empty goal")
    assert situation.then_waits_for("away").state.score == BySide(1, 0)


def test_fotboll_5_6_without_any_card_not_even_an_empty_goal_is_scored_into() -> None:
    """FOTBOLL-5.6"""
    bare = having(emptied(joker_match(), AWAY, "G"), HOME, pile=1)
    situation = at_defence(bare).played(*duel(HOME, "2D", "D1", "X"))
    situation.then_happens(
        e.PenaltyTaken(
            side=HOME,
            cards=(),
            goalkeeper=None,
            figures="no card against an empty goal",
            scored=False,
            clause="FOTBOLL-5.6",
        )
    )
    assert situation.then_waits_for("away").state.score == BySide(0, 0)
