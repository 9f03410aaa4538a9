"""The approach: marking, comparing, symbols."""

import pytest

from domain.games.finale import events as e
from domain.games.finale.terms import Dismissal, Marker, Purpose, Standing, Symbol
from domain.match.sides import Side
from tests.bdd import Situation
from tests.domain.games.changes import Change, corners
from tests.domain.games.finale.words import (
    AWAY,
    CROSS,
    HOME,
    RED,
    YELLOW,
    before_reveal,
    dice,
    die,
    end,
    having,
    mark,
    match,
    only,
    reveal,
    sub,
    without,
)


def attack(*changes: Change, card: str = "red-1", **rules: str) -> Situation:
    """Home attacks by this card; away has shown a card of value 4."""
    return before_reveal(*changes, **rules).played(*reveal(card, "blue-1" if card[0] == "r" else "white-1"))


class TestMarking:
    def test_the_attacker_marks_on_the_left_sides_terms_then_the_defender_on_the_right_sides(self) -> None:
        """FINALE-4.1"""
        start = attack(card="red-2").then_waits_for("home", clause="FINALE-4.1")
        assert start.pending.choices[0].prompt == "Mark 1 red and 1 blue for the approach."
        marked = start.when(mark(HOME, "h16", "h24"))
        marked.then(e.FootballersMarked(side=HOME, footballers=("h16", "h24"), marker=Marker.WHITE))
        marked.then_waits_for("away", clause="FINALE-4.1")
        assert marked.pending.choices[0].prompt == "Mark 1 blue and 2 yellow for the approach."
        both = marked.when(mark(AWAY, "a4", "a16", "a5"))
        both.then(e.FootballersMarked(side=AWAY, footballers=("a4", "a16", "a5"), marker=Marker.WHITE))
        both.then_due("FINALE-4.2", (die(HOME, 0), 1), (die(HOME, 1), 2), (die(HOME, 2), 2), (die(HOME, 3), 1))

    def test_every_way_of_marking_what_is_asked_is_open_in_every_order(self) -> None:
        """FINALE-4.1, FINALE-4.4"""
        reds, blues = ("h22", "h24", "h25"), ("h16", "h17", "h18")
        orders = [mark(HOME, *pair) for red in reds for blue in blues for pair in ((red, blue), (blue, red))]
        attack(card="red-2").then_legal(*orders)

    @pytest.mark.parametrize(
        ("footballers", "clause", "path", "says"),
        [
            ((), "FINALE-4.1", "footballers", "Mark 1 red and 1 blue. Red: Zofia Lenart, Ada Ferreira or Nils Tangen."),
            (("h24",), "FINALE-4.1", "footballers", "Blue: Amira Chenoua, Leo Pfister or Vera Mladic."),
            (("h24", "h25"), "FINALE-4.1", "footballers[1]", "one red too many"),
            (("h24", "h24"), "FINALE-4.1", "footballers[1]", "only once"),
            (("h24", "h4"), "FINALE-4.1", "footballers[1]", "Celia Navarro is yellow"),
            (("h2", "h24"), "FINALE-4.1", "footballers[0]", "Mina Forsell is grey"),
            (("h24", "h19"), "FINALE-2.1", "footballers[1]", "Cosimo Galli is on the bench"),
            (("h24", "a16"), "FINALE-2.1", "footballers[1]", "Leila Amrani plays for the away side"),
            (("h24", "h20"), "FINALE-2.1", "footballers[1]", "no footballer 'h20' in your squad"),
            (("h24", "x"), "FINALE-2.1", "footballers[1]", "no footballer 'x'"),
        ],
    )
    def test_exactly_what_is_asked_is_marked(
        self, footballers: tuple[str, ...], clause: str, path: str, says: str
    ) -> None:
        """FINALE-4.1"""
        attack(card="red-2").when(mark(HOME, *footballers)).then_refused(clause, path, says)

    @pytest.mark.parametrize(
        ("standing", "clause"),
        [
            (Standing.INJURED, "FINALE-4.4"),
            (Standing.SENT_OFF, "FINALE-4.4"),
            (Standing.REPLACED, "FINALE-3.1"),
        ],
    )
    def test_nobody_off_the_pitch_is_marked(self, standing: Standing, clause: str) -> None:
        """FINALE-4.1"""
        without(attack(), "h24", standing=standing).when(mark(HOME, "h24")).then_refused(clause, "footballers[0]")

    def test_with_too_few_of_a_colour_all_of_it_are_marked_and_no_other(self) -> None:
        """FINALE-4.1"""
        one_blue = without(attack(card="red-4"), "h16", "h18")  # two blue are asked for
        one_blue.then_legal(mark(HOME, "h17"))
        one_blue.when(mark(HOME, "h17", "h24")).then_refused("FINALE-4.1", "footballers[1]", "Mark 1 blue.")

    def test_a_side_with_nobody_to_mark_is_not_asked_and_has_its_die_alone(self) -> None:
        """FINALE-4.6"""
        alone = only(before_reveal(), HOME, "h2").played(*reveal("red-1", "blue-1"))
        alone.then_happens(e.FootballersMarked(side=HOME, footballers=(), marker=Marker.WHITE, clause="FINALE-4.6"))
        alone.then_waits_for("away", clause="FINALE-4.1")
        compared = alone.played(mark(AWAY, "a6")).played(*dice(1, 0))
        compared.then_happens(
            e.ApproachCompared(
                side=HOME,
                attack=e.Strength((), 1),
                defence=e.Strength((1,), 0),
                figures="0 + 1 against 1 + 0",
                succeeded=True,
            )
        )

    def test_when_neither_side_has_anybody_only_dice_meet(self) -> None:
        """FINALE-4.6"""
        nobody = only(only(before_reveal(), HOME), AWAY).played(*reveal("red-1", "blue-1"))
        nobody.then_due("FINALE-4.2")
        nobody.played(*dice(1, 1)).then_due("FINALE-5.2").played(*dice(3, 1)).then_happens(
            e.GoalScored(
                side=HOME,
                shooters=(),
                defenders=(),
                shot=e.Strength((), 3),
                save=e.Strength((), 1),
                figures="0 + 3 against 0 + 1",
            )
        )


