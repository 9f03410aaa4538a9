"""A server that is killed at random moments: what it accepted is there afterwards, once, and play goes on."""

import threading
from random import Random

import httpx

from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.random_play import choose
from domain.match.record import MatchRecord
from domain.match.recorder import Recorder
from tests.random_matches import SHELF
from tests.served import OPEN, SUBMIT, as_input, ask, seat_of, serving, touchline

GAME = GAMES.current("tooor")
KILLS = 6


class Coach(threading.Thread):
    """Plays matches over HTTP until the server is gone, and remembers what was accepted."""

    def __init__(self, address: str, store: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.accepted: list[tuple[str, str, int]] = []
        self.playing = threading.Event()
        self._address = address
        self._store = store
        self._rng = Random(seed)

    def run(self) -> None:
        with httpx.Client(base_url=self._address, timeout=20) as client, Recorder(self._store, GAMES) as reader:
            try:
                while True:
                    self._play(client, reader)
            except httpx.TransportError:
                return

    def _play(self, client: httpx.Client, reader: Recorder) -> None:
        edition = next(edition.id for edition in SHELF if edition.game == GAME.id)
        variables = {"game": GAME.id, "edition": edition, "mode": "DEALT", "names": {"home": "Home", "away": "Away"}}
        opened = ask(client, OPEN, variables)["openMatch"]
        match_id = opened["matchId"]
        while (act := choose(GAME, reader.match(match_id).state.table, self._rng)) is not None:
            command_id = f"{len(self.accepted)}-{self._rng.randrange(10**9)}"
            answer = ask(
                client,
                SUBMIT,
                {"matchId": match_id, "commandId": command_id, "command": as_input(GAME.id, act)},
                opened["tokens"][seat_of(act)],
            )["submit"]
            assert answer["__typename"] == "Accepted", answer
            self.accepted.append((match_id, command_id, answer["version"]))
            self.playing.set()


def commits(record: MatchRecord) -> dict[str, list[int]]:
    """The versions that each command of a match brought."""
    brought: dict[str, list[int]] = {}
    for event in record.events():
        brought.setdefault(event.entry.command_id, []).append(event.version)
    return brought


def test_every_accepted_command_is_there_after_a_kill_and_none_twice(store: str) -> None:
    rng = Random(20)
    accepted: list[tuple[str, str, int]] = []
    for round_number in range(KILLS if store.startswith("sqlite") else KILLS // 2):
        with serving(*touchline(store)) as server:
            coaches = [Coach(server.address, store, seed=10 * round_number + number) for number in range(3)]
            for coach in coaches:
                coach.start()
            assert all(coach.playing.wait(30) for coach in coaches)
            threading.Event().wait(rng.uniform(0.1, 1.0))
            server.kill()
            for coach in coaches:
                coach.join(30)
                assert not coach.is_alive()
                accepted += coach.accepted
    assert len(accepted) > 50
    with Recorder(store, GAMES) as recorder:
        for match_id, command_id, version in accepted:
            record = recorder.match(match_id)
            versions = commits(record)[command_id]
            assert versions == list(range(versions[0], versions[-1] + 1)), "a commit in pieces"
            assert versions[-1] == version
        for _, match_id in recorder.matches(limit=10_000):
            record = recorder.match(match_id)
            assert record.damage is None
            if not record.result.over:
                assert GAME.pending(record.state.table).chance is None, "a commit cut short: chance is still due"


def test_a_command_whose_answer_was_lost_can_be_sent_again_after_the_restart(store: str) -> None:
    with serving(*touchline(store)) as server, httpx.Client(base_url=server.address, timeout=20) as client:
        edition = next(edition.id for edition in SHELF if edition.game == GAME.id)
        names = {"home": "Home", "away": "Away"}
        opened = ask(client, OPEN, {"game": GAME.id, "edition": edition, "mode": Mode.DEALT.name, "names": names})
        match_id, tokens = opened["openMatch"]["matchId"], opened["openMatch"]["tokens"]
        with Recorder(store, GAMES) as reader:
            act = choose(GAME, reader.match(match_id).state.table, Random(1))
        assert act is not None
        request = {"matchId": match_id, "commandId": "lost", "command": as_input(GAME.id, act)}
        first = ask(client, SUBMIT, request, tokens[seat_of(act)])["submit"]
        server.kill()
    with serving(*touchline(store)) as server, httpx.Client(base_url=server.address, timeout=20) as client:
        again = ask(client, SUBMIT, request, tokens[seat_of(act)])["submit"]
    assert again == first
