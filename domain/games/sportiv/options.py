"""What the rules leave open at a moment: which draw is due, who decides, and what may be eliminated or removed."""

from collections.abc import Iterator
from itertools import combinations, islice
from math import comb

import msgspec

from domain.games.sportiv.edition import HAND, PITCH, RESERVE
from domain.games.sportiv.state import Table
from domain.games.sportiv.terms import REMOVALS, Phase, Place
from domain.match.sides import SIDES, Side

LISTED = 200
"""How many answers are listed at most where there may be very many."""


class Draw(msgspec.Struct, frozen=True):
    """A card that a side has to draw now, where it goes, and by which clause."""

    side: Side
    place: Place
    clause: str


def draw_due(table: Table) -> Draw | None:
    """The draw that is due, if any. Where both sides draw, each clause says who does so first."""
    active, other = table.active, table.active.other
    match table.phase:
        case Phase.DEAL:
            return next(filter(None, (_deal(table, side) for side in SIDES)), None)
        case Phase.DRAW:
            return Draw(active, Place.HAND, "SPORTIV-3.1")
        case Phase.ACTION_DRAW:
            return Draw(active, Place.RESERVE, "SPORTIV-3.3")
        case Phase.COUNTERED:
            if table.actions.of(other).in_reserve < RESERVE:
                return Draw(other, Place.RESERVE, "SPORTIV-3.7")
            return None if table.counter in REMOVALS else _fill(table, other, "SPORTIV-3.5")
        case Phase.TRACK_BACK:
            return Draw(active, Place.PITCH, "SPORTIV-3.6") if table.reinforcements else None
        case Phase.EXCHANGE:
            # Only who has just discarded is short.
            short = (side for side in SIDES if table.actions.of(side).in_reserve < RESERVE)
            return next((Draw(side, Place.RESERVE, "SPORTIV-3.8") for side in short), None)
        case Phase.REFILL:
            return next(filter(None, (_fill(table, side, "SPORTIV-4.3") for side in table.refilling)), None)
        case _:
            return None


def _deal(table: Table, side: Side) -> Draw | None:
    """What a side has still to draw before the match: pitch, then reserve, then hand (SPORTIV-2.2)."""
    if table.actions.of(side).in_reserve == RESERVE and table.footballers.of(side).in_hand < HAND:
        return Draw(side, Place.HAND, "SPORTIV-2.1")
    if len(table.footballers.of(side).pitch) == PITCH and table.actions.of(side).in_reserve < RESERVE:
        return Draw(side, Place.RESERVE, "SPORTIV-2.1")
    return _fill(table, side, "SPORTIV-2.1")


def _fill(table: Table, side: Side, clause: str) -> Draw | None:
    return Draw(side, Place.PITCH, clause) if len(table.footballers.of(side).pitch) < PITCH else None


def exchanging(table: Table) -> Side | None:
    """Who replaces action cards now: the active side first (SPORTIV-3.8)."""
    return next((side for side in (table.active, table.active.other) if not table.exchanged.of(side)), None)


class Removal(msgspec.Struct, frozen=True):
    """What a side is to remove: how many of these opposing footballers; all there are, where they are fewer."""

    side: Side
    footballers: tuple[int, ...]
    count: int
    clause: str


def removal(table: Table) -> Removal | None:
    """What is to be removed now (SPORTIV-3.4, SPORTIV-3.5, SPORTIV-3.7). None where there is nobody to remove."""
    if table.phase is Phase.REMOVAL:
        side, by = table.active, table.in_play
    elif table.phase is Phase.COUNTERED:
        side, by = table.active.other, table.counter
    else:
        return None
    opposing = table.footballers.of(side.other).pitch
    if by not in REMOVALS or not opposing:
        return None
    return Removal(side, opposing, min(REMOVALS[by], len(opposing)), by.clause)


def removals(due: Removal) -> Iterator[tuple[int, ...]]:
    """Ways of removing what is to be removed: all of them, or where they are very many some from everywhere."""
    ways = comb(len(due.footballers), due.count)
    return islice(combinations(sorted(due.footballers), due.count), 0, None, -(-ways // LISTED))


def removals_are_few(due: Removal) -> bool:
    """Whether `removals` gives every way."""
    return comb(len(due.footballers), due.count) <= LISTED


def keepers_needed(table: Table) -> int:
    """How many goalkeeper cards the defender chooses: two where it has footballers on the pitch (SPORTIV-4.1)."""
    return 2 if table.footballers.of(table.active.other).pitch else 1


class Engagement(msgspec.Struct, frozen=True):
    """Own footballers against opposing ones of the same total (SPORTIV-3.2)."""

    own: tuple[int, ...]
    opposing: tuple[int, ...]


def engagements(table: Table) -> Iterator[Engagement]:
    """Ways of eliminating: all of them, or on a crowded pitch the first few of each kind in turn."""
    own, opposing = (sorted(table.footballers.of(side).pitch) for side in (table.active, table.active.other))
    kinds = [
        *(_against_one(table, own, one) for one in opposing),
        *(_against_several(table, one, opposing) for one in own),
    ]
    return islice(_in_turn(kinds), LISTED)


def _against_one(table: Table, own: list[int], opposing: int) -> Iterator[Engagement]:
    """One or several of one's own against one."""
    return (Engagement(engaged, (opposing,)) for engaged in _adding_up(table, own, table.edition.value(opposing)))


def _against_several(table: Table, own: int, opposing: list[int]) -> Iterator[Engagement]:
    """One of one's own against several."""
    sets = _adding_up(table, opposing, table.edition.value(own))
    return (Engagement((own,), several) for several in sets if len(several) > 1)


def engagements_are_few(table: Table) -> bool:
    """Whether `engagements` gives every way. It counts them without making any."""
    own, opposing = (table.values(table.footballers.of(side).pitch) for side in (table.active, table.active.other))
    alike = sum(opposing.count(value) for value in own)
    return _ways(own, opposing) + _ways(opposing, own) - alike <= LISTED


def _ways(footballers: tuple[int, ...], totals: tuple[int, ...]) -> int:
    """How many sets of footballers have one of the totals, counted for each total."""
    highest = max(totals, default=0)
    sets = [1, *[0] * highest]
    for value in footballers:
        for total in range(highest, value - 1, -1):
            sets[total] += sets[total - value]
    return sum(sets[total] for total in totals)


def _adding_up(table: Table, footballers: list[int], total: int) -> Iterator[tuple[int, ...]]:
    """Every set of footballers of a total. No way is begun that the rest cannot complete."""
    values = table.values(tuple(footballers))
    # reachable[-1 - n]: the totals, none above the one wanted, that footballers[n:] can have.
    reachable = [{0}]
    for value in reversed(values):
        reachable.append(reachable[-1] | {more for one in reachable[-1] if (more := one + value) <= total})

    def choose(first: int, chosen: tuple[int, ...], missing: int) -> Iterator[tuple[int, ...]]:
        if not missing:
            yield chosen
            return
        for place in range(first, len(footballers)):
            if missing - values[place] in reachable[-2 - place]:
                yield from choose(place + 1, (*chosen, footballers[place]), missing - values[place])

    return choose(0, (), total)


def _in_turn(kinds: list[Iterator[Engagement]]) -> Iterator[Engagement]:
    """One of each kind, then another of each, until none has any left."""
    while kinds:
        rest = []
        for kind in kinds:
            for engagement in islice(kind, 1):
                yield engagement
                rest.append(kind)
        kinds = rest