class TestComparing:
    @pytest.mark.parametrize(("home", "away", "succeeds"), [(0, 1, True), (0, 2, False), (3, 0, True), (1, 1, True)])
    def test_strengths_on_top_and_dice_are_added_and_the_attacker_has_a_tie(
        self, home: int, away: int, succeeds: bool
    ) -> None:
        """FINALE-4.2: 4 against 3."""
        compared = attack().played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(home, away))
        compared.then_happens(
            e.DieRolled(side=AWAY, face=away, purpose=Purpose.APPROACH, clause="FINALE-4.2"),
            e.ApproachCompared(
                side=HOME,
                attack=e.Strength((4,), home),
                defence=e.Strength((3,), away),
                figures=f"4 + {home} against 3 + {away}",
                succeeded=succeeds,
            ),
            e.ShotEarned(side=HOME) if succeeds else e.CounterBegun(side=AWAY, card="blue-1"),
        )

    def test_all_marked_footballers_count_as_they_lie_now(self) -> None:
        """FINALE-4.2: h16 has turned, and shows 2."""
        turned = having(attack(card="red-2"), "h16", top=1)
        compared = turned.played(mark(HOME, "h24", "h16"), mark(AWAY, "a4", "a5", "a16"), *dice(3, 0))
        (figures,) = [event.figures for event in compared.events if isinstance(event, e.ApproachCompared)]
        assert figures == "6 + 3 against 9 + 0"

    def test_nobody_turns_after_an_approach(self) -> None:
        """FINALE-5.3: turnAfter is shot, the default."""
        compared = attack().played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0))
        compared.then_no(e.FootballerTurned)

    @pytest.mark.parametrize("home", [0, 3])
    def test_those_of_the_approach_turn_after_it_whether_it_succeeds_or_fails(self, home: int) -> None:
        """FINALE-5.3: turnAfter is both."""
        compared = attack(turnAfter="both").played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(home, 3))
        compared.then_happens(
            e.FootballerTurned(side=HOME, footballer="h24", top=1, strength=3),
            e.FootballerTurned(side=AWAY, footballer="a4", top=1, strength=3),
            e.ShotEarned(side=HOME) if home else e.MarkersRemoved(clause="FINALE-5.6"),
        )


