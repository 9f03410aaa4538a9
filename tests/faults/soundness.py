"""What must hold after any fault, without anybody's help: nothing lost, nothing doubled, everything caught up."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from typer.testing import CliRunner

from api.cli.main import app
from domain.games import GAMES
from domain.match.record import MatchRecord
from domain.match.recorder import Recorder
from tests.faults.load import Client, Load, Taken
from tests.faults.services import Server, Touchline, eventually
from tests.served import SUBMIT

PAGE = 5_000

REPEATS = 10
"""Commands that are sent once more."""


def assert_sound(touchline: Touchline, load: Load) -> None:
    """End a load, let everything catch up, and hold the record, the statistics, the feeds and the health to it."""
    load.stop()
    load.fail_with_players()
    with Recorder(touchline.store, GAMES) as recorder:
        assert_every_accepted_command_is_there_once(recorder, load.accepted)
        assert_feeds_told_everything_once(recorder, load.followers.heard)
    assert_well(touchline)
    assert_a_repeat_is_answered_as_at_first(load)
    assert_statistics_follow_from_the_log(touchline.store)


def assert_every_accepted_command_is_there_once(recorder: Recorder, accepted: Sequence[Taken]) -> None:
    """Every answer is in the log where it said, and the log has no gap, nothing twice and no commit in pieces."""
    records = {match_id: recorder.match(match_id) for match_id in every_match(recorder)}
    commits = {match_id: commits_of(record) for match_id, record in records.items()}
    assert accepted
    for taken in accepted:
        versions, position = commits[taken.match_id][taken.command_id]
        assert versions == list(range(versions[0], versions[-1] + 1)), f"a commit in pieces: {taken}"
        assert (versions[-1], position) == (taken.version, taken.position), taken
    assert len({(taken.match_id, taken.version) for taken in accepted}) == len(accepted), "two answers for one version"
    versions_in_log: dict[str, list[int]] = defaultdict(list)
    position = 0
    while heads := recorder.log_heads(position, PAGE):
        for head in heads:
            assert head.position > position
            position = head.position
            versions_in_log[head.match_id].append(head.version)
    assert versions_in_log == {id: list(range(1, record.version + 1)) for id, record in records.items()}
    for record in records.values():
        assert record.damage is None
        if record.state.setup.mode == "dealt" and not record.result.over:
            assert record.game.pending(record.state.table).chance is None, "a commit cut short: chance is still due"


def assert_a_repeat_is_answered_as_at_first(load: Load) -> None:
    """Commands that are sent once more, as by somebody who missed the answer, are not carried out again."""
    with Client(load.addresses) as client:
        for taken in load.accepted[:: max(1, len(load.accepted) // REPEATS)]:
            answer = client.insist(SUBMIT, taken.request, taken.token)
            assert (answer["version"], answer["position"]) == (taken.version, taken.position)


def every_match(recorder: Recorder) -> Iterable[str]:
    """The ids of all matches of a store."""
    after = 0
    while found := recorder.matches(after, PAGE):
        yield from (match_id for _, match_id in found)
        after = found[-1][0]


def commits_of(record: MatchRecord) -> Mapping[str, tuple[list[int], int]]:
    """The versions that each command of a match brought, and the position of the last; none was carried out twice."""
    found: dict[str, tuple[list[int], int]] = {}
    for event in record.events():
        versions, _ = found.get(event.entry.command_id, ([], 0))
        found[event.entry.command_id] = ([*versions, event.version], event.position)
    begun = [event.entry.command_id for event in record.events() if event.entry.command]
    assert len(begun) == len(set(begun)), "a command was carried out twice"
    return found


def assert_feeds_told_everything_once(recorder: Recorder, heard: Mapping[tuple[str, str], Sequence[int]]) -> None:
    """Every feed has told, or now tells, every version of its match once and in order."""
    for (address, match_id), versions in heard.items():
        last = recorder.match(match_id).version
        eventually(lambda: len(versions) >= last, f"version {last} of {match_id} at {address}")  # noqa: B023
        assert list(versions) == list(range(1, last + 1))


def assert_well(touchline: Touchline) -> None:
    """Every server says that all is well, and that nothing lags; as soon as everything has caught up."""
    counting = ["elsewhere"] if touchline.workers else ["counting", "standing by"]
    for server in touchline.servers:
        health = eventually(partial(_when_well, server), f"that {server.name} is well")
        assert health["statistics"]["counting"] in counting
        assert health["record"]["sound"]


def _when_well(server: Server) -> Any:
    """What /health says, if it says that all is well."""
    health = server.health()
    statistics = health.get("statistics") or {}
    wanted = {"lag": 0, "building": [], "setAside": 0, "trouble": None}
    well = (health.get("status"), health.get("feed")) == ("ok", "live")
    return health if well and all(statistics.get(name) == value for name, value in wanted.items()) else None


def assert_statistics_follow_from_the_log(store: str) -> None:
    """Every statistic equals one that is built anew, row for row, and its sums are those of its rows."""
    verified = CliRunner().invoke(app, ["projections", "verify", "--store", store])
    assert verified.exit_code == 0, verified.output or verified.exception
    assert "sound" in verified.output
