"""The shot, the counter, and further attempts."""

import pytest

from domain.games.finale import events as e
from domain.games.finale.terms import Marker, Standing
from domain.match.sides import BySide
from tests.bdd import Situation
from tests.domain.games.changes import Change, corners
from tests.domain.games.finale.words import (
    AWAY,
    CROSS,
    HOME,
    NO_SUBSTITUTION,
    RED,
    STRONG,
    WEAK,
    YELLOW,
    Act,
    before_reveal,
    decks_drawn,
    dice,
    die,
    draw,
    end,
    exhausted,
    having,
    lay,
    mark,
    only,
    reveal,
    without,
)

WEIGHTS = ((0, 1), (1, 2), (2, 2), (3, 1))
"""The faces of the die, each with its number."""


def shot(*changes: Change, card: str = "red-1", **rules: str) -> Situation:
    """Home's approach with h24 by red-1, or with h24 and h16 by red-2, has succeeded; away has shown a 4."""
    marks = {
        "red-1": (mark(HOME, "h24"), mark(AWAY, "a4")),
        "red-2": (mark(HOME, "h24", "h16"), mark(AWAY, "a4", "a5", "a16")),
    }[card]
    approach = before_reveal(*changes, **rules).played(*reveal(card, "blue-1"), *marks, *dice(3, 0))
    return approach.then_happens(e.ShotEarned(side=HOME))


def failing() -> tuple[Act, ...]:
    """An approach of home by a card that asks for one red against one yellow, and fails: 2 + 0 against 3 + 0."""
    return mark(HOME, "h22"), mark(AWAY, "a4"), *dice(0, 0)


def counter_by_yellow_1_fails() -> tuple[Act, ...]:
    """Away's counter by yellow-1 fails: 6 + 0 against 7 + 3."""
    return mark(AWAY, "a22", "a16"), mark(HOME, "h4", "h16"), *dice(3, 0)


def both_end(situation: Situation) -> tuple[Act, ...]:
    """Nobody substitutes."""
    first = situation.pending.choices[0].side
    return end(first), end(first.other)


