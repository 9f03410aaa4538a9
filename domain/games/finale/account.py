"""What happened in a match, in the words that all games share."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from domain.games.finale import events as e
from domain.games.finale.state import Table
from domain.games.finale.terms import PERIODS, period_name
from domain.match import facts as f
from domain.match.game import Event
from domain.match.kit.accounts import Brought, attempt, rolled
from domain.match.kit.dice import weights
from domain.match.sides import SIDES, Side


def account(before: Table, event: Event, _: Table) -> Iterable[f.Fact]:
    """What an event means in the words that all games share."""
    facts = _FACTS.get(type(event))
    return () if facts is None else facts(before, event)


# Periods


def _period_started(table: Table, event: e.PeriodStarted) -> Iterator[f.Fact]:
    if table.period == 0:
        yield from (f.CameOn(side=side, footballer=one.id) for side in SIDES for one in table.on_pitch(side))
    stage = f.Stage.EXTRA if event.period > PERIODS else f.Stage.NORMAL
    yield f.PeriodBegun(period=period_name(event.period), stage=stage)


def _penalties_begun(table: Table, _: e.PenaltiesBegun) -> Iterator[f.Fact]:
    yield f.PeriodBegun(period=period_name(table.period, penalties=True), stage=f.Stage.SHOOT_OUT)


def _match_ended(_: Table, __: e.MatchEnded) -> Iterator[f.Fact]:
    yield f.PlayEnded()


# Cards and dice


def _tactics_revealed(_: Table, event: e.TacticsRevealed) -> Iterator[f.Fact]:
    for side in SIDES:
        yield f.CardPlayed(side=side, kind=f.CardKind.TACTIC, card=event.cards.of(side))


def _tactic_played(_: Table, event: e.TacticPlayed) -> Iterator[f.Fact]:
    yield f.CardPlayed(side=event.side, kind=f.CardKind.TACTIC, card=event.card)


def _counter_begun(table: Table, event: e.CounterBegun) -> Iterator[f.Fact]:
    if table.card is not None:
        yield f.CardCountered(side=event.side.other, kind=f.CardKind.TACTIC, card=table.card, by=event.card)


def _die_rolled(table: Table, event: e.DieRolled | e.SymbolDieRolled) -> Iterator[f.Fact]:
    return rolled("die", event.face, weights(table.edition.die), event.side)


# Approaches, shots and kicks


def _approach_compared(table: Table, event: e.ApproachCompared) -> Iterator[f.Fact]:
    attack, side = table.attack, event.side
    if attack is None:
        return
    yield from attempt(
        f.AttemptKind.COUNTER if attack.counter else f.AttemptKind.ATTACK,
        Brought(side, attack.white.of(side), event.attack.strengths),
        Brought(side.other, attack.white.of(side.other), event.defence.strengths),
        table.edition.die,
        succeeded=event.succeeded,
        figures=event.figures,
        wins_ties=True,
        tactic=attack.card,
    )


def _goal_scored(table: Table, event: e.GoalScored) -> Iterator[f.Fact]:
    return _shot(table, event, succeeded=True)


def _shot_saved(table: Table, event: e.ShotSaved) -> Iterator[f.Fact]:
    return _shot(table, event, succeeded=False)


def _shot(table: Table, event: e.GoalScored | e.ShotSaved, succeeded: bool) -> Iterator[f.Fact]:
    attack = table.attack
    return attempt(
        f.AttemptKind.SHOT,
        Brought(event.side, event.shooters, event.shot.strengths),
        Brought(event.side.other, event.defenders, event.save.strengths),
        table.edition.die,
        succeeded=succeeded,
        figures=event.figures,
        goalkeeper=next((one for one in event.defenders if table.footballers[one].is_goalkeeper), None),
        tactic=None if attack is None else attack.card,
        how="counter" if attack is not None and attack.counter else "",
    )


def _kick_taken(table: Table, event: e.KickTaken) -> Iterator[f.Fact]:
    return attempt(
        f.AttemptKind.KICK,
        Brought(event.side, (event.footballer,), event.shot.strengths),
        Brought(event.side.other, () if event.goalkeeper is None else (event.goalkeeper,), event.save.strengths),
        table.edition.die,
        succeeded=event.scored,
        figures=event.figures,
        goalkeeper=event.goalkeeper,
        how="penalty",
    )


def _kick_forgone(_: Table, event: e.KickForgone) -> Iterator[f.Fact]:
    yield f.Attempted(side=event.side, kind=f.AttemptKind.KICK, succeeded=False)


# Footballers


def _footballer_substituted(table: Table, event: e.FootballerSubstituted) -> Iterator[f.Fact]:
    yield from _off(table, event.side, event.goes)
    if not table.footballers[event.newcomer].on_pitch:
        yield f.CameOn(side=event.side, footballer=event.newcomer)


def _footballer_injured(table: Table, event: e.FootballerInjured) -> Iterator[f.Fact]:
    yield f.Injured(side=event.side, footballer=event.footballer)
    yield from _off(table, event.side, event.footballer)


def _footballer_booked(_: Table, event: e.FootballerBooked) -> Iterator[f.Fact]:
    yield f.Booked(side=event.side, footballer=event.footballer)


def _footballer_sent_off(table: Table, event: e.FootballerSentOff) -> Iterator[f.Fact]:
    yield f.SentOff(side=event.side, footballer=event.footballer)
    yield from _off(table, event.side, event.footballer)


def _off(table: Table, side: Side, footballer: str) -> Iterator[f.Fact]:
    """That a footballer goes, unless it is off the pitch already."""
    if table.footballers[footballer].on_pitch:
        yield f.WentOff(side=side, footballer=footballer)


def _footballer_turned(_: Table, event: e.FootballerTurned) -> Iterator[f.Fact]:
    yield f.Turned(side=event.side, footballer=event.footballer)


_FACTS: dict[type[Event], Callable[[Table, Any], Iterable[f.Fact]]] = {
    e.PeriodStarted: _period_started,
    e.FootballerSubstituted: _footballer_substituted,
    e.TacticsRevealed: _tactics_revealed,
    e.DieRolled: _die_rolled,
    e.TacticPlayed: _tactic_played,
    e.CounterBegun: _counter_begun,
    e.ApproachCompared: _approach_compared,
    e.GoalScored: _goal_scored,
    e.ShotSaved: _shot_saved,
    e.SymbolDieRolled: _die_rolled,
    e.FootballerInjured: _footballer_injured,
    e.FootballerBooked: _footballer_booked,
    e.FootballerSentOff: _footballer_sent_off,
    e.FootballerTurned: _footballer_turned,
    e.PenaltiesBegun: _penalties_begun,
    e.KickTaken: _kick_taken,
    e.KickForgone: _kick_forgone,
    e.MatchEnded: _match_ended,
}
