"""What each statistic counts: given facts, then rows."""

from typing import Any

import pytest

from domain.match.chance import Source
from domain.match.facts import (
    Attempted,
    AttemptKind,
    BallCompleted,
    Booked,
    CameOn,
    CardCountered,
    CardKind,
    CardPlayed,
    DieRolled,
    Eliminated,
    Goal,
    Injured,
    LineMet,
    Marked,
    PeriodBegun,
    PlayEnded,
    SentOff,
    SideStopped,
    Stage,
    TileDiscarded,
    TilePlaced,
    Turned,
    WentOff,
)
from domain.match.sides import Side
from projections.statistics import catalogue
from tests.projections.telling import AWAY, BLUES, HOME, REDS, about, derived, told

FIRST = PeriodBegun(period="first half", minute=0)
SECOND = PeriodBegun(period="second half", minute=45)
EXTRA = PeriodBegun(period="extra time", stage=Stage.EXTRA, minute=90)
SHOOT_OUT = PeriodBegun(period="shoot-out", stage=Stage.SHOOT_OUT, minute=120)


def attempt(side: Side, kind: AttemptKind, succeeded: bool, **fields: Any) -> Attempted:
    return Attempted(side=side, kind=kind, succeeded=succeeded, **fields)


class TestGoalsByPeriod:
    def test_goals_count_in_the_period_in_which_they_came_for_one_side_and_against_the_other(self) -> None:
        rows = told("goals_by_period", FIRST, Goal(side=HOME), SECOND, Goal(side=AWAY), Goal(side=HOME))
        normal = {"stage": "normal time"}
        assert rows == [
            about(REDS, **normal, period="first half", goals_for=1),
            about(REDS, **normal, period="second half", goals_for=1, goals_against=1),
            about(BLUES, **normal, period="first half", goals_against=1),
            about(BLUES, **normal, period="second half", goals_for=1, goals_against=1),
        ]

    def test_extra_time_and_shoot_out_are_apart(self) -> None:
        rows = told("goals_by_period", EXTRA, SHOOT_OUT, Goal(side=AWAY), Goal(side=AWAY))
        assert rows[0] == about(REDS, stage="extra time", period="extra time")
        assert rows[3] == about(BLUES, stage="shoot-out", period="shoot-out", goals_for=2)

    def test_a_match_in_which_nothing_was_begun_has_no_periods(self) -> None:
        assert told("goals_by_period") == []


