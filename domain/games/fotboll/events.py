"""What happens in a match of Fotboll. Every fact names the side it is about and the clause that brought it."""

from domain.games.fotboll.cards import Card
from domain.games.fotboll.commands import CardDraw, CoinToss, TurnUp
from domain.games.fotboll.terms import Duel, Finish, Line, Place
from domain.match.game import ChanceEvent, Event
from domain.match.sides import BySide, Side


class DecksShuffled(Event, frozen=True, kw_only=True):
    """Both sides shuffled all their cards for a half, 1 or 2. cards: how many each has."""

    half: int
    cards: int
    clause: str = "FOTBOLL-2.1"


class CardDealt(ChanceEvent, frozen=True, kw_only=True):
    """A side was dealt a card to line up. It alone knows which, until the match is over."""

    side: Side
    card: Card
    clause: str = "FOTBOLL-2.1"

    def outcome(self) -> CardDraw:
        """The draw."""
        return CardDraw(side=self.side, card=self.card)

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def concealed(self) -> str:
        """That a card was dealt is for all to see."""
        return "{side} is dealt a card."


class LineUpArranged(Event, frozen=True, kw_only=True):
    """A side laid the cards that it was dealt face down. It alone knows which lies where, until the match is over."""

    side: Side
    attackers: tuple[Card, ...]
    midfielders: tuple[Card, ...]
    defenders: tuple[Card, ...]
    goalkeeper: Card
    clause: str = "FOTBOLL-2.1"

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def concealed(self) -> str:
        """That the cards lie there is for all to see."""
        return "{side} lays its cards out face down."


class LineUpLaid(Event, frozen=True, kw_only=True):
    """A side laid the top cards of its pile face down on these places, and the record does not know them."""

    side: Side
    places: tuple[Place, ...]
    clause: str = "FOTBOLL-2.1"


class CoinTossed(ChanceEvent, frozen=True, kw_only=True):
    """A coin decided who begins the match."""

    begins: Side
    clause: str = "FOTBOLL-2.2"

    def outcome(self) -> CoinToss:
        """The toss."""
        return CoinToss(begins=self.begins)


class HalfStarted(Event, frozen=True, kw_only=True):
    """A half, 1 or 2, began with a side's turn."""

    side: Side
    half: int


class TurnBegun(Event, frozen=True, kw_only=True):
    """A side may lay new cards and substitute, and then attacks. pile: how many cards it has to draw."""

    side: Side
    pile: int
    clause: str = "FOTBOLL-4.1"


class TurnPassed(Event, frozen=True, kw_only=True):
    """A side had no card left to draw, and let the other play on."""

    side: Side
    clause: str = "FOTBOLL-6.1"


class CardLaid(Event, frozen=True, kw_only=True):
    """A side laid the top card of its pile face down on a place."""

    side: Side
    place: Place
    clause: str = "FOTBOLL-4.1"


class LaidCardSeen(ChanceEvent, frozen=True, kw_only=True):
    """A side looked at the card that it had just laid. It alone knows it, until the match is over."""

    side: Side
    place: Place
    card: Card
    clause: str = "FOTBOLL-2.1"

    def outcome(self) -> CardDraw:
        """The draw."""
        return CardDraw(side=self.side, card=self.card)

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def concealed(self) -> str:
        """That the owner looked is for all to see."""
        return "{side} looks at the card that it has laid."


class SubstitutionAnnounced(Event, frozen=True, kw_only=True):
    """A side takes a card off."""

    side: Side
    place: Place
    clause: str = "FOTBOLL-4.2"


class CardSubstituted(Event, frozen=True, kw_only=True):
    """A card was shown and discarded to make room. number: the how-manieth substitution of the match."""

    side: Side
    place: Place
    card: Card
    number: int
    clause: str = "FOTBOLL-4.2"


class AttackBegun(Event, frozen=True, kw_only=True):
    """A side attacks."""

    side: Side
    clause: str = "FOTBOLL-3.4"


class LineSkipped(Event, frozen=True, kw_only=True):
    """An attack did not have to pass a line: no card stands in it, or one was sent off from it."""

    side: Side
    line: Line
    clause: str = "FOTBOLL-3.4"


class LineReached(Event, frozen=True, kw_only=True):
    """An attack came to a line of the opponent."""

    side: Side
    line: Line
    clause: str = "FOTBOLL-3.1"


class CardDrawn(ChanceEvent, frozen=True, kw_only=True):
    """The attacker drew a card. It alone knows which, until it attacks with it or scores into an empty goal."""

    side: Side
    card: Card
    clause: str = "FOTBOLL-3.1"

    def outcome(self) -> CardDraw:
        """The draw."""
        return CardDraw(side=self.side, card=self.card)

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def opened_by(self, later: Event) -> bool:
        """Whether the card is played."""
        return isinstance(later, CardAttacked | GoalScored) and later.side is self.side

    def concealed(self) -> str:
        """That a card was drawn is for all to see."""
        return "{side} draws a card to attack with."


