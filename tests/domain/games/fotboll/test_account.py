"""What the events of Fotboll mean in the words that all games share: clause 7."""

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, product

import msgspec
import pytest

from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card, Suit
from domain.games.fotboll.game import FOTBOLL
from domain.games.fotboll.state import FaceDown, Table
from domain.games.fotboll.terms import Duel, Finish, Line, Phase, Place
from domain.match.chance import Mode
from domain.match.facts import (
    Attempted,
    AttemptKind,
    Booked,
    DieRolled,
    Eliminated,
    Fact,
    Goal,
    LineMet,
    Marked,
    PeriodBegun,
    PlayEnded,
    SentOff,
)
from domain.match.sides import SIDES, BySide, Side
from tests import golden_matches
from tests.bdd import Situation
from tests.domain.games.accounts import Told, facts_of, of_golden, of_random
from tests.domain.games.fotboll.words import (
    AWAY,
    HOME,
    HOME_CARDS,
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
    laying,
    match,
    opened,
    past_the_lines,
    send_off,
    stopped,
    substitute,
    toss,
    turn_up,
)
from tests.random_matches import RandomMatch

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
DECK = [Card(f"{rank}{suit}") for rank in RANKS for suit in "CDHS"]
JOKERS = [Card.JOKER, Card.JOKER]
RANK = {rank: number for number, rank in enumerate(RANKS)}


def rank(card: Card) -> int:
    """Its place among the ranks, the joker above all (FOTBOLL-1.1)."""
    return len(RANKS) if card is Card.JOKER else RANK[card.value[:-1]]


def gets_past(card: Card, against: Card, line: Line) -> bool:
    """FOTBOLL-3.2, FOTBOLL-5.1, FOTBOLL-5.2: worded here once more, from the rulebook."""
    if against is Card.JOKER and card.suit is Suit.DIAMONDS:
        return line in (Line.DEFENDERS, Line.GOALKEEPER)
    return rank(card) >= rank(against)


def kick(card: Card) -> int:
    """FOTBOLL-5.3"""
    return {"J": 11, "Q": 12, "K": 13, "A": 1, "": 0}.get(card.value[:-1]) or int(card.value[:-1] or 0)


def save(card: Card) -> int:
    """FOTBOLL-5.3"""
    return 15 if card.value[:-1] in ("A", "") else kick(card)


def share(found: list[bool]) -> int:
    """In millionths."""
    return round(Fraction(sum(found), len(found)) * 1_000_000)


def chance_to_pass(attacker: list[Card], attacked: list[Card], line: Line) -> int:
    """Every card of the one against every card of the other."""
    return share([gets_past(card, against, line) for card, against in product(attacker, attacked)])


def chance_to_score(attacker: list[Card], drawn: int, goalkeeper: list[Card]) -> int:
    """Every hand of so many against every goalkeeper."""
    hands = [sum(map(kick, hand)) for hand in combinations(attacker, drawn)]
    return share([total > save(card) for total, card in product(hands, goalkeeper)])


def without(cards: list[Card], *gone: str) -> list[Card]:
    """The cards less these."""
    left = list(cards)
    for card in gone:
        left.remove(Card(card))
    return left


def the(kind: type[Fact], facts: list[Fact]) -> Fact:
    """The only fact of a kind."""
    [fact] = [fact for fact in facts if isinstance(fact, kind)]
    return fact


def chance_of(facts: list[Fact]) -> int | None:
    """The chance of the only attempt."""
    attempt = the(Attempted, facts)
    assert isinstance(attempt, Attempted)
    return attempt.chance


def awarded(situation: Situation | None = None) -> Situation:
    """A diamond of home has met a defending joker of away."""
    return at_defence(situation or joker_match()).played(*duel(HOME, "2D", "D1", "X"))