class TestFootballers:
    def test_marks_power_and_turns(self) -> None:
        given = (Marked(side=HOME, footballer="9", power=4), Marked(side=HOME, footballer="9", power=3))
        assert told("footballers", *given, Turned(side=HOME, footballer="9"), names={"9": "Ada"}) == [
            about(REDS, footballer="9", name="Ada", appearances=1, marked=2, power=7, turns=1)
        ]

    def test_attempts_shots_and_kicks_are_of_all_who_took_part(self) -> None:
        rows = told(
            "footballers",
            attempt(HOME, AttemptKind.ATTACK, True, footballers=("7", "9")),
            attempt(HOME, AttemptKind.COUNTER, False, footballers=("9",)),
            attempt(HOME, AttemptKind.SHOT, False, footballers=("9",)),
            attempt(HOME, AttemptKind.PENALTY, False, footballers=("9",)),
            attempt(HOME, AttemptKind.KICK, False, footballers=("7",)),
        )
        assert rows == [
            about(REDS, footballer="7", appearances=1, attempts=1, attempts_won=1, kicks=1),
            about(REDS, footballer="9", appearances=1, attempts=2, attempts_won=1, shots=2),
        ]

    def test_a_goalkeeper_saves_what_brings_no_goal_and_kicks_apart(self) -> None:
        kept = {"goalkeeper": "1"}
        rows = told(
            "footballers",
            attempt(HOME, AttemptKind.SHOT, False, **kept),
            attempt(HOME, AttemptKind.SHOT, True, **kept),
            attempt(HOME, AttemptKind.PENALTY, False, **kept),
            attempt(HOME, AttemptKind.KICK, False, **kept),
            attempt(HOME, AttemptKind.SHOT, False),
        )
        assert rows == [about(BLUES, footballer="1", appearances=1, saves=2, kicks_saved=1)]

    def test_goals_in_a_shoot_out_are_apart_and_a_goal_of_several_counts_for_each(self) -> None:
        rows = told(
            "footballers",
            FIRST,
            Goal(side=HOME, footballers=("9",)),
            Goal(side=HOME, footballers=("9", "7")),
            Goal(side=HOME),
            SHOOT_OUT,
            Goal(side=HOME, footballers=("7",)),
        )
        assert rows == [
            about(REDS, footballer="9", appearances=1, goals=2, goals_with_others=1),
            about(REDS, footballer="7", appearances=1, goals=1, goals_with_others=1, kicks_scored=1),
        ]

    def test_cards_and_injuries_and_a_card_of_the_side_as_a_whole_is_nobodys(self) -> None:
        given = (Booked(side=HOME, footballer="4"), Booked(side=HOME), SentOff(side=HOME, footballer="4"))
        rows = told("footballers", *given, Injured(side=AWAY, footballer="4"))
        assert rows == [
            about(REDS, footballer="4", appearances=1, yellow_cards=1, sent_off=1),
            about(BLUES, footballer="4", appearances=1, injuries=1),
        ]

    def test_minutes_are_those_of_all_stays_by_whole_periods(self) -> None:
        rows = told(
            "footballers",
            FIRST,
            CameOn(side=HOME, footballer="1"),
            CameOn(side=HOME, footballer="9"),
            SECOND,
            WentOff(side=HOME, footballer="9"),
            EXTRA,
            CameOn(side=HOME, footballer="9"),
            PlayEnded(minute=120),
        )
        assert rows == [
            about(REDS, footballer="1", appearances=1, minutes=120),
            about(REDS, footballer="9", appearances=1, minutes=45 + 30),
        ]

    def test_who_is_still_on_has_played_until_the_period_that_is_being_played_began(self) -> None:
        rows = told("footballers", FIRST, CameOn(side=HOME, footballer="1"), SECOND)
        assert rows == [about(REDS, footballer="1", appearances=1, minutes=45)]

    def test_a_game_that_counts_no_minutes_has_none(self) -> None:
        rows = told("footballers", PeriodBegun(period="match"), CameOn(side=HOME, footballer="1"), PlayEnded())
        assert rows == [about(REDS, footballer="1", appearances=1)]

    def test_rates_are_null_where_there_is_nothing_to_divide_by(self) -> None:
        statistic = catalogue()["footballers"]
        assert derived(statistic, "shots_scored", goals=1, shots=0) is None
        assert derived(statistic, "shots_scored", goals=1, shots=4) == 0.25
        assert derived(statistic, "goals_an_appearance", goals=3, appearances=2) == 1.5


def test_cards_of_a_side_count_whoever_was_shown_them() -> None:
    given = (Booked(side=HOME), Booked(side=HOME, footballer="4"), SentOff(side=HOME, footballer="4"))
    rows = told("discipline", *given, Injured(side=AWAY, footballer="4"))
    assert rows == [about(REDS, yellow_cards=2, sent_off=1), about(BLUES, injuries=1)]


def test_a_card_counts_what_it_brought_shoot_outs_apart() -> None:
    by: Any = {"card": "long ball", "kind_of_card": CardKind.ACTION}
    card: Any = {"kind": CardKind.ACTION, "card": "long ball"}
    rows = told(
        "cards",
        FIRST,
        CardPlayed(side=HOME, **card),
        CardPlayed(side=HOME, **card),
        CardPlayed(side=AWAY, kind=CardKind.TACTIC, card="4"),
        CardCountered(side=HOME, **card, by="offside"),
        attempt(HOME, AttemptKind.ATTACK, True, **by),
        attempt(HOME, AttemptKind.COUNTER, False, **by),
        attempt(HOME, AttemptKind.SHOT, True, **by),
        attempt(HOME, AttemptKind.SHOT, True),
        Goal(side=HOME, **by),
        SHOOT_OUT,
        Goal(side=HOME, **by),
    )
    assert rows == [
        about(REDS, kind="action", card="long ball", played=2, attacks=2, attacks_won=1, shots=1, goals=1, countered=1),
        about(BLUES, kind="tactic", card="4", played=1),
    ]
    assert derived(catalogue()["cards"], "attacks_won_rate", attacks=2, attacks_won=1) == 0.5


