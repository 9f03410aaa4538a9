"""Placing tiles: corners, balls, overlaps, locked pitches; and that none of it slows down as a pitch grows."""

import sys
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.catalogue import CLASH, catalogue_of
from domain.games.soccer_duel.commands import PlaceTile
from domain.games.soccer_duel.decide import decide
from domain.games.soccer_duel.evolve import evolve
from domain.games.soccer_duel.pitch import Pitch, with_tile
from domain.games.soccer_duel.state import Table
from domain.match.sides import BySide
from tests.domain.games.soccer_duel.test_cases import FILES, acts_of, opened_from
from tests.domain.games.soccer_duel.words import (
    AWAY,
    AWAY_TILES,
    HOME,
    HOME_TILES,
    ball,
    begin,
    content,
    discard,
    draw,
    end,
    go,
    holding,
    no_pile,
    place,
    setup_of,
)


class TestShapes:
    def test_a_tile_fits_where_both_corner_pairs_are_alike_and_one_is_a_ball(self) -> None:
        """DUEL-3.1, DUEL-3.2."""
        go("- - - red").when(place(HOME, 2, 0, 1, 900)).then(
            e.TilePlaced(side=HOME, tile=2, face="- - red -", pitch=1, row=0, column=1, joined=("red",), time=900)
        )

    @pytest.mark.parametrize(
        ("row", "column", "saying"),
        [
            (0, -1, "grass is needed at the bottom-right"),  # against grass on the left
            (-1, 0, "only grass would meet grass"),
            (1, 1, "no tile above, below or beside"),  # diagonally
            (5, 5, "no tile above, below or beside"),
        ],
    )
    def test_elsewhere_it_does_not_and_the_refusal_says_why(self, row: int, column: int, saying: str) -> None:
        """DUEL-3.2."""
        tile = 5 if saying.startswith("grass") else 2
        go("- - - red").when(place(HOME, tile, row, column, 1)).then_refused("DUEL-3.2", saying=saying)

    def test_a_different_colour_does_not_connect(self) -> None:
        """DUEL-3.2."""
        go("red").when(place(HOME, 6, 0, 1, 1)).then_refused(
            "DUEL-3.2", "tile", "red is needed at the bottom-left corner, and tile 6 has blue there"
        )

    def test_grass_alone_does_not_connect(self) -> None:
        """DUEL-3.2."""
        match = holding(go("- - - -"), HOME, 13)
        match.when(place(HOME, 13, -1, 0, 1)).then_refused("DUEL-3.2", "row", "a ball has to connect")

    def test_a_corner_that_only_meets_diagonally_may_differ(self) -> None:
        """DUEL-3.2: and that ball can then not be completed."""
        match = no_pile(holding(go("- - red blue", "- red - -", "white - - -"), HOME, 13, 14, 15))
        match = match.played(place(HOME, 13, 0, 1, 1), place(HOME, 14, 1, 0, 2))
        match.when(place(HOME, 15, 1, 1, 3)).then_refused("DUEL-3.2", "tile", "red is needed at the top-left")
        pitch = match.state.camp(HOME).pitch
        beyond = with_tile(match.state.catalogue, pitch, 6, (2, 0))
        assert beyond.asked_at((1, 1)) == pitch.asked_at((1, 1)), "what lies diagonally asks for nothing"

    def test_a_place_of_which_neighbours_ask_different_things_takes_no_tile(self) -> None:
        """DUEL-3.2."""
        catalogue = catalogue_of(setup_of(content(*HOME_TILES, *AWAY_TILES)).edition)
        pitch = with_tile(catalogue, Pitch(), 1, (0, 0))
        pitch = with_tile(catalogue, pitch, 5, (1, 1))
        assert pitch.asked_at((0, 1)) == (0, -1, CLASH, 0)
        match = go("red")
        match = holding(match, HOME, 2, pitches=(pitch,))
        match.when(place(HOME, 2, 0, 1, 1)).then_refused("DUEL-3.2", "tile", "two different things are needed")
        match.then_legal(discard(HOME, 2))

    def test_tiles_are_never_turned(self) -> None:
        """DUEL-3.1."""
        go().when(place(HOME, 2, 0, 1, 1, quarter_turns=1)).then_refused("DUEL-3.1", "quarterTurns", "never turned")

    def test_tiles_do_not_overlap(self) -> None:
        """DUEL-3.1: a placed tile never moves."""
        go().when(place(HOME, 2, 0, 0, 1)).then_refused("DUEL-3.1", "row", "Tile 1 lies at row 0, column 0")

    def test_nobody_places_on_the_other_sides_pitch(self) -> None:
        """DUEL-3.1."""
        match = go()
        match.when(place(HOME, 2, 0, 1, 1, pitch_of=AWAY)).then_refused("DUEL-3.1", "pitchOf", "own pitch only")
        match.played(place(HOME, 2, 0, 1, 1, pitch_of=HOME))

    @pytest.mark.parametrize(("tile", "saying"), [(8, "hand of the away"), (1, "in no hand"), (0, "not exist")])
    def test_only_tiles_of_the_hand_are_placed(self, tile: int, saying: str) -> None:
        """DUEL-3.1."""
        go().when(place(HOME, tile, 0, 1, 1)).then_refused("DUEL-3.1", "tile", saying)

    def test_everything_that_is_wrong_is_named_at_once(self) -> None:
        """DUEL-3.1, DUEL-3.2, DUEL-3.8."""
        match = go("red").played(place(HOME, 2, 0, 1, 500), draw(HOME, 13))
        refused = match.when(place(AWAY, 2, 0, 0, 10, quarter_turns=2, pitch_of=HOME))
        refused.then_refused("DUEL-3.8", "time", "does not go back")
        for saying in ("own pitch only", "never turned", "in no hand", "overlap"):
            assert saying in refused.answer.message  # type: ignore[union-attr]

    def test_every_placement_is_offered_and_no_other(self) -> None:
        """DUEL-3.2."""
        go("red").then_legal(place(HOME, 2, 0, 1), place(HOME, 3, 1, 0), place(AWAY, 8, 0, 1), place(AWAY, 9, 1, 0))

    def test_a_pitch_grows_in_every_direction(self) -> None:
        """DUEL-3.10: rows and columns count from the first tile, and may be negative."""
        match = go()
        pitch = with_tile(match.state.catalogue, Pitch(), 4, (0, 0))
        match = holding(match, HOME, 1, 2, 3, pitches=(pitch,))
        after = match.played(place(HOME, 3, 0, -1, 5), place(HOME, 2, -1, 0, 6)).when(place(HOME, 1, -1, -1, 7))
        after.then_happens(
            e.GoalScored(side=HOME, colour="red", pitch=1, row=-1, column=-1, score=BySide(1, 0), time=7)
        )


