"""Squads, decks, hands and piles."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.finale import commands as c
from domain.games.finale import events as e
from domain.games.finale.game import FINALE
from domain.games.finale.terms import Phase, Standing
from domain.match.game import RuleViolation
from domain.match.sides import SIDES, BySide
from tests.bdd import Situation
from tests.domain.games.finale.words import (
    AWAY,
    BENCH,
    HOME,
    NO_SUBSTITUTION,
    STARTERS,
    STRONG,
    WEAK,
    before_reveal,
    deck,
    decks_drawn,
    draw,
    end,
    exhausted,
    ids,
    lay,
    mark,
    opened,
    reveal,
    squad,
    squads_laid,
    withhold,
)

OTHERS = STARTERS[1:]
"""The starters but for the goalkeeper."""


class TestSquads:
    def test_a_squad_of_eleven_and_four_within_fifty_points_is_accepted(self) -> None:
        """FINALE-2.1"""
        opened().when(squad(HOME)).then(
            e.SquadChosen(side=HOME, starters=ids(HOME, STARTERS), substitutes=ids(HOME, BENCH), cost=41)
        )

    @pytest.mark.parametrize(
        ("starters", "bench", "path", "says"),
        [
            (STARTERS[:-1], BENCH, "starters", "11 starters are needed, and there are 10"),
            ((*STARTERS, 8), BENCH, "starters", "11 starters are needed, and there are 12"),
            (STARTERS, BENCH[:-1], "substitutes", "4 substitutes are needed, and there are 3"),
            (STARTERS, (*BENCH, 8), "substitutes", "4 substitutes are needed, and there are 5"),
            ((2, *OTHERS[:-1], 99), BENCH, "starters[10]", "'h99' is a stranger"),
            (STARTERS, (1, 9, 19, 31), "substitutes[3]", "'h31' is a stranger"),
            ((2, *OTHERS[:-1], 4), BENCH, "starters[10]", "Celia Navarro (h4) is named twice"),
            (STARTERS, (1, 9, 19, 4), "substitutes[3]", "Celia Navarro (h4) is named twice"),
            ((8, *OTHERS), BENCH, "starters", "exactly one goalkeeper must start, and there are 0"),
            ((2, *OTHERS[:-1], 3), BENCH, "starters", "exactly one goalkeeper must start, and there are 2"),
            ((3, 9, 10, 11, 12, 19, 20, 21, 28, 29, 30), (22, 13, 4, 23), "", "it costs 57 points, and 50 are allowed"),
        ],
    )
    def test_a_squad_that_breaks_a_limit_is_refused(
        self, starters: tuple[int, ...], bench: tuple[int, ...], path: str, says: str
    ) -> None:
        """FINALE-2.1"""
        opened().when(squad(HOME, starters, bench)).then_refused("FINALE-2.1", path, says)

    def test_exactly_fifty_points_are_within_the_limit(self) -> None:
        """FINALE-2.1"""
        starters = (3, 9, 10, 11, 12, 19, 20, 13, 28, 22, 4)
        (chosen,) = opened().when(squad(HOME, starters, (23, 8, 24, 25))).events
        assert isinstance(chosen, e.SquadChosen)
        assert chosen.cost == 50
        too_dear = opened().when(squad(HOME, starters, (7, 8, 24, 25)))
        too_dear.then_refused("FINALE-2.1", "", "it costs 51 points, and 50 are allowed")

    def test_a_squad_that_breaks_several_limits_is_refused_with_every_one_named(self) -> None:
        """FINALE-2.1"""
        command = c.ChooseSquad(
            side=HOME,
            starters=("h3", "h2", "h12", "h12", "h30", "h29", "h28", "h21", "a5", "ghost"),
            substitutes=("h10", "h11", "h19", "h20", "h27"),
        )
        answer = opened().when(command).answer
        assert isinstance(answer, RuleViolation)
        assert answer.path == "starters"
        for limit in (
            "11 starters are needed, and there are 10",
            "4 substitutes are needed, and there are 5",
            "Josefa Quint (h12) is named twice",
            "Tariq Solberg plays for the others",
            "'ghost' is a stranger",
            "it costs 55 points, and 50 are allowed",
            "exactly one goalkeeper must start, and there are 2",
        ):
            assert limit in answer.message

    def test_a_goalkeeper_may_sit_on_the_bench_or_not(self) -> None:
        """FINALE-2.1: one is needed, on the goalkeeper's place."""
        opened().played(squad(HOME, bench=(1, 3, 9, 13)))
        opened().played(squad(HOME, bench=(8, 9, 19, 26)))

    def test_what_is_offered_keeps_all_limits_is_varied_and_says_that_it_is_not_all(self) -> None:
        """FINALE-2.1"""
        start = opened()
        for side in SIDES:
            offered = list(FINALE.legal_commands(start.state, side))
            assert len(offered) == len(set(offered)) == 48
            assert all(not isinstance(FINALE.decide(start.state, command), RuleViolation) for command in offered)
            assert offered == list(FINALE.legal_commands(start.state, side))
        assert {choice.exhaustive for choice in start.pending.choices} == {False}
        squads = [command for command in FINALE.legal_commands(start.state, HOME) if isinstance(command, c.ChooseSquad)]
        chosen = {one for command in squads for one in (*command.starters, *command.substitutes)}
        assert len(chosen) == 30, "everybody gets a chance"
        reserves = [command for command in squads if {"h1", "h2", "h3"} & set(command.substitutes)]
        assert 0 < len(reserves) < len(squads)

    def test_squads_are_offered_for_any_budget_that_an_edition_may_have(self) -> None:
        """FINALE-2.1"""
        tight = opened(lambda data: data.update(budget=33))
        offered = list(FINALE.legal_commands(tight.state, HOME))
        assert offered
        assert all(not isinstance(FINALE.decide(tight.state, command), RuleViolation) for command in offered)

    def test_squads_are_chosen_in_secret_and_laid_open_together(self) -> None:
        """FINALE-2.5"""
        chosen = opened().when(squad(AWAY))
        (event,) = chosen.events
        assert event.audience() == "away"
        assert event.concealed() == "{side} has chosen its squad."
        assert chosen.state.footballers == {}
        chosen.then_waits_for("home", clause="FINALE-2.1")
        chosen.when(squad(AWAY)).then_refused("FINALE-2.1", saying="nothing to decide now")
        both = chosen.when(squad(HOME)).then_happens(e.SquadsRevealed(costs=BySide(41, 41)))
        assert event.opened_by(both.events[-1])
        assert not event.opened_by(both.events[0])
        both.then_waits_for("home", "away", clause="FINALE-2.2")

    def test_footballers_begin_with_edge_0_up(self) -> None:
        """FINALE-2.1"""
        table = squads_laid().state
        assert {one.top for one in table.footballers.values()} == {0}
        assert [one.id for one in table.on_pitch(AWAY)] == list(ids(AWAY, STARTERS))
        bench = [one.id for one in table.of(AWAY) if one.standing is Standing.BENCH]
        assert bench == list(ids(AWAY, BENCH))


