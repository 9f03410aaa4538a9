"""Kick-off, disputes, rulings and undo over the API, with what explains them."""

from typing import Any

import pytest

from tests.api.serving import Match, Server, hiding

STATE = """query ($id: String!) { match(id: $id) {
  version scoreboard { over ruling winner score { home away } }
  review { version side reason first last statements { author text } }
  undo { version side backTo reason }
  pending { choices { side commands } } legalCommands { total inputs nodes { __typename side } }
  history { edges { node { version struckBy ... on RecordedEvent {
    provenance { source reportedBy confirmedBy contestedBy reasons corrected }
    event { __typename ... on ReportCorrected { backTo kept reason } } } } } } } }"""

WHY_NOT = """query ($id: String!, $command: CommandInput!, $expected: Int) {
  whyNot(matchId: $id, command: $command, expectedVersion: $expected) {
    accepted said refusal { __typename code path ... on RuleViolation { clause } } clauses { id game text } } }"""

FIGURES = """query ($id: String!, $command: CommandInput!) { previewRuling(matchId: $id, command: $command) {
  ... on RulingPreview { figures { statistic subject figure before after } } } }"""
PREVIEW = """query ($id: String!, $command: CommandInput!) { previewRuling(matchId: $id, command: $command) {
  __typename
  ... on RulingPreview { strikes before { score { home away } over } after { score { home away } over ruling }
    cannotFollow { version sentence reason } }
  ... on Refusal { code message path } } }"""

EXPLAIN = """query ($id: String!, $version: Int!) { explain(matchId: $id, version: $version) {
  version sentence concealed clause { id game text } figures { name value } because commit { version }
  asked { by act outcome } due { answeredBy prompt } changes { path before after } } }"""

DIFF = """query ($id: String!, $from: Int!, $to: Int) {
  match(id: $id) { diff(from: $from, to: $to) { path before after } } }"""

ANNUL = {"annul": {"reason": "It rained."}}


def state(server: Server, match: Match, token: str | None = None) -> Any:
    return server.ask(STATE, {"id": match.id}, token)["match"]


def rule(server: Server, match: Match, **ruling: Any) -> Any:
    answer = server.submit(match, ruling, match.referee)
    assert answer["__typename"] == "Accepted", answer
    return answer


def node(server: Server, match: Match, version: int) -> Any:
    return state(server, match)["history"]["edges"][version - 1]["node"]


class TestKickOff:
    def test_a_match_waits_until_both_sides_are_ready_and_says_what_for(self, server: Server) -> None:
        match = server.open(kickOffWhenReady=True)
        assert state(server, match)["pending"]["choices"] == [
            {"side": "HOME", "commands": ["DeclareReady"]},
            {"side": "AWAY", "commands": ["DeclareReady"]},
        ]
        declared = {
            "total": 1,
            "inputs": [{"declareReady": {"entropy": ""}}],
            "nodes": [{"__typename": "DeclareReady", "side": None}],
        }
        assert state(server, match, match.home)["legalCommands"] == declared
        assert state(server, match, match.referee)["legalCommands"]["total"] == 0
        assert server.submit(match, {"declareReady": {"entropy": "north"}}, match.home)["version"] == 2
        assert state(server, match, match.home)["legalCommands"]["total"] == 0
        assert server.submit(match, {"declareReady": {}}, match.away)["version"] == 4
        assert state(server, match, match.home)["legalCommands"]["total"] == 3

    def test_nobody_adds_entropy_after_kick_off(self, server: Server) -> None:
        match = server.open()
        answer = server.submit(match, {"declareReady": {"entropy": "late"}}, match.home)
        assert (answer["__typename"], answer["clause"]) == ("RuleViolation", "MATCH-1.2")

    @pytest.mark.parametrize(("window", "kind"), [(0, "OpenedMatch"), (86_400, "OpenedMatch"), (-1, "Malformed")])
    def test_a_dispute_window_is_seconds(self, server: Server, window: int, kind: str) -> None:
        assert server.try_to_open(disputeWindow=window)["__typename"] == kind

    def test_a_result_is_contested_in_its_window_or_not_at_all(self, server: Server) -> None:
        match = server.open(disputeWindow=0)
        for _ in range(2):
            server.play_round(match)
        answer = server.submit(match, {"contest": {"reason": "Too late."}}, match.home)
        assert (answer["__typename"], answer["clause"]) == ("RuleViolation", "MATCH-3.1")