def test_fotboll_2_2_the_coin_belongs_to_neither_side_and_the_first_half_begins() -> None:
    """FOTBOLL-2.2"""
    assert facts_of(opened(), toss(AWAY)) == [
        DieRolled(die="coin", face="away", faces=(("home", 1), ("away", 1))),
        PeriodBegun(period="first half"),
    ]


def test_fotboll_7_4_dealt_and_laid_cards_mean_nothing() -> None:
    """FOTBOLL-7.4: who lies there is known to the owner at most."""
    assert facts_of(opened("dealt"), *deal(HOME, HOME_CARDS)) == []
    assert facts_of(match(), substitute(HOME, "A1"), turn_up(HOME, "9C")) == []


@pytest.mark.parametrize(("mode", "seed"), list(product(Mode, range(3))))
def test_fotboll_6_1_two_halves_begin_and_play_ends_once(mode: Mode, seed: int) -> None:
    """FOTBOLL-6.1"""
    told = list(of_random(RandomMatch(FOTBOLL, mode, seed)))
    facts = [fact for one in told for fact in one.facts if isinstance(fact, PeriodBegun | PlayEnded)]
    assert facts == [PeriodBegun(period="first half"), PeriodBegun(period="second half"), PlayEnded()]
    assert told[-1].facts == (PlayEnded(),)


def test_fotboll_7_3_a_dribbled_card_is_eliminated_and_its_line_passed() -> None:
    """FOTBOLL-7.3, FOTBOLL-3.2"""
    facts = facts_of(match().played(attack(HOME)), *duel(HOME, "QH", "A2", "10H"))
    assert facts == [
        Marked(side=HOME, footballer="QH", power=12),
        Marked(side=AWAY, footballer="10H", power=10),
        Attempted(
            side=HOME,
            kind=AttemptKind.ATTACK,
            succeeded=True,
            chance=chance_to_pass(DECK, DECK, Line.ATTACKERS),
            footballers=("QH",),
            figures="the queen of hearts against the 10 of hearts",
        ),
        LineMet(side=HOME, line="attackers", passed=True),
        Eliminated(side=AWAY, footballers=("10H",), by="dribble", line="attackers"),
    ]


def test_fotboll_7_3_an_unbeaten_card_stays() -> None:
    """FOTBOLL-7.3, FOTBOLL-3.3"""
    facts = facts_of(match().played(attack(HOME)), *duel(HOME, "2S", "A4", "QS"))
    assert the(LineMet, facts) == LineMet(side=HOME, line="attackers", passed=False)
    assert not [fact for fact in facts if isinstance(fact, Eliminated)]


def test_fotboll_7_1_two_unknown_cards_are_as_likely_as_their_decks_have_them() -> None:
    """FOTBOLL-7.1: by hand, of 52 x 52 pairs 52 x 4 are alike, and of the rest half are won: 7/13."""
    facts = facts_of(match().played(attack(HOME)), *duel(HOME, "QH", "A2", "10H"))
    assert chance_of(facts) == round(Fraction(7, 13) * 1_000_000)


def test_fotboll_7_1_what_has_been_shown_in_the_half_does_not_come_up_again() -> None:
    """FOTBOLL-7.1: the second card of an attack, when a queen has dribbled a 10."""
    situation = match().played(attack(HOME), *duel(HOME, "QH", "A2", "10H"))
    chance = chance_to_pass(without(DECK, "QH"), without(DECK, "10H"), Line.MIDFIELDERS)
    assert chance_of(facts_of(situation, *duel(HOME, "3C", "M1", "9S"))) == chance
    assert chance != chance_to_pass(DECK, DECK, Line.MIDFIELDERS)


def test_fotboll_7_1_a_card_that_everyone_has_seen_is_what_it_is() -> None:
    """FOTBOLL-7.1: 3 of 13 ranks beat a queen or are as high; away's own queen is among what home has not shown."""
    situation = laying(match(), AWAY, A2="QS").played(attack(HOME), draw(HOME, "KC"))
    assert chance_of(facts_of(situation, choose(HOME, "A2"))) == round(Fraction(3, 13) * 1_000_000)


