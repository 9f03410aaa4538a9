"""Random legal play."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def many(store: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A simulation of very many matches in a group of processes, once it has recorded some."""
    line = ("simulate", "--game", "tooor", "--matches", "100000", "--seed", "11", "--json", "--jobs", "2")
    with (
        subprocess.Popen(
            command(*line, "--store", store),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as running,
        Recorder(store, GAMES) as follow,
    ):
        while len(follow.matches()) < 5:
            time.sleep(0.02)
        yield running


def ends(group: int) -> bool:
    """Whether the last process of a group ends in bearable time."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_a_simulation_that_is_killed_leaves_no_process_behind_and_whole_matches(store: str) -> None:
    with many(store) as running:
        running.kill()
        running.communicate(timeout=20)
        assert ends(running.pid)
    with Recorder(store, GAMES) as recorder:
        assert all(recorder.match(match_id).result.over for _, match_id in recorder.matches())


def test_ctrl_c_sums_up_what_was_played_and_tells_the_seed(store: str) -> None:
    with many(store) as running:
        os.killpg(running.pid, signal.SIGINT)  # as a terminal sends it
        told, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert ends(running.pid)
    assert re.fullmatch(r"cut short after \d+ of 100000 matches; the seed is 11\n", errors.decode())
    assert json.loads(told)["matches"] >= 1
    with Recorder(store, GAMES) as recorder:
        kept = [match_id for _, match_id in recorder.matches()]
        assert {*json.loads(told)["matchIds"]} <= {*kept}
        assert all(recorder.match(match_id).result.over for match_id in kept)


def test_the_same_seed_plays_the_same_matches_to_the_last_byte(run: Run, store: str, match_id: str) -> None:
    ids = summary(run, "--matches", "2", "--seed", str(SEED), "--store", "sqlite:///again.db")["matchIds"]
    assert isinstance(ids, list)
    assert ids[0] == match_id
    again = run("export", match_id, "--bare", "--store", "sqlite:///again.db").stdout
    assert again == run("export", match_id, "--bare", "--store", store).stdout


def test_with_events_every_game_plays_in_a_league_of_its_own(run: Run) -> None:
    told = run("simulate", "--events", "3000", "--seed", "1", "--sides", "6", "--store", "sqlite:///kept.db", "--json")
    assert told.exit_code == 0
    played = json.loads(told.stdout)
    assert played["events"] >= 3_000
    assert [game["game"] for game in played["games"]] == [game.id for game in GAMES]
    with Recorder("sqlite:///kept.db", GAMES) as recorder:
        opened = [recorder.match(match_id).opening for match_id in played["matchIds"]]
    assert {(one.competition, one.season) for one in opened} == {(f"{game.name} League", "2000/01") for game in GAMES}
    assert all(one.coaches.home and one.coaches.away for one in opened)


@pytest.mark.parametrize(
    ("arguments", "competitions"),
    [
        (["--game", "tooor", "--competition", "Cup"], {"Cup"}),
        (["--game", "tooor", "--game", "fotboll", "--competition", "Cup"], {"Tooor! Cup", "Fotboll Cup"}),
        (["--game", "tooor", "--season", "Spring"], {"Tooor! League"}),
        (["--game", "tooor"], {""}),
    ],
)
def test_a_league_is_played_where_it_is_asked_for_and_is_that_of_one_game(
    run: Run, arguments: list[str], competitions: set[str]
) -> None:
    told = run("simulate", *arguments, "--matches", "1", "--seed", "1", "--store", "sqlite:///kept.db", "--json")
    with Recorder("sqlite:///kept.db", GAMES) as recorder:
        opened = [recorder.match(match_id).opening for match_id in json.loads(told.stdout)["matchIds"]]
    assert {one.competition for one in opened} == competitions
    assert {one.season for one in opened} <= {"Spring" if "Spring" in arguments else "2000/01", ""}


def test_one_store_takes_the_matches_of_one_seed_for_each_game(run: Run) -> None:
    for game in ("tooor", "finale"):
        line = ("simulate", "--game", game, "--seed", "1", "--matches", "1", "--store", "sqlite:///kept.db")
        assert run(*line).exit_code == 0


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
        (["--events", "0"], 2, "events"),
        (["--events", "100", "--edition", "tooor/oracle-1"], 2, "one game"),
        (["--events", "100", "--house-rule", "lineBy=row"], 2, "one game"),
        (["--game", "tooor", "--sides", "3"], 2, "sides"),
        (["--game", "tooor", "--sides", "4", "--matches", "84001"], 2, "at most 84000"),
        (["--game", "tooor", "--competition", "C" * 81], 2, "--competition"),
        (["--game", "tooor", "--season", "S" * 80], 2, "--season"),
        (["--game", "tooor", "--jobs", "0"], 2, "jobs"),
    ],
)
def test_what_cannot_be_played_is_refused(run: Run, arguments: list[str], code: int, said: str) -> None:
    result = run("simulate", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
