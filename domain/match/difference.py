"""What differs between two values of one type, such as a viewer's views of a table at two versions.

Generic and pure: it knows plain data alone, so every game has it without a line of its own. There is no change exactly
where the two values are equal.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import msgspec

from domain.match.record import MatchRecord
from domain.match.sides import Viewer

NOTHING = "–"
"""How the absence of a value is written."""


class Change(msgspec.Struct, frozen=True, rename="camel"):
    """One thing that changed. path: where, such as "sides.home.footballers[h9].power".

    before, after: the values there; None where there was, or is, nothing.
    """

    path: str
    before: Any | None
    after: Any | None

    def __str__(self) -> str:
        return f"{self.path}: {in_words(self.before)} → {in_words(self.after)}"


def between(record: MatchRecord, first: int, last: int, viewer: Viewer) -> tuple[Change, ...]:
    """What changed on the table between two versions, as a viewer may know it. Raises UnknownVersion, DamagedRecord."""
    return across(record, first, record, last, viewer)


def across(one: MatchRecord, first: int, other: MatchRecord, last: int, viewer: Viewer) -> tuple[Change, ...]:
    """What differs from a version of one match to a version of another, as a viewer may know both.

    Raises UnknownVersion and DamagedRecord, and ValueError where the matches are of different games.
    """
    if one.opening.game != other.opening.game:
        raise ValueError(f"a table of {one.game.name} cannot be compared with one of {other.game.name}")
    before, after = (
        record.game.view(record.state_at(at).table, viewer) for record, at in ((one, first), (other, last))
    )
    return changes(before, after)


def changes(before: Any, after: Any, path: str = "") -> tuple[Change, ...]:
    """What differs between two values, in their order. path: where they stand."""
    return tuple(_changes(path, msgspec.to_builtins(before), msgspec.to_builtins(after)))


def in_words(value: Any) -> str:
    """A plain value as a reader takes it in: "yes", "4, 3", "id h9, power 4"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_nested(one)}" for name, one in value.items() if one is not None) or NOTHING
    if isinstance(value, list | tuple):
        return ", ".join(map(_nested, value)) or NOTHING
    return NOTHING if value in (None, "") else str(value)


def _nested(value: Any) -> str:
    return f"({in_words(value)})" if isinstance(value, Mapping | list | tuple) and len(value) > 1 else in_words(value)


def _changes(path: str, before: Any, after: Any) -> Iterator[Change]:
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for name in dict.fromkeys((*before, *after)):
            yield from _changes(f"{path}.{name}" if path else str(name), before.get(name), after.get(name))
    elif _structs(before) and _structs(after):
        both = (*before, *after)
        yield from (_by_id if all("id" in one for one in both) else _by_place)(path, before, after)
    else:
        yield Change(path, before, after)


def _structs(value: Any) -> bool:
    """Whether a value is a list of structs; a list of plain values changes as a whole."""
    return isinstance(value, list | tuple) and all(isinstance(one, dict) for one in value)


def _by_id(path: str, before: Sequence[Any], after: Sequence[Any]) -> Iterator[Change]:
    was, now = ({one["id"]: one for one in ones} for ones in (before, after))
    if len(was) < len(before) or len(now) < len(after):
        yield from _by_place(path, before, after)
        return
    for id in dict.fromkeys((*was, *now)):
        yield from _changes(f"{path}[{id}]", was.get(id), now.get(id))
    stayed = [id for id in was if id in now]
    order = [id for id in now if id in was]
    if stayed != order:
        yield Change(f"{path} (order)", stayed, order)


def _by_place(path: str, before: Sequence[Any], after: Sequence[Any]) -> Iterator[Change]:
    """Changes by place, counted as before for what went and as after for what came; what only moved up is none."""
    went, came = ([msgspec.json.encode(one, order="sorted") for one in ones] for ones in (before, after))
    for kind, was, was_end, now, now_end in SequenceMatcher(a=went, b=came, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        shared = min(was_end - was, now_end - now)
        for step in range(shared):
            yield from _changes(f"{path}[{was + step}]", before[was + step], after[now + step])
        for place in range(was + shared, was_end):
            yield Change(f"{path}[{place}]", before[place], None)
        for place in range(now + shared, now_end):
            yield Change(f"{path}[{place}]", None, after[place])