def test_fotboll_7_1_an_unbeaten_card_is_known_when_it_is_attacked_again_and_was_not_before() -> None:
    """FOTBOLL-7.1, FOTBOLL-3.3"""
    first = match().played(attack(HOME))
    assert chance_of(facts_of(first, *duel(HOME, "2S", "A4", "QS"))) == round(Fraction(7, 13) * 1_000_000)
    again = match().played(*stopped(HOME), *stopped(AWAY, "2C", "A1", "KD"), attack(HOME), draw(HOME, "KC"))
    chance = chance_to_pass(without(DECK, "2S", "KD"), [Card("QS")], Line.ATTACKERS)
    assert chance_of(facts_of(again, choose(HOME, "A4"))) == chance


def test_fotboll_7_1_what_only_an_owner_knows_makes_no_difference() -> None:
    """FOTBOLL-7.1, FOTBOLL-2.4: a dealt match, where the record knows every card, has the chance of any other."""
    secret = dealt().played(attack(HOME), draw(HOME, "KC"))
    assert chance_of(facts_of(secret, choose(HOME, "A1"))) == round(Fraction(7, 13) * 1_000_000)


def test_fotboll_7_3_past_the_goalkeeper_is_a_shot_and_a_goal() -> None:
    """FOTBOLL-7.3, FOTBOLL-3.2"""
    situation = match().played(*past_the_lines(HOME))
    facts = facts_of(situation, *duel(HOME, "AS", "G", "7C"))
    assert the(Attempted, facts) == Attempted(
        side=HOME,
        kind=AttemptKind.SHOT,
        succeeded=True,
        chance=chance_to_pass(without(DECK, "KC", "KD", "KH"), without(DECK, "4C", "5C", "6C"), Line.GOALKEEPER),
        footballers=("AS",),
        goalkeeper="7C",
        figures="the ace of spades against the 7 of clubs",
    )
    assert facts[-3:] == [
        LineMet(side=HOME, line="goalkeeper", passed=True),
        Eliminated(side=AWAY, footballers=("7C",), by="dribble", line="goalkeeper"),
        Goal(side=HOME, footballers=("AS",)),
    ]


def test_fotboll_7_1_a_shot_into_an_empty_goal_is_certain() -> None:
    """FOTBOLL-7.1, FOTBOLL-3.4: no line is met, and the card is open now."""
    situation = having(match(), AWAY, pitch={}).played(attack(HOME))
    assert facts_of(situation, draw(HOME, "2C")) == [
        Marked(side=HOME, footballer="2C", power=2),
        Attempted(
            side=HOME,
            kind=AttemptKind.SHOT,
            succeeded=True,
            chance=1_000_000,
            footballers=("2C",),
            figures="the 2 of clubs into an empty goal",
        ),
        Goal(side=HOME, footballers=("2C",), how="empty goal"),
    ]


def test_fotboll_3_4_a_line_that_is_skipped_is_not_met() -> None:
    """FOTBOLL-3.4"""
    assert facts_of(emptied(match(), AWAY, "A1", "A2", "A3", "A4"), attack(HOME)) == []


@pytest.mark.parametrize("line", list(Line))
def test_fotboll_7_3_with_jokers_a_diamond_gets_through_at_the_back_only(line: Line) -> None:
    """FOTBOLL-7.3, FOTBOLL-5.2"""
    places = [place for place in Place if list(Line).index(place.line) < list(Line).index(line)]
    situation = emptied(joker_match(), AWAY, *places).played(attack(HOME))
    facts = facts_of(situation, *duel(HOME, "2D", line.places[0], "X"))
    passed = line in (Line.DEFENDERS, Line.GOALKEEPER)
    assert chance_of(facts) == chance_to_pass(DECK + JOKERS, DECK + JOKERS, line)
    assert the(LineMet, facts) == LineMet(side=HOME, line=line.value, passed=passed)
    assert the(Eliminated, facts) == Eliminated(side=AWAY, footballers=("X",), by="attack on a joker", line=line.value)