class TestShot:
    def test_each_side_marks_what_the_lower_part_of_the_attackers_card_shows(self) -> None:
        """FINALE-5.1"""
        start = shot().then_waits_for("home", clause="FINALE-5.1")
        marked = start.when(mark(HOME, "h22"))
        marked.then(e.FootballersMarked(side=HOME, footballers=("h22",), marker=Marker.RED, clause="FINALE-5.1"))
        marked.then_waits_for("away", clause="FINALE-5.1").then_legal(mark(AWAY, "a2"))
        marked.when(mark(AWAY, "a4")).then_refused("FINALE-5.1", "footballers[0]", "Mark 1 grey.")
        marked.played(mark(AWAY, "a2")).then_due("FINALE-5.2", *((die(HOME, n), w) for n, w in WEIGHTS))

    def test_a_footballer_with_a_white_marker_of_this_attempt_is_out_of_the_shot(self) -> None:
        """FINALE-5.1: reuseInShot is no, the default."""
        start = shot()
        start.then_legal(mark(HOME, "h22"), mark(HOME, "h25"))
        start.when(mark(HOME, "h24")).then_refused("FINALE-5.1", "footballers[0]", "Ada Ferreira has been marked")

    def test_or_may_be_chosen_again(self) -> None:
        """FINALE-5.1: reuseInShot is yes."""
        start = shot(reuseInShot="yes")
        start.then_legal(mark(HOME, "h22"), mark(HOME, "h24"), mark(HOME, "h25"))
        start.played(mark(HOME, "h24"))

    def test_markers_of_an_earlier_attempt_do_not_count(self) -> None:
        """FINALE-5.1, FINALE-5.6: h22 was marked in the approach of the first attempt, which failed."""
        failed = before_reveal().played(*reveal("red-1", "yellow-1"), *failing(), *counter_by_yellow_1_fails())
        again = failed.played(lay(HOME, "red-5"), mark(HOME, "h24"), mark(AWAY, "a16"), *dice(3, 0))
        again.then_legal(mark(HOME, "h22"), mark(HOME, "h25"))

    def test_with_too_few_left_all_of_that_colour_shoot(self) -> None:
        """FINALE-5.1"""
        start = without(shot(), "h22")
        start.then_legal(mark(HOME, "h25"))

    def test_an_attacker_with_nobody_left_for_it_shoots_with_the_die_alone(self) -> None:
        """FINALE-4.6"""
        approach = only(before_reveal(), HOME, "h2", "h24").played(*reveal("red-1", "blue-1"))
        alone = approach.played(mark(HOME, "h24"), mark(AWAY, "a6"), *dice(0, 0))
        alone.then_happens(
            e.FootballersMarked(side=HOME, footballers=(), marker=Marker.RED, clause="FINALE-4.6")
        ).then_waits_for("away", clause="FINALE-5.1")
        scored = alone.played(mark(AWAY, "a2"), *dice(3, 0))
        scored.then_happens(
            e.GoalScored(
                side=HOME,
                shooters=(),
                defenders=("a2",),
                shot=e.Strength((), 3),
                save=e.Strength((2,), 0),
                figures="0 + 3 against 2 + 0",
            )
        )

    @pytest.mark.parametrize(("home", "away", "goal"), [(1, 0, True), (0, 0, False), (0, 1, False), (3, 2, True)])
    def test_only_more_than_the_defender_is_a_goal(self, home: int, away: int, goal: bool) -> None:
        """FINALE-5.2: 2 against 2."""
        shots = shot().played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(home, away))
        outcome = (e.GoalScored if goal else e.ShotSaved)(
            side=HOME,
            shooters=("h22",),
            defenders=("a2",),
            shot=e.Strength((2,), home),
            save=e.Strength((2,), away),
            figures=f"2 + {home} against 2 + {away}",
        )
        shots.then_happens(outcome)
        assert shots.state.score == BySide(int(goal), 0)

    def test_those_of_the_shot_turn_a_quarter_and_those_of_the_approach_do_not(self) -> None:
        """FINALE-5.3: turnAfter is shot, the default."""
        shots = shot().played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(0, 0))
        turned = [event for event in shots.events if isinstance(event, e.FootballerTurned)]
        assert turned == [
            e.FootballerTurned(side=HOME, footballer="h22", top=1, strength=1),
            e.FootballerTurned(side=AWAY, footballer="a2", top=1, strength=2),
        ]
        assert shots.state.footballers["h22"].strength == 1

    def test_a_footballer_turns_through_all_four_edges(self) -> None:
        """FINALE-5.3"""
        shots = having(shot(), "h22", top=3).played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(0, 0))
        shots.then_happens(e.FootballerTurned(side=HOME, footballer="h22", top=0, strength=2))

    def test_symbols_are_checked_for_those_chosen_in_this_phase_alone(self) -> None:
        """FINALE-5.3"""
        start = shot(corners(h22=YELLOW, a2=YELLOW, h25=YELLOW, h16=YELLOW))
        rolled = start.played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(0, 0))
        rolled.then_due("FINALE-5.3", *((die(HOME, n), w) for n, w in WEIGHTS))
        second = rolled.played(die(HOME, 2))
        second.then_due("FINALE-5.3", *((die(AWAY, n), w) for n, w in WEIGHTS))
        second.when(die(AWAY, 0)).then_happens(
            e.SymbolDieRolled(side=AWAY, footballer="a2", symbol=YELLOW, face=0, clause="FINALE-5.3"),
            e.FootballerBooked(side=AWAY, footballer="a2", yellow_cards=1),
            e.FootballerTurned(side=HOME, footballer="h22", top=1, strength=1),
        )

    def test_nobody_turns_before_all_are_checked_and_who_is_off_does_not_turn(self) -> None:
        """FINALE-5.5"""
        start = shot(corners(h22=RED, a2=CROSS))
        rolled = start.played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(0, 0))
        first = rolled.when(die(HOME, 3)).then_no(e.FootballerTurned)
        last = first.when(die(AWAY, 1))
        assert [event.footballer for event in last.events if isinstance(event, e.FootballerTurned)] == ["a2"]
        assert last.state.footballers["h22"].top == 0

    def test_the_goal_counts_though_the_shooter_is_sent_off(self) -> None:
        """FINALE-5.3"""
        off = shot(corners(h22=RED)).played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(3, 0), die(HOME, 3))
        assert off.state.score == BySide(1, 0)
        assert off.state.footballers["h22"].standing is Standing.SENT_OFF

    def test_all_action_markers_are_removed(self) -> None:
        """FINALE-5.4"""
        marked = shot().played(mark(HOME, "h22"), mark(AWAY, "a2"))
        assert marked.state.attack is not None
        assert marked.state.attack.white == BySide(("h24",), ("a4",))
        assert marked.state.attack.red == BySide(("h22",), ("a2",))
        over = marked.played(*dice(0, 0)).then_happens(e.MarkersRemoved(), e.PeriodEnded(period=1))
        assert over.state.attack is None

    def test_they_are_removed_after_an_approach_that_fails_as_well(self) -> None:
        """FINALE-5.6"""
        failed = before_reveal().played(*reveal("red-1", "blue-1"), *failing())
        failed.then_happens(e.MarkersRemoved(clause="FINALE-5.6"), e.CounterBegun(side=AWAY, card="blue-1"))
        assert failed.state.attack is not None
        assert failed.state.attack.white == BySide((), ())


