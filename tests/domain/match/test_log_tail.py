"""Following the log on every engine: every event once, in order, from this and from another process."""

import multiprocessing
import threading
from collections.abc import Callable

from domain.match import editions
from domain.match.chance import Mode
from domain.match.recorder import LogEntry, LogTail, Recorder
from tests.domain.match.conftest import GAMES, opened
from tests.toy import TOY_EDITION, ToyEdition

ENGINES = ("sqlite", "postgresql")


def collect(tail: LogTail, enough: Callable[[list[LogEntry]], bool]) -> list[LogEntry]:
    """Follow until enough has been seen; a watchdog ends a tail that would wait for ever."""
    seen: list[LogEntry] = []
    watchdog = threading.Timer(20, tail.stop)
    watchdog.start()
    try:
        for entry in tail:
            seen.append(entry)
            if enough(seen):
                break
    finally:
        watchdog.cancel()
    return seen


def open_some(store: str, matches: int) -> None:
    """What another process does."""
    edition = editions.read(ToyEdition, TOY_EDITION)
    with Recorder(store, GAMES) as recorder:
        for _ in range(matches):
            opened(recorder, edition, Mode.DEALT)


def test_a_tail_gives_what_is_there_and_then_what_comes(recorder, edition) -> None:
    opened(recorder, edition, Mode.DEALT)
    with recorder.follow() as tail:
        writer = threading.Thread(target=lambda: [opened(recorder, edition, Mode.DEALT) for _ in range(20)])
        writer.start()
        seen = collect(tail, lambda seen: len(seen) == 21)
        writer.join()
    assert [entry.position for entry in seen] == list(range(1, 22))


def test_a_tail_begins_after_the_position_it_is_given(recorder, edition) -> None:
    for _ in range(3):
        opened(recorder, edition, Mode.DEALT)
    with recorder.follow(after=2) as tail:
        assert [entry.position for entry in collect(tail, lambda seen: len(seen) == 1)] == [3]


def test_a_tail_gives_each_event_of_other_processes_once_and_in_order(recorder, store) -> None:
    context = multiprocessing.get_context("spawn")
    with recorder.follow() as tail:
        writers = [context.Process(target=open_some, args=(store, 25)) for _ in range(2)]
        for writer in writers:
            writer.start()
        seen = collect(tail, lambda seen: len(seen) == 50)
        for writer in writers:
            writer.join()
    assert [entry.position for entry in seen] == list(range(1, 51))
    assert len({(entry.match_id, entry.version) for entry in seen}) == 50


def test_two_tails_of_one_store_do_not_take_from_each_other(recorder, edition) -> None:
    with recorder.follow() as one, recorder.follow() as two:
        opened(recorder, edition, Mode.DEALT)
        assert collect(one, bool) == collect(two, bool)


def test_stopping_ends_a_tail_that_waits(recorder) -> None:
    tail = recorder.follow()
    with tail:
        threading.Timer(0.05, tail.stop).start()
        assert list(tail) == []


def test_positions_of_lost_rows_are_not_given_out_again(recorder, edition) -> None:
    opened(recorder, edition, Mode.DEALT)
    lost = opened(recorder, edition, Mode.DEALT)
    with recorder._log.recorder.datastore.transaction(commit=True) as cursor:
        cursor.execute(f"DELETE FROM stored_events WHERE originator_id='{lost.match_id}'")
    assert opened(recorder, edition, Mode.DEALT).position == lost.position + 1
