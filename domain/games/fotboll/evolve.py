"""The fold: what the table is after each event. Nothing is judged here; an event says what happened."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card
from domain.games.fotboll.options import PENALTY_CARDS, dealing
from domain.games.fotboll.state import FaceDown, SideTable, Table
from domain.games.fotboll.terms import Duel, Line, Phase, Place
from domain.match.game import Event
from domain.match.kit.pairs import one_more
from domain.match.sides import BySide, Side

_UNKNOWN = FaceDown()


def evolve(table: Table, event: Event) -> Table:
    """The table after an event of this game."""
    return _EFFECTS[type(event)](table, event)


def _unchanged(table: Table, _: Event) -> Table:
    return table


def _sides(table: Table, side: Side, changed: SideTable) -> BySide[SideTable]:
    sides = table.sides
    return BySide(changed, sides.away) if side is Side.HOME else BySide(sides.home, changed)


def _drawn(own: SideTable) -> int:
    return own.pile - 1


def _placed(own: SideTable, place: Place, lying: FaceDown) -> dict[Place, FaceDown]:
    pitch = dict(own.pitch)
    pitch[place] = lying
    return pitch


def _discarded(own: SideTable, place: Place, card: Card) -> SideTable:
    """What lies before a side once the card on a place has gone to its discards."""
    pitch = dict(own.pitch)
    del pitch[place]
    return replace(own, pitch=pitch, discards=(*own.discards, card))


def _decks_shuffled(table: Table, event: e.DecksShuffled) -> Table:
    def gathered(own: SideTable) -> SideTable:
        return replace(own, pitch={}, pile=event.cards, discards=(), hand=(), substituted=())

    sides = BySide(gathered(table.sides.home), gathered(table.sides.away))
    phase = Phase.DEAL if table.owners_look else Phase.UNDER_WAY
    return replace(table, half=event.half, phase=phase, sides=sides, turn=None)


def _card_dealt(table: Table, event: e.CardDealt) -> Table:
    own = table.sides.of(event.side)
    own = replace(own, pile=_drawn(own), hand=(*own.hand, event.card))
    dealt = replace(table, sides=_sides(table, event.side, own))
    return dealt if dealing(dealt) else replace(dealt, phase=Phase.LINE_UP)


def _line_up_arranged(table: Table, event: e.LineUpArranged) -> Table:
    own = table.sides.of(event.side)
    cards = (*event.attackers, *event.midfielders, *event.defenders, event.goalkeeper)
    pitch = {place: FaceDown(card) for place, card in zip(own.places, cards, strict=True)}
    return _lined_up(table, event.side, replace(own, pitch=pitch, hand=()))


def _line_up_laid(table: Table, event: e.LineUpLaid) -> Table:
    own = table.sides.of(event.side)
    pitch = dict.fromkeys(event.places, _UNKNOWN)
    return _lined_up(table, event.side, replace(own, pitch=pitch, pile=own.pile - len(pitch)))


def _lined_up(table: Table, side: Side, own: SideTable) -> Table:
    phase = table.phase
    if table.sides.of(side.other).pitch:
        phase = Phase.TOSS if table.first is None else Phase.UNDER_WAY
    return replace(table, phase=phase, sides=_sides(table, side, own))


def _coin_tossed(table: Table, _: e.CoinTossed) -> Table:
    return replace(table, phase=Phase.UNDER_WAY)


def _half_started(table: Table, event: e.HalfStarted) -> Table:
    return replace(table, first=event.side) if table.first is None else table


def _turn_begun(table: Table, event: e.TurnBegun) -> Table:
    sides, own = table.sides, table.sides.of(event.side)
    if own.substituted:
        sides = _sides(table, event.side, replace(own, substituted=()))
    return replace(table, phase=Phase.BEFORE_ATTACK, turn=event.side, line=None, place=None, tried=(), sides=sides)


def _card_laid(table: Table, event: e.CardLaid) -> Table:
    own = table.sides.of(event.side)
    own = replace(own, pitch=_placed(own, event.place, _UNKNOWN), pile=_drawn(own))
    phase, place = (Phase.LOOK, event.place) if table.owners_look else (Phase.BEFORE_ATTACK, None)
    return replace(table, phase=phase, place=place, sides=_sides(table, event.side, own))


def _laid_card_seen(table: Table, event: e.LaidCardSeen) -> Table:
    own = table.sides.of(event.side)
    own = replace(own, pitch=_placed(own, event.place, FaceDown(event.card)))
    return replace(table, phase=Phase.BEFORE_ATTACK, place=None, sides=_sides(table, event.side, own))


def _substitution_announced(table: Table, event: e.SubstitutionAnnounced) -> Table:
    return replace(table, phase=Phase.OUTGOING, place=event.place)


def _card_substituted(table: Table, event: e.CardSubstituted) -> Table:
    own = _discarded(table.sides.of(event.side), event.place, event.card)
    own = replace(own, substitutions=event.number, substituted=(*own.substituted, event.place))
    return replace(table, phase=Phase.UNDER_WAY, place=None, sides=_sides(table, event.side, own))


def _attack_begun(table: Table, _: e.AttackBegun) -> Table:
    return replace(table, phase=Phase.UNDER_WAY)


def _line_reached(table: Table, event: e.LineReached) -> Table:
    return replace(table, phase=Phase.DRAW, line=event.line)


def _card_drawn(table: Table, event: e.CardDrawn) -> Table:
    own = table.sides.of(event.side)
    own = replace(own, pile=_drawn(own))
    into_empty_goal = table.line is Line.GOALKEEPER and Place.G not in table.sides.of(event.side.other).pitch
    phase = Phase.UNDER_WAY if into_empty_goal else Phase.CHOICE
    return replace(table, phase=phase, card=event.card, sides=_sides(table, event.side, own))


def _card_attacked(table: Table, event: e.CardAttacked) -> Table:
    return replace(table, phase=Phase.ATTACKED, place=event.place)


def _turned_up(table: Table, event: e.CardTurnedUp | e.CardShown) -> Table:
    own = table.sides.of(event.side)
    lay = own.pitch.get(event.place, _UNKNOWN)
    own = replace(own, pitch=_placed(own, event.place, FaceDown(event.card, seen=True)))
    return replace(table, known=lay.seen, sides=_sides(table, event.side, own))


def _cards_compared(table: Table, event: e.CardsCompared) -> Table:
    own, other = table.sides.of(event.side), table.sides.of(event.side.other)
    own = replace(own, discards=(*own.discards, event.card))
    if event.result is Duel.DRIBBLED:
        other = _discarded(other, event.place, event.against)
    sides = BySide(own, other) if event.side is Side.HOME else BySide(other, own)
    return replace(table, phase=Phase.UNDER_WAY, card=None, place=None, tried=(event.card,), sides=sides)


def _joker_left(table: Table, event: e.JokerLeft) -> Table:
    own = _discarded(table.sides.of(event.side), event.place, Card.JOKER)
    return replace(table, sides=_sides(table, event.side, own))


def _goal_scored(table: Table, event: e.GoalScored) -> Table:
    score = one_more(table.score, event.side)
    if table.card is None:
        return replace(table, score=score)
    own = table.sides.of(event.side)
    own = replace(own, discards=(*own.discards, table.card))
    return replace(table, score=score, card=None, sides=_sides(table, event.side, own))


def _penalty(table: Table, sides: BySide[SideTable], side: Side, drawn: tuple[Card, ...]) -> Table:
    complete = len(drawn) == PENALTY_CARDS or not sides.of(side).pile
    place = Place.G if complete else None
    return replace(
        table, phase=Phase.GOALKEEPER if complete else Phase.PENALTY, place=place, penalty=drawn, sides=sides
    )


def _penalty_awarded(table: Table, event: e.PenaltyAwarded) -> Table:
    return _penalty(table, table.sides, event.side, ())


def _penalty_card_drawn(table: Table, event: e.PenaltyCardDrawn) -> Table:
    own = table.sides.of(event.side)
    sides = _sides(table, event.side, replace(own, pile=_drawn(own)))
    return _penalty(table, sides, event.side, (*table.penalty, event.card))


def _penalty_taken(table: Table, event: e.PenaltyTaken) -> Table:
    own = table.sides.of(event.side)
    own = replace(own, discards=own.discards + event.cards)
    sides = _sides(table, event.side, own)
    return replace(table, phase=Phase.UNDER_WAY, place=None, penalty=(), tried=event.cards, sides=sides)


def _warning_given(table: Table, event: e.WarningGiven) -> Table:
    own = replace(table.sides.of(event.side), warnings=event.warnings)
    return replace(table, sides=_sides(table, event.side, own))


def _red_card_shown(table: Table, _: e.RedCardShown) -> Table:
    return replace(table, phase=Phase.RED_CARD)


def _sending_off_announced(table: Table, event: e.SendingOffAnnounced) -> Table:
    return replace(table, phase=Phase.SENT_OFF, place=event.place)


def _card_sent_off(table: Table, event: e.CardSentOff) -> Table:
    own = _discarded(table.sides.of(event.side), event.place, event.card)
    return replace(table, phase=Phase.UNDER_WAY, place=None, sides=_sides(table, event.side, own))


def _place_closed(table: Table, event: e.PlaceClosed) -> Table:
    own = table.sides.of(event.side)
    own = replace(own, closed=tuple(sorted((*own.closed, event.place), key=_ORDER.__getitem__)))
    return replace(table, phase=Phase.UNDER_WAY, sides=_sides(table, event.side, own))


def _match_ended(table: Table, event: e.MatchEnded) -> Table:
    return replace(table, phase=Phase.OVER, turn=None, line=None, winner=event.side)


_ORDER = {place: number for number, place in enumerate(Place)}

_EFFECTS: dict[type[Event], Callable[[Table, Any], Table]] = {
    e.DecksShuffled: _decks_shuffled,
    e.CardDealt: _card_dealt,
    e.LineUpArranged: _line_up_arranged,
    e.LineUpLaid: _line_up_laid,
    e.CoinTossed: _coin_tossed,
    e.HalfStarted: _half_started,
    e.TurnBegun: _turn_begun,
    e.TurnPassed: _unchanged,
    e.CardLaid: _card_laid,
    e.LaidCardSeen: _laid_card_seen,
    e.SubstitutionAnnounced: _substitution_announced,
    e.CardSubstituted: _card_substituted,
    e.AttackBegun: _attack_begun,
    e.LineSkipped: _unchanged,
    e.LineReached: _line_reached,
    e.CardDrawn: _card_drawn,
    e.CardAttacked: _card_attacked,
    e.CardTurnedUp: _turned_up,
    e.CardShown: _turned_up,
    e.CardsCompared: _cards_compared,
    e.JokerLeft: _joker_left,
    e.PileRanOut: _unchanged,
    e.GoalScored: _goal_scored,
    e.PenaltyAwarded: _penalty_awarded,
    e.PenaltyCardDrawn: _penalty_card_drawn,
    e.PenaltyTaken: _penalty_taken,
    e.WarningGiven: _warning_given,
    e.RedCardShown: _red_card_shown,
    e.SendingOffAnnounced: _sending_off_announced,
    e.CardSentOff: _card_sent_off,
    e.PlaceClosed: _place_closed,
    e.HalfTimeReached: _unchanged,
    e.MatchEnded: _match_ended,
}