class TestRuling:
    def test_a_contest_puts_a_match_under_review_until_the_referee_rules(self, server: Server) -> None:
        match = server.open()
        server.play_round(match)
        contest = {"contest": {"first": 2, "last": 3, "reason": "Home peeked."}}
        assert server.submit(match, contest, match.away)["__typename"] == "Accepted"
        assert server.submit(match, {"makeStatement": {"text": "I did not."}}, match.home)["__typename"] == "Accepted"
        assert state(server, match)["review"] == {
            "version": 7,
            "side": "AWAY",
            "reason": "Home peeked.",
            "first": 2,
            "last": 3,
            "statements": [{"author": "HOME", "text": "I did not."}],
        }
        assert server.hide(match, "home", 1)["__typename"] == "NotYourTurn"
        rule(server, match, dismiss={"reason": "It stands."})
        assert state(server, match)["review"] is None
        assert server.hide(match, "home", 1)["__typename"] == "Accepted"

    def test_a_correction_strikes_what_it_replaces(self, server: Server) -> None:
        match = server.open()
        server.play_round(match, face=0)
        server.submit(match, {"confirmReport": {"version": 5}}, match.home)
        server.submit(match, {"contestReport": {"version": 5, "reason": "Cocked."}}, match.away)
        rule(server, match, correct={"version": 5, "outcome": {"face": 1}, "reason": "So it was."})
        assert node(server, match, 5) == {
            "version": 5,
            "struckBy": 9,
            "provenance": {
                "source": "REPORTED",
                "reportedBy": "referee",
                "confirmedBy": ["HOME"],
                "contestedBy": ["AWAY"],
                "reasons": ["Cocked."],
                "corrected": 9,
            },
            "event": {"__typename": "ToyCoinTossed"},
        }
        assert node(server, match, 9)["event"] == {
            "__typename": "ReportCorrected",
            "backTo": 4,
            "kept": 0,
            "reason": "So it was.",
        }
        assert node(server, match, 4)["struckBy"] is None
        assert state(server, match)["scoreboard"]["score"] == {"home": 0, "away": 1}

    def test_an_award_is_on_the_scoreboard(self, server: Server) -> None:
        match = server.open()
        rule(server, match, award={"score": {"home": 0, "away": 3}, "winner": "AWAY", "reason": "Home is not here."})
        assert state(server, match)["scoreboard"] == {
            "over": True,
            "ruling": "awarded",
            "winner": "AWAY",
            "score": {"home": 0, "away": 3},
        }

    def test_an_undo_is_asked_for_and_granted(self, server: Server) -> None:
        match = server.open()
        server.play_round(match)
        server.submit(match, {"requestUndo": {"version": 1, "reason": "A slip."}}, match.home)
        assert state(server, match)["undo"] == {"version": 7, "side": "HOME", "backTo": 1, "reason": "A slip."}
        answer = server.submit(match, {"grantUndo": False}, match.away)
        assert (answer["__typename"], answer["path"]) == ("Malformed", "command.grantUndo")
        assert server.submit(match, {"grantUndo": True}, match.away)["__typename"] == "Accepted"
        assert state(server, match)["undo"] is None
        assert node(server, match, 2)["struckBy"] == 8

    @pytest.mark.parametrize("seat", ["home", "away", None])
    def test_only_the_referee_rules(self, server: Server, seat: str | None) -> None:
        match = server.open()
        token = match.token(seat) if seat else None
        assert server.submit(match, ANNUL, token)["__typename"] == "NotPermitted"
        assert (
            server.ask(PREVIEW, {"id": match.id, "command": ANNUL}, token)["previewRuling"]["code"] == "NOT_PERMITTED"
        )

    @pytest.mark.parametrize(
        ("command", "kind", "path"),
        [
            ({"rewind": {"version": 99, "reason": "r"}}, "RuleViolation", "version"),
            ({"annul": {"reason": " "}}, "RuleViolation", "reason"),
            ({"correct": {"version": 1, "outcome": [1], "reason": "r"}}, "Malformed", "command.correct.outcome"),
            ({"correct": {"version": 1, "outcome": {}, "reason": "r"}}, "RuleViolation", "version"),
            (
                {"recordIrregularity": {"clause": "TOY-1.1", "reason": "r", "events": ["goal"]}},
                "Malformed",
                "command.recordIrregularity.events[0]",
            ),
        ],
    )
    def test_a_ruling_that_is_none_is_refused(self, server: Server, command: Any, kind: str, path: str) -> None:
        match = server.open()
        answer = server.submit(match, command, match.referee)
        assert (answer["__typename"], answer["path"]) == (kind, path)


