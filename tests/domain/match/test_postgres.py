"""Stores on PostgreSQL: many processes, killed connections, a server that goes away, and what a user is told."""

import multiprocessing
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError

from domain.match.answers import Accepted, MatchOver, NotYourTurn
from domain.match.audit import Auditor
from domain.match.chance import Mode
from domain.match.engines import StoreUnavailable, engine_of
from domain.match.recorder import Recorder
from domain.match.sides import Side, Viewer
from tests.domain.match.conftest import GAMES, opened
from tests.domain.match.test_draft import draft, played
from tests.domain.match.test_log_tail import collect
from tests.postgres import Server
from tests.served import ROOT
from tests.toy import HideCorner

ENGINES = ("postgresql",)


def hide(side: Side, corner: int = 1) -> HideCorner:
    return HideCorner(side=side, corner=corner)


def play_side(store: str, match_id: str, side: Side, token: str) -> None:
    """What the process of a side does: choose whenever it can, until the match is over."""
    with Recorder(store, GAMES) as recorder:
        for number in range(10_000):
            answer = recorder.submit(match_id, token, f"{number}", hide(side))
            if isinstance(answer, MatchOver):
                return
            assert isinstance(answer, Accepted | NotYourTurn), answer


def eventually(happens: Callable[[], bool], seconds: float = 15) -> None:
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)


def listening(server: Server) -> list[int]:
    """The server processes of the connections that listen."""
    return [pid for (pid,) in server.execute("SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")]


def kill(server: Server, pids: list[int]) -> None:
    for pid in pids:
        server.execute(f"SELECT pg_terminate_backend({pid})")


