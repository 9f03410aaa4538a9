"""Recorded cases: transcripts with the exact table that follows from each."""

import json
from typing import Any

import pytest

from domain.games.tooor import commands as c
from domain.games.tooor.game import TOOOR
from domain.games.tooor.state import Table
from domain.games.tooor.terms import Symbol
from domain.match.game import Command, Outcome, Pending
from domain.match.sides import SIDES, Side
from tests.bdd import Situation, given
from tests.domain.games.tooor.words import CASES, setup_of

FILES = sorted(CASES.glob("tooor_*.json"))


def act_of(step: dict[str, Any]) -> Command | Outcome:
    side, value = Side(step["side"]), step["value"]
    match step.get("choose", step.get("chance")):
        case "tactic":
            return c.ChooseTactic(side=side, value=value)
        case "mark":
            return c.MarkFootballers(side=side, footballers=tuple(value))
        case "shooter":
            return c.NameShooter(side=side, footballer=value)
        case "keeper":
            return c.NameGoalkeeper(side=side, footballer=value)
        case "attackDie":
            return c.AttackRoll(side=side, face=value)
        case "penaltyDie":
            return c.PenaltyRoll(side=side, face=Symbol(value))
        case other:
            raise ValueError(f"no step {other!r}")


def table_of(table: Table) -> dict[str, Any]:
    shoot_out = table.shoot_out
    return {
        "period": table.period,
        "phase": table.phase,
        "score": {side: table.score.of(side) for side in SIDES},
        "shootOut": {side: 0 if shoot_out is None else shoot_out.goals.of(side) for side in SIDES},
        "attacker": table.attacker,
        "counter": table.counter,
        "revealed": {side: table.revealed.of(side) for side in SIDES},
        "hands": {side: list(table.hands.of(side)) for side in SIDES},
        "marked": {side: list(table.marked.of(side)) for side in SIDES},
        "footballers": {
            one.id: {
                "top": one.top,
                "line": one.line,
                "yellow": one.yellow_cards,
                "injury": one.injuries,
                "power": one.power,
            }
            for one in table.footballers.values()
            if one.on_pitch
        },
        "off": sorted(one.id for one in table.footballers.values() if not one.on_pitch),
        "winner": table.winner,
    }


def pending_of(situation: Situation, due: Pending) -> list[dict[str, Any]]:
    return [
        {
            "side": choice.side,
            "choose": "tactic",
            "clause": choice.clause,
            "legal": {"one": [command.value for command in TOOOR.legal_commands(situation.state, choice.side)]},  # type: ignore[attr-defined]
        }
        for choice in due.choices
    ]


def test_there_are_cases() -> None:
    assert len(FILES) == 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_case_leads_to_its_table(path: Any) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    opening, *steps = case["transcript"]
    situation = given(TOOOR, setup_of(lambda data: None, **opening["houseRules"]))
    cited = set()
    for step in steps:
        situation = situation.played(act_of(step))
        cited |= {event.clause for event in situation.events}
    expected = case["expected"]
    assert table_of(situation.state) == {**expected, "off": sorted(expected["off"])}
    assert pending_of(situation, situation.pending) == case["pendingAfter"]
    assert cited <= TOOOR.rulebook.keys()
