"""Explaining, trying and comparing at the command line; and what is struck, contested and ruled in every view."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from api.cli.portrayal import history_of
from domain.games import GAMES
from domain.match import commands as c
from domain.match.answers import Accepted
from domain.match.chance import Mode
from domain.match.editions import Shelf
from domain.match.envelope import Submitted
from domain.match.game import Outcome
from domain.match.recorder import Opened, Recorder
from domain.match.sides import BySide, Side, Viewer
from tests.api.cli.conftest import Run

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class League:
    """A store that is recorded into and looked at in turns."""

    def __init__(self, path: Path, run: Run) -> None:
        self.store = f"sqlite:///{path}"
        self.recorder = Recorder(self.store, GAMES, clock=lambda: NOON)
        self._run = run
        self._edition = Shelf({game.id: game.edition_model for game in GAMES}).get("tooor/oracle-1")
        self.match = self.open()

    def open(self) -> Opened:
        match = self.recorder.open_match("tooor", self._edition, BySide("Reds", "Blues"), Mode.REPORTED)
        assert isinstance(match, Opened)
        return match

    def send(self, seat: Viewer, act: Submitted, match: Opened | None = None) -> int:
        match = match or self.match
        token, number = match.tokens[seat], str(self.recorder.position())
        answer = self.recorder.submit(match.match_id, token, number, act)
        assert isinstance(answer, Accepted), answer
        return answer.version

    def act(self, side: Side, number: int = 0, match: Opened | None = None) -> int:
        """A side plays one of its legal commands."""
        record = self.recorder.match((match or self.match).match_id)
        act = list(record.game.legal_commands(record.state.table, side))[number]
        return self.send(Viewer(side), act, match)

    def report(self, number: int = 0) -> tuple[int, Outcome]:
        """The referee reports one of the possible outcomes. Returns its version and another one."""
        record = self.recorder.match(self.match.match_id)
        chance = record.pending_at(record.version).chance
        assert chance is not None
        version = record.version + 1
        self.send(Viewer.REFEREE, chance.outcomes[number][0])
        return version, chance.outcomes[number + 1][0]

    def shown(self, *arguments: str, code: int = 0) -> str:
        command, *others = arguments
        result = self._run("match", command, self.match.match_id, *others, "--store", self.store)
        assert result.exit_code == code, result.output
        return str(result.stdout)

    def json(self, *arguments: str, code: int = 0) -> Any:
        return json.loads(self.shown(*arguments, "--json", code=code))


@pytest.fixture
def league(tmp_path: Path, run: Run) -> Iterator[League]:
    league = League(tmp_path / "league.db", run)
    with league.recorder:
        yield league


@pytest.fixture
def rewound(league: League) -> League:
    """A match in which both tactics were laid, and the referee went back to before them."""
    league.act(Side.HOME, 5)
    league.act(Side.AWAY, 0)
    league.send(Viewer.REFEREE, c.Rewind(version=2, reason="The wrong deck."))
    return league


class TestStruck:
    def test_a_history_marks_what_is_struck_and_by_what(self, rewound: League) -> None:
        lines = rewound.json("history")
        assert [line.get("struckBy") for line in lines] == [None, None, 7, 7, 7, 7, None]
        history = rewound.shown("history")
        assert history.count("(struck by 7)") == 4
        assert "The referee takes the match back to version 2: The wrong deck." in history
        assert "\x1b" not in history

    @pytest.mark.parametrize("command", ["show", "replay"])
    def test_so_do_the_other_views(self, rewound: League, command: str) -> None:
        assert "(struck by 7)" in rewound.shown(command)

    def test_in_a_terminal_it_is_struck_through(self, rewound: League) -> None:
        record = rewound.recorder.match(rewound.match.match_id)
        line = history_of(record, Viewer.SPECTATOR, 2, 3)[0].what_happened()
        assert line.style == "strike"
        assert "not strike" in str(line.spans[-1].style)

    def test_the_provenance_of_a_report_is_in_the_history(self, league: League) -> None:
        league.act(Side.HOME, 3)
        league.act(Side.AWAY, 3)
        version, _ = league.report()
        league.send(Viewer.AWAY, c.ContestReport(version=version, reason="It was cocked."))
        assert league.json("history")[version - 1]["provenance"] == {
            "source": "reported",
            "reportedBy": "referee",
            "confirmedBy": [],
            "contestedBy": ["away"],
            "reasons": ["It was cocked."],
            "corrected": None,
        }
        assert "reported, by referee, contested by away: It was cocked." in league.shown("explain", str(version))


class TestHeader:
    def test_a_review_stands_over_the_picture(self, league: League) -> None:
        league.send(Viewer.HOME, c.Contest(first=1, last=2, reason="The wrong deck."))
        league.send(Viewer.AWAY, c.MakeStatement(text="It is the right one."))
        shown = league.shown("show")
        line = "under review since 2026-05-01 12:00 UTC: Reds contests versions 1 to 2: The wrong deck. (1 statement)"
        assert line in shown
        assert "under review" not in league.shown("show", "--at", "2")
        league.send(Viewer.REFEREE, c.Dismiss(reason="It stands."))
        assert "under review" not in league.shown("show")

    def test_an_undo_that_is_asked_for_stands_there_too(self, league: League) -> None:
        league.act(Side.HOME)
        league.send(Viewer.HOME, c.RequestUndo(version=2, reason="The wrong card"))
        assert "Reds asks to go back to version 2: The wrong card" in league.shown("show")

    @pytest.mark.parametrize(
        ("ruling", "standing"),
        [
            (c.Award(score=BySide(3, 0), winner=Side.HOME, reason="r"), "awarded: Reds won"),
            (c.Award(score=BySide(1, 1), reason="r"), "awarded: a draw"),
            (c.Annul(reason="r"), "annulled"),
            (c.OrderReplay(reason="r"), "to be replayed"),
        ],
    )
    def test_a_ruling_says_how_the_match_stands(self, league: League, ruling: c.MatchCommand, standing: str) -> None:
        league.send(Viewer.REFEREE, ruling)
        assert f"{standing} · version 3 of 3" in league.shown("show")


class TestExplain:
    def test_an_event_with_rule_figures_and_reasons(self, league: League) -> None:
        league.act(Side.HOME, 5)
        league.act(Side.AWAY, 0)
        told = league.shown("explain", "6")
        assert told.startswith("6  Reds attacks, with 6 against 1.\nrule        TOOOR-3.3: The higher tactical value")
        assert "figures     figures 6 against 1" in told
        assert "asked       away: choose tactic" in told
        assert "changed     phase: " in told
        assert "why         Reds attacks, with 6 against 1. The match waited for this: " in told
        assert league.json("explain", "6")["clause"]["id"] == "TOOOR-3.3"

    def test_what_is_concealed_explains_nothing_but_its_sentence(self, league: League) -> None:
        league.act(Side.HOME, 5)
        assert league.shown("explain", "3") == "3  Reds lays a tactic card face down.\n"
        assert "value 6" in league.shown("explain", "3", "--as", "home")

    @pytest.mark.parametrize("version", ["0", "99"])
    def test_a_version_that_is_not_there_is_not_found(self, league: League, version: str) -> None:
        league.shown("explain", version, code=3)
        league.shown("diff", "1", version, code=3)

    def test_what_is_struck_says_so(self, rewound: League) -> None:
        told = rewound.shown("explain", "3")
        assert "(struck by 7)" in told
        assert "It is struck by version 7: The referee takes the match back" in told


class TestWhyNot:
    def test_a_command_that_would_be_accepted(self, league: League) -> None:
        command = '{"type": "ChooseTactic", "side": "home", "value": 6}'
        assert league.shown("why-not", command, "--as", "home") == "it would be accepted\n"
        assert league.recorder.match(league.match.match_id).version == 2

    def test_one_that_would_not_with_the_clause_in_full(self, league: League) -> None:
        command = '{"type": "ChooseTactic", "side": "home", "value": 9}'
        assert "in: value\nTOOOR-1.4: A tactic card has" in league.shown("why-not", command, "--as", "home", code=1)
        answer = league.json("why-not", command, "--as", "home", code=1)
        assert not answer["accepted"]
        assert answer["clauses"][0]["id"] == "TOOOR-1.4"

    def test_a_ruling_is_for_the_referee(self, league: League) -> None:
        command = '{"type": "Annul", "reason": "It rained."}'
        assert "MATCH-4.1: Only the referee rules" in league.shown("why-not", command, "--as", "home", code=1)
        assert league.shown("why-not", command, "--as", "referee") == "it would be accepted\n"

    @pytest.mark.parametrize("command", ["", "[]", "{", '{"type": "Fly"}', '{"type": "Annul"}', "null", "\udcff"])
    def test_what_is_no_command_is_a_usage_error(self, league: League, command: str) -> None:
        league.shown("why-not", command, "--as", "home", code=2)


class TestDiff:
    def test_between_two_versions(self, league: League) -> None:
        league.act(Side.HOME, 5)
        changed = league.shown("diff", "2", "3")
        assert "sides.home.laid: no → yes\n" in changed
        assert "laidValue" not in changed
        assert "sides.home.laidValue: – → 6\n" in league.shown("diff", "2", "3", "--as", "home")
        changes = league.json("diff", "2", "3")["changes"]
        assert {"path": "sides.home.laid", "before": False, "after": True} in changes

    def test_between_a_version_and_itself_there_is_none(self, league: League) -> None:
        assert league.shown("diff", "2", "2") == ""
        assert league.json("diff", "2", "2") == {"changes": []}

    def test_between_two_matches_their_lines_of_play_stand_side_by_side(self, league: League) -> None:
        other = league.open()
        for match, card in ((league.match, 5), (other, 4)):
            league.act(Side.HOME, card, match)
            league.act(Side.AWAY, 0, match)
        shown = league.shown("diff", "6", "6", "--other", other.match_id)
        assert "the matches go apart at version 3" in shown
        assert "Reds lays tactic card 6 face down." in shown
        assert "Reds lays tactic card 5 face down." in shown
        assert "sides.home.hand: 1, 2, 3, 4, 5 → 1, 2, 3, 4, 6" in shown
        assert league.json("diff", "6", "6", "--other", other.match_id)["parts"] == 3

    def test_between_matches_of_different_games_there_is_none_to_be_had(self, league: League) -> None:
        edition = Shelf({game.id: game.edition_model for game in GAMES}).get("sportiv/oracle-1")
        other = league.recorder.open_match("sportiv", edition, BySide("Reds", "Blues"), Mode.REPORTED)
        assert isinstance(other, Opened)
        league.shown("diff", "1", "1", "--other", other.match_id, code=2)
        league.shown("diff", "1", "1", "--other", "feedfeed", code=3)


class TestSecrets:
    @pytest.mark.parametrize("viewer", ["spectator", "away", "referee"])
    @pytest.mark.parametrize("arguments", [["explain", "3"], ["explain", "2"], ["diff", "2", "3"]])
    def test_whoever_may_not_know_them_sees_no_difference(
        self, tmp_path: Path, run: Run, arguments: list[str], viewer: str
    ) -> None:
        shown: list[str] = []
        for card in (0, 5):
            league = League(tmp_path / f"{card}.db", run)
            with league.recorder:
                league.act(Side.HOME, card)
                shown.extend(league.shown(*arguments, "--as", viewer, *form) for form in ([], ["--json"]))
        assert shown[:2] == shown[2:]
