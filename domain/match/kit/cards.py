"""Cards in hands and piles."""

from typing import TypeVar

C = TypeVar("C")


def without(cards: tuple[C, ...], *taken: C) -> tuple[C, ...]:
    """The cards less one for each taken; what is not among them is passed over."""
    for card in taken:
        if card in cards:
            place = cards.index(card)
            cards = cards[:place] + cards[place + 1 :]
    return cards
