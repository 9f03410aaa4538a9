"""Exporting the events and the statistics of a store from the command line."""

import csv
import io
import json
import os
import subprocess
from pathlib import Path

import pytest
from pyarrow import parquet

from api.exports.catalogue import tables
from api.exports.formats import FORMATS
from domain.games import GAMES
from domain.match.recorder import Recorder
from projections.readside.store import ReadSide
from tests.api.cli.conftest import Run, command, environment, piped
from tests.api.test_exports import count, fill
from tests.api.test_feed import damage


def test_what_there_is_is_listed(run: Run) -> None:
    listed = run("export-data").stdout
    assert all(name in listed for name in tables())
    assert json.loads(run("export-data", "--json").stdout)["tables"][0]["name"] == "events"


def test_the_columns_of_a_table_are_explained(run: Run) -> None:
    told = run("export-data", "side_records", "--columns").stdout
    assert all(column.name in told and column.description in told for column in tables()["side_records"].columns)
    (table,) = json.loads(run("export-data", "side_records", "--columns", "--json").stdout)["tables"]
    assert table["name"] == "side_records"


def test_events_go_to_stdout_as_ndjson(run: Run, store: str, match_id: str) -> None:
    rows = [json.loads(line) for line in run("export-data", "events", "--store", store).stdout.splitlines()]
    assert [row["position"] for row in rows] == list(range(1, len(rows) + 1))
    chosen = run("export-data", "events", "--match", match_id, "--store", store).stdout.splitlines()
    assert [json.loads(line) for line in chosen] == [row for row in rows if row["match_id"] == match_id]


def test_a_statistic_that_nobody_has_counted_is_counted_when_it_is_asked_for(run: Run, store: str) -> None:
    refused = run("export-data", "side_records", "--store", store)
    assert (refused.exit_code, refused.stdout) == (4, "")
    assert "side_records is being built: position 0 of" in refused.stderr
    assert "--fresh" in refused.stderr
    told = run("export-data", "side_records", "--fresh", "--format", "csv", "--store", store)
    rows = list(csv.DictReader(io.StringIO(told.stdout)))
    assert {row["match_id"] for row in rows} == {
        match["id"] for match in json.loads(run("match", "list", "--json", "--store", store).stdout)
    }
    assert sum(int(row["played"]) for row in rows) == 6


def test_a_statistic_that_is_behind_says_how_far_it_is(run: Run, store: str) -> None:
    run("export-data", "side_records", "--fresh", "--store", store)
    with Recorder(store, GAMES) as recorder:
        counted = recorder.position()
    run("simulate", "--game", "tooor", "--matches", "1", "--seed", "77", "--store", store)
    told = run("export-data", "side_records", "--store", store)
    assert len(told.stdout.splitlines()) == 6
    assert f"side_records counts {counted} of " in told.stderr
    assert len(run("export-data", "side_records", "--fresh", "--store", store).stdout.splitlines()) == 8


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_is_of_the_format_of_its_ending(run: Run, store: str, tmp_path: Path, name: str) -> None:
    file = tmp_path / f"events.{name}"
    assert run("export-data", "events", "-o", str(file), "--store", store).exit_code == 0
    assert file.read_bytes() == run("export-data", "events", "--format", name, "--store", store).stdout_bytes
    refused = run("export-data", "events", "-o", str(file), "--store", store)
    assert (refused.exit_code, "is there already" in refused.stderr) == (2, True)
    assert run("export-data", "events", "--force", "-o", str(file), "--store", store).exit_code == 0


def test_a_store_and_its_statistics_are_not_written_over(run: Run, store: str) -> None:
    for ending in ("", ".statistics", ".statistics.turn"):
        file = store.removeprefix("sqlite:///") + ending
        refused = run("export-data", "events", "--force", "-o", file, "--store", store)
        assert (refused.exit_code, "belongs to the store itself" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("nothing",), 3, "there is no 'nothing' to export; there are events, "),
        (("events", "--format", "xlsx"), 2, "there is no format 'xlsx'; there are ndjson, csv, parquet"),
        (("events", "--since", "soon"), 2, "since: 'soon' is no time"),
        (("side_records_totals", "--match", "x"), 2, "match: there is no such filter here"),
    ],
)
def test_what_cannot_be_exported_is_said_in_a_line(
    run: Run, store: str, arguments: tuple[str, ...], code: int, said: str
) -> None:
    result = run("export-data", *arguments, "--store", store)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith(f"error: {said}")


def test_a_damaged_match_is_told_and_the_others_are_exported(run: Run, store: str, match_id: str) -> None:
    whole = run("export-data", "events", "--store", store).stdout.splitlines()
    damage(store, match_id, 4)
    result = run("export-data", "events", "--store", store)
    assert result.exit_code == 4
    assert f"error: match {match_id} is damaged at version 4" in result.stderr
    others = [line for line in whole if json.loads(line)["match_id"] != match_id]
    assert result.stdout.splitlines()[4:] == others


def test_an_export_that_fails_leaves_no_file(store: str, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    result = piped("export-data", "side_records", "-o", str(file), "--store", store)
    assert result.returncode == 4
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith((".", "rows"))] == []


def test_two_hundred_thousand_rows_need_little_more_memory_than_none(store: str, tmp_path: Path) -> None:
    with Recorder(store, GAMES) as recorder, ReadSide(recorder) as read_side:
        count(read_side)
        fill(read_side, 100_000)
    for name in FORMATS:
        file = str(tmp_path / f"rows.{name}")
        few = peak("export-data", "side_records", "--side", "nobody", "-o", file, "--store", store)
        many = peak("export-data", "side_records", "--force", "-o", file, "--store", store)
        assert many - few < 64, name
    assert parquet.read_metadata(tmp_path / "rows.parquet").num_rows == 200_000
    assert (tmp_path / "rows.csv").read_bytes().count(b"\n") == 200_001


def peak(*arguments: str) -> int:
    """The most memory that a command has had resident, in MiB."""
    process = subprocess.Popen(command(*arguments), env=environment(), stderr=subprocess.PIPE)
    assert process.stderr is not None
    said = process.stderr.read()
    process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, said
    return usage.ru_maxrss // 1024