class TestSymbols:
    def checked(self, symbol: Symbol, face: int, side: Side = HOME, yellow_cards: int = 0) -> Situation:
        """A footballer with this symbol takes part in an approach, and the die shows this face for it."""
        id = "h24" if side is HOME else "a4"
        start = having(attack(corners(**{id: symbol})), id, yellow_cards=yellow_cards)
        rolled = start.played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0))
        rolled.then_due("FINALE-4.3", *((die(side, n), count) for n, count in ((0, 1), (1, 2), (2, 2), (3, 1))))
        rolled.then_no(e.ShotEarned)
        checked = rolled.when(die(side, face))
        checked.then_happens(
            e.SymbolDieRolled(side=side, footballer=id, symbol=symbol, face=face), e.ShotEarned(side=HOME)
        )
        return checked

    @pytest.mark.parametrize("side", [HOME, AWAY])
    @pytest.mark.parametrize("face", [0, 1, 2, 3])
    def test_a_red_cross_injures_on_a_2(self, side: Side, face: int) -> None:
        """FINALE-4.3, FINALE-4.4"""
        checked = self.checked(CROSS, face, side)
        id = "h24" if side is HOME else "a4"
        if face == 2:
            checked.then_happens(e.FootballerInjured(side=side, footballer=id))
            assert checked.state.footballers[id].standing is Standing.INJURED
        else:
            checked.then_no(e.FootballerInjured)
            assert checked.state.footballers[id].on_pitch

    @pytest.mark.parametrize("face", [0, 1, 2, 3])
    def test_a_yellow_card_books_on_0_or_1(self, face: int) -> None:
        """FINALE-4.3"""
        checked = self.checked(YELLOW, face)
        if face in (0, 1):
            checked.then_happens(e.FootballerBooked(side=HOME, footballer="h24", yellow_cards=1))
        else:
            checked.then_no(e.FootballerBooked)
        checked.then_no(e.FootballerSentOff)
        assert checked.state.footballers["h24"].on_pitch

    @pytest.mark.parametrize("face", [0, 1, 2, 3])
    def test_a_red_card_sends_off_on_a_3(self, face: int) -> None:
        """FINALE-4.3"""
        checked = self.checked(RED, face)
        if face == 3:
            checked.then_happens(e.FootballerSentOff(side=HOME, footballer="h24", reason=Dismissal.RED_CARD))
            assert checked.state.footballers["h24"].standing is Standing.SENT_OFF
        else:
            checked.then_no(e.FootballerSentOff)

    def test_a_second_yellow_card_sends_off(self) -> None:
        """FINALE-4.4"""
        self.checked(YELLOW, 0, yellow_cards=1).then_happens(
            e.FootballerBooked(side=HOME, footballer="h24", yellow_cards=2),
            e.FootballerSentOff(side=HOME, footballer="h24", reason=Dismissal.SECOND_YELLOW_CARD),
        )

    def test_without_a_symbol_nothing_happens(self) -> None:
        """FINALE-4.3"""
        attack().played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0)).then_no(e.SymbolDieRolled)

    def test_only_the_corner_right_of_the_edge_on_top_counts(self) -> None:
        """FINALE-4.3: h24 has a red cross right of its second edge only."""
        shipped = attack(lambda data: None)
        shipped.played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0)).then_waits_for("home", clause="FINALE-5.1")
        turned = having(shipped, "h24", top=1)
        turned.played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0)).then_due("FINALE-4.3")

    def test_the_attackers_are_checked_before_the_defenders_each_in_the_order_of_marking(self) -> None:
        """FINALE-4.4"""
        all_yellow = corners(h24=YELLOW, h16=YELLOW, a4=YELLOW, a5=YELLOW, a16=YELLOW)
        rolled = attack(all_yellow, card="red-2").played(
            mark(HOME, "h16", "h24"), mark(AWAY, "a5", "a16", "a4"), *dice(0, 3)
        )
        order = []
        for _ in range(5):
            assert rolled.pending.chance is not None
            assert rolled.pending.chance.side is not None
            rolled = rolled.played(die(rolled.pending.chance.side, 2))
            order += [event.footballer for event in rolled.events if isinstance(event, e.SymbolDieRolled)]
        assert order == ["h16", "h24", "a5", "a16", "a4"]

    def test_checks_come_before_the_counter_so_who_is_off_does_not_take_part_in_it(self) -> None:
        """FINALE-4.4"""
        failed = attack(corners(a24=RED, a4=RED)).played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(0, 3))
        failed.then_no(e.CounterBegun)
        off = failed.when(die(AWAY, 3)).then_happens(e.CounterBegun(side=AWAY, card="blue-1"))
        off.when(mark(AWAY, "a4", "a16")).then_refused("FINALE-4.4", "footballers[0]", "is sent off")

    def test_an_injured_footballer_is_replaced_in_a_later_period_only(self) -> None:
        """FINALE-4.4"""
        hurt = self.checked(CROSS, 2).played(mark(HOME, "h22"), mark(AWAY, "a2"))
        hurt.when(sub(HOME, "h24", "h26")).then_refused("FINALE-3.1")
        later = hurt.played(*dice(0, 3))
        assert later.state.period == 2
        later.when(sub(HOME, "h24", "h26")).then(
            e.FootballerSubstituted(side=HOME, goes="h24", newcomer="h26", made=1, clause="FINALE-4.4")
        )

    def test_who_is_sent_off_is_not_replaced(self) -> None:
        """FINALE-4.4"""
        later = self.checked(RED, 3).played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(0, 3))
        later.when(sub(HOME, "h24", "h26")).then_refused("FINALE-4.4", "goes")


