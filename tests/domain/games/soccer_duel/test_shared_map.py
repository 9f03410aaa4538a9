"""The map under a pitch: it holds what a dict would, and shares what it does not change."""

from random import Random

import pytest

from domain.games.soccer_duel.shared_map import SharedMap


@pytest.mark.parametrize("size", [0, 1, 128, 129, 3_000])
def test_it_holds_what_a_dict_would(size: int) -> None:
    rng = Random(size)
    plain: dict[tuple[int, int], int] = {}
    shared: SharedMap[tuple[int, int], int] = SharedMap()
    while len(plain) < size:
        changes = {(rng.randint(-40, 40), rng.randint(-40, 40)): rng.randrange(9) for _ in range(5)}
        plain |= changes
        before, shared = shared, shared.with_all(changes)
        assert before is not shared
    assert dict(shared.items()) == plain
    assert all(shared.get(key) == value for key, value in plain.items())
    assert shared.get((99, 99)) is None


def test_an_older_map_stays_as_it_was() -> None:
    old = dict.fromkeys(range(500), "old")
    first = SharedMap[int, str]().with_all(old)
    second = first.with_all({7: "new", 500: "new"})
    assert (first.get(7), second.get(7)) == ("old", "new")
    assert first.get(500) is None


def test_a_change_copies_a_few_branches_and_shares_the_others() -> None:
    large = SharedMap[int, int]().with_all({number: number for number in range(5_000)})
    changed = large.with_all({3: 0})
    kept = sum(mine is theirs for mine, theirs in zip(large._root, changed._root, strict=True))
    assert kept == 15


def test_maps_are_equal_that_hold_the_same() -> None:
    numbers = {number: number for number in range(300)}
    backwards: SharedMap[int, int] = SharedMap()
    for number in reversed(range(300)):
        backwards = backwards.with_all({number: number})
    forwards = SharedMap[int, int]().with_all(numbers)
    assert forwards == backwards
    assert forwards != backwards.with_all({1: 2})
    assert forwards != numbers
    assert repr(SharedMap({1: 2})) == "SharedMap({1: 2})"


def test_keys_whose_hashes_are_alike_are_held_apart() -> None:
    """Python gives -1 and -2 one hash."""
    places = {(row, column): row for row in (-1, -2) for column in (-1, -2)}
    shared = SharedMap[tuple[int, int], int]().with_all(places)
    assert shared.get((-1, -2)) == -1
    assert shared.get((-2, -1)) == -2
