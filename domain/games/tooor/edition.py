"""Editions of Tooor!: footballers, tactic cards and dice, as a box or a league's own invention has them."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator

from domain.games.tooor.terms import Line, Symbol
from domain.match.editions import EditionModel
from domain.match.kit.editions import Component, Count, Faces, Word, exactly, repeated_ids
from domain.match.sides import BySide, Side

MARKERS = 3
"""How many footballers a side can mark at a time (TOOOR-1.1)."""
VALUES = (1, 2, 3, 4, 5, 6)
"""The tactical values, one card of each (TOOOR-1.4)."""

_FOUR_CORNERS = exactly(4, 'exactly four corners are allowed, one after each edge ("" where it has no symbol)')


def _eleven(footballers: "tuple[FootballerCard, ...]") -> "tuple[FootballerCard, ...]":
    if len(footballers) != 11:
        raise ValueError("exactly 11 footballers are allowed")
    if sum(card.badge is Line.GOALKEEPER for card in footballers) != 1:
        raise ValueError("exactly one goalkeeper is allowed among the 11")
    return footballers


def _markable(demand: dict[Line, int]) -> dict[Line, int]:
    if sum(demand.values()) > MARKERS:
        raise ValueError(f"at most {MARKERS} footballers are allowed, as many as there are markers")
    if demand.get(Line.GOALKEEPER, 0) > 1:
        raise ValueError("at most one goalkeeper is allowed, as there is only one")
    return demand


def _each_value_once(tactics: "tuple[Tactic, ...]") -> "tuple[Tactic, ...]":
    if sorted(card.value for card in tactics) != list(VALUES):
        raise ValueError("exactly six cards are allowed, with the values 1 to 6 once each")
    return tactics


class FootballerCard(Component):
    """A footballer as printed (TOOOR-1.3).

    powers: the four edges in the order in which they come on top. corners: corners[n] comes up after powers[n].
    """

    id: Word
    name: Word
    badge: Line
    powers: Annotated[tuple[Count, ...], exactly(4, "exactly four powers are allowed, one for each edge")]
    corners: Annotated[tuple[Symbol, ...], _FOUR_CORNERS]


class Team(Component):
    """The eleven of a side, and the name it has in this edition."""

    name: Word
    footballers: Annotated[tuple[FootballerCard, ...], AfterValidator(_eleven)]


Demand = Annotated[dict[Line, Count], AfterValidator(_markable)]
"""How many footballers of which colours are to be marked."""


class Tactic(Component):
    """A tactic card (TOOOR-1.4). lower: what the attacker marks. upper: what the defender marks."""

    value: Literal[1, 2, 3, 4, 5, 6]
    lower: Demand
    upper: Demand


class PenaltyDie(Component):
    """How often each face comes in all (TOOOR-1.2)."""

    red_cross: Count = Field(alias="redCross")
    yellow_card: Count = Field(alias="yellowCard")
    red_card: Count = Field(alias="redCard")

    @model_validator(mode="after")
    def _has_a_face(self) -> "PenaltyDie":
        if not any(weight for _, weight in self.weights):
            raise ValueError("at least one face with a count above 0 is needed")
        return self

    @property
    def weights(self) -> tuple[tuple[Symbol, int], ...]:
        """Each face with its count."""
        return (
            (Symbol.RED_CROSS, self.red_cross),
            (Symbol.YELLOW_CARD, self.yellow_card),
            (Symbol.RED_CARD, self.red_card),
        )


class Dice(Component):
    """attack: the faces of a side's own die (TOOOR-1.1). penalty: the shared die (TOOOR-1.2)."""

    attack: Faces
    penalty: PenaltyDie


class TooorEdition(EditionModel):
    """All the component figures of a match."""

    game: Literal["tooor"]
    dice: Dice
    tactics: Annotated[tuple[Tactic, ...], AfterValidator(_each_value_once)]
    home: Team
    away: Team

    @model_validator(mode="after")
    def _ids_are_unique(self) -> "TooorEdition":
        if repeated := list(repeated_ids(BySide(self.home.footballers, self.away.footballers))):
            raise ValidationError.from_exception_data("TooorEdition", repeated)
        return self

    def team(self, side: Side) -> Team:
        """The eleven of a side."""
        return self.home if side is Side.HOME else self.away

    def tactic(self, value: int) -> Tactic:
        """The card of a tactical value, 1 to 6."""
        return next(card for card in self.tactics if card.value == value)
