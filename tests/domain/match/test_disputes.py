"""Kick-off, reports, disputes, rulings and undo, on the toy game. Every clause of the rulebook of all matches."""

import re
from pathlib import Path
from typing import Any

import pytest

from domain.match import commands as c
from domain.match import disputes
from domain.match import events as e
from domain.match.answers import Accepted, MatchOver, NotPermitted, NotYourTurn
from domain.match.chance import Mode, SeededDealer, Source, commitment
from domain.match.disputes import Preview
from domain.match.engines import StoreUnavailable
from domain.match.game import RuleViolation
from domain.match.recorder import Opened
from domain.match.sides import BySide, Side
from tests.domain.match.tables import AWAY, HOME, REFEREE, SPECTATOR, Table
from tests.toy import Coin, CoinTossed, HideCorner

ENGINES = ("sqlite", "postgresql")


@pytest.fixture
def reported(opening: Any) -> Table:
    table: Table = opening(Mode.REPORTED)
    return table


@pytest.fixture
def dealt(opening: Any) -> Table:
    table: Table = opening(Mode.DEALT)
    return table


def violates(answer: object, clause: str, path: str = "") -> bool:
    assert isinstance(answer, RuleViolation), answer
    assert clause in disputes.RULEBOOK
    assert (answer.clause, answer.path) == (clause, path), answer
    return True


class TestKickOff:
    def test_a_match_kicks_off_when_both_sides_are_ready_where_its_opening_says_so(self, opening) -> None:
        """MATCH-1.1"""
        table = opening(Mode.DEALT, kick_off_when_ready=True)
        assert table.record.version == 1
        assert isinstance(table.send(HOME, HideCorner(side=Side.HOME, corner=1)), NotYourTurn)
        assert [type(event) for event in table.accepted(HOME, c.DeclareReady())] == [e.SideReady]
        assert violates(table.send(HOME, c.DeclareReady()), "MATCH-1.1")
        assert [choice.side for choice in table.record.pending_at(2).choices] == [Side.AWAY]
        assert [type(event) for event in table.accepted(AWAY, c.DeclareReady())] == [e.SideReady, e.KickedOff]
        table.play()
        assert table.record.result.over
        assert table.sound()

    def test_entropy_of_the_sides_goes_into_every_draw_and_none_is_added_after_kick_off(self, opening) -> None:
        """MATCH-1.2"""
        table = opening(Mode.DEALT, kick_off_when_ready=True)
        assert violates(table.send(HOME, c.DeclareReady(entropy="x" * 201)), "MATCH-1.2", "entropy")
        table.accepted(HOME, c.DeclareReady(entropy="north"))
        table.accepted(AWAY, c.DeclareReady(entropy="süd"))
        assert violates(table.send(HOME, c.DeclareReady(entropy="late")), "MATCH-1.2")
        table.play()
        events = [recorded.event for recorded in table.record.events()]
        seed = bytes.fromhex(events[-1].seed)
        dealer = SeededDealer(seed, table.match.match_id, (b"north", "süd".encode()))
        faces = [event.face for event in events if isinstance(event, CoinTossed)]
        draws = [dealer.deal(draw, _coin(table)) for draw in range(len(faces))]
        assert [Coin(face=face) for face in faces] == draws
        assert table.sound()

    @pytest.mark.parametrize("seat", [REFEREE, SPECTATOR])
    def test_only_the_sides_declare_themselves_ready(self, opening, seat) -> None:
        """MATCH-1.1"""
        assert isinstance(opening(Mode.DEALT, kick_off_when_ready=True).send(seat, c.DeclareReady()), NotPermitted)


def _coin(table: Table) -> Any:
    from domain.match.game import Chance

    return Chance(tuple((Coin(face=face), 1) for face in table.record.state_at(1).table.edition.coin), "TOY-1.2", "")


