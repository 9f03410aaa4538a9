"""Sudden death: a coin, turns, cards, piles, and the ball that ends it."""

from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.course import PILES_AT_MOST
from domain.games.soccer_duel.state import Camp
from domain.games.soccer_duel.terms import Card, Phase
from domain.match.sides import SIDES, BySide
from tests.bdd import Situation
from tests.domain.games.soccer_duel.words import (
    AWAY,
    HOME,
    begin,
    coin,
    discard,
    draw,
    end,
    go,
    holding,
    place,
    start,
)


def toss(*pile: str, mode: str = "dealt", piles: int = 1) -> Situation:
    """A sudden death of a game that was level at one goal each, before the coin is tossed."""
    match = holding(holding(go(*pile, mode=mode), HOME, 2, goals=1, stopped_until=9_000), AWAY, 8, goals=1)
    return match.with_events(e.SuddenDeathBegun(piles=piles, score=match.state.goals, time=500))


def first_turn(*pile: str, mode: str = "dealt", piles: int = 1) -> Situation:
    """The same once home has the first turn, and its draw is due."""
    return toss(*pile, mode=mode, piles=piles).played(coin(HOME))


class TestItsBeginning:
    def test_all_tiles_are_shuffled_and_the_pitches_cleared(self) -> None:
        """DUEL-5.1: cards that were out come back too."""
        match = toss("yellow")
        assert match.state.pile == tuple(range(1, 14))
        assert match.state.out == ()
        assert match.state.camps == BySide(Camp(goals=1), Camp(goals=1))

    def test_a_coin_decides_who_is_first(self) -> None:
        """DUEL-5.1."""
        match = toss()
        match.then_due("DUEL-5.1", (coin(HOME), 1), (coin(AWAY), 1)).then_waits_for()
        match.when(coin(AWAY)).then(e.CoinTossed(first=AWAY, time=500), e.TurnBegun(side=AWAY, time=500))
        for command in (place(HOME, 2, 0, 1, 600), end(AWAY, 600), start(HOME, 1)):
            match.when(command).then_refused("DUEL-5.1", saying="coin")

    def test_stops_have_ended(self) -> None:
        """DUEL-5.2."""
        first_turn().played(draw(HOME, 2), begin(HOME, 2, 501))


class TestTurns:
    def test_the_sides_draw_one_tile_in_turn(self) -> None:
        """DUEL-5.1."""
        match = first_turn()
        match.then_due("DUEL-5.1", *((draw(HOME, tile), 1) for tile in range(1, 13)))
        match = match.played(draw(HOME, 2))
        match.then_waits_for("home", clause="DUEL-5.1")
        match = match.when(end(HOME, 600))
        match.then(e.TurnEnded(side=HOME, time=600), e.TurnBegun(side=AWAY, time=600))
        match.then_due("DUEL-5.1", *((draw(AWAY, tile), 1) for tile in range(1, 13) if tile != 2))

    def test_nobody_acts_before_the_draw_or_out_of_turn(self) -> None:
        """DUEL-5.1, also where the draw has still to be reported."""
        for mode in ("dealt", "reported"):
            match = first_turn(mode=mode)
            match.then_waits_for()
            match.when(end(HOME, 600)).then_refused("DUEL-5.1", saying="draws the tile that is due")
            match.when(end(AWAY, 600)).then_refused("DUEL-5.1")
            match = match.played(draw(HOME, 2))
            match.when(end(AWAY, 600)).then_refused("DUEL-5.1", saying="home side's")
            match.then_waits_for("home")

    def test_the_first_tile_begins_a_pitch(self) -> None:
        """DUEL-5.1, DUEL-5.2."""
        match = first_turn().played(draw(HOME, 2))
        match.then_legal(begin(HOME, 2), end(HOME))
        match.when(place(HOME, 2, 0, 0, 600)).then_refused("DUEL-5.1", saying="begin one")
        match = match.when(begin(HOME, 2, 600))
        match.then(e.PitchBegun(side=HOME, tile=2, face="- - red -", pitch=1, time=600, clause="DUEL-5.1"))
        match.then_legal(end(HOME))

    def test_a_drawn_tile_is_kept_open_and_any_number_of_them_placed_in_a_turn(self) -> None:
        """DUEL-5.1, DUEL-5.2: nothing is drawn after a placement."""
        match = holding(first_turn(), HOME, 1, 2).played(draw(HOME, 3), begin(HOME, 1, 600))
        match.then_legal(place(HOME, 2, 0, 1), place(HOME, 3, 1, 0), end(HOME))
        match = match.played(place(HOME, 2, 0, 1, 610), place(HOME, 3, 1, 0, 620))
        assert match.pending.chance is None
        match.then_legal(end(HOME))

    def test_nothing_may_be_placed_if_the_side_does_not_want_to(self) -> None:
        """DUEL-5.1, DUEL-5.2."""
        match = first_turn().played(draw(HOME, 2), end(HOME, 600), draw(AWAY, 3), end(AWAY, 610))
        assert match.state.camp(HOME).hand == (2,)
        assert match.state.turn is HOME

    def test_it_is_played_by_the_rules_of_placing(self) -> None:
        """DUEL-3.2, DUEL-5.2."""
        match = holding(first_turn(), HOME, 1).played(draw(HOME, 6), begin(HOME, 1, 600))
        match.when(place(HOME, 6, 0, 1, 610)).then_refused("DUEL-3.2")
        match.when(begin(HOME, 6, 610)).then_refused("DUEL-3.7")
        match.when(discard(HOME, 6, 610)).then_refused("DUEL-5.2")

    def test_time_goes_on(self) -> None:
        """DUEL-3.8."""
        first_turn().played(draw(HOME, 2)).when(end(HOME, 499)).then_refused("DUEL-3.8")


