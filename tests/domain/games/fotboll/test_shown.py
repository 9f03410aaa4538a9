"""What people see of a match: rulebook, house rules, board and sentences; and how matches go on the whole."""

import re
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from rich.console import Console

from domain.games import GAMES
from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card
from domain.games.fotboll.game import FOTBOLL
from domain.games.fotboll.terms import Duel, Finish, Line, Place
from domain.match import house_rules
from domain.match.game import Event, Outcome, RuleViolation, Setup
from domain.match.random_play import choose as choose_at_random
from domain.match.sides import BySide, Viewer
from tests.bdd import Situation
from tests.domain.games.fotboll.words import (
    AWAY,
    HOME,
    HOME_CARDS,
    NAMES,
    attack,
    choose,
    deal,
    dealt,
    draw,
    duel,
    emptied,
    having,
    joker_match,
    match,
    opened,
    setup_of,
    stopped,
    turn_up,
)

HERE = Path(__file__).parent


def test_the_game_is_registered() -> None:
    assert GAMES.current("fotboll") is FOTBOLL


def test_every_clause_of_the_rulebook_is_held_by_a_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    names = {clause: f"def test_{re.sub(r'[-.]', '_', clause).lower()}_" for clause in FOTBOLL.rulebook}
    assert [clause for clause, name in names.items() if name not in tests or f'"{clause}' not in tests] == []


def test_the_rulebook_has_every_clause_in_order_and_in_full() -> None:
    assert len(FOTBOLL.rulebook) == 2 + 4 + 6 + 3 + 6 + 3 + 4
    assert next(iter(FOTBOLL.rulebook)) == "FOTBOLL-1.1"
    assert FOTBOLL.rulebook["FOTBOLL-3.5"] == "[R] The pile runs out in mid-attack: the attack ends without a goal."


def test_every_house_rule_stands_in_the_clause_that_it_names() -> None:
    rules = house_rules.describe(FOTBOLL.house_rules)
    assert [(rule.name, rule.values, rule.default) for rule in rules] == [
        ("jokers", (0, 2), 0),
        ("peek", ("owner", "nobody"), "owner"),
    ]
    for rule in rules:
        assert f"[H {rule.name}: {' | '.join(map(str, rule.values))}]" in FOTBOLL.rulebook[rule.clause]


@pytest.mark.parametrize("rules", [{"jokers": 1}, {"jokers": "2"}, {"peek": "both"}, {"wildcards": 2}])
def test_any_other_house_rule_is_refused(rules: dict[str, object]) -> None:
    with pytest.raises(house_rules.HouseRuleError):
        house_rules.read(FOTBOLL.house_rules, rules)


def told(situation: Situation, *events: Event) -> list[str]:
    sentences = []
    for event in events:
        sentences.append(FOTBOLL.tell(situation.state, event))
        situation = situation.with_events(event)
    return sentences


def test_an_attack_is_told_with_names_and_figures() -> None:
    before = match().played(attack(HOME), draw(HOME, "QH"), choose(HOME, "A2"))
    assert told(before, *before.when(turn_up(AWAY, "10H")).events) == [
        "A2 of Göteborg is turned up: the 10 of hearts.",
        "Malmö at A2, the queen of hearts against the 10 of hearts: dribbled.",
        "Malmö comes to the midfield of Göteborg.",
    ]


def test_goals_cards_and_the_end_are_told() -> None:
    goal = e.GoalScored(side=HOME, finish=Finish.PENALTY, figures="10 + 9 against 13", clause="FOTBOLL-5.3")
    situation = joker_match()
    assert told(
        situation,
        goal,
        e.WarningGiven(side=AWAY, place=Place.A1, warnings=2),
        e.RedCardShown(side=AWAY, warnings=2),
        e.PlaceClosed(side=AWAY, place=Place.D2, line=Line.DEFENDERS),
        e.LineSkipped(side=HOME, line=Line.DEFENDERS, clause="FOTBOLL-5.4"),
        e.HalfTimeReached(score=BySide(1, 0)),
        e.MatchEnded(side=HOME, score=BySide(1, 0)),
        e.MatchEnded(score=BySide(1, 1)),
    ) == [
        "Goal for Malmö by the penalty: 10 + 9 against 13.",
        "Göteborg is shown its second yellow card, for the joker on A1.",
        "Red card for Göteborg after 2 warnings: it sends one of its cards off.",
        "D2 of Göteborg stays closed for the match, and attacks need not pass its defence any more.",
        "Malmö need not pass the defence: a card was sent off there.",
        "Both piles are empty: half-time at 1-0.",
        "Full time, 1-0: Malmö wins.",
        "Full time, 1-1: a draw.",
    ]


def printed(situation: Situation, viewer: Viewer) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(FOTBOLL.board(FOTBOLL.view(situation.state, viewer), NAMES))
    return captured.get()


def test_the_board_shows_to_each_viewer_what_it_may_see() -> None:
    situation = dealt().played(attack(HOME), draw(HOME, "10H"))
    home, spectator = printed(situation, Viewer.HOME), printed(situation, Viewer.SPECTATOR)
    assert "A1 [4♣]" in home
    assert "Malmö holds 10♥ at the attackers" in home
    assert "4♣" not in spectator
    assert "10♥" not in spectator
    assert "Malmö holds a card at the attackers" in spectator
    assert spectator.count("[##]") == 22 + 1, "and once in the key"


