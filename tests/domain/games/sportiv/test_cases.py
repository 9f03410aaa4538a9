"""Recorded cases: transcripts with the exact table that follows from each."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games.sportiv import commands as c
from domain.games.sportiv.game import SPORTIV
from domain.games.sportiv.state import Table
from domain.games.sportiv.terms import ActionKind, Phase
from domain.match.game import Chance, Command, Outcome
from domain.match.sides import SIDES, Side
from tests.bdd import given
from tests.domain.games.sportiv.words import CASES, setup_of

FILES = sorted(CASES.glob("sportiv_*.json"))
_DONE = {Phase.OVER: "over"}


def kind_of(name: str) -> ActionKind:
    return ActionKind[name.upper()]


def acts_of(step: dict[str, Any]) -> Iterator[Command | Outcome]:
    if step["by"] == "chance":
        return outcomes_of(step)
    return iter((command_of(Side(step["by"]), step),))


def outcomes_of(step: dict[str, Any]) -> Iterator[Outcome]:
    for drawn in step["drawn"]:
        if step["do"] == "toss":
            yield c.CoinToss(first=Side(drawn))
        elif step["do"] in ("deal_actions", "action"):
            yield c.ActionDraw(side=Side(step["side"]), kind=kind_of(drawn))
        else:
            yield c.FootballerDraw(side=Side(step["side"]), footballer=drawn)


def command_of(side: Side, step: dict[str, Any]) -> Command:
    match step["do"]:
        case "place":
            return c.PlaceFootballer(side=side, footballer=step["card"], replaced=step.get("replaces"))
        case "eliminate":
            return c.EliminateFootballers(side=side, own=tuple(step["own"]), opposing=tuple(step["theirs"]))
        case "end_eliminations":
            return c.EndEliminations(side=side)
        case "play" if step["face"] == "up":
            return c.PlayAction(side=side, kind=kind_of(step["card"]))
        case "play":
            return c.DiscardAction(side=side, kind=kind_of(step["card"]))
        case "counter":
            with_ = step["with"]
            return c.CounterAction(side=side, kind=kind_of(with_)) if with_ else c.DeclineCounter(side=side)
        case "remove":
            return c.RemoveFootballers(side=side, footballers=tuple(step["cards"]))
        case "exchange":
            return c.ExchangeActions(side=side, kinds=tuple(map(kind_of, step["cards"])))
        case "shoot":
            return c.TakeShot(side=side)
        case "keepers":
            return c.ChooseKeepers(side=side, keepers=tuple(step["cards"]))
        case "shot":
            return c.ChooseShot(side=side, shot=step["card"])
        case other:
            raise ValueError(f"no step {other!r}")


def table_of(table: Table) -> dict[str, Any]:
    footballers = {side.value: table.footballers.of(side) for side in SIDES}
    actions = {side.value: table.actions.of(side) for side in SIDES}
    return {
        "score": {side.value: table.score.of(side) for side in SIDES},
        "phase": _DONE.get(table.phase, "play"),
        "turn": table.active,
        "winner": table.winner,
        "next": next_of(SPORTIV.pending(table).chance, table),
        "piles": {
            side: {"players": footballers[side].in_pile, "actions": actions[side].in_pile} for side in footballers
        },
        "pitch": {side: sorted(its.pitch) for side, its in footballers.items()},
        "hands": {side: sorted(its.hand) for side, its in footballers.items()},
        "reserves": {side: sorted(map(name_of, its.reserve)) for side, its in actions.items()},
        "discards": {
            side: {
                "players": sorted(footballers[side].discard),
                "actions": sorted(name_of(card.kind) for card in actions[side].discard),
            }
            for side in footballers
        },
    }


def name_of(kind: ActionKind | None) -> str:
    assert kind is not None
    return kind.name.lower()


def next_of(chance: Chance | None, table: Table) -> list[str]:
    assert chance is not None
    assert isinstance(chance.outcomes[0][0], c.FootballerDraw)
    assert table.phase is Phase.DRAW
    return ["player", str(chance.side), "hand"]


def test_there_are_cases() -> None:
    assert len(FILES) == 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_case_leads_to_its_table(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    edition = {"game": "sportiv", "invented": True, **case["setup"]["edition"]}
    situation = given(SPORTIV, setup_of(edition, **case["setup"]["house"]))
    for step in case["steps"]:
        if "refuse" in step:
            (act,) = acts_of(step["step"])
            situation.when(act).then_refused(step["refuse"])
        else:
            situation = situation.played(*acts_of(step))
    assert table_of(situation.state) == case["expected"]
