"""Why an event followed, why a command would not, where an outcome came from; and what none of that gives away."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.match import commands as c
from domain.match import explain
from domain.match.answers import Acceptable, MatchOver, NotPermitted, NotYourTurn, Refusal
from domain.match.chance import Mode, Source
from domain.match.disputes import Preview
from domain.match.editions import Edition
from domain.match.envelope import Entry, Recorded, Submitted
from domain.match.events import ReportCorrected
from domain.match.explain import Explanation, Figure
from domain.match.game import RuleViolation
from domain.match.provenance import Provenance, provenance
from domain.match.record import UnknownVersion
from domain.match.recorder import Holder, Opened, Recorder
from domain.match.sides import BySide, Side, Viewer
from domain.match.visibility import Concealed, knows
from tests.domain.match.conftest import NAMES
from tests.domain.match.tables import AWAY, GAMES, HOME, KICK_OFF, REFEREE, SPECTATOR, Table
from tests.toy import Coin, CornerHidden, HideCorner


@pytest.fixture
def reported(opening: Any) -> Table:
    table: Table = opening(Mode.REPORTED)
    return table


@pytest.fixture
def dealt(opening: Any) -> Table:
    table: Table = opening(Mode.DEALT)
    return table


def explained(table: Table, version: int, viewer: Viewer = SPECTATOR) -> Explanation:
    return explain.explain(table.record, version, viewer)


def tried(table: Table, seat: Viewer, act: Submitted) -> Any:
    return table.recorder.dry_run(table.match.match_id, Holder(seat), act)


class TestExplaining:
    def test_a_reported_outcome(self, reported) -> None:
        reported.play(rounds=1)
        told = explained(reported, 5)
        assert told.sentence == "CoinTossed."
        assert told.clause is not None
        assert (told.clause.id, told.clause.game, told.clause.text) == ("TOY-1.2", "toy", "There are three corners.")
        assert told.figures == (Figure("face", "0"),)
        assert told.due is not None
        assert (told.due.answered_by, told.due.prompt) == (5, "a coin")
        assert told.asked is not None
        assert (told.asked.by, told.asked.act, told.asked.outcome) == ("referee", "coin", True)
        assert [(line.version, line.sentence) for line in told.commit] == [(5, "CoinTossed."), (6, "RoundScored.")]
        assert list(map(str, told.changes)) == ["roundNumber: 1 → 2"]
        assert told.because == (
            "CoinTossed. The match waited for this: a coin (TOY-1.2). The referee reported: coin (face 0). "
            "The rule is TOY-1.2: There are three corners. The figures that went in: face 0. "
            "So it changed: roundNumber: 1 → 2."
        )

    def test_what_follows_from_it_in_the_same_commit(self, reported) -> None:
        reported.play(rounds=1)
        told = explained(reported, 6)
        assert "Before it in the same commit came 5: CoinTossed." in told.because
        assert list(map(str, told.changes)) == ["score.home: 0 → 1"]

    def test_a_dealt_outcome_with_what_was_decided_before_it(self, dealt) -> None:
        dealt.hide()
        told = explained(dealt, 5)
        assert told.asked is not None
        assert (told.asked.by, told.asked.act, told.asked.figures) == ("away", "hide corner", (Figure("corner", "3"),))
        assert "Blues sent: hide corner (corner 3)." in told.because
        assert "Then this was due: a coin (TOY-1.2). It was dealt, as draw 0 of the seed" in told.because

    def test_the_opening(self, reported) -> None:
        told = explained(reported, 1)
        assert Figure("edition", "toy/one") in told.figures
        assert (told.asked, told.due, told.changes) == (None, None, ())
        assert told.clause is not None
        assert told.clause.game == "match"

    def test_a_ruling_with_the_result_that_it_changed_and_its_own_clause(self, reported) -> None:
        reported.play(rounds=1)
        reported.accepted(REFEREE, c.Award(score=BySide(3, 0), winner=Side.HOME, reason="Away went home."))
        told = explained(reported, reported.record.version)
        assert told.clause is not None
        assert told.clause.id == "MATCH-4.5"
        assert {str(change) for change in told.changes} >= {"result.score.home: 1 → 3", "result.winner: – → home"}
        assert (
            "The referee sent: award (score home 3; score away 0; reason Away went home.; winner home)." in told.because
        )

    def test_what_was_decided_anew_after_a_correction(self, reported) -> None:
        reported.play(rounds=1)
        reported.accepted(REFEREE, c.Correct(version=5, outcome={"face": 1}, reason="The video shows it."))
        assert "So it was decided anew from the corrected report." in explained(reported, 9).because
        assert explained(reported, 5).struck_by == 7
        assert (
            "It is struck by version 7: The referee corrects the report of version 5" in explained(reported, 5).because
        )

    def test_an_irregularity_with_the_clause_that_it_breaks(self, reported) -> None:
        scored = ({"type": "RoundScored", "side": "home"},)
        reported.accepted(REFEREE, c.RecordIrregularity(clause="TOY-1.1", reason="A fourth round.", events=scored))
        assert "What was recorded breaks TOY-1.1: Two or three rounds." in explained(reported, 2).because

    def test_every_event_of_a_match_is_explained_to_everyone(self, opening) -> None:
        table = opening(Mode.DEALT, kick_off_when_ready=True)
        table.accepted(HOME, c.DeclareReady(entropy="north"))
        table.accepted(AWAY, c.DeclareReady())
        table.play(rounds=1)
        table.accepted(HOME, c.RequestUndo(version=4, reason="A slip."))
        table.accepted(AWAY, c.GrantUndo())
        table.accepted(HOME, c.Contest(first=1, reason="No."))
        table.accepted(REFEREE, c.MakeStatement(text="Let me see."))
        table.accepted(REFEREE, c.Dismiss(reason="It stands."))
        table.accepted(REFEREE, c.RevealSeed(reason="Doubts."))
        table.play()
        for viewer in Viewer:
            for version in range(1, table.record.version + 1):
                told = explained(table, version, viewer)
                assert told.because.startswith(told.sentence)
                assert told.clause is not None
                assert msgspec.json.decode(msgspec.json.encode(told))

    def test_a_sandbox_is_explained_like_any_match(self, dealt) -> None:
        """MATCH-6.1"""
        dealt.play(rounds=1)
        opened = dealt.recorder.try_out(dealt.match.match_id, dealt.record.version)
        assert isinstance(opened, Opened)
        sandbox = Table(dealt.recorder, dealt.clock, opened)
        told = explained(sandbox, sandbox.record.version)
        assert told.clause is not None
        assert (told.clause.id, told.asked, told.due) == ("MATCH-6.1", None, None)
        assert explained(sandbox, 5).provenance == Provenance(source=Source.IMPORTED)

    def test_a_concealed_event_explains_nothing_but_its_sentence(self, reported) -> None:
        reported.accepted(HOME, HideCorner(side=Side.HOME, corner=3))
        for viewer in (AWAY, REFEREE, SPECTATOR):
            sentence = "Reds hides a corner."
            assert explained(reported, 2, viewer) == Explanation(version=2, sentence=sentence, concealed=True)
        assert explained(reported, 2, HOME).figures == (Figure("corner", "3"),)

    @pytest.mark.parametrize("version", [0, -1, 2, 99])
    def test_a_version_that_is_not_there(self, reported, version) -> None:
        with pytest.raises(UnknownVersion):
            explained(reported, version)


class TestWhyNot:
    def test_a_command_that_would_be_accepted_is_not_recorded(self, reported) -> None:
        answer = tried(reported, HOME, HideCorner(side=Side.HOME, corner=1))
        assert answer == Acceptable(1)
        assert explain.why_not(reported.record, answer).accepted
        assert reported.record.version == 1

    def test_a_refusal_comes_with_its_clauses_in_full(self, reported) -> None:
        why = explain.why_not(reported.record, tried(reported, HOME, HideCorner(side=Side.HOME, corner=4)))
        assert isinstance(why.refusal, RuleViolation)
        assert [(clause.id, clause.text) for clause in why.clauses] == [("TOY-1.2", "There are three corners.")]
        reported.accepted(HOME, c.Contest(first=1, reason="No."))
        why = explain.why_not(reported.record, tried(reported, HOME, HideCorner(side=Side.HOME, corner=1)))
        assert isinstance(why.refusal, NotYourTurn)
        assert [clause.id for clause in why.clauses] == ["MATCH-3.2"]

    def test_it_is_what_submit_would_answer(self, opening) -> None:
        for act in (
            HideCorner(side=Side.HOME, corner=1),
            HideCorner(side=Side.AWAY, corner=1),
            Coin(face=0),
            c.DeclareReady(),
            c.Rewind(version=99, reason="r"),
            c.Annul(reason="r"),
        ):
            for seat in Viewer:
                table = opening(Mode.REPORTED)
                try_out, answer = tried(table, seat, act), table.send(seat, act)
                assert try_out == answer or isinstance(try_out, Acceptable), (seat, act)
                assert isinstance(try_out, Acceptable) == (type(answer).__name__ == "Accepted")

    def test_a_match_that_is_over(self, dealt) -> None:
        dealt.play()
        assert isinstance(tried(dealt, HOME, HideCorner(side=Side.HOME, corner=1)), MatchOver)

    def test_who_may_not_know_what_it_depends_on_learns_nothing_by_trying(self, reported) -> None:
        reported.accepted(HOME, HideCorner(side=Side.HOME, corner=3))
        assert isinstance(tried(reported, REFEREE, HideCorner(side=Side.AWAY, corner=1)), NotPermitted)
        irregular = c.RecordIrregularity(
            clause="TOY-1.2", reason="r", events=({"type": "RoundScored", "side": "home"},)
        )
        assert isinstance(tried(reported, REFEREE, irregular), NotPermitted)
        assert tried(reported, AWAY, HideCorner(side=Side.AWAY, corner=1)) == Acceptable(2)
        assert tried(reported, REFEREE, c.Annul(reason="r")) == Acceptable(2)


class TestProvenance:
    def test_a_report_with_what_the_table_says_of_it(self, reported) -> None:
        """MATCH-2.1"""
        reported.play(rounds=1)
        assert provenance(reported.record, 5) == Provenance(source=Source.REPORTED, reported_by="referee")
        reported.accepted(HOME, c.ConfirmReport(version=5))
        reported.accepted(AWAY, c.ContestReport(version=5, reason="It was cocked."))
        reported.accepted(REFEREE, c.Correct(version=5, outcome={"face": 1}, reason="So it was."))
        assert provenance(reported.record, 5) == Provenance(
            source=Source.REPORTED,
            reported_by="referee",
            confirmed_by=(Side.HOME,),
            contested_by=(Side.AWAY,),
            reasons=("It was cocked.",),
            corrected=9,
        )
        assert isinstance(reported.record.events()[8].event, ReportCorrected)

    def test_a_dealt_outcome_was_reported_by_nobody(self, dealt) -> None:
        dealt.hide()
        assert provenance(dealt.record, 5) == Provenance(source=Source.DEALT)

    def test_what_is_no_outcome_has_none(self, reported) -> None:
        assert provenance(reported.record, 1) is None
        with pytest.raises(UnknownVersion):
            provenance(reported.record, 2)


def shown(preview: Preview | Refusal) -> Any:
    """What is shown of a preview: not its steps, which are for working out figures alone."""
    return msgspec.structs.replace(preview, steps=()) if isinstance(preview, Preview) else preview


class TestSecrets:
    @pytest.fixture
    def worlds(self, tmp_path: Path, edition: Edition) -> tuple[Table, Table]:
        """Two matches that differ only in the corner that home hides in the second round."""
        tables = []
        for name, corner in (("one", 1), ("other", 2)):
            drawn = iter(range(1, 200))
            recorder = Recorder(
                f"sqlite:///{tmp_path}/{name}.db",
                GAMES,
                clock=lambda: KICK_OFF,
                entropy=lambda size, drawn=drawn: bytes([next(drawn)] * size),  # type: ignore[misc]
            )
            match = recorder.open_match("toy", edition, NAMES, Mode.REPORTED)
            assert isinstance(match, Opened)
            table = Table(recorder, [KICK_OFF], match)
            table.play(rounds=1)
            table.accepted(HOME, HideCorner(side=Side.HOME, corner=corner))
            tables.append(table)
        return tables[0], tables[1]

    def everything(self, table: Table, viewer: Viewer) -> bytes:
        """Every explanation, answer and preview that somebody can ask for."""
        acts: list[Submitted] = [
            *(HideCorner(side=side, corner=corner) for side in Side for corner in (1, 2, 3)),
            Coin(face=0),
            c.Correct(version=5, outcome={"face": 1}, reason="r"),
            c.Rewind(version=2, reason="r"),
            c.RecordIrregularity(
                clause="TOY-1.2", reason="r", events=({"type": "CornersShown", "home": 1, "away": 1},)
            ),
        ]
        record, match = table.record, table.match
        return msgspec.json.encode(
            [
                [explain.explain(record, version, viewer) for version in range(1, record.version + 1)],
                [explain.why_not(record, tried(table, viewer, act)) for act in acts],
                [
                    shown(table.recorder.preview(match.match_id, match.tokens.get(viewer), act))
                    for act in acts
                    if isinstance(act, c.MatchCommand)
                ],
            ],
            enc_hook=str,
        )

    @pytest.mark.parametrize("viewer", [AWAY, REFEREE, SPECTATOR])
    def test_two_worlds_are_explained_alike_to_those_who_may_not_tell_them_apart(self, worlds, viewer) -> None:
        one, other = worlds
        assert self.everything(one, viewer) == self.everything(other, viewer)
        assert self.everything(one, HOME) != self.everything(other, HOME)

    def test_a_correction_that_decides_a_secret_anew_tells_it_to_nobody(self, worlds) -> None:
        seen = []
        for table in worlds:
            table.accepted(REFEREE, c.Correct(version=5, outcome={"face": 1}, reason="r"))
            last = table.record.version
            assert isinstance(table.record.events(last - 1)[0].event, CornerHidden)
            assert isinstance(table.record.seen_by(REFEREE, last - 1)[0], Concealed)
            assert not isinstance(table.record.seen_by(HOME, last - 1)[0], Concealed)
            seen.append([self.everything(table, viewer) for viewer in (AWAY, REFEREE, SPECTATOR)])
        assert seen[0] == seen[1]

    def test_what_chance_brings_a_side_is_not_told_to_who_acted_when_it_was_dealt(self) -> None:
        secret = CornerHidden(side=Side.AWAY, corner=1)
        entry = Entry(at=KICK_OFF, by="home", data=secret, source=Source.DEALT, audience="away")
        dealt_to_away = Recorded("m", 2, "toy.CornerHidden", entry)
        assert [viewer for viewer in Viewer if knows(viewer, dealt_to_away, opened=False)] == [AWAY]

    def test_a_preview_deals_nothing(self, dealt) -> None:
        """What the seed gives next would show in the score after it."""
        shown = ({"type": "CornersShown", "home": 1, "away": 2},)
        ruling = c.RecordIrregularity(clause="TOY-1.2", reason="r", events=shown)
        preview = dealt.recorder.preview(dealt.match.match_id, dealt.match.tokens[REFEREE], ruling)
        assert isinstance(preview, Preview)
        assert preview.after.score == BySide(0, 0)
