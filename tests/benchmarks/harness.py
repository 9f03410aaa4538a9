"""How a figure is measured: against a floor, in the same run, in turn, so that a machine's moods strike both."""

import gc
import time
from collections.abc import Callable
from statistics import median

import msgspec
from rich.console import Console
from rich.table import Table

Work = Callable[[], int]
"""Does something and returns how many units of it."""

ROUNDS = 7


class Figure(msgspec.Struct, frozen=True):
    """What was measured: units a second of ours and of the floor, and the median of their ratios round by round."""

    name: str
    unit: str
    floor_name: str
    ours: float
    floor: float
    ratio: float
    aim: float | None = None
    at_most: bool = False
    """Whether the aim is the most that the ratio may be; else it is the least."""


def compare(
    name: str, unit: str, ours: Work, floor: Work, floor_name: str, aim: float | None = None, rounds: int = ROUNDS
) -> Figure:
    """Measure something against its floor. One round of each goes before and is not counted; none before a single."""
    if rounds > 1:
        ours()
        floor()
    pairs = [(_rate(ours), _rate(floor)) for _ in range(rounds)]
    return Figure(
        name=name,
        unit=unit,
        floor_name=floor_name,
        ours=median(own for own, _ in pairs),
        floor=median(floor for _, floor in pairs),
        ratio=median(own / floor for own, floor in pairs),
        aim=aim,
    )


def show(figures: list[Figure]) -> None:
    """Print the figures as a table."""
    table = Table(title="Medians of rounds, each against its floor in the same round")
    for heading in ("what", "a second", "floor", "a second", "ratio", "aim"):
        table.add_column(heading, justify="left" if heading in ("what", "floor") else "right")
    for figure in figures:
        aim = "" if figure.aim is None else f"{'≤' if figure.at_most else '≥'} {figure.aim:.2f}"
        ours, floor = f"{figure.ours:,.0f} {figure.unit}", f"{figure.floor:,.0f} {figure.unit}"
        table.add_row(figure.name, ours, figure.floor_name, floor, f"{figure.ratio:.2f}", aim)
    Console(width=170).print(table)


def _rate(work: Work) -> float:
    gc.collect()
    start = time.perf_counter()
    units = work()
    return units / (time.perf_counter() - start)
