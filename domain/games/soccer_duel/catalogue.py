"""The tiles of an edition, as play looks them up: worked out once, so that no placement has to search."""

from functools import lru_cache
from itertools import product

import msgspec

from domain.games.soccer_duel.commands import TileDraw
from domain.games.soccer_duel.edition import GRASS_SIGN, DuelEdition
from domain.games.soccer_duel.terms import GRASS, Card, Corners
from domain.match.sides import BySide, Side

ANY = -1
"""A corner of an open place that no neighbour says anything about."""
CLASH = -2
"""A corner of an open place of which two neighbours ask different things; no tile fits there."""

Wants = tuple[int, int, int, int]
"""What an open place asks of the corners of a tile: a colour, GRASS, ANY or CLASH."""


class Catalogue(msgspec.Struct, frozen=True):
    """All tiles, by number; number 0 is none.

    faces: what is on it, in words. corners: of a tile that is no card. cards: of a tile that is one.
    asks: what it asks, once it lies, of the places to its left, to its right, above and below.
    fitting: everything that an open place can ask for and this tile fits. playable: the same for all tiles together.
    draws: each tile as each side draws it, with its weight.
    """

    faces: tuple[str, ...]
    corners: tuple[Corners | None, ...]
    cards: tuple[Card | None, ...]
    asks: tuple[tuple[Wants, ...], ...]
    fitting: tuple[frozenset[Wants], ...]
    playable: frozenset[Wants]
    draws: BySide[tuple[tuple[TileDraw, int], ...]]
    colours: tuple[str, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of every tile, ascending."""
        return tuple(range(1, len(self.faces)))

    def corners_of(self, tile: int) -> Corners:
        """The corners of a tile. Raises ValueError for a card."""
        corners = self.corners[tile]
        if corners is None:
            raise ValueError(f"tile {tile} is a card")
        return corners


@lru_cache(maxsize=16)
def catalogue_of(edition: DuelEdition) -> Catalogue:
    """The catalogue of an edition."""
    number = {GRASS_SIGN: GRASS} | {colour: index for index, colour in enumerate(edition.colours, start=1)}
    faces = ("", *edition.tiles)
    cards = tuple(Card(face) if face in tuple(Card) else None for face in faces)
    corners = tuple(
        None if not face or face in tuple(Card) else _corners([number[word] for word in face.split()]) for face in faces
    )
    fitting = tuple(frozenset() if one is None else _fitted_by(one) for one in corners)
    return Catalogue(
        faces=faces,
        corners=corners,
        cards=cards,
        asks=tuple(() if one is None else _asked_by(one) for one in corners),
        fitting=fitting,
        playable=frozenset().union(*fitting),
        draws=BySide(_draws(Side.HOME, len(faces)), _draws(Side.AWAY, len(faces))),
        colours=(GRASS_SIGN, *edition.colours),
    )


def _corners(numbers: list[int]) -> Corners:
    top_left, top_right, bottom_left, bottom_right = numbers
    return top_left, top_right, bottom_left, bottom_right


def _asked_by(corners: Corners) -> tuple[Wants, Wants, Wants, Wants]:
    """What a tile asks of those to its left, to its right, above and below: both corners along the edge (DUEL-3.2)."""
    top_left, top_right, bottom_left, bottom_right = corners
    return (
        (ANY, top_left, ANY, bottom_left),
        (top_right, ANY, bottom_right, ANY),
        (ANY, ANY, top_left, top_right),
        (bottom_left, bottom_right, ANY, ANY),
    )


def _fitted_by(corners: Corners) -> frozenset[Wants]:
    """All that corners answer to: each corner asked for or not, a ball at least among those that are (DUEL-3.2)."""
    top_left, top_right, bottom_left, bottom_right = ((corner, ANY) for corner in corners)
    return frozenset(wants for wants in product(top_left, top_right, bottom_left, bottom_right) if max(wants) > GRASS)


def _draws(side: Side, count: int) -> tuple[tuple[TileDraw, int], ...]:
    return tuple((TileDraw(side=side, tile=tile), 1) for tile in range(count))
