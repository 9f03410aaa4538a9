"""Twenty writers at two servers, on one match and on many at once: one winner a version, and typed conflicts."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random

from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.envelope import Act
from domain.match.random_play import decide
from tests.faults.load import Client, Load
from tests.faults.services import running
from tests.faults.soundness import assert_sound

WRITERS = 20
ROUNDS = 6
GAME = GAMES.current("tooor")


def test_twenty_writers_on_one_match_and_on_many(store: str, tmp_path: Path) -> None:
    with (
        running(tmp_path, store, servers=2) as touchline,
        Load(touchline, players=WRITERS // len(tuple(GAMES))) as load,
        ThreadPoolExecutor(WRITERS) as pool,
        ExitStack() as clients,
    ):
        load.goes_on(1)
        writers = [clients.enter_context(Client([load.addresses[number % 2]])) for number in range(WRITERS)]
        opened = writers[0].open(GAME.id, Mode.DEALT)
        load.opened(opened["matchId"])
        for _ in range(ROUNDS):
            sent = [partial(writer.submit, opened, GAME.id) for writer in writers]
            answers = list(pool.map(lambda send, command: send(*command), sent, contradicting(load, opened["matchId"])))
            won = [taken for _, taken in answers if taken is not None]
            # One command wins. It was sent at both servers, as by somebody impatient, and both give the one answer.
            assert [taken.version for taken in won] == [won[0].version] * 2
            assert len({(taken.command_id, taken.position) for taken in won}) == 1
            assert {answer["code"] for answer, taken in answers if taken is None} == {"VERSION_CONFLICT"}
            load.took(won[0], GAME.id)
        load.goes_on(1)
        assert_sound(touchline, load)


def contradicting(load: Load, match_id: str) -> Iterator[tuple[str, Act, int]]:
    """Commands of one side that all expect the match as it is; each twice, with its id."""
    record = load.reader.match(match_id)
    choice = GAME.pending(record.state.table).choices[0]
    for number in range(WRITERS // 2):
        act = decide(GAME, record.state.table, choice, Random(number))
        for _ in range(2):
            yield f"{record.version}-{number}", act, record.version