class TestReports:
    def test_the_other_side_confirms_or_contests_a_report_once(self, reported) -> None:
        """MATCH-2.1"""
        reported.play(rounds=1)
        version = _toss(reported)
        assert reported.accepted(HOME, c.ConfirmReport(version=version))
        assert reported.accepted(AWAY, c.ContestReport(version=version, reason="It was cocked."))
        assert violates(reported.send(HOME, c.ContestReport(version=version, reason="No.")), "MATCH-2.1", "version")
        reported.play(rounds=1)
        assert reported.sound()

    @pytest.mark.parametrize("version", [0, 1, 2, 99])
    def test_what_is_no_report_cannot_be_judged(self, reported, version) -> None:
        """MATCH-2.1"""
        reported.play(rounds=1)
        assert violates(reported.send(HOME, c.ConfirmReport(version=version)), "MATCH-2.1", "version")

    def test_a_dealt_draw_is_no_report(self, dealt) -> None:
        """MATCH-2.1"""
        dealt.play(rounds=1)
        assert violates(dealt.send(HOME, c.ConfirmReport(version=_toss(dealt))), "MATCH-2.1", "version")


def _toss(table: Table, number: int = 0) -> int:
    """The version of a coin."""
    tosses = [recorded for recorded in table.record.events() if isinstance(recorded.event, CoinTossed)]
    version: int = tosses[number].version
    return version


class TestReview:
    def test_a_contest_puts_the_match_under_review_and_stops_play(self, reported) -> None:
        """MATCH-3.1, MATCH-3.2"""
        reported.play(rounds=1)
        reported.accepted(AWAY, c.Contest(first=2, last=3, reason="Home peeked."))
        assert reported.record.pending_at(reported.record.version).choices == ()
        answer = reported.send(HOME, HideCorner(side=Side.HOME, corner=1))
        assert isinstance(answer, NotYourTurn)
        assert "under review" in answer.message
        assert violates(reported.send(HOME, c.Contest(first=1, reason="Me too.")), "MATCH-3.1")

    def test_a_result_can_be_contested_within_its_window_only(self, opening) -> None:
        """MATCH-3.1"""
        for seconds, in_time in ((60, True), (61, False)):
            table = opening(Mode.REPORTED, dispute_window=60)
            assert violates(table.send(HOME, c.Contest(reason="Too early.")), "MATCH-3.1", "first")
            table.play()
            table.later(seconds=seconds)
            answer = table.send(HOME, c.Contest(reason="The coin has two heads."))
            assert isinstance(answer, Accepted) if in_time else violates(answer, "MATCH-3.1")

    @pytest.mark.parametrize(("first", "last"), [(0, 1), (1, 99), (None, 3)])
    def test_a_range_that_is_none_is_refused(self, reported, first, last) -> None:
        """MATCH-3.1"""
        reported.play()
        assert violates(reported.send(HOME, c.Contest(first=first, last=last, reason="?")), "MATCH-3.1", "first")

    def test_both_sides_and_the_referee_make_statements_in_a_review(self, reported) -> None:
        """MATCH-3.3"""
        assert violates(reported.send(HOME, c.MakeStatement(text="Hello.")), "MATCH-3.3")
        reported.play()
        reported.accepted(HOME, c.Contest(reason="The coin rolled off the table."))
        for seat in (HOME, AWAY, REFEREE):
            (event,) = reported.accepted(seat, c.MakeStatement(text=f"{seat} says so."))
            assert (event.author, event.text) == (seat, f"{seat} says so.")
        assert isinstance(reported.send(SPECTATOR, c.MakeStatement(text="Boo!")), NotPermitted)

    def test_a_ruling_ends_the_review_and_the_time_it_took_is_kept(self, reported) -> None:
        """MATCH-3.4, MATCH-4.2"""
        assert violates(reported.send(REFEREE, c.Dismiss(reason="Nothing there.")), "MATCH-4.2")
        reported.play(rounds=1)
        reported.accepted(HOME, c.Contest(first=1, reason="No."))
        reported.later(minutes=3)
        (event,) = reported.accepted(REFEREE, c.Dismiss(reason="It stands."))
        assert event.paused == 180_000
        reported.play(rounds=1)
        assert reported.record.result.over
        assert reported.sound()


