"""What random play looks like: bounds wide enough for chance, too narrow for a rule that is lost."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.game import SOCCER_DUEL
from domain.games.soccer_duel.state import Table
from domain.match.game import Event, RuleViolation
from domain.match.random_play import choose, draw
from domain.match.sides import SIDES
from tests.domain.games.soccer_duel.words import setup_of, shipped


def played(seed: int, mode: str, **rules: int) -> tuple[list[Event], Table]:
    """A match of random legal play; half of the time a draw that is due waits until the other side has acted."""
    rng, setup = Random(seed), setup_of(shipped(), mode, **rules)
    state, events = SOCCER_DUEL.start(setup), list(SOCCER_DUEL.opening(setup))
    for event in events:
        state = SOCCER_DUEL.evolve(state, event)
    for _ in range(5_000):
        due = SOCCER_DUEL.pending(state)
        answer: Any
        if due.chance is not None and (not due.choices or rng.random() < 0.5):
            answer = SOCCER_DUEL.resolve(state, draw(due.chance, rng))
        elif due.choices:
            side = rng.choice(due.choices).side
            answer = SOCCER_DUEL.decide(state, rng.choice(list(SOCCER_DUEL.legal_commands(state, side))))
        else:
            assert choose(SOCCER_DUEL, state, rng) is None
            return events, state
        assert not isinstance(answer, RuleViolation), answer
        for event in answer:
            state = SOCCER_DUEL.evolve(state, event)
        events.extend(answer)
        held = [*state.pile, *state.out]
        for one in SIDES:
            camp = state.camp(one)
            held += [*camp.hand, *camp.box, *(tile for pitch in camp.pitches for _, tile in pitch.tiles())]
            if state.phase == "play":
                assert len(camp.hand) <= state.rules.hand(one), "DUEL-3.3"
        assert sorted(held) == list(state.catalogue.numbers), "every tile is in one place"
    raise AssertionError("no end")


@pytest.mark.parametrize("mode", ["dealt", "reported"])
def test_matches_end_as_soccer_duel_does(mode: str) -> None:
    """DUEL-6.1, and DUEL-3.3, DUEL-3.8, DUEL-3.9 along the way."""
    seen: Counter[str] = Counter()
    games = goals = 0
    for seed in range(8):
        events, state = played(seed, mode, bestOf=3 + 2 * (seed % 2), homePlayers=1 + seed % 2)
        seen.update(type(event).__name__ for event in events)
        games += len(state.games)
        goals += sum(score.home + score.away for score in state.games)
        assert state.wins.of(state.winner) == state.rules.best_of // 2 + 1 if state.winner else True
        for game in "\n".join(type(event).__name__ for event in events).split("GameBegun")[1:]:
            assert game.count("GoCalled") == 1
    assert 6 < goals / games < 16
    assert 0.02 < seen["GoalScored"] / seen["TilePlaced"] < 0.3
    assert seen["GoCalled"] == seen["OvertimeBegun"] == games


def test_time_never_goes_back_within_a_game() -> None:
    """DUEL-3.8."""
    events, _ = played(3, "reported")
    clock = 0
    for event in events:
        time = getattr(event, "time", None)
        if isinstance(event, e.GameBegun):
            clock = 0
        elif time is not None:
            assert time >= clock
            clock = time


def test_goals_in_the_log_are_the_score() -> None:
    """DUEL-3.5: found anew from the tiles as they lie, by every four that meet."""
    events, state = played(5, "dealt")
    faces = [face.split() for face in state.catalogue.faces]
    for game in range(1, len(state.games) + 1):
        began = [index for index, event in enumerate(events) if isinstance(event, e.GameBegun)]
        part = events[began[game - 1] : began[game] if game < len(began) else None]
        part = part[: next((n for n, event in enumerate(part) if isinstance(event, e.SuddenDeathBegun)), None)]
        lying: dict[tuple[Any, int, int, int], list[str]] = {}
        for event in part:
            if isinstance(event, e.StartTileChosen):
                lying[event.side, 1, 0, 0] = faces[event.tile]
            elif isinstance(event, e.PitchBegun):
                lying[event.side, event.pitch, 0, 0] = faces[event.tile]
            elif isinstance(event, e.TilePlaced):
                lying[event.side, event.pitch, event.row, event.column] = faces[event.tile]
        balls = 0
        for side, pitch, row, column in lying:
            around = [lying.get((side, pitch, row + down, column + right)) for down in (0, 1) for right in (0, 1)]
            if all(around):
                quarters = {tile[3 - corner] for corner, tile in enumerate(around) if tile}
                balls += len(quarters) == 1 and quarters != {"-"}
        assert balls == sum(isinstance(event, e.GoalScored) for event in part)
