"""What every statistic makes of the golden matches, as digests by statistic, version and game.

`python -m tests.golden_statistics` writes them anew. A statistic that gives other rows than before needs a higher
version, since builds of the old one would be left as they are: the file tells whether it has one.
"""

import hashlib
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from domain.games import GAMES
from domain.match import archive
from domain.match.archive import Archive
from domain.match.recorder import Recorder
from projections.reading import Reading
from projections.statistics import catalogue
from tests import golden_matches

FILE = Path(__file__).parents[1] / "fixtures" / "statistics.json"


class Golden(msgspec.Struct, frozen=True):
    """What a version of a statistic makes of the golden matches: a digest of its rows by the games that have any."""

    version: int
    rows: dict[str, str]


def recorded() -> dict[str, Golden]:
    """What is kept, by statistic."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Golden])


def made_now() -> dict[str, Golden]:
    """What the statistics make of the golden matches now."""
    rows: dict[tuple[str, str], bytes] = {}
    for game in GAMES:
        for path in golden_matches.files(game.id):
            match = _read(golden_matches.load(path))
            for name, statistic in catalogue().items():
                rows[name, game.id] = rows.get((name, game.id), b"") + msgspec.json.encode(list(statistic.of(match)))
    return {name: Golden(statistic.version, _digests(name, rows)) for name, statistic in catalogue().items()}


def _digests(name: str, rows: dict[tuple[str, str], bytes]) -> dict[str, str]:
    told = {game.id: rows[name, game.id] for game in GAMES}
    return {game: hashlib.sha256(text).hexdigest()[:16] for game, text in told.items() if text.strip(b"[]")}


def _read(golden: Archive) -> Reading:
    """A golden match. Each has a store of its own: games may have matches of the same id."""
    with TemporaryDirectory() as folder, Recorder(f"sqlite:///{folder}/golden.db", GAMES) as recorder:
        return Reading(recorder.match(archive.restore(recorder, golden).match_id))


def main() -> None:
    """Write the file anew. A statistic whose rows have changed must have a higher version than in the file."""
    before = recorded() if FILE.exists() else {}
    now = made_now()
    for name, golden in now.items():
        was = before.get(name)
        if was is not None and was.rows != golden.rows and was.version >= golden.version:
            sys.exit(f"{name} gives other rows than version {was.version} did; raise its version first")
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(now), indent=2) + b"\n")


if __name__ == "__main__":
    main()
