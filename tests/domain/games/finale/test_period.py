"""Substitutions, the reveal, and who attacks."""

import pytest

from domain.games.finale import events as e
from domain.games.finale.game import FINALE
from domain.games.finale.terms import Purpose, Standing
from domain.match.sides import BySide, Side
from tests.bdd import Situation
from tests.domain.games.finale.words import (
    AWAY,
    HOME,
    NO_SUBSTITUTION,
    Act,
    before_reveal,
    dice,
    die,
    end,
    having,
    lay,
    mark,
    match,
    opened,
    reveal,
    squad,
    sub,
    withhold,
    without,
)


def legal_pairs(situation: Situation, side: Side) -> set[tuple[str, str]]:
    legal = FINALE.legal_commands(situation.state, side)
    return {(one.goes, one.newcomer) for one in legal if hasattr(one, "goes") and hasattr(one, "newcomer")}


class TestSubstitutions:
    def test_a_newcomer_takes_the_place_of_one_who_does_not_return(self) -> None:
        """FINALE-3.1"""
        one = having(match(), "h4", top=2).when(sub(HOME, "h4", "h9"))
        one.then(e.FootballerSubstituted(side=HOME, goes="h4", newcomer="h9", made=1))
        table = one.state
        assert table.footballers["h9"].standing is Standing.PITCH
        assert table.footballers["h9"].top == 0
        assert table.footballers["h4"].standing is Standing.REPLACED
        one.when(sub(HOME, "h9", "h4")).then_refused("FINALE-3.1", "newcomer", "not on the bench")
        one.when(sub(HOME, "h4", "h19")).then_refused("FINALE-3.1", "goes", "replaced for the rest of the match")

    def test_the_newcomer_comes_edge_0_up(self) -> None:
        """FINALE-3.1"""
        one = having(match(), "h9", top=3).played(sub(HOME, "h4", "h9"))
        assert one.state.footballers["h9"].top == 0

    def test_four_substitutions_in_the_match(self) -> None:
        """FINALE-3.1"""
        four = match().played(
            sub(HOME, "h2", "h1"), sub(HOME, "h4", "h9"), sub(HOME, "h16", "h19"), sub(HOME, "h22", "h26")
        )
        assert four.state.substitutions == BySide(4, 0)
        four.then_legal(end(HOME))
        assert "you have made all" in four.pending.choices[0].prompt
        four.when(sub(HOME, "h5", "h9")).then_refused("FINALE-3.1", saying="All 4 substitutions of the match are made")

    def test_home_declares_first_in_the_first_period_then_away_knowing_it(self) -> None:
        """FINALE-3.1, FINALE-3.3"""
        start = match().then_waits_for("home", clause="FINALE-3.1")
        start.when(end(AWAY)).then_refused("FINALE-3.3", saying="nothing to decide now")
        one = start.played(sub(HOME, "h4", "h9"))
        assert one.events[0].audience() == "all"
        one.then_waits_for("home")
        ended = one.when(end(HOME)).then(e.SubstitutionsEnded(side=HOME)).then_waits_for("away", clause="FINALE-3.1")
        ended.when(sub(HOME, "h5", "h19")).then_refused("FINALE-3.1", saying="nothing to decide now")
        ended.played(end(AWAY)).then_waits_for("home", "away", clause="FINALE-3.2")

    def test_the_side_that_attacked_last_declares_first(self) -> None:
        """FINALE-3.1"""
        attack = before_reveal().played(*reveal("blue-1", "red-1"), mark(AWAY, "a24"), mark(HOME, "h4"))
        lost = attack.played(*dice(3, 0), *counter_of_home_fails())
        assert lost.state.period == 2
        lost.then_waits_for("away", clause="FINALE-3.1")
        lost.played(end(AWAY)).then_waits_for("home", clause="FINALE-3.1")

    def test_a_counter_is_no_attack_in_this_sense(self) -> None:
        """FINALE-3.3: home counters in period 1, and away declares first in period 2."""
        attack = before_reveal().played(*reveal("blue-1", "red-1"), mark(AWAY, "a24"), mark(HOME, "h4"))
        countered = attack.played(*dice(3, 0))
        assert countered.state.attack is not None
        assert countered.state.attack.side is HOME
        assert countered.played(*counter_of_home_fails()).state.attacked_last is AWAY

    def test_after_a_period_without_an_attempt_it_is_still_who_attacked_before(self) -> None:
        """FINALE-3.3"""
        lost = before_reveal(tie="noAttempt").played(*reveal("blue-1", "red-1"), mark(AWAY, "a24"), mark(HOME, "h4"))
        second = lost.played(*dice(3, 0), *counter_of_home_fails(), end(AWAY), end(HOME))
        third = second.played(*reveal("red-2", "red-3"))
        assert third.state.period == 3
        third.then_waits_for("away", clause="FINALE-3.1")

    def test_substitutions_come_before_the_reveal_only(self) -> None:
        """FINALE-3.1"""
        before_reveal().when(sub(HOME, "h4", "h9")).then_refused("FINALE-3.1", saying="This is not the moment")

    def test_the_goalkeeper_goes_for_a_goalkeeper_and_an_outfielder_for_an_outfielder(self) -> None:
        """FINALE-3.4"""
        start = match()
        outfielders = {one.id for one in start.state.on_pitch(HOME)} - {"h2"}
        assert legal_pairs(start, HOME) == {
            ("h2", "h1"),
            *((goes, newcomer) for goes in outfielders for newcomer in ("h9", "h19", "h26")),
        }
        start.when(sub(HOME, "h4", "h1")).then_refused("FINALE-3.4", "goes", "but that of Mina Forsell (h2)")
        start.when(sub(HOME, "h2", "h9")).then_refused("FINALE-3.4", "goes", "Ruben Tal cannot take the place")
        start.played(sub(HOME, "h4", "h26"))

    @pytest.mark.parametrize("standing", [Standing.INJURED, Standing.SENT_OFF])
    def test_a_second_goalkeeper_never_comes_on(self, standing: Standing) -> None:
        """FINALE-3.4: the place is taken again, so who kept goal before needs no second replacement."""
        both_reserves = squad(HOME, bench=(1, 3, 9, 26))
        start = opened().played(both_reserves, squad(AWAY), withhold(HOME), withhold(AWAY))
        taken = without(start, "h2", standing=standing).played(sub(HOME, "h4", "h1"))
        assert {pair for pair in legal_pairs(taken, HOME) if "h2" in pair} == set()
        assert {pair for pair in legal_pairs(taken, HOME) if "h3" in pair} == {("h1", "h3")}
        taken.when(sub(HOME, "h5", "h3")).then_refused("FINALE-3.4", "goes", "but that of Aurelio Bastide (h1)")

    def test_an_injured_outfielder_may_be_replaced_and_one_sent_off_may_not(self) -> None:
        """FINALE-3.4, FINALE-4.4"""
        hurt = without(match(), "h4", standing=Standing.INJURED)
        hurt.when(sub(HOME, "h4", "h9")).then(
            e.FootballerSubstituted(side=HOME, goes="h4", newcomer="h9", made=1, clause="FINALE-4.4")
        )
        hurt.when(sub(HOME, "h4", "h1")).then_refused("FINALE-3.4", "goes")
        off = without(match(), "h4")
        off.when(sub(HOME, "h4", "h9")).then_refused("FINALE-4.4", "goes", "Celia Navarro is sent off")
        assert "h4" not in {goes for goes, _ in legal_pairs(off, HOME)}

    @pytest.mark.parametrize(
        ("goes", "newcomer", "path"),
        [
            ("a4", "h9", "goes"),
            ("h4", "a9", "newcomer"),
            ("h99", "h9", "goes"),
            ("h4", "h3", "newcomer"),
            ("", "h9", "goes"),
        ],
    )
    def test_only_the_own_squad_is_substituted(self, goes: str, newcomer: str, path: str) -> None:
        """FINALE-2.1, FINALE-3.1"""
        match().when(sub(HOME, goes, newcomer)).then_refused("FINALE-2.1", path)

    def test_somebody_on_the_pitch_or_on_the_bench_cannot_be_both(self) -> None:
        """FINALE-3.1"""
        match().when(sub(HOME, "h4", "h5")).then_refused("FINALE-3.1", "newcomer", "on the pitch, not on the bench")
        match().when(sub(HOME, "h9", "h19")).then_refused("FINALE-3.1", "goes", "is on the bench")