class TestSeveralProcesses:
    def test_two_processes_record_one_match(self, recorder, dealt, store) -> None:
        context = multiprocessing.get_context("spawn")
        sides = [
            context.Process(target=play_side, args=(store, dealt.match_id, side, dealt.tokens[Viewer(side)]))
            for side in Side
        ]
        for process in sides:
            process.start()
        for process in sides:
            process.join()
        assert [process.exitcode for process in sides] == [0, 0]
        record = recorder.match(dealt.match_id)
        assert record.result.over
        assert [event.version for event in record.events()] == list(range(1, record.version + 1))
        positions = [row[0] for row in recorder.stored(dealt.match_id)]
        assert positions == sorted(positions)

    def test_many_that_make_a_store_at_once_make_one(self, store) -> None:
        barrier = threading.Barrier(6)
        faults: list[BaseException] = []

        def make() -> None:
            barrier.wait()
            try:
                Recorder(store, GAMES).close()
            except BaseException as error:
                faults.append(error)

        threads = [threading.Thread(target=make) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []

    def test_an_audit_finds_the_store_sound_and_a_changed_byte(self, recorder, dealt, store, edition) -> None:
        opened(recorder, edition, Mode.REPORTED)
        recorder.notary.checkpoint()
        auditor = Auditor(recorder)
        assert list(auditor.examine()) == [2]
        assert (auditor.findings.sound, auditor.findings.passed_at is not None) == (True, True)
        with recorder._log.recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute("UPDATE stored_events SET state = state || ' ' WHERE notification_id = 1")
        list(auditor.examine())
        assert auditor.findings.first_fault is not None
        assert (auditor.findings.first_fault.match_id, auditor.findings.first_fault.version) == (dealt.match_id, 1)

    def test_a_position_that_a_conflict_has_used_up_is_missed_by_nobody(self, recorder, dealt, store, edition) -> None:
        first = recorder._log.mapper.to_stored_event(recorder.match(dealt.match_id).events()[0])
        with pytest.raises(IntegrityError):
            recorder._log.recorder.insert_events([first])
        later = opened(recorder, edition, Mode.DEALT)
        assert later.position == 3
        with recorder.follow() as tail:
            assert [entry.position for entry in collect(tail, lambda seen: len(seen) == 2)] == [1, 3]
        assert (recorder.notary.index(3), recorder.notary.checkpoint().checkpoint.size) == (1, 2)
        auditor = Auditor(recorder)
        assert list(auditor.examine()) == [2]
        assert auditor.findings.sound


def lose_an_answer(monkeypatch: pytest.MonkeyPatch, *, committed: bool) -> None:
    """From now on the next commit is not answered, though it may have taken place."""
    whole: Any = psycopg.Connection.transaction
    broken: list[bool] = []

    @contextmanager
    def transaction(self, *args, **kwargs) -> Iterator[psycopg.Transaction]:
        losing, force_rollback = not broken, kwargs.pop("force_rollback", False)
        broken.append(True)
        with whole(self, *args, force_rollback=force_rollback or (losing and not committed), **kwargs) as given:
            yield given
        if losing:
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(psycopg.Connection, "transaction", transaction)


class TestFollowing:
    def test_a_killed_listening_connection_loses_no_event(self, recorder, edition, postgres_server) -> None:
        with recorder.follow() as tail:
            eventually(lambda: bool(listening(postgres_server)))
            before = listening(postgres_server)
            opened(recorder, edition, Mode.DEALT)
            kill(postgres_server, before)
            with Recorder(recorder.store, GAMES) as other:
                for _ in range(3):
                    opened(other, edition, Mode.DEALT)
            eventually(lambda: bool(set(listening(postgres_server)) - set(before)))
            with Recorder(recorder.store, GAMES) as other:
                opened(other, edition, Mode.DEALT)
            seen = collect(tail, lambda seen: len(seen) == 5)
        assert [entry.position for entry in seen] == [1, 2, 3, 4, 5]

    def test_a_call_that_is_lost_is_made_up_for_by_a_timer(self, recorder, edition, monkeypatch) -> None:
        with recorder.follow() as tail, Recorder(recorder.store, GAMES) as other:
            log: Any = other._log.recorder
            log._lock_and_notify = log._sql("LOCK TABLE {stored_events} IN EXCLUSIVE MODE")
            opened(other, edition, Mode.DEALT)
            assert [entry.position for entry in collect(tail, bool)] == [1]

    def test_all_tails_of_a_process_listen_on_one_connection(self, recorder, postgres_server) -> None:
        with recorder.follow(), recorder.follow(), recorder.follow():
            eventually(lambda: bool(listening(postgres_server)))
            time.sleep(0.1)
            assert len(listening(postgres_server)) == 1

    def test_closing_ends_tails_and_leaves_no_connection(self, store, postgres_server) -> None:
        def connections() -> int:
            found = postgres_server.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name='touchline'")
            return int(found[0][0])

        eventually(lambda: connections() == 0)
        with Recorder(store, GAMES) as recorder, recorder.follow() as tail:
            eventually(lambda: connections() >= 2)
            threading.Timer(0.1, recorder.close).start()
            assert list(tail) == []
        eventually(lambda: connections() == 0)


class TestStandby:
    def test_a_standby_is_followed_by_the_timer_and_listened_to_once_it_is_the_primary(
        self, recorder, dealt, edition, postgres_server
    ) -> None:
        schema = recorder._log.recorder.datastore.schema
        with (
            postgres_server.standby() as standby,
            Recorder(standby.store_in(schema), GAMES) as reader,
            reader.follow() as tail,
        ):
            assert [entry.position for entry in collect(tail, bool)] == [1]
            began = time.monotonic()
            opened(recorder, edition, Mode.DEALT)
            assert [entry.position for entry in collect(tail, bool)] == [2]
            assert time.monotonic() - began < 10
            with pytest.raises(StoreUnavailable, match="the store is read-only; nothing was recorded"):
                reader.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME))
            auditor = Auditor(reader)
            assert list(auditor.examine()) == [2]
            assert auditor.findings.sound
            assert "LISTEN" not in standby.log()
            standby.execute("SELECT pg_promote()")
            eventually(lambda: bool(listening(standby)))
            assert isinstance(reader.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME)), Accepted)
            assert [entry.version for entry in collect(tail, bool)] == [2]

    @pytest.mark.parametrize("what", ["canceling statement", "terminating connection"])
    def test_a_read_that_a_standby_gave_up_is_told_as_such_and_not_as_a_server_that_is_gone(self, what) -> None:
        told = engine_of("postgresql:///league").reason(f"{what} due to conflict with recovery\nDETAIL: a table went")
        assert told == "the replica had to follow its primary and let go of this; ask again"


