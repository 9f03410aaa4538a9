"""What was kept of a log, compared: contradictions, growth that is proved, and what nothing shows."""

import pytest

from domain.match.checkpoint import Checkpoint, Extension, SigningKey, sign
from domain.match.consistency import Kept, compare
from domain.match.merkle import Tree, leaf_hash

KEY = SigningKey("log", bytes(32))


def grown(words: str) -> Tree:
    tree = Tree()
    tree.extend([leaf_hash(word.encode()) for word in words])
    return tree


TREE = grown("abcdefghij")
FORKED = grown("abcdeXghij")


def kept(name: str, size: int, tree: Tree = TREE, old: int | None = None, leaves: tuple[int, ...] = ()) -> Kept:
    checkpoint = Checkpoint("log", size, tree.root(size))
    extension = None
    if old is not None:
        extension = Extension(old, tuple(tree.consistency_proof(old, size)), sign(checkpoint, [KEY]))
    return Kept(name, checkpoint, {index: tree.leaf(index) for index in leaves}, extension)


def test_the_same_size_and_root_are_consistent() -> None:
    found = compare([kept("a", 5), kept("b", 5)])
    assert (found.contradiction, found.gap) == ("", None)


def test_two_roots_for_one_size_are_a_fork() -> None:
    assert (
        compare([kept("a", 8), kept("b", 8, FORKED)]).contradiction
        == "a and b have different roots for the same 8 events"
    )


def test_logs_of_different_names_have_nothing_to_do_with_each_other() -> None:
    found = compare([kept("a", 5), Kept("b", Checkpoint("another", 5, TREE.root(5)))])
    assert found.contradiction == "a is of the log log, and b of the log another"


def test_a_proof_leads_from_what_was_kept_to_what_is_shown() -> None:
    assert compare([kept("a", 3), kept("b", 7, old=3)]).gap is None


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (1, 0, 2)])
def test_two_that_have_grown_into_a_third_are_of_one_log(order: tuple[int, ...]) -> None:
    things = [kept("a", 3), kept("b", 7, old=3), kept("c", 10, old=7)]
    found = compare([things[number] for number in order])
    assert (found.contradiction, found.gap) == ("", None)


def test_a_proof_of_another_log_is_a_contradiction() -> None:
    found = compare([kept("a", 7), kept("b", 9, FORKED, old=7)])
    assert found.contradiction == "the proof of b does not lead from 7 events to 9"


def test_a_proof_that_leads_back_is_a_contradiction() -> None:
    back = Kept("b", kept("b", 3).checkpoint, extension=Extension(7, (), sign(kept("b", 3).checkpoint, [KEY])))
    assert "does not lead" in compare([kept("a", 7), back]).contradiction


def test_where_no_proof_leads_nothing_is_shown_either_way() -> None:
    assert compare([kept("a", 3), kept("b", 7)]).gap == (3, 7)
    assert compare([kept("a", 3), kept("b", 7, old=5)]).gap == (3, 7)
    assert compare([kept("a", 3), kept("b", 7, old=3), kept("c", 9)]).gap == (7, 9)


def test_every_log_continues_the_one_without_events() -> None:
    assert compare([kept("a", 0), kept("b", 7)]).gap is None


def test_another_leaf_at_the_same_index_is_named_by_its_event_even_without_a_proof() -> None:
    found = compare([kept("a", 8, leaves=(1, 4, 5)), kept("b", 10, FORKED, leaves=(0, 5, 9))])
    assert found.contradiction == "b has another event at index 5 of the same log"
    assert found.version == 3
    assert compare([kept("a", 8, leaves=(1, 4)), kept("b", 10, FORKED, leaves=(4, 9))]).contradiction == ""