class TestCards:
    def test_a_card_means_that_the_next_turn_is_missed(self) -> None:
        """DUEL-5.1, DUEL-5.3: it is all that the side draws, and it stops nobody."""
        match = first_turn("red").when(draw(HOME, 13))
        match.then(
            e.TileDrawn(side=HOME, tile=13, face="red", left=12, time=500, clause="DUEL-5.1"),
            e.NextTurnLost(side=HOME, card=Card.RED, time=500),
        )
        assert match.state.out == (13,)
        match = match.played(end(HOME, 600), draw(AWAY, 1)).when(end(AWAY, 700))
        match.then(
            e.TurnEnded(side=AWAY, time=700), e.TurnMissed(side=HOME, time=700), e.TurnBegun(side=AWAY, time=700)
        )
        match = match.played(draw(AWAY, 2)).when(end(AWAY, 800))
        match.then(e.TurnEnded(side=AWAY, time=800), e.TurnBegun(side=HOME, time=800))

    def test_what_lies_open_may_still_be_placed(self) -> None:
        """DUEL-5.3."""
        holding(first_turn("red"), HOME, 1).played(draw(HOME, 13)).then_legal(begin(HOME, 1), end(HOME))

    def test_both_sides_may_miss_one_after_the_other(self) -> None:
        """DUEL-5.3."""
        match = first_turn("red", "yellow").played(draw(HOME, 13), end(HOME, 600), draw(AWAY, 14)).when(end(AWAY, 700))
        match.then_happens(
            e.TurnMissed(side=HOME, time=700), e.TurnMissed(side=AWAY, time=700), e.TurnBegun(side=HOME, time=700)
        )


class TestItsEnd:
    def test_the_first_to_complete_a_ball_wins_and_it_counts(self) -> None:
        """DUEL-5.1, DUEL-5.5."""
        match = holding(first_turn(), HOME, 1, 2, 3).played(
            draw(HOME, 4), begin(HOME, 1, 600), place(HOME, 2, 0, 1, 610), place(HOME, 3, 1, 0, 620)
        )
        match = match.when(place(HOME, 4, 1, 1, 630))
        match.then_happens(
            e.GoalScored(side=HOME, colour="red", pitch=1, row=0, column=0, score=BySide(2, 1), time=630),
            e.GameEnded(side=HOME, game=1, score=BySide(2, 1), wins=BySide(1, 0), time=630, clause="DUEL-5.1"),
            e.GameBegun(game=2, draws=BySide(6, 6)),
        )

    def test_an_exhausted_pile_means_anew(self) -> None:
        """DUEL-5.1, DUEL-5.4: when a turn ends and nothing is left."""
        match = first_turn().where(pile=(5,)).played(draw(HOME, 5), begin(HOME, 5, 600)).when(end(HOME, 610))
        match.then(e.TurnEnded(side=HOME, time=610), e.SuddenDeathBegun(piles=2, score=BySide(1, 1), time=610))
        assert match.state.phase is Phase.TOSS
        assert match.state.camp(HOME) == Camp(goals=1)
        assert len(match.state.pile) == 12

    def test_after_ten_piles_the_game_counts_for_nobody(self) -> None:
        """DUEL-5.6."""
        assert PILES_AT_MOST == 10
        match = first_turn(piles=10).where(pile=(5,)).played(draw(HOME, 5)).when(end(HOME, 610))
        match.then_happens(
            e.GameEnded(side=None, game=1, score=BySide(1, 1), wins=BySide(0, 0), time=610, clause="DUEL-5.6"),
            e.GameBegun(game=2, draws=BySide(6, 6)),
        )
        ninth = first_turn(piles=9).where(pile=(5,)).played(draw(HOME, 5)).when(end(HOME, 610))
        ninth.then_happens(e.SuddenDeathBegun(piles=10, score=BySide(1, 1), time=610))

    def test_it_is_told_apart_in_the_result(self) -> None:
        match = first_turn()
        assert match.game.result(match.state).period == "game 1, sudden death 1–1"
        assert all(match.state.camp(side).goals == 1 for side in SIDES)