class TestGoals:
    def test_four_quarters_that_meet_are_a_goal_without_being_announced(self) -> None:
        """DUEL-3.5."""
        first, second, third = ball(HOME, 100)
        go("red").played(first)
        match = go().played(first, second).when(third)
        match.then_happens(
            e.GoalScored(side=HOME, colour="red", pitch=1, row=0, column=0, score=BySide(1, 0), time=100)
        )
        assert match.state.goals == BySide(1, 0)

    def test_three_quarters_are_none(self) -> None:
        """DUEL-3.5."""
        first, second, _ = ball(HOME, 100)
        go().played(first).when(second).then_no(e.GoalScored)

    def test_one_tile_can_complete_several(self) -> None:
        """DUEL-3.5: the recorded case has two at once; here the colours and places of both."""
        case, steps = opened_from(FILES[0])
        for step in steps[:-1]:
            if "refuse" not in step:
                case = case.played(*acts_of(step))
        goals = [event for event in case.when(acts_of(steps[-1])[0]).events if isinstance(event, e.GoalScored)]
        assert [(goal.colour, goal.row, goal.column) for goal in goals] == [("red", 0, 0), ("blue", 1, 1)]
        assert [goal.score.home for goal in goals] == [1, 2]


class TestLockedPitches:
    def test_a_pitch_is_locked_when_no_tile_of_the_catalogue_fits_anywhere(self) -> None:
        """DUEL-3.7, DUEL-3.11: wherever those tiles are."""
        match = go().played(*ball(HOME, 1)[:2]).when(ball(HOME, 1)[2])
        match.then_happens(e.PitchLocked(side=HOME, pitch=1, time=1))
        assert match.state.camp(HOME).locked
        assert not match.state.camp(AWAY).locked

    def test_it_is_not_while_a_tile_that_would_fit_is_only_elsewhere(self) -> None:
        """DUEL-3.11: tile 4, which fits, was placed by nobody, and that it lies in no hand does not matter."""
        match = holding(go(), HOME, 5, 6)
        assert not match.state.camp(HOME).locked
        match.when(begin(HOME, 5, 1)).then_refused("DUEL-3.7", saying="not locked")

    def test_the_side_may_begin_a_new_one_with_any_tile_and_its_goals_stay(self) -> None:
        """DUEL-3.7, DUEL-3.10, DUEL-3.11: it draws as after every placement."""
        match = go("- - - red", "- - - red", "- - - red", "- - - red")
        for tile, command in zip((13, 14, 15), ball(HOME, 1), strict=True):
            match = match.played(command, draw(HOME, tile))
        match.then_legal(*(begin(HOME, tile) for tile in (5, 6, 13, 14, 15)))
        match = match.when(begin(HOME, 5, 7))
        match.then(e.PitchBegun(side=HOME, tile=5, face="- - - blue", pitch=2, time=7))
        match.then_due("DUEL-3.3", (draw(HOME, 16), 1))
        match = match.played(draw(HOME, 16))
        assert match.state.goals == BySide(1, 0)
        assert [len(pitch.tiles()) for pitch in match.state.camp(HOME).pitches] == [4, 1]
        match.when(place(HOME, 6, 0, 1, 8)).then(
            e.TilePlaced(side=HOME, tile=6, face="- - blue -", pitch=2, row=0, column=1, joined=("blue",), time=8),
            e.PitchLocked(side=HOME, pitch=2, time=8),
        )

    def test_a_side_with_a_locked_pitch_does_not_discard(self) -> None:
        """DUEL-3.11."""
        match = go("- - - red", "- - - red", "- - - red", "- - - red")
        for tile, command in zip((13, 14, 15), ball(HOME, 1), strict=True):
            match = match.played(command, draw(HOME, tile))
        match.when(discard(HOME, 5, 5)).then_refused("DUEL-3.4", saying="begin a new one, with tile 5")


