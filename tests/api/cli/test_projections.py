"""`touchline project` and `touchline projections`: statistics are counted, looked at, built anew and proved."""

import json
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from projections.statistics import catalogue
from tests.api.cli.conftest import Run, command, environment

NAMES = list(catalogue())


@pytest.fixture
def counted(run: Run, store: str) -> str:
    """A store whose statistics have been counted."""
    assert run("projections", "rebuild", "--store", store).exit_code == 0
    return store


@pytest.fixture
def statistics(store: str) -> Iterator[sqlite3.Connection]:
    """The file of the statistics of the store."""
    file = Path(store.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(file.with_name(f"{file.name}.statistics"), isolation_level=None)) as database:
        yield database


def test_a_store_that_nobody_has_counted_says_so(run: Run, store: str) -> None:
    told = json.loads(run("projections", "status", "--store", store, "--json").stdout)
    assert told["position"] > 0
    assert [one["statistic"] for one in told["statistics"]] == NAMES
    assert {(one["position"], one["lag"], one["building"], one["setAside"]) for one in told["statistics"]} == {
        (None, None, None, 0)
    }
    assert told["setAside"] == []
    result = run("projections", "verify", "--store", store)
    assert (result.exit_code, "nothing has been counted yet, in this version, of" in result.stderr) == (3, True)


def test_a_rebuild_counts_everything_and_status_tells_it(run: Run, store: str) -> None:
    result = run("projections", "rebuild", "--store", store)
    assert (result.exit_code, result.stdout.strip()) == (0, f"built anew and live: {', '.join(NAMES)}")
    told = json.loads(run("projections", "status", "--store", store, "--json").stdout)
    assert {(one["position"], one["lag"]) for one in told["statistics"]} == {(told["position"], 0)}
    listed = run("projections", "status", "--store", store).stdout
    assert all(name in listed for name in NAMES)
    assert f"the log ends at position {told['position']}" in listed


def test_one_statistic_alone_is_built_anew_if_it_is_named(run: Run, counted: str, statistics) -> None:
    live = "SELECT statistic, id FROM read_builds WHERE state = 'live'"
    before = dict(statistics.execute(live))
    result = run("projections", "rebuild", "side_records", "--store", counted)
    assert result.stdout.strip() == "built anew and live: side_records"
    after = dict(statistics.execute(live))
    assert {name for name in after if after[name] != before[name]} == {"side_records"}


@pytest.mark.parametrize("what", ["rebuild", "verify"])
def test_a_statistic_that_there_is_not_is_refused_with_those_that_there_are(run: Run, counted: str, what: str) -> None:
    result = run("projections", what, "side_recodrs", "--store", counted)
    assert result.exit_code == 3
    assert "there is no statistic 'side_recodrs'" in result.stderr
    assert "side_records" in result.stderr


def test_what_follows_from_the_log_is_found_sound_and_stays(run: Run, counted: str, statistics) -> None:
    before = list(statistics.execute("SELECT statistic, id FROM read_builds WHERE state = 'live'"))
    result = run("projections", "verify", "--store", counted)
    assert (result.exit_code, result.stdout.startswith("sound: every row of")) == (0, True)
    assert list(statistics.execute("SELECT statistic, id FROM read_builds WHERE state = 'live'")) == before


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE {rows} SET won = won + 1 WHERE venue = 'home'", ["is live and does not follow", "and lacks"]),
        ("DELETE FROM {rows} WHERE venue = 'home'", ["follows from the log and lacks"]),
        ("UPDATE {totals} SET played = played + 1", ["is live and does not follow"]),
    ],
)
def test_a_row_that_was_changed_is_found(run: Run, counted: str, statistics, change: str, told: list[str]) -> None:
    (build,) = statistics.execute("SELECT id FROM read_builds WHERE statistic = 'side_records' AND state = 'live'")
    rows, totals = f"read_side_records_{build[0]}", f"read_side_records_totals_{build[0]}"
    assert statistics.execute(change.format(rows=rows, totals=totals)).rowcount > 0
    result = run("projections", "verify", "side_records", "--store", counted)
    assert result.exit_code == 1
    assert all(part in result.stdout for part in told)
    assert run("projections", "rebuild", "side_records", "--store", counted).exit_code == 0
    assert run("projections", "verify", "--store", counted).exit_code == 0


def test_statistics_of_another_version_are_not_called_sound(run: Run, counted: str, statistics) -> None:
    statistics.execute("UPDATE read_builds SET version = 99 WHERE statistic = 'side_records'")
    result = run("projections", "verify", "side_records", "--store", counted)
    assert result.exit_code == 3
    assert "side_records" in result.stderr


def test_a_worker_counts_until_it_is_told_to_end(run: Run, store: str) -> None:
    process = subprocess.Popen(
        command("project", "--store", store), env=environment(), stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert "counts the statistics of" in process.stdout.readline()
    assert process.stdout.readline().strip() == "counting"
    assert run("projections", "rebuild", "side_records", "--store", store).exit_code == 0
    assert run("projections", "verify", "side_records", "--store", store).exit_code == 0
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert process.returncode in (0, 143)


def test_a_worker_may_start_before_the_first_server(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/new.db"
    process = subprocess.Popen(
        command("project", "--store", store), env=environment(), stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    told = [process.stdout.readline().strip() for _ in range(2)]
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert told == [f"Touchline counts the statistics of {store}; Ctrl-C stops it.", "counting"]