class TestPreview:
    def test_a_ruling_is_previewed_with_what_cannot_follow_and_not_recorded(self, server: Server) -> None:
        match = server.open()
        server.play_round(match, face=0)
        correct = {"correct": {"version": 5, "outcome": {"face": 1}, "reason": "r"}}
        assert server.ask(PREVIEW, {"id": match.id, "command": correct}, match.referee)["previewRuling"] == {
            "__typename": "RulingPreview",
            "strikes": 2,
            "before": {"score": {"home": 1, "away": 0}, "over": False},
            "after": {"score": {"home": 0, "away": 1}, "over": False, "ruling": ""},
            "cannotFollow": [],
        }
        assert state(server, match)["version"] == 6

    def test_a_preview_tells_the_statistics_that_would_change(self, server: Server) -> None:
        match = server.open()
        server.play_round(match, face=0)
        correct = {"correct": {"version": 5, "outcome": {"face": 1}, "reason": "r"}}
        answer = server.ask(FIGURES, {"id": match.id, "command": correct}, match.referee)["previewRuling"]
        goals = {
            (one["before"], one["after"], one["subject"].partition(",")[0])
            for one in answer["figures"]
            if (one["statistic"], one["figure"]) == ("goals_by_period", "goals_for")
        }
        assert goals == {(1, 0, "side Reds"), (0, 1, "side Blues")}

    def test_what_is_no_ruling_is_malformed(self, server: Server) -> None:
        match = server.open()
        answer = server.ask(PREVIEW, {"id": match.id, "command": hiding("home", 1)}, match.referee)["previewRuling"]
        assert (answer["code"], answer["path"]) == ("MALFORMED", "command.toyHideCorner")


