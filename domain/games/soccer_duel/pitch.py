"""A pitch of tiles, of any shape and extent, with an index of its open places and what each of them asks for.

Whether a tile fits a place, whether it fits anywhere, and whether the pitch is locked are each answered by looking up a
few keys, never by going over the pitch.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from domain.games.soccer_duel.catalogue import ANY, CLASH, Catalogue, Wants
from domain.games.soccer_duel.shared_map import SharedMap
from domain.games.soccer_duel.terms import CORNER_NAMES, GRASS, Corners, Place

_TL, _TR, _BL, _BR = range(4)

# For each corner here: the three tiles that meet it, each by row and column from here and the corner it brings.
_MEETINGS = (
    ((-1, -1, _BR), (-1, 0, _BL), (0, -1, _TR)),
    ((-1, 0, _BR), (-1, 1, _BL), (0, 1, _TL)),
    ((0, -1, _BR), (1, -1, _TR), (1, 0, _TL)),
    ((0, 1, _BL), (1, 0, _TR), (1, 1, _TL)),
)


class Pitch(msgspec.Struct, frozen=True, gc=False):
    """The tiles of one pitch and the open places beside them.

    places: for each place either the number of the tile that lies there, or what the open place asks for.
    wanted: how many open places ask for a thing, of those things only that some tile of the catalogue fits.
    """

    places: SharedMap[Place, int | Wants] = SharedMap()
    wanted: Mapping[Wants, int] = msgspec.field(default_factory=dict)

    @property
    def locked(self) -> bool:
        """Whether no tile of the catalogue could be placed anywhere (DUEL-3.7)."""
        return not self.wanted

    def tile_at(self, place: Place) -> int | None:
        """The number of the tile that lies at a place, if one does."""
        found = self.places.get(place)
        return found if isinstance(found, int) else None

    def asked_at(self, place: Place) -> Wants | None:
        """What an open place beside a tile asks for; None where a tile lies or none lies beside it."""
        found = self.places.get(place)
        return None if isinstance(found, int) else found

    def takes(self, catalogue: Catalogue, tile: int) -> bool:
        """Whether a tile fits anywhere (DUEL-3.2)."""
        return not catalogue.fitting[tile].isdisjoint(self.wanted)

    def placements(self, catalogue: Catalogue, tile: int) -> list[Place]:
        """Every place where a tile fits, row by row. Goes over the pitch: to list, not to check."""
        fitting = catalogue.fitting[tile]
        if fitting.isdisjoint(self.wanted):
            return []
        return sorted(place for place, found in self.places.items() if found in fitting)

    def tiles(self) -> list[tuple[Place, int]]:
        """Every tile with its place, row by row."""
        return sorted((place, found) for place, found in self.places.items() if isinstance(found, int))

    def balls_at(self, catalogue: Catalogue, place: Place) -> Iterator[tuple[int, Place]]:
        """The balls that the tile at a place completes (DUEL-3.5): the colour, and the place of the top-left tile."""
        tile = self.tile_at(place)
        if tile is None:
            return
        row, column = place
        for corner, (colour, meeting) in enumerate(zip(catalogue.corners_of(tile), _MEETINGS, strict=True)):
            if colour == GRASS:
                continue
            if all(
                self._corner(catalogue, (row + down, column + right), own) == colour for down, right, own in meeting
            ):
                yield colour, (row - (corner in (_TL, _TR)), column - (corner in (_TL, _BL)))

    def _corner(self, catalogue: Catalogue, place: Place, corner: int) -> int | None:
        tile = self.tile_at(place)
        return None if tile is None else catalogue.corners_of(tile)[corner]


def with_tile(catalogue: Catalogue, pitch: Pitch, tile: int, place: Place) -> Pitch:
    """The pitch with a tile at a place. Whether it fits there is not checked here."""
    lying, wanted = pitch.places.get, dict(pitch.wanted)
    changes: dict[Place, int | Wants] = {place: tile}
    asked = pitch.asked_at(place)
    if asked is not None:
        _forget(wanted, asked)
    row, column = place
    neighbours = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
    for beside, asks in zip(neighbours, catalogue.asks[tile], strict=True):
        found = lying(beside)
        if found is None:
            now = asks
        elif type(found) is tuple:
            now = _both(found, asks)
            _forget(wanted, found)
        else:
            continue
        if now in catalogue.playable:
            wanted[now] = wanted.get(now, 0) + 1
        changes[beside] = now
    return Pitch(pitch.places.with_all(changes), wanted)


def differences(wants: Wants, corners: Corners) -> list[tuple[str, int, int]]:
    """Where a tile does not fit: the name of the corner, what is asked of it, and what it has."""
    return [
        (name, asked, own)
        for name, asked, own in zip(CORNER_NAMES, wants, corners, strict=True)
        if asked not in (ANY, own)
    ]


def joined_by(wants: Wants) -> tuple[int, ...]:
    """The colours by which a place connects; none where it would connect by grass alone (DUEL-3.2)."""
    return tuple(asked for asked in wants if asked > GRASS)


@lru_cache(maxsize=1 << 14)
def _both(one: Wants, other: Wants) -> Wants:
    """What a place asks for that one neighbour asks one thing and another the other."""
    top_left, top_right, bottom_left, bottom_right = map(_both_at, one, other)
    return top_left, top_right, bottom_left, bottom_right


def _both_at(one: int, other: int) -> int:
    if other in (ANY, one):
        return one
    return other if one == ANY else CLASH


def _forget(wanted: dict[Wants, int], asked: Wants) -> None:
    """Take an open place out of the index; one that no tile fits was never in it."""
    count = wanted.get(asked)
    if count == 1:
        del wanted[asked]
    elif count is not None:
        wanted[asked] = count - 1