def counter_of_home_fails() -> tuple[Act, ...]:
    """Home counters by blue-1, and its approach fails: 6 + 0 against 7 + 3."""
    return (mark(HOME, "h22", "h16"), mark(AWAY, "a4", "a16"), *dice(0, 3))


class TestReveal:
    def test_cards_are_laid_face_down_and_revealed_together(self) -> None:
        """FINALE-3.2"""
        start = before_reveal()
        laid = start.when(lay(AWAY, "red-1")).then(e.TacticLaid(side=AWAY, card="red-1"))
        (event,) = laid.events
        assert event.audience() == "away"
        assert event.concealed() == "{side} lays a tactic card face down."
        laid.then_waits_for("home", clause="FINALE-3.2")
        laid.when(lay(AWAY, "red-2")).then_refused("FINALE-3.2", saying="nothing to decide now")
        shown = laid.when(lay(HOME, "white-1"))
        revealed = e.TacticsRevealed(cards=BySide("white-1", "red-1"), values=BySide(1, 5))
        shown.then(
            e.TacticLaid(side=HOME, card="white-1"),
            revealed,
            e.AttackerDecided(side=AWAY, attempts=4, figures="5 against 1"),
            e.AttemptBegun(side=AWAY, card="red-1", number=1, attempts=4),
        )
        assert event.opened_by(revealed)
        assert not event.opened_by(shown.events[0])

    @pytest.mark.parametrize(
        ("home", "away", "attacker", "attempts"),
        [
            ("red-1", "blue-1", HOME, 1),
            ("red-1", "yellow-1", HOME, 2),
            ("purple-1", "red-1", AWAY, 3),
            ("white-1", "red-1", AWAY, 4),
            ("blue-1", "yellow-1", HOME, 1),
        ],
    )
    def test_the_higher_value_attacks_as_often_as_the_difference_says(
        self, home: str, away: str, attacker: Side, attempts: int
    ) -> None:
        """FINALE-3.2"""
        table = before_reveal().played(*reveal(home, away)).state
        assert (table.attacker, table.attempts, table.attempt) == (attacker, attempts, 1)

    def test_on_a_tie_dice_decide_until_unequal_and_the_winner_has_one_attempt(self) -> None:
        """FINALE-3.2: rollOneAttempt, the default."""
        tied = before_reveal().played(*reveal("red-1", "red-2"))
        tied.then_happens(e.TacticsTied(value=5, dice_decide=True))
        tied.then_due("FINALE-3.2", (die(HOME, 0), 1), (die(HOME, 1), 2), (die(HOME, 2), 2), (die(HOME, 3), 1))
        again = tied.played(*dice(2, 2))
        again.then(e.DieRolled(side=AWAY, face=2, purpose=Purpose.TIE, clause="FINALE-3.2"))
        decided = again.played(*dice(1, 1), *dice(0, 3))
        decided.then_happens(
            e.AttackerDecided(side=AWAY, attempts=1, figures="3 against 0"),
            e.AttemptBegun(side=AWAY, card="red-2", number=1, attempts=1),
        )

    def test_on_a_tie_the_period_passes(self) -> None:
        """FINALE-3.2: noAttempt."""
        tied = before_reveal(tie="noAttempt").when(lay(HOME, "red-1")).when(lay(AWAY, "red-2"))
        tied.then_happens(e.TacticsTied(value=5, dice_decide=False), e.PeriodEnded(period=1), e.PeriodStarted(period=2))
        assert tied.state.attacked_last is None
        tied.then_waits_for("home", clause="FINALE-3.1")

    def test_the_defender_has_no_card_to_lay_but_the_revealed_one(self) -> None:
        """FINALE-3.2"""
        shown = match().played(*NO_SUBSTITUTION, *reveal("red-1", "white-1"))
        shown.when(lay(AWAY, "white-2")).then_refused("FINALE-3.2", saying="nothing to decide now")