class TestExplaining:
    def test_an_event_is_explained_in_full(self, server: Server) -> None:
        match = server.open()
        server.play_round(match)
        told = server.ask(EXPLAIN, {"id": match.id, "version": 5})["explain"]
        assert told["clause"] == {"id": "TOY-1.2", "game": "toy", "text": "There are three corners."}
        assert told["figures"] == [{"name": "face", "value": "0"}]
        assert told["asked"] == {"by": "referee", "act": "coin", "outcome": True}
        assert told["due"] == {"answeredBy": 5, "prompt": "a coin"}
        assert told["changes"] == [{"path": "roundNumber", "before": 1, "after": 2}]
        assert "The rule is TOY-1.2" in told["because"]

    def test_a_concealed_event_explains_nothing_but_its_sentence(self, server: Server) -> None:
        match = server.open()
        server.hide(match, "home", 3)
        told = server.ask(EXPLAIN, {"id": match.id, "version": 2}, match.referee)["explain"]
        assert told["sentence"] == "Reds hides a corner."
        assert told["concealed"]
        assert [told[name] for name in ("clause", "figures", "because", "commit", "asked", "due", "changes")] == [
            None, [], "", [], None, None, []
        ]  # fmt: skip

    @pytest.mark.parametrize("version", [0, 2, 99])
    def test_a_version_that_is_not_there_is_an_error(self, server: Server, version: int) -> None:
        match = server.open()
        assert server.error(EXPLAIN, {"id": match.id, "version": version})[0] == "UNKNOWN_VERSION"
        assert server.error(DIFF, {"id": match.id, "from": version, "to": 1})[0] == "UNKNOWN_VERSION"

    def test_a_match_that_is_not_there_is_an_error(self, server: Server) -> None:
        assert server.error(EXPLAIN, {"id": "nowhere", "version": 1})[0] == "UNKNOWN_MATCH"
        assert server.error(WHY_NOT, {"id": "nowhere", "command": ANNUL})[0] == "UNKNOWN_MATCH"
        assert server.error(PREVIEW, {"id": "nowhere", "command": ANNUL})[0] == "UNKNOWN_MATCH"

    def test_a_difference_is_that_of_the_viewer(self, server: Server) -> None:
        match = server.open()
        server.hide(match, "home", 3)
        open_to_all = {"path": "hasHidden.home", "before": False, "after": True}
        own = {"path": "ownCorner", "before": None, "after": 3}
        variables = {"id": match.id, "from": 1}
        assert server.ask(DIFF, variables)["match"]["diff"] == [open_to_all]
        assert server.ask(DIFF, variables, match.home)["match"]["diff"] == [open_to_all, own]

    def test_a_clause_of_every_match_is_found_like_one_of_a_game(self, server: Server) -> None:
        asked = '{ clause(id: "MATCH-4.6") { game text } }'
        assert server.ask(asked)["clause"] == {
            "game": "match",
            "text": "Annulled: the match is over and counts for nothing.",
        }


class TestWhyNot:
    def why(self, server: Server, match: Match, command: Any, token: str | None, expected: int | None = None) -> Any:
        return server.ask(WHY_NOT, {"id": match.id, "command": command, "expected": expected}, token)["whyNot"]

    def test_what_would_be_accepted_is_not_recorded(self, server: Server) -> None:
        match = server.open()
        answer = self.why(server, match, hiding("home", 1), match.home)
        assert answer == {"accepted": True, "said": "it would be accepted", "refusal": None, "clauses": []}
        assert state(server, match)["version"] == 1

    def test_a_rule_violation_comes_with_its_clause(self, server: Server) -> None:
        match = server.open()
        answer = self.why(server, match, hiding("home", 4), match.home)
        assert answer["refusal"] == {
            "__typename": "RuleViolation",
            "code": "RULE_VIOLATION",
            "path": "corner",
            "clause": "TOY-1.2",
        }
        assert answer["clauses"] == [{"id": "TOY-1.2", "game": "toy", "text": "There are three corners."}]

    @pytest.mark.parametrize(
        ("command", "seat", "expected", "kind"),
        [
            (hiding("away", 1), "home", None, "NotPermitted"),
            (hiding("home", 1), None, None, "NotPermitted"),
            (hiding("home", 1), "home", 99, "VersionConflict"),
            ({"toyCoin": {"face": 0}}, "referee", None, "NotYourTurn"),
            ({"grantUndo": False}, "referee", None, "Malformed"),
            ({"rewind": {"version": 7, "reason": "r"}}, "referee", None, "RuleViolation"),
        ],
    )
    def test_each_way_to_be_refused(
        self, server: Server, command: Any, seat: str | None, expected: int | None, kind: str
    ) -> None:
        match = server.open()
        answer = self.why(server, match, command, match.token(seat) if seat else None, expected)
        assert not answer["accepted"]
        assert answer["refusal"]["__typename"] == kind
