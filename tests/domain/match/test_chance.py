"""Dealing from a committed seed: exactly the stated odds, and the same draw every time."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.match import chance
from domain.match.chance import SeededDealer, commitment
from domain.match.game import Chance
from tests.toy import Coin


def due(*weights: int) -> Chance:
    return Chance(tuple((Coin(face=face), weight) for face, weight in enumerate(weights)), "TOY-1.2", "a coin")


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(b"seed") == hashlib.sha256(b"seed").hexdigest()


def test_a_draw_is_the_hmac_of_match_index_and_entropies_so_that_anyone_can_derive_it() -> None:
    seed, match_id, entropies = b"s" * 32, "match", (b"north", b"south")
    parts = (b"match", (5).to_bytes(8, "big"), *entropies)
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts) + (0).to_bytes(4, "big")
    word = int.from_bytes(hmac.new(seed, message, "sha256").digest()[:8], "big")
    outcome = SeededDealer(seed, match_id, entropies).deal(5, due(1, 1, 1, 1, 1, 1))
    assert outcome == Coin(face=word % 6)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10_000), st.lists(st.integers(0, 9), min_size=1, max_size=8))
def test_a_draw_is_the_same_whenever_it_is_made_and_never_an_outcome_of_weight_zero(seed, draw, weights) -> None:
    dealer = SeededDealer(seed, "m")
    if not sum(weights):
        with pytest.raises(ValueError, match="weight above zero"):
            dealer.deal(draw, due(*weights))
        return
    outcome = dealer.deal(draw, due(*weights))
    assert outcome == SeededDealer(seed, "m").deal(draw, due(*weights))
    assert isinstance(outcome, Coin)
    assert weights[outcome.face] > 0


def test_draws_differ_by_seed_match_index_and_entropy() -> None:
    def run(seed: bytes = b"a" * 32, match_id: str = "m", entropies: tuple[bytes, bytes] = (b"", b"")) -> list[object]:
        dealer = SeededDealer(seed, match_id, entropies)
        return [dealer.deal(draw, due(*[1] * 1000)) for draw in range(8)]

    runs = [run(), run(b"b" * 32), run(match_id="n"), run(entropies=(b"x", b"")), run(entropies=(b"", b"x"))]
    assert len({str(outcomes) for outcomes in runs}) == len(runs)
    assert len({str(outcome) for outcome in runs[0]}) > 1


def test_outcomes_come_as_often_as_their_weights_say() -> None:
    dealer, weights, draws = SeededDealer(b"fixed" * 8, "m"), (1, 2, 2, 1), 12_000
    seen = Counter(dealer.deal(draw, due(*weights)) for draw in range(draws))
    expected = {Coin(face=face): draws * weight / 6 for face, weight in enumerate(weights)}
    chi_squared = sum((seen[face] - often) ** 2 / often for face, often in expected.items())
    assert chi_squared < 16.27  # 0.1 % of honest dealers would fail; the seed is fixed, so this one never changes


@pytest.mark.parametrize("total", [1, 2, 3, 6, 52, 2**63 + 1])
def test_words_that_would_favour_small_numbers_are_rejected(total, monkeypatch) -> None:
    limit = (1 << 64) - (1 << 64) % total
    words = [value for value in (limit, (1 << 64) - 1) if value >= limit and value < 1 << 64] + [total - 1, 0, 0, 0]
    block = b"".join(word.to_bytes(8, "big") for word in words[:4])
    monkeypatch.setattr("hmac.digest", lambda *_: block)
    assert chance._uniform(b"", b"", total) == total - 1
