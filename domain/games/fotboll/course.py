"""How a match takes its course: the events that follow by themselves until somebody decides, or chance is due."""

from collections.abc import Sequence

from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card, Suit
from domain.games.fotboll.evolve import evolve
from domain.games.fotboll.options import WARNINGS, place_in_question, side_in_turn, turning_up
from domain.games.fotboll.state import SideTable, Table, table_of
from domain.games.fotboll.terms import Duel, Finish, Line, Phase, Place
from domain.match.game import Event, Setup
from domain.match.kit.course import Unfolding
from domain.match.kit.pairs import ahead
from domain.match.sides import SIDES, Side

TURNED_UP_BY = {
    Phase.OUTGOING: "FOTBOLL-4.2",
    Phase.ATTACKED: "FOTBOLL-3.1",
    Phase.GOALKEEPER: "FOTBOLL-5.3",
    Phase.SENT_OFF: "FOTBOLL-5.5",
}
"""The clause by which a card is turned up."""


def opening(setup: Setup) -> Sequence[Event]:
    """Both decks are shuffled and, where nobody looks at them, the elevens laid out (FOTBOLL-2.1)."""
    course = Course(table_of(setup))
    course.lay_out(1)
    return course.events


class Course(Unfolding[Table]):
    """The events of one act while they are found, and the table after them."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, evolve)

    # Halves and turns

    def lay_out(self, half: int) -> None:
        """Shuffle for a half, and lay out what nobody looks at (FOTBOLL-2.1, FOTBOLL-2.3, FOTBOLL-6.1)."""
        clause = "FOTBOLL-2.1" if half == 1 else "FOTBOLL-6.1"
        self.happen(e.DecksShuffled(half=half, cards=len(self.table.deck), clause=clause))
        if not self.table.owners_look:
            for side in SIDES:
                self.happen(e.LineUpLaid(side=side, places=self.table.of(side).places))
            self.lined_up()

    def lined_up(self) -> None:
        """Start the second half once both sides are lined up; before the first a coin is tossed (FOTBOLL-6.2)."""
        if self.table.phase is Phase.UNDER_WAY and self.table.first is not None:
            self.start_half(self.table.first.other, "FOTBOLL-6.2")

    def start_half(self, side: Side, clause: str) -> None:
        """Start a half with a side's turn."""
        self.happen(e.HalfStarted(side=side, half=self.table.half, clause=clause))
        self._begin_turn(side)

    def _begin_turn(self, side: Side) -> None:
        self.happen(e.TurnBegun(side=side, pile=self.table.of(side).pile))

    def _end_turn(self) -> None:
        """Pass the turn on; a side without a pile passes it back, and two without end the half (FOTBOLL-6.1)."""
        played, other = self._attacker, self._attacker.other
        if self.table.of(other).pile:
            self._begin_turn(other)
        elif self.table.of(played).pile:
            self.happen(e.TurnPassed(side=other))
            self._begin_turn(played)
        elif self.table.half == 1:
            self.happen(e.HalfTimeReached(score=self.table.score))
            self.lay_out(2)
        else:
            self.happen(e.MatchEnded(side=ahead(self.table.score), score=self.table.score))

    # An attack

    def attack(self) -> None:
        """Begin at the attackers' line (FOTBOLL-3.4)."""
        self.happen(e.AttackBegun(side=self._attacker))
        self._go_on(Line.ATTACKERS)

    def _go_on(self, line: Line) -> None:
        """Come to this line or, where it need not be passed, to the next (FOTBOLL-3.4, FOTBOLL-3.5, FOTBOLL-5.4)."""
        if not self.table.of(self._attacker).pile:
            self.happen(e.PileRanOut(side=self._attacker))
            self._end_turn()
            return
        while line is not Line.GOALKEEPER:
            if line in self._defence.skipped:
                self.happen(e.LineSkipped(side=self._attacker, line=line, clause="FOTBOLL-5.4"))
            elif not self._defence.standing(line):
                self.happen(e.LineSkipped(side=self._attacker, line=line))
            else:
                break
            line = _NEXT[line]
        self.happen(e.LineReached(side=self._attacker, line=line))

    def card_drawn(self, card: Card) -> None:
        """Record what the attacker draws; into an empty goal it scores (FOTBOLL-3.1, FOTBOLL-3.4)."""
        self.happen(e.CardDrawn(side=self._attacker, card=card))
        if self.table.phase is not Phase.CHOICE:
            self._goal(Finish.EMPTY_GOAL, f"{card.words} into an empty goal", "FOTBOLL-3.4")

    def turn_up(self) -> None:
        """Turn up the card in question. Where the record does not know it, chance says what it is (FOTBOLL-2.3)."""
        side, place = turning_up(self.table), place_in_question(self.table)
        lying = self.table.of(side).pitch[place]
        if lying.card is not None:
            self.happen(e.CardShown(side=side, place=place, card=lying.card, clause=TURNED_UP_BY[self.table.phase]))
            self._turned_up(lying.card)

    def unknown_turned_up(self, card: Card) -> None:
        """Record what the card in question turns out to be."""
        side, place = turning_up(self.table), place_in_question(self.table)
        self.happen(e.CardTurnedUp(side=side, place=place, card=card, clause=TURNED_UP_BY[self.table.phase]))
        self._turned_up(card)

    def _turned_up(self, card: Card) -> None:
        place = place_in_question(self.table)
        if self.table.phase is Phase.OUTGOING:
            number = self.table.of(self._attacker).substitutions + 1
            self.happen(e.CardSubstituted(side=self._attacker, place=place, card=card, number=number))
            self.happen(e.CardLaid(side=self._attacker, place=place, clause="FOTBOLL-4.2"))
        elif self.table.phase is Phase.SENT_OFF:
            self.happen(e.CardSentOff(side=self._attacker.other, place=place, card=card))
            self.close(place)
        elif self.table.phase is Phase.GOALKEEPER:
            self._take_penalty(card)
        else:
            self._compare(place, card)

    def _compare(self, place: Place, against: Card) -> None:
        """Compare the attacker's card with the one that it attacks (FOTBOLL-3.2, FOTBOLL-3.3, FOTBOLL-5.1)."""
        card = self.table.card
        if card is None:
            raise ValueError("the attacker has drawn no card")
        joker = against is Card.JOKER
        if joker and card.suit is Suit.DIAMONDS:
            result, clause = Duel.DIAMOND, "FOTBOLL-5.2"
        elif card.strength >= against.strength:
            result, clause = Duel.DRIBBLED, "FOTBOLL-5.1" if joker else "FOTBOLL-3.2"
        else:
            result, clause = Duel.STOPPED, "FOTBOLL-5.1" if joker else "FOTBOLL-3.3"
        figures = f"{card.words} against {against.words}"
        self.happen(
            e.CardsCompared(
                side=self._attacker,
                place=place,
                card=card,
                against=against,
                result=result,
                figures=figures,
                clause=clause,
            )
        )
        if joker and result is not Duel.DRIBBLED:
            self.happen(e.JokerLeft(side=self._attacker.other, place=place))
        if result is Duel.DIAMOND:
            self._punish(place, figures)
        elif result is Duel.STOPPED:
            self._end_turn()
        elif place.line is Line.GOALKEEPER:
            self._goal(Finish.DRIBBLE, figures, "FOTBOLL-3.2")
        else:
            self._go_on(_NEXT[place.line])

    def _goal(self, finish: Finish, figures: str, clause: str) -> None:
        self.happen(e.GoalScored(side=self._attacker, finish=finish, figures=figures, clause=clause))
        self._end_turn()

    # A diamond against a joker

    def _punish(self, place: Place, figures: str) -> None:
        """Give the attacker what a diamond against a joker brings, by the joker's line (FOTBOLL-5.2)."""
        if place.line is Line.GOALKEEPER:
            self._goal(Finish.JOKER, figures, "FOTBOLL-5.2")
        elif place.line is Line.DEFENDERS:
            self.happen(e.PenaltyAwarded(side=self._attacker, place=place))
            self._face_goalkeeper()
        else:
            side, warnings = self._attacker.other, self._defence.warnings + 1
            self.happen(e.WarningGiven(side=side, place=place, warnings=warnings))
            if warnings % WARNINGS == 0:
                self.happen(e.RedCardShown(side=side, warnings=warnings))
            else:
                self._end_turn()

    def penalty_card_drawn(self, card: Card) -> None:
        """Record a card of a penalty, and take it once there are enough (FOTBOLL-5.3)."""
        self.happen(e.PenaltyCardDrawn(side=self._attacker, card=card, value=card.kick))
        self._face_goalkeeper()

    def _face_goalkeeper(self) -> None:
        if self.table.phase is not Phase.GOALKEEPER:
            return
        if Place.G in self._defence.pitch:
            self.turn_up()
        else:
            self._take_penalty(None)

    def _take_penalty(self, goalkeeper: Card | None) -> None:
        """Compare the sum with the goalkeeper; into an empty goal any card scores (FOTBOLL-5.3, FOTBOLL-5.6)."""
        cards = self.table.penalty
        total = sum(card.kick for card in cards)
        scored = bool(cards) if goalkeeper is None else total > goalkeeper.save
        kick = " + ".join(str(card.kick) for card in cards) or "no card"
        figures = f"{kick} against {'an empty goal' if goalkeeper is None else goalkeeper.save}"
        self.happen(
            e.PenaltyTaken(
                side=self._attacker,
                cards=cards,
                goalkeeper=goalkeeper,
                figures=figures,
                scored=scored,
                clause="FOTBOLL-5.6" if goalkeeper is None else "FOTBOLL-5.3",
            )
        )
        if scored:
            self._goal(Finish.PENALTY, figures, "FOTBOLL-5.3")
        else:
            self._end_turn()

    def close(self, place: Place, clause: str = "FOTBOLL-5.4") -> None:
        """Close a place for the match after a red card, and pass the turn on (FOTBOLL-5.4, FOTBOLL-5.5)."""
        self.happen(e.PlaceClosed(side=self._attacker.other, place=place, line=place.line, clause=clause))
        self._end_turn()

    @property
    def _attacker(self) -> Side:
        return side_in_turn(self.table)

    @property
    def _defence(self) -> SideTable:
        return self.table.of(self._attacker.other)


_NEXT = {
    Line.ATTACKERS: Line.MIDFIELDERS,
    Line.MIDFIELDERS: Line.DEFENDERS,
    Line.DEFENDERS: Line.GOALKEEPER,
}
