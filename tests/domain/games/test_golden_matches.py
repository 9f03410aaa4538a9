"""Recorded matches that must load, follow the rules and end the same for ever."""

from pathlib import Path
from random import Random

import pytest

from domain.games import GAMES
from domain.match import archive, house_rules
from domain.match.chance import Mode
from domain.match.game import Game
from domain.match.recorder import Recorder
from tests import golden_matches
from tests.domain.match.test_archive import unnoticed

every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)
every_file = pytest.mark.parametrize(
    "path",
    [path for game in GAMES for path in golden_matches.files(game.id)],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)


@every_file
def test_a_recorded_match_follows_the_rules(path: Path) -> None:
    verdict = archive.verify(golden_matches.load(path), GAMES)
    assert verdict.sound, verdict


@every_file
def test_a_recorded_match_ends_as_it_did_and_is_exported_as_it_was(path: Path, tmp_path: Path) -> None:
    golden = golden_matches.load(path)
    with Recorder(f"sqlite:///{tmp_path}/golden.db", GAMES) as recorder:
        match_id = archive.restore(recorder, golden).match_id
        assert recorder.match(match_id).result == golden_matches.results(path.parent.name)[path.name]
        exported = archive.read(archive.export(recorder, match_id))
    assert [line.type for line in exported.lines] == [line.type for line in golden.lines]
    assert all(
        now == then or b'"source":"imported"' in bytes(now)
        for now, then in zip(
            (line.entry for line in exported.lines), (line.entry for line in golden.lines), strict=True
        )
    )


@every_game
def test_a_flipped_bit_anywhere_in_a_recorded_match_is_found_and_crashes_nothing(game: Game) -> None:
    """Two hundred places of a short file; the tests of archives flip every byte of a shorter match."""
    reported = [path for path in golden_matches.files(game.id) if Mode.REPORTED in path.stem]
    shortest = min(reported, key=lambda path: path.stat().st_size)
    assert archive.verify(golden_matches.load(shortest), GAMES).sound
    whole = shortest.read_bytes().rstrip(b"\n")
    places = range(Random(game.id).randrange(len(whole) // 200), len(whole), len(whole) // 200)
    assert unnoticed(whole, places, bit=0, games=GAMES) == []


@every_game
def test_the_golden_matches_of_a_game_hold_its_event_types_both_modes_and_every_house_rule(game: Game) -> None:
    held = set().union(*(golden_matches.traits(golden_matches.load(path)) for path in golden_matches.files(game.id)))
    events = {f"{game.id}.{event.__name__}" for event in game.events}
    missing = {event for event in events if f"dealt {event}" not in held and f"reported {event}" not in held}
    assert len(missing) <= len(events) // 10, missing  # what random play hardly ever brings, tests of clauses bring
    rules = {f"{rule.name}={value}" for rule in house_rules.describe(game.house_rules) for value in rule.values}
    assert {*rules, *Mode} <= held


"""Event types that random play hardly ever brings; the tests of their clauses bring them."""
