"""What a match waits for: a decision of one or both sides, or one chance outcome."""

from collections.abc import Callable

from domain.games.finale import commands as c
from domain.games.finale.events import DeckWithheld
from domain.games.finale.options import (
    asked,
    declaring,
    drawing,
    marking,
    purpose,
    substitutions_left,
)
from domain.games.finale.state import Attack, Table
from domain.games.finale.terms import Phase, Purpose, Stage
from domain.match.decider import known
from domain.match.game import Chance, Event, Pending
from domain.match.kit.asking import choice
from domain.match.kit.dice import rolling, weights
from domain.match.kit.words import listed
from domain.match.sides import SIDES, Side

DICE_CLAUSES = {
    Purpose.TIE: "FINALE-3.2",
    Purpose.APPROACH: "FINALE-4.2",
    Purpose.SHOT: "FINALE-5.2",
    Purpose.FIRST_KICK: "FINALE-8.2",
    Purpose.KICK: "FINALE-8.2",
}
"""The clause by which both sides roll."""

_ROLLED_TO = {
    Purpose.TIE: "to decide who attacks",
    Purpose.APPROACH: "for the approach",
    Purpose.SHOT: "for the shot",
    Purpose.FIRST_KICK: "to decide who kicks first",
    Purpose.KICK: "for the kick",
}


def pending(table: Table) -> Pending:
    """Which sides may act, or which chance outcome is due."""
    waits = _WAITS.get(table.phase)
    return Pending() if waits is None else waits(table)


def disturbs(event: Event, side: Side) -> bool:
    """All but what the other side does in secret, or at the same time without a bearing on this one."""
    if isinstance(event, DeckWithheld) and event.side is not side:
        return False
    return known(event, side)


def _squad(table: Table) -> Pending:
    prompt = (
        f"Choose 11 starters, one of them a goalkeeper, and 4 substitutes for at most {table.edition.budget} points."
    )
    return Pending(
        tuple(
            choice(side, "FINALE-2.1", prompt, c.ChooseSquad, exhaustive=False)
            for side in SIDES
            if table.squads.of(side) is None
        )
    )


def _deck(table: Table) -> Pending:
    commands = (c.ChooseDeck, c.WithholdDeck) if may_withhold(table) else (c.ChooseDeck,)
    return Pending(
        tuple(
            choice(side, "FINALE-2.2", "Choose 11 tactic cards.", *commands, exhaustive=False)
            for side in SIDES
            if not table.tactics.of(side).ready
        )
    )


def may_withhold(table: Table) -> bool:
    """Whether decks may be kept from the record: where people draw at a table (FINALE-2.7)."""
    return table.setup.mode == "reported"


def _draw(table: Table) -> Pending:
    side = drawing(table)
    if side is None:
        return Pending()
    outcomes = tuple((c.Draw(side=side, card=card), 1) for card in table.tactics.of(side).pile)
    return Pending(chance=Chance(outcomes, draw_clause(table), f"a tactic card that the {side} side draws", side))


def draw_clause(table: Table) -> str:
    """The clause by which hands are filled: first at the set-up, then after each card played."""
    return "FINALE-2.4" if table.period else "FINALE-2.2"


def _substitute(table: Table) -> Pending:
    side = declaring(table)
    left = substitutions_left(table, side)
    prompt = f"Substitute, up to {left} more in the match, or end your substitutions."
    if not left:
        prompt = "End your substitutions; you have made all that you have in the match."
    return Pending((choice(side, "FINALE-3.1", prompt, c.Substitute, c.EndSubstitutions),))


def _tactic(table: Table) -> Pending:
    prompt = "Lay a tactic card face down."
    return Pending(
        tuple(choice(side, "FINALE-3.2", prompt, c.LayTactic) for side in SIDES if table.laid.of(side) is None)
    )


def _next_tactic(table: Table) -> Pending:
    if table.attacker is None:
        return Pending()
    prompt = f"Lay a tactic card for attempt {table.attempt} of {table.attempts}."
    return Pending((choice(table.attacker, "FINALE-7.1", prompt, c.LayTactic),))


def _marks(table: Table) -> Pending:
    if table.attack is None:
        return Pending()
    side = marking(table, table.attack)
    prompt = f"Mark {demanded(table, table.attack, side)} for the {table.attack.stage}."
    return Pending((choice(side, marks_clause(table.attack), prompt, c.MarkFootballers),))


def marks_clause(attack: Attack) -> str:
    """The clause by which footballers are marked now."""
    if attack.stage is Stage.SHOT:
        return "FINALE-5.1"
    return "FINALE-6.1" if attack.counter else "FINALE-4.1"


def demanded(table: Table, attack: Attack, side: Side) -> str:
    """What a side has to mark, in words: "2 red and 1 blue"."""
    parts = [f"{part.count} {part.colour}" for part in asked(table, attack, side) if part.count]
    return listed(parts) or "nobody"


def _dice(table: Table) -> Pending:
    return _die(table, rolling(table.dice), DICE_CLAUSES[purpose(table)], _ROLLED_TO[purpose(table)])


def _die(table: Table, side: Side, clause: str, what: str) -> Pending:
    outcomes = tuple((c.Roll(side=side, face=face), count) for face, count in weights(table.edition.die))
    return Pending(chance=Chance(outcomes, clause, f"the {side} side's die {what}", side))


def _symbol(table: Table) -> Pending:
    footballer = table.footballers[table.checking[0]]
    return _die(table, footballer.side, check_clause(table), f"for the symbol of {footballer.card.name}")


def check_clause(table: Table) -> str:
    """The clause by which symbols are checked now."""
    in_approach = table.attack is not None and table.attack.stage is Stage.APPROACH
    return "FINALE-4.3" if in_approach else "FINALE-5.3"


def _shooter(table: Table) -> Pending:
    if table.penalties is None:
        return Pending()
    return Pending((choice(table.penalties.side, "FINALE-8.4", "Name who takes the kick.", c.NameShooter),))


_WAITS: dict[Phase, Callable[[Table], Pending]] = {
    Phase.SQUAD: _squad,
    Phase.DECK: _deck,
    Phase.DRAW: _draw,
    Phase.SUBSTITUTE: _substitute,
    Phase.TACTIC: _tactic,
    Phase.TIE: _dice,
    Phase.NEXT_TACTIC: _next_tactic,
    Phase.ATTACKER_MARKS: _marks,
    Phase.DEFENDER_MARKS: _marks,
    Phase.DICE: _dice,
    Phase.SYMBOL: _symbol,
    Phase.FIRST_KICK: _dice,
    Phase.SHOOTER: _shooter,
    Phase.KICK: _dice,
}
