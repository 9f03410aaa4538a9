"""Editions of Finale: footballers, tactic cards and die, as a box or a league's own invention has them."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails

from domain.games.finale.terms import Colour, Symbol
from domain.match.editions import EditionModel
from domain.match.kit.editions import Component, Count, Faces, Word, exactly, fault, repeated_ids
from domain.match.sides import SIDES, BySide, Side

FOOTBALLERS = 30
"""How many footballers a side chooses its squad from (FINALE-1.1)."""
TACTICS = 30
"""How many tactic cards a side chooses its deck from (FINALE-1.1)."""
STARTERS = 11
SUBSTITUTES = 4
MARKERS = 5
"""How many footballers a part of a card may ask of a side, so that what a side may answer stays within bounds."""
CLOSING = "closing"
"""The id that commands and events know the closing card by (FINALE-2.3)."""

_FOUR_CORNERS = exactly(4, 'exactly four corners are allowed, one right of each edge ("" where it has no symbol)')


def _thirty_footballers(footballers: "tuple[FootballerCard, ...]") -> "tuple[FootballerCard, ...]":
    if len(footballers) != FOOTBALLERS:
        raise ValueError(f"exactly {FOOTBALLERS} footballers are allowed")
    outfielders = sum(card.colour is not Colour.GREY for card in footballers)
    if not STARTERS + SUBSTITUTES - 1 <= outfielders < FOOTBALLERS:
        raise ValueError("at least one grey footballer and 14 of other colours are needed, so that they make a squad")
    return footballers


def _markable(demand: dict[Colour, int]) -> dict[Colour, int]:
    if sum(demand.values()) > MARKERS:
        raise ValueError(f"at most {MARKERS} footballers are allowed in a part")
    if demand.get(Colour.GREY, 0) > 1:
        raise ValueError("at most one grey footballer is allowed, as a side has only one goalkeeper on the pitch")
    return demand


def _thirty_tactics(tactics: "tuple[Tactic, ...]") -> "tuple[Tactic, ...]":
    ids = [card.id for card in tactics]
    if len(ids) != TACTICS or len(set(ids)) != TACTICS:
        raise ValueError(f"exactly {TACTICS} cards are allowed, each with an id of its own")
    if CLOSING in ids:
        raise ValueError(f"any other id is allowed than {CLOSING!r}, which is the closing card's")
    return tactics


class FootballerCard(Component):
    """A footballer as printed (FINALE-1.2).

    strengths: the four edges in the order in which they come on top. corners: corners[n] is right of strengths[n].
    """

    id: Word
    name: Word
    colour: Colour
    cost: Count
    strengths: Annotated[tuple[Count, ...], exactly(4, "exactly four strengths are allowed, one for each edge")]
    corners: Annotated[tuple[Symbol, ...], _FOUR_CORNERS]


class Team(Component):
    """The thirty of a side, and the name it has in this edition."""

    name: Word
    footballers: Annotated[tuple[FootballerCard, ...], AfterValidator(_thirty_footballers)]

    def footballer(self, id: str) -> FootballerCard | None:
        """A footballer of the thirty; None for a stranger."""
        return next((card for card in self.footballers if card.id == id), None)

    @property
    def cheapest_squad(self) -> int:
        """What the cheapest squad costs that has no second goalkeeper (FINALE-2.1)."""
        costs = sorted(card.cost for card in self.footballers if card.colour is not Colour.GREY)
        goalkeeper = min(card.cost for card in self.footballers if card.colour is Colour.GREY)
        return goalkeeper + sum(costs[: STARTERS + SUBSTITUTES - 1])


Demand = Annotated[dict[Colour, Count], AfterValidator(_markable)]
"""How many footballers of which colours are to be marked."""


class Part(Component):
    """The upper or the lower part of a card: what attacker and defender mark."""

    attacker: Demand
    defender: Demand


class Card(Component):
    """What every card says (FINALE-1.3). upper: for the approach. lower: for the shot."""

    value: Annotated[int, Field(ge=1, le=5)]
    upper: Part
    lower: Part


class Tactic(Card):
    """A tactic card. set: the set that it comes from, for its readers alone."""

    id: Word
    set: Word


class ClosingCard(Card):
    """The card under each pile (FINALE-2.3)."""

    value: Literal[1]


class FinaleEdition(EditionModel):
    """All the component figures of a match. budget: what a squad may cost (FINALE-2.1)."""

    game: Literal["finale"]
    die: Faces
    budget: Count
    closing: ClosingCard
    tactics: Annotated[tuple[Tactic, ...], AfterValidator(_thirty_tactics)]
    home: Team
    away: Team

    @model_validator(mode="after")
    def _ids_are_unique_and_squads_possible(self) -> "FinaleEdition":
        if faults := [*repeated_ids(BySide(self.home.footballers, self.away.footballers)), *self._teams_too_dear()]:
            raise ValidationError.from_exception_data("FinaleEdition", faults)
        return self

    def _teams_too_dear(self) -> Iterable[InitErrorDetails]:
        for side in SIDES:
            least = self.team(side).cheapest_squad
            if least > self.budget:
                yield fault(
                    f"at least {least} is needed, so that the {side} side can pay a squad", self.budget, "budget"
                )

    def team(self, side: Side) -> Team:
        """The thirty of a side."""
        return self.home if side is Side.HOME else self.away

    def card(self, id: str) -> Card | None:
        """A tactic card or the closing card; None where there is none of this id."""
        return self.closing if id == CLOSING else next((card for card in self.tactics if card.id == id), None)
