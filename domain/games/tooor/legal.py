"""Every decision that a side may take."""

from collections.abc import Callable, Iterable

from domain.games.tooor import commands as c
from domain.games.tooor.options import asked, kickers, lineable, shooters
from domain.games.tooor.pending import pending
from domain.games.tooor.state import Table
from domain.games.tooor.terms import Line, Phase
from domain.match.game import Command
from domain.match.kit.marking import marks
from domain.match.sides import Side


def legal_commands(table: Table, side: Side) -> Iterable[Command]:
    """Every command of this side that `decide` would accept now."""
    if pending(table).choice_of(side) is None:
        return ()
    return _OFFERS[table.phase](table, side)


def _tactics(table: Table, side: Side) -> Iterable[Command]:
    return (c.ChooseTactic(side=side, value=value) for value in table.hands.of(side))


def _marks(table: Table, side: Side) -> Iterable[Command]:
    return (c.MarkFootballers(side=side, footballers=order) for order in marks(asked(table, side)))


def _goalkeepers(table: Table, side: Side) -> Iterable[Command]:
    return (c.NameGoalkeeper(side=side, footballer=one.id) for one in table.outfielders(side))


def _shooters(table: Table, side: Side) -> Iterable[Command]:
    return (c.NameShooter(side=side, footballer=one) for one in shooters(table))


def _moves(table: Table, side: Side) -> Iterable[Command]:
    yield c.EndRearrangement(side=side)
    for one in table.outfielders(side):
        for line in Line:
            if line is not one.line:
                yield c.MoveFootballer(side=side, footballer=one.id, line=line)


def _line_up(table: Table, side: Side) -> Iterable[Command]:
    if table.shoot_out is not None:
        for one in lineable(table, table.shoot_out, side):
            yield c.PlaceKicker(side=side, footballer=one)


def _kickers(table: Table, side: Side) -> Iterable[Command]:
    if table.shoot_out is not None:
        for one in kickers(table, table.shoot_out, side):
            yield c.NameKicker(side=side, footballer=one)


_OFFERS: dict[Phase, Callable[[Table, Side], Iterable[Command]]] = {
    Phase.TACTIC: _tactics,
    Phase.ATTACKER_MARKS: _marks,
    Phase.DEFENDER_MARKS: _marks,
    Phase.GOALKEEPER: _goalkeepers,
    Phase.SHOOTER: _shooters,
    Phase.REARRANGEMENT: _moves,
    Phase.LINE_UP: _line_up,
    Phase.KICKER: _kickers,
}