RULINGS: list[c.MatchCommand] = [
    c.Dismiss(reason="r"),
    c.Correct(version=4, outcome={"face": 1}, reason="r"),
    c.Rewind(version=2, reason="r"),
    c.Award(score=BySide(3, 0), winner=Side.HOME, reason="r"),
    c.Annul(reason="r"),
    c.OrderReplay(reason="r"),
    c.RevealSeed(reason="r"),
    c.RecordIrregularity(clause="TOY-1.2", reason="r", events=({"type": "RoundScored", "side": "home"},)),
]


class TestRulings:
    @pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: type(ruling).__name__)
    @pytest.mark.parametrize("seat", [HOME, AWAY, SPECTATOR])
    def test_only_the_referee_rules(self, reported, ruling, seat) -> None:
        """MATCH-4.1"""
        reported.play()
        assert isinstance(reported.send(seat, ruling), NotPermitted)

    @pytest.mark.parametrize("reason", ["", "  ", "x" * 4001])
    def test_a_ruling_has_a_reason(self, reported, reason) -> None:
        """MATCH-4.1"""
        assert violates(reported.send(REFEREE, c.Annul(reason=reason)), "MATCH-4.1", "reason")

    @pytest.mark.parametrize(
        "said", ["off\0side", "a\x1b[2J", "\u202eedispu", "\u200d\u200c", "\u3164\u2800", "\n \u3000", "x\r"]
    )
    def test_what_cannot_be_read_is_no_reason_and_no_statement(self, reported, said) -> None:
        """MATCH-3.1, MATCH-3.3, MATCH-4.1"""
        assert violates(reported.send(REFEREE, c.Annul(reason=said)), "MATCH-4.1", "reason")
        refused = reported.recorder.preview(
            reported.match.match_id, reported.match.tokens[REFEREE], c.Annul(reason=said)
        )
        assert violates(refused, "MATCH-4.1", "reason")
        reported.play(rounds=1)
        assert violates(reported.send(HOME, c.RequestUndo(version=1, reason=said)), "MATCH-5.1", "reason")
        reported.accepted(HOME, c.Contest(reason="No goal.\n« 審判は\u3000見た » 🏴", first=2))
        assert violates(reported.send(AWAY, c.MakeStatement(text=said)), "MATCH-3.3", "text")

    def test_a_reason_with_a_control_character_that_an_old_record_has_still_follows(
        self, reported, monkeypatch
    ) -> None:
        reported.play()
        with monkeypatch.context() as patched:
            patched.setattr(disputes, "unreadable", lambda _: None)
            reported.accepted(HOME, c.Contest(reason="off\0side"))
        reported.accepted(REFEREE, c.Dismiss(reason="It was none."))
        assert reported.sound()

    def test_a_corrected_report_changes_what_followed_from_it(self, reported) -> None:
        """MATCH-4.3, MATCH-4.10"""
        reported.play(face=0)
        assert reported.record.result.score == BySide(2, 0)
        toss = _toss(reported)
        reported.accepted(REFEREE, c.Correct(version=toss, outcome={"face": 1}, reason="The video shows it."))
        record = reported.record
        assert (record.result.score, record.result.over) == (BySide(1, 1), True)
        ruling = record.version - len(record.to_strike(toss - 1, record.version))
        struck = [version for version in range(1, record.version + 1) if record.struck_by(version)]
        assert struck[0] == toss
        assert {record.struck_by(version) for version in struck} == {ruling}
        assert reported.sound()

    def test_reports_are_corrected_one_after_the_other_in_any_order_and_again(self, reported) -> None:
        """MATCH-4.3"""
        reported.play(face=0)
        first, second = _toss(reported), _toss(reported, 1)
        for version, face, score in ((second, 1, BySide(1, 1)), (first, 1, BySide(0, 2))):
            reported.accepted(REFEREE, c.Correct(version=version, outcome={"face": face}, reason="The video shows it."))
            assert (reported.record.result.score, reported.record.result.over) == (score, True)
        decided_anew = _toss(reported, -1)
        reported.accepted(REFEREE, c.Correct(version=decided_anew, outcome={"face": 0}, reason="It was right."))
        assert (reported.record.result.score, reported.record.result.over) == (BySide(1, 1), True)
        assert reported.sound()

    def test_what_was_recorded_against_the_rules_does_not_follow_from_another_outcome(self, reported) -> None:
        """MATCH-4.3, MATCH-4.9"""
        reported.play(rounds=1, face=0)
        shown = {"type": "CornersShown", "home": 1, "away": 1}
        reported.accepted(REFEREE, c.RecordIrregularity(clause="TOY-1.2", reason="r", events=(shown,)))
        irregular = reported.record.version - 1
        correct = c.Correct(version=_toss(reported), outcome={"face": 1}, reason="The video shows it.")
        answer = reported.send(REFEREE, correct)
        assert violates(answer, "MATCH-4.3", "strikeWhatCannotFollow")
        assert f"version {irregular} could not have followed: it was recorded against the rules" in answer.message

    def test_an_outcome_that_was_not_possible_or_no_other_is_refused(self, reported) -> None:
        """MATCH-4.3"""
        reported.play()
        toss = _toss(reported)
        for outcome in ({"face": 0}, {"face": 9}, {"face": "one"}, {}):
            answer = reported.send(REFEREE, c.Correct(version=toss, outcome=outcome, reason="r"))
            assert violates(answer, "MATCH-4.3", "outcome")
        for version in (0, 1, 3, 99):
            answer = reported.send(REFEREE, c.Correct(version=version, outcome={"face": 1}, reason="r"))
            assert violates(answer, "MATCH-4.3", "version")

    def test_a_rewound_match_meets_the_same_draws_again(self, dealt) -> None:
        """MATCH-4.4, MATCH-4.10"""
        dealt.play(rounds=1)
        first = [recorded.event for recorded in dealt.record.events()]
        dealt.accepted(REFEREE, c.Rewind(version=1, reason="The wrong set-up."))
        assert dealt.record.state.table == dealt.record.state_at(1).table
        dealt.play(rounds=1)
        again = [recorded.event for recorded in dealt.record.events()][len(first) + 1 :]
        assert again == first[1:]
        dealt.play(rounds=1)
        assert dealt.record.result.over
        assert dealt.sound()

    def test_a_match_whose_seed_is_revealed_goes_on_from_a_new_one(self, dealt) -> None:
        """MATCH-4.4"""
        dealt.play()
        (ruling,) = dealt.accepted(REFEREE, c.Rewind(version=1, reason="To be played again."))
        assert ruling.commitment not in (None, dealt.record.opening.commitment)
        dealt.play()
        last = dealt.record.events()[-1].event
        assert commitment(bytes.fromhex(last.seed)) == ruling.commitment
        assert dealt.sound()

    @pytest.mark.parametrize("version", [-1, 0, 99])
    def test_a_match_cannot_go_to_the_future_or_before_its_beginning(self, reported, version) -> None:
        """MATCH-4.4"""
        assert violates(reported.send(REFEREE, c.Rewind(version=version, reason="r")), "MATCH-4.4", "version")

    def test_a_match_cannot_go_back_to_a_step_of_what_one_command_brings(self, reported) -> None:
        """MATCH-4.4"""
        reported.play(rounds=1)
        answer = reported.send(REFEREE, c.Rewind(version=3, reason="r"))
        assert violates(answer, "MATCH-4.4", "version")
        assert "at version 2 it did" in answer.message

    def test_a_match_cannot_go_back_to_what_is_struck(self, reported) -> None:
        """MATCH-4.4, MATCH-4.10"""
        reported.play(rounds=1)
        reported.accepted(REFEREE, c.Rewind(version=1, reason="r"))
        assert violates(reported.send(REFEREE, c.Rewind(version=3, reason="r")), "MATCH-4.4", "version")

    def test_an_awarded_match_is_over_with_the_score_of_the_ruling(self, dealt) -> None:
        """MATCH-4.5"""
        dealt.play(rounds=1)
        events = dealt.accepted(REFEREE, c.Award(score=BySide(3, 0), winner=Side.HOME, reason="Away went home."))
        assert [type(event) for event in events] == [e.MatchAwarded, e.SeedRevealed]
        result = dealt.record.result
        assert (result.score, result.winner, result.over, result.ruling) == (BySide(3, 0), Side.HOME, True, "awarded")
        assert isinstance(dealt.send(HOME, HideCorner(side=Side.HOME, corner=1)), MatchOver)
        assert dealt.sound()

    @pytest.mark.parametrize(
        ("score", "winner", "path"),
        [
            (BySide(-1, 0), Side.AWAY, "score.home"),
            (BySide(0, 1001), Side.AWAY, "score.away"),
            (BySide(0, 3), Side.HOME, "winner"),
            (BySide(0, 3), None, "winner"),
        ],
    )
    def test_an_award_that_contradicts_itself_is_refused(self, reported, score, winner, path) -> None:
        """MATCH-4.5"""
        answer = reported.send(REFEREE, c.Award(score=score, winner=winner, reason="r"))
        assert violates(answer, "MATCH-4.5", path)

    @pytest.mark.parametrize(
        ("ruling", "kind"), [(c.Annul(reason="r"), "annulled"), (c.OrderReplay(reason="r"), "to be replayed")]
    )
    def test_a_match_that_is_annulled_or_replayed_counts_for_nothing_and_can_be_taken_up_again(
        self, dealt, ruling, kind
    ) -> None:
        """MATCH-4.6, MATCH-4.7"""
        dealt.play(rounds=1)
        dealt.accepted(REFEREE, ruling)
        assert (dealt.record.result.ruling, dealt.record.result.winner, dealt.record.result.over) == (kind, None, True)
        dealt.accepted(REFEREE, c.Rewind(version=2, reason="A mistake."))
        assert dealt.record.result.ruling == ""
        assert dealt.sound()

    def test_a_seed_revealed_early_ends_dealing_and_chance_is_reported(self, dealt, reported) -> None:
        """MATCH-4.8"""
        assert violates(reported.send(REFEREE, c.RevealSeed(reason="r")), "MATCH-4.8")
        dealt.play(rounds=1)
        events = dealt.accepted(REFEREE, c.RevealSeed(reason="The service is doubted."))
        assert [type(event) for event in events] == [e.DealingEnded, e.SeedRevealed]
        assert violates(dealt.send(REFEREE, c.RevealSeed(reason="r")), "MATCH-4.8")
        dealt.hide()
        dealt.accepted(REFEREE, Coin(face=1))
        assert dealt.record.events()[_toss(dealt, 1) - 1].entry.source is Source.REPORTED
        assert dealt.record.result.over
        assert dealt.sound()

    def test_what_happened_against_the_rules_is_recorded_with_its_clause_and_play_goes_on(self, reported) -> None:
        """MATCH-4.9"""
        scored = ({"type": "RoundScored", "side": "home"},)
        ruling = c.RecordIrregularity(clause="TOY-1.2", reason="A goal from a fourth corner.", events=scored)
        irregular, goal = reported.accepted(REFEREE, ruling)
        assert (irregular.breaks, irregular.count, goal.clause) == ("TOY-1.2", 1, "TOY-1.2")
        reported.play(face=1)
        assert reported.record.result.score == BySide(1, 2)
        assert reported.sound()

    @pytest.mark.parametrize(
        ("clause", "events", "path"),
        [
            ("TOY-9.9", ({"type": "RoundScored"},), "clause"),
            ("TOY-1.2", (), "events"),
            ("TOY-1.2", ({"type": "Nothing"},), "events[0].type"),
            ("TOY-1.2", ({},), "events[0].type"),
            ("TOY-1.2", ({"type": "RoundScored", "side": "home"}, {"type": "CornersShown", "home": 1}), "events[1]"),
            ("TOY-1.2", ({"type": "CornerHidden", "side": "home", "corner": "x"},), "events[0]"),
        ],
    )
    def test_an_irregularity_that_is_none_is_refused(self, reported, clause, events, path) -> None:
        """MATCH-4.9"""
        ruling = c.RecordIrregularity(clause=clause, reason="r", events=events)
        assert violates(reported.send(REFEREE, ruling), "MATCH-4.9", path)

    def test_the_chance_of_a_dealt_match_is_never_anybodys_to_write(self, dealt) -> None:
        """MATCH-4.9"""
        tossed = ({"type": "CoinTossed", "face": 1},)
        ruling = c.RecordIrregularity(clause="TOY-1.2", reason="r", events=tossed)
        assert violates(dealt.send(REFEREE, ruling), "MATCH-4.9", "events[0]")


