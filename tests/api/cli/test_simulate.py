"""Random legal play."""

import json
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.match.recorder import Recorder
from tests.api.cli.conftest import SEED, Run, command, environment


def summary(run: Run, *arguments: str) -> dict[str, object]:
    result = run("simulate", "--game", "tooor", "--json", *arguments)
    assert result.exit_code == 0
    return dict(json.loads(result.stdout))


def test_a_summary_tells_what_was_played(run: Run) -> None:
    result = run("simulate", "--game", "tooor", "--matches", "2", "--seed", "1")
    assert result.exit_code == 0
    for words in ("matches         2", "events a match", "goals a match", "draws"):
        assert words in result.stdout


def test_without_a_store_nothing_is_kept(run: Run, tmp_path: Path) -> None:
    summary(run, "--matches", "1")
    assert list(tmp_path.iterdir()) == []


def test_the_setting_that_names_a_league_s_store_is_no_place_for_simulated_matches(
    run: Run, store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOUCHLINE_STORE", store)
    before = (tmp_path / "store.db").read_bytes()
    summary(run, "--matches", "1", "--seed", "1")
    assert (tmp_path / "store.db").read_bytes() == before


def test_ctrl_c_sums_up_what_was_played_and_tells_the_seed(store: str) -> None:
    line = command("simulate", "--game", "tooor", "--matches", "100000", "--seed", "11", "--json", "--store", store)
    with subprocess.Popen(line, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        follow = Recorder(store, GAMES)
        while len(follow.matches()) < 5:
            time.sleep(0.02)
        follow.close()
        running.send_signal(signal.SIGINT)
        told, errors = running.communicate(timeout=20)
    assert running.returncode == 130
    assert re.fullmatch(r"cut short after \d+ of 100000 matches; the seed is 11\n", errors.decode())
    assert json.loads(told)["matches"] >= 1


def test_the_same_seed_plays_the_same_matches_to_the_last_byte(run: Run, store: str, match_id: str) -> None:
    ids = summary(run, "--matches", "2", "--seed", str(SEED), "--store", "sqlite:///again.db")["matchIds"]
    assert isinstance(ids, list)
    assert ids[0] == match_id
    again = run("export", match_id, "--bare", "--store", "sqlite:///again.db").stdout
    assert again == run("export", match_id, "--bare", "--store", store).stdout


def test_another_seed_plays_others(run: Run) -> None:
    first, second = (summary(run, "--matches", "1", "--seed", seed)["matchIds"] for seed in ("1", "2"))
    assert first != second


def test_matches_that_are_kept_already_are_not_kept_again(run: Run, store: str) -> None:
    result = run("simulate", "--game", "tooor", "--seed", str(SEED), "--matches", "1", "--store", store)
    assert result.exit_code == 1
    assert "recorded here already" in result.stderr


@pytest.mark.parametrize("mode", ["dealt", "reported"])
def test_both_modes_and_house_rules_end_in_sound_matches(run: Run, mode: str) -> None:
    rules = ("--house-rule", "buildUpTie=defender", "--house-rule", "suddenDeath=paired")
    ids = summary(run, "--matches", "1", "--mode", mode, *rules, "--store", "sqlite:///kept.db")["matchIds"]
    assert isinstance(ids, list)
    archive = run("export", ids[0], "--store", "sqlite:///kept.db").stdout
    assert json.loads(archive.splitlines()[0])["houseRules"]["buildUpTie"] == "defender"
    assert run("verify", "-", input=archive).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--game", "chess"], 3, "unknown game 'chess'"),
        (["--game", "tooor", "--edition", "tooor/lost"], 3, "unknown edition"),
        (["--game", "tooor", "--house-rule", "lineBy"], 2, "NAME=VALUE"),
        (["--game", "tooor", "--house-rule", "offside=on"], 2, "unknown house rule 'offside'"),
        (["--game", "tooor", "--house-rule", "lineBy=luck"], 2, "badge, row"),
        (["--game", "tooor", "--matches", "0"], 2, "matches"),
        (["--game", "tooor", "--matches", "1000001"], 2, "from 1 to 1000000"),
        (["--game", "tooor", "--mode", "dreamt"], 2, "mode"),
        ([], 2, "game"),
    ],
)
def test_what_cannot_be_played_is_refused(run: Run, arguments: list[str], code: int, said: str) -> None:
    result = run("simulate", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