def test_a_line_that_one_side_passes_is_one_that_the_other_did_not_hold() -> None:
    rows = told(
        "lines",
        LineMet(side=HOME, line="defenders", passed=True),
        LineMet(side=HOME, line="defenders", passed=False),
        LineMet(side=HOME, line="defenders", passed=False),
        LineMet(side=AWAY, line="defenders", passed=True),
    )
    assert rows == [
        about(REDS, line="defenders", met=3, passed=1, defended=1),
        about(BLUES, line="defenders", met=1, passed=1, defended=3, held=2),
    ]
    assert derived(catalogue()["lines"], "held_rate", held=2, defended=4) == 0.5
    assert derived(catalogue()["lines"], "passed_rate", passed=0, met=0) is None


def test_who_is_eliminated_is_lost_to_one_side_and_won_by_the_other() -> None:
    rows = told(
        "eliminations",
        Eliminated(side=HOME, footballers=("5", "6"), by="tackle"),
        Eliminated(side=AWAY, footballers=("9",), by="dribble", line="defenders"),
    )
    assert rows == [
        about(REDS, by="tackle", own=2),
        about(REDS, by="dribble", line="defenders", opposing=1),
        about(BLUES, by="tackle", opposing=2),
        about(BLUES, by="dribble", line="defenders", own=1),
    ]


class TestPlacements:
    def test_tiles_balls_discards_and_stops(self) -> None:
        """DUEL-7.3: a turn that is missed is a stop of no milliseconds."""
        rows = told(
            "placements",
            TilePlaced(side=HOME),
            BallCompleted(side=HOME, colour="red"),
            TileDiscarded(side=HOME, time=5),
            SideStopped(side=HOME, milliseconds=15_000, card="yellow"),
            SideStopped(side=HOME, milliseconds=0, card="red"),
        )
        assert rows == [about(REDS, placed=1, balls=1, discarded=1, stops=2, stopped_milliseconds=15_000)]

    def test_pace_is_from_the_first_placement_to_the_last_of_each_game_less_the_stops_between(self) -> None:
        stopped = SideStopped(side=HOME, milliseconds=15_000, card="yellow")
        times = (None, 1_000, 4_000, None, 3_000, 20_500)
        first = [TilePlaced(side=HOME, time=time) for time in times]
        other = TilePlaced(side=AWAY, time=3_500)
        (home, away) = told("placements", *first[:2], other, *first[2:5], stopped, first[5], stopped)
        # A game from 1.0 to 4.0, and another from 3.0 to 20.5 with a stop of 15.
        assert (home["intervals"], home["interval_milliseconds"]) == (2, 3_000 + 2_500)
        assert away == about(BLUES, placed=1)

    def test_time_that_begins_anew_is_of_another_game(self) -> None:
        """DUEL-3.8."""
        (home,) = told("placements", TilePlaced(side=HOME, time=9_000), TilePlaced(side=HOME, time=2_000))
        assert "intervals" not in home

    def test_pace_is_a_mean_and_null_before_the_second_placement(self) -> None:
        statistic = catalogue()["placements"]
        assert derived(statistic, "pace", intervals=2, interval_milliseconds=5_500) == 2_750.0
        assert derived(statistic, "pace", intervals=0, interval_milliseconds=0) is None

    def test_balls_are_told_by_colour_too(self) -> None:
        colours = ("red", "blue", "red")
        rows = told("balls", *(BallCompleted(side=HOME, colour=colour) for colour in colours))
        assert rows == [about(REDS, colour="red", completed=2), about(REDS, colour="blue", completed=1)]


