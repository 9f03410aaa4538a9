"""What the rules leave open to a side at a moment."""

from domain.games.soccer_duel.state import Table
from domain.games.soccer_duel.terms import Phase, Place
from domain.match.sides import SIDES, Side


def can_place(table: Table, side: Side) -> bool:
    """Whether a tile of the hand fits on the side's pitch (DUEL-3.2)."""
    camp = table.camp(side)
    pitch = camp.pitch
    return pitch is not None and any(pitch.takes(table.catalogue, tile) for tile in camp.hand)


def can_begin(table: Table, side: Side) -> bool:
    """Whether the side may begin a pitch: it has none, or a locked one, and a tile (DUEL-3.7, DUEL-5.1)."""
    camp = table.camp(side)
    return bool(camp.hand) and (camp.pitch is None or camp.pitch.locked)


def can_play(table: Table, side: Side) -> bool:
    """Whether the side can lay a tile in one way or the other (DUEL-3.11)."""
    return can_begin(table, side) or can_place(table, side)


def can_draw(table: Table) -> bool:
    """Whether the pile holds a tile beyond those that are due already (DUEL-3.12)."""
    return len(table.pile) > len(table.due)


def must_discard(table: Table, side: Side) -> bool:
    """Whether the side has to discard a tile and draw another (DUEL-3.4)."""
    return table.phase is Phase.PLAY and can_draw(table) and bool(table.camp(side).hand) and not can_play(table, side)


def stuck(table: Table) -> bool:
    """Whether neither side can lay a tile any more (DUEL-4.1)."""
    return not any(can_play(table, side) for side in SIDES)


def free(table: Table, side: Side) -> bool:
    """Whether no draw is due that this side has to wait for (DUEL-3.9)."""
    return side not in table.due and not (table.due and (table.dealt or table.phase is Phase.SUDDEN_DEATH))


def a_placement(table: Table, side: Side) -> tuple[int, Place | None] | None:
    """A tile of the hand that can be laid, and where; no place where a new pitch is begun with it (DUEL-3.4)."""
    camp = table.camp(side)
    if can_begin(table, side):
        return camp.hand[0], None
    if camp.pitch is not None:
        for tile in camp.hand:
            if places := camp.pitch.placements(table.catalogue, tile):
                return tile, places[0]
    return None