class TestGoalkeepers:
    def test_a_side_whose_goalkeeper_is_off_defends_with_its_die_alone(self) -> None:
        """FINALE-4.5"""
        shot = without(attack(), "a2").played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0))
        shot.then_waits_for("home", clause="FINALE-5.1")
        saved = shot.played(mark(HOME, "h22"))  # away is not asked
        saved.then_due("FINALE-5.2")
        saved.played(*dice(0, 3)).then_happens(
            e.ShotSaved(
                side=HOME,
                shooters=("h22",),
                defenders=(),
                shot=e.Strength((2,), 0),
                save=e.Strength((), 3),
                figures="2 + 0 against 0 + 3",
            )
        )

    def test_losing_the_goalkeeper_is_recorded(self) -> None:
        """FINALE-4.5"""
        shot = attack(corners(a2=RED)).played(mark(HOME, "h24"), mark(AWAY, "a4"), *dice(3, 0))
        shot = shot.played(mark(HOME, "h22"), mark(AWAY, "a2"), *dice(0, 3))
        shot.when(die(AWAY, 3)).then_happens(
            e.FootballerSentOff(side=AWAY, footballer="a2", reason=Dismissal.RED_CARD),
            e.GoalLeftEmpty(side=AWAY, footballer="a2"),
        )
        shot.when(die(AWAY, 2)).then_no(e.GoalLeftEmpty)

    def test_an_outfielder_may_go_off_for_a_goalkeeper_on_the_bench(self) -> None:
        """FINALE-4.5"""
        empty = without(match(), "h2")
        taken = empty.when(sub(HOME, "h4", "h1"))
        taken.then(e.FootballerSubstituted(side=HOME, goes="h4", newcomer="h1", made=1, clause="FINALE-4.5"))
        goalkeeper = taken.state.goalkeeper(HOME)
        assert goalkeeper is not None
        assert goalkeeper.id == "h1"
        empty.when(sub(HOME, "h2", "h1")).then_refused("FINALE-4.4", "goes", "is sent off")

    def test_an_injured_goalkeeper_is_replaced_by_a_goalkeeper_directly(self) -> None:
        """FINALE-4.5"""
        hurt = without(match(), "h2", standing=Standing.INJURED)
        hurt.played(sub(HOME, "h2", "h1"), end(HOME))
        hurt.played(sub(HOME, "h4", "h1"))
        hurt.when(sub(HOME, "h2", "h9")).then_refused("FINALE-3.4", "goes", "cannot take the place")
