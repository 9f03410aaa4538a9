"""Editions of Finale: footballers, tactic cards and die, as a box or a league's own invention has them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from domain.games.finale.terms import Colour, Symbol
from domain.match.editions import EditionModel
from domain.match.sides import SIDES, Side

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

Count = Annotated[int, Field(ge=0)]
Word = Annotated[str, Field(min_length=1)]


def _four_strengths(strengths: tuple[int, ...]) -> tuple[int, ...]:
    if len(strengths) != 4:
        raise ValueError("exactly four strengths are allowed, one for each edge")
    return strengths


def _four_corners(corners: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    if len(corners) != 4:
        raise ValueError('exactly four corners are allowed, one right of each edge ("" where it has no symbol)')
    return corners


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


def _can_differ(faces: tuple[int, ...]) -> tuple[int, ...]:
    if len(set(faces)) < 2:
        raise ValueError("at least two different faces are needed, so that a roll can break a tie")
    return faces


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class FootballerCard(_Part):
    """A footballer as printed (FINALE-1.2).

    strengths: the four edges in the order in which they come on top. corners: corners[n] is right of strengths[n].
    """

    id: Word
    name: Word
    colour: Colour
    cost: Count
    strengths: Annotated[tuple[Count, ...], AfterValidator(_four_strengths)]
    corners: Annotated[tuple[Symbol, ...], AfterValidator(_four_corners)]


class Team(_Part):
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


class Part(_Part):
    """The upper or the lower part of a card: what attacker and defender mark."""

    attacker: Demand
    defender: Demand


class Card(_Part):
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
    die: Annotated[tuple[Count, ...], AfterValidator(_can_differ)]
    budget: Count
    closing: ClosingCard
    tactics: Annotated[tuple[Tactic, ...], AfterValidator(_thirty_tactics)]
    home: Team
    away: Team

    @model_validator(mode="after")
    def _ids_are_unique_and_squads_possible(self) -> "FinaleEdition":
        if faults := [*self._repeated_ids(), *self._teams_too_dear()]:
            raise ValidationError.from_exception_data("FinaleEdition", faults)
        return self

    def _repeated_ids(self) -> Iterator[InitErrorDetails]:
        seen: set[str] = set()
        for side in SIDES:
            for index, card in enumerate(self.team(side).footballers):
                if card.id in seen:
                    allowed = PydanticCustomError(
                        "unique_id", "an id is allowed for one footballer of the two sides only"
                    )
                    yield InitErrorDetails(type=allowed, loc=(side.value, "footballers", index, "id"), input=card.id)
                seen.add(card.id)

    def _teams_too_dear(self) -> Iterable[InitErrorDetails]:
        for side in SIDES:
            least = self.team(side).cheapest_squad
            if least > self.budget:
                allowed = PydanticCustomError(
                    "budget", "at least {least} is needed, so that the {side} side can pay a squad",
                    {"least": least, "side": side.value},
                )  # fmt: skip
                yield InitErrorDetails(type=allowed, loc=("budget",), input=self.budget)

    def team(self, side: Side) -> Team:
        """The thirty of a side."""
        return self.home if side is Side.HOME else self.away

    def card(self, id: str) -> Card | None:
        """A tactic card or the closing card; None where there is none of this id."""
        return self.closing if id == CLOSING else next((card for card in self.tactics if card.id == id), None)

    @property
    def faces(self) -> tuple[tuple[int, int], ...]:
        """The faces of the die, ascending, each with the number of times that the die has it."""
        return tuple(sorted(Counter(self.die).items()))