class TestPreview:
    def test_a_preview_says_what_a_ruling_would_bring_and_records_nothing(self, reported) -> None:
        """MATCH-4.3"""
        reported.play(face=0)
        version = reported.record.version
        command = c.Correct(version=_toss(reported), outcome={"face": 1}, reason="r")
        preview = reported.recorder.preview(reported.match.match_id, reported.match.tokens[REFEREE], command)
        assert isinstance(preview, Preview)
        assert (preview.before.score, preview.after.score) == (BySide(2, 0), BySide(1, 1))
        assert preview.strikes == version - _toss(reported) + 1
        assert preview.cannot_follow == ()
        assert reported.record.version == version

    def test_a_preview_is_for_the_referee(self, reported) -> None:
        """MATCH-4.1"""
        for seat in (HOME, AWAY, SPECTATOR):
            token = reported.match.tokens.get(seat)
            preview = reported.recorder.preview(reported.match.match_id, token, c.Annul(reason="r"))
            assert isinstance(preview, NotPermitted)


class TestUndo:
    @pytest.mark.parametrize("consenting", [AWAY, REFEREE])
    def test_a_side_asks_and_the_other_or_the_referee_grants(self, dealt, consenting) -> None:
        """MATCH-5.1, MATCH-5.2"""
        dealt.play(rounds=1)
        dealt.accepted(HOME, c.RequestUndo(version=1, reason="A slip."))
        assert violates(dealt.send(AWAY, c.RequestUndo(version=1)), "MATCH-5.1")
        assert isinstance(dealt.send(HOME, c.GrantUndo()), NotPermitted)
        dealt.accepted(consenting, c.GrantUndo())
        assert dealt.record.state.table == dealt.record.state_at(1).table
        dealt.play()
        assert dealt.sound()

    def test_refused_the_match_goes_on_as_it_stands(self, dealt) -> None:
        """MATCH-5.2"""
        assert violates(dealt.send(AWAY, c.RefuseUndo()), "MATCH-5.2")
        dealt.play(rounds=1)
        table = dealt.record.state.table
        dealt.accepted(HOME, c.RequestUndo(version=1))
        dealt.accepted(AWAY, c.RefuseUndo())
        assert dealt.record.state.table == table
        assert violates(dealt.send(AWAY, c.GrantUndo()), "MATCH-5.2")

    @pytest.mark.parametrize("version", [0, 2, 99])
    def test_an_undo_goes_back_to_an_earlier_version(self, dealt, version) -> None:
        """MATCH-5.1"""
        dealt.accepted(HOME, HideCorner(side=Side.HOME, corner=1))
        assert violates(dealt.send(HOME, c.RequestUndo(version=version)), "MATCH-5.1", "version")

    def test_a_match_that_is_over_is_not_undone(self, dealt) -> None:
        """MATCH-5.1"""
        dealt.play()
        assert violates(dealt.send(HOME, c.RequestUndo(version=1)), "MATCH-5.1")


