"""Dice and coins: how often each face came, beside how often the die itself has it."""

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
    for noted in match.facts(DieRolled):
        roll = noted.fact
        weights = sum(weight for _, weight in roll.faces)
        faces = ", ".join(f"{face} ×{weight}" for face, weight in roll.faces)
        for face, weight in roll.faces:
            source = noted.source.value if noted.source else ""
            sums = tally.of(roll.side, roll.die, source, faces, face, weight, weights)
            sums["rolled"] += face == roll.face
            sums["rolls"] += 1
    return tally.rows()


STATISTIC = Statistic(
    name="dice",
    version=1,
    about="How often each face of each die came, by side and source; `fairness` compares it with the die itself.",
    row=Face,
    rows=rows,
    order=("die", "faces", "face"),
)
