"""What two sides have played against each other: side records, by opponent."""

from collections.abc import Iterator
from typing import Annotated

from domain.match.sides import SIDES
from projections.reading import Reading
from projections.statistic import Statistic, key
from projections.statistics.side_records import DERIVED, ORDER, SideRecord, outcome


class HeadToHead(SideRecord, frozen=True, gc=False):
    """What a match that is over counts for one of its sides against the other."""

    opponent: Annotated[str, key("The name of the opponent.")]
    opponent_coach: Annotated[str, key("The person who acts for the opponent; nothing where nobody was named.")]


def rows(match: Reading) -> Iterator[HeadToHead]:
    """A row for each side once the match is over."""
    if match.record.result.over:
        for side in SIDES:
            opponent, _, coach = match.who(side.other)
            yield HeadToHead(*match.who(side), opponent, coach, **outcome(match, side))


STATISTIC = Statistic(
    name="head_to_head",
    version=1,
    about="What each side has played, won, drawn and lost against each opponent, and its goals.",
    row=HeadToHead,
    rows=rows,
    derived=DERIVED,
    by=("side", "opponent"),
    order=ORDER,
)
