"""What holds for every game that is registered, without a line written for it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import accumulate, chain, islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from rich.console import Console

from domain.games import GAMES
from domain.match import archive, explain, house_rules, play
from domain.match.answers import Accepted
from domain.match.chance import Mode, SeededDealer, Source
from domain.match.decider import Decider
from domain.match.envelope import Codec, Entry, Recorded
from domain.match.game import EVERYONE, ChanceEvent, Command, Event, Game, RuleViolation
from domain.match.random_play import choose
from domain.match.recorder import Opened, Recorder
from domain.match.registry import Games
from domain.match.sides import SIDES, BySide, Side, Viewer
from tests.forging import resealed
from tests.random_matches import KICK_OFF, SHELF, RandomMatch

SEEDS = range(6)
CODEC = Codec(GAMES.every_version())

every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)
every_mode = pytest.mark.parametrize("mode", list(Mode))
some_seeds = pytest.mark.parametrize("seed", SEEDS)


def test_there_are_games() -> None:
    assert list(GAMES)


@every_game
@every_mode
@some_seeds
class TestRandomPlay:
    def test_every_legal_command_is_accepted_and_names_its_side(self, game: Game[Any], mode: Mode, seed: int) -> None:
        match = RandomMatch(game, mode, seed)
        for moment in islice(match.moments(), 150):
            due = match.pending(moment.state)
            for side in SIDES:
                legal = list(islice(game.legal_commands(moment.state.table, side), 3_000))
                choice = due.choice_of(side)
                assert bool(legal) == (choice is not None), f"{side} {choice} {legal[:3]}"
                for command in match.rng.sample(legal, min(12, len(legal))):
                    assert command.side is side
                    assert choice is not None
                    assert type(command).__name__ in choice.commands
                    assert choice.clause in game.rulebook
                    assert isinstance(match.carry_out(moment.state, command), tuple), command

    def test_near_misses_are_refused_with_a_clause_of_the_rulebook(
        self, game: Game[Any], mode: Mode, seed: int
    ) -> None:
        match = RandomMatch(game, mode, seed)
        refused = 0
        for moment in islice(match.moments(), 0, 120, 3):
            due = match.pending(moment.state)
            for choice in due.choices:
                listed = set(islice(game.legal_commands(moment.state.table, choice.side), 3_000))
                for command in match.rng.sample(sorted(listed, key=repr), min(3, len(listed))):
                    for variant in match.variants(command):
                        if variant in listed or due.choice_of(variant.side) is None:
                            continue
                        answer = match.carry_out(moment.state, variant)
                        other = variant.side is not choice.side
                        if isinstance(answer, tuple) and (other or not choice.exhaustive or mode is Mode.REPORTED):
                            continue
                        assert isinstance(answer, RuleViolation), f"not listed, and yet accepted: {variant}"
                        assert answer.clause in game.rulebook, answer
                        assert answer.message
                        refused += 1
        assert refused

    def test_any_command_at_any_moment_is_answered_and_never_breaks(
        self, game: Game[Any], mode: Mode, seed: int
    ) -> None:
        """Commands from one moment of a match, submitted to every other one of another match."""
        commands = [moment.act for moment in RandomMatch(game, mode, seed).moments() if isinstance(moment.act, Command)]
        other = RandomMatch(game, mode, seed + 1_000)
        moments = list(islice(other.moments(), 0, 300, 7))
        last = other.fold(moments[-1].state, moments[-1].steps)
        for state in (*(moment.state for moment in moments), last):
            for command in other.rng.sample(commands, min(15, len(commands))):
                answer = game.decide(state.table, command)
                if isinstance(answer, RuleViolation):
                    assert answer.clause in game.rulebook

    def test_chance_has_an_exact_distribution_and_each_outcome_is_recorded_as_it_came(
        self, game: Game[Any], mode: Mode, seed: int
    ) -> None:
        match = RandomMatch(game, mode, seed)
        for moment in islice(match.moments(), 200):
            chance = match.pending(moment.state).chance
            if chance is None:
                continue
            assert chance.clause in game.rulebook
            assert len({outcome for outcome, _ in chance.outcomes}) == len(chance.outcomes)
            for outcome, weight in chance.outcomes:
                assert isinstance(weight, int)
                assert weight > 0
                first = game.resolve(moment.state.table, outcome)[0]
                assert isinstance(first, ChanceEvent)
                assert first.outcome() == outcome

    def test_the_events_of_a_match_tell_its_state_and_survive_their_encoding(
        self, game: Game[Any], mode: Mode, seed: int
    ) -> None:
        match = RandomMatch(game, mode, seed)
        steps = list(match.opening)
        for moment in match.moments():
            assert match.fold(None, tuple(steps)) == moment.state if len(steps) % 40 < 3 else True
            steps.extend(moment.steps)
        state = None
        for version, step in enumerate(steps, start=1):
            entry = Entry(at=KICK_OFF, by="recorder", data=step.event, source=step.source, draw=step.draw)
            recorded = Recorded("m", version, CODEC.name(type(step.event)), entry)
            _, decoded = CODEC.decode(CODEC.topic(recorded), CODEC.encode(entry))
            assert decoded == entry
            state = play.evolve(game, state, decoded.data)
        assert state == match.fold(None, tuple(steps))
        assert state is not None
        assert game.result(state.table).over
        assert not match.pending(state).choices

    def test_every_event_names_its_clause_and_is_told_in_a_sentence(
        self, game: Game[Any], mode: Mode, seed: int
    ) -> None:
        match = RandomMatch(game, mode, seed)
        for moment in match.moments():
            state = moment.state
            for step in moment.steps:
                if type(step.event) in game.events:
                    assert step.event.clause in game.rulebook, step.event
                    sentence = play.tell(game, state, step.event)
                    assert sentence.endswith("."), sentence
                    assert "{" not in sentence
                state = play.evolve(game, state, step.event)

    def test_what_every_viewer_sees_can_be_encoded_and_shown_in_a_terminal(
        self, game: Game[Any], mode: Mode, seed: int
    ) -> None:
        match = RandomMatch(game, mode, seed)
        console = Console(width=100, file=None, color_system=None, force_terminal=False, record=True)
        for moment in islice(match.moments(), 0, 200, 20):
            for viewer in Viewer:
                view = game.view(moment.state.table, viewer)
                assert isinstance(view, game.view_type)
                assert msgspec.json.decode(msgspec.json.encode(view), type=game.view_type) == view
                with console.capture() as shown:
                    console.print(game.board(view, match.opened.names))
                lines = shown.get().splitlines()
                assert len(lines) > 3
                assert max(map(len, lines)) <= 100
                assert "\x1b" not in shown.get()


@every_game
@every_mode
@some_seeds
class TestSecrets:
    def test_worlds_that_differ_in_a_secret_look_the_same_to_those_who_may_not_know_it(
        self, game: Game[Any], mode: Mode, seed: int
    ) -> None:
        match = RandomMatch(game, mode, seed)
        pairs = secrets = 0
        for moment in islice(match.moments(), 0, 200):
            secrets += any(step.event.audience() != EVERYONE for step in moment.steps)
            for state in accumulate(moment.steps, lambda state, step: match.fold(state, (step,)), initial=moment.state):
                for side, worlds in self._worlds(match, state):
                    pairs += len(worlds) > 1
                    for viewer in (Viewer(side.other), Viewer.REFEREE, Viewer.SPECTATOR):
                        seen = {self._as_seen(match, viewer, events, after) for events, after in worlds}
                        assert len(seen) <= 1, f"{viewer} can tell what {side} chose or drew in secret"
        assert pairs or not secrets, "a game with secrets, of which none was compared"

    def _worlds(self, match: RandomMatch, state: Any) -> Iterator[tuple[Side, list[Any]]]:
        """The sides that may now choose or draw in secret, each with the events and the matches that this may bring."""
        due = match.pending(state)
        for choice in due.choices:
            listed = islice(match.game.legal_commands(state.table, choice.side), 400)
            answers = [match.carry_out(state, command) for command in listed]
            accepted = [tuple(step.event for step in answer) for answer in answers if isinstance(answer, tuple)]
            yield choice.side, self._secret(match, state, choice.side, accepted)
        if due.chance is not None and due.chance.side is not None:
            drawn = [tuple(match.game.resolve(state.table, outcome)) for outcome, _ in due.chance.outcomes]
            yield due.chance.side, self._secret(match, state, due.chance.side, drawn)

    def _secret(self, match: RandomMatch, state: Any, side: Side, answers: list[tuple[Event, ...]]) -> list[Any]:
        """Of what may happen, what this side alone would know, each with the match after it."""
        secret = [events for events in answers if all(event.audience() == side for event in events)]
        return [(events, match.fold(state, tuple(play.Step(event) for event in events))) for events in secret]

    def _as_seen(self, match: RandomMatch, viewer: Viewer, events: Any, state: Any) -> bytes:
        """Everything that a viewer gets to see of the events and of the match after them."""
        game = match.game
        view = game.view(state.table, viewer)
        due = match.pending(state)
        choices = [(choice.side, choice.commands, choice.clause, choice.prompt) for choice in due.choices]
        concealed = [(event.side, event.concealed()) for event in events]
        legal = [] if viewer.side is None else list(islice(game.legal_commands(state.table, viewer.side), 50))
        return msgspec.json.encode([view, choices, concealed, legal, game.result(state.table)])


@every_game
@every_mode
class TestThroughTheRecorder:
    def _record(self, game: Game[Any], mode: Mode, store: str, seed: int, acts: int = 5_000) -> str:
        rng = Random(seed)
        clock = [KICK_OFF]

        def now() -> Any:
            clock[0] += timedelta(milliseconds=700)
            return clock[0]

        edition = next(edition for edition in SHELF if edition.game == game.id)
        with Recorder(store, GAMES, clock=now, entropy=rng.randbytes) as recorder:
            match = recorder.open_match(game.id, edition, BySide("Home Town", "Away City"), mode)
            assert isinstance(match, Opened)
            record = recorder.match(match.match_id)
            for _ in range(acts):
                if (act := choose(game, record.state.table, rng)) is None:
                    break
                for choice in game.pending(record.state.table).choices:
                    clock[0] = max(clock[0], KICK_OFF + timedelta(milliseconds=(choice.not_before or -60_000) + 60_000))
                seat = Viewer(act.side) if isinstance(act, Command) else Viewer.REFEREE
                answer = recorder.submit(match.match_id, match.tokens[seat], str(record.version), act, record.version)
                assert isinstance(answer, Accepted), answer
        return match.match_id

    def test_a_recorded_match_replays_from_the_store_without_drawing_again(
        self, game: Decider[Any, Any], mode: Mode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = f"sqlite:///{tmp_path}/matches.db"
        match_id = self._record(game, mode, store, seed=1)
        monkeypatch.setattr(SeededDealer, "deal", lambda *_: pytest.fail("a replay draws"))
        deciding_fails = replace(game, decide=lambda *_: pytest.fail("a replay decides"))
        with Recorder(store, Games([deciding_fails])) as recorder:
            record = recorder.match(match_id)
            assert record.result.over
            assert [record.tell(version) for version in range(1, record.version + 1)]

    def test_while_it_is_played_a_secret_is_known_to_its_side_and_who_reported_it_and_every_event_explained(
        self, game: Game[Any], mode: Mode, tmp_path: Path
    ) -> None:
        store = f"sqlite:///{tmp_path}/matches.db"
        match_id = self._record(game, mode, store, seed=4, acts=30)
        with Recorder(store, GAMES) as recorder:
            record = recorder.match(match_id)
            assert not record.result.over
            for recorded in record.events():
                for viewer in Viewer:
                    told = explain.explain(record, recorded.version, viewer)
                    own = recorded.entry.audience in (EVERYONE, viewer.value)
                    own |= recorded.entry.source is Source.REPORTED and recorded.entry.by == viewer
                    opened = record.known_to(Viewer.SPECTATOR, recorded.version)
                    assert told.concealed == (not own and not opened)
                    assert told.concealed or (told.clause is not None and told.because.startswith(told.sentence))

    def test_its_archive_is_sound_and_comes_back_the_same(self, game: Game[Any], mode: Mode, tmp_path: Path) -> None:
        store = f"sqlite:///{tmp_path}/matches.db"
        match_id = self._record(game, mode, store, seed=2)
        with Recorder(store, GAMES) as recorder, Recorder(f"sqlite:///{tmp_path}/other.db", GAMES) as other:
            lines = list(archive.export(recorder, match_id))
            verdict = archive.verify(archive.read(lines), GAMES)
            assert verdict.sound, verdict
            draws = sum(isinstance(event.event, ChanceEvent) for event in recorder.match(match_id).events())
            assert verdict.draws == (draws if mode is Mode.DEALT else 0)
            archive.restore(other, archive.read(lines))
            assert other.match(match_id).state == recorder.match(match_id).state

    def test_a_changed_figure_in_any_event_is_found_though_all_digests_are_made_anew(
        self, game: Game[Any], mode: Mode, tmp_path: Path
    ) -> None:
        store = f"sqlite:///{tmp_path}/matches.db"
        match_id = self._record(game, mode, store, seed=3)
        with Recorder(store, GAMES) as recorder:
            lines = list(archive.export(recorder, match_id))
        rng = Random(3)
        for _ in range(25):
            place = rng.randrange(2, len(lines))
            forged = _forged(lines, place, rng)
            if forged is not None:
                assert not archive.verify(archive.read(forged), GAMES).sound, lines[place]


def _forged(lines: list[str], place: int, rng: Random) -> list[str] | None:
    """The archive with one figure of one event changed and every digest made anew; None where it has no figure."""
    header, *events = [msgspec.json.decode(line) for line in lines]
    data = events[place - 1]["entry"]["data"]
    figures = [name for name, value in data.items() if isinstance(value, int)]
    if not figures:
        return None
    name = rng.choice(sorted(figures))
    data[name] = not data[name] if isinstance(data[name], bool) else data[name] + 1
    return resealed(header, events)


@every_game
class TestTheRulebook:
    def test_every_clause_is_named_by_a_test_of_the_game(self, game: Game[Any]) -> None:
        folder = Path(__file__).parent / game.id
        tests = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
        missing = [clause for clause in game.rulebook if not re.search(rf"{re.escape(clause)}(?!\d)", tests)]
        assert missing == []

    def test_every_house_rule_has_a_clause_a_meaning_and_a_default_among_its_values(self, game: Game[Any]) -> None:
        for rule in house_rules.describe(game.house_rules):
            assert rule.clause in game.rulebook
            assert rule.meaning
            assert rule.default in rule.values

    def test_every_event_has_a_name_of_its_own_an_audience_and_a_docstring(self, game: Game[Any]) -> None:
        kinds: list[type[Any]] = [*game.events, *game.commands, *game.outcomes]
        assert len({kind.__name__ for kind in kinds}) == len(kinds)
        for kind in kinds:
            assert kind.__doc__
            assert kind.__doc__ != Event.__doc__

    def test_there_is_an_edition_of_it(self, game: Game[Any]) -> None:
        assert any(edition.game == game.id for edition in SHELF), SHELF.faults

    def test_secret_events_are_those_of_a_side(self, game: Game[Any]) -> None:
        for mode in Mode:
            match = RandomMatch(game, mode, 0)
            for step in chain(match.opening, *(moment.steps for moment in match.moments())):
                assert step.event.audience() in (EVERYONE, *Side)
