"""The decisions that a side may take, each at the first moment at which it may."""

from collections.abc import Iterable

from domain.games.soccer_duel import commands as c
from domain.games.soccer_duel.options import can_begin, must_discard
from domain.games.soccer_duel.pending import choice
from domain.games.soccer_duel.state import Table
from domain.games.soccer_duel.terms import Phase
from domain.match.game import Command
from domain.match.sides import Side


def legal_commands(table: Table, side: Side) -> Iterable[Command]:
    """Every command of this side that `decide` would accept.

    In a dealt match without a time, as they are submitted there; in a reported one, where any later time would do as
    well, at the earliest. A needless discard is not among them, although a reported one is put down (DUEL-3.4).
    """
    if choice(table, side) is None:
        return
    camp = table.camp(side)
    if table.phase is Phase.SET_UP:
        for tile in camp.hand:
            yield c.ChooseStartTile(side=side, tile=tile)
        return
    time = None if table.dealt else table.ready(side)
    if can_begin(table, side):
        for tile in camp.hand:
            yield c.BeginPitch(side=side, tile=tile, time=time)
    elif must_discard(table, side):
        for tile in camp.hand:
            yield c.DiscardTile(side=side, tile=tile, time=time)
    elif camp.pitch is not None:
        for tile in camp.hand:
            for row, column in camp.pitch.placements(table.catalogue, tile):
                yield c.PlaceTile(side=side, tile=tile, row=row, column=column, time=time)
    if table.phase is Phase.SUDDEN_DEATH:
        yield c.EndTurn(side=side, time=time)
