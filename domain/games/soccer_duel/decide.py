"""What follows from a decision or a chance outcome, or the clause that forbids it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.games.soccer_duel import commands as c
from domain.games.soccer_duel.catalogue import CLASH
from domain.games.soccer_duel.clock import LONGEST, moment_of
from domain.games.soccer_duel.course import Course
from domain.games.soccer_duel.options import a_placement, can_begin, can_draw, can_place, free
from domain.games.soccer_duel.pending import DRAWN_BY
from domain.games.soccer_duel.pitch import differences, joined_by
from domain.games.soccer_duel.state import Table
from domain.games.soccer_duel.terms import GRASS, Phase
from domain.match.game import Command, Event, Outcome, RuleViolation
from domain.match.kit.refusals import together
from domain.match.sides import Side

Faults = Iterator[RuleViolation]


def decide(table: Table, command: Command) -> Sequence[Event] | RuleViolation:
    """The events that follow from a command, or the clause that forbids it with all else that is wrong in it."""
    faults, follow = _RULES[type(command)]
    found = [*_untimely(table, command)] or [*faults(table, command)]
    if found:
        return together(found)
    course = Course(table)
    follow(course, command)
    return course.events


def resolve(table: Table, outcome: Outcome) -> Sequence[Event]:
    """The events that follow from a chance outcome that is due."""
    course = Course(table)
    match outcome:
        case c.TileDraw(side=side, tile=tile):
            course.tile_drawn(side, tile)
        case c.CoinToss(first=first):
            course.coin_tossed(first)
        case _:
            raise TypeError(f"Soccer Duel has no outcome {type(outcome).__name__}")
    return course.events


# Whether it is the moment


def _untimely(table: Table, command: Command) -> Faults:
    """Why nothing of this kind can be done now, whatever the command says."""
    side = command.side
    if table.phase is Phase.OVER:
        yield RuleViolation("DUEL-6.1", "The match is over.")
    elif table.phase is Phase.TOSS:
        yield RuleViolation("DUEL-5.1", "First a coin decides who is first in the sudden death.")
    elif not free(table, side):
        yield RuleViolation(DRAWN_BY[table.phase], f"First the {table.due[0]} side draws the tile that is due.")
    elif type(command) not in _MOMENTS[table.phase]:
        yield RuleViolation(*_INSTEAD[table.phase])
    elif table.phase is Phase.SUDDEN_DEATH and side is not table.turn:
        yield RuleViolation("DUEL-5.1", f"The sides take turns, and this is the {table.turn} side's.")
    elif table.phase is Phase.SET_UP and table.camp(side).pitches:
        yield RuleViolation(
            "DUEL-2.1", "The start tile of this side is chosen; it stays, and play begins when both are."
        )


_MOMENTS: dict[Phase, tuple[type[Command], ...]] = {
    Phase.SET_UP: (c.ChooseStartTile,),
    Phase.PLAY: (c.PlaceTile, c.BeginPitch, c.DiscardTile),
    Phase.OVERTIME: (c.PlaceTile, c.BeginPitch),
    Phase.SUDDEN_DEATH: (c.PlaceTile, c.BeginPitch, c.EndTurn),
}
_INSTEAD: dict[Phase, tuple[str, str]] = {
    Phase.SET_UP: ("DUEL-2.1", 'Before "Go!" each side chooses its start tile, and does nothing else.'),
    Phase.PLAY: ("DUEL-3.1", 'After "Go!" a side places tiles, begins a pitch where its own is locked, or discards.'),
    Phase.OVERTIME: ("DUEL-4.3", "In overtime a side places tiles or begins a pitch; nothing is drawn or discarded."),
    Phase.SUDDEN_DEATH: ("DUEL-5.2", "In a sudden death a side draws, places what lies open, and ends its turn."),
}


def _time(table: Table, command: c.TimedCommand) -> int:
    """When a command counts. In a match that is dealt without a clock it comes as early as it may."""
    return table.ready(command.side) if command.time is None else command.time


def _mistimed(table: Table, command: c.TimedCommand) -> Faults:
    """What is wrong with the time of a command (DUEL-3.6, DUEL-3.8)."""
    time, until = command.time, table.camp(command.side).stopped_until
    if time is None:
        if not table.dealt:
            yield RuleViolation(
                "DUEL-3.8",
                f'Say when: in milliseconds since "Go!", {table.ready(command.side)} at the earliest.',
                "time",
            )
    elif time < table.clock:
        yield RuleViolation(
            "DUEL-3.8",
            f"The clock does not go back: {table.clock} ms have passed already, so {time} ms cannot be.",
            "time",
        )
    elif time > LONGEST:
        yield RuleViolation("DUEL-3.13", f"The clock of a game ends at {LONGEST} ms.", "time")
    if time is not None and time < until:
        remain = (until - max(time, table.clock)) / 1000
        yield RuleViolation(
            "DUEL-3.6",
            f"The {command.side} side is stopped for another {remain:.3f} s, until {until} ms.",
            "time",
        )


# What each command may say


def _start_faults(table: Table, command: c.ChooseStartTile) -> Faults:
    if command.moment is not None and moment_of(command.moment) is None:
        message = 'A moment is written like "2026-05-01T15:00:00.000+00:00".'
        yield RuleViolation("DUEL-2.3", message, "moment")
    yield from _not_in_hand(table, command.side, command.tile)


def _place_faults(table: Table, command: c.PlaceTile) -> Faults:
    yield from _mistimed(table, command)
    side = command.side
    if command.pitch_of not in (None, side):
        yield RuleViolation("DUEL-3.1", f"A side places on its own pitch only, which is the {side} side's.", "pitchOf")
    if command.quarter_turns != 0:
        yield RuleViolation("DUEL-3.1", "Tiles are never turned: 0 quarter turns are allowed.", "quarterTurns")
    in_hand = True
    for fault in _not_in_hand(table, side, command.tile):
        in_hand = False
        yield fault
    yield from _misplaced(table, command, in_hand)


def _misplaced(table: Table, command: c.PlaceTile, in_hand: bool) -> Faults:
    """What is wrong with a place (DUEL-3.2). Looks at that place alone, however large the pitch is."""
    place, pitch = (command.row, command.column), table.camp(command.side).pitch
    if pitch is None:
        yield RuleViolation("DUEL-5.1", "There is no pitch to place on; begin one with any open tile.")
        return
    if (lying := pitch.tile_at(place)) is not None:
        yield RuleViolation("DUEL-3.1", f"Tile {lying} lies at {_at(place)}, and stays; tiles do not overlap.", "row")
        return
    wants = pitch.asked_at(place)
    if wants is None:
        yield RuleViolation("DUEL-3.2", f"There is no tile above, below or beside {_at(place)}.", "row")
        return
    colours = table.catalogue.colours
    if in_hand:
        for name, asked, own in differences(wants, table.catalogue.corners_of(command.tile)):
            what = "two different things are" if asked == CLASH else f"{_corner(colours, asked)} is"
            message = f"At {_at(place)} {what} needed at the {name} corner, and tile {command.tile} has"
            yield RuleViolation("DUEL-3.2", f"{message} {_corner(colours, own)} there.", "tile")
    if not joined_by(wants) and CLASH not in wants:
        yield RuleViolation("DUEL-3.2", f"At {_at(place)} only grass would meet grass; a ball has to connect.", "row")


def _begin_faults(table: Table, command: c.BeginPitch) -> Faults:
    yield from _mistimed(table, command)
    pitch = table.camp(command.side).pitch
    if pitch is not None and not pitch.locked:
        yield RuleViolation("DUEL-3.7", "The pitch is not locked: there are tiles that could be placed on it.")
    yield from _not_in_hand(table, command.side, command.tile)


def _discard_faults(table: Table, command: c.DiscardTile) -> Faults:
    yield from _mistimed(table, command)
    side = command.side
    if table.dealt and (can_begin(table, side) or can_place(table, side)):
        yield RuleViolation("DUEL-3.4", f"Only who cannot lay a tile discards. {_better(table, side)}")
    if not can_draw(table):
        yield RuleViolation("DUEL-3.12", "The pile has no tile to draw instead; keep what is in the hand for overtime.")
    yield from _not_in_hand(table, side, command.tile)


def _better(table: Table, side: Side) -> str:
    """What a side can do instead of discarding."""
    tile, place = a_placement(table, side) or (0, None)
    if place is None:
        return f"The pitch is locked: begin a new one, with tile {tile} for one."
    return f"Tile {tile} for one can be placed at {_at(place)}."


def _end_faults(table: Table, command: c.EndTurn) -> Faults:
    yield from _mistimed(table, command)


def _not_in_hand(table: Table, side: Side, tile: int) -> Faults:
    hand = table.camp(side).hand
    if tile in hand:
        return
    if tile in table.camp(side.other).hand:
        where = f"is in the hand of the {side.other} side"
    else:
        where = "is in no hand" if 0 < tile < len(table.catalogue.faces) else "does not exist"
    held = ", ".join(map(str, hand)) or "nothing"
    yield RuleViolation("DUEL-3.1", f"Tile {tile} {where}; the {side} side holds {held}.", "tile")


def _at(place: tuple[int, int]) -> str:
    return f"row {place[0]}, column {place[1]}"


def _corner(colours: tuple[str, ...], corner: int) -> str:
    return "grass" if corner == GRASS else colours[corner]


# What follows


def _start(course: Course, command: c.ChooseStartTile) -> None:
    course.start_tile_chosen(command.side, command.tile, command.moment)


def _place(course: Course, command: c.PlaceTile) -> None:
    course.tile_placed(command.side, command.tile, (command.row, command.column), _time(course.table, command))


def _begin(course: Course, command: c.BeginPitch) -> None:
    course.pitch_begun(command.side, command.tile, _time(course.table, command))


def _discard(course: Course, command: c.DiscardTile) -> None:
    course.tile_discarded(command.side, command.tile, _time(course.table, command))


def _end(course: Course, command: c.EndTurn) -> None:
    course.turn_ended(command.side, _time(course.table, command))


_RULES: dict[type[Command], tuple[Callable[[Table, Any], Faults], Callable[[Course, Any], None]]] = {
    c.ChooseStartTile: (_start_faults, _start),
    c.PlaceTile: (_place_faults, _place),
    c.BeginPitch: (_begin_faults, _begin),
    c.DiscardTile: (_discard_faults, _discard),
    c.EndTurn: (_end_faults, _end),
}
