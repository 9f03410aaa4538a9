"""What is seen and told: views, boards, sentences."""

from rich.console import Console

from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.board import _letters
from domain.games.soccer_duel.game import SOCCER_DUEL
from domain.games.soccer_duel.pitch import Pitch, with_tile
from domain.games.soccer_duel.view import BallView, DuelView
from domain.match.sides import SIDES, BySide, Viewer
from tests.bdd import Situation
from tests.domain.games.soccer_duel.words import AWAY, HOME, NAMES, ball, coin, draw, go, holding, opened, place


def board(match: Situation) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as shown:
        console.print(SOCCER_DUEL.board(view(match), NAMES))
    return shown.get()


def view(match: Situation) -> DuelView:
    return SOCCER_DUEL.view(match.state, Viewer.SPECTATOR)


class TestTheView:
    def test_everyone_sees_the_same_and_nobody_the_pile(self) -> None:
        """DUEL-2.1: hands lie open, the pile lies face down."""
        match = go("- - - red", "yellow")
        assert len({repr(SOCCER_DUEL.view(match.state, viewer)) for viewer in Viewer}) == 1
        assert view(match).pile == 2

    def test_it_shows_hands_pitches_and_balls(self) -> None:
        seen = view(go().played(*ball(HOME, 5)))
        home = seen.sides.home
        assert [tile.tile for tile in home.hand] == [5, 6]
        assert [(tile.tile, tile.row, tile.column) for tile in home.pitches[0].tiles] == [
            (1, 0, 0),
            (2, 0, 1),
            (3, 1, 0),
            (4, 1, 1),
        ]
        assert home.pitches[0].balls == (BallView("red", 0, 0),)
        assert home.pitches[0].locked
        assert home.goals == 1

    def test_it_shows_stops_and_what_is_due(self) -> None:
        """DUEL-3.6."""
        seen = view(go("yellow", "- - - red").played(place(HOME, 2, 0, 1, 1_000), draw(HOME, 13)))
        assert seen.sides.home.stopped_until == 16_000
        assert [tile.corners for tile in seen.cards_out] == [("yellow",)]
        assert [(prompt.side, prompt.clause) for prompt in seen.prompts] == [(HOME, "DUEL-3.3")]


class TestTheBoard:
    def test_pitches_lie_beside_each_other_with_their_balls(self) -> None:
        lines = board(go().played(*ball(HOME, 5))).splitlines()
        text = "\n".join(lines)
        assert "Rot-Weiss Lindental  1 : 0  Sporting Valbleu" in text
        assert any("│·R│R·│" in line for line in lines)
        assert any("├──●──┤" in line for line in lines)
        assert "Pitch 1, locked" in text
        assert "R red  B blue  Y yellow  W white  O orange  P purple" in text
        heads = [line for line in lines if "ROT-WEISS LINDENTAL" in line]
        assert "SPORTING VALBLEU" in heads[0]

    def test_a_stop_is_there_to_be_seen(self) -> None:
        """DUEL-3.6."""
        assert "STOPPED until 0:16.000" in board(
            go("yellow", "- - - red").played(place(HOME, 2, 0, 1, 1_000), draw(HOME, 13))
        )

    def test_a_pitch_of_any_extent_fits_a_terminal(self) -> None:
        """DUEL-3.10: wide pitches are shown one above the other, wider ones in strips."""
        match = go()
        for columns in (12, 14, 80):
            pitch = Pitch()
            for column in range(-5, columns - 5):
                pitch = with_tile(match.state.catalogue, pitch, 12, (column % 3 - 9, column))
            lines = board(holding(match, HOME, 2, pitches=(pitch,))).splitlines()
            assert max(map(len, lines)) <= 98
            text = "\n".join(lines)
            assert all(f" {column}" in text for column in range(-5, columns - 5))
            assert text.count("·B") >= columns

    def test_colours_with_one_initial_have_signs_of_their_own(self) -> None:

        signs = [sign for sign, _ in _letters(["blue", "black", "brown", "bb", "bbb", "Ü"]).values()]
        assert len(set(signs)) == 7

    def test_it_shows_a_match_before_go_and_in_a_sudden_death(self) -> None:
        assert "set-up" in board(opened())
        death = go().with_events(e.SuddenDeathBegun(piles=1, score=BySide(0, 0), time=5))
        assert "a coin, for who is first" in board(death)
        assert "has the turn" in board(death.played(coin(HOME)))


class TestSentences:
    def told(self, match: Situation, act: object) -> list[str]:
        state, sentences = match.state, []
        for event in match.when(act).events:  # type: ignore[arg-type]
            sentences.append(SOCCER_DUEL.tell(state, event))
            state = SOCCER_DUEL.evolve(state, event)
        return sentences

    def test_a_placement_and_its_goal_are_told_with_names_and_figures(self) -> None:
        first, second, third = ball(HOME, 61_250)
        assert self.told(go().played(first, second), third)[:2] == [
            "1:01.250 Rot-Weiss Lindental places tile 4 (red top-left) at row 1, column 1, joined by red.",
            "1:01.250 Goal! Rot-Weiss Lindental completes a red ball: Rot-Weiss Lindental 1 : 0 Sporting Valbleu.",
        ]

    def test_a_card_is_told_with_its_stop(self) -> None:
        """DUEL-3.6."""
        match = go("yellow", "- - - red").played(place(HOME, 2, 0, 1, 1_000))
        assert self.told(match, draw(HOME, 13)) == [
            "0:01.000 Rot-Weiss Lindental draws a yellow card; 1 is left.",
            "0:01.000 Rot-Weiss Lindental is stopped for 15 seconds by the yellow card, until 0:16.000.",
        ]

    def test_every_event_has_its_sentence(self) -> None:
        telling = go().state
        one: list[object] = [
            e.CardPutBack(side=HOME, tile=1),
            e.DiscardQuestioned(side=HOME, tile=5, row=None, column=None, time=1),
            e.DiscardQuestioned(side=HOME, tile=5, row=1, column=2, time=1),
            e.PitchLocked(side=AWAY, pitch=2, time=1),
            e.SuddenDeathBegun(piles=2, score=BySide(0, 0), time=1),
            e.GameEnded(game=1, score=BySide(1, 1), wins=BySide(0, 0), time=1),
            e.MatchEnded(wins=BySide(1, 1), figures="1 against 1", time=1),
            e.GameBegun(game=2, draws=BySide(6, 5)),
            e.GoCalled(moment=None, time=0),
        ]
        sentences = [SOCCER_DUEL.tell(telling, event) for event in one]  # type: ignore[arg-type]
        assert all(sentence.endswith(".") for sentence in sentences)
        assert sentences[1] != sentences[2]
        assert "nobody wins it" in sentences[5]
        assert "drawn" in sentences[6]


def test_the_score_of_a_match_is_the_games_won() -> None:
    """DUEL-6.2."""
    match = go().where(wins=BySide(1, 0), game=2).played(*ball(AWAY, 5))
    result = SOCCER_DUEL.result(match.state)
    assert result.score == BySide(1, 0)
    assert result.period == "game 2, play 0–1"
    assert not result.over
    assert all(SOCCER_DUEL.result(match.state).winner is not side for side in SIDES)
