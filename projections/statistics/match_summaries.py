"""A summary of every match: what it was played with, by whom, how it stands and how it came about."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

from domain.match.facts import Goal, PlayEnded, Stage
from domain.match.sides import SIDES
from projections.reading import Reading
from projections.statistic import Row, Statistic, detail, key


class MatchSummary(Row, frozen=True, gc=False):
    """A match, a sandbox or annulled though it may be."""

    home: Annotated[str, key("The name of the home side.")]
    away: Annotated[str, key("The name of the away side.")]
    home_coach: Annotated[str, key("Who acts for the home side; nothing where nobody was named.")]
    away_coach: Annotated[str, key("Who acts for the away side; nothing where nobody was named.")]
    over: Annotated[bool, key("Whether it has ended, by play or by a ruling.")]
    version: Annotated[int, detail("The number of its events.")]
    mode: Annotated[str, detail('"dealt" or "reported".')]
    edition: Annotated[str, detail("The id of the edition that it is played with.")]
    last_event_at: Annotated[datetime, detail("When its last event was recorded, UTC.")]
    home_goals: Annotated[int, detail("Goals of the home side; of Soccer Duel games won.")]
    away_goals: Annotated[int, detail("Goals of the away side.")]
    home_shoot_out: Annotated[int | None, detail("Goals of the home side in a shoot-out; null where there is none.")]
    away_shoot_out: Annotated[int | None, detail("Goals of the away side in a shoot-out.")]
    winner: Annotated[str | None, detail('"home" or "away"; null while it runs, and for a draw.')]
    ruling: Annotated[str, detail('How the referee ended it: "awarded", "annulled", "to be replayed"; else empty.')]
    under_review: Annotated[bool, detail("Whether a contest waits for its ruling.")]
    struck_events: Annotated[int, detail("Events that rulings and undos have struck.")]
    goals: Annotated[str, detail('The goals as they were played: "1-0 Ada (45); 1-1 Blues (60, penalty)".')]
    sandbox_of: Annotated[str | None, detail("The id of the match that it tries out; null where it is no sandbox.")]
    seconds: Annotated[int, detail("How long it took, from its opening until play ended; so far, while it runs.")]


def rows(match: Reading) -> Iterator[MatchSummary]:
    """One row."""
    record, opening, result = match.record, match.record.opening, match.record.result
    begun, last = match.header.opened_at, record.events(match.version - 1)[0].entry.at
    ended = next((noted.at for noted in match.facts(PlayEnded)), last)
    shoot_out = result.shoot_out
    yield MatchSummary(
        home=opening.names.home,
        away=opening.names.away,
        home_coach=opening.coaches.home,
        away_coach=opening.coaches.away,
        over=result.over,
        version=match.version,
        mode=opening.mode.value,
        edition=str(opening.edition["id"]),
        last_event_at=last,
        home_goals=result.score.home,
        away_goals=result.score.away,
        home_shoot_out=shoot_out.home if shoot_out else None,
        away_shoot_out=shoot_out.away if shoot_out else None,
        winner=result.winner.value if result.winner else None,
        ruling=result.ruling,
        under_review=record.state.affairs.review is not None,
        struck_events=record.strikes,
        goals="; ".join(_goals(match)),
        sandbox_of=opening.sandbox_of,
        # Clocks may step back; a match does not take less than no time.
        seconds=max(0, round((ended - begun).total_seconds())),
    )


def _goals(match: Reading) -> Iterator[str]:
    """Each goal that is in the score as it was played, with the score after it."""
    score = dict.fromkeys(SIDES, 0)
    for noted in match.facts(Goal):
        if noted.stage is Stage.SHOOT_OUT:
            continue
        goal = noted.fact
        score[goal.side] += 1
        scorers = " and ".join(match.name_of(goal.side, one) or one for one in goal.footballers)
        when = ", ".join(filter(None, (noted.period, goal.how)))
        yield f"{'-'.join(map(str, score.values()))} {scorers or match.names.of(goal.side)} ({when})"


STATISTIC = Statistic(
    name="match_summaries",
    version=1,
    about="A summary of every match: edition, coaches, score, goals and their scorers, rulings, how long it took.",
    row=MatchSummary,
    rows=rows,
    counts=False,
    totals=False,
    order=("-opened_at",),
)
