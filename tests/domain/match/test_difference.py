"""What differs between two values, and between two versions of a match."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.match import difference
from domain.match.chance import Mode
from domain.match.difference import Change, changes, in_words
from domain.match.record import UnknownVersion
from domain.match.sides import Viewer
from tests.domain.match.tables import HOME, SPECTATOR


class Piece(msgspec.Struct, frozen=True):
    id: str
    power: int = 1


class Card(msgspec.Struct, frozen=True):
    face: int


class Board(msgspec.Struct, frozen=True, rename="camel"):
    round_number: int = 1
    pieces: tuple[Piece, ...] = ()
    cards: tuple[Card, ...] = ()
    hand: tuple[int, ...] = ()
    leader: Piece | None = None


def told(before: Any, after: Any) -> list[str]:
    return list(map(str, changes(before, after)))


def test_a_changed_value_is_named_by_its_path_with_before_and_after() -> None:
    assert told(Board(), Board(round_number=2)) == ["roundNumber: 1 → 2"]
    assert changes(Board(), Board(round_number=2)) == (Change("roundNumber", 1, 2),)


def test_structs_with_an_id_are_matched_by_it() -> None:
    before = Board(pieces=(Piece("a"), Piece("b"), Piece("c")))
    assert told(before, Board(pieces=(Piece("a"), Piece("b", 4), Piece("c")))) == ["pieces[b].power: 1 → 4"]
    assert told(before, Board(pieces=(Piece("b"), Piece("c"), Piece("d")))) == [
        "pieces[a]: id a, power 1 → –",
        "pieces[d]: – → id d, power 1",
    ]


def test_another_order_of_the_same_structs_is_a_change_too() -> None:
    before, after = Board(pieces=(Piece("a"), Piece("b"))), Board(pieces=(Piece("b"), Piece("a")))
    assert told(before, after) == ["pieces (order): a, b → b, a"]


def test_structs_without_an_id_are_matched_by_place_and_what_only_moves_up_is_no_change() -> None:
    before = Board(cards=(Card(1), Card(2), Card(3)))
    assert told(before, Board(cards=(Card(2), Card(3)))) == ["cards[0]: face 1 → –"]
    assert told(before, Board(cards=(Card(1), Card(5), Card(3), Card(4)))) == [
        "cards[1].face: 2 → 5",
        "cards[3]: – → face 4",
    ]


def test_ids_that_are_not_unique_are_places() -> None:
    before, after = Board(pieces=(Piece("a"), Piece("a"))), Board(pieces=(Piece("a"), Piece("a", 2)))
    assert told(before, after) == ["pieces[1].power: 1 → 2"]


def test_a_list_of_plain_values_changes_as_a_whole() -> None:
    assert told(Board(hand=(3, 5, 6)), Board(hand=(3, 6))) == ["hand: 3, 5, 6 → 3, 6"]


def test_what_was_nothing_before_is_told_as_a_whole() -> None:
    assert told(Board(), Board(leader=Piece("a", 3))) == ["leader: – → id a, power 3"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "–"),
        ("", "–"),
        ([], "–"),
        ({}, "–"),
        (True, "yes"),
        (0, "0"),
        ([4, 3], "4, 3"),
        ({"a": 1, "b": None, "c": [1, 2]}, "a 1, c (1, 2)"),
    ],
)
def test_values_are_put_into_words(value: Any, words: str) -> None:
    assert in_words(value) == words


PIECES = st.lists(st.builds(Piece, st.sampled_from("abcd"), st.integers(0, 2)), max_size=4).map(tuple)
CARDS = st.lists(st.builds(Card, st.integers(0, 2)), max_size=4).map(tuple)
HANDS = st.lists(st.integers(0, 2), max_size=3).map(tuple)
BOARDS = st.builds(
    Board, st.integers(0, 2), PIECES, CARDS, HANDS, st.none() | st.builds(Piece, st.just("a"), st.integers(0, 1))
)


@given(BOARDS, BOARDS)
def test_there_is_no_change_exactly_where_two_values_are_equal(before: Board, after: Board) -> None:
    assert (changes(before, after) == ()) == (before == after)


class TestMatches:
    def test_the_table_of_a_viewer_at_two_versions(self, opening) -> None:
        table = opening(Mode.REPORTED)
        table.play(rounds=1)
        assert list(map(str, difference.between(table.record, 1, 2, HOME))) == [
            "hasHidden.home: no → yes",
            "ownCorner: – → 1",
        ]
        assert list(map(str, difference.between(table.record, 1, 2, SPECTATOR))) == ["hasHidden.home: no → yes"]
        assert difference.between(table.record, 6, 6, SPECTATOR) == ()

    def test_two_matches_against_each_other(self, opening) -> None:
        one, other = opening(Mode.REPORTED), opening(Mode.REPORTED)
        one.play(rounds=1, face=0)
        other.play(rounds=1, face=1)
        assert list(map(str, difference.across(one.record, 6, other.record, 6, SPECTATOR))) == [
            "score.home: 1 → 0",
            "score.away: 0 → 1",
        ]

    @pytest.mark.parametrize(("first", "last"), [(0, 1), (1, 99), (-1, 1)])
    def test_a_version_that_is_not_there(self, opening, first, last) -> None:
        record = opening(Mode.REPORTED).record
        with pytest.raises(UnknownVersion):
            difference.between(record, first, last, Viewer.REFEREE)
