"""Dice and coins: how often each face came, beside how often the die itself has it."""

from collections import Counter
from typing import Annotated

from domain.match.facts import DieRolled
from projections.reading import Reading
from projections.statistic import SideRow, Statistic, key, measure
from projections.tally import Tally


class Face(SideRow, frozen=True, gc=False):
    """A face of a die, or of a coin, that was rolled in a match. Its side is empty for a die of neither."""

    die: Annotated[str, key('The die: "attack die", "coin".')]
    source: Annotated[str, key('Where its rolls came from: "dealt", "reported" or "imported".')]
    faces: Annotated[str, key('All that it has: "1 ×2, 2 ×1" is a die of three, on two of which is a 1.')]
    face: Annotated[str, key("The face.")]
    weight: Annotated[int, key("How many times the die has this face.")]
    weights: Annotated[int, key("How many faces it has in all.")]
    rolled: Annotated[int, measure("How often this face came.")]
    rolls: Annotated[int, measure("How often the die was rolled, whatever came.")]


def rows(match: Reading) -> list[Face]:
    """A row for every face of every die that was rolled, those that never came among them."""
    tally = Tally(match, Face)
    noted = match.facts(DieRolled)
    came = Counter((one.fact.side, one.fact.die, one.source, one.fact.faces, one.fact.face) for one in noted)
    for (side, die, source, faces, shown), times in came.items():
        weights = sum(weight for _, weight in faces)
        described = ", ".join(f"{face} ×{weight}" for face, weight in faces)
        for face, weight in faces:
            sums = tally.of(side, die, source.value if source else "", described, face, weight, weights)
            sums["rolled"] += times if face == shown else 0
            sums["rolls"] += times
    return tally.rows()


STATISTIC = Statistic(
    name="dice",
    version=1,
    about="How often each face of each die came, by side and source; `fairness` compares it with the die itself.",
    row=Face,
    rows=rows,
    by=("game", "die", "faces", "source", "face", "weight", "weights"),
    order=("die", "faces", "face"),
)
