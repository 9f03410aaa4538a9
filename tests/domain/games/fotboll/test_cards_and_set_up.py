"""Cards and set-up: clauses 1 and 2."""

from collections import Counter
from typing import Any

import pytest

from domain.games.fotboll import commands as c
from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card, Rank, Suit, card_of
from domain.games.fotboll.game import FOTBOLL
from domain.games.fotboll.terms import Line, Phase, Place
from domain.match import editions, play
from domain.match.chance import Mode
from domain.match.envelope import Codec, Unreadable
from domain.match.events import MatchOpened
from domain.match.game import Command, RuleViolation
from domain.match.sides import BySide, Side
from tests.bdd import Situation
from tests.domain.games.fotboll.words import (
    AWAY,
    AWAY_CARDS,
    HOME,
    HOME_CARDS,
    NAMES,
    arrange,
    attack,
    choose,
    content,
    deal,
    dealt,
    draw,
    duel,
    lay,
    match,
    opened,
    setup_of,
    stopped,
    toss,
    turn_up,
)
from tests.random_matches import KICK_OFF


def faults_of(**deck: Any) -> list[tuple[str, str]]:
    data = content()
    data["deck"] |= deck
    with pytest.raises(editions.EditionError) as caught:
        editions.read(FOTBOLL.edition_model, data)
    return [(fault.path, fault.allowed) for fault in caught.value.faults]


# 1 Cards


def test_fotboll_1_1_ranks_run_from_the_joker_down_to_the_two() -> None:
    """FOTBOLL-1.1"""
    cards = [Card(code) for code in ["X", "AH", "KH", "QH", "JH", "10H", "9H", "8H", "3H", "2H"]]
    strengths = [card.strength for card in cards]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(cards)
    assert {card.strength for card in Card if card.rank is Rank.QUEEN} == {12}


@pytest.mark.parametrize(("jokers", "cards"), [(0, 52), (2, 54)])
def test_fotboll_1_1_a_deck_has_as_many_jokers_as_the_house_rule_says(jokers: int, cards: int) -> None:
    """FOTBOLL-1.1"""
    situation = opened("reported", jokers=jokers)
    situation.then_happens(e.DecksShuffled(half=1, cards=cards))
    counts = Counter(situation.state.deck)
    assert counts[Card.JOKER] == jokers
    assert sum(counts.values()) == cards
    assert situation.state.of(HOME).pile == cards - 11


def test_fotboll_1_1_a_deck_has_no_jokers_unless_the_house_says_so() -> None:
    """FOTBOLL-1.1"""
    assert Card.JOKER not in opened().state.deck


def test_fotboll_1_2_a_deck_has_every_rank_of_every_suit_once() -> None:
    """FOTBOLL-1.2"""
    deck = opened().state.deck
    assert len(deck) == len(set(deck)) == 52
    assert set(deck) == {card_of(rank, suit) for rank in Rank if rank is not Rank.JOKER for suit in Suit}


def test_fotboll_1_2_a_card_is_written_as_rank_and_suit() -> None:
    """FOTBOLL-1.2"""
    queen, joker = Card("QH"), Card("X")
    assert (queen.rank, queen.suit, queen.words) == (Rank.QUEEN, Suit.HEARTS, "the queen of hearts")
    assert (joker.rank, joker.suit, joker.words) == (Rank.JOKER, None, "a joker")
    assert card_of(Rank.TEN, Suit.DIAMONDS) == "10D"


def test_fotboll_1_2_the_shipped_edition_states_the_ordinary_deck() -> None:
    """FOTBOLL-1.2"""
    edition = editions.read(FOTBOLL.edition_model, content())
    assert edition.id == "fotboll/standard-52"
    assert len(edition.model.deck.cards) == 52


