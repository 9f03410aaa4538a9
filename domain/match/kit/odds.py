"""What dice decide: the exact chance of a comparison to which both sides add one roll of a die."""

from fractions import Fraction
from functools import lru_cache
from itertools import product

from domain.match.facts import millionths


@lru_cache(maxsize=4096)
def of_winning(lead: int, die: tuple[int, ...], *, wins_ties: bool) -> int:
    """The chance, in millionths, that a side wins a comparison.

    lead: what it has more than the other before the dice; negative where it has less. die: the faces that either die
    has, each as often as the die has it. wins_ties: whether equal sums are enough.
    """
    pairs = list(product(die, die))
    wins = sum(lead + own > other or (wins_ties and lead + own == other) for own, other in pairs)
    return millionths(Fraction(wins, len(pairs)))
