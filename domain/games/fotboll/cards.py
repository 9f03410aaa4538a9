"""The cards of a deck, and what each is worth (FOTBOLL-1.1, FOTBOLL-1.2, FOTBOLL-5.3)."""

from enum import StrEnum


class Suit(StrEnum):
    """The suit of a card. Diamonds matter against jokers (FOTBOLL-5.2)."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


class Rank(StrEnum):
    """The rank of a card, low to high (FOTBOLL-1.1)."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "jack"
    QUEEN = "queen"
    KING = "king"
    ACE = "ace"
    JOKER = "joker"


class Card(StrEnum):
    """A card, written as its rank and the initial of its suit. The jokers of a deck are alike (FOTBOLL-1.2)."""

    TWO_OF_CLUBS = "2C"
    THREE_OF_CLUBS = "3C"
    FOUR_OF_CLUBS = "4C"
    FIVE_OF_CLUBS = "5C"
    SIX_OF_CLUBS = "6C"
    SEVEN_OF_CLUBS = "7C"
    EIGHT_OF_CLUBS = "8C"
    NINE_OF_CLUBS = "9C"
    TEN_OF_CLUBS = "10C"
    JACK_OF_CLUBS = "JC"
    QUEEN_OF_CLUBS = "QC"
    KING_OF_CLUBS = "KC"
    ACE_OF_CLUBS = "AC"
    TWO_OF_DIAMONDS = "2D"
    THREE_OF_DIAMONDS = "3D"
    FOUR_OF_DIAMONDS = "4D"
    FIVE_OF_DIAMONDS = "5D"
    SIX_OF_DIAMONDS = "6D"
    SEVEN_OF_DIAMONDS = "7D"
    EIGHT_OF_DIAMONDS = "8D"
    NINE_OF_DIAMONDS = "9D"
    TEN_OF_DIAMONDS = "10D"
    JACK_OF_DIAMONDS = "JD"
    QUEEN_OF_DIAMONDS = "QD"
    KING_OF_DIAMONDS = "KD"
    ACE_OF_DIAMONDS = "AD"
    TWO_OF_HEARTS = "2H"
    THREE_OF_HEARTS = "3H"
    FOUR_OF_HEARTS = "4H"
    FIVE_OF_HEARTS = "5H"
    SIX_OF_HEARTS = "6H"
    SEVEN_OF_HEARTS = "7H"
    EIGHT_OF_HEARTS = "8H"
    NINE_OF_HEARTS = "9H"
    TEN_OF_HEARTS = "10H"
    JACK_OF_HEARTS = "JH"
    QUEEN_OF_HEARTS = "QH"
    KING_OF_HEARTS = "KH"
    ACE_OF_HEARTS = "AH"
    TWO_OF_SPADES = "2S"
    THREE_OF_SPADES = "3S"
    FOUR_OF_SPADES = "4S"
    FIVE_OF_SPADES = "5S"
    SIX_OF_SPADES = "6S"
    SEVEN_OF_SPADES = "7S"
    EIGHT_OF_SPADES = "8S"
    NINE_OF_SPADES = "9S"
    TEN_OF_SPADES = "10S"
    JACK_OF_SPADES = "JS"
    QUEEN_OF_SPADES = "QS"
    KING_OF_SPADES = "KS"
    ACE_OF_SPADES = "AS"
    JOKER = "X"

    @property
    def rank(self) -> Rank:
        """Its rank."""
        return _RANKS[self]

    @property
    def suit(self) -> Suit | None:
        """Its suit; a joker has none."""
        return _SUITS[self]

    @property
    def strength(self) -> int:
        """What it is compared by in an attack, higher for a higher rank (FOTBOLL-1.1)."""
        return _STRENGTHS[self]

    @property
    def kick(self) -> int:
        """What it adds to a penalty for the attacker (FOTBOLL-5.3)."""
        return _KICKS.get(self.rank, self.strength)

    @property
    def save(self) -> int:
        """What it holds as the goalkeeper against a penalty (FOTBOLL-5.3)."""
        return _SAVES.get(self.rank, self.strength)

    @property
    def words(self) -> str:
        """Its name: "the queen of hearts", "a joker"."""
        return "a joker" if self is Card.JOKER else f"the {self.rank} of {self.suit}"


_KICKS = {Rank.ACE: 1, Rank.JOKER: 0}
_SAVES = {Rank.ACE: 15, Rank.JOKER: 15}
_RANKS = {card: Rank.JOKER if card is Card.JOKER else Rank[card.name.split("_")[0]] for card in Card}
_SUITS = {card: None if card is Card.JOKER else Suit[card.name.split("_")[-1]] for card in Card}
_STRENGTHS = {card: list(Rank).index(card.rank) + 2 for card in Card}
_CARDS = {(card.rank, card.suit): card for card in Card}


def card_of(rank: Rank, suit: Suit) -> Card:
    """The card of a rank and a suit. Raises KeyError for a joker, which has none."""
    return _CARDS[rank, suit]
