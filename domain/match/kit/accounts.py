"""Facts that are alike in several games: rolls of dice, and attempts that powers and dice decide."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from domain.match.facts import Attempted, AttemptKind, CardKind, DieRolled, Fact, Goal, Marked
from domain.match.kit import odds
from domain.match.sides import Side


class Brought(msgspec.Struct, frozen=True):
    """What a side brings to an attempt beside its die: who takes part, and the power of each."""

    side: Side
    footballers: tuple[str, ...]
    powers: tuple[int, ...]


def attempt(
    kind: AttemptKind,
    own: Brought,
    other: Brought,
    die: tuple[int, ...],
    *,
    succeeded: bool,
    figures: str,
    wins_ties: bool = False,
    goalkeeper: str | None = None,
    tactic: str | None = None,
    how: str = "",
) -> Iterator[Fact]:
    """Who took part in an attempt, what came of it, and the goal where that is one.

    own: of the side that attempts it. die: the faces of the die that either side adds. wins_ties: whether equal sums
    are enough. tactic: the card that brought it. how: a goal came about, in the words of the game. The rest is as in
    `Attempted`.
    """
    for brought in (own, other):
        for footballer, power in zip(brought.footballers, brought.powers, strict=False):
            yield Marked(side=brought.side, footballer=footballer, power=power)
    kind_of_card = None if tactic is None else CardKind.TACTIC
    yield Attempted(
        side=own.side,
        kind=kind,
        succeeded=succeeded,
        chance=odds.of_winning(sum(own.powers) - sum(other.powers), die, wins_ties=wins_ties),
        footballers=own.footballers,
        goalkeeper=goalkeeper,
        card=tactic,
        kind_of_card=kind_of_card,
        figures=figures,
    )
    if succeeded and kind not in (AttemptKind.ATTACK, AttemptKind.COUNTER):
        yield Goal(side=own.side, footballers=own.footballers, how=how, card=tactic, kind_of_card=kind_of_card)


def rolled(
    die: str, face: object, weights: tuple[tuple[object, int], ...], side: Side | None = None
) -> Iterator[DieRolled]:
    """That a die showed a face; nothing where it has no such face, as a report of something irregular may say.

    weights: each face with the number of times that the die has it. side: whose die it is.
    """
    faces, shown = _faces(weights), str(face)
    if any(shown == one for one, _ in faces):
        yield DieRolled(side=side, die=die, face=shown, faces=faces)


@lru_cache(maxsize=256)
def _faces(weights: tuple[tuple[object, int], ...]) -> tuple[tuple[str, int], ...]:
    return tuple((str(face), count) for face, count in weights if count)
