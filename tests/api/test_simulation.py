"""Simulated matches: those that the recorder would have recorded, whoever plays them and however they are stored."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from api import simulation
from api.simulation import FRIENDLY, Plan, World, league_of, play, seat_of, simulate
from domain.games import GAMES
from domain.match import archive
from domain.match.answers import Accepted
from domain.match.chance import Mode
from domain.match.engines import LogRow
from domain.match.game import Game
from domain.match.random_play import choose
from domain.match.recorder import Opened, Recorder
from tests.random_matches import SHELF

every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)


def plan(game: str, mode: Mode = Mode.DEALT, seed: int = 1, sides: int | None = 4, **rules: str | int) -> Plan:
    edition = next(edition for edition in SHELF if edition.game == game)
    return Plan(game, edition, mode, rules, seed, league_of(game, seed, "Cup", sides) if sides else None)


def rows(store: str) -> Sequence[LogRow]:
    """The whole log of a store, to the byte."""
    with Recorder(store, GAMES) as recorder:
        return recorder.log_rows(0, 1_000_000)


def by_commands(recorder: Recorder, world: World, plan: Plan, number: int) -> str:
    """The same match with every command submitted to a recorder, one after the other."""
    fixture = plan.fixture(number)
    world.turn_to(f"touchline/{plan.game}/{plan.seed}/{number}", fixture.kick_off)
    match = recorder.open_match(
        plan.game, plan.edition, fixture.names, plan.mode, plan.house_rules, occasion=fixture.occasion
    )
    assert isinstance(match, Opened)
    record = recorder.match(match.match_id)
    while (act := choose(record.game, record.state.table, world.rng)) is not None:
        world.wait(record.game.pending(record.state.table))
        token = match.tokens[seat_of(act)]
        answer = recorder.submit(record.id, token, f"v{record.version}", act, record.version)
        assert isinstance(answer, Accepted), answer
    return match.match_id


@every_game
@pytest.mark.parametrize("mode", list(Mode))
def test_a_match_recorded_in_bulk_is_the_match_submitted_command_by_command(
    game: Game[Any], mode: Mode, tmp_path: Path
) -> None:
    """Byte for byte of its archive's events: bytes, salts, chain, and with them ids, tokens, commits and draws."""
    bulk = f"sqlite:///{tmp_path}/bulk.db"
    (played,) = simulate(bulk, [plan(game.id, mode)], matches=1)
    world = World()
    with (
        Recorder(bulk, GAMES) as recorder,
        Recorder("sqlite:///:memory:", GAMES, clock=world.now, entropy=world.entropy) as other,
    ):
        assert by_commands(other, world, plan(game.id, mode), 0) == played.match_id
        lines, expected = (list(archive.export(one, played.match_id)) for one in (recorder, other))
        assert lines[1:] == expected[1:]
        assert len(lines) == played.events + 1
        verdict = archive.verify(archive.read(lines), GAMES)
        assert verdict.sound, verdict
        assert (verdict.draws > 0) == (mode is Mode.DEALT)
        seats, expected_seats = (one._log.engine.seats(played.match_id) for one in (recorder, other))
        assert len(seats) == 3
        assert seats == expected_seats


def test_the_same_seed_plays_the_same_matches_however_many_play_and_commit_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = f"sqlite:///{tmp_path}/alone.db"
    plans = [plan("tooor"), plan("fotboll")]
    expected = list(simulate(alone, plans, matches=4))
    for name, value in (("MATCHES_A_PROCESS", 4), ("EVENTS_A_COMMIT", 700), ("A_CHUNK", 3)):
        monkeypatch.setattr(simulation, name, value)
    together = f"sqlite:///{tmp_path}/together.db"
    assert list(simulate(together, plans, matches=4, jobs=2)) == expected
    assert rows(together) == rows(alone)


def test_more_matches_only_add_to_fewer(tmp_path: Path) -> None:
    fewer = list(simulate(f"sqlite:///{tmp_path}/fewer.db", [plan("tooor")], matches=2))
    more = list(simulate(f"sqlite:///{tmp_path}/more.db", [plan("tooor")], matches=3))
    assert more[:2] == fewer


def test_the_match_that_reaches_the_events_is_the_last_and_plans_take_turns(tmp_path: Path) -> None:
    plans = [plan("tooor"), plan("fotboll")]
    played = list(simulate(f"sqlite:///{tmp_path}/store.db", plans, events=2_000))
    assert sum(match.events for match in played) >= 2_000 > sum(match.events for match in played[:-1])
    assert all(one.game != other.game for one, other in pairwise(played))
    assert len(rows(f"sqlite:///{tmp_path}/store.db")) == sum(match.events for match in played)


def test_what_has_been_yielded_is_in_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "EVENTS_A_COMMIT", 300)
    store = f"sqlite:///{tmp_path}/store.db"
    running = simulate(store, [plan("tooor")], matches=1_000)
    seen = [next(running) for _ in range(3)]
    running.close()
    with Recorder(store, GAMES) as recorder:
        kept = [match_id for _, match_id in recorder.matches()]
        assert kept[:3] == [match.match_id for match in seen]
        assert all(recorder.match(match_id).result.over for match_id in kept)


def test_games_have_matches_of_their_own_for_one_seed(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/store.db"
    for game in GAMES:
        list(simulate(store, [plan(game.id)], matches=1))
    with Recorder(store, GAMES) as recorder:
        assert len(recorder.matches()) == len(list(GAMES))


def test_matches_count_for_the_league_of_their_plan_and_kick_off_when_it_says(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/store.db"
    of_a_league = plan("tooor", sides=4)
    played = list(simulate(store, [of_a_league], matches=14))
    with Recorder(store, GAMES) as recorder:
        for number, match in enumerate(played):
            record, fixture = recorder.match(match.match_id), of_a_league.fixture(number)
            opened = record.opening
            assert (opened.competition, opened.season, opened.coaches) == (
                "Cup",
                fixture.occasion.season,
                fixture.occasion.coaches,
            )
            assert opened.names == fixture.names
            assert (record.events()[0].entry.at - fixture.kick_off).total_seconds() == 1
        assert {recorder.match(match.match_id).opening.season for match in played} == {"2000/01", "2001/02"}


def test_a_plan_without_a_league_plays_matches_for_themselves() -> None:
    of_no_league = plan("tooor", sides=None)
    assert of_no_league.fixture(0) == of_no_league.fixture(1) == FRIENDLY
    assert play(World(), of_no_league, 0).played.events > 100


def test_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="offside"):
        list(simulate(f"sqlite:///{tmp_path}/store.db", [plan("tooor", offside="on")], matches=1))
