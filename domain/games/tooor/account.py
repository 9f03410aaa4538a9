"""What happened in a match, in the words that all games share."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from domain.games.tooor import events as e
from domain.games.tooor.state import Table
from domain.games.tooor.terms import Period, Removal
from domain.match import facts as f
from domain.match.game import Event
from domain.match.kit.accounts import Brought, attempt, rolled
from domain.match.kit.dice import weights
from domain.match.kit.pairs import both
from domain.match.sides import SIDES, Side

_LENGTH = 15
"""Minutes of a period (TOOOR-3.1)."""
_ENDS = {Period.HALF_TIME: 45, Period.SHOOT_OUT: 120} | {one: int(one) for one in Period if one.isdigit()}
"""The minutes of play gone by after each period; nobody plays at half-time, nor for minutes in a shoot-out."""
_BEGINS = {one: end - _LENGTH if one.isdigit() else end for one, end in _ENDS.items()}
_STAGES = {
    Period.MINUTE_105: f.Stage.EXTRA,
    Period.MINUTE_120: f.Stage.EXTRA,
    Period.SHOOT_OUT: f.Stage.SHOOT_OUT,
}


def account(before: Table, event: Event, _: Table) -> Iterable[f.Fact]:
    """What an event means in the words that all games share."""
    facts = _FACTS.get(type(event))
    return () if facts is None else facts(before, event)


# Periods


def _period_started(table: Table, event: e.PeriodStarted) -> Iterator[f.Fact]:
    if event.period is Period.MINUTE_15 and both(table.revealed) is None:
        yield from (f.CameOn(side=side, footballer=one.id) for side in SIDES for one in table.squad(side))
    yield _begun(event.period)


def _shoot_out_begun(_: Table, __: e.ShootOutBegun) -> Iterator[f.Fact]:
    yield _begun(Period.SHOOT_OUT)


def _begun(period: Period) -> f.PeriodBegun:
    stage = _STAGES.get(period, f.Stage.NORMAL)
    return f.PeriodBegun(period=period.value, stage=stage, minute=_BEGINS[period])


def _match_ended(table: Table, _: e.MatchEnded) -> Iterator[f.Fact]:
    yield f.PlayEnded(minute=_ENDS[table.period])


# Cards and dice


def _tactics_revealed(_: Table, event: e.TacticsRevealed) -> Iterator[f.Fact]:
    for side in SIDES:
        yield f.CardPlayed(side=side, kind=f.CardKind.TACTIC, card=str(event.values.of(side)))


def _counter_attack_begun(table: Table, event: e.CounterAttackBegun) -> Iterator[f.Fact]:
    failed = event.side.other
    if card := _card(table, failed):
        yield f.CardCountered(side=failed, kind=f.CardKind.TACTIC, card=card, by=str(event.value))


def _card(table: Table, side: Side) -> str | None:
    """The card by which a side attacks in this period."""
    value = table.revealed.of(side)
    return None if value is None else str(value)


def _attack_die_rolled(table: Table, event: e.AttackDieRolled) -> Iterator[f.Fact]:
    return rolled("attack die", event.face, weights(table.edition.dice.attack), event.side)


def _penalty_die_rolled(table: Table, event: e.PenaltyDieRolled) -> Iterator[f.Fact]:
    return rolled("penalty die", event.face, table.edition.dice.penalty.weights)


# Attacks, shots and kicks


def _build_up_compared(table: Table, event: e.BuildUpCompared) -> Iterator[f.Fact]:
    side, marked = event.side, table.marked
    return attempt(
        f.AttemptKind.COUNTER if table.counter else f.AttemptKind.ATTACK,
        Brought(side, marked.of(side), event.attack.powers),
        Brought(side.other, marked.of(side.other), event.defence.powers),
        table.edition.dice.attack,
        succeeded=event.succeeded,
        figures=event.figures,
        wins_ties=table.rules.build_up_tie == "attacker",
        tactic=_card(table, side),
    )


def _goal_scored(table: Table, event: e.GoalScored) -> Iterator[f.Fact]:
    return _shot(table, event, succeeded=True)


def _shot_saved(table: Table, event: e.ShotSaved) -> Iterator[f.Fact]:
    return _shot(table, event, succeeded=False)


def _shot(table: Table, event: e.GoalScored | e.ShotSaved, succeeded: bool) -> Iterator[f.Fact]:
    how = "counter-attack" if table.counter else ""
    return _duel(table, event, f.AttemptKind.SHOT, succeeded, how, _card(table, event.side))


def _kick_taken(table: Table, event: e.KickTaken) -> Iterator[f.Fact]:
    return _duel(table, event, f.AttemptKind.KICK, event.scored, "kick")


def _duel(
    table: Table,
    event: e.GoalScored | e.ShotSaved | e.KickTaken,
    kind: f.AttemptKind,
    succeeded: bool,
    how: str,
    card: str | None = None,
) -> Iterator[f.Fact]:
    """One footballer against the goalkeeper, or against the die alone where nobody keeps goal."""
    keeping = () if event.goalkeeper is None else (event.goalkeeper,)
    return attempt(
        kind,
        Brought(event.side, (event.footballer,), event.shot.powers),
        Brought(event.side.other, keeping, event.save.powers),
        table.edition.dice.attack,
        succeeded=succeeded,
        figures=event.figures,
        goalkeeper=event.goalkeeper,
        tactic=card,
        how=how,
    )


def _kick_forgone(_: Table, event: e.KickForgone) -> Iterator[f.Fact]:
    yield f.Attempted(side=event.side, kind=f.AttemptKind.KICK, succeeded=False)


# Footballers


def _footballer_turned_on(_: Table, event: e.FootballerTurnedOn) -> Iterator[f.Fact]:
    yield f.Turned(side=event.side, footballer=event.footballer)


def _footballer_injured(_: Table, event: e.FootballerInjured) -> Iterator[f.Fact]:
    yield f.Injured(side=event.side, footballer=event.footballer)


def _footballer_booked(_: Table, event: e.FootballerBooked) -> Iterator[f.Fact]:
    yield f.Booked(side=event.side, footballer=event.footballer)


def _footballer_removed(table: Table, event: e.FootballerRemoved) -> Iterator[f.Fact]:
    if not table.footballers[event.footballer].on_pitch:
        return
    if event.reason is not Removal.INJURIES:
        yield f.SentOff(side=event.side, footballer=event.footballer)
    yield f.WentOff(side=event.side, footballer=event.footballer)


_FACTS: dict[type[Event], Callable[[Table, Any], Iterable[f.Fact]]] = {
    e.PeriodStarted: _period_started,
    e.TacticsRevealed: _tactics_revealed,
    e.AttackDieRolled: _attack_die_rolled,
    e.BuildUpCompared: _build_up_compared,
    e.PenaltyDieRolled: _penalty_die_rolled,
    e.FootballerInjured: _footballer_injured,
    e.FootballerBooked: _footballer_booked,
    e.FootballerRemoved: _footballer_removed,
    e.FootballerTurnedOn: _footballer_turned_on,
    e.GoalScored: _goal_scored,
    e.ShotSaved: _shot_saved,
    e.CounterAttackBegun: _counter_attack_begun,
    e.ShootOutBegun: _shoot_out_begun,
    e.KickTaken: _kick_taken,
    e.KickForgone: _kick_forgone,
    e.MatchEnded: _match_ended,
}
