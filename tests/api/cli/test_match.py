"""Looking at recorded matches."""

import json
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.match.answers import Accepted
from domain.match.chance import Mode
from domain.match.editions import Shelf
from domain.match.recorder import Opened, Recorder
from domain.match.sides import BySide, Side, Viewer
from tests.api.cli.conftest import Run

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_a_list_has_every_match_with_its_score(run: Run, store: str, match_id: str) -> None:
    result = run("match", "list", "--store", store)
    assert result.exit_code == 0
    assert match_id in result.stdout
    assert result.stdout.count("Simulated Home") >= 3


def test_a_list_as_json_can_be_cut_to_the_last(run: Run, store: str) -> None:
    every = json.loads(run("match", "list", "--json", "--store", store).stdout)
    last = json.loads(run("match", "list", "--json", "--last", "1", "--store", store).stdout)
    assert len(every) == 3
    assert last == every[-1:]
    assert every[0]["scoreboard"]["over"]
    assert every[0]["mode"] == "dealt"


def test_the_setting_names_the_store(run: Run, store: str, match_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUCHLINE_STORE", store)
    assert match_id in run("match", "list").stdout


def test_a_match_is_shown_with_powers_score_and_what_happened_last(run: Run, store: str, match_id: str) -> None:
    result = run("match", "show", match_id, "--store", store)
    assert result.exit_code == 0
    assert "Simulated Home" in result.stdout
    assert "Vasquez" in result.stdout
    assert "final:" in result.stdout
    assert "The seed of the draws is revealed" in result.stdout


def test_the_beginning_of_an_id_is_enough(run: Run, store: str, match_id: str) -> None:
    shown = json.loads(run("match", "show", match_id[:6].upper(), "--json", "--store", store).stdout)
    assert shown["scoreboard"]["matchId"] == match_id


def test_a_beginning_that_several_ids_share_is_refused(run: Run, store: str, played: tuple[Path, object]) -> None:
    with sqlite3.connect(played[0].parent / "store.db") as database:
        ids = [row[0] for row in database.execute("SELECT DISTINCT originator_id FROM stored_events")]
    database.close()
    path = Path(store.removeprefix("sqlite:///"))
    with sqlite3.connect(path) as database:
        database.execute(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state, salt, leaf) "
            "SELECT ?, originator_version, topic, state, salt, leaf FROM stored_events WHERE originator_id = ?",
            (ids[0][:8] + "ffffffff", ids[0]),
        )
    database.close()
    result = run("match", "show", ids[0][:4], "--store", store)
    assert result.exit_code == 2
    assert "2 matches begin with" in result.stderr


def test_a_match_is_shown_as_it_was(run: Run, store: str, match_id: str) -> None:
    shown = json.loads(run("match", "show", match_id, "--at", "2", "--json", "--store", store).stdout)
    assert shown["scoreboard"]["version"] == 2
    assert not shown["scoreboard"]["over"]
    assert [line["version"] for line in shown["history"]] == [1, 2]


@pytest.mark.parametrize("version", ["0", "100000", "-1"])
def test_a_version_that_is_not_there_is_not_found(run: Run, store: str, match_id: str, version: str) -> None:
    result = run("match", "show", match_id, "--at", version, "--store", store)
    assert result.exit_code == 3
    assert "has versions 1 to" in result.stderr


@pytest.mark.parametrize("id", ["feedfeed", "", "; DROP TABLE"])
def test_an_unknown_match_is_not_found(run: Run, store: str, id: str) -> None:
    for sub in ("show", "history", "replay"):
        result = run("match", sub, id, "--store", store)
        assert (result.exit_code, result.stdout) == (3, "")
        assert "error: there is no match" in result.stderr


def test_an_unknown_viewer_is_a_usage_error(run: Run, store: str, match_id: str) -> None:
    assert run("match", "show", match_id, "--as", "coach", "--store", store).exit_code == 2


def test_looking_at_a_store_that_is_not_there_says_so_and_makes_none(run: Run, tmp_path: Path) -> None:
    result = run("match", "list")
    assert result.exit_code == 4
    assert "there is no store at touchline.db" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", ["nonsense", "mysql:///x", "sqlite:///"])
def test_a_store_that_cannot_be_named_so_is_unavailable(run: Run, url: str) -> None:
    result = run("match", "list", "--store", url)
    assert result.exit_code == 4
    assert "names no store" in result.stderr


