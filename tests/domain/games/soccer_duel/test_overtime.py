"""Overtime: exchanged boxes, and when it ends."""

from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.state import Table
from domain.games.soccer_duel.terms import Phase
from domain.match.sides import SIDES, BySide
from tests.bdd import Situation
from tests.domain.games.soccer_duel.words import (
    AWAY,
    HOME,
    ball,
    begin,
    dealt_hands,
    discard,
    draw,
    end,
    go,
    holding,
    opened,
    place,
    start,
)


def last_play(home: tuple[int, ...] = (2, 5), away: tuple[int, ...] = (11, 12), **before_home: object) -> Situation:
    """A game with an empty pile in which home alone can place, and one tile only: 2, at row 0, column 1."""
    return holding(holding(go(), HOME, *home, **before_home), AWAY, *away)


def over_time(home: tuple[int, ...], away: tuple[int, ...]) -> Situation:
    """An overtime in which home has these tiles and away those."""
    table: Table = go().state
    boxes = e.OvertimeBegun(score=table.goals, received=BySide(home, away), time=900)
    return go().with_events(boxes)


class TestItsBeginning:
    def test_hands_go_to_the_boxes_and_the_boxes_are_exchanged(self) -> None:
        """DUEL-4.1: once the pile is empty and neither side can place."""
        match = last_play(box=(9,)).when(place(HOME, 2, 0, 1, 50))
        match.then_happens(e.OvertimeBegun(score=BySide(0, 0), received=BySide((11, 12), (9, 5)), time=50))
        assert match.state.phase is Phase.OVERTIME
        assert [match.state.camp(side).box for side in SIDES] == [(), ()]
        match.then_legal(place(AWAY, 9, 1, 0))

    def test_it_does_not_begin_while_one_of_them_can_place(self) -> None:
        """DUEL-4.1."""
        last_play(away=(8,)).when(place(HOME, 2, 0, 1, 50)).then_no(e.OvertimeBegun)

    def test_nor_while_one_of_them_can_begin_a_new_pitch(self) -> None:
        """DUEL-3.11, DUEL-4.1."""
        match = go().played(*ball(HOME, 1), *ball(AWAY, 2))
        match.then_legal(*(begin(HOME, tile) for tile in (5, 6)), *(begin(AWAY, tile) for tile in (11, 12)))

    def test_nor_while_there_is_a_tile_to_draw(self) -> None:
        """DUEL-3.4, DUEL-4.1."""
        match = holding(holding(go("- - - red"), HOME, 2, 5), AWAY, 11).played(place(HOME, 2, 0, 1, 1))
        match.when(draw(HOME, 13)).then_happens(
            e.OvertimeBegun(score=BySide(0, 0), received=BySide((11,), (5, 13)), time=1)
        )
        waiting = holding(holding(go("red", "red"), HOME, 2, 5), AWAY, 11).played(place(HOME, 2, 0, 1, 1))
        assert waiting.played(draw(HOME, 13)).state.phase is Phase.PLAY

    def test_a_game_can_begin_with_nothing_left_to_do(self) -> None:
        """DUEL-2.3, DUEL-4.1: then overtime begins at "Go!"."""
        match = holding(holding(dealt_hands(opened()).played(start(HOME, 1)), HOME, 5), AWAY, 7, 11)
        match.when(start(AWAY, 7)).then_happens(
            e.GoCalled(moment=None, time=0), e.OvertimeBegun(score=BySide(0, 0), received=BySide((11,), (5,)), time=0)
        )


class TestItsCourse:
    def test_all_tiles_lie_open_and_none_is_drawn(self) -> None:
        """DUEL-4.1, DUEL-4.3."""
        match = over_time((2, 3, 4, 5, 6, 11), (8,)).when(place(HOME, 2, 0, 1, 950))
        match.then(
            e.TilePlaced(side=HOME, tile=2, face="- - red -", pitch=1, row=0, column=1, joined=("red",), time=950)
        )
        assert match.pending.chance is None

    def test_nothing_is_discarded(self) -> None:
        """DUEL-4.3."""
        over_time((5,), (8,)).when(discard(HOME, 5, 950)).then_refused("DUEL-4.3")
        over_time((5,), (8,)).when(end(HOME, 950)).then_refused("DUEL-4.3")

    def test_a_side_that_cannot_place_waits(self) -> None:
        """DUEL-4.1."""
        over_time((5,), (8, 9)).then_waits_for("away")

    def test_a_stop_goes_on(self) -> None:
        """DUEL-3.6, DUEL-4.3."""
        match = holding(over_time((2,), (8,)), HOME, 2, stopped_until=4_000)
        match.when(place(HOME, 2, 0, 1, 3_999)).then_refused("DUEL-3.6")
        match.played(place(HOME, 2, 0, 1, 4_000))

    def test_a_locked_pitch_may_be_left_for_a_new_one(self) -> None:
        """DUEL-3.7, DUEL-4.1."""
        match = over_time((2, 3, 4, 5), (8, 9)).played(*ball(HOME, 950))
        match.when(begin(HOME, 5, 960)).then_happens(
            e.PitchBegun(side=HOME, tile=5, face="- - - blue", pitch=2, time=960)
        )


class TestItsEnd:
    def test_the_game_is_over_when_neither_can_place_and_more_goals_win(self) -> None:
        """DUEL-4.1, DUEL-4.2."""
        match = over_time((2, 3, 4), (8,)).played(*ball(HOME, 950)).when(place(AWAY, 8, 0, 1, 960))
        match.then_happens(
            e.GameEnded(side=HOME, game=1, score=BySide(1, 0), wins=BySide(1, 0), time=960),
            e.GameBegun(game=2, draws=BySide(6, 6)),
        )

    def test_fewer_goals_lose(self) -> None:
        """DUEL-4.2."""
        match = over_time((2,), (8, 9, 10)).played(*ball(AWAY, 950)).when(place(HOME, 2, 0, 1, 960))
        match.then_happens(e.GameEnded(side=AWAY, game=1, score=BySide(0, 1), wins=BySide(0, 1), time=960))

    def test_a_level_score_brings_a_sudden_death(self) -> None:
        """DUEL-4.2."""
        match = over_time((2,), (11,)).when(place(HOME, 2, 0, 1, 960))
        match.then_happens(e.SuddenDeathBegun(piles=1, score=BySide(0, 0), time=960, clause="DUEL-4.2"))

    def test_empty_boxes_end_it_at_once(self) -> None:
        """DUEL-4.1."""
        match = last_play(home=(2,), away=()).when(place(HOME, 2, 0, 1, 50))
        match.then_happens(
            e.OvertimeBegun(score=BySide(0, 0), received=BySide((), ()), time=50),
            e.SuddenDeathBegun(piles=1, score=BySide(0, 0), time=50, clause="DUEL-4.2"),
        )