def test_every_clause_is_named_by_a_test() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [clause for clause in disputes.RULEBOOK if not re.search(rf"{re.escape(clause)}(?!\d)", text)] == []


def test_every_event_of_every_match_is_told_in_a_sentence(dealt) -> None:
    dealt.play(rounds=1)
    dealt.accepted(HOME, c.RequestUndo(version=1))
    dealt.accepted(AWAY, c.RefuseUndo())
    dealt.accepted(HOME, c.Contest(first=1, reason="No."))
    dealt.accepted(REFEREE, c.MakeStatement(text="Let me see."))
    dealt.accepted(REFEREE, c.Award(score=BySide(0, 0), reason="Fair."))
    sentences = [dealt.record.tell(version) for version in range(1, dealt.record.version + 1)]
    assert "Reds asks to go back to version 1." in sentences
    assert "Reds contests versions 1 to 1: No." in sentences
    assert "The referee awards the match as a draw, 0–0: Fair." in sentences


class TestTryingOut:
    def test_a_sandbox_goes_on_from_a_version_and_leaves_the_match_as_it_is(self, dealt) -> None:
        """MATCH-6.1"""
        dealt.play(rounds=1)
        version = dealt.record.version
        sandbox = Table(dealt.recorder, dealt.clock, dealt.recorder.try_out(dealt.match.match_id, version))
        assert sandbox.record.state.table == dealt.record.state.table
        assert sandbox.record.opening.sandbox_of == dealt.match.match_id
        sandbox.play(rounds=1)
        assert sandbox.record.result.over
        assert dealt.record.version == version
        assert sandbox.sound()

    def test_the_same_draws_are_met_once_the_seed_is_revealed_and_fresh_ones_at_any_time(self, dealt) -> None:
        """MATCH-6.2"""
        dealt.play(rounds=1)
        version, match_id = dealt.record.version, dealt.match.match_id
        early = dealt.recorder.try_out(match_id, version, same_draws=True)
        assert violates(early, "MATCH-6.2", "draws")
        dealt.play(rounds=1)
        again = Table(dealt.recorder, dealt.clock, dealt.recorder.try_out(match_id, version, same_draws=True))
        again.play(rounds=1)
        assert _face(again, 1) == _face(dealt, 1)
        assert again.sound()
        faces = set()
        for _ in range(20):
            fresh = Table(dealt.recorder, dealt.clock, dealt.recorder.try_out(match_id, version))
            fresh.play(rounds=1)
            faces.add(_face(fresh, 1))
        assert len(faces) == 2

    def test_what_is_still_secret_is_tried_out_by_nobody_as_everybody_sees_a_sandbox(self, dealt) -> None:
        """MATCH-6.1"""
        dealt.accepted(HOME, HideCorner(side=Side.HOME, corner=1))
        version, match_id = dealt.record.version, dealt.match.match_id
        assert isinstance(dealt.recorder.try_out(match_id, version), NotPermitted)
        assert isinstance(dealt.recorder.try_out(match_id, version - 1), Opened)

    def test_a_sandbox_begins_where_a_command_has_brought_all_that_follows(self, dealt) -> None:
        """MATCH-6.1"""
        dealt.play(rounds=1)
        answer = dealt.recorder.try_out(dealt.match.match_id, 4)
        assert violates(answer, "MATCH-6.1", "version")

    def test_a_reported_match_can_be_tried_out_too(self, reported) -> None:
        """MATCH-6.1"""
        reported.play(rounds=1)
        opened = reported.recorder.try_out(reported.match.match_id, reported.record.version)
        sandbox = Table(reported.recorder, reported.clock, opened)
        sandbox.play(rounds=1)
        assert sandbox.record.result.over
        assert sandbox.sound()