class TestFailures:
    def test_killed_connections_are_replaced_at_once(self, recorder, dealt, postgres_server) -> None:
        barrier = threading.Barrier(6)

        def hold() -> None:
            with recorder._log.recorder.datastore.get_connection():
                barrier.wait(10)

        holders = [threading.Thread(target=hold) for _ in range(6)]
        for holder in holders:
            holder.start()
        for holder in holders:
            holder.join()
        found = postgres_server.execute("SELECT pid FROM pg_stat_activity WHERE application_name='touchline'")
        assert len(found) >= 6
        kill(postgres_server, [pid for (pid,) in found])
        began = time.monotonic()
        answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME))
        assert isinstance(answer, Accepted)
        assert time.monotonic() - began < 2

    def test_a_server_that_was_away_is_gone_on_with(self, recorder, dealt, edition, postgres_server) -> None:
        with recorder.follow() as tail:
            assert [entry.position for entry in collect(tail, bool)] == [1]
            postgres_server.stop()
            try:
                began = time.monotonic()
                with pytest.raises(StoreUnavailable, match="cannot be reached"):
                    recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME))
                with pytest.raises(StoreUnavailable, match="cannot be reached"):
                    Recorder(recorder.store, GAMES)
                assert time.monotonic() - began < 10
            finally:
                postgres_server.start()
            answer = recorder.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME))
            assert isinstance(answer, Accepted), answer
            assert recorder.match(dealt.match_id).version == 2
            assert [entry.version for entry in collect(tail, bool)] == [2]

    @pytest.mark.parametrize("committed", [True, False])
    def test_a_commit_whose_answer_is_lost_is_looked_up(self, recorder, dealt, monkeypatch, committed) -> None:
        lose_an_answer(monkeypatch, committed=committed)
        token = dealt.tokens[Viewer.HOME]
        if committed:
            assert isinstance(recorder.submit(dealt.match_id, token, "a", hide(Side.HOME)), Accepted)
        else:
            with pytest.raises(StoreUnavailable, match="cannot be reached"):
                recorder.submit(dealt.match_id, token, "a", hide(Side.HOME))
        assert recorder.match(dealt.match_id).version == 1 + committed

    @pytest.mark.parametrize("committed", [True, False])
    def test_a_commit_of_whole_matches_whose_answer_is_lost_is_looked_up(
        self, recorder, edition, monkeypatch, committed
    ) -> None:
        matches = [played(draft(recorder, edition, Mode.DEALT, seed), Mode.DEALT) for seed in range(2)]
        lose_an_answer(monkeypatch, committed=committed)
        if committed:
            assert recorder.record_whole([match.whole() for match in matches]) == recorder.position()
        else:
            with pytest.raises(StoreUnavailable, match="cannot be reached"):
                recorder.record_whole([match.whole() for match in matches])
        assert len(recorder.matches()) == (2 if committed else 0)

    def test_whoever_waits_for_the_lock_too_long_is_told(self, recorder, dealt, postgres_server, store) -> None:
        schema = recorder._log.recorder.datastore.schema
        with psycopg.connect(postgres_server.uri) as holder:
            holder.execute(f"LOCK TABLE {schema}.stored_events IN EXCLUSIVE MODE".encode())
            with Recorder(store, GAMES) as other:
                log: Any = other._log.recorder
                log._lock_and_notify = log._sql(
                    "SET LOCAL lock_timeout = '100ms'; LOCK TABLE {stored_events} IN EXCLUSIVE MODE"
                )
                with pytest.raises(StoreUnavailable, match="held the store for too long"):
                    other.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME))
                assert other.match(dealt.match_id).version == 1

    def test_connections_have_timeouts_and_wait_for_the_disk(self, recorder) -> None:
        with recorder._log.recorder.datastore.get_connection() as connection:
            settings = [
                connection.execute(f"SHOW {name}").fetchone()[name]
                for name in ("lock_timeout", "statement_timeout", "synchronous_commit")
            ]
        assert settings == ["15s", "30s", "on"]


