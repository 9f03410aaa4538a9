"""`submit` over HTTP, fsync included, against a GraphQL mutation that does nothing on the same libraries."""

from collections.abc import Iterator
from tempfile import TemporaryDirectory

import httpx

from domain.games import GAMES
from domain.match.chance import Mode
from tests.benchmarks.harness import Figure, compare
from tests.random_matches import RandomMatch
from tests.served import OPEN, SUBMIT, as_input, ask, seat_of, serving, touchline

NOTHING = """mutation ($matchId: String!, $commandId: String!, $expectedVersion: Int!) {
  nothing(matchId: $matchId, commandId: $commandId, expectedVersion: $expectedVersion)
}"""


def figures() -> Iterator[Figure]:
    """Requests a second over one connection that is kept open."""
    match = RandomMatch(GAMES.current("tooor"), Mode.REPORTED, 0)
    acts = [moment.act for moment in match.moments()]
    requests = [(seat_of(act), as_input("tooor", act)) for act in acts]
    opening = {
        "game": "tooor",
        "edition": match.opened.edition["id"],
        "mode": "REPORTED",
        "names": {"home": "Home", "away": "Away"},
        "houseRules": match.opened.house_rules,
    }
    with (
        TemporaryDirectory() as folder,
        serving(*touchline(f"sqlite:///{folder}/http.db")) as ours,
        serving("tests.benchmarks.no_op_server") as floor,
        httpx.Client(base_url=ours.address) as client,
        httpx.Client(base_url=floor.address) as idle,
    ):

        def submit() -> int:
            opened = ask(client, OPEN, opening)["openMatch"]
            for number, (seat, command) in enumerate(requests):
                variables = {"matchId": opened["matchId"], "commandId": str(number), "command": command}
                answer = ask(client, SUBMIT, variables, opened["tokens"][seat])["submit"]
                assert answer["__typename"] == "Accepted", answer
            return len(requests)

        def nothing() -> int:
            for number in range(len(requests)):
                ask(idle, NOTHING, {"matchId": "m", "commandId": str(number), "expectedVersion": 1})
            return len(requests)

        yield compare("submit over HTTP", "requests", submit, nothing, "a mutation that does nothing", aim=0.5)
