"""A league's whole history: a log of a million events counted, written to and asked.

It takes some minutes; TOUCHLINE_BENCH_EVENTS=100000 makes it shorter. The store of a million events is made by
`touchline simulate`, and counted by `touchline projections rebuild`, as a user would.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import text

from domain.games import GAMES
from domain.match.recorder import Recorder
from projections.questions import Filter, Question
from projections.readside.builds import State, builds
from projections.readside.store import ReadSide
from projections.readside.tables import rows_name, totals_name
from tests.benchmarks.harness import ROUNDS, Figure, compare

EVENTS = int(os.environ.get("TOUCHLINE_BENCH_EVENTS", "1000000"))
FEW = 10_000
"""Events of the small store that the large one is compared with."""

MATCHES = 200
TIMES = 50
"""How often each of the matches stands in the large one of the two leagues that are asked: 10,000 matches."""

TOUCHLINE = (sys.executable, "-m", "api.cli.main")
SAMPLE_EVERY = 0.2


def figures() -> Iterator[Figure]:
    """What scale costs."""
    with TemporaryDirectory() as folder:
        large, small = f"sqlite:///{folder}/large.db", f"sqlite:///{folder}/small.db"
        _run("simulate", "--events", str(EVENTS), "--seed", "1", "--store", large)
        _run("simulate", "--events", str(FEW), "--seed", "2", "--store", small)
        for store in (large, small):
            _run("projections", "rebuild", "--store", store)
        yield from _rebuilding(large)
        yield from _growing(large, small)
        yield from _asking(folder)


def _run(*arguments: str) -> float:
    """Run a command; the seconds that it took."""
    begun = time.perf_counter()
    subprocess.run([*TOUCHLINE, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def _rebuilding(store: str) -> Iterator[Figure]:
    with Recorder(store, GAMES) as recorder:
        events = recorder.position()
        peak = [0.0]

        def rebuild() -> int:
            with subprocess.Popen([*TOUCHLINE, "projections", "rebuild", "--store", store], stdout=-3) as process:
                while process.poll() is None:
                    peak[0] = max(peak[0], _memory(process.pid))
                    time.sleep(SAMPLE_EVERY)
            assert process.returncode == 0
            return events

        def read() -> int:
            position = 0
            while rows := recorder.log_rows(position, 2_000):
                for row in rows:
                    recorder.codec.decode(row.topic, row.data)
                position = rows[-1].position
            return events

        read()
        yield compare(
            f"all statistics built anew, {events:,} events", "events", rebuild, read, "reading and decoding", 0.25, 1
        )
        yield Figure("its peak memory, all processes", "MiB", "aim", peak[0], 400.0, peak[0] / 400.0, 1.0, at_most=True)


def _memory(pid: int) -> float:
    """MiB that a process and its children take, what they share counted once."""
    pids, family = [pid], [pid]
    while pids:
        children = Path(f"/proc/{pids.pop()}/task").glob("*/children")
        found = [int(child) for file in children for child in _read(file).split()]
        pids += found
        family += found
    shares = (_read(Path(f"/proc/{one}/smaps_rollup")).partition("\nPss:")[2].split() for one in family)
    return sum(int(share[0]) for share in shares if share) / 1024


def _read(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:  # it has ended
        return ""


def _growing(large: str, small: str) -> Iterator[Figure]:
    """What further matches cost where much has been recorded, against where little has."""
    seeds = count(100)
    with _counting(large) as count_large, _counting(small) as count_small:

        def add(store: str) -> int:
            _run("simulate", "--events", "10000", "--seed", str(next(seeds)), "--store", store)
            return 0

        pairs = []
        for _ in range(ROUNDS):
            add(large)
            add(small)
            # The large one first and last in turn, so that neither always finds the caches warm.
            first, second = (count_large, count_small) if len(pairs) % 2 else (count_small, count_large)
            costs = {one: one() for one in (first, second)}
            pairs.append((costs[count_large], costs[count_small]))
        yield Figure(
            name=f"counting further events after {EVENTS:,}",
            unit="µs an event",
            floor_name=f"after {FEW:,}",
            ours=median(ours for ours, _ in pairs) * 1e6,
            floor=median(floor for _, floor in pairs) * 1e6,
            ratio=median(ours / floor for ours, floor in pairs),
            aim=1.15,
            at_most=True,
        )


@contextmanager
def _counting(store: str) -> Iterator[Any]:
    """A function that counts what a store has not counted yet, and gives the seconds that an event took."""
    with Recorder(store, GAMES) as recorder, ReadSide(recorder) as read_side:
        runner = read_side.runner()

        def catch_up() -> float:
            before = min(one.position or 0 for one in read_side.status())
            begun = time.perf_counter()
            while runner.pass_over():
                pass
            return (time.perf_counter() - begun) / max(recorder.position() - before, 1)

        catch_up()
        try:
            yield catch_up
        finally:
            runner.release()


def _asking(folder: str) -> Iterator[Figure]:
    """Questions to a league of 200 matches, and to one of 10,000."""
    few, many = f"sqlite:///{folder}/few.db", f"sqlite:///{folder}/many.db"
    for store in (few, many):
        league = ("--competition", "League", "--season", "2026")
        _run("simulate", "--game", "tooor", "--matches", str(MATCHES), "--seed", "3", *league, "--store", store)
        _run("projections", "rebuild", "--store", store)
    with Recorder(few, GAMES) as one, Recorder(many, GAMES) as other, ReadSide(one) as small, ReadSide(other) as large:
        _multiply(large)
        (_, match_id), *_ = one.matches(limit=1)
        page = Filter(values={"match_id": [match_id]})
        league_of = Filter(values={"competition": ["League"]})
        for name, asked in {
            "league table": [("side_records", league_of)],
            "top scorers": [("footballers", league_of)],
            "the page of a match": [(name, page) for name in ("scoreboards", "timeline", "footballers", "attempts")],
        }.items():
            fast, slow = partial(_ask, small, asked), partial(_ask, large, asked)
            figure = compare(f"{name}, {MATCHES * TIMES:,} matches", "answers", slow, fast, f"{MATCHES} matches")
            yield Figure(
                figure.name,
                figure.unit,
                figure.floor_name,
                figure.ours,
                figure.floor,
                1 / figure.ratio,
                1.5,
                at_most=True,
            )


def _ask(read_side: ReadSide, asked: Sequence[tuple[str, Filter]]) -> int:
    for _ in range(20):
        for name, chosen in asked:
            statistic = read_side.catalogue[name]
            with read_side.reading(statistic) as view:
                assert Question(statistic, chosen).answer(view).lines
    return 20


def _multiply(read_side: ReadSide) -> None:
    """Let every match of a read side stand in it many times, as if as many had been played."""
    with read_side.place.writing() as connection:
        for build in builds(connection, State.LIVE):
            statistic = read_side.catalogue[build.statistic]
            rows = rows_name(build.statistic, build.id)
            others = ", ".join(f'"{column.name}"' for column in statistic.columns)
            header = "game, competition, season, opened_at"
            for number in range(1, TIMES):
                copied = f"SELECT match_id || '-{number}', {header}, {others} FROM {rows} WHERE match_id NOT LIKE '%-%'"
                connection.execute(text(f"INSERT INTO {rows} (match_id, {header}, {others}) {copied}"))
            if statistic.totals:
                sums = ", ".join(f'"{m.name}" = "{m.name}" * {TIMES}' for m in statistic.measures)
                changed = f"UPDATE {totals_name(build.statistic, build.id)} SET matches = matches * {TIMES}"
                connection.execute(text(f"{changed}{', ' if sums else ''}{sums}"))
