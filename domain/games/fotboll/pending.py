"""What a match waits for: a decision of one or both sides, or one chance outcome."""

from collections.abc import Callable, Iterator

from domain.games.fotboll import commands as c
from domain.games.fotboll.course import TURNED_UP_BY
from domain.games.fotboll.options import PENALTY_CARDS, dealing, place_in_question, side_in_turn, turning_up, unseen
from domain.games.fotboll.state import SideTable, Table
from domain.games.fotboll.terms import Line, Phase
from domain.match.game import Chance, Choice, Outcome, Pending
from domain.match.kit.asking import choice
from domain.match.sides import SIDES, Side


def pending(table: Table) -> Pending:
    """Which sides may act, or which chance outcome is due."""
    waits = _WAITS.get(table.phase)
    return Pending() if waits is None else waits(table)


def arrangement(own: SideTable) -> str:
    """How many cards a side lines up where: "4 attackers, 3 midfielders, 3 defenders and the goalkeeper"."""
    counts = [f"{sum(place.line is line for place in own.places)} {line}" for line in Line]
    return f"{', '.join(counts[:-1])} and the goalkeeper"


def _draw(table: Table, side: Side, clause: str, prompt: str) -> Pending:
    outcomes = tuple((c.CardDraw(side=side, card=card), count) for card, count in unseen(table, side))
    return Pending(chance=Chance(outcomes, clause, prompt, side))


def _deal(table: Table) -> Pending:
    side = dealing(table)
    if side is None:
        return Pending()
    number = len(table.of(side).hand) + 1
    return _draw(table, side, "FOTBOLL-2.1", f"card {number} of those that the {side} side will line up")


def _line_up(table: Table) -> Pending:
    def choices() -> Iterator[Choice]:
        for side in SIDES:
            if table.of(side).hand:
                prompt = f"Lay your cards face down: {arrangement(table.of(side))}."
                yield choice(side, "FOTBOLL-2.1", prompt, c.ArrangeCards, exhaustive=False)

    return Pending(tuple(choices()))


def _toss(_: Table) -> Pending:
    outcomes: tuple[tuple[Outcome, int], ...] = tuple((c.CoinToss(begins=side), 1) for side in SIDES)
    return Pending(chance=Chance(outcomes, "FOTBOLL-2.2", "the toss of a coin for who begins"))


def _before_attack(table: Table) -> Pending:
    prompt = "Lay new cards on emptied places or, with none empty, substitute; then attack."
    return Pending((choice(side_in_turn(table), "FOTBOLL-4.1", prompt, c.LayCard, c.SubstituteCard, c.BeginAttack),))


def _look(table: Table) -> Pending:
    side, place = side_in_turn(table), place_in_question(table)
    return _draw(table, side, "FOTBOLL-2.1", f"the card that the {side} side has laid on {place}")


def _attack_card(table: Table) -> Pending:
    side = side_in_turn(table)
    return _draw(table, side, "FOTBOLL-3.1", f"the card that the {side} side draws to attack with")


def _choice(table: Table) -> Pending:
    prompt = f"Choose a card of the opponent's {table.line} to attack."
    return Pending((choice(side_in_turn(table), "FOTBOLL-3.1", prompt, c.ChooseCard),))


def _turn_up(table: Table) -> Pending:
    side, place = turning_up(table), place_in_question(table)
    lying = table.of(side).pitch.get(place)
    if lying is None or lying.card is not None:
        return Pending()
    prompt = f"the {side} side's card on {place}, one of its deck that has not been seen in this half"
    outcomes = tuple((c.TurnUp(side=side, card=card), count) for card, count in unseen(table, side))
    return Pending(chance=Chance(outcomes, TURNED_UP_BY[table.phase], prompt, side))


def _penalty(table: Table) -> Pending:
    side, number = side_in_turn(table), len(table.penalty) + 1
    return _draw(table, side, "FOTBOLL-5.3", f"card {number} of {PENALTY_CARDS} of the {side} side's penalty")


def _red_card(table: Table) -> Pending:
    prompt = "Name the outfield card that is sent off."
    return Pending((choice(side_in_turn(table).other, "FOTBOLL-5.4", prompt, c.SendOff),))


_WAITS: dict[Phase, Callable[[Table], Pending]] = {
    Phase.DEAL: _deal,
    Phase.LINE_UP: _line_up,
    Phase.TOSS: _toss,
    Phase.BEFORE_ATTACK: _before_attack,
    Phase.LOOK: _look,
    Phase.OUTGOING: _turn_up,
    Phase.DRAW: _attack_card,
    Phase.CHOICE: _choice,
    Phase.ATTACKED: _turn_up,
    Phase.PENALTY: _penalty,
    Phase.GOALKEEPER: _turn_up,
    Phase.RED_CARD: _red_card,
    Phase.SENT_OFF: _turn_up,
}
