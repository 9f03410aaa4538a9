"""Refusals of commands."""

from collections.abc import Sequence

from domain.match.game import Command, Pending, RuleViolation


def untimely(due: Pending, command: Command, clause: str) -> RuleViolation | None:
    """Why this is not the moment for a command, if it is not. clause: the one by which it is given."""
    choice = due.choice_of(command.side)
    if choice is None:
        return RuleViolation(clause, f"The {command.side} side has nothing to decide now.")
    if type(command).__name__ not in choice.commands:
        return RuleViolation(clause, f"This is not the moment for that. What is due: {choice.prompt}")
    return None


def together(faults: Sequence[RuleViolation]) -> RuleViolation:
    """One refusal for everything that is wrong: clause and path of the first fault, and the sentences of all."""
    return RuleViolation(faults[0].clause, " ".join(dict.fromkeys(fault.message for fault in faults)), faults[0].path)
