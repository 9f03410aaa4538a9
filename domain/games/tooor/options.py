"""What the rules leave open at a moment: who may be marked, shoot, keep goal, move or kick."""

from domain.games.tooor.state import KICKS, Footballer, ShootOut, Table
from domain.games.tooor.terms import Line, Phase
from domain.match.kit.footballers import with_fewest_kicks
from domain.match.kit.marking import Asked
from domain.match.sides import SIDES, Side


def colour(table: Table, footballer: Footballer) -> Line | None:
    """What counts as a footballer's colour; None for a goalkeeper's badge out in the field (TOOOR-4.2, TOOOR-4.8)."""
    if footballer.line is Line.GOALKEEPER or table.rules.line_by == "row":
        return footballer.line
    return None if footballer.card.badge is Line.GOALKEEPER else footballer.card.badge


def card_in_play(table: Table) -> int:
    """The value of the attacker's own card, which both sides mark by. Raises ValueError where nobody attacks."""
    value = table.revealed.of(table.attacker) if table.attacker is not None else None
    if value is None:
        raise ValueError("nobody attacks")
    return value


def asked(table: Table, side: Side) -> tuple[Asked[Line], ...]:
    """What the card in play asks a side to mark (TOOOR-4.1, TOOOR-4.3)."""
    card = table.edition.tactic(card_in_play(table))
    demand = card.lower if side is table.attacker else card.upper
    parts = []
    for wanted, count in demand.items():
        candidates = tuple(one.id for one in table.squad(side) if colour(table, one) is wanted)
        parts.append(Asked(wanted, min(count, len(candidates)), candidates))
    return tuple(parts)


def shooters(table: Table) -> tuple[str, ...]:
    """Who may shoot for the attacker: nobody where none of the marked is left (TOOOR-6.1, TOOOR-6.5)."""
    if table.attacker is None:
        return ()
    participants = tuple(one for one in table.marked.of(table.attacker) if table.footballers[one].on_pitch)
    if not participants or table.rules.shooter == "participant":
        return participants
    squad = table.squad(table.attacker)
    strikers = (one.id for one in squad if colour(table, one) is Line.RED and one.id not in participants)
    return (*participants, *strikers)


def without_goalkeeper(table: Table) -> Side | None:
    """The side that has to name a goalkeeper now (TOOOR-5.7)."""
    if table.phase is not Phase.GOALKEEPER:
        return None
    return next((side for side in SIDES if table.goalkeeper(side) is None and table.outfielders(side)), None)


def drawing(table: Table) -> Side:
    """The side whose draw of a tactic card for extra time is due: home first, two cards each (TOOOR-9.2)."""
    return Side.HOME if len(table.hands.home) < 2 else Side.AWAY


def places(table: Table, side: Side) -> int:
    """How many footballers a side lines up for a shoot-out (TOOOR-10.1)."""
    return min(KICKS, len(table.squad(side)))


def lineable(table: Table, shoot_out: ShootOut, side: Side) -> tuple[str, ...]:
    """Who may still join a side's line: the goalkeeper only where fewer than five outfielders are left (TOOOR-10.1)."""
    if len(shoot_out.lines.of(side)) == shoot_out.places.of(side):
        return ()
    outfielders = table.outfielders(side)
    eligible = outfielders if len(outfielders) >= shoot_out.places.of(side) else table.squad(side)
    return tuple(one.id for one in eligible if one.id not in shoot_out.lines.of(side))


def kickers(table: Table, shoot_out: ShootOut, side: Side) -> tuple[str, ...]:
    """Who may take a kick outside the line: those with the fewest kicks, the goalkeeper last (TOOOR-10.6)."""
    eligible = with_fewest_kicks(table.squad(side), shoot_out.kickers)
    outfielders = tuple(one.id for one in eligible if one.line is not Line.GOALKEEPER)
    return outfielders or tuple(one.id for one in eligible)


def next_in_line(table: Table, shoot_out: ShootOut, side: Side) -> str | None:
    """Who of the line kicks next: removed footballers are passed over, and at its end it starts over (TOOOR-10.2)."""
    line = shoot_out.lines.of(side)
    last = next((one for one in reversed(shoot_out.kickers) if one in line), None)
    start = 0 if last is None else line.index(last) + 1
    return next((one for one in line[start:] + line[:start] if table.footballers[one].on_pitch), None)