def test_fotboll_5_2_a_diamond_past_a_joker_in_goal_scores() -> None:
    """FOTBOLL-5.2"""
    facts = facts_of(at_goal(joker_match()), *duel(HOME, "2D", "G", "X"))
    assert facts[-1] == Goal(side=HOME, footballers=("2D",), how="joker")


def test_fotboll_5_1_a_joker_that_dribbles_a_joker_eliminates_it_once() -> None:
    """FOTBOLL-5.1, FOTBOLL-7.4"""
    facts = facts_of(joker_match().played(attack(HOME)), *duel(HOME, "X", "A1", "X"))
    assert facts[:2] == [Marked(side=side, footballer="X", power=15) for side in SIDES]
    assert the(Eliminated, facts) == Eliminated(side=AWAY, footballers=("X",), by="dribble", line="attackers")


def test_fotboll_7_4_a_warning_is_the_sides() -> None:
    """FOTBOLL-7.4, FOTBOLL-5.2"""
    facts = facts_of(joker_match().played(attack(HOME)), *duel(HOME, "2D", "A1", "X"))
    assert the(Booked, facts) == Booked(side=AWAY)


def test_fotboll_5_5_who_is_sent_off_is_shown() -> None:
    """FOTBOLL-5.5: the place that is closed beside is no further fact."""
    situation = having(joker_match(), AWAY, warnings=1).played(attack(HOME), *duel(HOME, "2D", "A1", "X"))
    facts = facts_of(situation, send_off(AWAY, "M2"), turn_up(AWAY, "9S"))
    assert facts == [SentOff(side=AWAY, footballer="9S")]


def test_fotboll_7_2_a_penalty_is_two_cards_against_a_goalkeeper_that_nobody_has_seen() -> None:
    """FOTBOLL-7.2, FOTBOLL-7.4, FOTBOLL-5.3"""
    facts = facts_of(awarded(), *deal(HOME, ["10C", "AC"]), turn_up(AWAY, "7C"))
    deck = DECK + JOKERS
    assert facts == [
        Marked(side=HOME, footballer="10C", power=10),
        Marked(side=HOME, footballer="AC", power=1),
        Marked(side=AWAY, footballer="7C", power=7),
        Attempted(
            side=HOME,
            kind=AttemptKind.PENALTY,
            succeeded=True,
            chance=chance_to_score(without(deck, "2D"), 2, without(deck, "X")),
            footballers=("10C", "AC"),
            goalkeeper="7C",
            figures="10 + 1 against 7",
        ),
        Goal(side=HOME, footballers=("10C", "AC"), how="penalty"),
    ]


def test_fotboll_7_2_a_goalkeeper_that_everyone_has_seen_is_what_it_is_in_a_penalty() -> None:
    """FOTBOLL-7.2"""
    situation = awarded(laying(joker_match(), AWAY, G="KC")).played(draw(HOME, "2C"))
    chance = chance_to_score(without(DECK + JOKERS, "2D"), 2, [Card("KC")])
    facts = facts_of(situation, draw(HOME, "3C"))
    assert chance_of(facts) == chance
    assert not [fact for fact in facts if isinstance(fact, Goal)]


def test_fotboll_7_2_with_one_card_left_a_penalty_is_one_card() -> None:
    """FOTBOLL-7.2, FOTBOLL-5.3"""
    situation = awarded(having(joker_match(), HOME, pile=2))
    facts = facts_of(situation, draw(HOME, "9C"), turn_up(AWAY, "8C"))
    deck = DECK + JOKERS
    assert chance_of(facts) == chance_to_score(without(deck, "2D"), 1, without(deck, "X"))
    assert facts[-1] == Goal(side=HOME, footballers=("9C",), how="penalty")


