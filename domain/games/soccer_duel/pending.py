"""What a match waits for: decisions of one or both sides, and the one draw that is due."""

from domain.games.soccer_duel import commands as c
from domain.games.soccer_duel.clock import since_kick_off
from domain.games.soccer_duel.events import TileDrawn
from domain.games.soccer_duel.options import can_begin, can_place, free, must_discard
from domain.games.soccer_duel.state import Table
from domain.games.soccer_duel.terms import Phase
from domain.match.game import Chance, Choice, Command, Event, Pending
from domain.match.kit import asking
from domain.match.sides import SIDES, Side

DRAWN_BY = {
    Phase.SET_UP: "DUEL-2.1",
    Phase.PLAY: "DUEL-3.3",
    Phase.SUDDEN_DEATH: "DUEL-5.1",
}
"""The clause by which tiles are drawn."""

_COIN = Chance(
    tuple((c.CoinToss(first=side), 1) for side in SIDES), "DUEL-5.1", "a coin, for who is first in the sudden death"
)


def pending(table: Table) -> Pending:
    """Which sides may act, and which chance outcome is due. Where both may, neither waits for the other."""
    if table.phase is Phase.TOSS:
        return Pending(chance=_COIN)
    choices = (choice(table, side) for side in SIDES)
    return Pending(tuple(one for one in choices if one is not None), _draw(table))


def disturbs(event: Event, side: Side) -> bool:
    """All but what the other side does; of that only that it has the last tile of the pile (DUEL-3.8)."""
    if isinstance(event, TileDrawn) and event.left == 0:
        return True
    return event.side is not side.other


def choice(table: Table, side: Side) -> Choice | None:
    """What a side may decide now, if anything."""
    if not free(table, side):
        return None
    if table.phase is Phase.SET_UP:
        return (
            None
            if table.camp(side).pitches
            else _choice(table, side, "DUEL-2.1", "Choose your start tile.", c.ChooseStartTile)
        )
    if table.phase is Phase.SUDDEN_DEATH:
        return _turn(table, side) if side is table.turn else None
    if table.phase not in (Phase.PLAY, Phase.OVERTIME):
        return None
    if can_begin(table, side):
        return _choice(table, side, "DUEL-3.7", "Your pitch is locked: begin a new one.", c.BeginPitch)
    if can_place(table, side):
        return _choice(table, side, "DUEL-3.1", "Place a tile on your pitch.", c.PlaceTile)
    if must_discard(table, side):
        return _choice(table, side, "DUEL-3.4", "No tile fits: discard one and draw another.", c.DiscardTile)
    return None


def _turn(table: Table, side: Side) -> Choice:
    if can_begin(table, side):
        return _choice(table, side, "DUEL-5.1", "Begin a pitch, or end your turn.", c.BeginPitch, c.EndTurn)
    if can_place(table, side):
        return _choice(table, side, "DUEL-5.1", "Place open tiles, or end your turn.", c.PlaceTile, c.EndTurn)
    return _choice(table, side, "DUEL-5.2", "No open tile fits: end your turn.", c.EndTurn)


def _choice(table: Table, side: Side, clause: str, prompt: str, *commands: type[Command]) -> Choice:
    return asking.choice(side, clause, prompt, *commands, not_before=_not_before(table, side), exhaustive=table.dealt)


def _not_before(table: Table, side: Side) -> int | None:
    """When a stop ends (DUEL-3.6), counted since the first "Go!" of the match where its moment is known."""
    until = table.camp(side).stopped_until
    return None if until <= table.clock else until + since_kick_off(table)


def _draw(table: Table) -> Chance | None:
    if not table.due:
        return None
    side = table.due[0]
    draws = table.catalogue.draws.of(side)
    outcomes = tuple([draws[tile] for tile in table.pile])
    return Chance(outcomes, DRAWN_BY[table.phase], f"a tile that the {side} side draws", side)
