"""How a match is put into words and figures for a reader: its headline, its place in a list, its history."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
from rich.text import Text

from api.cli.console import printable
from domain.match.chance import Source
from domain.match.provenance import Provenance, provenance
from domain.match.record import MatchRecord
from domain.match.sides import Side, Viewer
from domain.match.visibility import Concealed
from projections.disputes import review, undo
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
    provenance: Provenance | None = None
    data: Any = None
    concealed: bool = False
    struck_by: int | None = None

    def told(self) -> Text:
        """The line as a reader sees it."""
        return Text(f"{self.version:>5}  ").append_text(self.what_happened())

    def what_happened(self) -> Text:
        """The sentence, struck through where a ruling or an undo strikes it, with the version of that."""
        if self.struck_by is None:
            return Text(printable(self.sentence))
        return Text(printable(self.sentence), style="strike").append(f" (struck by {self.struck_by})", "not strike dim")


def score_line(board: Scoreboard) -> str:
    """The score, and that of a shoot-out behind it."""
    line = f"{board.score.home} – {board.score.away}"
    return line if board.shoot_out is None else f"{line} ({board.shoot_out.home} – {board.shoot_out.away})"


def standing(board: Scoreboard) -> str:
    """The period, or how the match ended."""
    if board.ruling in ("annulled", "to be replayed"):
        return board.ruling
    if board.ruling:
        return f"{board.ruling}: {board.names.of(board.winner)} won" if board.winner else f"{board.ruling}: a draw"
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
            *(Text(printable(line), style="yellow") for line in _open_affairs(record, version)),
        )
    )


def history_of(record: MatchRecord, viewer: Viewer, after: int, until: int) -> list[HistoryLine]:
    """The events after a version up to another, as a viewer may know them now."""
    lines = []
    for seen in record.seen_by(viewer, after, until):
        known = None if isinstance(seen, Concealed) else seen
        line = HistoryLine(
            version=seen.version,
            at=seen.recorded_at if isinstance(seen, Concealed) else seen.entry.at,
            score=score_line(scoreboard(record, seen.version)),
            sentence=record.told(seen),
            side=seen.side if isinstance(seen, Concealed) else seen.event.side,
            concealed=known is None,
            struck_by=record.struck_by(seen.version),
        )
        if known is not None:
            line = msgspec.structs.replace(
                line,
                clause=known.event.clause,
                type=known.type,
                by=known.entry.by,
                source=known.entry.source,
                draw=known.entry.draw,
                provenance=provenance(record, known.version),
                data=known.event,
            )
        lines.append(line)
    return lines


def _open_affairs(record: MatchRecord, version: int) -> Iterator[str]:
    """The review and the undo that are open after a version, a line each."""
    names = record.opening.names
    if (contest := review(record, version)) is not None:
        what = "the result" if contest.first is None else f"versions {contest.first} to {contest.last}"
        said = len(contest.statements)
        statements = f" ({said} statement{'' if said == 1 else 's'})" if said else ""
        since = f"{contest.since:%Y-%m-%d %H:%M} UTC"
        yield f"under review since {since}: {names.of(contest.side)} contests {what}: {contest.reason}{statements}"
    if (asked := undo(record, version)) is not None:
        reason = f": {asked.reason}" if asked.reason else ""
        yield f"{names.of(asked.side)} asks to go back to version {asked.back_to}{reason}"


def _waits_for(record: MatchRecord, version: int) -> tuple[str, ...]:
    """Whom a running match waits for. Only who: what they may do can be a secret of theirs."""
    due = record.pending_at(version)
    if version < record.version or (not due.choices and due.chance is None):
        return ()
    if due.chance is not None:
        return ("waits for a roll or a card",)
    return ("waits for " + " and ".join(record.opening.names.of(choice.side) for choice in due.choices),)
