"""The recorder on every engine: what is accepted is kept once, in order, and nothing else is."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from domain.games.tooor.commands import ChooseTactic
from domain.match import editions, play
from domain.match.answers import Accepted, Malformed, MatchOver, NotPermitted, NotYourTurn, VersionConflict
from domain.match.chance import Mode, Source, commitment
from domain.match.editions import Edition
from domain.match.engines import StoreUnavailable
from domain.match.envelope import RECORDER
from domain.match.events import MatchOpened, SeedRevealed
from domain.match.game import RuleViolation
from domain.match.record import UnknownVersion
from domain.match.recorder import Opened, Recorder, UnknownMatch
from domain.match.sides import BySide, Side, Viewer
from domain.match.visibility import Concealed
from tests.domain.match.conftest import GAMES, NAMES, opened
from tests.toy import TOY_EDITION, Coin, CoinTossed, CornerHidden, HideCorner, ToyEdition

ENGINES = ("sqlite", "postgresql")


def hide(side: Side, corner: int) -> HideCorner:
    return HideCorner(side=side, corner=corner)


def play_out(recorder: Recorder, match: Opened) -> None:
    """Play a dealt toy match to its end."""
    for round_number in range(2):
        for side, corner in ((Side.HOME, 1), (Side.AWAY, 2)):
            token = match.tokens[Viewer(side)]
            answer = recorder.submit(match.match_id, token, f"{round_number}-{side}", hide(side, corner))
            assert isinstance(answer, Accepted), answer


class TestOpening:
    def test_the_first_event_carries_all_that_the_match_is_played_with(self, recorder, dealt, edition) -> None:
        event = recorder.match(dealt.match_id).opening
        assert (event.game, event.rules_version, event.mode, event.names) == ("toy", 1, Mode.DEALT, NAMES)
        assert event.edition == edition.content
        assert event.edition_digest == edition.digest
        assert event.house_rules == {"rounds": 2}

    def test_the_opening_of_a_dealt_match_commits_to_a_seed_that_the_end_reveals(self, recorder, dealt) -> None:
        play_out(recorder, dealt)
        record = recorder.match(dealt.match_id)
        last = record.events()[-1].event
        assert isinstance(last, SeedRevealed)
        assert commitment(bytes.fromhex(last.seed)) == record.opening.commitment

    def test_a_reported_match_has_no_seed(self, recorder, reported) -> None:
        assert recorder.match(reported.match_id).opening.commitment is None

    def test_each_match_has_its_own_id_and_tokens(self, recorder, edition) -> None:
        first, second = (opened(recorder, edition, Mode.DEALT) for _ in range(2))
        assert first.match_id != second.match_id
        assert not set(first.tokens.values()) & set(second.tokens.values())

    @pytest.mark.parametrize(
        ("names", "path"),
        [
            (BySide("", "B"), "names.home"),
            (BySide("A", " "), "names.away"),
            (BySide("A", "A"), "names.away"),
            (BySide("x" * 81, "B"), "names.home"),
            (BySide("A\x1b[31m", "B"), "names.home"),
        ],
    )
    def test_names_that_cannot_be_shown_or_told_apart_are_refused(self, recorder, edition, names, path) -> None:
        answer = recorder.open_match("toy", edition, names, Mode.DEALT)
        assert isinstance(answer, Malformed)
        assert answer.path == path

    def test_names_in_scripts_that_need_joiners_are_taken(self, recorder, edition) -> None:
        names = BySide("\u0645\u06cc\u200c\u062e\u0648", "Family \U0001f468\u200d\U0001f469")
        assert isinstance(recorder.open_match("toy", edition, names, Mode.DEALT), Opened)

    def test_an_unknown_game_is_refused_with_those_there_are(self, recorder, edition) -> None:
        answer = recorder.open_match("chess", edition, NAMES, Mode.DEALT)
        assert answer == Malformed("unknown game 'chess'; there are toy", "game")

    @pytest.mark.parametrize(
        ("rules", "path", "said"),
        [
            ({"speed": 1}, "houseRules.speed", "this game has rounds"),
            ({"rounds": 7}, "houseRules.rounds", "one of 2, 3"),
            ({"rounds": "2"}, "houseRules.rounds", "one of 2, 3"),
            ({"rounds": True}, "houseRules.rounds", "one of 2, 3"),
        ],
    )
    def test_an_unknown_house_rule_or_value_is_refused_with_what_is_allowed(
        self, recorder, edition, rules, path, said
    ) -> None:
        answer = recorder.open_match("toy", edition, NAMES, Mode.DEALT, rules)
        assert isinstance(answer, Malformed)
        assert (answer.path, said in answer.message) == (path, True)


class TestSubmitting:
    def test_all_events_of_a_command_commit_together_with_versions_without_gaps(self, recorder, dealt) -> None:
        play_out(recorder, dealt)
        events = recorder.match(dealt.match_id).events()
        assert [event.version for event in events] == list(range(1, len(events) + 1))
        second = [event for event in events if event.entry.command_id == "0-away"]
        assert [type(event.event).__name__ for event in second][:3] == ["CornerHidden", "CornersShown", "CoinTossed"]
        assert len({event.entry.at for event in second}) == 1

    def test_an_event_names_who_acted_with_which_token_and_where_chance_came_from(self, store, edition) -> None:
        now = datetime(2026, 5, 1, 20, 45, tzinfo=UTC)
        with Recorder(store, GAMES, clock=lambda: now) as recorder:
            match = opened(recorder, edition, Mode.REPORTED)
            for side in Side:
                recorder.submit(match.match_id, match.tokens[Viewer.REFEREE], f"c-{side}", hide(side, 2))
            answer = recorder.submit(match.match_id, match.tokens[Viewer.REFEREE], "coin", Coin(face=1))
        assert isinstance(answer, Accepted)
        entry = answer.events[0].entry
        assert (entry.at, entry.by, entry.command_id) == (now, "referee", "coin")
        assert (entry.source, entry.draw, entry.audience) == (Source.REPORTED, 0, "all")
        assert entry.token
        assert match.tokens[Viewer.REFEREE] not in entry.token

    def test_the_time_in_a_match_never_goes_back_and_goes_on_where_the_clock_has_gone_back(
        self, opening, clock, monkeypatch
    ) -> None:
        passed = [100.0]
        monkeypatch.setattr("domain.match.recorder.monotonic", lambda: passed[0])
        table = opening(Mode.REPORTED)

        def recorded_at(act: HideCorner | Coin) -> datetime:
            answer = table.send(Viewer.REFEREE, act)
            assert isinstance(answer, Accepted)
            return answer.events[0].entry.at

        table.later(seconds=10)
        first = recorded_at(hide(Side.HOME, 1))
        assert first == clock[0]
        table.later(hours=-3)
        passed[0] += 4
        assert recorded_at(hide(Side.AWAY, 2)) == first + timedelta(seconds=4)
        clock[0] = first + timedelta(seconds=30)
        assert recorded_at(Coin(face=1)) == clock[0]

    def test_what_was_accepted_is_there_in_a_recorder_opened_later(self, recorder, dealt, store) -> None:
        play_out(recorder, dealt)
        with Recorder(store, GAMES) as later:
            assert later.match(dealt.match_id).events() == recorder.match(dealt.match_id).events()

    def test_a_repeat_of_a_command_id_returns_the_first_answer(self, recorder, dealt, store) -> None:
        token = dealt.tokens[Viewer.HOME]
        first = recorder.submit(dealt.match_id, token, "once", hide(Side.HOME, 1))
        assert recorder.submit(dealt.match_id, token, "once", hide(Side.HOME, 1)) == first
        recorder.submit(dealt.match_id, dealt.tokens[Viewer.AWAY], "x", hide(Side.AWAY, 1))
        with Recorder(store, GAMES) as restarted:
            assert restarted.submit(dealt.match_id, token, "once", hide(Side.HOME, 1), expected_version=1) == first

    def test_the_same_command_id_with_another_command_is_an_error(self, recorder, dealt) -> None:
        token = dealt.tokens[Viewer.HOME]
        recorder.submit(dealt.match_id, token, "once", hide(Side.HOME, 1))
        answer = recorder.submit(dealt.match_id, token, "once", hide(Side.HOME, 2))
        assert answer == Malformed("this command id was used for another command", "commandId")

    def test_a_command_id_belongs_to_its_seat(self, recorder, dealt) -> None:
        home = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "same", hide(Side.HOME, 1))
        away = recorder.submit(dealt.match_id, dealt.tokens[Viewer.AWAY], "same", hide(Side.AWAY, 3))
        assert isinstance(home, Accepted)
        assert isinstance(away, Accepted)
        assert away.events[0].event == CornerHidden(side=Side.AWAY, clause="TOY-1.2", corner=3)

    @pytest.mark.parametrize("command_id", ["", "x" * 201])
    def test_a_command_needs_an_id_of_bearable_length(self, recorder, dealt, command_id) -> None:
        answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], command_id, hide(Side.HOME, 1))
        assert isinstance(answer, Malformed)
        assert answer.path == "commandId"

    def test_an_unknown_match_is_not_found(self, recorder) -> None:
        with pytest.raises(UnknownMatch, match="nowhere"):
            recorder.submit("nowhere", None, "c", hide(Side.HOME, 1))

    def test_a_command_of_another_game_is_malformed(self, recorder, dealt) -> None:
        answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "c", ChooseTactic(side=Side.HOME, value=1))
        assert answer == Malformed("Toy has no ChooseTactic", "command")

    def test_a_rule_violation_names_clause_and_part_and_records_nothing(self, recorder, dealt) -> None:
        answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "c", hide(Side.HOME, 9))
        assert answer == RuleViolation("TOY-1.2", "there is no corner 9; there are 1, 2 and 3", "corner")
        assert recorder.match(dealt.match_id).version == dealt.version

    def test_a_side_that_has_decided_waits_for_the_other(self, recorder, dealt) -> None:
        recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME, 1))
        answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "b", hide(Side.HOME, 1))
        assert answer == NotYourTurn("the match waits for away")

    def test_a_match_that_is_over_takes_nothing_more(self, recorder, dealt) -> None:
        play_out(recorder, dealt)
        answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "late", hide(Side.HOME, 1))
        assert isinstance(answer, MatchOver)


class TestPermission:
    @pytest.mark.parametrize(
        ("seat", "side"), [(Viewer.HOME, Side.AWAY), (Viewer.AWAY, Side.HOME), (Viewer.REFEREE, Side.HOME)]
    )
    def test_in_a_dealt_match_a_seat_acts_for_its_own_side_only(self, recorder, dealt, seat, side) -> None:
        answer = recorder.submit(dealt.match_id, dealt.tokens[seat], "c", hide(side, 1))
        assert isinstance(answer, NotPermitted)

    @pytest.mark.parametrize("token", [None, "", "home_0000", "nonsense"])
    def test_without_a_token_of_the_match_nothing_can_be_submitted(self, recorder, dealt, token) -> None:
        answer = recorder.submit(dealt.match_id, token, "c", hide(Side.HOME, 1))
        assert isinstance(answer, NotPermitted)

    def test_a_token_of_another_match_is_none_of_this_one(self, recorder, dealt, reported) -> None:
        answer = recorder.submit(dealt.match_id, reported.tokens[Viewer.HOME], "c", hide(Side.HOME, 1))
        assert isinstance(answer, NotPermitted)

    def test_nobody_reports_chance_in_a_dealt_match(self, recorder, dealt) -> None:
        for seat in dealt.tokens:
            answer = recorder.submit(dealt.match_id, dealt.tokens[seat], "c", Coin(face=1))
            assert isinstance(answer, NotPermitted)

    def test_in_a_reported_match_the_referee_is_the_scorekeeper(self, recorder, reported) -> None:
        for side in Side:
            answer = recorder.submit(reported.match_id, reported.tokens[Viewer.REFEREE], side, hide(side, 1))
            assert isinstance(answer, Accepted)

    def test_a_reported_outcome_must_have_been_possible(self, recorder, reported) -> None:
        referee = reported.tokens[Viewer.REFEREE]
        early = recorder.submit(reported.match_id, referee, "early", Coin(face=1))
        assert early == NotYourTurn("no chance outcome is due; the match waits for a decision")
        for side in Side:
            recorder.submit(reported.match_id, referee, side, hide(side, 1))
        impossible = recorder.submit(reported.match_id, referee, "edge", Coin(face=7))
        assert impossible == RuleViolation(
            "TOY-1.2", "that cannot happen now; due is: a coin; face cannot be 7", "face"
        )
        choice = recorder.submit(reported.match_id, referee, "choice", hide(Side.HOME, 1))
        assert choice == NotYourTurn("first a chance outcome is due: a coin")


class TestExpectedVersion:
    def test_a_stale_version_is_a_conflict_that_names_the_current_one(self, recorder, dealt) -> None:
        for side in Side:
            recorder.submit(dealt.match_id, dealt.tokens[Viewer(side)], "a", hide(side, 1))
        current = recorder.match(dealt.match_id).version
        answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "b", hide(Side.HOME, 1), dealt.version)
        assert isinstance(answer, VersionConflict)
        assert (answer.expected, answer.current) == (dealt.version, current)

    def test_a_secret_choice_of_the_other_side_is_no_conflict(self, recorder, dealt) -> None:
        recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME, 1), dealt.version)
        answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.AWAY], "b", hide(Side.AWAY, 2), dealt.version)
        assert isinstance(answer, Accepted)

    @pytest.mark.parametrize("expected", [-1, 99])
    def test_a_version_that_is_not_there_is_a_conflict(self, recorder, dealt, expected) -> None:
        answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "b", hide(Side.HOME, 1), expected)
        assert isinstance(answer, VersionConflict)

    def test_a_scorekeepers_stale_roll_is_a_conflict(self, recorder, reported) -> None:
        referee = reported.tokens[Viewer.REFEREE]
        for side in Side:
            recorder.submit(reported.match_id, referee, side, hide(side, 1))
        version = recorder.match(reported.match_id).version
        stale = recorder.submit(reported.match_id, referee, "coin", Coin(face=1), version - 1)
        assert isinstance(stale, VersionConflict)
        assert isinstance(recorder.submit(reported.match_id, referee, "coin", Coin(face=1), version), Accepted)


class TestPositions:
    def test_the_state_after_every_version_is_at_hand(self, recorder, dealt) -> None:
        play_out(recorder, dealt)
        record = recorder.match(dealt.match_id)
        state = None
        for recorded in record.events():
            state = play.evolve(record.game, state, recorded.event)
            assert record.state_at(recorded.version) == state

    @pytest.mark.parametrize("version", [0, -1, 99])
    def test_a_version_that_is_not_there_is_named(self, recorder, dealt, version) -> None:
        with pytest.raises(UnknownVersion, match=str(version)):
            recorder.match(dealt.match_id).state_at(version)

    def test_least_recently_used_matches_leave_memory_and_come_back_whole(self, store, edition) -> None:
        with Recorder(store, GAMES, capacity=2) as recorder:
            matches = [opened(recorder, edition, Mode.DEALT) for _ in range(5)]
            for match in matches:
                play_out(recorder, match)
            assert len(recorder._kept) == 2
            for match in matches:
                assert recorder.match(match.match_id).result.over


class TestSecrets:
    def test_a_hidden_corner_is_known_to_its_side_alone_until_it_is_shown(self, recorder, dealt) -> None:
        recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME, 3))
        record = recorder.match(dealt.match_id)
        for viewer in (Viewer.AWAY, Viewer.REFEREE, Viewer.SPECTATOR):
            last = record.seen_by(viewer)[-1]
            assert isinstance(last, Concealed)
            assert last.sentence == "{side} hides a corner."
        assert record.seen_by(Viewer.HOME)[-1] == record.events()[-1]
        recorder.submit(dealt.match_id, dealt.tokens[Viewer.AWAY], "a", hide(Side.AWAY, 1))
        assert not any(isinstance(event, Concealed) for event in record.seen_by(Viewer.SPECTATOR))


class TestSeveralAtOnce:
    def test_one_command_from_many_clients_at_once_is_recorded_once(self, recorder, dealt) -> None:
        token = dealt.tokens[Viewer.HOME]
        barrier = threading.Barrier(8)

        def send(_: int) -> object:
            barrier.wait()
            return recorder.submit(dealt.match_id, token, "same", hide(Side.HOME, 1))

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(send, range(8)))
        assert all(answer == answers[0] and isinstance(answer, Accepted) for answer in answers)
        assert recorder.match(dealt.match_id).version == dealt.version + 1

    def test_two_recorders_on_one_store_record_the_same_match(self, recorder, dealt, store) -> None:
        with Recorder(store, GAMES) as other:
            both = (recorder, other)
            for round_number in range(2):
                for number, side in enumerate(Side):
                    token = dealt.tokens[Viewer(side)]
                    answer = both[number].submit(dealt.match_id, token, f"{round_number}", hide(side, 1 + number))
                    assert isinstance(answer, Accepted), answer
            assert recorder.match(dealt.match_id).events() == other.match(dealt.match_id).events()
            assert recorder.match(dealt.match_id).result.over

    def test_a_decision_is_taken_anew_when_another_process_was_faster(
        self, recorder, dealt, store, monkeypatch
    ) -> None:
        with Recorder(store, GAMES) as other:
            save = recorder._save
            raced: list[bool] = []

            def late(events, keepsakes=None):
                if not raced:
                    raced.append(True)
                    other.submit(dealt.match_id, dealt.tokens[Viewer.AWAY], "a", hide(Side.AWAY, 1))
                return save(events, keepsakes)

            monkeypatch.setattr(recorder, "_save", late)
            answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "h", hide(Side.HOME, 2))
        assert isinstance(answer, Accepted)
        assert any(isinstance(event.event, CoinTossed) for event in answer.events)
        events = recorder.match(dealt.match_id).events()
        assert [event.version for event in events] == list(range(1, len(events) + 1))


class TestDamagedRows:
    def test_a_damaged_row_harms_its_match_from_its_version_on_and_no_other(
        self, recorder, dealt, edition, store
    ) -> None:
        play_out(recorder, dealt)
        sound = opened(recorder, edition, Mode.DEALT)
        log = recorder._log.recorder
        with log.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "UPDATE stored_events SET state=substr(state, 1, 20) "
                f"WHERE originator_id='{dealt.match_id}' AND originator_version=3"
            )
        with Recorder(store, GAMES) as fresh:
            record = fresh.match(dealt.match_id)
            assert record.damage is not None
            assert record.damage.version == 3
            assert record.version == 2
            assert record.state_at(2).table is not None
            with pytest.raises(Exception, match="damaged at version 3"):
                record.state_at(4)
            with pytest.raises(Exception, match="damaged at version 3"):
                fresh.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "c", hide(Side.HOME, 1))
            play_out(fresh, sound)

    def test_a_missing_row_is_damage_too(self, recorder, dealt, store) -> None:
        play_out(recorder, dealt)
        with recorder._log.recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute(f"DELETE FROM stored_events WHERE originator_id='{dealt.match_id}' AND originator_version=4")
        with Recorder(store, GAMES) as fresh:
            damage = fresh.match(dealt.match_id).damage
        assert damage is not None
        assert (damage.version, damage.reason) == (4, "version 4 is missing")


class TestStores:
    ENGINES = ("sqlite",)

    def test_a_full_disk_refuses_the_write_says_so_and_keeps_nothing(self, recorder, dealt, monkeypatch) -> None:
        log = recorder._log.recorder
        with log.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA page_count")
            pages = cursor.fetchone()[0]
            for _ in range(3):
                cursor.execute(f"PRAGMA max_page_count={pages}")
        refused = None
        version = dealt.version
        for attempt in range(2000):
            try:
                recorder.open_match("toy", *_edition_and_names(recorder), Mode.DEALT)
            except StoreUnavailable as error:
                refused = error
                break
            assert attempt < 1999
        assert refused is not None
        assert "full" in refused.reason
        assert recorder.match(dealt.match_id).version == version

    def test_a_read_only_store_can_be_read_and_refuses_to_be_written(self, recorder, dealt, store) -> None:
        with Recorder(f"{store}?mode=ro", GAMES) as reader:
            assert reader.match(dealt.match_id).version == dealt.version
            with pytest.raises(StoreUnavailable, match="read-only"):
                reader.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "c", hide(Side.HOME, 1))

    @pytest.mark.parametrize("store", ["", "touchline.db", "sqlite://x", "sqlite:///", "mysql:///x"])
    def test_a_setting_that_names_no_store_is_refused(self, store) -> None:
        with pytest.raises(StoreUnavailable, match="names no store"):
            Recorder(store, GAMES)

    def test_a_store_in_a_folder_that_is_not_there_says_so(self, tmp_path: Path) -> None:
        with pytest.raises(StoreUnavailable, match="cannot be opened"):
            Recorder(f"sqlite:///{tmp_path}/no/such/folder/x.db", GAMES)

    def test_a_file_that_is_no_store_says_so(self, tmp_path: Path) -> None:
        path = tmp_path / "notes.txt"
        path.write_text("not a database at all, just some notes about football\n" * 50)
        with pytest.raises(StoreUnavailable, match="not a Touchline store"):
            Recorder(f"sqlite:///{path}", GAMES)

    def test_events_wait_for_the_disk_at_every_commit(self, recorder) -> None:
        with recorder._log.recorder.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == 2
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] == "wal"


def _edition_and_names(recorder: Recorder) -> tuple[Edition, BySide[str]]:
    return editions.read(ToyEdition, TOY_EDITION), NAMES


def test_matches_are_listed_in_the_order_of_their_opening(recorder, edition) -> None:
    ids = [opened(recorder, edition, Mode.DEALT).match_id for _ in range(5)]
    first = recorder.matches(limit=2)
    rest = recorder.matches(after=first[-1][0])
    assert [match_id for _, match_id in (*first, *rest)] == ids


def test_the_opening_event_is_the_recorders(recorder, dealt) -> None:
    first = recorder.match(dealt.match_id).events()[0]
    assert isinstance(first.event, MatchOpened)
    assert first.entry.by == RECORDER


def test_a_replay_knows_at_each_version_what_the_viewer_knew_then(recorder, dealt) -> None:
    recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME, 3))
    hidden = recorder.match(dealt.match_id).version
    recorder.submit(dealt.match_id, dealt.tokens[Viewer.AWAY], "a", hide(Side.AWAY, 1))
    record = recorder.match(dealt.match_id)
    for viewer, knew in ((Viewer.AWAY, False), (Viewer.SPECTATOR, False), (Viewer.HOME, True)):
        (then,) = record.seen_by(viewer, hidden - 1, hidden, as_of=hidden)
        (now,) = record.seen_by(viewer, hidden - 1, hidden)
        assert isinstance(then, Concealed) is not knew
        assert not isinstance(now, Concealed)


def test_bytes_that_were_changed_are_damage_even_where_they_can_be_read(recorder, dealt, edition, store) -> None:
    other = opened(recorder, edition, Mode.DEALT)
    for match, corner in ((dealt, 1), (other, 2)):
        recorder.submit(match.match_id, match.tokens[Viewer.HOME], "c", hide(Side.HOME, corner))
    with recorder._log.recorder.datastore.transaction(commit=True) as cursor:
        cursor.execute(
            "UPDATE stored_events SET state=(SELECT forged.state FROM stored_events forged "
            f"WHERE forged.originator_id='{other.match_id}' AND forged.originator_version=2) "
            f"WHERE originator_id='{dealt.match_id}' AND originator_version=2"
        )
    with Recorder(store, GAMES) as fresh:
        damage = fresh.match(dealt.match_id).damage
    assert damage is not None
    assert (damage.version, "its leaf is not that of its bytes" in damage.reason) == (2, True)
