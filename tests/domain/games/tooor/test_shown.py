"""What people see of a match: rulebook, board and sentences; and how matches go on the whole."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

from domain.games.tooor import events as e
from domain.games.tooor.game import TOOOR
from domain.games.tooor.terms import Line
from domain.match import house_rules
from domain.match.game import Event, RuleViolation, Setup
from domain.match.rulebook import load
from domain.match.sides import Viewer
from tests.domain.games.changes import corners
from tests.domain.games.tooor.words import (
    AWAY,
    CROSS,
    HOME,
    NAMES,
    dice,
    having,
    mark,
    match,
    penalty,
    setup_of,
    shooter,
    tactic,
    tactics,
)

HERE = Path(__file__).parent


def played_at_random(setup: Setup, seed: int) -> list[Event]:
    """The events of a match in which both sides decide at random and leave their lines as they are."""
    luck = random.Random(seed)
    table, happened = TOOOR.start(setup), list(TOOOR.opening(setup))
    for event in happened:
        table = TOOOR.evolve(table, event)
    while True:
        due = TOOOR.pending(table)
        if due.chance is not None:
            outcomes, weights = zip(*due.chance.outcomes, strict=True)
            new = TOOOR.resolve(table, luck.choices(outcomes, weights)[0])
        elif due.choices:
            legal = list(TOOOR.legal_commands(table, due.choices[0].side))
            answer = TOOOR.decide(
                table, legal[0] if len(legal) > 30 and due.choices[0].clause == "TOOOR-8.1" else luck.choice(legal)
            )
            assert not isinstance(answer, RuleViolation)
            new = answer
        else:
            return happened
        for event in new:
            table = TOOOR.evolve(table, event)
        happened.extend(new)


@pytest.fixture(scope="module")
def matches() -> list[list[Event]]:
    setup = setup_of(lambda data: None)
    return [played_at_random(setup, seed) for seed in range(300)]


def test_every_clause_of_the_rulebook_is_held_by_a_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    names = {clause: f"def test_{re.sub(r'[-.]', '_', clause).lower()}_" for clause in TOOOR.rulebook}
    assert [clause for clause, name in names.items() if name not in tests or f'"{clause}' not in tests] == []


def test_the_rulebook_has_every_clause_in_order_and_in_full() -> None:
    assert len(TOOOR.rulebook) == 4 + 2 + 5 + 8 + 8 + 6 + 2 + 4 + 4 + 9 + 3
    assert TOOOR.rulebook["TOOOR-6.3"] == "Shooter > goalkeeper: goal. Shooter ≤ goalkeeper: saved."
    assert TOOOR.rulebook["TOOOR-4.6"].endswith("[H buildUpTie: attacker | defender] who has a tie.")
    assert next(iter(TOOOR.rulebook)) == "TOOOR-1.1"


def test_every_house_rule_stands_in_the_clause_that_it_names() -> None:
    for rule in house_rules.describe(TOOOR.house_rules):
        others = [str(value) for value in rule.values if value != rule.default]
        assert f"[H {rule.name}: {rule.default} | {' | '.join(others)}]" in TOOOR.rulebook[rule.clause]


@pytest.mark.parametrize("text", ["# Nothing\n", "- 1.1 One.\n- 1.1 Again.\n"])
def test_a_page_that_is_no_rulebook_is_refused(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"page\.md"):
        load(page, "TOOOR")


def test_a_clause_goes_on_over_indented_lines_only(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("- 1.1 One\n  and more.\n\n  Not this.\n## 2 Next\n- 2.10 Two.\nNor this.\n", encoding="utf-8")
    assert load(page, "GAME") == {"GAME-1.1": "One and more.", "GAME-2.10": "Two."}


def test_random_play_brings_two_to_five_goals_a_match(matches: list[list[Event]]) -> None:
    goals = sum(isinstance(event, e.GoalScored) for happened in matches for event in happened)
    assert 2 <= goals / len(matches) <= 5


def test_neither_side_of_the_shipped_edition_is_much_stronger(matches: list[list[Event]]) -> None:
    winners = Counter(happened[-1].side for happened in matches)
    assert winners[HOME] + winners[AWAY] == len(matches), "a shoot-out leaves no draw"
    assert 0.35 <= winners[HOME] / len(matches) <= 0.65


def test_every_event_cites_a_clause_and_can_be_told(matches: list[list[Event]]) -> None:
    setup = setup_of(lambda data: None)
    for happened in matches[:40]:
        table = TOOOR.start(setup)
        for event in happened:
            assert event.clause in TOOOR.rulebook
            sentence = TOOOR.tell(table, event)
            assert sentence.endswith(".")
            assert "  " not in sentence
            assert not re.search(r"\b[ha]\d+\b|None|Side\.", sentence)
            table = TOOOR.evolve(table, event)


def test_a_goal_is_told_with_names_and_figures() -> None:
    before = match().played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a2"), *dice(3, 0), shooter(HOME, "h9"))
    goal = next(event for event in before.played(*dice(2, 1)).events if isinstance(event, e.GoalScored))
    assert TOOOR.tell(before.state, goal) == "Rosalie Engel (Rot-Weiss Lindental) shoots: 3 + 2 against 3 + 1: goal."


def printed(view: object, width: int = 80) -> str:
    console = Console(width=width, force_terminal=False, no_color=True)
    with console.capture() as capture:
        console.print(TOOOR.board(view, NAMES))  # type: ignore[arg-type]
    return capture.get()


def test_the_board_shows_both_elevens_face_to_face_in_80_columns() -> None:
    hurt = match(corners(h9=CROSS)).played(*tactics(6, 5), mark(HOME, "h9"), mark(AWAY, "a2"), *dice(3, 0))
    text = printed(TOOOR.view(hurt.played(penalty(HOME, CROSS)).state, Viewer.SPECTATOR))
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    labels = [found[1] for line in lines if (found := re.match(r"│ (GOAL|YELLOW|BLUE|RED) ", line))]
    assert labels == ["GOAL", "YELLOW", "BLUE", "RED", "RED", "BLUE", "YELLOW", "GOAL"]
    assert "Rot-Weiss Lindental  0 : 0  Sporting Valbleu" in text
    assert "15 minutes" in text
    assert re.search(r"\[Engel 2/\+ \+\]", text), "marked, worth 3 - 1, a cross to come, injured"
    assert "Name who shoots. (TOOOR-6.1)" in text


def test_the_board_breaks_no_footballer_however_narrow_it_is() -> None:
    crowded = match()
    for one in crowded.state.outfielders(HOME):
        crowded = having(crowded, one.id, line=Line.RED, injuries=1)
    lines = printed(TOOOR.view(crowded.state, Viewer.SPECTATOR), 44).splitlines()
    for one in crowded.state.outfielders(HOME):
        assert [line for line in lines if re.search(rf" {one.card.name.split()[-1]} {one.power} \+ ", line)], one


def test_the_board_does_not_tell_the_other_side_which_card_is_laid() -> None:
    table = match().played(tactic(HOME, 4)).state
    assert "lays 4 face down" in printed(TOOOR.view(table, Viewer.HOME))
    assert "lays a card face down" in printed(TOOOR.view(table, Viewer.AWAY))
