"""A match of the toy game with a clock in hand."""

from datetime import UTC, datetime, timedelta
from typing import Any

from domain.match import archive
from domain.match.answers import Accepted
from domain.match.envelope import Submitted
from domain.match.record import MatchRecord
from domain.match.recorder import Opened, Recorder
from domain.match.registry import Games
from domain.match.sides import Side, Viewer
from tests.toy import TOY, Coin, HideCorner

HOME, AWAY, REFEREE, SPECTATOR = Viewer.HOME, Viewer.AWAY, Viewer.REFEREE, Viewer.SPECTATOR
KICK_OFF = datetime(2026, 4, 4, 15, tzinfo=UTC)
GAMES = Games([TOY])


class Table:
    """A match with a clock in hand; `send` submits for a seat."""

    def __init__(self, recorder: Recorder, clock: list[datetime], match: Opened) -> None:
        self.recorder = recorder
        self.clock = clock
        self.match = match
        self.number = 0

    @property
    def record(self) -> MatchRecord:
        return self.recorder.match(self.match.match_id)

    def send(self, seat: Viewer, act: Submitted) -> Any:
        self.number += 1
        token = self.match.tokens.get(seat)
        return self.recorder.submit(self.match.match_id, token, f"c{self.number}", act)

    def accepted(self, seat: Viewer, act: Submitted) -> list[Any]:
        answer = self.send(seat, act)
        assert isinstance(answer, Accepted), answer
        return [recorded.event for recorded in answer.events]

    def hide(self, home: int = 1, away: int = 3) -> None:
        self.accepted(HOME, HideCorner(side=Side.HOME, corner=home))
        self.accepted(AWAY, HideCorner(side=Side.AWAY, corner=away))

    def play(self, rounds: int = 2, face: int = 0) -> None:
        """Play rounds; in a reported match every coin falls on a face: 0 is home's goal, 1 away's."""
        for _ in range(rounds):
            self.hide()
            if self.record.pending_at(self.record.version).chance is not None:
                self.accepted(REFEREE, Coin(face=face))

    def later(self, **time: float) -> None:
        self.clock[0] += timedelta(**time)

    def sound(self) -> bool:
        verdict = archive.verify(archive.read(archive.export(self.recorder, self.match.match_id)), GAMES)
        assert verdict.sound, verdict
        return True
