"""Whether dice fell as they should: rolls compared with the true faces of each die, never with a uniform one.

The statistic is Pearson's: the squared distances between what came and what was expected, each over what was expected.
Its p-value is the probability that a die with those faces falls as far away or farther in as many rolls. It is exact
where every result can be gone through; otherwise it is simulated, always with the same seed, so that a question has one
answer. Who asks about many dice at once will find some that fell oddly by chance alone: `compared` therefore corrects
the p-values of one answer by Holm's method. With the corrected ones the probability of suspecting any fair die at all
is at most the level at which one suspects, however the tests depend on one another.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb, lgamma, log
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

MOST_RESULTS = 50_000
"""Results of a die in so many rolls that are gone through one by one; where there are more, they are simulated."""
MOST_SIMULATED = 100_000
ENOUGH = 1_000
"""Simulated results as far away or farther after which the p-value is known well enough: to about three percent."""
BATCH = 5_000
SEED = 20_260_801
_TIE = 1e-12
"""Distances that differ by less, as a part of the larger, are alike: they are sums of fractions."""


class Die(msgspec.Struct, frozen=True):
    """A die, and what came. faces: each face with how many times the die has it. counts: how often each came."""

    faces: Mapping[str, int]
    counts: Mapping[str, int]


class Finding(msgspec.Struct, frozen=True):
    """What the rolls of a die say about it.

    rolls: how many there were. expected: how often each face was to come. statistic: Pearson's; None where a face came
    that the die does not have. p_value: the probability of falling as far away or farther; simulated: whether that is
    estimated. corrected: the p-value for whoever looks at all the findings of the answer, by Holm's method.
    """

    rolls: int
    expected: Mapping[str, float]
    statistic: float | None
    p_value: float
    simulated: bool
    corrected: float


def gathered(rows: Iterable[Mapping[str, Any]], by: Sequence[str]) -> dict[tuple[Any, ...], Die]:
    """The dice out of rows, or of sums, of the statistic `dice`, apart by these keys and by their faces."""
    weights: dict[tuple[Any, ...], dict[str, int]] = {}
    counts: dict[tuple[Any, ...], Counter[str]] = {}
    for row in rows:
        die, face = (*(row[key] for key in by), row["faces"]), row["face"]
        weights.setdefault(die, {})[face] = row["weight"]
        counts.setdefault(die, Counter())[face] += row["rolled"]
    return {die: Die(weights[die], counts[die]) for die in weights}


def compared(dice: Sequence[Die]) -> list[Finding]:
    """What the rolls of each of these dice say, with p-values that are corrected for looking at all of them.

    Raises ValueError for a die without faces, and for counts and weights below 0.
    """
    found = [_finding(die) for die in dice]
    corrected = holm([finding.p_value for finding in found])
    return [msgspec.structs.replace(finding, corrected=value) for finding, value in zip(found, corrected, strict=True)]


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values, in the same order, corrected for how many they are by Holm's step-down method."""
    corrected = [0.0] * len(p_values)
    least = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        least = corrected[index] = max(least, min(1.0, (len(p_values) - rank) * p_values[index]))
    return corrected


def _finding(die: Die) -> Finding:
    total, rolls = sum(die.faces.values()), sum(die.counts.values())
    if total <= 0 or min(die.faces.values()) < 0 or min(die.counts.values(), default=0) < 0:
        raise ValueError(f"a die has faces, and counts and weights are 0 or more: {die}")
    expected = {face: rolls * weight / total for face, weight in die.faces.items()}
    if any(count and not die.faces.get(face) for face, count in die.counts.items()):
        return Finding(rolls, expected, statistic=None, p_value=0.0, simulated=False, corrected=0.0)
    pairs = sorted((weight, die.counts.get(face, 0)) for face, weight in die.faces.items() if weight)
    weights, counts = (tuple(values) for values in zip(*pairs, strict=True))
    simulated = comb(rolls + len(weights) - 1, rolls) > MOST_RESULTS
    p_value = (_simulated if simulated else _exact)(weights, counts)
    statistic = sum((die.counts.get(face, 0) - due) ** 2 / due for face, due in expected.items() if due)
    return Finding(rolls, expected, statistic, p_value, simulated, corrected=p_value)


def _distance(counts: NDArray[np.int64], weights: tuple[int, ...]) -> NDArray[np.float64]:
    """How far one or many results are away: the squares of their counts, each over the weight of its face, summed up.

    Among results of as many rolls it is greater where the statistic is, and it is more exact.
    """
    distance: NDArray[np.float64] = (counts.astype(np.float64) ** 2 / np.array(weights)).sum(axis=-1)
    return distance


@lru_cache(maxsize=1024)
def _exact(weights: tuple[int, ...], counts: tuple[int, ...]) -> float:
    """The share of all results that are as far away or farther, each as probable as the die makes it."""
    rolls, total = sum(counts), sum(weights)
    results = np.array(list(_results(rolls, len(weights))))
    factorials = np.array([lgamma(count + 1) for count in range(rolls + 1)])
    shares = np.array([log(weight / total) for weight in weights])
    probabilities = np.exp(factorials[rolls] - factorials[results].sum(axis=1) + (results * shares).sum(axis=1))
    return min(1.0, float(probabilities[_as_far(results, weights, counts)].sum()))


@lru_cache(maxsize=1024)
def _simulated(weights: tuple[int, ...], counts: tuple[int, ...]) -> float:
    """The share of simulated results that are as far away or farther.

    It ends as soon as there are enough of these, which keeps the p-value a true one (Besag and Clifford, 1991); the
    result that is judged counts as one of those simulated where it does not, so that a p-value is never 0.
    """
    rolls, total = sum(counts), sum(weights)
    chances = np.array(weights) / total
    generator = np.random.default_rng(SEED)
    farther = 0
    for done in range(0, MOST_SIMULATED, BATCH):
        (hits,) = np.nonzero(_as_far(generator.multinomial(rolls, chances, size=BATCH), weights, counts))
        if farther + len(hits) >= ENOUGH:
            return float(ENOUGH / (done + int(hits[ENOUGH - farther - 1]) + 1))
        farther += len(hits)
    return (farther + 1) / (MOST_SIMULATED + 1)


def _as_far(results: NDArray[np.int64], weights: tuple[int, ...], counts: tuple[int, ...]) -> NDArray[np.bool_]:
    """Which results are as far away from what was expected as these counts, or farther."""
    as_far: NDArray[np.bool_] = _distance(results, weights) >= _distance(np.array(counts), weights) * (1 - _TIE)
    return as_far


def _results(rolls: int, faces: int) -> Iterator[tuple[int, ...]]:
    """Every way in which so many rolls can fall on so many faces."""
    if faces == 1:
        yield (rolls,)
        return
    for first in range(rolls + 1):
        for others in _results(rolls - first, faces - 1):
            yield first, *others
