"""The scoreboard of a match: what everyone at the table may know at a glance."""

import msgspec

from domain.match.record import MatchRecord
from domain.match.sides import BySide, Side


class Scoreboard(msgspec.Struct, frozen=True, rename="camel"):
    """Score, period and outcome of a match.

    version: the version of the match that it tells. period: in the words of the game. over: whether the match has
    ended. winner: None while the match runs, and for a draw. shoot_out: goals of a shoot-out, None before one begins.
    ruling: how the referee ended the match, where that was so: "awarded", "annulled" or "to be replayed".
    """

    match_id: str
    game: str
    version: int
    names: BySide[str]
    score: BySide[int]
    period: str
    over: bool
    winner: Side | None
    shoot_out: BySide[int] | None
    ruling: str = ""


def scoreboard(record: MatchRecord, version: int | None = None) -> Scoreboard:
    """The scoreboard after a version, the newest by default. Raises UnknownVersion and DamagedRecord."""
    opening = record.opening
    version = record.version if version is None else version
    result = record.result_at(version)
    return Scoreboard(
        match_id=record.id,
        game=opening.game,
        version=version,
        names=opening.names,
        score=result.score,
        period=result.period,
        over=result.over,
        winner=result.winner,
        shoot_out=result.shoot_out,
        ruling=result.ruling,
    )