def test_fotboll_7_2_with_no_card_left_a_penalty_cannot_score() -> None:
    """FOTBOLL-7.2, FOTBOLL-5.3"""
    facts = facts_of(awarded(having(joker_match(), HOME, pile=1)), turn_up(AWAY, "2C"))
    assert chance_of(facts) == 0


def test_fotboll_7_2_a_penalty_into_an_empty_goal_is_certain() -> None:
    """FOTBOLL-7.2, FOTBOLL-5.6"""
    situation = awarded(emptied(joker_match(), AWAY, "G")).played(draw(HOME, "X"))
    facts = facts_of(situation, draw(HOME, "AC"))
    attempt = the(Attempted, facts)
    assert isinstance(attempt, Attempted)
    assert (attempt.chance, attempt.goalkeeper, attempt.succeeded) == (1_000_000, None, True)
    assert facts[-1] == Goal(side=HOME, footballers=("X", "AC"), how="penalty")


def test_fotboll_7_4_an_irregular_goal_counts_and_names_nobody() -> None:
    """FOTBOLL-7.4: of the side in turn the cards played last are at hand, of the other none."""
    goal = e.GoalScored(side=AWAY, finish=Finish.DRIBBLE, figures="by hand")
    for situation in (match(), match().played(attack(HOME), draw(HOME, "KC"))):
        assert list(FOTBOLL.account(situation.state, goal, situation.state)) == [Goal(side=AWAY)]


def test_fotboll_7_4_a_goal_in_a_later_turn_is_not_put_down_to_a_card_of_an_earlier_one() -> None:
    """FOTBOLL-7.4"""
    table = match().played(*stopped(HOME), *stopped(AWAY, "2C", "A1", "KD")).state
    goal = e.GoalScored(side=HOME, finish=Finish.DRIBBLE, figures="by hand")
    assert list(FOTBOLL.account(table, goal, table)) == [Goal(side=HOME)]


def test_fotboll_7_1_a_comparison_of_cards_that_cannot_be_there_has_no_chance() -> None:
    """FOTBOLL-7.1"""
    table = having(match(), HOME, discards=tuple(DECK)).state
    compared = e.CardsCompared(
        side=HOME, place=Place.A1, card=Card("2C"), against=Card("3C"), result=Duel.STOPPED, figures=""
    )
    assert chance_of(list(FOTBOLL.account(table, compared, table))) is None


def test_fotboll_7_1_the_figures_of_the_golden_matches_add_up() -> None:
    """FOTBOLL-7.1, FOTBOLL-7.2: two of them have a penalty."""
    attempts = [Bookkeeper().follow(list(of_golden(path))) for path in golden_matches.files("fotboll")]
    assert {*chain(*attempts)} == {AttemptKind.ATTACK, AttemptKind.SHOT, AttemptKind.PENALTY}


@pytest.mark.parametrize(("mode", "seed"), list(product(Mode, (0, 1, 2, 14, 36, 55))))
def test_fotboll_7_1_the_figures_of_a_random_match_add_up(mode: Mode, seed: int) -> None:
    """FOTBOLL-7.1, FOTBOLL-7.2: 14, 36 and 55 have a penalty, the last two against a goalkeeper that was known."""
    Bookkeeper().follow(list(of_random(RandomMatch(FOTBOLL, mode, seed))))


@pytest.mark.parametrize("seed", range(4))
def test_fotboll_2_4_the_facts_depend_on_nothing_that_is_secret(seed: int) -> None:
    """FOTBOLL-2.4: a table without what only its owner, or nobody but the record, knows gives the same facts."""
    counted = 0
    for one in of_random(RandomMatch(FOTBOLL, Mode.DEALT, seed)):
        opens = isinstance(one.event, e.GoalScored)
        facts = FOTBOLL.account(open_part(one.before, card=opens), one.event, open_part(one.after))
        assert tuple(facts) == one.facts
        counted += len(one.facts)
    assert counted > 50


