"""What is known to whom, dealt and reported, and how a match is told and shown."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from rich.console import Console

from domain.games.sportiv import commands as c
from domain.games.sportiv import events as e
from domain.games.sportiv.game import SPORTIV
from domain.games.sportiv.terms import ActionKind
from domain.games.sportiv.view import SportivView
from domain.match.chance import Mode
from domain.match.game import EVERYONE, Event, Outcome
from domain.match.random_play import choose
from domain.match.sides import SIDES, BySide, Side, Viewer
from tests.bdd import Situation, given
from tests.domain.games.sportiv.words import (
    AWAY,
    HOME,
    LONG_BALL,
    NAMES,
    OFFSIDE,
    POWER_RUN,
    RED_CARD,
    TRACK_BACK,
    at_action,
    at_exchange,
    at_shot,
    begun,
    counter,
    draw,
    drew,
    end_eliminations,
    exchange,
    exchange_unseen,
    face_down,
    keepers,
    let_pass,
    match,
    place,
    play,
    remove,
    reported,
    setup_of,
    shipped,
    shoot,
    shot,
    toss,
    with_pile,
)


def view(situation: Situation, viewer: Viewer) -> SportivView:
    return SPORTIV.view(situation.state, viewer)


def shown(situation: Situation, viewer: Viewer) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(SPORTIV.board(view(situation, viewer), NAMES))
    return captured.get()


class TestADealtMatch:
    def test_hands_and_reserves_are_their_sides_own(self):
        """SPORTIV-6.1"""
        own = view(begun(), Viewer.HOME).sides.home
        assert own.hand is not None
        assert [one.footballer for one in own.hand] == [12, 13, 14]
        assert own.reserve == (POWER_RUN, LONG_BALL, TRACK_BACK)
        for viewer in (Viewer.AWAY, Viewer.REFEREE, Viewer.SPECTATOR):
            other = view(begun(), viewer).sides.home
            assert (other.hand, other.in_hand, other.reserve, other.in_reserve) == (None, 3, None, 3)

    def test_worlds_that_differ_in_hands_and_reserves_look_the_same_to_others(self):
        """SPORTIV-6.1, SPORTIV-3.11"""
        worlds = []
        for reserve, drawn, placed_before in (
            ((POWER_RUN, RED_CARD, OFFSIDE), LONG_BALL, (12, 13)),
            ((TRACK_BACK, TRACK_BACK, POWER_RUN), OFFSIDE, (13, 12)),
        ):
            situation = begun(home_reserve=reserve).played(draw(HOME, placed_before[0] - 6), place(HOME, 14))
            situation = situation.played(end_eliminations(HOME), drew(HOME, drawn), play(HOME, POWER_RUN))
            worlds.append(situation)
        for viewer in (Viewer.AWAY, Viewer.REFEREE, Viewer.SPECTATOR):
            assert view(worlds[0], viewer) == view(worlds[1], viewer)
        assert worlds[0].pending == worlds[1].pending
        legal = [list(SPORTIV.legal_commands(world.state, AWAY)) for world in worlds]
        assert legal[0] == legal[1]
        assert view(worlds[0], Viewer.HOME) != view(worlds[1], Viewer.HOME)

    @pytest.mark.parametrize(
        ("event", "sentence"),
        [
            (e.FootballerDrawn(side=HOME, footballer=6, left=5, clause=""), "{side} draws a footballer to its hand."),
            (e.ActionDrawn(side=HOME, kind=OFFSIDE, left=5, clause=""), "{side} draws an action card."),
            (
                e.ActionDiscarded(side=HOME, kind=OFFSIDE, clause=""),
                "{side} puts an action card on its discard face down.",
            ),
            (e.KeepersChosen(side=HOME, keepers=(1, 2)), "{side} chooses its goalkeeper cards."),
            (e.ShotChosen(side=HOME, shot=1), "{side} chooses its shot card."),
        ],
    )
    def test_what_is_secret_is_told_without_what_it_is(self, event: Event, sentence: str):
        """SPORTIV-6.1, SPORTIV-4.1, SPORTIV-3.13"""
        assert event.audience() == "home"
        assert event.concealed() == sentence

    def test_only_the_cards_of_a_shot_are_opened_before_the_end(self):
        """SPORTIV-4.1, SPORTIV-6.1"""
        revealed = e.ShotRevealed(side=HOME, shot=1, keepers=(1,), red=(), covered=())
        assert e.KeepersChosen(side=AWAY, keepers=(1,)).opened_by(revealed)
        assert e.ShotChosen(side=HOME, shot=1).opened_by(revealed)
        assert not e.KeepersChosen(side=AWAY, keepers=(1,)).opened_by(e.ShotChosen(side=HOME, shot=1))
        assert not e.ShotChosen(side=HOME, shot=1).opened_by(e.KeepersChosen(side=AWAY, keepers=(1,)))
        assert not e.ActionDiscarded(side=HOME, kind=OFFSIDE, clause="").opened_by(revealed)

    def test_everything_else_is_open_at_once(self):
        """SPORTIV-6.1"""
        secret = {e.FootballerDrawn, e.ActionDrawn, e.ActionDiscarded, e.KeepersChosen, e.ShotChosen}
        seen = {type(event): event.audience() for event in played_out(Mode.DEALT, 1)}
        assert {kind for kind, audience in seen.items() if audience != EVERYONE} == secret

    def test_what_lies_face_down_on_a_discard_stays_its_sides_own(self):
        """SPORTIV-6.1, SPORTIV-3.13"""
        situation = at_exchange(begun()).played(exchange(HOME, LONG_BALL), drew(HOME, RED_CARD))
        seen = {viewer: view(situation, viewer).sides.home.action_discard for viewer in Viewer}
        assert [card.kind for card in seen[Viewer.HOME]] == [OFFSIDE, LONG_BALL]
        assert [card.kind for card in seen[Viewer.AWAY]] == [None, None]
        assert seen[Viewer.AWAY] == seen[Viewer.REFEREE] == seen[Viewer.SPECTATOR]

    def test_a_card_played_or_countered_with_lies_face_up(self):
        """SPORTIV-3.3, SPORTIV-3.7"""
        situation = at_action(begun()).played(play(HOME, POWER_RUN), counter(AWAY, RED_CARD))
        sides = view(situation, Viewer.SPECTATOR).sides
        assert [(card.kind, card.face_up) for card in sides.home.action_discard] == [(POWER_RUN, True)]
        assert [(card.kind, card.face_up) for card in sides.away.action_discard] == [(RED_CARD, True)]

    def test_a_choice_for_a_shot_is_seen_as_made_and_no_more(self):
        """SPORTIV-4.1"""
        shooting = at_shot(begun(away=(5,))).played(shoot(HOME))
        for viewer in (Viewer.HOME, Viewer.REFEREE, Viewer.SPECTATOR):
            views = [view(shooting.played(keepers(AWAY, *pair)), viewer) for pair in ((1, 2), (1, 3), (2, 3))]
            assert views[0] == views[1] == views[2]
            assert views[0].sides.away.chosen
            assert views[0].sides.away.keepers is None
        for viewer in (Viewer.AWAY, Viewer.REFEREE, Viewer.SPECTATOR):
            views = [view(shooting.played(shot(HOME, one)), viewer) for one in (1, 2, 3)]
            assert views[0] == views[1] == views[2]
            assert views[0].sides.home.chosen
            assert views[0].sides.home.shot is None
        assert view(shooting.played(keepers(AWAY, 1, 3)), Viewer.AWAY).sides.away.keepers == (1, 3)
        assert view(shooting.played(shot(HOME, 3)), Viewer.HOME).sides.home.shot == 3

    def test_the_other_sides_secret_choice_makes_no_decision_stale(self):
        """SPORTIV-4.1"""
        chosen = e.KeepersChosen(side=AWAY, keepers=(1,))
        assert not SPORTIV.disturbs(chosen, HOME)
        assert SPORTIV.disturbs(chosen, AWAY)
        assert not SPORTIV.disturbs(e.ShotChosen(side=HOME, shot=1), AWAY)
        assert SPORTIV.disturbs(e.ShotTaken(side=HOME, keepers=1), AWAY)
        assert SPORTIV.disturbs(e.ActionDiscarded(side=HOME, kind=OFFSIDE, clause=""), AWAY)

    def test_when_the_match_is_over_everything_is_open(self):
        """SPORTIV-6.1"""
        situation = with_pile(at_exchange(begun()).played(exchange(HOME), exchange(AWAY)), AWAY, 1)
        situation = situation.played(draw(AWAY, 1))
        sides = view(situation, Viewer.SPECTATOR).sides
        assert sides.home.reserve == (POWER_RUN, LONG_BALL, TRACK_BACK)
        assert sides.away.hand is not None
        assert [one.footballer for one in sides.away.hand] == [1, 12, 13, 14]
        assert [card.kind for card in sides.home.action_discard] == [OFFSIDE]

    def test_cards_are_named_in_it_not_counted(self):
        """SPORTIV-6.1"""
        at_exchange(begun()).when(c.ExchangeUnseenActions(side=HOME, count=1)).then_refused("SPORTIV-3.8")


class TestAReportedMatch:
    def test_only_the_coin_and_the_pitches_are_reported_of_the_set_up(self):
        """SPORTIV-6.2"""
        situation = match("reported").played(toss(HOME), *(draw(HOME, one) for one in (1, 2, 3, 4)))
        situation = situation.played(draw(HOME, 5))
        assert Counter(type(event) for event in situation.events) == {
            e.FootballerFielded: 1,
            e.ActionDrawnUnseen: 3,
            e.FootballerDrawnUnseen: 3,
        }
        situation.then_due("SPORTIV-2.1", *((draw(AWAY, one), 1) for one in range(1, 15)))

    def test_the_first_decision_follows_at_once_and_may_place_whoever_has_not_been_seen(self):
        """SPORTIV-6.2"""
        situation = reported().then_waits_for(HOME, clause="SPORTIV-3.1")
        situation.then_happens(
            e.TurnStarted(side=HOME, number=1), e.FootballerDrawnUnseen(side=HOME, left=5, clause="SPORTIV-3.1")
        )
        situation.then_legal(*(place(HOME, one) for one in range(6, 15)))
        situation.when(place(HOME, 3)).then_refused("SPORTIV-6.2", "footballer", "3 (3) already lies open")
        its = situation.played(place(HOME, 9)).state.footballers.home
        assert (its.in_hand, its.in_pile, its.pitch) == (3, 5, (1, 2, 3, 4, 5, 9))

    def test_a_footballer_that_has_been_seen_is_not_drawn_again(self):
        """SPORTIV-6.2"""
        situation = reported(place(HOME, 9), end_eliminations(HOME), play(HOME, TRACK_BACK))
        situation.then_due("SPORTIV-3.6", *((draw(HOME, one), 1) for one in (6, 7, 8, 10, 11, 12, 13, 14)))

    def test_a_whole_turn_needs_no_report_of_what_nobody_sees(self):
        """SPORTIV-6.2"""
        situation = reported(place(HOME, 9), end_eliminations(HOME), face_down(HOME), exchange_unseen(HOME, 2))
        situation.then(
            e.ActionDiscarded(side=HOME, kind=None, clause="SPORTIV-3.8"),
            e.ActionDiscarded(side=HOME, kind=None, clause="SPORTIV-3.8"),
            e.ActionsExchanged(side=HOME, count=2),
            e.ActionDrawnUnseen(side=HOME, left=7, clause="SPORTIV-3.8"),
            e.ActionDrawnUnseen(side=HOME, left=6, clause="SPORTIV-3.8"),
        )
        situation = situation.played(exchange_unseen(AWAY, 0)).then_waits_for(AWAY, clause="SPORTIV-3.1")
        its = situation.state.actions.home
        assert (its.in_reserve, its.in_pile, len(its.discard)) == (3, 6, 3)

    def test_a_kind_can_be_played_while_not_every_card_of_it_lies_face_up(self):
        """SPORTIV-6.2: there are two red cards a side."""
        situation = reported()
        for footballer, opposing in ((6, 7), (8, 9)):
            situation = situation.played(place(HOME, footballer), end_eliminations(HOME))
            situation = situation.played(play(HOME, POWER_RUN), counter(AWAY, RED_CARD), remove(AWAY, footballer))
            situation = situation.played(exchange_unseen(HOME, 0), exchange_unseen(AWAY, 0), place(AWAY, opposing + 4))
            situation = situation.played(end_eliminations(AWAY), face_down(AWAY))
            situation = situation.played(exchange_unseen(AWAY, 0), exchange_unseen(HOME, 0))
        situation = situation.played(place(HOME, 10), end_eliminations(HOME), play(HOME, POWER_RUN))
        situation.then_legal(let_pass(AWAY))
        situation.when(counter(AWAY, RED_CARD)).then_refused("SPORTIV-6.2", "kind", "Every red card of the away side")

    def test_the_opponent_may_counter_with_what_nobody_has_seen_or_pass(self):
        """SPORTIV-6.2, SPORTIV-3.11"""
        situation = reported(place(HOME, 9), end_eliminations(HOME), play(HOME, LONG_BALL))
        situation.then_legal(counter(AWAY, OFFSIDE), let_pass(AWAY))
        situation = situation.played(counter(AWAY, OFFSIDE))
        situation.then_happens(e.ActionDrawnUnseen(side=AWAY, left=8, clause="SPORTIV-3.7"))

    def test_what_goes_face_down_is_not_named(self):
        """SPORTIV-6.2"""
        situation = reported(place(HOME, 9), end_eliminations(HOME))
        situation.when(face_down(HOME, OFFSIDE)).then_refused("SPORTIV-6.2", "kind", "leave the kind out")
        situation.then_legal(face_down(HOME), *(play(HOME, kind) for kind in (POWER_RUN, LONG_BALL, TRACK_BACK)))
        situation = situation.played(face_down(HOME)).then(
            e.ActionDiscarded(side=HOME, kind=None, clause="SPORTIV-3.3")
        )
        assert situation.events[0].audience() == EVERYONE
        situation.when(exchange(HOME, OFFSIDE)).then_refused("SPORTIV-3.8")
        situation.then_legal(*(exchange_unseen(HOME, count) for count in (0, 1, 2, 3)))
        for count in (-1, 4):
            situation.when(exchange_unseen(HOME, count)).then_refused("SPORTIV-3.8", "count", "0 to 3 can")

    def test_a_pile_that_is_renewed_makes_every_kind_possible_again(self):
        """SPORTIV-6.2, SPORTIV-3.10"""
        situation = reported()
        side = HOME
        while not any(isinstance(event, e.ActionPileRenewed) for event in situation.events):
            situation = situation.played(place(side, situation.state.footballers.of(side).unseen[0]))
            situation = situation.played(end_eliminations(side), face_down(side))
            situation = situation.played(exchange_unseen(side, 3))
            if not any(isinstance(event, e.ActionPileRenewed) for event in situation.events):
                situation = situation.played(exchange_unseen(side.other, 0))
            side = side.other
        its = situation.state.actions.of(side.other)
        assert len(its.unseen) == 12
        assert its.in_reserve + its.in_pile + len(its.discard) == 12

    def test_the_last_footballer_drawn_unseen_ends_the_match(self):
        """SPORTIV-6.2, SPORTIV-5.1"""
        situation = reported(place(HOME, 9), end_eliminations(HOME), face_down(HOME), exchange_unseen(HOME, 0))
        its = situation.state.footballers.away
        left = type(its)(its.unseen[:4], 3, (), its.pitch, its.unseen[4:])
        situation = situation.where(footballers=situation.state.footballers.replace(AWAY, left))
        situation = situation.played(exchange_unseen(AWAY, 0))
        situation.then_happens(
            e.FootballerDrawnUnseen(side=AWAY, left=0, clause="SPORTIV-3.1"),
            e.MatchEnded(side=None, drawn_out=AWAY, score=situation.state.score),
        )
        assert SPORTIV.result(situation.state).over

    def test_nobody_sees_more_than_anybody_else(self):
        """SPORTIV-6.2"""
        situation = reported(place(HOME, 9), end_eliminations(HOME), face_down(HOME))
        assert len({msgspec.json.encode(view(situation, viewer)) for viewer in Viewer}) == 1
        assert view(situation, Viewer.HOME).sides.home.hand is None


def played_out(mode: Mode, seed: int, **rules: str) -> list[Event]:
    """The events of a random match of the shipped edition."""
    rng, situation, events = Random(seed), given(SPORTIV, setup_of(shipped(), mode, **rules)), list[Event]()
    table: Any = situation.state
    while (act := choose(SPORTIV, table, rng)) is not None:
        brought: Any = SPORTIV.resolve(table, act) if isinstance(act, Outcome) else SPORTIV.decide(table, act)
        for event in brought:
            table = SPORTIV.evolve(table, event)
            events.append(event)
    return events


class TestRandomPlay:
    def test_no_card_is_ever_lost_or_doubled(self):
        """SPORTIV-1.1, in both modes and under each house rule."""
        for seed, (mode, cap) in enumerate((mode, cap) for mode in Mode for cap in ("none", "five")):
            setup = setup_of(shipped(), mode, pitchCap=cap)
            table = SPORTIV.start(setup)
            for event in played_out(mode, seed, pitchCap=cap):
                table = SPORTIV.evolve(table, event)
                for side in SIDES:
                    its, actions = table.footballers.of(side), table.actions.of(side)
                    everyone = sorted(its.unseen + its.hand + its.pitch + its.discard)
                    assert everyone == list(range(1, 61))
                    known = (card.kind for card in actions.discard if card.kind is not None)
                    held = Counter((*actions.unseen, *actions.reserve, *known))
                    assert held == Counter(setup.edition.actions.cards)
                    assert its.in_pile >= 0 <= actions.in_pile
                    assert its.in_hand <= 4 >= actions.in_reserve
                    assert cap == "none" or len(its.pitch) <= 5

    def test_shots_score_as_often_as_the_published_odds_say(self):
        """SPORTIV-1.2, SPORTIV-4.2: 7 in 9 against one card and 1 in 3 against two, within four standard errors."""
        shots: Counter[int] = Counter()
        goals: Counter[int] = Counter()
        for seed in range(20):
            events = played_out(Mode.DEALT, seed)
            for index, event in enumerate(events):
                if isinstance(event, e.ShotRevealed):
                    shots[len(event.keepers)] += 1
                    goals[len(event.keepers)] += isinstance(events[index + 1], e.GoalScored)
        for cards, odds in ((1, 7 / 9), (2, 1 / 3)):
            assert shots[cards] > 30
            error = (odds * (1 - odds) / shots[cards]) ** 0.5
            assert abs(goals[cards] / shots[cards] - odds) < 4 * error


class TestHowItIsToldAndShown:
    @pytest.mark.parametrize(
        ("event", "sentence"),
        [
            (e.CoinTossed(side=HOME), "Rot-Weiss Lindental wins the toss and begins."),
            (
                e.FootballersEliminated(side=HOME, own=(1, 2), opposing=(3,), figures="1 + 2 against 3"),
                "Rot-Weiss Lindental engages a 1 and a 2 and eliminates a 3: 1 + 2 against 3.",
            ),
            (
                e.FootballersRemoved(side=AWAY, footballers=(1, 2, 3), by=LONG_BALL, clause=""),
                "Sporting Valbleu removes a 1, a 2 and a 3 of Rot-Weiss Lindental with its long ball.",
            ),
            (
                e.ActionCountered(side=AWAY, kind=OFFSIDE, against=LONG_BALL, clause=""),
                "Sporting Valbleu counters the long ball with an offside: it fails.",
            ),
            (
                e.FootballerPlaced(side=HOME, footballer=14, replaced=2),
                "Rot-Weiss Lindental places a 7 in place of a 2.",
            ),
            (e.ActionsExchanged(side=HOME, count=0), "Rot-Weiss Lindental keeps its action cards."),
            (e.ActionsExchanged(side=HOME, count=2), "Rot-Weiss Lindental replaces 2 action cards."),
            (
                e.ActionDiscarded(side=HOME, kind=None),
                "Rot-Weiss Lindental puts an action card on its discard face down.",
            ),
            (
                e.MatchEnded(side=None, drawn_out=AWAY, score=BySide(2, 2)),
                "Sporting Valbleu has drawn its last footballer: the match is drawn, 2–2.",
            ),
        ],
    )
    def test_what_happened_is_told_with_names_and_figures(self, event: Event, sentence: str):
        """SPORTIV-3.2, SPORTIV-3.5, SPORTIV-3.8, SPORTIV-5.1"""
        assert SPORTIV.tell(begun().state, event) == sentence

    def test_the_board_shows_a_side_its_own_cards_and_backs_of_the_others(self):
        """SPORTIV-6.1"""
        situation = at_action(begun())
        own, other = shown(situation, Viewer.HOME), shown(situation, Viewer.AWAY)
        assert "reserve [power run] [long ball] [track back] [offside]" in own
        assert "[track back]" not in other
        assert "reserve [?] [?] [?] [?]" in other
        assert "ROT-WEISS LINDENTAL  |  has the turn" in other

    def test_the_board_shows_the_goal_of_the_last_shot(self):
        """SPORTIV-4.2"""
        situation = at_shot(begun(away=())).played(shoot(HOME), keepers(AWAY, 3), shot(HOME, 2))
        board = shown(situation, Viewer.SPECTATOR)
        assert "│ c │ X │ c │" in board
        assert "│   │ # │   │" in board
        assert "Rot-Weiss Lindental shot: goal" in board

    def test_the_board_keeps_its_width_on_a_crowded_pitch(self):
        """SPORTIV-3.1"""
        its = begun().state.footballers
        crowd = type(its.home)((), 0, its.home.hand, tuple(range(1, 15)) * 2, ())
        situation = begun().where(footballers=type(its)(crowd, crowd))
        assert max(map(len, shown(situation, Viewer.HOME).splitlines())) == 98

    def test_every_kind_of_action_card_has_words(self):
        """SPORTIV-1.1"""
        assert [kind.with_article for kind in ActionKind] == [
            "a power run",
            "a long ball",
            "a track back",
            "a red card",
            "an offside",
        ]

    def test_names_of_sides_are_those_of_the_match(self):
        """SPORTIV-2.1"""
        assert [SPORTIV.tell(begun().state, e.TurnStarted(side=side, number=3)) for side in Side] == [
            "Turn 3: Rot-Weiss Lindental.",
            "Turn 3: Sporting Valbleu.",
        ]
