"""The fold: what the table is after each event. Nothing is judged here; an event says what happened."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.finale import events as e
from domain.games.finale.edition import CLOSING
from domain.games.finale.state import Attack, Penalties, Squad, Table, Tactics, placed
from domain.games.finale.terms import Marker, Phase, Stage, Standing, Symbol
from domain.match.game import Event
from domain.match.kit.dice import NO_ROLLS, rolled
from domain.match.kit.footballers import changed
from domain.match.kit.pairs import one_more
from domain.match.sides import SIDES, BySide, Side

_NO_CARD: BySide[str | None] = BySide(None, None)
_UNDECLARED: BySide[bool] = BySide(False, False)


def evolve(table: Table, event: Event) -> Table:
    """The table after an event of this game."""
    return _EFFECTS[type(event)](table, event)


def _attack(table: Table) -> Attack:
    if table.attack is None:
        raise ValueError("nobody attacks")
    return table.attack


def _penalties(table: Table) -> Penalties:
    if table.penalties is None:
        raise ValueError("there are no penalties yet")
    return table.penalties


def _spent(tactics: Tactics, card: str) -> Tactics:
    if card == CLOSING:
        return tactics
    hand = tuple(other for other in tactics.hand if other != card)
    return replace(tactics, hand=hand, played=(*tactics.played, card))


# Set-up


def _squad_chosen(table: Table, event: e.SquadChosen) -> Table:
    return replace(table, squads=table.squads.replace(event.side, Squad(event.starters, event.substitutes)))


def _squads_revealed(table: Table, _: e.SquadsRevealed) -> Table:
    squads = ((side, table.squads.of(side)) for side in SIDES)
    footballers = (one for side, squad in squads if squad for one in placed(table.edition, side, squad))
    return replace(table, phase=Phase.DECK, footballers={one.id: one for one in footballers})


def _deck_chosen(table: Table, event: e.DeckChosen) -> Table:
    return _deck_ready(table, event.side, Tactics(deck=event.cards))


def _deck_withheld(table: Table, event: e.DeckWithheld) -> Table:
    return _deck_ready(table, event.side, Tactics(withheld=True))


def _deck_ready(table: Table, side: Side, tactics: Tactics) -> Table:
    phase = Phase.DRAW if table.tactics.of(side.other).ready else Phase.DECK
    return replace(table, phase=phase, tactics=table.tactics.replace(side, tactics))


def _tactic_drawn(table: Table, event: e.TacticDrawn) -> Table:
    tactics = table.tactics.of(event.side)
    drawn = replace(tactics, hand=(*tactics.hand, event.card))
    return replace(table, tactics=table.tactics.replace(event.side, drawn))


# Periods, and who attacks


def _period_started(table: Table, event: e.PeriodStarted) -> Table:
    return replace(
        table, phase=Phase.SUBSTITUTE, period=event.period, declared=_UNDECLARED, revealed=_NO_CARD, dice=NO_ROLLS
    )


def _footballer_substituted(table: Table, event: e.FootballerSubstituted) -> Table:
    gone = replace(table.footballers[event.goes], standing=Standing.REPLACED)
    newcomer = replace(table.footballers[event.newcomer], standing=Standing.PITCH, top=0)
    made = table.substitutions.replace(event.side, event.made)
    return replace(table, footballers=changed(table.footballers, gone, newcomer), substitutions=made)


def _substitutions_ended(table: Table, event: e.SubstitutionsEnded) -> Table:
    phase = Phase.TACTIC if table.declared.of(event.side.other) else Phase.SUBSTITUTE
    return replace(table, phase=phase, declared=table.declared.replace(event.side, True))


def _tactic_laid(table: Table, event: e.TacticLaid) -> Table:
    return replace(table, laid=table.laid.replace(event.side, event.card))


def _tactics_revealed(table: Table, event: e.TacticsRevealed) -> Table:
    cards, tactics = event.cards, table.tactics
    return replace(
        table,
        phase=Phase.DRAW,
        laid=_NO_CARD,
        revealed=BySide(cards.home, cards.away),
        tactics=BySide(_spent(tactics.home, cards.home), _spent(tactics.away, cards.away)),
    )


def _tactics_tied(table: Table, event: e.TacticsTied) -> Table:
    return replace(table, phase=Phase.TIE if event.dice_decide else Phase.FLOWING)


def _die_rolled(table: Table, event: e.DieRolled) -> Table:
    return replace(table, dice=rolled(table.dice, event.side, event.face))


def _attacker_decided(table: Table, event: e.AttackerDecided) -> Table:
    return replace(
        table,
        phase=Phase.FLOWING,
        attacker=event.side,
        attacked_last=event.side,
        attempt=1,
        attempts=event.attempts,
        card=table.revealed.of(event.side),
    )


def _attempt_granted(table: Table, event: e.AttemptGranted) -> Table:
    return replace(table, phase=Phase.NEXT_TACTIC, attempt=event.number)


def _tactic_played(table: Table, event: e.TacticPlayed) -> Table:
    tactics = _spent(table.tactics.of(event.side), event.card)
    return replace(
        table,
        phase=Phase.DRAW,
        card=event.card,
        tactics=table.tactics.replace(event.side, tactics),
    )


def _attempt_begun(table: Table, event: e.AttemptBegun) -> Table:
    return replace(table, phase=Phase.ATTACKER_MARKS, attack=Attack(event.side, event.card))


def _counter_begun(table: Table, event: e.CounterBegun) -> Table:
    attack = Attack(event.side, event.card, counter=True)
    return replace(table, phase=Phase.ATTACKER_MARKS, attack=attack, countered=True)


# Approach and shot


def _footballers_marked(table: Table, event: e.FootballersMarked) -> Table:
    attack = _attack(table)
    if event.marker is Marker.WHITE:
        marked = replace(attack, white=attack.white.replace(event.side, event.footballers))
    else:
        marked = replace(attack, red=attack.red.replace(event.side, event.footballers))
    phase = Phase.DEFENDER_MARKS if event.side is attack.side else Phase.DICE
    return replace(table, phase=phase, attack=marked)


def _approach_compared(table: Table, event: e.ApproachCompared) -> Table:
    attack = replace(_attack(table), got_through=event.succeeded)
    return _check(replace(table, attack=attack), *attack.white.of(event.side), *attack.white.of(event.side.other))


def _shot_earned(table: Table, _: e.ShotEarned) -> Table:
    return replace(table, phase=Phase.ATTACKER_MARKS, attack=replace(_attack(table), stage=Stage.SHOT))


def _goal_scored(table: Table, event: e.GoalScored) -> Table:
    scored = replace(table, score=one_more(table.score, event.side))
    return _check(scored, *event.shooters, *event.defenders)


def _shot_saved(table: Table, event: e.ShotSaved) -> Table:
    return _check(table, *event.shooters, *event.defenders)


def _check(table: Table, *taking_part: str) -> Table:
    """Who has a symbol is checked, in this order (FINALE-4.3, FINALE-4.4)."""
    checking = tuple(one for one in taking_part if table.footballers[one].symbol is not Symbol.NONE)
    return replace(table, phase=Phase.SYMBOL if checking else Phase.FLOWING, checking=checking)


def _symbol_die_rolled(table: Table, _: e.SymbolDieRolled) -> Table:
    checking = table.checking[1:]
    return replace(table, phase=Phase.SYMBOL if checking else Phase.FLOWING, checking=checking)


def _footballer_injured(table: Table, event: e.FootballerInjured) -> Table:
    hurt = replace(table.footballers[event.footballer], standing=Standing.INJURED)
    return replace(table, footballers=changed(table.footballers, hurt))


def _footballer_booked(table: Table, event: e.FootballerBooked) -> Table:
    booked = replace(table.footballers[event.footballer], yellow_cards=event.yellow_cards)
    return replace(table, footballers=changed(table.footballers, booked))


def _footballer_sent_off(table: Table, event: e.FootballerSentOff) -> Table:
    off = replace(table.footballers[event.footballer], standing=Standing.SENT_OFF)
    return replace(table, footballers=changed(table.footballers, off))


def _unchanged(table: Table, _: Event) -> Table:
    return table


def _footballer_turned(table: Table, event: e.FootballerTurned) -> Table:
    turned = replace(table.footballers[event.footballer], top=event.top)
    return replace(table, footballers=changed(table.footballers, turned))


def _markers_removed(table: Table, _: e.MarkersRemoved) -> Table:
    return replace(table, attack=None)


def _period_ended(table: Table, _: e.PeriodEnded) -> Table:
    return replace(table, attacker=None, attempt=0, attempts=0, card=None, countered=False)


# The end


def _penalties_begun(table: Table, _: e.PenaltiesBegun) -> Table:
    return replace(table, phase=Phase.FIRST_KICK, revealed=_NO_CARD, dice=NO_ROLLS, penalties=Penalties())


def _kick_awarded(table: Table, event: e.KickAwarded) -> Table:
    penalties = replace(_penalties(table), side=event.side, shooter=None, goalkeeper=None)
    return replace(table, phase=Phase.SHOOTER, penalties=penalties)


def _shooter_named(table: Table, event: e.ShooterNamed) -> Table:
    penalties = replace(_penalties(table), shooter=event.footballer, goalkeeper=event.goalkeeper)
    return replace(table, phase=Phase.KICK, penalties=penalties)


def _kick_taken(table: Table, event: e.KickTaken) -> Table:
    so_far = _penalties(table)
    penalties = replace(
        so_far,
        goals=one_more(so_far.goals, event.side) if event.scored else so_far.goals,
        kicks=one_more(so_far.kicks, event.side),
        shooters=(*so_far.shooters, event.footballer),
    )
    goalkeeper = () if event.goalkeeper is None else (event.goalkeeper,)
    return _check(replace(table, penalties=penalties), event.footballer, *goalkeeper)


def _kick_forgone(table: Table, event: e.KickForgone) -> Table:
    so_far = _penalties(table)
    return replace(table, phase=Phase.FLOWING, penalties=replace(so_far, kicks=one_more(so_far.kicks, event.side)))


def _match_ended(table: Table, event: e.MatchEnded) -> Table:
    return replace(table, phase=Phase.OVER, winner=event.side)


_EFFECTS: dict[type[Event], Callable[[Table, Any], Table]] = {
    e.SquadChosen: _squad_chosen,
    e.SquadsRevealed: _squads_revealed,
    e.DeckChosen: _deck_chosen,
    e.DeckWithheld: _deck_withheld,
    e.TacticDrawn: _tactic_drawn,
    e.PeriodStarted: _period_started,
    e.FootballerSubstituted: _footballer_substituted,
    e.SubstitutionsEnded: _substitutions_ended,
    e.TacticLaid: _tactic_laid,
    e.TacticsRevealed: _tactics_revealed,
    e.TacticsTied: _tactics_tied,
    e.DieRolled: _die_rolled,
    e.AttackerDecided: _attacker_decided,
    e.AttemptGranted: _attempt_granted,
    e.TacticPlayed: _tactic_played,
    e.AttemptBegun: _attempt_begun,
    e.CounterBegun: _counter_begun,
    e.FootballersMarked: _footballers_marked,
    e.ApproachCompared: _approach_compared,
    e.ShotEarned: _shot_earned,
    e.GoalScored: _goal_scored,
    e.ShotSaved: _shot_saved,
    e.SymbolDieRolled: _symbol_die_rolled,
    e.FootballerInjured: _footballer_injured,
    e.FootballerBooked: _footballer_booked,
    e.FootballerSentOff: _footballer_sent_off,
    e.GoalLeftEmpty: _unchanged,
    e.FootballerTurned: _footballer_turned,
    e.MarkersRemoved: _markers_removed,
    e.PeriodEnded: _period_ended,
    e.ExtraTimeBegun: _unchanged,
    e.PenaltiesBegun: _penalties_begun,
    e.FirstKickDecided: _unchanged,
    e.KickAwarded: _kick_awarded,
    e.ShooterNamed: _shooter_named,
    e.KickTaken: _kick_taken,
    e.KickForgone: _kick_forgone,
    e.MatchEnded: _match_ended,
}
