"""What the events of a match mean in the words that all games share."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.game import SOCCER_DUEL
from domain.games.soccer_duel.state import Table
from domain.games.soccer_duel.terms import Card
from domain.match import archive
from domain.match.chance import Mode
from domain.match.facts import (
    BallCompleted,
    DieRolled,
    Fact,
    Goal,
    PeriodBegun,
    PlayEnded,
    SideStopped,
    Stage,
    TileDiscarded,
    TilePlaced,
)
from domain.match.game import Event
from domain.match.recorder import Recorder
from domain.match.sides import SIDES, BySide
from tests import golden_matches
from tests.bdd import Act, Situation
from tests.domain.games.soccer_duel.words import (
    AWAY,
    HOME,
    ball,
    begin,
    coin,
    dealt_hands,
    discard,
    draw,
    go,
    holding,
    no_pile,
    opened,
    place,
    start,
)
from tests.random_matches import RandomMatch


def facts(before: Table, *events: Event) -> list[Fact]:
    """What events mean, one after the other."""
    found: list[Fact] = []
    for event in events:
        after = SOCCER_DUEL.evolve(before, event)
        found.extend(SOCCER_DUEL.account(before, event, after))
        before = after
    return found


def brought(match: Situation, act: Act) -> list[Fact]:
    """What the events of an act mean."""
    return facts(match.state, *match.when(act).events)


class TestPlay:
    def test_a_start_tile_is_a_placement_without_a_time_and_the_second_begins_the_game(self) -> None:
        """DUEL-7.3, DUEL-2.3."""
        match = dealt_hands(opened())
        assert brought(match, start(HOME, 1)) == [TilePlaced(side=HOME)]
        assert brought(match.played(start(HOME, 1)), start(AWAY, 7)) == [
            TilePlaced(side=AWAY),
            PeriodBegun(period="game 1"),
        ]

    def test_a_placement_has_its_time_and_a_ball_is_no_goal(self) -> None:
        """DUEL-7.1, DUEL-3.5."""
        first, second, third = ball(HOME, 61_250)
        match = go(*["- - - -"] * 5)
        assert brought(match, first) == [TilePlaced(side=HOME, time=61_250)]
        complete = match.played(first, draw(HOME, 13), second, draw(HOME, 14))
        assert brought(complete, third) == [
            TilePlaced(side=HOME, time=61_250),
            BallCompleted(side=HOME, colour="red"),
        ]

    def test_the_first_tile_of_a_pitch_is_a_placement(self) -> None:
        """DUEL-7.3, DUEL-3.7."""
        locked = go("blue - - -").played(*ball(HOME, 5)[:1], draw(HOME, 13), *ball(HOME, 5)[1:])
        assert brought(locked, begin(HOME, 5, 9)) == [TilePlaced(side=HOME, time=9)]

    def test_a_discard_counts_once_with_its_time_though_it_is_questioned(self) -> None:
        """DUEL-3.4."""
        match = go("- - - -", mode="reported").when(discard(HOME, 5, 700))
        match.then_happens(e.DiscardQuestioned(side=HOME, tile=2, row=0, column=1, time=700))
        assert facts(go("- - - -", mode="reported").state, *match.events) == [TileDiscarded(side=HOME, time=700)]

    @pytest.mark.parametrize(("card", "milliseconds"), [("yellow", 15_000), ("red", 30_000)])
    def test_a_card_stops_for_its_seconds(self, card: str, milliseconds: int) -> None:
        """DUEL-7.3, DUEL-3.6."""
        match = go(card, "- - - -").played(place(HOME, 2, 0, 1, 1_000))
        assert brought(match, draw(HOME, 13)) == [SideStopped(side=HOME, milliseconds=milliseconds, card=card)]

    def test_a_card_that_goes_back_and_a_tile_that_is_drawn_mean_nothing(self) -> None:
        """DUEL-2.1, DUEL-7.3."""
        assert brought(opened("yellow"), draw(HOME, 13)) == []
        assert brought(opened("yellow"), draw(HOME, 1)) == []


class TestPeriods:
    def test_overtime_is_normal_time(self) -> None:
        """DUEL-7.2, DUEL-4.1: it comes however the score stands."""
        match = holding(holding(no_pile(go()), HOME, 2, goals=1), AWAY)
        found = brought(match, place(HOME, 2, 0, 1, 10))
        assert found[:2] == [TilePlaced(side=HOME, time=10), PeriodBegun(period="game 1, overtime")]

    def test_a_sudden_death_is_extra_time_and_goes_on_with_every_new_pile(self) -> None:
        """DUEL-7.2, DUEL-5.4."""
        table = go().state
        first = e.SuddenDeathBegun(piles=1, score=BySide(1, 1), time=5)
        assert facts(table, first) == [PeriodBegun(period="game 1, sudden death", stage=Stage.EXTRA)]
        assert facts(table, e.SuddenDeathBegun(piles=2, score=BySide(1, 1), time=5)) == []

    def test_the_coin_is_compared_with_its_two_sides(self) -> None:
        """DUEL-5.1, DUEL-7.3."""
        match = go().with_events(e.SuddenDeathBegun(piles=1, score=BySide(0, 0), time=5))
        assert brought(match, coin(AWAY)) == [DieRolled(die="coin", face="away", faces=(("home", 1), ("away", 1)))]

    def test_a_card_of_a_sudden_death_stops_for_a_turn_and_counts_when_it_is_drawn(self) -> None:
        """DUEL-7.3, DUEL-5.3."""
        table = go().state
        lost = e.NextTurnLost(side=HOME, card=Card.RED, time=5)
        assert facts(table, lost, e.TurnMissed(side=HOME, time=9)) == [
            SideStopped(side=HOME, milliseconds=0, card="red")
        ]


class TestEnds:
    def test_a_game_won_is_a_goal_and_a_drawn_one_is_nobodys(self) -> None:
        """DUEL-7.1, DUEL-6.2, DUEL-5.6."""
        table = go().state
        won = e.GameEnded(side=AWAY, game=1, score=BySide(3, 4), wins=BySide(0, 1), time=9)
        assert facts(table, won) == [Goal(side=AWAY, how="game")]
        assert facts(table, e.GameEnded(game=1, score=BySide(3, 3), wins=BySide(0, 0), time=9)) == []

    def test_the_end_of_the_match_is_the_end_of_play(self) -> None:
        """DUEL-6.1."""
        ended = e.MatchEnded(side=HOME, wins=BySide(2, 0), figures="2 against 0", time=9)
        assert facts(go().state, ended) == [PlayEnded()]


Played = list[tuple[Event, Table, list[Fact]]]
"""Events of a match, each with the table after it and what it means."""


def accounted(table: Table, events: Iterator[Event]) -> Played:
    """A match from its first table on."""
    played: Played = []
    for event in events:
        found = facts(table, event)
        table = SOCCER_DUEL.evolve(table, event)
        played.append((event, table, found))
    return played


def golden(path: Path, folder: Path) -> Played:
    """A golden match."""
    with Recorder(f"sqlite:///{folder}/golden.db", GAMES) as recorder:
        record = recorder.match(archive.restore(recorder, golden_matches.load(path)).match_id)
        of_the_game = (one.event for one in record.events() if type(one.event) in SOCCER_DUEL.events)
        return accounted(record.state_at(1).table, of_the_game)


def random_match(mode: Mode, seed: int) -> Played:
    """A random match."""
    match = RandomMatch(SOCCER_DUEL, mode, seed)
    steps = [*match.opening, *(step for moment in match.moments() for step in moment.steps)]
    of_the_game = (step.event for step in steps if type(step.event) in SOCCER_DUEL.events)
    return accounted(match.fold(None, match.opening[:1]).table, of_the_game)


def holds(played: Played) -> None:
    """What the facts of a whole match come to is what its tables and its result say."""
    goals: Counter[str] = Counter()
    balls: Counter[str] = Counter()
    placed: Counter[str] = Counter()
    periods: list[str] = []
    for event, table, found in played:
        if isinstance(event, e.GameBegun):
            balls.clear()
        if isinstance(event, e.GameBegun | e.SuddenDeathBegun):
            placed.clear()
        balls.update(fact.side for fact in found if isinstance(fact, BallCompleted))
        goals.update(fact.side for fact in found if isinstance(fact, Goal))
        placed.update(fact.side for fact in found if isinstance(fact, TilePlaced))
        periods.extend(fact.period for fact in found if isinstance(fact, PeriodBegun))
        result = SOCCER_DUEL.result(table)
        assert (goals[HOME], goals[AWAY]) == (result.score.home, result.score.away)
        assert result.shoot_out is None
        assert (balls[HOME], balls[AWAY]) == (table.goals.home, table.goals.away)
        for side in SIDES:
            assert placed[side] == sum(len(pitch.tiles()) for pitch in table.camp(side).pitches)
    assert len(periods) == len(set(periods))
    assert [fact for *_, found in played for fact in found if isinstance(fact, PlayEnded)] == [PlayEnded()]
    assert isinstance(played[-1][2][0], PlayEnded)


@pytest.mark.parametrize("path", golden_matches.files("soccer_duel"), ids=lambda path: path.stem)
def test_the_facts_of_a_golden_match_add_up_to_its_score_its_balls_and_its_pitches(path: Path, tmp_path: Path) -> None:
    """DUEL-7.1, DUEL-7.3."""
    holds(golden(path, tmp_path))


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("seed", range(6))
def test_the_facts_of_a_random_match_add_up_to_its_score_its_balls_and_its_pitches(mode: Mode, seed: int) -> None:
    """DUEL-7.1, DUEL-7.3."""
    holds(random_match(mode, seed))
