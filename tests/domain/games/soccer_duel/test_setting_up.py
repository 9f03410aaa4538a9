"""Components and set-up: editions, first draws, start tiles, "Go!"."""

from collections import Counter

import pytest

from domain.games.soccer_duel import commands as c
from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.game import SOCCER_DUEL
from domain.match import editions
from domain.match.sides import SIDES, BySide
from tests.domain.games.soccer_duel.words import (
    AWAY,
    AWAY_TILES,
    COLOURS,
    HOME,
    HOME_TILES,
    begin,
    content,
    dealt_hands,
    discard,
    draw,
    draws,
    end,
    go,
    opened,
    place,
    setup_of,
    shipped,
    start,
)

TWELVE = (*HOME_TILES, *AWAY_TILES)


def faults(*tiles: str, **fields: object) -> dict[str, str]:
    """What is said against an edition, by path."""
    with pytest.raises(editions.EditionError) as caught:
        editions.read(SOCCER_DUEL.edition_model, content(*tiles, **fields))
    return {fault.path: fault.allowed for fault in caught.value.faults}


class TestTheShippedEdition:
    def test_it_has_80_tiles_half_with_one_quarter_and_half_with_two_and_four_cards(self) -> None:
        """DUEL-1.1."""
        faces = [face.split() for face in shipped()["tiles"]]
        assert Counter(len(face) for face in faces) == {4: 80, 1: 4}
        assert Counter(face[0] for face in faces if len(face) == 1) == {"yellow": 3, "red": 1}
        assert Counter(sum(word != "-" for word in face) for face in faces if len(face) == 4) == {1: 40, 2: 40}

    def test_six_colours_fill_each_corner_five_times(self) -> None:
        """DUEL-1.1: thirty balls."""
        faces = [face.split() for face in shipped()["tiles"] if len(face.split()) == 4]
        for corner in range(4):
            filled = Counter(face[corner] for face in faces)
            del filled["-"]
            assert filled == dict.fromkeys(COLOURS, 5)

    def test_it_says_that_it_is_this_projects_own_invention(self) -> None:
        assert shipped()["invented"] is True


class TestEditions:
    def test_other_numbers_and_colours_are_allowed(self) -> None:
        """DUEL-1.4."""
        tiles = tuple(face.replace("red", "zebra") for face in TWELVE)
        editions.read(SOCCER_DUEL.edition_model, content(*tiles, colours=["zebra", "blue"]))

    def test_twelve_tiles_are_needed_besides_the_cards(self) -> None:
        """DUEL-1.4."""
        assert "at least 12" in faults(*TWELVE[1:], "yellow", "red")["tiles"]

    def test_one_colour_is_needed_in_all_four_corners(self) -> None:
        """DUEL-1.4."""
        assert "all four corners" in faults(*["- - red blue"] * 12)["tiles"]

    def test_every_fault_is_named_where_it_is(self) -> None:
        found = faults("- - - green", "- - red", "purple", *TWELVE, "pink - - cyan")
        assert set(found) == {"tiles[1]", "tiles[2]"}
        found = faults("- - - green", *TWELVE, "pink - - cyan")
        assert set(found) == {"tiles[0]", "tiles[13]"}
        assert "red, blue" in found["tiles[0]"]

    @pytest.mark.parametrize("colours", [[], ["red", "red"], ["-"], ["light blue"], [""]])
    def test_colours_are_distinct_words(self, colours: list[str]) -> None:
        assert any(path.startswith("colours") for path in faults(*TWELVE, colours=colours))


