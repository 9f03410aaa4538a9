"""What the rules leave open at a moment: who may be marked, laid, substituted, or kick."""

from collections.abc import Iterator

from domain.games.finale.edition import CLOSING
from domain.games.finale.state import SUBSTITUTIONS, Attack, Footballer, Penalties, Table
from domain.games.finale.terms import Colour, Phase, Purpose, Stage, Standing
from domain.match.kit.footballers import with_fewest_kicks
from domain.match.kit.marking import Asked
from domain.match.sides import SIDES, Side


def asked(table: Table, attack: Attack, side: Side) -> tuple[Asked[Colour], ...]:
    """What the card in play asks a side to mark for the present stage (FINALE-4.1, FINALE-5.1)."""
    card = table.card_of(attack.card)
    part = card.upper if attack.stage is Stage.APPROACH else card.lower
    demand = part.attacker if side is attack.side else part.defender
    eligible = [one for one in table.on_pitch(side) if not spent_by_approach(table, attack, one)]
    parts = []
    for colour in Colour:
        candidates = tuple(one.id for one in eligible if one.card.colour is colour)
        parts.append(Asked(colour, min(demand.get(colour, 0), len(candidates)), candidates))
    return tuple(parts)


def spent_by_approach(table: Table, attack: Attack, footballer: Footballer) -> bool:
    """Whether a white marker of this attempt keeps a footballer from the shot (FINALE-5.1)."""
    reuse = table.rules.reuse_in_shot == "yes"
    return not reuse and attack.stage is Stage.SHOT and footballer.id in attack.white.of(footballer.side)


def marking(table: Table, attack: Attack) -> Side:
    """The side that marks next: the attacker, then the defender (FINALE-4.1)."""
    return attack.side if table.phase is Phase.ATTACKER_MARKS else attack.side.other


def tactics(table: Table, side: Side) -> tuple[str, ...]:
    """What a side may lay: a card of its hand, after all eleven the closing card (FINALE-2.3, FINALE-2.7)."""
    own = table.tactics.of(side)
    if own.exhausted:
        return (CLOSING,)
    if own.withheld:
        return tuple(card.id for card in table.edition.tactics if card.id not in own.played)
    return own.hand


def drawing(table: Table) -> Side | None:
    """The side whose draw is due: home first (FINALE-2.6)."""
    return next((side for side in SIDES if table.tactics.of(side).draws), None)


def purpose(table: Table) -> Purpose:
    """What both dice are rolled for at this moment."""
    if table.attack is not None:
        return Purpose.APPROACH if table.attack.stage is Stage.APPROACH else Purpose.SHOT
    if table.penalties is None:
        return Purpose.TIE
    return Purpose.FIRST_KICK if table.penalties.shooter is None else Purpose.KICK


def declaring(table: Table) -> Side:
    """The side that declares substitutions: first who attacked last, then the other (FINALE-3.1, FINALE-3.3)."""
    first = table.attacked_last or Side.HOME
    return first.other if table.declared.of(first) else first


def substitutions_left(table: Table, side: Side) -> int:
    """How many substitutions a side may still make (FINALE-3.1)."""
    return SUBSTITUTIONS - table.substitutions.of(side)


def may_replace(table: Table, goes: Footballer, newcomer: Footballer) -> bool:
    """Whether the place of one is open to the other, who is on the bench (FINALE-3.4, FINALE-4.5)."""
    if goes.standing not in (Standing.PITCH, Standing.INJURED):
        return False
    if not newcomer.is_goalkeeper:
        return not goes.is_goalkeeper
    return table.goalkeeper(goes.side) is None or (goes.is_goalkeeper and goes.on_pitch)


def substitutions(table: Table, side: Side) -> Iterator[tuple[Footballer, Footballer]]:
    """Every substitution that a side may make now: who goes, and who comes on."""
    if substitutions_left(table, side):
        squad = table.of(side)
        for newcomer in squad:
            if newcomer.standing is Standing.BENCH:
                yield from ((goes, newcomer) for goes in squad if may_replace(table, goes, newcomer))


def shooters(table: Table, penalties: Penalties) -> tuple[str, ...]:
    """Who may take the kick that is due: those on the pitch with the fewest kicks (FINALE-8.4)."""
    return tuple(one.id for one in with_fewest_kicks(table.on_pitch(penalties.side), penalties.shooters))
