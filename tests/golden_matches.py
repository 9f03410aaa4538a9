"""Recorded matches that serve as golden files, and how they were chosen.

`python -m tests.golden_matches GAME` records random matches of a game until together they hold every event type that
it has, in both modes and under every value of every house rule, and keeps the fewest that do. Files that are there
stay: they are the proof that old logs load, so a new version of an event adds files and changes none.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from api.simulation import Plan, simulate
from domain.games import GAMES
from domain.match import archive, house_rules
from domain.match.archive import Archive
from domain.match.chance import Mode
from domain.match.game import Result
from domain.match.recorder import Recorder
from tests.random_matches import SHELF

FOLDER = Path(__file__).parents[1] / "fixtures" / "matches"
CANDIDATES = 60
"""Matches that are recorded for each house rule and mode, to choose from."""

AT_LEAST = 6


def files(game: str) -> list[Path]:
    """The golden archives of a game."""
    return sorted((FOLDER / game).glob("*.jsonl"))


def load(path: Path) -> Archive:
    """A golden archive."""
    with path.open("rb") as lines:
        return archive.read(lines)


def results(game: str) -> dict[str, Result]:
    """How each golden match of a game ended, by file name."""
    return msgspec.json.decode((FOLDER / game / "results.json").read_bytes(), type=dict[str, Result])


def traits(golden: Archive) -> set[str]:
    """What a match is an example of: its mode, its house rules, and the types of its events."""
    header = golden.header
    rules = {f"{name}={value}" for name, value in header.house_rules.items()}
    return {header.mode, *rules, *(f"{header.mode} {line.type}" for line in golden.lines)}


def main(game_id: str) -> None:
    """Record what the golden files of a game do not hold yet."""
    folder = FOLDER / game_id
    folder.mkdir(parents=True, exist_ok=True)
    covered = set().union(*(traits(load(path)) for path in files(game_id)))
    candidates = [(golden, traits(archive.read(golden))) for golden in _candidates(game_id)]
    while candidates:
        # The most that is new, and of those the shortest.
        best = max(candidates, key=lambda candidate: (len(candidate[1] - covered), -len(candidate[0])))
        candidates.remove(best)
        if not best[1] - covered and len(files(game_id)) >= AT_LEAST:
            break
        covered |= best[1]
        number, mode = len(files(game_id)) + 1, archive.read(best[0]).header.mode
        path = folder / f"{number:02}-{mode}.jsonl"
        path.write_text("\n".join(best[0]) + "\n", encoding="utf-8")
        print(path.name, len(best[0]) - 1, "events")
    ends = {path.name: _result(path) for path in files(game_id)}
    (folder / "results.json").write_bytes(msgspec.json.format(msgspec.json.encode(ends), indent=2) + b"\n")


def _candidates(game_id: str) -> Iterator[list[str]]:
    game = GAMES.current(game_id)
    edition = next(edition for edition in SHELF if edition.game == game_id)
    switches: list[dict[str, str | int]] = [{}]
    for rule in house_rules.describe(game.house_rules):
        switches += [{rule.name: value} for value in rule.values if value != rule.default]
    with TemporaryDirectory() as folder:
        for number, rules in enumerate(switches):
            for mode in Mode:
                store = f"sqlite:///{folder}/{number}-{mode}.db"
                played = list(simulate(store, [Plan(game_id, edition, mode, rules, number)], matches=CANDIDATES))
                with Recorder(store, GAMES) as recorder:
                    for match in played:
                        yield list(archive.export(recorder, match.match_id))


def _result(path: Path) -> Result:
    with TemporaryDirectory() as folder, Recorder(f"sqlite:///{folder}/golden.db", GAMES) as recorder:
        return recorder.match(archive.restore(recorder, load(path)).match_id).result


if __name__ == "__main__":
    main(*sys.argv[1:])