@pytest.mark.parametrize(
    ("deck", "path"),
    [
        ({"suits": ["clubs", "diamonds", "hearts"]}, "deck.suits"),
        ({"suits": ["clubs", "diamonds", "hearts", "hearts"]}, "deck.suits"),
        ({"suits": ["clubs", "diamonds", "hearts", "stars"]}, "deck.suits[3]"),
        ({"ranks": ["ace", "king", "queen"]}, "deck.ranks"),
        ({"ranks": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"]}, "deck.ranks"),
        ({"ranks": ["ace", "king", "queen", "jack", "10", "9", "8", "7", "6", "5", "4", "3", "1"]}, "deck.ranks[12]"),
        ({"jokers": 2}, "deck.jokers"),
    ],
)
def test_fotboll_1_2_an_edition_with_any_other_deck_is_refused(deck: dict[str, Any], path: str) -> None:
    """FOTBOLL-1.2"""
    assert [found[0] for found in faults_of(**deck)] == [path]


def reported(situation: Situation, outcome: Any) -> Any:
    """What the recorder makes of an outcome that a scorekeeper reports."""
    state = play.MatchState(situation.state.setup, situation.state)
    return play.carry_out(FOTBOLL, state, outcome, None, KICK_OFF)


def test_fotboll_1_2_two_queens_of_hearts_cannot_come_up() -> None:
    """FOTBOLL-1.2"""
    once = match().played(*stopped(HOME, "QH", "A1", "KH"), *stopped(AWAY))
    again = once.played(attack(HOME))
    refusal = reported(again, draw(HOME, "QH"))
    assert isinstance(refusal, RuleViolation)
    assert refusal.clause == "FOTBOLL-3.1"
    assert isinstance(reported(again, draw(HOME, "QD")), tuple)
    chosen = again.played(draw(HOME, "QD"), choose(HOME, "A2"))
    assert isinstance(reported(chosen, turn_up(AWAY, "KH")), RuleViolation), "away's king of hearts was seen on A1"
    assert isinstance(reported(chosen, turn_up(AWAY, "QH")), tuple), "away has a deck of its own"


def test_fotboll_1_2_a_card_that_still_lies_unseen_may_be_any_that_is_left() -> None:
    """FOTBOLL-1.2, FOTBOLL-2.3"""
    chance = match().played(attack(HOME), draw(HOME, "QH"), choose(HOME, "A1")).pending.chance
    assert chance is not None
    assert len(chance.outcomes) == 52
    assert {weight for _, weight in chance.outcomes} == {1}


@pytest.mark.parametrize("code", ["11H", "1H", "QX", "", "qh", "queen of hearts"])
def test_fotboll_1_2_a_53rd_card_cannot_be_read(code: str) -> None:
    """FOTBOLL-1.2"""
    with pytest.raises(Unreadable):
        Codec([FOTBOLL]).decode_act("fotboll", f'{{"type":"CardDraw","side":"home","card":"{code}"}}'.encode())


def test_fotboll_1_2_a_joker_comes_up_only_where_it_is_in_the_deck_and_only_twice() -> None:
    """FOTBOLL-1.1, FOTBOLL-1.2"""
    assert isinstance(reported(match().played(attack(HOME)), draw(HOME, "X")), RuleViolation)
    situation, counts = match(jokers=2).played(attack(HOME)), []
    for place, against in (("A1", "4C"), ("M1", "5C"), ("D1", "6C")):
        assert situation.pending.chance is not None
        counts.append(dict(situation.pending.chance.outcomes).get(draw(HOME, "X"), 0))
        card = "X" if counts[-1] else "KC"
        situation = situation.played(*duel(HOME, card, place, against))
    assert counts == [2, 1, 0]


# 2 Set-up


@pytest.mark.parametrize(("mode", "peek"), [("dealt", "nobody"), ("reported", "nobody"), ("reported", "owner")])
def test_fotboll_2_1_eleven_cards_are_laid_out_unseen(mode: str, peek: str) -> None:
    """FOTBOLL-2.1"""
    situation = opened(mode, peek=peek)
    situation.then(
        e.DecksShuffled(half=1, cards=52),
        e.LineUpLaid(side=HOME, places=tuple(Place)),
        e.LineUpLaid(side=AWAY, places=tuple(Place)),
    )
    for side in (HOME, AWAY):
        own = situation.state.of(side)
        assert (len(own.pitch), own.pile, own.discards) == (11, 41, ())
        assert all(lying.card is None and not lying.seen for lying in own.pitch.values())


def test_fotboll_2_1_there_are_four_attackers_three_midfielders_three_defenders_and_a_goalkeeper() -> None:
    """FOTBOLL-2.1"""
    assert [len(line.places) for line in Line] == [4, 3, 3, 1]
    assert [place.line for place in (Place.A4, Place.M1, Place.D3, Place.G)] == list(Line)


def test_fotboll_2_1_owners_arrange_the_cards_that_they_are_dealt() -> None:
    """FOTBOLL-2.1"""
    situation = opened("dealt").played(*deal(HOME, HOME_CARDS), *deal(AWAY, AWAY_CARDS))
    situation.then_waits_for("home", "away", clause="FOTBOLL-2.1")
    assert situation.state.of(HOME).hand == tuple(Card(code) for code in HOME_CARDS)
    backwards = HOME_CARDS[::-1]
    arranged = situation.when(arrange(situation, HOME, backwards)).then(
        e.LineUpArranged(
            side=HOME,
            attackers=(Card("7C"), Card("6H"), Card("6D"), Card("6C")),
            midfielders=(Card("5H"), Card("5D"), Card("5C")),
            defenders=(Card("4S"), Card("4H"), Card("4D")),
            goalkeeper=Card("4C"),
        )
    )
    own = arranged.then_waits_for("away").state.of(HOME)
    assert {place.value: lying.card for place, lying in own.pitch.items()} == dict(zip(Place, backwards, strict=True))
    assert (own.pile, own.hand) == (41, ())


def test_fotboll_2_1_a_side_that_lies_cannot_arrange_again() -> None:
    """FOTBOLL-2.1"""
    situation = opened("dealt").played(*deal(HOME, HOME_CARDS), *deal(AWAY, AWAY_CARDS))
    command = arrange(situation, HOME, HOME_CARDS)
    situation.played(command).when(command).then_refused("FOTBOLL-2.1")


def with_cards(**changes: Any) -> c.ArrangeCards:
    """Home's line-up as dealt, changed."""
    cards = [Card(code) for code in HOME_CARDS]
    lines = {"attackers": cards[:4], "midfielders": cards[4:7], "defenders": cards[7:10], "goalkeeper": cards[10]}
    lines |= changes
    return c.ArrangeCards(
        side=HOME,
        attackers=tuple(lines["attackers"]),  # type: ignore[arg-type]
        midfielders=tuple(lines["midfielders"]),  # type: ignore[arg-type]
        defenders=tuple(lines["defenders"]),  # type: ignore[arg-type]
        goalkeeper=lines["goalkeeper"],  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("changes", "path", "saying"),
    [
        ({"goalkeeper": Card("AH")}, "goalkeeper", "You were not dealt the ace of hearts."),
        ({"goalkeeper": Card.JOKER}, "goalkeeper", "You were not dealt a joker."),
        ({"goalkeeper": Card("4C")}, "goalkeeper", "You have no further 4 of clubs."),
        ({"midfielders": (Card("5C"), Card("5C"), Card("5H"))}, "midfielders[1]", "no further 5 of clubs"),
        ({"defenders": (Card("6C"), Card("6D"))}, "defenders", "There are 3 places for defenders, not 2."),
        ({"attackers": ()}, "attackers", "There are 4 places for attackers, not 0."),
    ],
)
def test_fotboll_2_1_a_line_up_of_other_cards_is_refused(changes: dict[str, Any], path: str, saying: str) -> None:
    """FOTBOLL-2.1"""
    situation = opened("dealt").played(*deal(HOME, HOME_CARDS), *deal(AWAY, AWAY_CARDS))
    situation.when(with_cards()).then_happens()
    situation.when(with_cards(**changes)).then_refused("FOTBOLL-2.1", path, saying)


def test_fotboll_2_1_everything_that_is_wrong_in_a_line_up_is_named() -> None:
    """FOTBOLL-2.1"""
    situation = opened("dealt").played(*deal(HOME, HOME_CARDS), *deal(AWAY, AWAY_CARDS))
    wrong = situation.when(with_cards(attackers=(Card("AH"),) * 2, goalkeeper=Card("6C")))
    wrong.then_refused("FOTBOLL-2.1", "attackers[0]", "not dealt the ace of hearts")
    wrong.then_refused("FOTBOLL-2.1", saying="no further 6 of clubs")
    wrong.then_refused("FOTBOLL-2.1", saying="4 places for attackers, not 2")
    wrong.then_refused("FOTBOLL-2.1", saying="4 attackers, 3 midfielders, 3 defenders and the goalkeeper")


def test_fotboll_2_1_some_line_ups_are_offered_all_different_and_always_the_same() -> None:
    """FOTBOLL-2.1"""
    situation = opened("dealt").played(*deal(HOME, HOME_CARDS), *deal(AWAY, AWAY_CARDS))
    offered: list[Command] = list(FOTBOLL.legal_commands(situation.state, HOME))
    assert len(offered) == len(set(offered)) == 50
    assert offered == list(FOTBOLL.legal_commands(situation.state, HOME))
    assert not situation.pending.choices[0].exhaustive
    assert all(not isinstance(FOTBOLL.decide(situation.state, command), RuleViolation) for command in offered)


@pytest.mark.parametrize("begins", [HOME, AWAY])
def test_fotboll_2_2_a_coin_decides_who_begins(begins: Side) -> None:
    """FOTBOLL-2.2"""
    situation = opened()
    situation.then_due("FOTBOLL-2.2", (toss(HOME), 1), (toss(AWAY), 1))
    situation.when(toss(begins)).then(
        e.CoinTossed(begins=begins),
        e.HalfStarted(side=begins, half=1, clause="FOTBOLL-2.2"),
        e.TurnBegun(side=begins, pile=41),
    ).then_waits_for(begins.value, clause="FOTBOLL-4.1")


def test_fotboll_2_2_a_match_begins_level_in_the_first_half() -> None:
    """FOTBOLL-2.2"""
    result = FOTBOLL.result(match().state)
    assert (result.score, result.period, result.over, result.winner) == (BySide(0, 0), "first half", False, None)


@pytest.mark.parametrize("mode", ["dealt", "reported"])
def test_fotboll_2_3_with_nobody_a_card_gets_its_identity_when_it_is_turned_up(mode: str) -> None:
    """FOTBOLL-2.3"""
    situation = opened(mode, peek="nobody").played(toss(HOME), *stopped(HOME, "QH", "A1", "KH"))
    known = {place for place, lying in situation.state.of(AWAY).pitch.items() if lying.card is not None}
    assert known == {Place.A1}
    drawing = situation.played(attack(AWAY)).pending.chance
    assert drawing is not None
    assert sum(weight for _, weight in drawing.outcomes) == 51, "41 of the pile and ten that lie unseen"


def test_fotboll_2_3_in_a_reported_match_the_record_does_not_know_what_owners_have_seen() -> None:
    """FOTBOLL-2.3"""
    laid = match(peek="owner").played(*stopped(HOME, "AH", "A1", "4C")[:4], *duel(HOME, "2H", "M1", "KH"))
    situation = laid.when(lay(AWAY, "A1")).then(e.CardLaid(side=AWAY, place=Place.A1))
    assert situation.state.of(AWAY).pitch[Place.A1].card is None
    assert situation.pending.chance is None


def test_fotboll_2_3_homes_cards_are_dealt_first_then_aways() -> None:
    """FOTBOLL-2.3"""
    situation = opened("dealt", jokers=2)
    sides = []
    for cards in (HOME_CARDS, AWAY_CARDS):
        for card in cards:
            chance = situation.pending.chance
            assert chance is not None
            assert chance.side is not None
            sides.append(chance.side)
            situation = situation.played(draw(chance.side, card)).then_happens(
                e.CardDealt(side=chance.side, card=Card(card))
            )
    assert sides == [HOME] * 11 + [AWAY] * 11


def test_fotboll_2_3_sides_arrange_independently_and_the_coin_is_tossed_when_both_have() -> None:
    """FOTBOLL-2.3"""
    situation = opened("dealt").played(*deal(HOME, HOME_CARDS), *deal(AWAY, AWAY_CARDS))
    first = situation.played(arrange(situation, AWAY, AWAY_CARDS)).then_waits_for("home")
    first.played(arrange(situation, HOME, HOME_CARDS)).then_due("FOTBOLL-2.2")


def test_fotboll_2_3_what_owners_have_seen_cannot_be_drawn_and_needs_no_chance_to_turn_up() -> None:
    """FOTBOLL-2.3"""
    drawing = dealt().played(attack(HOME))
    chance = drawing.pending.chance
    assert chance is not None
    assert len(chance.outcomes) == 41
    assert {draw(HOME, card) for card in HOME_CARDS}.isdisjoint(outcome for outcome, _ in chance.outcomes)
    drawing.played(draw(HOME, "AH")).when(choose(HOME, "A1")).then_happens(
        e.CardShown(side=AWAY, place=Place.A1, card=Card("4S"), clause="FOTBOLL-3.1")
    )


def test_fotboll_2_3_an_owner_looks_at_a_card_that_it_lays() -> None:
    """FOTBOLL-2.1, FOTBOLL-2.3"""
    situation = dealt().played(attack(HOME), draw(HOME, "AH"), choose(HOME, "A1"), draw(HOME, "2H"), choose(HOME, "M1"))
    laid = situation.when(lay(AWAY, "A1")).then(e.CardLaid(side=AWAY, place=Place.A1)).then_due("FOTBOLL-2.1")
    seen = laid.when(draw(AWAY, "KS")).then(e.LaidCardSeen(side=AWAY, place=Place.A1, card=Card("KS")))
    assert seen.state.of(AWAY).pitch[Place.A1].card is Card("KS")
    assert seen.state.phase is Phase.BEFORE_ATTACK


def test_fotboll_2_3_a_dealt_match_of_owners_is_dealt_at_once() -> None:
    """FOTBOLL-2.3"""
    setup = setup_of("dealt")
    event = MatchOpened(
        game="fotboll",
        rules_version=1,
        mode=Mode.DEALT,
        edition=content(),
        edition_digest="",
        house_rules={"jokers": 0, "peek": "owner"},
        names=NAMES,
    )

    class First:
        seed = None

        def deal(self, _: int, chance: Any) -> Any:
            return chance.outcomes[0][0]

    steps = play.open_match(FOTBOLL, event, First())
    assert sum(isinstance(step.event, e.CardDealt) for step in steps) == 22
    assert setup.mode == "dealt"


def test_fotboll_1_2_a_card_in_the_hand_is_not_dealt_again() -> None:
    """FOTBOLL-1.2"""
    situation = opened("dealt", jokers=2).played(*deal(HOME, ["QH", "X"]))
    chance = situation.pending.chance
    assert chance is not None
    left = dict(chance.outcomes)
    assert draw(HOME, "QH") not in left
    assert left[draw(HOME, "X")] == 1
    assert sum(left.values()) == 52
