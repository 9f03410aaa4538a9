"""How likely an attack and a penalty are to succeed, as everyone can know it (FOTBOLL-7.1, FOTBOLL-7.2)."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate, combinations

from domain.games.fotboll.cards import Card, Suit
from domain.games.fotboll.terms import Line

Cards = Iterable[tuple[Card, int]]
"""The cards of which one may come up, each with how many there are."""

REWARDED = frozenset({Line.DEFENDERS, Line.GOALKEEPER})
"""The lines whose jokers let a diamond through, to a penalty or into the goal (FOTBOLL-5.2, FOTBOLL-7.3)."""


def of_attack(attacker: Cards, attacked: Cards, line: Line) -> Fraction | None:
    """How likely one of these cards gets past one of those in this line; None where either side has none."""
    met = [0] * (Card.JOKER.strength + 1)
    for card, count in attacked:
        met[card.strength] += count
    at_most = list(accumulate(met))
    jokers = met[Card.JOKER.strength] if line in REWARDED else 0
    passed = drawn = 0
    for card, count in attacker:
        drawn += count
        passed += count * at_most[card.strength]
        if jokers and card.suit is Suit.DIAMONDS:
            passed += count * jokers
    ways = drawn * at_most[-1]
    return Fraction(passed, ways) if ways else None


def of_penalty(attacker: Cards, drawn: int, goalkeeper: Cards) -> Fraction | None:
    """How likely so many of these cards score against one of those; None where there are not as many, or none."""
    kicks = [card.kick for card, count in attacker for _ in range(count)]
    sums = Counter(map(sum, combinations(kicks, drawn)))
    saves = Counter(card.save for card, count in goalkeeper for _ in range(count))
    scored = sum(sums[kick] * saves[save] for kick in sums for save in saves if kick > save)
    ways = sums.total() * saves.total()
    return Fraction(scored, ways) if ways else None
