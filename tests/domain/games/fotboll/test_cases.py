"""Recorded cases: transcripts with the exact table that follows from each."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.games.fotboll import commands as c
from domain.games.fotboll.cards import Card
from domain.games.fotboll.terms import Phase, Place
from domain.match.sides import SIDES, Side
from tests.bdd import Situation
from tests.domain.games.fotboll.words import (
    CASES,
    arrange,
    attack,
    choose,
    deal,
    draw,
    lay,
    opened,
    send_off,
    substitute,
    toss,
    turn_up,
)

FILES = sorted(CASES.glob("fotboll_*.json"))
COMMANDS = {"lay": lay, "substitute": substitute, "choose": choose, "sendoff": send_off}


class Transcript:
    """A case as it is played. Its transcript deals faces that the record may not know until they are turned up."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.faces: dict[Side, dict[Place, str]] = {}
        self.laid = Place.A1

    def play(self, step: dict[str, Any]) -> None:
        if "refuse" in step:
            self.situation.when(self._command(step["step"])).then_refused(step["refuse"])
        elif step["by"] != "chance":
            self.laid = Place(step.get("place", self.laid))
            self.situation = self.situation.played(self._command(step))
        else:
            self._chance(step["do"], step["drawn"], Side(step["side"] or Side.HOME))
        self._turn_up_what_was_dealt()

    def _command(self, step: dict[str, Any]) -> Any:
        side = Side(step["by"])
        return attack(side) if step["do"] == "attack" else COMMANDS[step["do"]](side, step["place"])

    def _chance(self, do: str, drawn: list[str], side: Side) -> None:
        looking = self.situation.state.owners_look
        match do:
            case "deal":
                self.faces[side] = dict(zip(Place, drawn, strict=True))
                if looking:
                    self.situation = self.situation.played(*deal(side, drawn))
            case "toss":
                if looking:
                    line_ups = [arrange(self.situation, one, list(self.faces[one].values())) for one in SIDES]
                    self.situation = self.situation.played(*line_ups)
                self.situation = self.situation.played(toss(Side(drawn[0])))
            case "lay":
                self.faces[side][self.laid] = drawn[0]
                if looking:
                    self.situation = self.situation.played(draw(side, drawn[0]))
            case "draw" | "penalty":
                self.situation = self.situation.played(*deal(side, drawn))
            case other:
                raise ValueError(f"no step {other!r}")

    def _turn_up_what_was_dealt(self) -> None:
        chance = self.situation.pending.chance
        if chance is not None and isinstance(chance.outcomes[0][0], c.TurnUp):
            assert chance.side is not None
            place = self.situation.state.place
            self.situation = self.situation.played(turn_up(chance.side, self.faces[chance.side][place]))

    def pitch(self, side: Side) -> dict[str, str]:
        """The cards on a pitch, those of which the record knows nothing as they were dealt."""
        lying = self.situation.state.of(side).pitch
        known = {place: self.faces[side][place] for place in Place if place in lying}
        assert all(lying[place].card in (None, card) for place, card in known.items())
        return {place.value: card for place, card in known.items()}

    def table(self) -> dict[str, Any]:
        table = self.situation.state
        sides = {side: table.of(side) for side in SIDES}
        return {
            "score": {side: table.score.of(side) for side in SIDES},
            "half": table.half,
            "phase": {Phase.BEFORE_ATTACK: "before"}.get(table.phase, table.phase),
            "turn": table.turn,
            "first": table.first,
            "winner": table.winner,
            "line": table.line,
            "attacker_card": table.card,
            "piles": {side: own.pile for side, own in sides.items()},
            "discards": {side: sorted(own.discards) for side, own in sides.items()},
            "pitch": {side: self.pitch(side) for side in SIDES},
            "seen_by_both": {
                side: [place for place in Place if place in own.pitch and own.pitch[place].seen]
                for side, own in sides.items()
            },
            "hands": {side: list(own.hand) for side, own in sides.items()},
            "warnings": {side: own.warnings for side, own in sides.items()},
            "substitutions": {side: own.substitutions for side, own in sides.items()},
            "closed": {side: list(own.closed) for side, own in sides.items()},
            "skipped": {side: [line[0].upper() for line in own.skipped] for side, own in sides.items()},
        }


def test_there_are_cases() -> None:
    assert len(FILES) >= 2


@pytest.mark.parametrize("peek", ["owner", "nobody"])
@pytest.mark.parametrize("mode", ["dealt", "reported"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_case_leads_to_its_table_whoever_knows_the_cards(path: Path, mode: str, peek: str) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    transcript = Transcript(opened(mode, **{**case["setup"]["house"], "peek": peek}))
    for step in case["steps"]:
        transcript.play(step)
    assert transcript.table() == case["expected"]
    assert all(card in list(Card) for own in case["expected"]["discards"].values() for card in own)
