"""Words for sentences to players."""

from collections.abc import Iterable


def listed(items: Iterable[object]) -> str:
    """All of them: "A, B and C". Nothing where there are none."""
    return _joined(items, " and ")


def either(items: Iterable[object], none: str = "nothing") -> str:
    """Any of them: "A, B or C"; where there are none, that word."""
    return _joined(items, " or ") or none


def counted(number: int, thing: str) -> str:
    """So many: "1 card", "2 cards", "no cards"."""
    return f"1 {thing}" if number == 1 else f"{number or 'no'} {thing}s"


def nth(number: int) -> str:
    """The how-manieth: "1st", "12th", "23rd"."""
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def surname(name: str) -> str:
    """The last word of a name, where there is no room for all of it."""
    return name.rsplit(" ", 1)[-1]


def _joined(items: Iterable[object], last: str) -> str:
    words = [str(item) for item in items]
    return last.join(filter(None, (", ".join(words[:-1]), *words[-1:])))
