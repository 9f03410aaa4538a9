"""What sides decide in Fotboll, and what its decks and its coin bring."""

from domain.games.fotboll.cards import Card
from domain.games.fotboll.terms import Place
from domain.match.game import Command, Outcome
from domain.match.sides import Side


class ArrangeCards(Command, frozen=True, kw_only=True):
    """Lay the dealt cards face down, line by line, on the places that are not closed (FOTBOLL-2.1)."""

    attackers: tuple[Card, ...]
    midfielders: tuple[Card, ...]
    defenders: tuple[Card, ...]
    goalkeeper: Card


class LayCard(Command, frozen=True, kw_only=True):
    """Lay the top card of the pile face down on an emptied place (FOTBOLL-4.1)."""

    place: Place


class SubstituteCard(Command, frozen=True, kw_only=True):
    """Show and discard a card, and lay the top card of the pile in its place (FOTBOLL-4.2)."""

    place: Place


class BeginAttack(Command, frozen=True, kw_only=True):
    """Leave the pitch as it is and attack (FOTBOLL-3.1)."""


class ChooseCard(Command, frozen=True, kw_only=True):
    """Attack a card of the line that the attack has come to (FOTBOLL-3.1). place: a place of the opponent's pitch."""

    place: Place


class SendOff(Command, frozen=True, kw_only=True):
    """Name the card of one's own that a red card sends off (FOTBOLL-5.4)."""

    place: Place


class CoinToss(Outcome, frozen=True, kw_only=True):
    """The side that the coin lets begin (FOTBOLL-2.2)."""

    begins: Side


class CardDraw(Outcome, frozen=True, kw_only=True):
    """A card drawn from a side's pile: to line it up, to look at it, to attack, or for a penalty."""

    side: Side
    card: Card


class TurnUp(Outcome, frozen=True, kw_only=True):
    """What a side's face-down card turns out to be, which nobody has seen before (FOTBOLL-2.3)."""

    side: Side
    card: Card


COMMANDS: tuple[type[Command], ...] = (ArrangeCards, LayCard, SubstituteCard, BeginAttack, ChooseCard, SendOff)
OUTCOMES: tuple[type[Outcome], ...] = (CoinToss, CardDraw, TurnUp)
