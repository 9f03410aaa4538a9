"""Recorded cases: transcripts with the exact table that follows from each."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games.finale import commands as c
from domain.games.finale.game import FINALE
from domain.games.finale.options import substitutions_left
from domain.games.finale.state import Table
from domain.games.finale.terms import Standing
from domain.match.game import Command, Outcome
from domain.match.sides import SIDES, Side
from tests.bdd import Situation, given
from tests.domain.games.finale.words import CASES, setup_of

FILES = sorted(CASES.glob("finale_*.json"))
ASKED = {"Substitute": "substitute", "LayTactic": "tactic"}


def acts_of(step: dict[str, Any]) -> Iterator[Command | Outcome]:
    side, value = Side(step["side"]), step["value"]
    match step.get("choose", step.get("chance")):
        case "squad":
            yield c.ChooseSquad(side=side, starters=tuple(value["starters"]), substitutes=tuple(value["substitutes"]))
        case "deck":
            yield c.ChooseDeck(side=side, cards=tuple(value))
        case "substitute":
            yield from (c.Substitute(side=side, goes=goes, newcomer=newcomer) for goes, newcomer in value)
            yield c.EndSubstitutions(side=side)
        case "tactic":
            yield c.LayTactic(side=side, card=value)
        case "markWhite" | "markRed":
            yield c.MarkFootballers(side=side, footballers=tuple(value))
        case "attackDie":
            yield c.Roll(side=side, face=value)
        case "draw":
            yield c.Draw(side=side, card=value)
        case other:
            raise ValueError(f"no step {other!r}")


def by_side(value: Any) -> dict[str, Any]:
    return {side.value: value(side) for side in SIDES}


def table_of(table: Table) -> dict[str, Any]:
    attack, penalties = table.attack, table.penalties
    placed = table.footballers.values()
    return {
        "period": table.period,
        "phase": table.phase,
        "score": by_side(table.score.of),
        "penalties": by_side(lambda side: 0 if penalties is None else penalties.goals.of(side)),
        "attacker": table.attacker,
        "counter": attack is not None and attack.counter,
        "attempt": [table.attempt, table.attempts],
        "revealed": by_side(table.revealed.of),
        "card": None if attack is None else attack.card,
        "hands": by_side(lambda side: sorted(table.tactics.of(side).hand)),
        "piles": by_side(lambda side: table.tactics.of(side).pile_size),
        "substitutions": by_side(table.substitutions.of),
        "white": by_side(lambda side: [] if attack is None else list(attack.white.of(side))),
        "red": by_side(lambda side: [] if attack is None else list(attack.red.of(side))),
        "footballers": {
            one.id: {"top": one.top, "yellow": one.yellow_cards, "strength": one.strength}
            for one in placed
            if one.on_pitch
        },
        "injured": [one.id for one in placed if one.standing is Standing.INJURED],
        "off": [one.id for one in placed if one.standing in (Standing.SENT_OFF, Standing.REPLACED)],
        "bench": [one.id for one in placed if one.standing is Standing.BENCH],
        "winner": table.winner,
    }


def pending_of(situation: Situation) -> list[dict[str, Any]]:
    due = situation.pending
    if due.chance is not None:
        weights = [[outcome.card, weight] for outcome, weight in due.chance.outcomes]  # type: ignore[attr-defined]
        legal = {"weights": weights}
        return [{"side": due.chance.side, "chance": "draw", "clause": due.chance.clause, "legal": legal}]
    return [
        {
            "side": choice.side,
            "choose": ASKED[choice.commands[0]],
            "clause": choice.clause,
            "legal": legal_of(situation, choice.side),
        }
        for choice in due.choices
    ]


def legal_of(situation: Situation, side: Side) -> dict[str, Any]:
    legal = list(FINALE.legal_commands(situation.state, side))
    cards = [command.card for command in legal if isinstance(command, c.LayTactic)]
    if cards:
        return {"one": sorted(cards)}
    pairs = [[command.goes, command.newcomer] for command in legal if isinstance(command, c.Substitute)]
    return {"form": "substitutions", "pairs": pairs, "left": substitutions_left(situation.state, side)}


def test_there_are_cases() -> None:
    assert len(FILES) == 4


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_case_leads_to_its_table(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    opening, *steps = case["transcript"]
    situation = given(FINALE, setup_of(**opening["houseRules"]))
    for step in steps:
        situation = situation.played(*acts_of(step))
    assert table_of(situation.state) == case["expected"]
    assert pending_of(situation) == case["pendingAfter"]