class TestDecks:
    def test_a_side_chooses_eleven_of_its_thirty_tactic_cards_and_draws_three(self) -> None:
        """FINALE-2.2"""
        chosen = squads_laid().when(deck(HOME, *STRONG)).then(e.DeckChosen(side=HOME, cards=STRONG))
        both = chosen.played(deck(AWAY, *WEAK))
        both.then_due("FINALE-2.2", *((draw(HOME, card), 1) for card in STRONG))
        drawn = both.played(draw(HOME, "red-4"), draw(HOME, "red-1"), draw(HOME, "blue-5"))
        assert drawn.state.tactics.home.hand == ("red-4", "red-1", "blue-5")
        assert drawn.state.tactics.home.pile_size == 8
        drawn.then_due("FINALE-2.2", *((draw(AWAY, card), 1) for card in WEAK))
        drawn.played(draw(AWAY, "white-1"), draw(AWAY, "white-2")).when(draw(AWAY, "white-3")).then(
            e.TacticDrawn(side=AWAY, card="white-3", clause="FINALE-2.2"), e.PeriodStarted(period=1)
        )

    @pytest.mark.parametrize(
        ("cards", "path", "says"),
        [
            (STRONG[:-1], "cards", "11 cards are needed, and there are 10"),
            ((*STRONG, "white-1"), "cards", "11 cards are needed, and there are 12"),
            ((*STRONG[:-1], "green-1"), "cards[10]", "'green-1' is none of the 30 tactic cards"),
            ((*STRONG[:-1], "closing"), "cards[10]", "'closing' is none of the 30 tactic cards"),
            ((*STRONG[:-1], "red-1"), "cards[10]", "red-1 is named twice"),
        ],
    )
    def test_a_deck_that_breaks_a_limit_is_refused(self, cards: tuple[str, ...], path: str, says: str) -> None:
        """FINALE-2.2"""
        squads_laid().when(deck(HOME, *cards)).then_refused("FINALE-2.2", path, says)

    def test_a_deck_that_breaks_several_limits_is_refused_with_every_one_named(self) -> None:
        """FINALE-2.2"""
        answer = squads_laid().when(deck(HOME, "red-1", "red-1", "green-1")).answer
        assert isinstance(answer, RuleViolation)
        for limit in ("11 cards are needed, and there are 3", "red-1 is named twice", "'green-1' is none"):
            assert limit in answer.message

    def test_decks_on_offer_are_varied_and_all_can_be_chosen(self) -> None:
        """FINALE-2.2"""
        start = squads_laid(mode="dealt")
        offered = list(FINALE.legal_commands(start.state, HOME))
        assert len({frozenset(command.cards) for command in offered if isinstance(command, c.ChooseDeck)}) > 20
        assert all(not isinstance(FINALE.decide(start.state, command), RuleViolation) for command in offered)

    def test_a_deck_and_what_is_drawn_stay_secret_to_the_end(self) -> None:
        """FINALE-2.5"""
        chosen, drawn = e.DeckChosen(side=AWAY, cards=WEAK), e.TacticDrawn(side=AWAY, card="white-1")
        for event in (chosen, drawn):
            assert event.audience() == "away"
            revealed = e.TacticsRevealed(cards=BySide("red-1", "white-1"), values=BySide(5, 1))
            assert not event.opened_by(revealed)
            assert "white-1" not in event.concealed()

    def test_a_deck_is_chosen_when_both_squads_lie_open(self) -> None:
        """FINALE-2.5"""
        opened().when(deck(HOME, *STRONG)).then_refused("FINALE-2.2", saying="This is not the moment")
        opened().played(squad(HOME)).when(deck(HOME, *STRONG)).then_refused("FINALE-2.2", saying="nothing to decide")