class TestDice:
    FACES = (("0", 1), ("1", 2))

    def test_every_face_is_told_with_its_weight_those_that_never_came_too(self) -> None:
        roll = DieRolled(side=HOME, die="attack die", face="1", faces=self.FACES)
        die = {"die": "attack die", "source": "dealt", "faces": "0 ×1, 1 ×2", "weights": 3}
        assert told("dice", roll, roll, source=Source.DEALT) == [
            about(REDS, **die, face="0", weight=1, rolls=2),
            about(REDS, **die, face="1", weight=2, rolled=2, rolls=2),
        ]

    def test_a_die_of_neither_side_has_an_empty_one(self) -> None:
        (face, _) = told("dice", DieRolled(die="coin", face="home", faces=(("home", 1), ("away", 1))))
        assert face == {"die": "coin", "faces": "home ×1, away ×1", "face": "home", "weight": 1, "weights": 2} | {
            "rolled": 1,
            "rolls": 1,
        }

    def test_dice_of_other_faces_are_other_dice(self) -> None:
        rolls = (DieRolled(die="die", face="1", faces=faces) for faces in (self.FACES, (("0", 2), ("1", 1))))
        assert [row["rolls"] for row in told("dice", *rolls)] == [1, 1, 1, 1]


class TestAttempts:
    def test_an_attempt_is_told_with_its_chance_where_and_by_whom(self) -> None:
        shot = attempt(
            AWAY,
            AttemptKind.SHOT,
            False,
            chance=250_000,
            footballers=("9", "7"),
            goalkeeper="1",
            card="4",
            figures="4 + 2 against 5 + 2",
        )
        assert told("attempts", SECOND, shot) == [
            about(
                BLUES,
                version=2,
                number=1,
                kind="shot",
                succeeded=False,
                chance=250_000,
                footballers="9, 7",
                goalkeeper="1",
                card="4",
                figures="4 + 2 against 5 + 2",
                stage="normal time",
                period="second half",
                minute=45,
            )
        ]

    def test_attempts_are_numbered_through(self) -> None:
        given = (attempt(side, AttemptKind.ATTACK, True) for side in (HOME, AWAY, HOME))
        assert [row["number"] for row in told("attempts", *given)] == [1, 2, 3]


class TestLuck:
    def test_what_came_is_told_beside_what_was_expected_by_kind(self) -> None:
        rows = told(
            "luck",
            attempt(HOME, AttemptKind.SHOT, True, chance=250_000),
            attempt(HOME, AttemptKind.SHOT, False, chance=500_000),
            attempt(HOME, AttemptKind.ATTACK, True, chance=100_000),
            attempt(HOME, AttemptKind.KICK, True, chance=600_000),
        )
        assert rows == [
            about(REDS, kind="shot", attempts=2, succeeded=1, chances=2, chances_taken=1, expected=750_000)
            | {"shots": 2, "goals": 1, "expected_goals": 750_000},
            about(REDS, kind="attack", attempts=1, succeeded=1, chances=1, chances_taken=1, expected=100_000),
            about(REDS, kind="kick", attempts=1, succeeded=1, chances=1, chances_taken=1, expected=600_000),
        ]

    def test_what_no_chance_decides_has_no_part_in_luck(self) -> None:
        rows = told("luck", attempt(HOME, AttemptKind.SHOT, True))
        assert rows == [about(REDS, kind="shot", attempts=1, succeeded=1)]

    def test_luck_is_what_came_less_what_was_expected(self) -> None:
        statistic = catalogue()["luck"]
        assert derived(statistic, "successes_expected", expected=1_500_000) == 1.5
        assert derived(statistic, "luck", chances_taken=2, expected=1_500_000) == 0.5
        assert derived(statistic, "goals_expected", expected_goals=250_000) == 0.25
        assert derived(statistic, "goal_luck", goals=0, expected_goals=250_000) == -0.25


@pytest.mark.parametrize(
    ("name", "sums", "value"),
    [
        ("points", {"won": 2, "drawn": 1}, 7),
        ("goal_difference", {"goals_for": 2, "goals_against": 5}, -3),
    ],
)
def test_league_tables_have_points_and_goal_differences(name: str, sums: dict[str, int], value: int) -> None:
    for statistic in ("side_records", "head_to_head"):
        assert derived(catalogue()[statistic], name, **sums) == value