def test_a_file_that_is_no_store_is_unavailable(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear referee, " * 500)
    result = run("match", "list", "--store", "sqlite:///letter.db")
    assert result.exit_code == 4
    assert "not a Touchline store" in result.stderr


def test_a_history_names_the_clause_of_each_event(run: Run, store: str, match_id: str) -> None:
    assert "TOOOR-3.2" in run("match", "history", match_id, "--store", store).stdout
    lines = json.loads(run("match", "history", match_id, "--json", "--store", store).stdout)
    assert [line["version"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["type"] == "match.MatchOpened"
    assert lines[2]["clause"] == "TOOOR-3.2"


def test_a_damaged_record_is_shown_as_far_as_it_can_be_read(run: Run, store: str, match_id: str) -> None:
    with sqlite3.connect(Path(store.removeprefix("sqlite:///"))) as database:
        damage = "UPDATE stored_events SET state = x'00' WHERE originator_id = ? AND originator_version = 40"
        database.execute(damage, (match_id,))
    database.close()
    result = run("match", "show", match_id, "--store", store)
    assert result.exit_code == 4
    assert "version 39 of 39" in result.stdout
    assert "damaged at version 40" in result.stderr
    assert run("match", "show", match_id, "--at", "20", "--store", store).exit_code == 0
    assert run("export", match_id, "--store", store).exit_code == 4
    assert run("match", "list", "--store", store).exit_code == 0


@pytest.mark.parametrize("arguments", [["match", "show"], ["match", "replay"], ["match", "history"], ["export"]])
def test_a_match_whose_opening_is_damaged_is_damaged_at_version_1(
    run: Run, store: str, match_id: str, arguments: list[str]
) -> None:
    with sqlite3.connect(Path(store.removeprefix("sqlite:///"))) as database:
        damage = "UPDATE stored_events SET state = '{}' WHERE originator_id = ? AND originator_version = 1"
        database.execute(damage, (match_id,))
    database.close()
    result = run(*arguments, match_id, "--store", store)
    assert (result.exit_code, result.stdout) == (4, "")
    assert "damaged at version 1" in result.stderr


class TestSecrets:
    """A running match in which the home side has laid a tactic card face down."""

    @pytest.fixture
    def stores(self, tmp_path: Path) -> tuple[str, str]:
        """Two stores that differ only in which card it is."""
        recorder = Recorder(f"sqlite:///{tmp_path / 'first.db'}", GAMES)
        edition = Shelf({game.id: game.edition_model for game in GAMES}).get("tooor/oracle-1")
        opened = recorder.open_match("tooor", edition, BySide("Reds", "Blues"), Mode.DEALT)
        assert isinstance(opened, Opened)
        recorder.close()
        shutil.copy(tmp_path / "first.db", tmp_path / "second.db")
        for name, number in (("first.db", 0), ("second.db", -1)):
            with Recorder(f"sqlite:///{tmp_path / name}", GAMES, clock=lambda: NOON) as recorder:
                record = recorder.match(opened.match_id)
                act = list(record.game.legal_commands(record.state.table, Side.HOME))[number]
                token = opened.tokens[Viewer.HOME]
                assert isinstance(recorder.submit(record.id, token, "lay", act), Accepted)
        return f"sqlite:///{tmp_path / 'first.db'}", f"sqlite:///{tmp_path / 'second.db'}"

    @staticmethod
    def id_in(run: Run, store: str) -> str:
        return str(json.loads(run("match", "list", "--json", "--store", store).stdout)[0]["id"])

    @pytest.mark.parametrize("arguments", [["show"], ["show", "--json"], ["history"], ["replay"]])
    @pytest.mark.parametrize("viewer", ["spectator", "away", "referee"])
    def test_whoever_may_not_know_them_sees_no_difference(
        self, run: Run, stores: tuple[str, str], arguments: list[str], viewer: str
    ) -> None:
        id = self.id_in(run, stores[0])
        first, second = (
            run("match", arguments[0], id, *arguments[1:], "--as", viewer, "--store", store).stdout for store in stores
        )
        assert first == second
        assert "Reds" in first

    def test_their_own_side_sees_them(self, run: Run, stores: tuple[str, str]) -> None:
        id = self.id_in(run, stores[0])
        first, second = (run("match", "show", id, "--as", "home", "--store", store).stdout for store in stores)
        assert first != second

    def test_the_event_is_told_as_concealed(self, run: Run, stores: tuple[str, str]) -> None:
        lines = json.loads(run("match", "history", self.id_in(run, stores[0]), "--json", "--store", stores[0]).stdout)
        assert lines[-1]["concealed"]
        assert lines[-1]["side"] == "home"
        assert "Reds" in lines[-1]["sentence"]
        assert "data" not in lines[-1]