class TestTheSizeOfAPitch:
    """A placement takes the same steps on a pitch of sixty tiles and of thousands, of any shape and extent."""

    def test_checking_and_recording_a_placement_takes_the_same_steps(self) -> None:
        """DUEL-3.2."""
        small, large = (steps_of(long_pitch(size), place(HOME, 2, 0, 1, 1), accepted=True) for size in (60, 6_000))
        assert large <= 1.5 * small, "a deeper tree costs a few steps more, a hundred times the tiles do not"

    def test_so_does_a_refusal(self) -> None:
        """DUEL-3.2."""
        small, large = (steps_of(long_pitch(size), place(HOME, 2, 1, 1, 1), accepted=False) for size in (60, 6_000))
        assert large <= 1.5 * small

    def test_and_so_does_a_placement_at_the_far_end(self) -> None:
        """DUEL-3.2, DUEL-3.10."""
        table = long_pitch(6_000)
        end_of_stairs = place(HOME, 6, 5 + 5_999 // 2, 5 + 3_000 + 1, 1)
        assert steps_of(table, end_of_stairs, accepted=True) < 2 * steps_of(
            long_pitch(60), place(HOME, 2, 0, 1, 1), accepted=True
        )


def long_pitch(size: int) -> Table:
    """A match in which home's pitch goes down to the right in stairs of blue tiles, apart from its start tile."""
    table: Table = go("- - - red").state
    for step in range(1, size):
        row, column = 5 + step // 2, 5 + (step + 1) // 2
        stair = e.TilePlaced(side=HOME, tile=12, face="", pitch=1, row=row, column=column, joined=(), time=1)
        table = replace(evolve(table, stair), due=())
    assert len(table.camp(HOME).pitch.tiles()) == size  # type: ignore[union-attr]
    return table


def steps_of(table: Table, command: PlaceTile, *, accepted: bool) -> int:
    """How many function calls, built-in ones included, deciding takes."""
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        answer = decide(table, command)
    finally:
        sys.setprofile(None)
    assert isinstance(answer, list) is accepted, answer
    return calls


def test_ending_a_turn_has_no_place_in_real_time() -> None:
    """DUEL-3.1."""
    go().when(end(HOME, 1)).then_refused("DUEL-3.1")
