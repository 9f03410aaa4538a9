"""From game to game, and who wins a match."""

import pytest

from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.state import Camp
from domain.games.soccer_duel.terms import Phase
from domain.match.game import Result
from domain.match.sides import SIDES, BySide, Side
from tests.bdd import Situation
from tests.domain.games.soccer_duel.words import AWAY, HOME, begin, coin, discard, draw, end, go, holding, place, start


def decided(side: Side | None, wins: tuple[int, int], game: int, best_of: int = 3) -> Situation:
    """The moment at which a game ends that a side wins, or nobody; so far each side has won this many."""
    match = go("red", bestOf=best_of).where(game=game, wins=BySide(*wins))
    if side is not None:
        match = holding(match, side, goals=1)
        table = match.with_events(e.OvertimeBegun(score=match.state.goals, received=BySide((2,), ()), time=5)).state
        return Situation(match.game, table).when(place(HOME, 2, 0, 1, 9))
    match = match.with_events(e.SuddenDeathBegun(piles=10, score=BySide(0, 0), time=5)).where(pile=(5,))
    return match.played(coin(HOME), draw(HOME, 5)).when(end(HOME, 9))


class TestBestOf:
    @pytest.mark.parametrize(
        ("best_of", "wins", "game"), [(3, (1, 0), 2), (3, (1, 1), 3), (5, (2, 0), 3), (5, (2, 2), 5)]
    )
    def test_who_has_won_more_than_half_of_the_games_wins_the_match(
        self, best_of: int, wins: tuple[int, int], game: int
    ) -> None:
        """DUEL-6.1, DUEL-6.2: bestOf in both values."""
        match = decided(HOME, wins, game, best_of)
        won = BySide(wins[0] + 1, wins[1])
        match.then_happens(
            e.GameEnded(side=HOME, game=game, score=BySide(1, 0), wins=won, time=9),
            e.MatchEnded(side=HOME, wins=won, figures=f"{won.home} against {won.away}", time=9),
        )
        assert match.state.phase is Phase.OVER
        result = match.game.result(match.state)
        assert result == Result(score=won, period=f"game {game}", over=True, winner=HOME)
        match.then_waits_for()

    @pytest.mark.parametrize(
        ("best_of", "wins", "game"), [(3, (0, 0), 1), (3, (0, 1), 2), (5, (1, 0), 2), (5, (1, 2), 4)]
    )
    def test_before_that_another_game_begins(self, best_of: int, wins: tuple[int, int], game: int) -> None:
        """DUEL-6.1, DUEL-6.2."""
        match = decided(HOME, wins, game, best_of)
        match.then_no(e.MatchEnded)
        match.then_happens(e.GameBegun(game=game + 1, draws=BySide(6, 6)))

    def test_away_can_win_too(self) -> None:
        """DUEL-6.1."""
        decided(AWAY, (1, 1), 3).then_happens(e.MatchEnded(side=AWAY, wins=BySide(1, 2), figures="2 against 1", time=9))


class TestDrawnGames:
    def test_after_the_last_game_more_games_won_win(self) -> None:
        """DUEL-5.6, DUEL-6.3."""
        match = decided(None, (0, 1), 3)
        match.then_happens(e.MatchEnded(side=AWAY, wins=BySide(0, 1), figures="1 against 0", time=9, clause="DUEL-6.3"))

    def test_level_the_match_is_drawn(self) -> None:
        """DUEL-6.3."""
        match = decided(None, (1, 1), 3)
        assert match.game.result(match.state) == Result(BySide(1, 1), "game 3", over=True, winner=None)


class TestTheNextGame:
    def test_all_tiles_go_back_and_the_pitches_are_cleared(self) -> None:
        """DUEL-6.2."""
        match = decided(HOME, (0, 0), 1)
        state = match.state
        assert state.pile == tuple(range(1, 14))
        assert state.out == ()
        assert state.camps == BySide(Camp(), Camp())
        assert state.games == (BySide(1, 0),)
        assert match.game.result(state) == Result(BySide(1, 0), "game 2, set-up 0–0")

    def test_it_has_a_go_of_its_own(self) -> None:
        """DUEL-2.3, DUEL-3.8: time begins anew."""
        match = decided(HOME, (0, 0), 1)
        assert match.state.clock == 0
        for side, first in zip(SIDES, (1, 7), strict=True):
            match = match.played(*(draw(side, tile) for tile in range(first, first + 6)))
        match = match.played(start(HOME, 1), start(AWAY, 7, "2026-05-01T15:20:00.000+00:00"))
        assert match.state.go == "2026-05-01T15:20:00.000+00:00"
        assert match.state.kick_off is None, "the moment of the first was not known"
        match.played(place(HOME, 2, 0, 1, 3))


def test_nothing_is_accepted_once_the_match_is_over() -> None:
    """DUEL-6.1, DUEL-6.2."""
    over = decided(HOME, (1, 0), 2)
    for command in (start(HOME, 1), place(HOME, 2, 0, 2, 10), begin(HOME, 2, 10), discard(HOME, 2, 10), end(HOME, 10)):
        over.when(command).then_refused("DUEL-6.1", saying="over")
    assert list(over.game.legal_commands(over.state, HOME)) == []
