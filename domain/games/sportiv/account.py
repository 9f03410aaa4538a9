"""What happened in a match, in the words that all games share; clause 7 says how it is counted."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from domain.games.sportiv import events as e
from domain.games.sportiv.edition import ODDS
from domain.games.sportiv.state import Table
from domain.games.sportiv.terms import ActionKind
from domain.match.facts import (
    Attempted,
    AttemptKind,
    CameOn,
    CardCountered,
    CardKind,
    CardPlayed,
    DieRolled,
    Eliminated,
    Fact,
    Goal,
    Marked,
    PeriodBegun,
    PlayEnded,
    SentOff,
    WentOff,
    millionths,
)
from domain.match.game import Event
from domain.match.sides import SIDES, Side

_COIN = tuple((side.value, 1) for side in SIDES)
_GOES_IN = {keepers: millionths(1 - saved) for keepers, saved in ODDS.items()}
"""The chance of a shot against so many goalkeeper cards: every edition has the published odds (SPORTIV-7.1)."""


def account(before: Table, event: Event, _: Table) -> Iterable[Fact]:
    """What an event means; nothing for most. `before` is the table as it was."""
    facts = _FACTS.get(type(event))
    return () if facts is None else facts(before, event)


def _coin_tossed(_: Table, event: e.CoinTossed) -> Iterator[Fact]:
    yield DieRolled(die="coin", face=event.side.value, faces=_COIN)


def _turn_started(before: Table, _: e.TurnStarted) -> Iterator[Fact]:
    if not before.turn:
        yield PeriodBegun(period="match")


# Footballers


def _footballer_fielded(before: Table, event: e.FootballerFielded) -> Iterator[Fact]:
    return _on(before, event.side, event.footballer)


def _footballer_placed(before: Table, event: e.FootballerPlaced) -> Iterator[Fact]:
    if event.replaced is not None:
        yield from _off(event.side, _present(before, event.side, (event.replaced,)))
    yield from _on(before, event.side, event.footballer)


def _footballers_eliminated(before: Table, event: e.FootballersEliminated) -> Iterator[Fact]:
    for side, footballers in ((event.side, event.own), (event.side.other, event.opposing)):
        present = _present(before, side, footballers)
        for footballer, value in zip(present, before.values(present), strict=True):
            yield Marked(side=side, footballer=str(footballer), power=value)
        yield from _eliminated(side, present, "elimination")


def _footballers_removed(before: Table, event: e.FootballersRemoved) -> Iterator[Fact]:
    side = event.side.other
    present = _present(before, side, event.footballers)
    if event.by is ActionKind.RED_CARD:
        yield from (SentOff(side=side, footballer=str(footballer)) for footballer in present)
    yield from _eliminated(side, present, event.by.words)


def _present(before: Table, side: Side, footballers: tuple[int, ...]) -> tuple[int, ...]:
    """Those of these footballers that are on the pitch, as the rules ask of all."""
    pitch = before.footballers.of(side).pitch
    return tuple(footballer for footballer in dict.fromkeys(footballers) if footballer in pitch)


def _on(before: Table, side: Side, footballer: int) -> Iterator[Fact]:
    if footballer not in before.footballers.of(side).pitch:
        yield CameOn(side=side, footballer=str(footballer))


def _eliminated(side: Side, footballers: tuple[int, ...], by: str) -> Iterator[Fact]:
    if footballers:
        yield Eliminated(side=side, footballers=tuple(map(str, footballers)), by=by)
        yield from _off(side, footballers)


def _off(side: Side, footballers: tuple[int, ...]) -> Iterator[Fact]:
    return (WentOff(side=side, footballer=str(footballer)) for footballer in footballers)


# Action cards


def _action_played(_: Table, event: e.ActionPlayed) -> Iterator[Fact]:
    yield CardPlayed(side=event.side, kind=CardKind.ACTION, card=event.kind.value)


def _action_countered(_: Table, event: e.ActionCountered) -> Iterator[Fact]:
    side, card = event.side.other, event.against.value
    yield CardPlayed(side=event.side, kind=CardKind.ACTION, card=event.kind.value)
    yield CardCountered(side=side, kind=CardKind.ACTION, card=card, by=event.kind.value)
    yield _attack(side, event.against, succeeded=False)


def _counter_declined(before: Table, event: e.CounterDeclined) -> Iterator[Fact]:
    yield _attack(event.side.other, event.against, succeeded=bool(before.footballers.of(event.side).pitch))


def _attack(side: Side, action: ActionKind, *, succeeded: bool) -> Attempted:
    return Attempted(
        side=side, kind=AttemptKind.ATTACK, succeeded=succeeded, card=action.value, kind_of_card=CardKind.ACTION
    )


# Shot


def _shot_revealed(before: Table, event: e.ShotRevealed) -> Iterator[Fact]:
    card, kind = _way_opened(before)
    yield Attempted(
        side=event.side,
        kind=AttemptKind.SHOT,
        succeeded=not set(event.red) <= set(event.covered),
        chance=_GOES_IN.get(len(event.keepers)),
        card=card,
        kind_of_card=kind,
        figures=f"{' + '.join(event.red)} against {' + '.join(event.covered)}",
    )


def _goal_scored(before: Table, event: e.GoalScored) -> Iterator[Fact]:
    card, kind = _way_opened(before)
    yield Goal(side=event.side, card=card, kind_of_card=kind)


def _way_opened(before: Table) -> tuple[str | None, CardKind | None]:
    """The action card that a shot is put down to, and its kind (SPORTIV-7.2)."""
    action = before.way_opened
    return (None, None) if action is None else (action.value, CardKind.ACTION)


def _match_ended(_: Table, __: e.MatchEnded) -> Iterator[Fact]:
    yield PlayEnded()


_FACTS: dict[type[Event], Callable[[Table, Any], Iterator[Fact]]] = {
    e.CoinTossed: _coin_tossed,
    e.TurnStarted: _turn_started,
    e.FootballerFielded: _footballer_fielded,
    e.FootballerPlaced: _footballer_placed,
    e.FootballersEliminated: _footballers_eliminated,
    e.FootballersRemoved: _footballers_removed,
    e.ActionPlayed: _action_played,
    e.ActionCountered: _action_countered,
    e.CounterDeclined: _counter_declined,
    e.ShotRevealed: _shot_revealed,
    e.GoalScored: _goal_scored,
    e.MatchEnded: _match_ended,
}
