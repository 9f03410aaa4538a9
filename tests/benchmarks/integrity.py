"""What tamper evidence costs: recording with it, and verifying an archive."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from domain.games import GAMES
from domain.match import archive, recorder
from domain.match.answers import Accepted
from domain.match.chance import Mode
from domain.match.envelope import Act, Codec
from domain.match.game import Command
from domain.match.leaves import leaf_of
from domain.match.merkle import Tree
from domain.match.record import MatchRecord
from domain.match.recorder import Opened, Recorder
from domain.match.sides import BySide, Viewer
from tests import golden_matches
from tests.benchmarks.harness import Figure, compare
from tests.random_matches import SHELF, RandomMatch

NAMES = BySide("Home Town", "Away City")
LEAVES = 100_000


def figures() -> Iterator[Figure]:
    """Events recorded and verified a second."""
    yield from _recording()
    yield from _verifying()
    yield _growing()


def _recording() -> Iterator[Figure]:
    """With salts, hashes and a signed checkpoint for every answer, against the same recorder without them."""
    acts = [moment.act for moment in RandomMatch(GAMES.current("tooor"), Mode.REPORTED, 0).moments()]
    with (
        TemporaryDirectory() as folder,
        Recorder(f"sqlite:///{folder}/ours.db", GAMES) as ours,
        Recorder(f"sqlite:///{folder}/bare.db", GAMES, check_leaves=False) as bare,
    ):

        def unsealed() -> int:
            with patch.object(recorder, "leaf_of", lambda *_: bytes(32)):
                return _record(bare, acts, signing=None)

        for name, signing, aim in (("a match", False, 0.85), ("an answer", True, None)):
            yield compare(
                f"events recorded, hashed, a checkpoint signed for {name}",
                "events",
                partial(_record, ours, acts, signing),
                unsealed,
                "the recorder without them",
                aim=aim,
            )


def _record(to: Recorder, acts: list[Act], signing: bool | None) -> int:
    """Record a match; signing: whether a checkpoint is asked for with each answer, or at the end; None for never."""
    rules = RandomMatch(GAMES.current("tooor"), Mode.REPORTED, 0).opened.house_rules
    match = to.open_match("tooor", SHELF.get("tooor/oracle-1"), NAMES, Mode.REPORTED, rules)
    assert isinstance(match, Opened)
    version = match.version
    for number, act in enumerate(acts):
        seat = Viewer(act.side) if isinstance(act, Command) and act.side else Viewer.REFEREE
        answer = to.submit(match.match_id, match.tokens[seat], str(number), act)
        assert isinstance(answer, Accepted), answer
        version = answer.version
        if signing:
            to.notary.checkpoint()
    if signing is False:
        to.notary.checkpoint()
    return version


def _verifying() -> Iterator[Figure]:
    """All that `touchline verify` does, against reading the file and refolding the match as the recorder does."""
    for game in GAMES:
        for mode in Mode:
            paths = [path for path in golden_matches.files(game.id) if mode in path.stem]
            longest = max(paths, key=lambda path: path.stat().st_size)
            yield compare(
                f"{game.name}: events verified, {mode}",
                "events",
                partial(_verify, longest),
                partial(_refold, longest),
                "reading and refolding them",
                aim=0.3,
            )


def _verify(path: Path) -> int:
    verdict = archive.verify(golden_matches.load(path), GAMES)
    assert verdict.sound, verdict
    return verdict.events


def _refold(path: Path) -> int:
    read = golden_matches.load(path)
    record = MatchRecord(read.header.match, GAMES, Codec(GAMES.every_version()), check_leaves=False)
    record.extend_from((0, line.version, line.topic, bytes(line.entry), b"", b"") for line in read.lines)
    assert record.damage is None
    return record.version


def _growing() -> Figure:
    """Leaves made and put into the tree, against making them alone."""

    def made() -> list[bytes]:
        return [leaf_of("a match", number, "tooor.GoalScored@1", bytes(16), bytes(300)) for number in range(LEAVES)]

    def grown() -> int:
        tree = Tree()
        tree.extend(made())
        tree.root()
        return tree.size

    return compare("leaves put into the tree", "leaves", grown, lambda: len(made()), "hashing them")
