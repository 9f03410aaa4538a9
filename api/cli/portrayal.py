"""How a match is put into words and figures for a reader: its headline, its place in a list, its history."""

from datetime import datetime
from typing import Any

import msgspec
from rich.text import Text

from api.cli.console import printable
from domain.match.chance import Source
from domain.match.record import MatchRecord
from domain.match.sides import Side, Viewer
from domain.match.visibility import Concealed
from projections.scoreboard import Scoreboard, scoreboard


class HistoryLine(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """An event as a viewer may know it. Of what is concealed from them, only that it happened."""

    version: int
    at: datetime
    score: str
    sentence: str
    side: Side | None = None
    clause: str = ""
    type: str = ""
    by: str = ""
    source: Source | None = None
    draw: int | None = None
    data: Any = None
    concealed: bool = False

    def told(self) -> str:
        """The line as a reader sees it."""
        return f"{self.version:>5}  {self.sentence}"


def score_line(board: Scoreboard) -> str:
    """The score, and that of a shoot-out behind it."""
    line = f"{board.score.home} – {board.score.away}"
    return line if board.shoot_out is None else f"{line} ({board.shoot_out.home} – {board.shoot_out.away})"


def standing(board: Scoreboard) -> str:
    """The period, or how the match ended."""
    if not board.over:
        return f"{board.period} minutes" if board.period.isdecimal() else board.period
    return f"final: {board.names.of(board.winner)} won" if board.winner else "final: a draw"


def headline(record: MatchRecord, version: int) -> Text:
    """What stands over the picture of a match: what is played, the score, and how far it is."""
    board = scoreboard(record, version)
    opening = record.opening
    what = (record.game.name, opening.edition["id"], opening.mode.value, f"match {record.id}")
    where = (standing(board), f"version {version} of {record.version}", *_waits_for(record, version))
    return Text("\n").join(
        (
            Text(" · ".join(what), style="dim"),
            Text(printable(f"{board.names.home}  {score_line(board)}  {board.names.away}"), style="bold"),
            Text(printable(" · ".join(part for part in where if part))),
        )
    )


def history_of(record: MatchRecord, viewer: Viewer, after: int, until: int) -> list[HistoryLine]:
    """The events after a version up to another, as a viewer may know them now."""
    lines = []
    for seen in record.seen_by(viewer, after, until):
        score = score_line(scoreboard(record, seen.version))
        if isinstance(seen, Concealed):
            name = record.opening.names.of(seen.side) if seen.side else "somebody"
            line = HistoryLine(
                version=seen.version,
                at=seen.recorded_at,
                score=score,
                sentence=seen.sentence.replace("{side}", name),
                side=seen.side,
                concealed=True,
            )
        else:
            line = HistoryLine(
                version=seen.version,
                at=seen.entry.at,
                score=score,
                sentence=record.tell(seen.version),
                side=seen.event.side,
                clause=seen.event.clause,
                type=seen.type,
                by=seen.entry.by,
                source=seen.entry.source,
                draw=seen.entry.draw,
                data=seen.event,
            )
        lines.append(line)
    return lines


def _waits_for(record: MatchRecord, version: int) -> tuple[str, ...]:
    """Whom a running match waits for. Only who: what they may do can be a secret of theirs."""
    due = record.pending_at(version)
    if version < record.version or (not due.choices and due.chance is None):
        return ()
    if due.chance is not None:
        return ("waits for a roll or a card",)
    return ("waits for " + " and ".join(record.opening.names.of(choice.side) for choice in due.choices),)
