"""Listing and checking editions, and listing games."""

import json
import tomllib
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.match.editions import SHIPPED
from tests.api.cli.conftest import Run

TOOOR = SHIPPED / "tooor.toml"


def test_the_editions_that_come_with_touchline_are_listed(run: Run) -> None:
    assert "tooor/oracle-1" in run("edition", "list").stdout
    editions = {edition["id"]: edition for edition in json.loads(run("edition", "list", "--json").stdout)}
    assert editions["tooor/oracle-1"]["invented"]
    assert editions["tooor/oracle-1"]["digest"].startswith("sha256:")


def test_editions_of_ones_own_stand_beside_them(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(TOOOR.read_text().replace('id = "tooor/oracle-1"', 'id = "tooor/own"'))
    ids = [one["id"] for one in json.loads(run("edition", "list", "--editions", str(tmp_path), "--json").stdout)]
    assert {"tooor/oracle-1", "tooor/own"} <= set(ids)


@pytest.mark.parametrize("file", sorted(SHIPPED.glob("*.toml")), ids=lambda path: path.stem)
def test_an_edition_that_comes_with_touchline_is_sound(run: Run, file: Path) -> None:
    if tomllib.loads(file.read_text())["game"] not in {game.id for game in GAMES}:
        pytest.skip("its game is not here yet")
    assert run("edition", "check", str(file)).exit_code == 0
    assert json.loads(run("edition", "check", str(file), "--json").stdout)["sound"]


def test_every_fault_of_an_edition_is_named_with_what_is_allowed(run: Run, tmp_path: Path) -> None:
    faulty = TOOOR.read_text().replace("invented = true", 'invented = "perhaps"\ncolour = "green"')
    (tmp_path / "faulty.toml").write_text(faulty)
    result = run("edition", "check", "faulty.toml")
    assert (result.exit_code, result.stdout) == (1, "")
    assert 'faulty.toml: invented: found "perhaps"' in result.stderr
    assert "faulty.toml: colour: " in result.stderr
    faults = json.loads(run("edition", "check", "faulty.toml", "--json").stdout)["faults"]
    assert {fault["path"] for fault in faults} == {"invented", "colour"}


def test_an_edition_of_an_unknown_game_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "chess.toml").write_text('game = "chess"')
    result = run("edition", "check", "chess.toml")
    assert result.exit_code == 1
    assert "tooor" in result.stderr


def test_a_file_that_is_no_toml_is_unreadable(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.toml").write_text("Dear referee,")
    assert run("edition", "check", "letter.toml").exit_code == 2
    assert run("edition", "check", "nowhere.toml").exit_code == 2


def test_a_list_that_lacks_a_faulty_edition_says_so_and_why(run: Run, tmp_path: Path) -> None:
    (tmp_path / "faulty.toml").write_text(TOOOR.read_text().replace("invented = true", 'invented = "perhaps"'))
    (tmp_path / "letter.toml").write_text("Dear referee,")
    result = run("edition", "list", "--editions", str(tmp_path))
    assert result.exit_code == 1
    assert "tooor/oracle-1" in result.stdout
    assert "faulty.toml: invented: found" in result.stderr
    assert "letter.toml: (file): found no TOML" in result.stderr


def test_an_edition_that_is_nested_too_deeply_is_unreadable(run: Run, tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text("x = " + "[" * 5000 + "]" * 5000)
    result = run("edition", "check", "deep.toml")
    assert result.exit_code == 2
    assert "TOML is nested too deeply" in result.stderr


def test_games_are_listed_with_their_house_rules_and_what_they_mean(run: Run) -> None:
    assert "Who has a tie of the attack's sums" in run("games").stdout
    games = {game["id"]: game for game in json.loads(run("games", "--json").stdout)}
    tie = next(rule for rule in games["tooor"]["houseRules"] if rule["name"] == "buildUpTie")
    assert (tie["default"], tie["values"]) == ("attacker", ["attacker", "defender"])
