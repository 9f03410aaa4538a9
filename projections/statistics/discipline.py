"""Yellow cards, footballers sent off and injured, by side, whether or not the game names who was shown a card."""

from typing import Annotated, Any

from domain.match.facts import Booked, Injured, SentOff
from projections.reading import Reading
from projections.statistic import SideRow, Statistic, measure
from projections.tally import Tally


class Discipline(SideRow, frozen=True, gc=False):
    """What a match cost a side of which anything is told here."""

    yellow_cards: Annotated[int, measure("Yellow cards, of footballers or of the side as a whole.")]
    sent_off: Annotated[int, measure("Footballers sent off.")]
    injuries: Annotated[int, measure("Footballers injured.")]


_COUNTED: tuple[tuple[type[Any], str], ...] = ((Booked, "yellow_cards"), (SentOff, "sent_off"), (Injured, "injuries"))


def rows(match: Reading) -> list[Discipline]:
    """A row for a side that had a card or an injury."""
    tally = Tally(match, Discipline)
    for kind, measured in _COUNTED:
        for noted in match.facts(kind):
            tally.of(noted.fact.side)[measured] += 1
    return tally.rows()


STATISTIC = Statistic(
    name="discipline",
    version=1,
    about="Yellow cards, footballers sent off and injured, by side.",
    row=Discipline,
    rows=rows,
    by=("side",),
    order=("-sent_off", "-yellow_cards"),
)