class TestHands:
    def test_each_card_played_is_replaced_at_once_home_first(self) -> None:
        """FINALE-2.4, FINALE-2.6"""
        shown = decks_drawn().played(*NO_SUBSTITUTION, *reveal("red-2", "white-1"))
        shown.then_due("FINALE-2.4", *((draw(HOME, card), 1) for card in STRONG[3:]))
        shown = shown.played(draw(HOME, "blue-1"))
        assert shown.state.tactics.home.hand == ("red-1", "red-3", "blue-1")
        shown.then_due("FINALE-2.4", *((draw(AWAY, card), 1) for card in WEAK[3:]))
        shown.when(draw(AWAY, "purple-5")).then_happens(
            e.TacticDrawn(side=AWAY, card="purple-5"), e.AttackerDecided(side=HOME, attempts=4, figures="5 against 1")
        )

    def test_only_cards_in_hand_can_be_laid(self) -> None:
        """FINALE-2.4"""
        match = decks_drawn().played(*NO_SUBSTITUTION)
        match.then_legal(*(lay(HOME, card) for card in STRONG[:3]), *(lay(AWAY, card) for card in WEAK[:3]))
        match.when(lay(HOME, "blue-1")).then_refused("FINALE-2.4", "card", "you can lay red-1, red-2 or red-3")
        match.when(lay(HOME, "closing")).then_refused("FINALE-2.4", "card", "closing is not in your hand")
        match.when(lay(HOME, "green-1")).then_refused("FINALE-1.3", "card", "There is no tactic card 'green-1'")

    def test_a_card_that_was_played_cannot_be_laid_again(self) -> None:
        """FINALE-2.2"""
        played = decks_drawn().played(*NO_SUBSTITUTION, *reveal("red-2", "white-1"))
        played = played.played(draw(HOME, "blue-1"), draw(AWAY, "white-4"))
        assert played.state.tactics.home.played == ("red-2",)
        again = played.where(phase=Phase.NEXT_TACTIC)
        again.when(lay(HOME, "red-2")).then_refused("FINALE-2.2", "card", "You have played red-2 already")

    def test_the_hand_shrinks_once_the_pile_is_gone(self) -> None:
        """FINALE-2.4: with nine cards drawn and played there are two left, and nothing to draw."""
        match = decks_drawn().played(*NO_SUBSTITUTION)
        tactics = match.state.tactics
        late = match.where(
            tactics=BySide(
                replace(tactics.home, hand=(STRONG[0], STRONG[10]), played=STRONG[1:10]),
                replace(tactics.away, hand=(WEAK[0], WEAK[10]), played=WEAK[1:10]),
            )
        )
        assert late.state.tactics.home.pile_size == 0
        shown = late.played(*reveal("red-1", "white-1")).then_no(e.TacticDrawn)
        shown.then_waits_for("home", clause="FINALE-4.1")
        assert shown.state.tactics.home.hand_size == 1

    def test_a_side_that_has_played_all_eleven_plays_the_closing_card_again_and_again(self) -> None:
        """FINALE-2.3"""
        match = exhausted(before_reveal(), HOME)
        match.then_legal(lay(HOME, "closing"))
        match.when(lay(HOME, "red-6")).then_refused("FINALE-2.3", "card", "you can lay closing")
        shown = match.played(lay(HOME, "closing"), lay(AWAY, "white-6"))
        shown.then_happens(e.TacticsRevealed(cards=BySide("closing", "white-6"), values=BySide(1, 1)))
        exhausted(before_reveal(), HOME).played(*reveal("closing", "red-1")).then_happens(
            e.AttackerDecided(side=AWAY, attempts=4, figures="5 against 1")
        )
        assert shown.state.tactics.home == match.state.tactics.home, "it is not spent"

    def test_dice_are_rolled_by_home_first_whoever_attacks(self) -> None:
        """FINALE-2.6"""
        attack = before_reveal().played(*reveal("blue-1", "red-1"), mark(AWAY, "a24"), mark(HOME, "h4"))
        assert attack.pending.chance is not None
        assert attack.pending.chance.side is HOME


