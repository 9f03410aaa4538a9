"""Random legal play: a player without a plan, for simulations, demonstrations and tests."""

from random import Random
from typing import Any

from domain.match.envelope import Act
from domain.match.game import Chance, Choice, Command, Game, Outcome


def choose(game: Game[Any], table: Any, rng: Random) -> Act | None:
    """What happens next at a table: a decision of a side, or the outcome that is due. None once the match is over.

    Of the sides that may decide each is equally likely, then each kind of command that it has, then each such command.
    Outcomes come up as often as they should.
    """
    due = game.pending(table)
    if due.chance is not None:
        return draw(due.chance, rng)
    if not due.choices:
        return None
    choice = rng.choice(due.choices)
    return decide(game, table, choice, rng)


def decide(game: Game[Any], table: Any, choice: Choice, rng: Random) -> Command:
    """A decision of one side."""
    kinds: dict[type[Command], list[Command]] = {}
    for command in game.legal_commands(table, choice.side):
        kinds.setdefault(type(command), []).append(command)
    if not kinds:
        raise ValueError(f"{game.id}: {choice.side} is to decide ({choice.prompt}), and no command is legal")
    return rng.choice(kinds[rng.choice(list(kinds))])


def draw(chance: Chance, rng: Random) -> Outcome:
    """An outcome, each as likely as its weight says."""
    outcomes, weights = zip(*chance.outcomes, strict=True)
    outcome: Outcome = rng.choices(outcomes, weights)[0]
    return outcome
