"""What footballers did: marked, power, shots, goals, saves, cards, injuries, turns, minutes on."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from typing import Annotated, Any

from domain.match.facts import (
    Attempted,
    AttemptKind,
    Booked,
    CameOn,
    Goal,
    Injured,
    Marked,
    PeriodBegun,
    PlayEnded,
    SentOff,
    Stage,
    Turned,
    WentOff,
)
from domain.match.sides import Side
from projections.arithmetic import ratio
from projections.reading import Reading
from projections.statistic import Derived, SideRow, Statistic, key, measure
from projections.tally import Tally


class Footballer(SideRow, frozen=True, gc=False):
    """What a footballer did in a match, as it was played: an award changes nothing here."""

    footballer: Annotated[str, key("The footballer, by its id in the edition.")]
    name: Annotated[str, key("The name that the edition prints on it; nothing where it prints none.")]
    appearances: Annotated[int, measure("Matches in which it came on, or did anything that is counted here.")]
    marked: Annotated[int, measure("Times that it gave its power to an attempt, or against one.")]
    power: Annotated[int, measure("The power that it gave in all.")]
    attempts: Annotated[int, measure("Attacks and counters that it took part in.")]
    attempts_won: Annotated[int, measure("Of these, those that succeeded.")]
    shots: Annotated[int, measure("Shots and penalties that it took, alone or with others.")]
    goals: Annotated[int, measure("Goals that it scored, alone or with others; none of a shoot-out.")]
    goals_with_others: Annotated[int, measure("Of these, those that it scored with others: they count for each.")]
    kicks: Annotated[int, measure("Kicks in shoot-outs.")]
    kicks_scored: Annotated[int, measure("Goals in shoot-outs, which are in no score.")]
    saves: Annotated[int, measure("Shots and penalties that brought no goal while it kept goal.")]
    kicks_saved: Annotated[int, measure("Kicks in shoot-outs that brought no goal while it kept goal.")]
    yellow_cards: Annotated[int, measure("Yellow cards.")]
    sent_off: Annotated[int, measure("Times that it was sent off.")]
    injuries: Annotated[int, measure("Injuries.")]
    turns: Annotated[int, measure("Times that it turned on to its next edge.")]
    minutes: Annotated[int, measure("Minutes on the pitch, by whole periods; 0 where the game counts none.")]


_TAKEN = {
    AttemptKind.ATTACK: "attempts",
    AttemptKind.COUNTER: "attempts",
    AttemptKind.SHOT: "shots",
    AttemptKind.PENALTY: "shots",
    AttemptKind.KICK: "kicks",
}
_COUNTED: tuple[tuple[type[Any], str], ...] = (
    (Booked, "yellow_cards"),
    (SentOff, "sent_off"),
    (Injured, "injuries"),
    (Turned, "turns"),
)


def rows(match: Reading) -> list[Footballer]:
    """A row for every footballer who came on, or did anything."""
    tally = Tally(match, Footballer)

    def of(side: Side, footballer: str) -> dict[str, int]:
        sums = tally.of(side, footballer, match.name_of(side, footballer) or "")
        sums["appearances"] = 1
        return sums

    for came in match.facts(CameOn):
        of(came.fact.side, came.fact.footballer)
    for side, footballer, minutes in _minutes(match):
        of(side, footballer)["minutes"] += minutes
    for marked in match.facts(Marked):
        sums = of(marked.fact.side, marked.fact.footballer)
        sums["marked"] += 1
        sums["power"] += marked.fact.power
    for attempted in match.facts(Attempted):
        attempt, taken = attempted.fact, _TAKEN[attempted.fact.kind]
        for footballer in attempt.footballers:
            sums = of(attempt.side, footballer)
            sums[taken] += 1
            sums["attempts_won"] += attempt.succeeded and taken == "attempts"
        if attempt.goalkeeper is not None:
            saved = "kicks_saved" if taken == "kicks" else "saves"
            of(attempt.side.other, attempt.goalkeeper)[saved] += not attempt.succeeded
    for scored in match.facts(Goal):
        scorers = scored.fact.footballers
        for footballer in scorers:
            sums = of(scored.fact.side, footballer)
            if scored.stage is Stage.SHOOT_OUT:
                sums["kicks_scored"] += 1
            else:
                sums["goals"] += 1
                sums["goals_with_others"] += len(scorers) > 1
    for kind, measured in _COUNTED:
        for noted in match.facts(kind):
            if noted.fact.footballer is not None:
                of(noted.fact.side, noted.fact.footballer)[measured] += 1
    return tally.rows()


def _minutes(match: Reading) -> Iterator[tuple[Side, str, int]]:
    """How long each stay on the pitch was, so far, where the game counts minutes."""
    # Who comes on with the event that begins a period is there from its beginning.
    begun = {noted.version: noted.minute for noted in match.facts(PeriodBegun)}
    now = next((noted.fact.minute for noted in match.facts(PlayEnded)), next(reversed(begun.values()), None))
    came: defaultdict[tuple[Side, str], list[int | None]] = defaultdict(list)
    went: defaultdict[tuple[Side, str], list[int | None]] = defaultdict(list)
    for on in match.facts(CameOn):
        came[on.fact.side, on.fact.footballer].append(begun.get(on.version, on.minute))
    for off in match.facts(WentOff):
        went[off.fact.side, off.fact.footballer].append(off.minute)
    for who, starts in came.items():
        for start, end in zip_longest(starts, went[who][: len(starts)], fillvalue=now):
            if start is not None and end is not None:
                yield *who, end - start


STATISTIC = Statistic(
    name="footballers",
    version=1,
    about="What each footballer did: marked, power given, shots, goals, saves, cards, injuries, turns, minutes on.",
    row=Footballer,
    rows=rows,
    derived=(
        Derived(
            "goals_an_appearance",
            float,
            "Goals for each appearance.",
            lambda sums: ratio(sums.goals, sums.appearances),
            nullable=True,
        ),
        Derived(
            "shots_scored",
            float,
            "Goals for each shot; null where it took none.",
            lambda sums: ratio(sums.goals, sums.shots),
            nullable=True,
        ),
    ),
    by=("game", "side", "footballer", "name"),
    order=("-goals", "appearances", "footballer"),
)