class TestCounter:
    def countered(self, *changes: Change, card: str = "red-1", **rules: str) -> Situation:
        """Home's first approach has failed, and away counters by blue-1 or, against red-1, by what it has shown."""
        return before_reveal(*changes, **rules).played(*reveal(card, "blue-1"), *failing())

    def test_the_defender_counters_with_its_own_revealed_card_roles_exchanged(self) -> None:
        """FINALE-6.1"""
        counter = self.countered().then_waits_for("away", clause="FINALE-6.1")
        assert counter.pending.choices[0].prompt == "Mark 1 red and 1 blue for the approach."
        marked = counter.when(mark(AWAY, "a24", "a16"))
        marked.then(
            e.FootballersMarked(side=AWAY, footballers=("a24", "a16"), marker=Marker.WHITE, clause="FINALE-6.1")
        )
        marked.then_waits_for("home", clause="FINALE-6.1")
        assert marked.pending.choices[0].prompt == "Mark 1 blue and 1 yellow for the approach."
        compared = marked.played(mark(HOME, "h4", "h16"), *dice(1, 0))
        compared.then_happens(
            e.ApproachCompared(
                side=AWAY,
                attack=e.Strength((4, 4), 0),
                defence=e.Strength((3, 4), 1),
                figures="8 + 0 against 7 + 1",
                succeeded=True,
            ),
            e.ShotEarned(side=AWAY),
        )
        goal = compared.played(mark(AWAY, "a25"), mark(HOME, "h2"), *dice(0, 0))
        assert goal.state.score == BySide(0, 1)

    def test_goal_or_not_the_counter_is_then_over(self) -> None:
        """FINALE-6.1"""
        compared = self.countered().played(mark(AWAY, "a24", "a16"), mark(HOME, "h4", "h16"), *dice(0, 3))
        for home in (0, 3):
            over = compared.played(mark(AWAY, "a25"), mark(HOME, "h2"), *dice(home, 0))
            over.then_happens(e.MarkersRemoved(), e.PeriodEnded(period=1))
            assert over.state.score == BySide(0, int(home == 0))

    def test_a_counter_whose_own_approach_fails_is_over_without_another(self) -> None:
        """FINALE-6.3"""
        over = self.countered().played(mark(AWAY, "a24", "a16"), mark(HOME, "h4", "h16"), *dice(3, 0))
        over.then_no(e.CounterBegun).then_happens(e.MarkersRemoved(clause="FINALE-5.6"), e.PeriodEnded(period=1))

    def test_the_counter_follows_by_itself(self) -> None:
        """FINALE-6.3"""
        self.countered().then_happens(e.CounterBegun(side=AWAY, card="blue-1"))

    def test_at_most_one_counter_in_a_period(self) -> None:
        """FINALE-6.1"""
        counter = before_reveal().played(*reveal("red-1", "yellow-1"), *failing())
        counter.then_happens(e.CounterBegun(side=AWAY, card="yellow-1"))
        second = counter.played(*counter_by_yellow_1_fails(), lay(HOME, "red-5"))
        failed = second.played(mark(HOME, "h22"), mark(AWAY, "a16"), *dice(0, 3))
        failed.then_no(e.CounterBegun).then_happens(e.PeriodEnded(period=1))
        third = failed.played(*both_end(failed), *reveal("red-2", "blue-1"))
        third = third.played(mark(HOME, "h22", "h16"), mark(AWAY, "a4", "a5", "a16"), *dice(0, 3))
        third.then_happens(e.CounterBegun(side=AWAY, card="blue-1"))

    def test_no_counter_after_an_approach_that_succeeds(self) -> None:
        """FINALE-6.1"""
        saved = shot().played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(0, 3))
        saved.then_no(e.CounterBegun).then_happens(e.PeriodEnded(period=1))

    def test_the_counter_is_played_by_the_closing_card_where_that_was_revealed(self) -> None:
        """FINALE-6.1, FINALE-2.3"""
        counter = exhausted(before_reveal(), AWAY).played(*reveal("red-1", "closing"), *failing())
        counter.then_happens(e.CounterBegun(side=AWAY, card="closing"))
        assert counter.pending.choices[0].prompt == "Mark 1 red and 1 blue for the approach."

    def test_after_the_counter_the_attacker_goes_on_if_it_has_attempts_left(self) -> None:
        """FINALE-6.2"""
        counter = before_reveal().played(*reveal("red-1", "yellow-1"), *failing())
        over = counter.played(*counter_by_yellow_1_fails())
        over.then_happens(e.AttemptGranted(side=HOME, number=2, attempts=2, clause="FINALE-6.2"))
        over.then_waits_for("home", clause="FINALE-7.1")

    def test_the_white_markers_of_the_counter_count_in_its_shot(self) -> None:
        """FINALE-5.1, FINALE-6.1"""
        compared = self.countered().played(mark(AWAY, "a24", "a16"), mark(HOME, "h4", "h16"), *dice(0, 3))
        compared.then_legal(mark(AWAY, "a22"), mark(AWAY, "a25"))