class TestWithheldDecks:
    def test_a_side_may_keep_its_deck_to_itself_in_a_reported_match(self) -> None:
        """FINALE-2.7"""
        kept = squads_laid().when(withhold(HOME)).then(e.DeckWithheld(side=HOME))
        kept.then_waits_for("away")
        both = kept.when(withhold(AWAY)).then(e.DeckWithheld(side=AWAY), e.PeriodStarted(period=1))
        assert both.state.tactics.home.hand_size == 3
        assert both.state.tactics.home.pile_size == 8

    def test_the_other_side_may_tell_its_deck_all_the_same(self) -> None:
        """FINALE-2.7"""
        one = squads_laid().played(withhold(HOME), deck(AWAY, *WEAK))
        one.then_due("FINALE-2.2", *((draw(AWAY, card), 1) for card in WEAK))
        ready = one.played(*(draw(AWAY, card) for card in WEAK[:3]), *NO_SUBSTITUTION)
        shown = ready.played(*reveal("red-1", "white-1"))
        shown.then_due("FINALE-2.4", *((draw(AWAY, card), 1) for card in WEAK[3:]))

    def test_a_dealt_match_has_to_know_the_deck(self) -> None:
        """FINALE-2.7"""
        dealt = squads_laid(mode="dealt")
        dealt.when(withhold(HOME)).then_refused("FINALE-2.7", saying="choose 11 tactic cards")
        assert withhold(HOME) not in FINALE.legal_commands(dealt.state, HOME)
        assert withhold(HOME) in FINALE.legal_commands(squads_laid().state, HOME)

    def test_any_card_of_the_thirty_may_be_laid_but_none_twice(self) -> None:
        """FINALE-2.7"""
        match = before_reveal()
        assert len(list(FINALE.legal_commands(match.state, HOME))) == 30
        match.when(lay(HOME, "closing")).then_refused("FINALE-2.7", "card", "You have tactic cards left")
        later = match.played(*reveal("red-1", "blue-6")).where(phase=Phase.NEXT_TACTIC)
        later.when(lay(HOME, "red-1")).then_refused("FINALE-2.2", "card", "You have played red-1 already")
        assert lay(HOME, "blue-6") in FINALE.legal_commands(later.state, HOME)

    def test_after_eleven_cards_there_is_only_the_closing_card(self) -> None:
        """FINALE-2.7"""
        exhausted(before_reveal()).then_legal(lay(HOME, "closing"), lay(AWAY, "closing"))

    def test_hand_and_pile_shrink_as_they_do_at_the_table(self) -> None:
        """FINALE-2.7"""
        sizes: list[tuple[int, int]] = []
        tactics = before_reveal().state.tactics.home
        for number in range(12):
            spent = replace(tactics, played=tuple(map(str, range(number))))
            sizes.append((spent.hand_size, spent.pile_size))
        assert sizes == [*((3, pile) for pile in range(8, -1, -1)), (2, 0), (1, 0), (0, 0)]


def test_nothing_can_be_done_out_of_turn() -> None:
    """Every command has its moment."""
    commands = (
        (squad(HOME), "FINALE-2.1"),
        (deck(HOME, *STRONG), "FINALE-2.2"),
        (withhold(HOME), "FINALE-2.7"),
        (c.Substitute(side=HOME, goes="h4", newcomer="h9"), "FINALE-3.1"),
        (end(HOME), "FINALE-3.3"),
        (lay(HOME, "red-1"), "FINALE-3.2"),
        (mark(HOME, "h4"), "FINALE-4.1"),
        (c.NameShooter(side=HOME, footballer="h4"), "FINALE-8.4"),
    )
    situations: tuple[tuple[Situation, type[Any]], ...] = (
        (opened(), c.ChooseSquad),
        (before_reveal(), c.LayTactic),
        (before_reveal().where(phase=Phase.OVER), type(None)),
        (before_reveal().where(phase=Phase.TIE), type(None)),
    )
    for situation, due in situations:
        for command, clause in commands:
            if not isinstance(command, due):
                situation.when(command).then_refused(clause)
