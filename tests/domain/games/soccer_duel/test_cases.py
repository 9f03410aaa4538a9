"""Recorded cases: transcripts with the exact table that follows from each."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.games.soccer_duel import commands as c
from domain.games.soccer_duel.game import SOCCER_DUEL
from domain.games.soccer_duel.state import Table
from domain.match import editions, house_rules
from domain.match.game import Command, Outcome, Setup
from domain.match.sides import SIDES, BySide, Side
from tests.bdd import Situation, given

FILES = sorted((Path(__file__).parents[4] / "fixtures" / "cases").glob("duel_*.json"))


def opened(setup: dict[str, Any]) -> Situation:
    content = {**setup["edition"], "game": "soccer_duel", "invented": True}
    edition = editions.read(SOCCER_DUEL.edition_model, content).model
    rules = house_rules.read(SOCCER_DUEL.house_rules, setup["house"])
    return given(SOCCER_DUEL, Setup(edition, rules, BySide("Home", "Away"), "dealt"))


def opened_from(path: Path) -> tuple[Situation, list[dict[str, Any]]]:
    """The match of a case as it begins, and the steps that it then takes."""
    case = json.loads(path.read_text(encoding="utf-8"))
    return opened(case["setup"]), case["steps"]


def acts_of(step: dict[str, Any]) -> list[Command | Outcome]:
    side, tile, time = Side(step.get("side", step["by"])), step.get("tile", 0), step.get("t")
    match step["do"]:
        case "deal" | "draw":
            return [c.TileDraw(side=side, tile=drawn) for drawn in step["drawn"]]
        case "start":
            return [c.ChooseStartTile(side=side, tile=tile)]
        case "place":
            return [c.PlaceTile(side=side, tile=tile, row=step["r"], column=step["c"], time=time)]
        case "discard":
            return [c.DiscardTile(side=side, tile=tile, time=time)]
        case other:
            raise ValueError(f"no step {other!r}")


def both(table: Table, figure: Any) -> dict[Side, Any]:
    return {side: figure(table.camp(side)) for side in SIDES}


def table_of(table: Table) -> dict[str, Any]:
    return {
        "score": both(table, lambda camp: camp.goals),
        "wins": {side: table.wins.of(side) for side in SIDES},
        "games": [{side: score.of(side) for side in SIDES} for score in table.games],
        "game": table.game,
        "phase": table.phase,
        "turn": table.turn,
        "winner": table.winner,
        "t": table.clock,
        "piles": len(table.pile),
        "out": sorted(table.out),
        "stopped_until": both(table, lambda camp: camp.stopped_until),
        "pitch": both(
            table,
            lambda camp: [{f"{row},{column}": tile for (row, column), tile in pitch.tiles()} for pitch in camp.pitches],
        ),
        "locked": both(table, lambda camp: camp.locked),
        "hands": both(table, lambda camp: sorted(camp.hand)),
        "boxes": both(table, lambda camp: sorted(camp.box)),
    }


def test_there_are_cases() -> None:
    assert len(FILES) == 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_case_leads_to_its_table(path: Path) -> None:
    situation, steps = opened_from(path)
    for step in steps:
        if "refuse" in step:
            (act,) = acts_of(step["step"])
            situation.when(act).then_refused(step["refuse"])
        else:
            situation = situation.played(*acts_of(step))
    assert table_of(situation.state) == json.loads(path.read_text(encoding="utf-8"))["expected"]
