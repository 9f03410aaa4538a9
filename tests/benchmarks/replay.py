"""Replaying a match from the store, against a raw select and `json.loads` of the same rows."""

import json
import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.games import GAMES
from domain.match import archive
from domain.match.recorder import Recorder
from tests import golden_matches
from tests.benchmarks.harness import Figure, compare

TIMES = 20


def figures() -> Iterator[Figure]:
    """Events a second for the longest golden match of each game."""
    for game in GAMES:
        longest = max(map(golden_matches.load, golden_matches.files(game.id)), key=lambda golden: len(golden.lines))
        with TemporaryDirectory() as folder:
            path = Path(folder) / "replay.db"
            store = f"sqlite:///{path}"
            with Recorder(store, GAMES) as recorder:
                match_id = archive.restore(recorder, longest).match_id
            for check_leaves, how, aim in ((False, "", 0.7), (True, ", each hashed again", None)):
                with Recorder(store, GAMES, capacity=1, check_leaves=check_leaves) as recorder:
                    connection = sqlite3.connect(path)
                    yield compare(
                        f"{game.name}: replay of {len(longest.lines)} events{how}",
                        "events",
                        partial(_replay, recorder, match_id),
                        partial(_select, connection, match_id),
                        "raw select + json.loads",
                        aim=aim,
                    )
                    connection.close()


def _replay(recorder: Recorder, match_id: str) -> int:
    events = 0
    for _ in range(TIMES):
        recorder._kept.clear()
        events += recorder.match(match_id).version
    return events


def _select(connection: sqlite3.Connection, match_id: str) -> int:
    events = 0
    for _ in range(TIMES):
        rows = connection.execute(
            "SELECT state FROM stored_events WHERE originator_id=? ORDER BY originator_version", (match_id,)
        ).fetchall()
        events += len([json.loads(row[0]) for row in rows])
    return events
