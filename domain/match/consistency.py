"""Whether several things that were kept of a log can be of one and the same log, which has only grown.

One archive or checkpoint alone cannot show that its log is the one that others were shown. Two can contradict each
other: by two roots for one size, two leaves at one index, or a proof that does not lead from one to the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

import msgspec

from domain.match.checkpoint import Checkpoint, Extension
from domain.match.merkle import verify_consistency


class Kept(msgspec.Struct, frozen=True):
    """Something that was kept of a log. What it says of itself has been verified.

    name: how to call it. checkpoint: its promise. leaves: of an archive, those of its events by index, in order.
    extension: of a checkpoint that came with one, the proof that the log has grown into it.
    """

    name: str
    checkpoint: Checkpoint
    leaves: Mapping[int, bytes] = {}
    extension: Extension | None = None


class Comparison(msgspec.Struct, frozen=True):
    """What a comparison came to.

    contradiction: why these cannot be of one log, in a sentence; empty where they can. version: of the first event of
    the first thing at which that shows, where it shows at an event. gap: two sizes between which no proof leads, so
    that nothing is shown either way; None where there is none.
    """

    contradiction: str = ""
    version: int | None = None
    gap: tuple[int, int] | None = None


def compare(kept: Sequence[Kept]) -> Comparison:
    """Compare what was kept of one log."""
    for one, other in combinations(kept, 2):
        ours, theirs = one.checkpoint, other.checkpoint
        if ours.origin != theirs.origin:
            return Comparison(f"{one.name} is of the log {ours.origin}, and {other.name} of the log {theirs.origin}")
        for version, index in enumerate(one.leaves, start=1):
            if other.leaves.get(index, one.leaves[index]) != one.leaves[index]:
                return Comparison(f"{other.name} has another event at index {index} of the same log", version)
        if ours.size == theirs.size and ours.root != theirs.root:
            return Comparison(f"{one.name} and {other.name} have different roots for the same {ours.size} events")
    roots = {one.checkpoint.size: one.checkpoint.root for one in kept}
    linked = {size: size for size in roots}
    for one in kept:
        grown, size = one.extension, one.checkpoint.size
        if grown is None or grown.old not in roots:
            continue
        if not verify_consistency(grown.old, size, roots[grown.old], one.checkpoint.root, grown.proof):
            return Comparison(f"the proof of {one.name} does not lead from {grown.old} events to {size}")
        joined = {linked[grown.old], linked[size]}
        linked = {at: min(joined) if group in joined else group for at, group in linked.items()}
    return Comparison(gap=next(_gaps(linked), None))


def _gaps(linked: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Neighbouring sizes of different groups. Every log continues the one without events."""
    sizes = sorted(size for size in linked if size)
    return ((one, other) for one, other in pairwise(sizes) if linked[one] != linked[other])