class CardAttacked(Event, frozen=True, kw_only=True):
    """The attacker laid its card open and chose the card of the opponent that it attacks. place: the opponent's."""

    side: Side
    card: Card
    place: Place
    clause: str = "FOTBOLL-3.1"


class CardTurnedUp(ChanceEvent, frozen=True, kw_only=True):
    """A card that nobody knew was turned up. side: its owner."""

    side: Side
    place: Place
    card: Card

    def outcome(self) -> TurnUp:
        """What it turned out to be."""
        return TurnUp(side=self.side, card=self.card)


class CardShown(Event, frozen=True, kw_only=True):
    """A card that its owner or everyone knew was turned up. side: its owner."""

    side: Side
    place: Place
    card: Card


class CardsCompared(Event, frozen=True, kw_only=True):
    """The attacker's card was compared with the one it attacked, and discarded. side: the attacker.

    place, against: the card attacked, of the other side; where it is dribbled, it was discarded as well.
    """

    side: Side
    place: Place
    card: Card
    against: Card
    result: Duel
    figures: str


class JokerLeft(Event, frozen=True, kw_only=True):
    """A joker that was attacked and not dribbled left the pitch. side: its owner."""

    side: Side
    place: Place
    clause: str = "FOTBOLL-5.1"


class PileRanOut(Event, frozen=True, kw_only=True):
    """An attack ended without a goal, since there was no card left to draw."""

    side: Side
    clause: str = "FOTBOLL-3.5"


class GoalScored(Event, frozen=True, kw_only=True):
    """A side scored. finish: how. figures: the cards or sums behind it."""

    side: Side
    finish: Finish
    figures: str


class PenaltyAwarded(Event, frozen=True, kw_only=True):
    """A diamond met a defending joker: the attacker draws for a penalty. place: the joker's."""

    side: Side
    place: Place
    clause: str = "FOTBOLL-5.2"


class PenaltyCardDrawn(ChanceEvent, frozen=True, kw_only=True):
    """The attacker drew a card for the penalty. value: what it adds."""

    side: Side
    card: Card
    value: int
    clause: str = "FOTBOLL-5.3"

    def outcome(self) -> CardDraw:
        """The draw."""
        return CardDraw(side=self.side, card=self.card)


class PenaltyTaken(Event, frozen=True, kw_only=True):
    """The cards of a penalty were added up, compared and discarded. side: the attacker.

    goalkeeper: the card that stands in the goal; None for an empty goal. figures: "10 + 9 against 13".
    """

    side: Side
    cards: tuple[Card, ...]
    goalkeeper: Card | None
    figures: str
    scored: bool
    clause: str = "FOTBOLL-5.3"


class WarningGiven(Event, frozen=True, kw_only=True):
    """The owner of an attacking or midfield joker that met a diamond was warned. warnings: in the match so far."""

    side: Side
    place: Place
    warnings: int
    clause: str = "FOTBOLL-5.2"


class RedCardShown(Event, frozen=True, kw_only=True):
    """A side has to send one of its cards off. warnings: how many it has had."""

    side: Side
    warnings: int
    clause: str = "FOTBOLL-5.4"


class SendingOffAnnounced(Event, frozen=True, kw_only=True):
    """A side named whom it sends off."""

    side: Side
    place: Place
    clause: str = "FOTBOLL-5.4"


class CardSentOff(Event, frozen=True, kw_only=True):
    """A card was shown, and sent off to its owner's discards."""

    side: Side
    place: Place
    card: Card
    clause: str = "FOTBOLL-5.5"


class PlaceClosed(Event, frozen=True, kw_only=True):
    """A place stays empty for the rest of the match, and attacks skip its line."""

    side: Side
    place: Place
    line: Line
    clause: str = "FOTBOLL-5.4"


class HalfTimeReached(Event, frozen=True, kw_only=True):
    """Both piles were empty: the first half is over."""

    score: BySide[int]
    clause: str = "FOTBOLL-6.1"


class MatchEnded(Event, frozen=True, kw_only=True):
    """The match is over. side: the winner; None for a draw."""

    score: BySide[int]
    clause: str = "FOTBOLL-6.2"


EVENTS: tuple[type[Event], ...] = (
    DecksShuffled,
    CardDealt,
    LineUpArranged,
    LineUpLaid,
    CoinTossed,
    HalfStarted,
    TurnBegun,
    TurnPassed,
    CardLaid,
    LaidCardSeen,
    SubstitutionAnnounced,
    CardSubstituted,
    AttackBegun,
    LineSkipped,
    LineReached,
    CardDrawn,
    CardAttacked,
    CardTurnedUp,
    CardShown,
    CardsCompared,
    JokerLeft,
    PileRanOut,
    GoalScored,
    PenaltyAwarded,
    PenaltyCardDrawn,
    PenaltyTaken,
    WarningGiven,
    RedCardShown,
    SendingOffAnnounced,
    CardSentOff,
    PlaceClosed,
    HalfTimeReached,
    MatchEnded,
)