def open_part(table: Table, *, card: bool = False) -> Table:
    """A table as if what is not open were in no record. card: whether the card that the attacker holds is open."""
    sides = [
        msgspec.structs.replace(
            own,
            hand=(),
            pitch={place: lying if lying.seen else FaceDown() for place, lying in own.pitch.items()},
        )
        for own in (table.sides.home, table.sides.away)
    ]
    held = table.card if card or table.phase is Phase.ATTACKED else None
    return msgspec.structs.replace(table, sides=BySide(*sides), card=held)


class Bookkeeper:
    """Whoever watches a match, notes what is shown, and knows every chance from that alone."""

    def __init__(self) -> None:
        self.shown: dict[Side, Counter[Card]] = {side: Counter() for side in SIDES}
        self.lying: dict[Side, set[Place]] = {side: set() for side in SIDES}
        self.held = Card.JOKER
        self.goals: Counter[Side | None] = Counter()
        self.attempts: Counter[AttemptKind] = Counter()
        self.known = False

    def follow(self, told: list[Told]) -> Counter[AttemptKind]:
        """Check every fact of a match; how many attempts of each kind it had."""
        for one in told:
            self.goals.update(fact.side for fact in one.facts if isinstance(fact, Goal))
            assert self.goals == Counter({side: one.result.score.of(side) for side in SIDES})
            for fact in one.facts:
                if isinstance(fact, Attempted):
                    self.attempts[fact.kind] += 1
                    assert fact.chance == self.chance(one), one.event
            self.note(one.event)
        compared = sum(isinstance(one.event, e.CardsCompared | e.PenaltyTaken) for one in told)
        empty = sum(isinstance(one.event, e.GoalScored) and one.event.finish is Finish.EMPTY_GOAL for one in told)
        assert self.attempts.total() == compared + empty
        return self.attempts

    def chance(self, one: Told) -> int:
        """The chance of an attempt, from every way in which it could have come."""
        match one.event:
            case e.CardsCompared(side=side, place=place, against=against):
                return chance_to_pass(self.left(one, side), self.facing(one, side.other, against), place.line)
            case e.PenaltyTaken(side=side, cards=cards, goalkeeper=goalkeeper) if goalkeeper is not None:
                return chance_to_score(self.left(one, side), len(cards), self.facing(one, side.other, goalkeeper))
            case _:
                return 1_000_000

    def facing(self, one: Told, side: Side, card: Card) -> list[Card]:
        """What a card that has just been turned up may have been."""
        return [card] if self.known else [*self.left(one, side), card]

    def left(self, one: Told, side: Side) -> list[Card]:
        """What a side has not shown in this half."""
        deck = DECK + JOKERS[: one.before.rules.jokers]
        return list((Counter(deck) - self.shown[side]).elements())

    def note(self, event: object) -> None:
        """Note what an event shows."""
        match event:
            case e.DecksShuffled():
                self.shown = {side: Counter() for side in SIDES}
                self.lying = {side: set() for side in SIDES}
            case e.CardTurnedUp(side=side, place=place, card=card) | e.CardShown(side=side, place=place, card=card):
                self.known = place in self.lying[side]
                self.shown[side][card] += not self.known
                self.lying[side].add(place)
            case e.CardDrawn(card=card):
                self.held = card
            case e.CardsCompared(side=side, place=place, card=card, result=result):
                self.shown[side][card] += 1
                if result is Duel.DRIBBLED:
                    self.lying[side.other].remove(place)
            case e.JokerLeft() | e.CardSubstituted() | e.CardSentOff():
                self.lying[event.side].remove(event.place)
            case e.GoalScored(side=side, finish=Finish.EMPTY_GOAL):
                self.shown[side][self.held] += 1
            case e.PenaltyTaken(side=side, cards=cards):
                self.shown[side].update(cards)