class TestUrls:
    def test_no_server(self, tmp_path: Path) -> None:
        for store in (f"postgresql:///db?host={tmp_path}", "postgresql://u@127.0.0.1:1/db"):
            with pytest.raises(StoreUnavailable, match="the PostgreSQL server cannot be reached"):
                Recorder(store, GAMES)

    def test_a_database_and_a_user_that_are_not_there(self, postgres_server) -> None:
        with pytest.raises(StoreUnavailable, match='the server has no database "nowhere"'):
            Recorder(postgres_server.store_in("public", database="nowhere"), GAMES)
        with pytest.raises(StoreUnavailable, match='the server knows no user "nobody"'):
            Recorder(postgres_server.store_in("public", user="nobody"), GAMES)

    def test_a_schema_that_is_not_there(self, postgres_server) -> None:
        with pytest.raises(StoreUnavailable, match="no schema of the search path"):
            Recorder(postgres_server.store_in("nowhere"), GAMES)

    def test_a_user_who_may_only_read_reads_and_is_told_what_is_missing(
        self, recorder, dealt, store, postgres_server
    ) -> None:
        schema = recorder._log.recorder.datastore.schema
        postgres_server.execute("CREATE ROLE reader LOGIN")
        url = postgres_server.store_in(schema, user="reader")
        with pytest.raises(StoreUnavailable, match="no schema of the search path"):
            Recorder(url, GAMES)
        postgres_server.execute(f"GRANT USAGE ON SCHEMA {schema} TO reader")
        with Recorder(url, GAMES) as reader, pytest.raises(StoreUnavailable, match="no permission for the table"):
            reader.match(dealt.match_id)
        postgres_server.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO reader")
        with Recorder(url, GAMES) as reader:
            assert reader.match(dealt.match_id).version == 1
            with pytest.raises(StoreUnavailable, match="no permission for the table stored_events; nothing was"):
                reader.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME))
        postgres_server.execute("CREATE SCHEMA empty_one")
        postgres_server.execute("GRANT USAGE ON SCHEMA empty_one TO reader")
        with pytest.raises(StoreUnavailable, match="no permission for the schema"):
            Recorder(postgres_server.store_in("empty_one", user="reader"), GAMES)

    def test_a_store_that_is_opened_to_be_read_only_says_so(self, recorder, dealt, store) -> None:
        with Recorder(f"{store}%20-cdefault_transaction_read_only%3Don", GAMES) as reader:
            assert reader.match(dealt.match_id).version == 1
            with pytest.raises(StoreUnavailable, match="the store is read-only"):
                reader.submit(dealt.match_id, dealt.tokens[Viewer.HOME], "a", hide(Side.HOME))

    def test_tables_of_something_else_are_left_alone(self, postgres_server, store) -> None:
        with Recorder(store, GAMES) as recorder:
            log: Any = recorder._log.recorder
        schema = log.datastore.schema
        postgres_server.execute(f"DROP TABLE {schema}.match_seeds")
        with pytest.raises(StoreUnavailable, match="is not a Touchline store"):
            Recorder(store, GAMES)

    def test_a_look_makes_no_store(self, store) -> None:
        engine = engine_of(store)
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="no store in this database yet"):
                engine.require(store)
        Recorder(store, GAMES).close()
        engine.require(store)

    def test_a_url_that_cannot_be_read_is_not_repeated_with_its_password(self) -> None:
        for store in ("postgresql://u:s3cret%zz@h/db", "postgresql://u:s3cret@h/db?colour=red"):
            with pytest.raises(StoreUnavailable, match="cannot be read") as told:
                Recorder(store, GAMES)
            assert "s3cret" not in told.value.reason

    def test_without_psycopg_sqlite_goes_on_and_postgres_is_told_how(self, tmp_path) -> None:
        program = (
            "import sys; sys.modules['psycopg'] = None\n"
            "from domain.match.recorder import Recorder; from domain.match.engines import StoreUnavailable\n"
            "from tests.domain.match.tables import GAMES\n"
            f"Recorder('sqlite:///{tmp_path}/a.db', GAMES).close()\n"
            "try: Recorder('postgresql:///db', GAMES)\n"
            "except StoreUnavailable as error: print(error.reason)\n"
        )
        said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
        assert said.stdout.strip() == "PostgreSQL needs psycopg: pip install 'touchline[postgres]'"

    def test_the_key_lies_in_the_users_folder_for_data(self, recorder, tmp_path) -> None:
        recorder.notary.checkpoint()
        (key,) = (tmp_path / "touchline").iterdir()
        assert key.name.startswith("postgres@")
        assert key.stat().st_mode & 0o777 == 0o600

    def test_an_id_that_no_text_of_postgres_can_be_is_the_id_of_no_match(self, recorder) -> None:
        with pytest.raises(LookupError):
            recorder.match("a\0b")
