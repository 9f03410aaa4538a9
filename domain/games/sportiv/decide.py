"""What follows from a decision or a chance outcome, or the clause that forbids it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from domain.games.sportiv import commands as c
from domain.games.sportiv import events as e
from domain.games.sportiv.course import Course
from domain.games.sportiv.edition import PITCH
from domain.games.sportiv.options import keepers_needed, removal
from domain.games.sportiv.pending import pending
from domain.games.sportiv.state import Table
from domain.games.sportiv.terms import COUNTERS, PLAYABLE, REINFORCEMENTS, ActionKind, Phase
from domain.match.game import Command, Event, Outcome, RuleViolation
from domain.match.kit.refusals import together
from domain.match.kit.words import either
from domain.match.sides import Side


def decide(table: Table, command: Command) -> Sequence[Event] | RuleViolation:
    """The events that follow from a command, or the clause that forbids it."""
    clause, answer = _ANSWERS[type(command)]
    due = pending(table)
    choice = due.choice_of(command.side)
    if table.phase is Phase.OVER:
        return RuleViolation("SPORTIV-5.1", "The match is over; nobody decides anything any more.")
    if choice is None:
        waits = [due.chance.prompt] if due.chance else [f"the {one.side} side decides" for one in due.choices]
        return RuleViolation(clause, f"The {command.side} side has nothing to decide now. Due is: {either(waits)}.")
    if type(command).__name__ not in choice.commands:
        return RuleViolation(clause, f"This is not the moment for that. Due is: {choice.prompt}")
    answered = answer(table, command)
    return answered.events if isinstance(answered, Course) else together(answered)


def resolve(table: Table, outcome: Outcome) -> Sequence[Event]:
    """The events that follow from a chance outcome that is due."""
    course = Course(table)
    match outcome:
        case c.CoinToss(first=side):
            course.happen(e.CoinTossed(side=side))
        case c.FootballerDraw(footballer=footballer):
            course.footballer_drawn(footballer)
        case c.ActionDraw(kind=kind):
            course.action_drawn(kind)
        case _:
            raise TypeError(f"Sportiv has no outcome {type(outcome).__name__}")
    course.go_on()
    return course.events


_Faults = list[RuleViolation]


def _brings(table: Table, *events: Event) -> Course:
    """These events, and what follows by itself."""
    course = Course(table)
    for event in events:
        course.happen(event)
    course.go_on()
    return course


# Footballers


def _place_footballer(table: Table, command: c.PlaceFootballer) -> Course | _Faults:
    side, placed, replaced = command.side, command.footballer, command.replaced
    its = table.footballers.of(side)
    faults = _unknown(table, (placed,), "footballer")
    if not faults and placed not in its.placeable:
        where = "already lies open" if placed in its.pitch or placed in its.discard else "is not in your hand"
        clause = "SPORTIV-6.2" if table.unseen else "SPORTIV-3.1"
        message = f"{_card(table, placed)} {where}; you can place {_cards(table, its.placeable)}."
        faults.append(RuleViolation(clause, message, "footballer"))
    full = table.rules.pitch_cap == "five" and len(its.pitch) >= PITCH
    if full and replaced not in its.pitch:
        message = f"Your pitch is full; name whom it replaces: {_cards(table, its.pitch)}."
        faults.append(RuleViolation("SPORTIV-3.1", message, "replaced"))
    if not full and replaced is not None:
        message = "Nobody is replaced: your pitch has room."
        faults.append(RuleViolation("SPORTIV-3.1", message, "replaced"))
    return faults or _brings(table, e.FootballerPlaced(side=side, footballer=placed, replaced=replaced))


def _eliminate(table: Table, command: c.EliminateFootballers) -> Course | _Faults:
    side, own, opposing = command.side, command.own, command.opposing
    faults = _not_on_pitch(table, side, own, "own", "your") + _not_on_pitch(
        table, side.other, opposing, "opposing", "the opposing"
    )
    if len(own) > 1 and len(opposing) > 1:
        message = (
            "Several never eliminate several: engage one against one, one against several, or several against one."
        )
        faults.append(RuleViolation("SPORTIV-3.2", message))
    if faults:
        return faults
    ours, theirs = table.values(own), table.values(opposing)
    figures = f"{_sum(ours)} against {_sum(theirs)}"
    if sum(ours) != sum(theirs):
        message = f"The totals have to be the same, and {figures} is {sum(ours)} against {sum(theirs)}."
        return [RuleViolation("SPORTIV-3.2", message)]
    return _brings(table, e.FootballersEliminated(side=side, own=own, opposing=opposing, figures=figures))


def _end_eliminations(table: Table, command: c.EndEliminations) -> Course:
    return _brings(table, e.EliminationsEnded(side=command.side))


def _remove(table: Table, command: c.RemoveFootballers) -> Course | _Faults:
    due = removal(table)
    if due is None:
        return [RuleViolation("SPORTIV-3.4", "There is nobody to remove now.")]
    faults = _not_on_pitch(table, due.side.other, command.footballers, "footballers", "the opposing")
    if len(command.footballers) != due.count:
        message = f"Exactly {due.count} can be removed now: {_cards(table, due.footballers)} are there."
        faults.append(RuleViolation(due.clause, message, "footballers"))
    by = table.counter or table.in_play
    if faults or by is None:
        return faults
    course = Course(table)
    course.happen(e.FootballersRemoved(side=due.side, footballers=command.footballers, by=by, clause=due.clause))
    course.action_ended()
    course.go_on()
    return course


# Action cards


def _play_action(table: Table, command: c.PlayAction) -> Course | _Faults:
    side, kind = command.side, command.kind
    faults = []
    if kind not in PLAYABLE:
        can = _kinds(one for one in table.actions.of(side).playable if one in PLAYABLE)
        message = f"{kind.words.capitalize()} is played as a counter only; here it goes face down. You can play {can}."
        faults.append(RuleViolation("SPORTIV-3.7", message, "kind"))
    if kind not in table.actions.of(side).playable:
        faults.append(_not_held(table, side, kind, "SPORTIV-3.3"))
    if faults:
        return faults
    reinforcements = _reinforcements(table, side) if kind is ActionKind.TRACK_BACK else 0
    return _brings(table, e.ActionPlayed(side=side, kind=kind, reinforcements=reinforcements, clause=kind.clause))


def _reinforcements(table: Table, side: Side) -> int:
    """How many a track back brings: two, or with a cap as many as there is room for (SPORTIV-3.6, SPORTIV-3.12)."""
    room = PITCH - len(table.footballers.of(side).pitch)
    return min(REINFORCEMENTS, room) if table.rules.pitch_cap == "five" else REINFORCEMENTS


def _discard_action(table: Table, command: c.DiscardAction) -> Course | _Faults:
    side, kind = command.side, command.kind
    if table.unseen:
        if kind is not None:
            message = "What is put face down at the table is in no record; leave the kind out."
            return [RuleViolation("SPORTIV-6.2", message, "kind")]
    elif kind is None:
        message = f"Say which card you put face down: {_kinds(table.actions.of(side).playable)}."
        return [RuleViolation("SPORTIV-3.3", message, "kind")]
    elif kind not in table.actions.of(side).reserve:
        return [_not_held(table, side, kind, "SPORTIV-3.3")]
    return _brings(table, e.ActionDiscarded(side=side, kind=kind, clause="SPORTIV-3.3"))


def _counter_action(table: Table, command: c.CounterAction) -> Course | _Faults:
    side, kind, against = command.side, command.kind, table.in_play
    if against is None or against not in COUNTERS:
        return [RuleViolation("SPORTIV-3.7", "There is nothing to counter now.")]
    faults = []
    if kind is not COUNTERS[against]:
        message = (
            f"A {against.words} is countered by {COUNTERS[against].with_article} only, not by {kind.with_article}."
        )
        faults.append(RuleViolation("SPORTIV-3.7", message, "kind"))
    if kind not in table.actions.of(side).playable:
        faults.append(_not_held(table, side, kind, "SPORTIV-3.7"))
    return faults or _brings(table, e.ActionCountered(side=side, kind=kind, against=against, clause=kind.clause))


def _decline_counter(table: Table, command: c.DeclineCounter) -> Course | _Faults:
    if table.in_play is None:
        return [RuleViolation("SPORTIV-3.7", "There is nothing to counter now.")]
    return _brings(table, e.CounterDeclined(side=command.side, against=table.in_play))


def _exchange(table: Table, command: c.ExchangeActions) -> Course | _Faults:
    side, kinds = command.side, command.kinds
    reserve = table.actions.of(side).reserve
    surplus = [kind for kind in ActionKind if kinds.count(kind) > reserve.count(kind)]
    if surplus:
        held = ", ".join(f"{reserve.count(kind)} {kind.words}" for kind in ActionKind if kind in reserve)
        return [
            RuleViolation(
                "SPORTIV-3.8",
                f"You do not hold {kinds.count(kind)} {kind.words}; your reserve is {held}.",
                f"kinds[{kinds.index(kind)}]",
            )
            for kind in surplus
        ]
    return _exchanged(table, side, kinds)


def _exchange_unseen(table: Table, command: c.ExchangeUnseenActions) -> Course | _Faults:
    most = table.actions.of(command.side).in_reserve
    if not 0 <= command.count <= most:
        message = f"{command.count} cannot be replaced; 0 to {most} can, as many as the reserve has."
        return [RuleViolation("SPORTIV-3.8", message, "count")]
    return _exchanged(table, command.side, (None,) * command.count)


def _exchanged(table: Table, side: Side, kinds: tuple[ActionKind | None, ...]) -> Course:
    discards = (e.ActionDiscarded(side=side, kind=kind, clause="SPORTIV-3.8") for kind in kinds)
    return _brings(table, *discards, e.ActionsExchanged(side=side, count=len(kinds)))


# Shot


def _take_shot(table: Table, command: c.TakeShot) -> Course:
    return _brings(table, e.ShotTaken(side=command.side, keepers=keepers_needed(table)))


def _forgo_shot(table: Table, command: c.ForgoShot) -> Course:
    return _brings(table, e.ShotForgone(side=command.side))


def _choose_keepers(table: Table, command: c.ChooseKeepers) -> Course | _Faults:
    keepers, needed, cards = command.keepers, keepers_needed(table), len(table.edition.keepers)
    faults = [
        RuleViolation("SPORTIV-4.1", f"There is no goalkeeper card {keeper}; there are 1 to {cards}.", "keepers")
        for keeper in keepers
        if not 1 <= keeper <= cards
    ]
    if len(set(keepers)) < len(keepers):
        faults.append(RuleViolation("SPORTIV-4.1", "Each goalkeeper card can be chosen once.", "keepers"))
    if len(keepers) != needed:
        why = "as you have footballers on the pitch" if needed == 2 else "as you have nobody on the pitch"
        faults.append(RuleViolation("SPORTIV-4.1", f"Exactly {needed} can be chosen, {why}.", "keepers"))
    return faults or _brings(table, e.KeepersChosen(side=command.side, keepers=keepers))


def _choose_shot(table: Table, command: c.ChooseShot) -> Course | _Faults:
    cards = len(table.edition.shots)
    if not 1 <= command.shot <= cards:
        return [RuleViolation("SPORTIV-4.1", f"There is no shot card {command.shot}; there are 1 to {cards}.", "shot")]
    return _brings(table, e.ShotChosen(side=command.side, shot=command.shot))


# Faults


def _unknown(table: Table, footballers: Iterable[int], path: str) -> _Faults:
    cards = len(table.edition.players)
    return [
        RuleViolation("SPORTIV-1.1", f"There is no footballer {one}; there are 1 to {cards}.", path)
        for one in footballers
        if not 1 <= one <= cards
    ]


def _not_on_pitch(table: Table, side: Side, footballers: tuple[int, ...], path: str, whose: str) -> _Faults:
    pitch, clause = table.footballers.of(side).pitch, pending(table).choices[0].clause
    faults = _unknown(table, footballers, path)
    known = [one for one in footballers if 1 <= one <= len(table.edition.players)]
    for one in dict.fromkeys(known):
        if one not in pitch:
            message = f"{_card(table, one)} is not on {whose} pitch, where {_cards(table, pitch)} may be named."
            faults.append(RuleViolation(clause, message, path))
        elif known.count(one) > 1:
            faults.append(RuleViolation(clause, f"{_card(table, one)} can be named only once.", path))
    if not footballers:
        faults.append(RuleViolation(clause, f"At least one of {whose} pitch is needed: {_cards(table, pitch)}.", path))
    return faults


def _not_held(table: Table, side: Side, kind: ActionKind, clause: str) -> RuleViolation:
    if table.unseen:
        return RuleViolation("SPORTIV-6.2", f"Every {kind.words} of the {side} side already lies face up.", "kind")
    held = table.actions.of(side).playable
    return RuleViolation(clause, f"You have no {kind.words} in your reserve, but {_kinds(held)}.", "kind")


def _card(table: Table, footballer: int) -> str:
    return f"Footballer {footballer} ({table.edition.value(footballer)})"


def _cards(table: Table, footballers: Sequence[int]) -> str:
    return either([f"{one} ({table.edition.value(one)})" for one in footballers])


def _kinds(kinds: Iterable[ActionKind]) -> str:
    return either([kind.words for kind in kinds])


def _sum(values: Sequence[int]) -> str:
    return " + ".join(map(str, values))


_Answer = Callable[[Table, Any], Course | _Faults]

_ANSWERS: dict[type[Command], tuple[str, _Answer]] = {
    c.PlaceFootballer: ("SPORTIV-3.1", _place_footballer),
    c.EliminateFootballers: ("SPORTIV-3.2", _eliminate),
    c.EndEliminations: ("SPORTIV-3.2", _end_eliminations),
    c.PlayAction: ("SPORTIV-3.3", _play_action),
    c.DiscardAction: ("SPORTIV-3.3", _discard_action),
    c.CounterAction: ("SPORTIV-3.7", _counter_action),
    c.DeclineCounter: ("SPORTIV-3.7", _decline_counter),
    c.RemoveFootballers: ("SPORTIV-3.4", _remove),
    c.ExchangeActions: ("SPORTIV-3.8", _exchange),
    c.ExchangeUnseenActions: ("SPORTIV-3.8", _exchange_unseen),
    c.TakeShot: ("SPORTIV-3.9", _take_shot),
    c.ForgoShot: ("SPORTIV-3.9", _forgo_shot),
    c.ChooseKeepers: ("SPORTIV-3.9", _choose_keepers),
    c.ChooseShot: ("SPORTIV-3.9", _choose_shot),
}
