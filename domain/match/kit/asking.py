"""What a match waits for, as a choice and as prompts."""

from collections.abc import Iterator

from domain.match.game import Choice, Command, Pending
from domain.match.sides import Side


def choice(
    side: Side,
    clause: str,
    prompt: str,
    *commands: type[Command],
    not_before: int | None = None,
    exhaustive: bool = True,
) -> Choice:
    """The choice between commands of these types."""
    names = tuple(command.__name__ for command in commands)
    return Choice(side, names, clause, prompt, not_before=not_before, exhaustive=exhaustive)


def prompts(due: Pending) -> Iterator[tuple[Side | None, str, str]]:
    """What is due, for all to see: whose it is (None for what belongs to neither), by which clause, and a sentence."""
    if due.chance is not None:
        yield due.chance.side, due.chance.clause, f"Due is {due.chance.prompt}."
    for decision in due.choices:
        yield decision.side, decision.clause, decision.prompt
