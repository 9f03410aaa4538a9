"""Editions of Fotboll. The game is played with ordinary decks, so an edition states just that (FOTBOLL-1.2)."""

from typing import Annotated, Literal

from pydantic import AfterValidator

from domain.games.fotboll.cards import Card, Rank, Suit, card_of
from domain.match.editions import EditionModel
from domain.match.kit.editions import Component

RANKS = tuple(reversed([rank for rank in Rank if rank is not Rank.JOKER]))
"""The ranks of an ordinary deck, high to low; whether there are jokers is a house rule (FOTBOLL-1.1)."""


def _every_suit(suits: tuple[Suit, ...]) -> tuple[Suit, ...]:
    if sorted(suits) != sorted(Suit):
        raise ValueError(f"exactly the four suits are allowed, once each: {', '.join(Suit)}")
    return suits


def _every_rank(ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    if ranks != RANKS:
        raise ValueError(f"exactly the 13 ranks are allowed, high to low, without jokers: {', '.join(RANKS)}")
    return ranks


class Deck(Component):
    """The deck that each side has, jokers apart. ranks: high to low."""

    suits: Annotated[tuple[Suit, ...], AfterValidator(_every_suit)]
    ranks: Annotated[tuple[Rank, ...], AfterValidator(_every_rank)]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its 52 cards."""
        return tuple(card_of(rank, suit) for suit in self.suits for rank in self.ranks)


class FotbollEdition(EditionModel):
    """The component figures of a match."""

    game: Literal["fotboll"]
    deck: Deck
