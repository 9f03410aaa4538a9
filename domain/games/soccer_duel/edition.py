"""Editions of Soccer Duel: tiles and cards, as a box or a league's own invention has them."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails

from domain.games.soccer_duel.terms import CORNER_NAMES, Card
from domain.match.editions import EditionModel
from domain.match.kit.editions import fault

GRASS_SIGN = "-"
FEWEST_TILES = 12
"""So many are drawn at most before the first "Go!" (DUEL-1.4)."""


def _colour(word: str) -> str:
    if len(word.split()) != 1 or word == GRASS_SIGN:
        raise ValueError(f'one word is needed, and "{GRASS_SIGN}" means grass')
    return word


def _distinct(colours: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(colours)) != len(colours):
        raise ValueError("each colour is allowed once")
    return colours


def _face(face: str) -> str:
    words = face.split()
    if len(words) != 4 and not (len(words) == 1 and words[0] in tuple(Card)):
        raise ValueError(f'four corners are needed (a colour, or "{GRASS_SIGN}" for grass), or one card: yellow or red')
    return " ".join(words)


Colour = Annotated[str, AfterValidator(_colour)]
Face = Annotated[str, AfterValidator(_face)]
"""What is on a tile: its corners, such as "- red - blue" from top-left to bottom-right, or a card."""


class DuelEdition(EditionModel):
    """All the tiles of a match (DUEL-1.1). Tile n, counted from 1, is `tiles[n - 1]`."""

    game: Literal["soccer_duel"]
    colours: Annotated[tuple[Colour, ...], Field(min_length=1), AfterValidator(_distinct)]
    tiles: tuple[Face, ...]

    @model_validator(mode="after")
    def _can_be_played_with(self) -> "DuelEdition":
        if faults := [*self._unknown_colours(), *self._missing()]:
            raise ValidationError.from_exception_data("DuelEdition", faults)
        return self

    def _unknown_colours(self) -> Iterator[InitErrorDetails]:
        known = (GRASS_SIGN, *self.colours)
        for index, face in enumerate(self.tiles):
            for name, word in zip(CORNER_NAMES, face.split(), strict=False):
                if face not in tuple(Card) and word not in known:
                    allowed = f'{", ".join(self.colours)} or "{GRASS_SIGN}" is allowed in the {name} corner'
                    yield fault(allowed, face, "tiles", index)

    def _missing(self) -> Iterator[InitErrorDetails]:
        corners = [face.split() for face in self.tiles if face not in tuple(Card)]
        if len(corners) < FEWEST_TILES:
            yield fault(f"at least {FEWEST_TILES} tiles besides the cards are needed", self.tiles, "tiles")
        if not any(all(colour in column for column in zip(*corners, strict=True)) for colour in self.colours):
            yield fault(
                "one colour at least is needed in all four corners, so that a ball can be made", self.tiles, "tiles"
            )