class TestTheFirstDraws:
    def test_home_draws_six_then_away_each_tile_as_likely_as_any(self) -> None:
        """DUEL-2.1, DUEL-2.2."""
        match = opened("red")
        match.then_due("DUEL-2.1", *((draw(HOME, tile), 1) for tile in range(1, 14)))
        match = match.played(*draws(HOME, 1, 2, 3, 4, 5, 6))
        match.then_due("DUEL-2.1", *((draw(AWAY, tile), 1) for tile in range(7, 14)))
        match.played(*draws(AWAY, 7, 8, 9, 10, 11, 12)).then_waits_for("home", "away", clause="DUEL-2.1")

    def test_a_draw_says_what_is_on_the_tile_and_what_is_left(self) -> None:
        """DUEL-2.1: the hand lies open."""
        opened().when(draw(HOME, 2)).then(e.TileDrawn(side=HOME, tile=2, face="- - red -", left=11, clause="DUEL-2.1"))

    def test_a_card_goes_back_and_another_is_drawn(self) -> None:
        """DUEL-2.1, DUEL-2.2."""
        match = opened("yellow").when(draw(HOME, 13))
        match.then_happens(e.CardPutBack(side=HOME, tile=13))
        match.then_no(e.SideStopped)
        match.then_due("DUEL-2.1", *((draw(HOME, tile), 1) for tile in range(1, 14)))
        assert len(match.state.pile) == 13
        assert match.state.out == ()

    @pytest.mark.parametrize(("players", "team_hand", "drawn"), [(1, 4, 6), (2, 4, 5), (2, 5, 6)])
    def test_a_team_of_two_has_a_hand_of_its_own_size(self, players: int, team_hand: int, drawn: int) -> None:
        """DUEL-1.2, DUEL-1.3: teamHand, homePlayers and awayPlayers in every value."""
        home = opened("- - - red", homePlayers=players, teamHand=team_hand)
        assert home.state.due == (HOME,) * drawn + (AWAY,) * 6
        away = opened("- - - red", awayPlayers=players, teamHand=team_hand)
        assert away.state.due == (HOME,) * 6 + (AWAY,) * drawn

    def test_a_team_draws_back_to_its_hand(self) -> None:
        """DUEL-1.3, DUEL-3.3."""
        match = opened("- - - red", homePlayers=2)
        match = match.played(*draws(HOME, 1, 2, 3, 4, 5), *draws(AWAY, 7, 8, 9, 10, 11, 12))
        match = match.played(start(HOME, 1), start(AWAY, 7), place(HOME, 2, 0, 1, 10), draw(HOME, 13))
        assert len(match.state.camp(HOME).hand) == 4


class TestStartTiles:
    def test_one_of_the_six_is_laid_and_five_stay(self) -> None:
        """DUEL-2.1."""
        match = dealt_hands(opened()).when(start(HOME, 3))
        match.then(e.StartTileChosen(side=HOME, tile=3, face="- red - -"))
        assert match.state.camp(HOME).hand == (1, 2, 4, 5, 6)
        assert match.state.camp(HOME).pitch.tiles() == [((0, 0), 3)]
        match.then_waits_for("away")

    def test_go_is_called_when_both_lie_whoever_is_first(self) -> None:
        """DUEL-2.3, DUEL-3.1."""
        match = dealt_hands(opened()).played(start(AWAY, 7)).when(start(HOME, 1, "2026-05-01T15:00:00.000+00:00"))
        match.then_happens(e.GoCalled(moment="2026-05-01T15:00:00.000+00:00", time=0))
        match.then_waits_for("home", "away", clause="DUEL-3.1")

    def test_a_tile_that_is_not_there_cannot_be_chosen(self) -> None:
        """DUEL-2.1, DUEL-3.1."""
        match = dealt_hands(opened())
        match.when(start(HOME, 7)).then_refused("DUEL-3.1", "tile", "in the hand of the away side")
        match.when(start(HOME, 99)).then_refused("DUEL-3.1", "tile", "does not exist")

    def test_the_choice_stays(self) -> None:
        """DUEL-2.1, DUEL-3.1: a placed tile never moves."""
        dealt_hands(opened()).played(start(HOME, 1)).when(start(HOME, 2)).then_refused("DUEL-2.1")

    def test_nothing_else_comes_before_go(self) -> None:
        """DUEL-2.1, DUEL-2.3."""
        match = dealt_hands(opened("red"))
        for command in (place(HOME, 1, 0, 0), begin(HOME, 1), discard(HOME, 1), end(HOME)):
            match.when(command).then_refused("DUEL-2.1", saying="start tile")
        go().when(start(HOME, 2)).then_refused("DUEL-3.1")

    def test_a_moment_that_is_none_is_refused(self) -> None:
        """DUEL-2.3."""
        match = dealt_hands(opened(mode="reported"))
        for moment in ("soon", "2026-05-01T15:00:00", ""):
            match.when(start(HOME, 1, moment)).then_refused("DUEL-2.3", "moment")

    def test_a_side_can_choose_while_the_other_is_still_reported_to_draw(self) -> None:
        """DUEL-3.9: in a reported match neither side waits for the other."""
        match = opened(mode="reported").played(*draws(HOME, 1, 2, 3, 4, 5, 6), start(HOME, 1))
        match.then_due("DUEL-2.1").then_waits_for()
        match.when(start(AWAY, 7)).then_refused("DUEL-2.1", saying="away side draws")

    def test_each_of_the_six_is_offered(self) -> None:
        """DUEL-2.1."""
        dealt_hands(opened()).then_legal(*(start(HOME, tile) for tile in range(1, 7)))


def test_the_hand_sizes_are_in_the_event_that_begins_a_game() -> None:
    """DUEL-1.2, DUEL-2.1."""
    setup = setup_of(content(*TWELVE), awayPlayers=2)
    assert SOCCER_DUEL.opening(setup) == [e.GameBegun(game=1, draws=BySide(6, 5))]
    assert all(c.TileDraw in SOCCER_DUEL.outcomes for _ in SIDES)
