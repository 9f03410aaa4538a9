"""What holds for the account of every game that has one, without a line written for it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.decider import Decider, nothing_to_count
from domain.match.facts import (
    MILLION,
    Attempted,
    AttemptKind,
    CameOn,
    DieRolled,
    Fact,
    Goal,
    PeriodBegun,
    PlayEnded,
    Stage,
    WentOff,
)
from domain.match.game import ChanceEvent, Command, Event, Game
from domain.match.play import MatchState, Step
from domain.match.sides import SIDES, BySide, Side
from tests import golden_matches
from tests.domain.games.accounts import Told, of_golden, of_random, told
from tests.random_matches import Moment, RandomMatch

ACCOUNTED = [game for game in GAMES if isinstance(game, Decider) and game.account is not nothing_to_count]
SEEDS = range(8)
FOLLOWED = 60
"""Acts for which two worlds are compared after the secret in which they differ."""
AT_GOAL = (AttemptKind.SHOT, AttemptKind.PENALTY, AttemptKind.KICK)

every_account = pytest.mark.parametrize("game", ACCOUNTED, ids=lambda game: game.id)
every_mode = pytest.mark.parametrize("mode", list(Mode))
some_seeds = pytest.mark.parametrize("seed", SEEDS)


@pytest.fixture(
    scope="class",
    params=[
        *((game, mode, seed) for game in ACCOUNTED for mode in Mode for seed in SEEDS),
        *(path for game in ACCOUNTED for path in golden_matches.files(game.id)),
    ],
    ids=lambda match: f"{match.parent.name}-{match.stem}" if isinstance(match, Path) else "-".join(_words(match)),
)
def whole(request: pytest.FixtureRequest) -> list[Told]:
    """A whole match: a random one, or a golden one."""
    if isinstance(request.param, Path):
        return list(of_golden(request.param))
    return list(of_random(RandomMatch(*request.param)))


def _words(match: tuple[Game[Any], Mode, int]) -> Iterable[str]:
    game, mode, seed = match
    return game.id, mode, str(seed)


def _game(whole: list[Told]) -> Game[Any]:
    return next(game for game in ACCOUNTED if type(whole[0].event) in game.events)


def _facts(whole: list[Told]) -> Iterator[Fact]:
    return (fact for one in whole for fact in one.facts)


def test_there_are_accounts() -> None:
    assert ACCOUNTED


class TestAWholeMatch:
    def test_goals_agree_with_the_result_after_every_event(self, whole: list[Told]) -> None:
        game, stage = _game(whole), Stage.NORMAL
        goals = {one: Counter[Side]() for one in Stage}
        for one in whole:
            for fact in one.facts:
                if isinstance(fact, PeriodBegun):
                    stage = fact.stage
                elif isinstance(fact, Goal):
                    goals[stage][fact.side] += 1
            result, kicks = game.result(one.after), goals[Stage.SHOOT_OUT]
            score = goals[Stage.NORMAL] + goals[Stage.EXTRA]
            assert BySide(score[Side.HOME], score[Side.AWAY]) == result.score, one.event
            assert BySide(kicks[Side.HOME], kicks[Side.AWAY]) == (result.shoot_out or BySide(0, 0)), one.event

    def test_nobody_comes_on_twice_without_going_off_nor_goes_off_without_being_on(self, whole: list[Told]) -> None:
        on: set[tuple[Side, str]] = set()
        for fact in _facts(whole):
            if isinstance(fact, CameOn):
                assert (fact.side, fact.footballer) not in on
                on.add((fact.side, fact.footballer))
            elif isinstance(fact, WentOff):
                assert (fact.side, fact.footballer) in on
                on.remove((fact.side, fact.footballer))

    def test_periods_begin_in_their_order_and_play_ends_once_at_the_end(self, whole: list[Told]) -> None:
        stages = [fact.stage for fact in _facts(whole) if isinstance(fact, PeriodBegun)]
        assert stages[0] is Stage.NORMAL
        assert Stage.SHOOT_OUT not in stages or set(stages[stages.index(Stage.SHOOT_OUT) :]) == {Stage.SHOOT_OUT}
        ends = [one for one in whole if any(isinstance(fact, PlayEnded) for fact in one.facts)]
        assert len(ends) == sum(isinstance(fact, PlayEnded) for fact in _facts(whole)) == 1
        assert _game(whole).result(ends[0].after).over
        minutes = [fact.minute for fact in _facts(whole) if isinstance(fact, PeriodBegun | PlayEnded)]
        assert None not in minutes or set(minutes) == {None}
        assert minutes == sorted(minutes, key=lambda minute: minute or 0)

    def test_chances_are_shares_of_a_million_and_nothing_happens_against_them(self, whole: list[Told]) -> None:
        for fact in _facts(whole):
            if isinstance(fact, Attempted) and fact.chance is not None:
                assert 0 <= fact.chance <= MILLION
                assert fact.chance > 0 or not fact.succeeded
                assert fact.chance < MILLION or fact.succeeded

    def test_what_succeeds_at_goal_is_a_goal_at_once_and_what_fails_is_none(self, whole: list[Told]) -> None:
        """An attempt at goal and its goal may be told by two events, but never with another attempt between them."""
        owed: list[Attempted] = []
        for fact in _facts(whole):
            if isinstance(fact, Attempted):
                assert owed == []
                owed = [fact] if fact.kind in AT_GOAL and fact.succeeded else []
            elif isinstance(fact, Goal) and owed:
                assert fact.side is owed.pop().side
        assert owed == []

    def test_a_die_shows_a_face_that_it_has_and_only_chance_rolls_it(self, whole: list[Told]) -> None:
        faces_of: dict[tuple[str, Side | None], Any] = {}
        for one in whole:
            rolls = [fact for fact in one.facts if isinstance(fact, DieRolled)]
            assert len(rolls) <= isinstance(one.event, ChanceEvent)
            for roll in rolls:
                assert roll.face in dict(roll.faces)
                assert all(count > 0 for _, count in roll.faces)
                assert len(dict(roll.faces)) == len(roll.faces)
                assert faces_of.setdefault((roll.die, roll.side), roll.faces) == roll.faces


@every_account
@some_seeds
class TestSecrets:
    def test_worlds_that_differ_in_a_secret_mean_the_same_as_long_as_nobody_can_tell_them_apart(
        self, game: Game[Any], seed: int
    ) -> None:
        """Something else is laid or drawn in secret than in the match, which then goes on as it did while it can."""
        match = RandomMatch(game, Mode.REPORTED, seed)
        moments = list(match.moments())
        for number, moment in enumerate(moments):
            for answer in self._others(match, moment) if _secret(moment.steps) else ():
                state = match.fold(moment.state, answer)
                hidden = [step.event for step in (*moment.steps, *answer)]
                self._go_on(match, state, hidden, moments[number + 1 : number + 1 + FOLLOWED])

    def _others(self, match: RandomMatch, moment: Moment) -> Iterator[tuple[Step, ...]]:
        """A few secrets that could have come about in the place of the one of this moment."""
        state, act = moment.state, moment.act
        due = match.pending(state)
        acts: list[Any] = [] if due.chance is None else [outcome for outcome, _ in due.chance.outcomes]
        if isinstance(act, Command):
            acts = list(islice(match.game.legal_commands(state.table, act.side), 200))
        match.now = moment.at
        for other in Random(len(acts)).sample(acts, min(4, len(acts))):
            answer = match.carry_out(state, other)
            if other != act and isinstance(answer, tuple) and _secret(answer):
                yield answer

    def _go_on(self, match: RandomMatch, state: MatchState, hidden: list[Event], moments: list[Moment]) -> None:
        """Compare what the match means with what it means in another world, until they can be told apart."""
        for moment in moments:
            match.now = moment.at
            answer = match.carry_out(state, moment.act)
            if answer != moment.steps:
                return
            table, other = moment.state.table, state.table
            for step in moment.steps:
                if any(event.opened_by(step.event) for event in hidden):
                    return
                here, there = told(match.game, table, step.event), told(match.game, other, step.event)
                assert here.facts == there.facts, step.event
                table, other = here.after, there.after
            state = match.fold(state, moment.steps)


def _secret(steps: Iterable[Step]) -> bool:
    """Whether all of this happens to one side in secret."""
    return all(step.event.audience() in set(Side) for step in steps)


@every_account
@some_seeds
def test_an_event_from_anywhere_that_the_record_could_hold_is_accounted_for(game: Game[Any], seed: int) -> None:
    """MATCH-4.9: a referee may record events that break the rules, as long as they can be told and folded."""
    alien = [one.event for one in of_random(RandomMatch(game, Mode.REPORTED, seed))]
    rng, held = Random(seed), 0
    for one in of_random(RandomMatch(game, Mode.REPORTED, seed + 1_000)):
        for event in rng.sample(alien, 20):
            try:
                game.tell(one.after, event)
                after = game.evolve(one.after, event)
            except Exception:  # it is about nothing on the table, and is refused
                continue
            held += 1
            for fact in game.account(one.after, event, after):
                assert isinstance(fact, Fact)
                assert fact.side in (None, *SIDES)
    assert held