class TestFurtherAttempts:
    def second(self) -> Situation:
        """Home has scored or not by its first attempt of two, and lays a card for the second."""
        first = before_reveal().played(*reveal("red-1", "yellow-1"), mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0))
        return first.played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(3, 0))

    def test_for_each_attempt_left_the_attacker_lays_a_new_card_openly(self) -> None:
        """FINALE-7.1"""
        second = self.second().then_happens(e.AttemptGranted(side=HOME, number=2, attempts=2))
        second.then_waits_for("home", clause="FINALE-7.1")
        second.when(lay(AWAY, "blue-1")).then_refused("FINALE-3.2", saying="nothing to decide now")
        laid = second.when(lay(HOME, "white-1"))
        laid.then(
            e.TacticPlayed(side=HOME, card="white-1", value=1),
            e.AttemptBegun(side=HOME, card="white-1", number=2, attempts=2, clause="FINALE-7.1"),
        )
        assert laid.events[0].audience() == "all"
        assert laid.pending.choices[0].prompt == "Mark 1 red and 2 blue for the approach."

    def test_its_value_does_not_change_the_number_of_attempts(self) -> None:
        """FINALE-7.1"""
        table = self.second().played(lay(HOME, "blue-1")).state
        assert (table.attempt, table.attempts) == (2, 2)

    def test_a_card_is_drawn_for_it_at_once(self) -> None:
        """FINALE-7.1, FINALE-2.4"""
        hands = decks_drawn(STRONG, WEAK).played(*NO_SUBSTITUTION, *reveal("red-1", "white-2"), draw(HOME, "red-4"))
        first = hands.played(draw(AWAY, "white-4"), mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0))
        second = first.played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(3, 0), lay(HOME, "red-3"))
        second.then_due("FINALE-2.4", *((draw(HOME, card), 1) for card in ("red-5", "red-6", *STRONG[6:])))
        drawn = second.when(draw(HOME, "blue-5"))
        drawn.then_happens(e.AttemptBegun(side=HOME, card="red-3", number=2, attempts=4, clause="FINALE-7.1"))
        assert drawn.state.tactics.home.hand == ("red-2", "red-4", "blue-5")

    def test_with_all_eleven_played_further_attempts_are_by_the_closing_card(self) -> None:
        """FINALE-7.1, FINALE-2.3"""
        second = exhausted(self.second(), HOME)
        second.when(lay(HOME, "closing")).then(
            e.TacticPlayed(side=HOME, card="closing", value=1, clause="FINALE-2.3"),
            e.AttemptBegun(side=HOME, card="closing", number=2, attempts=2, clause="FINALE-7.1"),
        )
        second.when(lay(HOME, "red-2")).then_refused("FINALE-2.3", "card")

    def test_when_the_attempts_are_used_up_the_period_ends(self) -> None:
        """FINALE-7.2"""
        over = self.second().played(lay(HOME, "red-5"), mark(HOME, "h24"), mark(AWAY, "a16"), *dice(3, 0))
        over = over.played(mark(HOME, "h25"), mark(AWAY, "a2", "a4"), *dice(3, 0))
        over.then_happens(e.MarkersRemoved(), e.PeriodEnded(period=1), e.PeriodStarted(period=2))
        table = over.state
        assert (table.attacker, table.attempt, table.attempts, table.card) == (None, 0, 0, None)
        assert table.revealed == BySide(None, None)

    def test_after_the_sixth_period_the_match_ends(self) -> None:
        """FINALE-7.2"""
        sixth = before_reveal().where(period=6).played(*reveal("red-1", "blue-1"))
        over = sixth.played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0), mark(HOME, "h25"), mark(AWAY, "a2"))
        over.played(*dice(3, 0)).then_happens(
            e.PeriodEnded(period=6), e.MatchEnded(side=HOME, score=BySide(1, 0), clause="FINALE-8.1")
        )
