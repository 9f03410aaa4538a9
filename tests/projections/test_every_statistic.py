"""What holds of every statistic, over golden and random matches of every game, through rulings and undo."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games import GAMES
from domain.match import commands as c
from domain.match.answers import Accepted
from domain.match.chance import Mode
from domain.match.envelope import Recorded
from domain.match.facts import (
    Attempted,
    AttemptKind,
    CardPlayed,
    DieRolled,
    Eliminated,
    Goal,
    LineMet,
    PlayEnded,
    Stage,
    WentOff,
)
from domain.match.game import ChanceEvent, Game
from domain.match.random_play import choose
from domain.match.recorder import Recorder
from domain.match.sides import SIDES, Viewer
from projections.reading import Reading
from projections.statistic import HEADER
from projections.statistics import catalogue
from tests import golden_matches
from tests.api.test_every_secret import World, with_a_secret_choice, with_a_secret_draw
from tests.domain.games.test_every_game_disputed import Disputed
from tests.projections.telling import GOLDEN, every_row, grown, restored
from tests.random_matches import KICK_OFF

every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)
every_golden = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")

TAKEN = {"rows", "matches", "position", *(column.name for column in HEADER)}
"""Names of columns that the read side and its answers have beside those of a statistic."""


@pytest.fixture
def disputed(tmp_path: Path) -> Iterator[Any]:
    """Opens random matches with a busy referee."""
    clock = [KICK_OFF]

    def now() -> Any:
        clock[0] += timedelta(milliseconds=700)
        return clock[0]

    with Recorder(f"sqlite:///{tmp_path}/disputed.db", GAMES, clock=now) as recorder:
        yield lambda game, mode, seed: Disputed(recorder, game, mode, seed, clock)


@pytest.mark.parametrize("statistic", list(catalogue().values()), ids=lambda statistic: statistic.name)
class TestDeclarations:
    def test_columns_and_derived_values_have_names_of_their_own_and_descriptions(self, statistic) -> None:
        told = [*statistic.columns, *statistic.derived]
        names = [one.name for one in told]
        assert len(set(names)) == len(names)
        assert not TAKEN & set(names)
        assert all(one.description.endswith(".") for one in told)

    def test_keys_come_first_and_orders_and_indexes_are_of_columns(self, statistic) -> None:
        keys = [column.is_key for column in statistic.columns]
        assert keys == sorted(keys, reverse=True)
        known = {one.name for one in (*HEADER, *statistic.columns, *statistic.derived)}
        assert {name.removeprefix("-") for name in statistic.order} <= known
        assert {name for names in statistic.indexes for name in names} <= known
        assert set(statistic.by) <= {column.name for column in (*HEADER, *statistic.keys)}

    def test_what_adds_up_has_measures(self, statistic) -> None:
        assert bool(statistic.measures) is statistic.totals


def has_sound_rows(match: Reading) -> bool:
    """Whether the rows of every statistic have the types of their columns and keys of their own."""
    assert match.faults == []
    for name, statistic in catalogue().items():
        found = statistic.of(match)
        for row in found:
            for column in statistic.columns:
                value: Any = getattr(row, column.name)
                assert type(value) is column.type or (value is None and column.nullable), (name, column.name, value)
                assert column.role != "measure" or getattr(row, column.name) >= 0, (name, row)
                assert not isinstance(value, datetime) or value.tzinfo is not None
        keys = [tuple(getattr(row, column.name) for column in statistic.keys) for row in found]
        assert len(set(keys)) == len(keys), name
    return True


def total(match: Reading, statistic: str, measure: str, **where: Any) -> int:
    """The sum of a measure over the rows of a statistic, those alone that have these values."""
    return sum(
        getattr(row, measure)
        for row in catalogue()[statistic].rows(match)
        if all(getattr(row, name) == value for name, value in where.items())
    )


def agrees(match: Reading) -> bool:
    """Whether the sums of all statistics agree with each other, with the facts and with the result."""
    result = match.record.result
    goals = [noted for noted in match.facts(Goal) if noted.stage is not Stage.SHOOT_OUT]
    kicks = [noted for noted in match.facts(Goal) if noted.stage is Stage.SHOOT_OUT]
    attempts = [noted.fact for noted in match.facts(Attempted)]
    rows = every_row(match)
    (summary,), (board,) = rows["match_summaries"], rows["scoreboards"]
    assert (board.home_goals, board.away_goals) == (summary.home_goals, summary.away_goals)
    assert len([goal for goal in summary.goals.split("; ") if goal]) == len(goals)
    for side in SIDES:
        own = {"venue": side.value}
        scored, kicked = ([one.fact for one in ones if one.fact.side is side] for ones in (goals, kicks))
        in_play = sum(
            total(match, "goals_by_period", "goals_for", stage=stage, **own)
            for stage in (Stage.NORMAL.value, Stage.EXTRA.value)
        )
        shot_out = total(match, "goals_by_period", "goals_for", stage=Stage.SHOOT_OUT.value, **own)
        against = total(match, "goals_by_period", "goals_against", venue=side.other.value)
        assert (in_play, shot_out, against) == (len(scored), len(kicked), len(scored) + len(kicked))
        if not result.ruling:
            assert in_play == result.score.of(side)
            assert shot_out == (result.shoot_out.of(side) if result.shoot_out else 0)
        # A goal of several counts for each of them, and one of nobody for none.
        assert total(match, "footballers", "goals", **own) == sum(len(goal.footballers) for goal in scored)
        assert total(match, "footballers", "kicks_scored", **own) == sum(len(goal.footballers) for goal in kicked)
        assert total(match, "footballers", "goals_with_others", **own) == sum(
            len(goal.footballers) for goal in scored if len(goal.footballers) > 1
        )
        assert total(match, "cards", "goals", **own) == sum(goal.card is not None for goal in scored)
        tried = [attempt for attempt in attempts if attempt.side is side]
        for kind in AttemptKind:
            of_kind = [attempt for attempt in tried if attempt.kind is kind]
            of_this = {"kind": kind.value, **own}
            assert total(match, "luck", "attempts", **of_this) == len(of_kind)
            assert total(match, "luck", "succeeded", **of_this) == sum(attempt.succeeded for attempt in of_kind)
            assert total(match, "luck", "expected", **of_this) == sum(attempt.chance or 0 for attempt in of_kind)
        at_goal = [attempt for attempt in tried if attempt.kind in (AttemptKind.SHOT, AttemptKind.PENALTY)]
        kept = [attempt for attempt in at_goal if attempt.goalkeeper is not None and not attempt.succeeded]
        assert total(match, "footballers", "saves", venue=side.other.value) == len(kept)
        assert total(match, "luck", "expected_goals", **own) == sum(attempt.chance or 0 for attempt in at_goal)
        assert total(match, "cards", "played", **own) == len(
            [noted for noted in match.facts(CardPlayed) if noted.fact.side is side]
        )
        met = [noted.fact for noted in match.facts(LineMet) if noted.fact.side is side]
        assert (
            total(match, "lines", "met", **own) == len(met) == total(match, "lines", "defended", venue=side.other.value)
        )
        assert total(match, "lines", "passed", **own) + total(match, "lines", "held", venue=side.other.value) == len(
            met
        )
        assert total(match, "placements", "balls", **own) == total(match, "balls", "completed", **own)
        lost = sum(len(noted.fact.footballers) for noted in match.facts(Eliminated) if noted.fact.side is side)
        assert total(match, "eliminations", "own", **own) == lost
        assert total(match, "eliminations", "opposing", venue=side.other.value) == lost
        assert total(match, "side_records", "goals_for", **own) == (result.score.of(side) if result.over else 0)
        assert total(match, "head_to_head", "won", **own) == total(match, "side_records", "won", **own)
    assert len(rows["attempts"]) == len(attempts)
    assert total(match, "dice", "rolled") == len(match.facts(DieRolled))
    assert len(rows["timeline"]) == match.version
    return True


@every_golden
def test_rows_of_a_golden_match_are_sound_and_their_sums_agree(path: Path, tmp_path: Path) -> None:
    with restored(golden_matches.load(path), tmp_path) as (recorder, match_id):
        match = Reading(recorder.match(match_id))
        assert has_sound_rows(match)
        assert agrees(match)
        assert match.record.result == golden_matches.results(path.parent.name)[path.name]
        assert [len(every_row(match)[name]) for name in ("side_records", "head_to_head")] == [2, 2]


@pytest.mark.parametrize("path", golden_matches.files("tooor"), ids=lambda path: path.stem)
def test_who_begins_a_match_and_never_leaves_was_on_for_all_its_minutes(path: Path, tmp_path: Path) -> None:
    """TOOOR-3.1: periods of 15 minutes; a shoot-out takes none."""
    with restored(golden_matches.load(path), tmp_path) as (recorder, match_id):
        match = Reading(recorder.match(match_id))
        (ended,) = match.facts(PlayEnded)
        left = {(noted.fact.side, noted.fact.footballer) for noted in match.facts(WentOff)}
        minutes = {(row.venue, row.footballer): row.minutes for row in every_row(match)["footballers"]}
        assert ended.fact.minute in (90, 105, 120)
        assert len(minutes) == 22
        for who, on in minutes.items():
            assert on <= ended.fact.minute if who in left else on == ended.fact.minute


def grows_alike(recorder: Recorder, match_id: str, every: int = 1) -> bool:
    """Whether a match that is read event by event has the rows that it has when it is read at once.

    every: after so many events they are compared.
    """
    match: Reading | None = None
    for record in grown(recorder, match_id):
        match = match or Reading(record)
        match.take_up()
        if record.version % every:
            continue
        assert every_row(match) == every_row(Reading(record)), f"after version {record.version}"
    return match is not None


@every_game
def test_a_golden_match_that_is_read_event_by_event_has_the_rows_that_it_has_at_once(game, tmp_path: Path) -> None:
    shortest = min(golden_matches.files(game.id), key=lambda path: path.stat().st_size)
    with restored(golden_matches.load(shortest), tmp_path) as (recorder, match_id):
        assert grows_alike(recorder, match_id, every=7)


def corrections(match: Disputed) -> Iterator[c.Correct]:
    """A correction for every reported outcome that stands and could have been another."""
    for recorded in tuple(match.record.events()):
        record, event = match.record, recorded.event
        if not isinstance(event, ChanceEvent) or record.struck_by(recorded.version) is not None:
            continue
        first, _ = record.commit_of(recorded.version)
        due = record.pending_at(first - 1).chance
        others = [one for one, _ in due.outcomes if one != event.outcome()] if due else []
        if others:
            outcome = msgspec.to_builtins(match.rng.choice(others))
            del outcome["type"]
            yield c.Correct(
                version=recorded.version, outcome=outcome, reason="Misread.", strike_what_cannot_follow=True
            )


@every_game
def test_corrected_reports_count_as_they_were_corrected(disputed, game) -> None:
    """MATCH-4.3."""
    match = disputed(game, Mode.REPORTED, 3)
    match.play(40)
    steps, corrected = Reading(match.record), 0
    for correction in corrections(match):
        assert isinstance(match.send(Viewer.REFEREE, correction), Accepted)
        steps.take_up()
        assert every_row(steps) == every_row(Reading(match.record))
        assert agrees(steps)
        corrected += 1
        if corrected == 3:
            break
    assert corrected
    assert grows_alike(match.recorder, match.match.match_id)


@every_game
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("seed", range(2))
def test_rulings_and_undos_leave_no_trace_in_rows_that_are_read_step_by_step(disputed, game, mode, seed) -> None:
    """MATCH-4.4, MATCH-5.2: what is struck counts nowhere, however much of it had been read before."""
    match = disputed(game, mode, 10 + seed)
    steps = Reading(match.record)
    for _ in range(4):
        match.play(16)
        steps.take_up()
        assert every_row(steps) == every_row(Reading(match.record))
        version = match.rng.choice(match.standing())
        if match.rng.random() < 0.5 and not match.record.result.over:
            match.send(Viewer.HOME, c.RequestUndo(version=version))
            match.send(Viewer.AWAY, c.GrantUndo())
        else:
            match.send(Viewer.REFEREE, c.Rewind(version=version, reason="Again."))
        steps.take_up()
        assert every_row(steps) == every_row(Reading(match.record))
        assert has_sound_rows(steps)
        assert agrees(steps)
    assert steps.record.strikes
    assert grows_alike(match.recorder, match.match.match_id)


@every_game
@pytest.mark.parametrize("mode", list(Mode))
def test_sums_of_random_matches_agree_from_beginning_to_end(disputed, game, mode) -> None:
    match = disputed(game, mode, 30)
    while not match.record.result.over:
        match.play(40)
        reading = Reading(match.record)
        assert has_sound_rows(reading)
        assert agrees(reading)


@every_game
def test_a_match_that_is_rewound_to_its_beginning_has_the_rows_of_one_that_never_went_on(disputed, game) -> None:
    """MATCH-4.4."""
    match = disputed(game, Mode.REPORTED, 3)
    before = every_row(Reading(match.record))
    opened = match.record.version
    match.play(40)
    assert every_row(Reading(match.record)) != before
    match.send(Viewer.REFEREE, c.Rewind(version=opened, reason="Again."))
    after = every_row(Reading(match.record))
    for name, statistic in catalogue().items():
        assert not statistic.counts or after[name] == before[name]


PLAYED_ON = 12
"""Acts that are played in both worlds after the secret, at the most."""


def openly(world: World) -> list[Any]:
    """The events of a world that are open to everybody."""
    return [seen.event for seen in world.record.seen_by(Viewer.SPECTATOR) if isinstance(seen, Recorded)]


def compare(one: World, other: World, game: Game[Any]) -> int:
    """Two matches that differ in a secret have the same rows while it is one; how often that was seen.

    They are played on alike until an event that is open to everybody tells some of the secret.
    """
    assert [one.event for one in one.record.events()] != [one.event for one in other.record.events()]
    seen, rng = 0, Random(1)
    while seen < PLAYED_ON and openly(one) == openly(other):
        assert every_row(Reading(one.record)) == every_row(Reading(other.record))
        seen += 1
        act = choose(game, one.record.state.table, rng)
        if act is None or not (one.submit(act) and other.submit(act)):
            break
    one.recorder.close()
    other.recorder.close()
    return seen


def test_two_matches_that_differ_in_a_secret_have_the_same_rows_while_it_is_one(tmp_path: Path) -> None:
    compared: Counter[str] = Counter()
    for game in GAMES:
        folder = tmp_path / game.id
        folder.mkdir()
        for seed in range(4):
            pairs = [with_a_secret_choice(folder, game, mode, 10 * seed + n) for n, mode in enumerate(Mode)]
            pairs.append(with_a_secret_draw(folder, game, 10 * seed + 5))
            for pair in pairs:
                if pair is not None:
                    compared[game.id] += compare(pair[0], pair[1], game)
    assert min(compared[game] for game in ("tooor", "finale", "sportiv", "fotboll")) > 3, compared
