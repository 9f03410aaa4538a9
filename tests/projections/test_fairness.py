"""Fairness of dice: exact and simulated p-values against brute force and known values, and Holm's correction."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod, sqrt

import numpy as np
import pytest

from projections import fairness
from projections.fairness import Die, Finding, compared, holm

ORDINARY = {str(face): 1 for face in range(1, 7)}
UNEVEN = {"0": 1, "1": 2, "2": 3}


def finding(faces: dict[str, int], counts: dict[str, int]) -> Finding:
    (found,) = compared([Die(faces, counts)])
    return found


def brute_force(faces: dict[str, int], counts: dict[str, int]) -> Fraction:
    """The p-value by every sequence of rolls there is, each with its own probability, in exact fractions."""
    rolls, total = sum(counts.values()), sum(faces.values())

    def distance(came: Counter[str]) -> Fraction:
        expected = {face: Fraction(rolls * weight, total) for face, weight in faces.items()}
        return sum(((came[face] - due) ** 2 / due for face, due in expected.items()), Fraction(0))

    observed = distance(Counter(counts))
    sequences = product(faces, repeat=rolls)
    return sum(
        (
            prod((Fraction(faces[face], total) for face in sequence), start=Fraction(1))
            for sequence in sequences
            if distance(Counter(sequence)) >= observed
        ),
        Fraction(0),
    )


class TestExact:
    @pytest.mark.parametrize(
        ("faces", "counts"),
        [
            (ORDINARY, {"1": 3, "2": 1, "6": 1}),
            (ORDINARY, {"3": 5}),
            (UNEVEN, {"0": 4, "1": 2, "2": 1}),
            (UNEVEN, {"0": 1, "1": 2, "2": 3}),
            (UNEVEN, {"2": 7}),
            ({"heads": 1, "tails": 1}, {"heads": 8, "tails": 2}),
            ({"heads": 1, "tails": 4}, {"heads": 8, "tails": 2}),
        ],
    )
    def test_the_p_value_is_that_of_every_sequence_of_rolls(self, faces, counts) -> None:
        found = finding(faces, counts)
        assert not found.simulated
        assert found.p_value == pytest.approx(float(brute_force(faces, counts)), rel=1e-9)

    def test_a_coin_has_the_value_of_the_books(self) -> None:
        """8 heads in 10 tosses: twice (45 + 10 + 1) of 1024 results."""
        assert finding({"heads": 1, "tails": 1}, {"heads": 8, "tails": 2}).p_value == pytest.approx(112 / 1024)

    def test_expectation_and_statistic_follow_the_true_faces(self) -> None:
        """(4 - 1)² / 1 + (1 - 2)² / 2 + (1 - 3)² / 3."""
        found = finding(UNEVEN, {"0": 4, "1": 1, "2": 1})
        assert found.rolls == 6
        assert found.expected == {"0": 1.0, "1": 2.0, "2": 3.0}
        assert found.statistic == pytest.approx(9 + 0.5 + 4 / 3)

    def test_a_die_is_not_taken_for_a_uniform_one(self) -> None:
        as_it_should = {"0": 10, "1": 20, "2": 30}
        assert finding(UNEVEN, as_it_should).p_value == pytest.approx(1)
        assert finding(dict.fromkeys(UNEVEN, 1), as_it_should).p_value < 0.02

    def test_the_order_of_the_faces_does_not_matter(self) -> None:
        one = finding(UNEVEN, {"0": 4, "1": 2, "2": 1})
        assert one.p_value == finding(dict(reversed(UNEVEN.items())), {"2": 1, "0": 4, "1": 2}).p_value


class TestEdges:
    def test_no_roll_says_nothing(self) -> None:
        found = finding(ORDINARY, {})
        assert (found.rolls, found.statistic, found.p_value) == (0, 0.0, 1.0)

    def test_a_die_of_one_face_can_only_fall_so(self) -> None:
        assert finding({"6": 3}, {"6": 1_000}).p_value == pytest.approx(1)

    @pytest.mark.parametrize("faces", [{"1": 1, "2": 1}, {"1": 1, "2": 1, "7": 0}])
    def test_a_face_that_the_die_does_not_have_cannot_come(self, faces) -> None:
        found = finding(faces, {"1": 5, "7": 1})
        assert (found.statistic, found.p_value, found.corrected) == (None, 0.0, 0.0)

    def test_a_face_of_no_weight_that_never_came_changes_nothing(self) -> None:
        counts = {"1": 5, "2": 1}
        assert finding({"1": 1, "2": 1, "7": 0}, counts).p_value == finding({"1": 1, "2": 1}, counts).p_value

    @pytest.mark.parametrize(
        ("faces", "counts"), [({}, {}), ({"1": 0}, {}), ({"1": -1, "2": 2}, {}), (UNEVEN, {"0": -1})]
    )
    def test_what_is_no_die_is_refused(self, faces, counts) -> None:
        with pytest.raises(ValueError, match="a die has faces"):
            compared([Die(faces, counts)])


class TestSimulated:
    COUNTS = {"1": 30, "2": 18, "3": 16, "4": 22, "5": 17, "6": 29}  # noqa: RUF012

    def test_many_rolls_are_simulated_and_a_question_has_one_answer(self) -> None:
        found = finding(ORDINARY, self.COUNTS)
        assert found.simulated
        fairness._simulated.cache_clear()
        assert finding(ORDINARY, self.COUNTS) == found

    def test_it_comes_out_as_the_exact_one_does(self, monkeypatch) -> None:
        """Ten rolls of two dice, gone through one by one and simulated: within four standard errors."""
        for faces, counts in [(ORDINARY, {"1": 4, "2": 3, "3": 3}), (UNEVEN, {"0": 4, "1": 3, "2": 3})]:
            monkeypatch.setattr(fairness, "MOST_RESULTS", 50_000)
            exact = finding(faces, counts)
            monkeypatch.setattr(fairness, "MOST_RESULTS", 1)
            simulated = finding(faces, counts)
            assert (exact.simulated, simulated.simulated) == (False, True)
            assert simulated.p_value == pytest.approx(exact.p_value, rel=4 / sqrt(fairness.ENOUGH))
            assert simulated.statistic == exact.statistic

    def test_it_comes_out_as_the_tables_of_chi_square_do(self) -> None:
        """11.07 is the 5 % point of five degrees of freedom: 1200 rolls at a distance of 11.07."""
        spread = {"1": 200 + 27, "2": 200 - 27, "3": 200 + 20, "4": 200 - 20, "5": 200, "6": 200}
        found = finding(ORDINARY, spread)
        assert found.statistic == pytest.approx(11.29)
        assert found.p_value == pytest.approx(0.0459, rel=0.12)

    def test_a_p_value_is_never_nothing_for_what_can_happen(self) -> None:
        found = finding(ORDINARY, {"6": 1_000})
        assert found.simulated
        assert found.p_value == pytest.approx(1 / (fairness.MOST_SIMULATED + 1))


class TestHolm:
    def test_it_corrects_step_by_step(self) -> None:
        """Holm (1979): 4 × 0.005, 3 × 0.01, then 2 × 0.03, and never less than the one before."""
        assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])

    def test_it_leaves_a_single_test_as_it_is_and_goes_no_higher_than_one(self) -> None:
        assert holm([0.2]) == [0.2]
        assert holm([0.6, 0.7]) == [1.0, 1.0]
        assert holm([]) == []

    def test_every_die_of_an_answer_is_one_test(self) -> None:
        odd = Die({"heads": 1, "tails": 1}, {"heads": 9, "tails": 1})
        even = Die({"heads": 1, "tails": 1}, {"heads": 5, "tails": 5})
        (alone,) = compared([odd])
        among, *_ = compared([odd, even, even, even])
        assert alone.corrected == alone.p_value == among.p_value
        assert among.corrected == pytest.approx(4 * alone.p_value)


LEVEL = 0.05
ANSWERS = 300
DICE = 8


def rolled(generator: np.random.Generator, faces: dict[str, int], rolls: int, of: dict[str, int] | None = None) -> Die:
    """A die that falls as one with other faces would, its own if none are given."""
    weights = np.array([(of or faces).get(face, 0) for face in faces])
    counts = generator.multinomial(rolls, weights / weights.sum())
    return Die(faces, dict(zip(faces, map(int, counts), strict=True)))


def test_fair_dice_are_suspected_no_more_often_than_is_promised() -> None:
    """Of 300 answers about eight fair dice each, at most one in twenty suspects any, give or take chance.

    Without the correction a third of them would.
    """
    generator = np.random.default_rng(7)
    suspected = uncorrected = 0
    for _ in range(ANSWERS):
        dice = [rolled(generator, faces, 24) for faces in (UNEVEN, {"a": 1, "b": 1}) for _ in range(DICE // 2)]
        found = compared(dice)
        suspected += min(one.corrected for one in found) <= LEVEL
        uncorrected += min(one.p_value for one in found) <= LEVEL
    error = sqrt(LEVEL * (1 - LEVEL) / ANSWERS)
    assert suspected / ANSWERS <= LEVEL + 3 * error
    assert uncorrected / ANSWERS > 2 * LEVEL


def test_simulated_p_values_of_fair_dice_are_spread_evenly() -> None:
    generator = np.random.default_rng(11)
    found = [compared([rolled(generator, ORDINARY, 200)])[0].p_value for _ in range(200)]
    for level in (0.1, 0.5, 0.9):
        error = sqrt(level * (1 - level) / len(found))
        assert sum(p_value <= level for p_value in found) / len(found) == pytest.approx(level, abs=4 * error)


def test_a_loaded_die_is_found_among_fair_ones() -> None:
    generator = np.random.default_rng(3)
    loaded = rolled(generator, ORDINARY, 600, of=ORDINARY | {"6": 2})
    fair = [rolled(generator, ORDINARY, 600) for _ in range(40)]
    first, *others = compared([loaded, *fair])
    assert first.corrected < 0.01
    assert min(one.corrected for one in others) > LEVEL


def test_dice_are_gathered_out_of_rows_by_what_is_asked_and_by_their_faces() -> None:
    rows = [
        {"die": "die", "faces": faces, "side": side, "face": face, "weight": weight, "rolled": 3}
        for faces, weights in (("0 ×1, 1 ×2", (1, 2)), ("0 ×2, 1 ×1", (2, 1)))
        for side in ("Reds", "Blues")
        for face, weight in zip("01", weights, strict=True)
    ]
    assert fairness.gathered(rows, by=("die",)) == {
        ("die", "0 ×1, 1 ×2"): Die({"0": 1, "1": 2}, {"0": 6, "1": 6}),
        ("die", "0 ×2, 1 ×1"): Die({"0": 2, "1": 1}, {"0": 6, "1": 6}),
    }
    assert set(fairness.gathered(rows, by=("side",))) == {
        (side, faces) for side in ("Reds", "Blues") for faces in ("0 ×1, 1 ×2", "0 ×2, 1 ×1")
    }
