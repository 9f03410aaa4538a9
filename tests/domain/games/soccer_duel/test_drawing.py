"""Drawing back to five, discarding, and who waits for which draw."""

import pytest

from domain.games.soccer_duel import events as e
from tests.bdd import Situation
from tests.domain.games.soccer_duel.words import AWAY, HOME, discard, draw, go, holding, no_pile, place


def unable(*pile: str, mode: str = "dealt") -> Situation:
    """A match in which no tile of home's hand fits: blue corners against a red one."""
    return holding(go(*pile, mode=mode), HOME, 5, 6)


class TestDrawingBack:
    def test_a_side_that_has_placed_draws_one_tile(self) -> None:
        """DUEL-3.3: each tile in the pile as likely as any."""
        match = go("- - - red", "red - - -").played(place(HOME, 2, 0, 1, 10))
        match.then_due("DUEL-3.3", (draw(HOME, 13), 1), (draw(HOME, 14), 1))
        match = match.when(draw(HOME, 14))
        match.then(e.TileDrawn(side=HOME, tile=14, face="red - - -", left=1, time=10, clause="DUEL-3.3"))
        assert match.state.camp(HOME).hand == (3, 4, 5, 6, 14)
        match.then_waits_for("home", "away")

    def test_the_hand_is_never_more_than_five(self) -> None:
        """DUEL-3.3."""
        match = go("- - - red", "red - - -").played(place(HOME, 2, 0, 1, 10), draw(HOME, 13))
        assert match.pending.chance is None
        assert len(match.state.camp(HOME).hand) == 5

    def test_when_the_pile_is_empty_nothing_is_drawn(self) -> None:
        """DUEL-3.3: while it lasts."""
        match = go().played(place(HOME, 2, 0, 1, 10))
        assert match.pending.chance is None
        assert match.state.camp(HOME).hand == (3, 4, 5, 6)


class TestWhoWaitsForADraw:
    def test_in_a_dealt_match_the_draw_belongs_to_the_act(self) -> None:
        """DUEL-3.9."""
        match = go("- - - red", "red - - -").played(place(HOME, 2, 0, 1, 10))
        match.then_waits_for()
        match.when(place(AWAY, 8, 0, 1, 10)).then_refused("DUEL-3.3")

    def test_in_a_reported_one_the_other_side_plays_on(self) -> None:
        """DUEL-3.8, DUEL-3.9."""
        match = go("- - - red", "red - - -", mode="reported").played(place(HOME, 2, 0, 1, 10))
        match.then_waits_for("away")
        match.when(place(HOME, 3, 1, 0, 11)).then_refused("DUEL-3.3", saying="home side draws")
        match = match.played(place(AWAY, 8, 0, 1, 12))
        match.then_waits_for()
        match.then_due("DUEL-3.3", (draw(HOME, 13), 1), (draw(HOME, 14), 1))
        match = match.played(draw(HOME, 13))
        match.then_due("DUEL-3.3", (draw(AWAY, 14), 1))
        match.then_waits_for("home")

    def test_a_stop_then_runs_from_the_time_of_the_last_event(self) -> None:
        """DUEL-3.6, DUEL-3.9."""
        match = go("yellow", "red - - -", "red - - -", mode="reported")
        match = match.played(place(HOME, 2, 0, 1, 10), place(AWAY, 8, 0, 1, 500)).when(draw(HOME, 13))
        match.then_happens(e.SideStopped(side=HOME, card="yellow", seconds=15, until=15_500, time=500))  # type: ignore[arg-type]
        match.then_due("DUEL-3.3", (draw(HOME, 14), 1), (draw(HOME, 15), 1))

    def test_the_last_tile_of_the_pile_goes_to_who_was_first_and_the_other_draw_lapses(self) -> None:
        """DUEL-3.8, DUEL-3.9."""
        match = go("yellow", "red - - -", mode="reported")
        match = match.played(place(HOME, 2, 0, 1, 10), place(AWAY, 8, 0, 1, 20))
        assert match.state.due == (HOME, AWAY)
        match = match.played(draw(HOME, 13), draw(HOME, 14))
        assert match.pending.chance is None
        assert match.state.camp(AWAY).hand == (9, 10, 11, 12)
        match.then_waits_for("home", "away")


class TestDiscarding:
    def test_a_side_that_cannot_place_discards_one_and_draws_another_until_it_can(self) -> None:
        """DUEL-3.4."""
        match = unable("- - blue -", "- - red -")
        match.then_legal(discard(HOME, 5), discard(HOME, 6))
        match = match.when(discard(HOME, 5, 30))
        match.then(e.TileDiscarded(side=HOME, tile=5, face="- - - blue", time=30))
        assert match.state.camp(HOME).box == (5,)
        match = match.played(draw(HOME, 13))
        match = match.played(discard(HOME, 13, 40), draw(HOME, 14))
        match.then_legal(place(HOME, 14, 0, 1))

    def test_while_a_placement_exists_it_is_refused_in_a_dealt_match(self) -> None:
        """DUEL-3.4."""
        go("red").when(discard(HOME, 5, 1)).then_refused("DUEL-3.4", saying="Tile 2 for one can be placed at row 0")

    def test_and_put_down_with_a_warning_in_a_reported_one(self) -> None:
        """DUEL-3.4."""
        match = go("red", mode="reported").when(discard(HOME, 5, 1))
        match.then(
            e.TileDiscarded(side=HOME, tile=5, face="- - - blue", time=1),
            e.DiscardQuestioned(side=HOME, tile=2, row=0, column=1, time=1),
        )
        match.then_due("DUEL-3.3", (draw(HOME, 13), 1))

    def test_the_warning_knows_a_locked_pitch(self) -> None:
        """DUEL-3.4, DUEL-3.11."""
        match = go("red", mode="reported")
        pitches = match.played(place(HOME, 2, 0, 1, 1)).state.camp(HOME).pitches
        match = no_pile(match).played(place(HOME, 2, 0, 1, 1), place(HOME, 3, 1, 0, 1), place(HOME, 4, 1, 1, 1))
        assert pitches
        match = match.where(pile=(13,)).when(discard(HOME, 5, 1))
        match.then_happens(e.DiscardQuestioned(side=HOME, tile=5, row=None, column=None, time=1))

    def test_a_needed_discard_is_put_down_without_a_warning(self) -> None:
        """DUEL-3.4."""
        unable("- - blue -", mode="reported").when(discard(HOME, 5, 1)).then_no(e.DiscardQuestioned)

    @pytest.mark.parametrize("mode", ["dealt", "reported"])
    def test_who_cannot_draw_does_not_discard(self, mode: str) -> None:
        """DUEL-3.12: and there is nothing else for it to do."""
        match = unable(mode=mode)
        match.when(discard(HOME, 5, 1)).then_refused("DUEL-3.12", saying="overtime")
        match.then_waits_for("away")

    def test_a_tile_that_is_due_to_the_other_side_cannot_be_counted_on(self) -> None:
        """DUEL-3.12."""
        match = unable("- - blue -", mode="reported").played(place(AWAY, 8, 0, 1, 5))
        match.when(discard(HOME, 5, 6)).then_refused("DUEL-3.12")
        match.then_waits_for()

    def test_only_a_tile_of_the_hand_is_discarded(self) -> None:
        """DUEL-3.1, DUEL-3.4."""
        unable("- - blue -").when(discard(HOME, 8, 1)).then_refused("DUEL-3.1", "tile")