def _face(table: Table, number: int) -> int:
    """The face of a coin."""
    tosses = [recorded.event.face for recorded in table.record.events() if isinstance(recorded.event, CoinTossed)]
    face: int = tosses[number]
    return face


class TestWhatASceptic:
    """What somebody found who did not believe in the record."""

    def test_contests_what_is_struck_or_the_wrong_way_round_is_told_so(self, reported) -> None:
        """MATCH-3.1"""
        reported.play()
        assert violates(reported.send(HOME, c.Contest(first=3, last=2, reason="?")), "MATCH-3.1", "last")
        reported.accepted(REFEREE, c.Rewind(version=1, reason="Again."))
        assert violates(reported.send(HOME, c.Contest(first=3, last=4, reason="?")), "MATCH-3.1", "first")

    def test_cannot_learn_from_an_early_seed_what_is_still_secret(self, dealt) -> None:
        """MATCH-4.8"""
        dealt.accepted(HOME, HideCorner(side=Side.HOME, corner=2))
        assert [type(event) for event in dealt.accepted(REFEREE, c.RevealSeed(reason="r"))] == [e.DealingEnded]
        dealt.accepted(AWAY, HideCorner(side=Side.AWAY, corner=1))
        dealt.accepted(REFEREE, Coin(face=1))
        dealt.play(rounds=1)
        last = dealt.record.events()[-1].event
        assert isinstance(last, e.SeedRevealed)
        assert commitment(bytes.fromhex(last.seed)) == dealt.record.opening.commitment
        assert dealt.sound()

    def test_cannot_end_or_revive_a_match_or_break_its_table_by_an_irregularity(self, reported) -> None:
        """MATCH-4.9"""
        goal = {"type": "RoundScored", "side": "home"}
        last_coin = ({"type": "CoinTossed", "face": 1},)
        many = c.RecordIrregularity(clause="TOY-1.2", reason="r", events=(goal,) * 21)
        assert violates(reported.send(REFEREE, many), "MATCH-4.9", "events")
        unknown = c.RecordIrregularity(clause="TOY-1.2", reason="r", events=({**goal, "x": 1},))
        assert violates(reported.send(REFEREE, unknown), "MATCH-4.9", "events[0]")
        huge = {"type": "CornersShown", "home": 10_001, "away": 1}
        absurd = c.RecordIrregularity(clause="TOY-1.2", reason="r", events=(huge,))
        assert violates(reported.send(REFEREE, absurd), "MATCH-4.9", "events[0]")
        reported.play(rounds=1)
        ending = c.RecordIrregularity(clause="TOY-1.2", reason="r", events=last_coin)
        assert violates(reported.send(REFEREE, ending), "MATCH-4.9", "events[0]")
        reported.play(rounds=1)
        assert violates(
            reported.send(REFEREE, c.RecordIrregularity(clause="TOY-1.2", reason="r", events=(goal,))), "MATCH-4.9"
        )

    def test_leaves_the_scorekeeper_with_what_the_scorekeeper_entered(self, reported) -> None:
        """MATCH-4.3"""
        for number in range(2):
            for side in Side:
                reported.accepted(REFEREE, HideCorner(side=side, corner=1 + number))
            reported.accepted(REFEREE, Coin(face=0))
        assert reported.record.open_to(REFEREE)
        reported.accepted(REFEREE, c.Correct(version=_toss(reported), outcome={"face": 1}, reason="r"))
        assert reported.record.open_to(REFEREE)

    def test_corrects_nothing_by_a_field_that_is_none(self, reported) -> None:
        """MATCH-4.3"""
        reported.play()
        command = c.Correct(version=_toss(reported), outcome={"face": 1, "edge": 2}, reason="r")
        assert violates(reported.send(REFEREE, command), "MATCH-4.3", "outcome")

    def test_a_match_whose_seed_is_lost_goes_on_with_reported_chance(self, dealt) -> None:
        """MATCH-4.8"""
        dealt.play(rounds=1)
        with dealt.recorder._log.recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM match_seeds")
        with pytest.raises(StoreUnavailable, match="the referee may end dealing"):
            dealt.send(HOME, HideCorner(side=Side.HOME, corner=1))
        assert [type(event) for event in dealt.accepted(REFEREE, c.RevealSeed(reason="Lost."))] == [e.DealingEnded]
        dealt.hide()
        dealt.accepted(REFEREE, Coin(face=1))
        assert dealt.record.result.over
        assert dealt.sound()
