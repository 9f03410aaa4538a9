"""What a match waits for: a decision of one or both sides, or one chance outcome."""

from collections.abc import Callable

from domain.games.tooor import commands as c
from domain.games.tooor.options import asked, drawing, without_goalkeeper
from domain.games.tooor.state import Table
from domain.games.tooor.terms import Line, Phase
from domain.match.game import Chance, Command, Pending
from domain.match.kit.asking import choice
from domain.match.kit.dice import rolling, weights
from domain.match.kit.words import listed
from domain.match.sides import SIDES, Side


def pending(table: Table) -> Pending:
    """Which sides may act, or which chance outcome is due."""
    waits = _WAITS.get(table.phase)
    return Pending() if waits is None else waits(table)


def _one(side: Side | None, clause: str, prompt: str, command: type[Command]) -> Pending:
    return Pending() if side is None else Pending((choice(side, clause, prompt, command),))


def _tactic(table: Table) -> Pending:
    prompt = "Lay one tactic card of your hand face down."
    return Pending(
        tuple(choice(side, "TOOOR-3.2", prompt, c.ChooseTactic) for side in SIDES if table.laid.of(side) is None)
    )


def _attacker_marks(table: Table) -> Pending:
    return _mark(table, table.attacker, "TOOOR-4.1")


def _defender_marks(table: Table) -> Pending:
    return _mark(table, None if table.attacker is None else table.attacker.other, "TOOOR-4.1")


def _mark(table: Table, side: Side | None, clause: str) -> Pending:
    if side is None:
        return Pending()
    return _one(side, clause, f"Mark {demanded(table, side)}.", c.MarkFootballers)


def demanded(table: Table, side: Side) -> str:
    """What a side has to mark, in words: "2 red and 1 blue"."""
    parts = [
        "the goalkeeper" if part.colour is Line.GOALKEEPER else f"{part.count} {part.colour}"
        for part in asked(table, side)
        if part.count
    ]
    return listed(parts) or "nobody"


def _goalkeeper(table: Table) -> Pending:
    prompt = "Name the outfielder who keeps goal from now on."
    return _one(without_goalkeeper(table), "TOOOR-5.7", prompt, c.NameGoalkeeper)


def _shooter(table: Table) -> Pending:
    return _one(table.attacker, "TOOOR-6.1", "Name who shoots.", c.NameShooter)


def _rearrangement(table: Table) -> Pending:
    prompt = "Move footballers to other lines, or leave them as they stand."
    return Pending(
        tuple(
            choice(side, "TOOOR-8.1", prompt, c.MoveFootballer, c.EndRearrangement)
            for side in SIDES
            if not table.settled.of(side)
        )
    )


def _line_up(table: Table) -> Pending:
    if table.shoot_out is None:
        return Pending()
    lines, places = table.shoot_out.lines, table.shoot_out.places
    return Pending(
        tuple(
            choice(side, "TOOOR-10.1", f"Name kicker {len(lines.of(side)) + 1} of {places.of(side)}.", c.PlaceKicker)
            for side in SIDES
            if len(lines.of(side)) < places.of(side)
        )
    )


def _kicker(table: Table) -> Pending:
    return _one(table.attacker, "TOOOR-10.4", "Name who takes the next kick.", c.NameKicker)


def _attack_die(clause: str, what: str) -> Callable[[Table], Pending]:
    def due(table: Table) -> Pending:
        side = rolling(table.dice)
        outcomes = tuple(
            (c.AttackRoll(side=side, face=face), count) for face, count in weights(table.edition.dice.attack)
        )
        return Pending(chance=Chance(outcomes, clause, f"the {side} side's attack die {what}", side))

    return due


def _penalty_die(table: Table) -> Pending:
    footballer = table.footballers[table.turning[0]]
    side, corner = footballer.side, footballer.coming_corner
    outcomes = tuple((c.PenaltyRoll(side=side, face=face), n) for face, n in table.edition.dice.penalty.weights if n)
    prompt = f"the penalty die for {footballer.card.name} of the {side} side"
    return Pending(chance=Chance(outcomes, PENALTY_CLAUSES[corner], prompt, side))


def _tactic_draw(table: Table) -> Pending:
    side = drawing(table)
    left = (card.value for card in table.edition.tactics if card.value not in table.hands.of(side))
    outcomes = tuple((c.TacticDraw(side=side, value=value), 1) for value in sorted(left))
    return Pending(chance=Chance(outcomes, "TOOOR-9.2", f"a tactic card that the {side} side draws", side))


PENALTY_CLAUSES = {"redCross": "TOOOR-5.2", "yellowCard": "TOOOR-5.3", "redCard": "TOOOR-5.4"}
"""The clause that each symbol on top brings into play."""

_WAITS: dict[Phase, Callable[[Table], Pending]] = {
    Phase.TACTIC: _tactic,
    Phase.TACTIC_TIE: _attack_die("TOOOR-3.3", "to break the tie of tactics"),
    Phase.ATTACKER_MARKS: _attacker_marks,
    Phase.DEFENDER_MARKS: _defender_marks,
    Phase.BUILD_UP: _attack_die("TOOOR-4.5", "for the attack"),
    Phase.PENALTY: _penalty_die,
    Phase.GOALKEEPER: _goalkeeper,
    Phase.SHOOTER: _shooter,
    Phase.SHOT: _attack_die("TOOOR-6.2", "for the shot"),
    Phase.REARRANGEMENT: _rearrangement,
    Phase.TACTIC_DRAW: _tactic_draw,
    Phase.LINE_UP: _line_up,
    Phase.FIRST_KICK: _attack_die("TOOOR-10.2", "to decide who kicks first"),
    Phase.KICKER: _kicker,
    Phase.KICK: _attack_die("TOOOR-10.2", "for the kick"),
}
