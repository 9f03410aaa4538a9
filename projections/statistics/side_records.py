"""Played, won, drawn, lost; goals by the stage of the match. League tables are sorted from these."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from domain.match.facts import Goal, Stage
from domain.match.sides import SIDES, Side
from projections.reading import Reading
from projections.statistic import Derived, SideRow, Statistic, measure


class SideRecord(SideRow, frozen=True, kw_only=True, gc=False):
    """What a match that is over counts for one of its sides."""

    played: Annotated[int, measure("Matches that are over.")]
    won: Annotated[int, measure("Matches won, by play or by a ruling.")]
    drawn: Annotated[int, measure("Matches without a winner.")]
    lost: Annotated[int, measure("Matches lost.")]
    goals_for: Annotated[int, measure("Goals of the final score; of Soccer Duel games won.")]
    goals_against: Annotated[int, measure("Goals of the opponent in the final score.")]
    extra_time_goals_for: Annotated[int, measure("Of the goals, those scored in extra time.")]
    extra_time_goals_against: Annotated[int, measure("Of the opponent's goals, those scored in extra time.")]
    shoot_outs: Annotated[int, measure("Matches that went to a shoot-out.")]
    shoot_outs_won: Annotated[int, measure("Shoot-outs won.")]
    shoot_out_goals_for: Annotated[int, measure("Goals in shoot-outs, which are in no score.")]
    shoot_out_goals_against: Annotated[int, measure("Goals of the opponent in shoot-outs.")]
    clean_sheets: Annotated[int, measure("Matches in which the opponent's final score is 0.")]


def rows(match: Reading) -> Iterator[SideRecord]:
    """A row for each side once the match is over."""
    if match.record.result.over:
        yield from (SideRecord(*match.who(side), **outcome(match, side)) for side in SIDES)


def outcome(match: Reading, side: Side) -> Mapping[str, Any]:
    """The measures of a side of a match that is over. An award is the whole score: no stage has a part of it."""
    result = match.record.result
    own, other = result.score.of(side), result.score.of(side.other)
    awarded = result.ruling == "awarded"
    extra = [noted.fact.side for noted in match.facts(Goal) if noted.stage is Stage.EXTRA and not awarded]
    shoot_out = result.shoot_out
    return {
        "played": 1,
        "won": int(result.winner is side),
        "drawn": int(result.winner is None),
        "lost": int(result.winner is side.other),
        "goals_for": own,
        "goals_against": other,
        "extra_time_goals_for": extra.count(side),
        "extra_time_goals_against": extra.count(side.other),
        "shoot_outs": int(shoot_out is not None),
        "shoot_outs_won": int(shoot_out is not None and result.winner is side),
        "shoot_out_goals_for": shoot_out.of(side) if shoot_out else 0,
        "shoot_out_goals_against": shoot_out.of(side.other) if shoot_out else 0,
        "clean_sheets": int(other == 0),
    }


DERIVED = (
    Derived("points", int, "Three for a win and one for a draw.", lambda sums: 3 * sums.won + sums.drawn),
    Derived("goal_difference", int, "Goals less those of the opponents.", lambda s: s.goals_for - s.goals_against),
)
ORDER = ("-points", "-goal_difference", "-goals_for")

STATISTIC = Statistic(
    name="side_records",
    version=1,
    about="What each side has played, won, drawn and lost, and its goals; extra time and shoot-outs apart.",
    row=SideRecord,
    rows=rows,
    derived=DERIVED,
    by=("side",),
    order=ORDER,
)