def test_the_board_shows_emptied_and_closed_places_and_cards_that_both_have_seen() -> None:
    situation = emptied(match().played(*stopped(HOME, "QH", "A3", "KH")), AWAY, "A1", "D2")
    picture = printed(having(situation, AWAY, closed=(Place.D2,), warnings=2), Viewer.SPECTATOR)
    for words in ("A1  --", "A3 [K♥*]", "D2  XX", "(skipped)", "yellow cards 2", "Malmö  0 : 0  Göteborg", "pile 40"):
        assert words in picture


def test_the_board_shows_what_is_attacked_a_penalty_and_a_deal() -> None:
    assert "M1 >##<" in printed(
        emptied(match(), AWAY, "A1", "A2", "A3", "A4").played(attack(HOME), draw(HOME, "2H"), choose(HOME, "M1")),
        Viewer.AWAY,
    )
    awarded = emptied(joker_match(), AWAY, *(place for place in Place if place.line is not Line.DEFENDERS))
    awarded = awarded.played(attack(HOME), *duel(HOME, "2D", "D1", "X"), draw(HOME, "10C"))
    assert "Malmö penalty with 10♣" in printed(awarded, Viewer.AWAY)
    hand = opened("dealt").played(*deal(HOME, HOME_CARDS))
    assert "4♣ 4♦ 4♥ 4♠" in printed(hand, Viewer.HOME)
    assert "11 cards" in printed(hand, Viewer.AWAY)


@pytest.mark.parametrize("viewer", list(Viewer))
def test_the_board_fits_into_a_hundred_columns(viewer: Viewer) -> None:
    situation = dealt()
    assert all(len(line) <= 100 for line in printed(situation, viewer).splitlines())


def played_at_random(setup: Setup, seed: int) -> list[Event]:
    """The events of a match in which both sides decide at random."""
    luck = Random(seed)
    table, happened = FOTBOLL.start(setup), list(FOTBOLL.opening(setup))
    new = tuple(happened)
    while True:
        for event in new:
            table = FOTBOLL.evolve(table, event)
        act = choose_at_random(FOTBOLL, table, luck)
        if act is None:
            return happened
        answer = FOTBOLL.resolve(table, act) if isinstance(act, Outcome) else FOTBOLL.decide(table, act)
        assert not isinstance(answer, RuleViolation)
        new = tuple(answer)
        happened.extend(new)


@pytest.fixture(scope="module")
def matches() -> list[list[Event]]:
    """Random matches with jokers, laid unseen."""
    setup = setup_of("reported", jokers=2, peek="nobody")
    return [played_at_random(setup, seed) for seed in range(40)]


def test_matches_end_after_some_hundred_events_with_some_goals(matches: list[list[Event]]) -> None:
    assert all(isinstance(events[-1], e.MatchEnded) for events in matches)
    assert all(500 < len(events) < 1_500 for events in matches)
    goals = [sum(isinstance(event, e.GoalScored) for event in events) for events in matches]
    assert 2 < mean(goals) < 8


def test_a_dribble_succeeds_about_as_often_as_two_random_cards_say(matches: list[list[Event]]) -> None:
    """FOTBOLL-3.2: a card is as high as one of another deck, or higher, 7 times in 13, where that was unseen before."""
    dribbled = [
        compared.result is Duel.DRIBBLED
        for events in matches
        for turned_up, compared in pairwise(events)
        if isinstance(turned_up, e.CardTurnedUp) and isinstance(compared, e.CardsCompared)
        if Card.JOKER not in (compared.card, compared.against)
    ]
    assert len(dribbled) > 1_000
    assert abs(mean(dribbled) - 7 / 13) < 0.05


def test_the_turn_is_never_with_a_side_that_has_no_card_to_draw(matches: list[list[Event]]) -> None:
    """FOTBOLL-6.1"""
    turns = [event for events in matches for event in events if isinstance(event, e.TurnBegun)]
    assert all(turn.pile > 0 for turn in turns)


def test_no_side_substitutes_more_than_three_times(matches: list[list[Event]]) -> None:
    """FOTBOLL-4.2"""
    for events in matches:
        for side in (HOME, AWAY):
            made = [event for event in events if isinstance(event, e.CardSubstituted) and event.side is side]
            assert [event.number for event in made] == list(range(1, len(made) + 1))
            assert len(made) <= 3


def test_no_card_comes_up_twice_in_a_half(matches: list[list[Event]]) -> None:
    """FOTBOLL-1.2"""
    for events in matches:
        met: list[tuple[str, str]] = []
        for event in events:
            if isinstance(event, e.DecksShuffled):
                met = []
            elif isinstance(event, e.CardDrawn | e.PenaltyCardDrawn | e.CardTurnedUp):
                met.append((event.side, event.card))
        for one in set(met):
            assert met.count(one) <= (2 if one[1] == Card.JOKER else 1)
