"""What the events of Sportiv mean in the words that all games share: clause 7."""

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, product

import msgspec
import pytest

from domain.games.sportiv import events as e
from domain.games.sportiv.game import SPORTIV
from domain.games.sportiv.state import Actions, Footballers, Table
from domain.games.sportiv.terms import ActionKind, Zone
from domain.match.chance import Mode
from domain.match.facts import (
    Attempted,
    AttemptKind,
    CameOn,
    CardCountered,
    CardKind,
    CardPlayed,
    DieRolled,
    Eliminated,
    Fact,
    Goal,
    Marked,
    PeriodBegun,
    PlayEnded,
    SentOff,
    WentOff,
)
from domain.match.sides import SIDES, BySide, Side
from tests import golden_matches
from tests.bdd import Situation
from tests.domain.games.accounts import Told, facts_of, of_golden, of_random
from tests.domain.games.sportiv.words import (
    AWAY,
    HOME,
    LONG_BALL,
    OFFSIDE,
    POWER_RUN,
    RED_CARD,
    SMALL,
    TRACK_BACK,
    at_action,
    at_eliminations,
    at_shot,
    begun,
    counter,
    draw,
    drew,
    eliminate,
    exchange,
    face_down,
    having,
    keepers,
    let_pass,
    match,
    place,
    play,
    remove,
    shoot,
    shooting,
    shot,
    toss,
    with_pile,
)
from tests.random_matches import RandomMatch

ACTION = CardKind.ACTION


def attack(side: Side, card: ActionKind, *, succeeded: bool) -> Attempted:
    """An action that was let pass or countered."""
    return Attempted(
        side=side, kind=AttemptKind.ATTACK, succeeded=succeeded, card=card.value, kind_of_card=CardKind.ACTION
    )


def off(side: Side, by: str, *footballers: str) -> list[Fact]:
    """Footballers are eliminated, and leave the pitch."""
    gone = [WentOff(side=side, footballer=footballer) for footballer in footballers]
    return [Eliminated(side=side, footballers=footballers, by=by), *gone]


def after(action: ActionKind, *removed: int, away: tuple[int, ...]) -> Situation:
    """Home plays an action that is let pass, and then shoots at those of away whom it has not removed."""
    situation = at_action(begun(away=away)).played(play(HOME, action), let_pass(AWAY))
    if removed:
        situation = situation.played(remove(HOME, *removed))
    return situation.played(exchange(HOME), exchange(AWAY), shoot(HOME))


class TestTheBeginning:
    def test_the_coin_belongs_to_neither_side_and_has_two_faces(self):
        """SPORTIV-2.1"""
        assert facts_of(match(), toss(AWAY)) == [DieRolled(die="coin", face="away", faces=(("home", 1), ("away", 1)))]

    def test_those_dealt_onto_the_pitch_come_on_and_the_rest_stays_secret(self):
        """SPORTIV-2.1"""
        dealt = [draw(HOME, n) for n in (1, 2, 3, 4, 5)] + [drew(HOME, TRACK_BACK)] * 2 + [drew(HOME, RED_CARD)]
        facts = facts_of(match().played(toss(HOME)), *dealt, draw(HOME, 6))
        assert facts == [CameOn(side=HOME, footballer=str(number)) for number in range(1, 6)]

    def test_the_match_is_one_period_without_minutes(self):
        """SPORTIV-7.4"""
        for mode, seed in product(Mode, range(3)):
            told = list(of_random(RandomMatch(SPORTIV, mode, seed)))
            begins = [one for one in told for fact in one.facts if isinstance(fact, PeriodBegun)]
            assert [one.facts for one in begins] == [(PeriodBegun(period="match"),)]
            assert isinstance(begins[0].event, e.TurnStarted)
            assert begins[0].event.number == 1
            assert [one.facts for one in told if PlayEnded() in one.facts] == [(PlayEnded(),)]
            assert told[-1].facts == (PlayEnded(),)


class TestFootballers:
    def test_who_is_placed_comes_on(self):
        """SPORTIV-3.1"""
        assert facts_of(begun().played(draw(HOME, 6)), place(HOME, 14)) == [CameOn(side=HOME, footballer="14")]

    def test_who_is_replaced_on_a_full_pitch_goes_off_and_is_not_eliminated(self):
        """SPORTIV-7.3, SPORTIV-3.1"""
        facts = facts_of(begun(pitchCap="five").played(draw(HOME, 6)), place(HOME, 14, 2))
        assert facts == [WentOff(side=HOME, footballer="2"), CameOn(side=HOME, footballer="14")]

    def test_an_elimination_takes_both_sides_off_each_with_its_value(self):
        """SPORTIV-7.3, SPORTIV-3.2: 3 + 4 against 7."""
        facts = facts_of(at_eliminations(begun(), footballer=8, placed=14), eliminate(HOME, (3, 4), (7,)))
        assert facts == [
            Marked(side=HOME, footballer="3", power=3),
            Marked(side=HOME, footballer="4", power=4),
            *off(HOME, "elimination", "3", "4"),
            Marked(side=AWAY, footballer="7", power=7),
            *off(AWAY, "elimination", "7"),
        ]

    def test_a_footballer_gives_its_value_not_its_number(self):
        """SPORTIV-7.3: footballer 14 of the small edition has the value 7."""
        facts = facts_of(at_eliminations(begun(), footballer=8, placed=14), eliminate(HOME, (14,), (7,)))
        assert facts[0] == Marked(side=HOME, footballer="14", power=7)

    def test_a_track_back_brings_footballers_on(self):
        """SPORTIV-3.6"""
        facts = facts_of(at_action(begun()), play(HOME, TRACK_BACK), draw(HOME, 7), draw(HOME, 8))
        assert facts == [
            CardPlayed(side=HOME, kind=ACTION, card="trackBack"),
            CameOn(side=HOME, footballer="7"),
            CameOn(side=HOME, footballer="8"),
        ]


class TestActions:
    def test_a_power_run_that_is_let_pass_succeeds_and_eliminates(self):
        """SPORTIV-7.2, SPORTIV-3.4"""
        facts = facts_of(at_action(begun()), play(HOME, POWER_RUN), let_pass(AWAY), remove(HOME, 7, 5))
        assert facts == [
            CardPlayed(side=HOME, kind=ACTION, card="powerRun"),
            attack(HOME, POWER_RUN, succeeded=True),
            *off(AWAY, "power run", "5", "7"),
        ]

    def test_with_nobody_to_remove_it_has_not_succeeded(self):
        """SPORTIV-7.2, SPORTIV-3.11"""
        facts = facts_of(at_action(begun(away=())), play(HOME, LONG_BALL), let_pass(AWAY))
        assert facts[1:] == [attack(HOME, LONG_BALL, succeeded=False)]

    def test_a_red_card_counters_it_and_sends_one_of_its_footballers_off(self):
        """SPORTIV-7.2, SPORTIV-7.3, SPORTIV-3.4"""
        acts = play(HOME, POWER_RUN), counter(AWAY, RED_CARD), drew(AWAY, OFFSIDE), remove(AWAY, 4)
        assert facts_of(at_action(begun()), *acts) == [
            CardPlayed(side=HOME, kind=ACTION, card="powerRun"),
            CardPlayed(side=AWAY, kind=ACTION, card="redCard"),
            CardCountered(side=HOME, kind=ACTION, card="powerRun", by="redCard"),
            attack(HOME, POWER_RUN, succeeded=False),
            SentOff(side=HOME, footballer="4"),
            *off(HOME, "red card", "4"),
        ]

    def test_an_offside_counters_a_long_ball_and_fills_the_pitch(self):
        """SPORTIV-7.2, SPORTIV-3.5"""
        acts = play(HOME, LONG_BALL), counter(AWAY, OFFSIDE), drew(AWAY, RED_CARD), draw(AWAY, 1)
        assert facts_of(at_action(begun(away=(7, 6, 5, 4))), *acts) == [
            CardPlayed(side=HOME, kind=ACTION, card="longBall"),
            CardPlayed(side=AWAY, kind=ACTION, card="offside"),
            CardCountered(side=HOME, kind=ACTION, card="longBall", by="offside"),
            attack(HOME, LONG_BALL, succeeded=False),
            CameOn(side=AWAY, footballer="1"),
        ]

    def test_a_card_that_is_put_face_down_means_nothing(self):
        """SPORTIV-3.3"""
        assert facts_of(at_action(begun()), face_down(HOME, OFFSIDE), exchange(HOME), exchange(AWAY)) == []


class TestTheShot:
    @pytest.mark.parametrize(("away", "keeper_cards", "chance"), [((), (1,), 777_778), ((5,), (1, 2), 333_333)])
    def test_its_chance_is_the_share_of_the_choices_that_score(self, away, keeper_cards, chance):
        """SPORTIV-7.1: 7/9 against one goalkeeper card, 1/3 against two."""
        hands = list(combinations(SMALL["keepers"], len(keeper_cards)))
        scored = [set(red) - set(chain(*hand)) for red, hand in product(SMALL["shots"], hands)]
        assert round(Fraction(sum(map(bool, scored)), len(scored)) * 1_000_000) == chance
        [attempt, *_] = facts_of(shooting(away), keepers(AWAY, *keeper_cards), shot(HOME, 2))
        assert isinstance(attempt, Attempted)
        assert (attempt.kind, attempt.chance) == (AttemptKind.SHOT, chance)

    @pytest.mark.parametrize("chosen", list(product((1, 2, 3), (1, 2, 3))))
    def test_its_chance_does_not_depend_on_what_was_chosen(self, chosen):
        """SPORTIV-7.1"""
        [attempt, *goal] = facts_of(shooting(), keepers(AWAY, chosen[0]), shot(HOME, chosen[1]))
        saved = chosen in ((1, 1), (2, 3))
        assert isinstance(attempt, Attempted)
        assert (attempt.chance, attempt.succeeded, attempt.footballers, attempt.goalkeeper) == (
            777_778,
            not saved,
            (),
            None,
        )
        assert goal == ([] if saved else [Goal(side=HOME)])

    def test_its_figures_are_the_zones(self):
        """SPORTIV-4.2"""
        [attempt, *_] = facts_of(shooting(), keepers(AWAY, 3), shot(HOME, 2))
        assert isinstance(attempt, Attempted)
        assert attempt.figures == "TC + BC against TL + TC + TR"

    @pytest.mark.parametrize(
        ("action", "away", "removed", "credited"),
        [
            (POWER_RUN, (7, 6), (6, 7), "powerRun"),
            (POWER_RUN, (7, 6, 5), (6, 7), "powerRun"),
            (LONG_BALL, (7, 6, 5, 4), (5, 6, 7), "longBall"),
            (LONG_BALL, (7,), (7,), None),
            (LONG_BALL, (), (), None),
        ],
    )
    def test_it_and_its_goal_are_put_down_to_the_action_that_opened_the_way(self, action, away, removed, credited):
        """SPORTIV-7.2"""
        situation = after(action, *removed, away=away)
        cards = (1,) if len(removed) == len(away) else (1, 2)
        attempt, goal = facts_of(situation, keepers(AWAY, *cards), shot(HOME, 2))
        kind = None if credited is None else ACTION
        assert isinstance(attempt, Attempted)
        assert (attempt.card, attempt.kind_of_card) == (credited, kind)
        assert goal == Goal(side=HOME, card=credited, kind_of_card=kind)

    def test_a_later_turn_owes_the_action_nothing(self):
        """SPORTIV-7.2"""
        situation = after(POWER_RUN, 6, 7, away=(7, 6)).played(keepers(AWAY, 1), shot(HOME, 2))
        assert situation.state.way_opened is POWER_RUN
        later = situation.with_events(e.TurnStarted(side=AWAY, number=2))
        assert later.state.way_opened is None

    def test_a_red_card_opens_no_way_for_the_side_that_counters(self):
        """SPORTIV-7.2"""
        situation = at_action(having(begun(), HOME, ())).played(play(HOME, POWER_RUN), counter(AWAY, RED_CARD))
        [alone] = situation.state.footballers.home.pitch
        situation = situation.played(drew(AWAY, OFFSIDE), remove(AWAY, alone))
        assert situation.state.way_opened is None

    def test_a_shot_that_is_forgone_means_nothing(self):
        """SPORTIV-3.9"""
        table = at_shot(begun(away=())).state
        assert list(SPORTIV.account(table, e.ShotForgone(side=HOME), table)) == []


class TestTheEnd:
    def test_play_ends_once(self):
        """SPORTIV-5.1"""
        assert facts_of(with_pile(begun(), HOME, 6), draw(HOME, 6)) == [PlayEnded()]


class TestWhateverHappens:
    @pytest.mark.parametrize(
        "event",
        [
            e.FootballersEliminated(side=HOME, own=(9, 99), opposing=(1,), figures="9 against 1"),
            e.FootballersRemoved(side=HOME, footballers=(1, 99), by=RED_CARD),
            e.FootballerFielded(side=HOME, footballer=1, left=3),
            e.ShotRevealed(side=HOME, shot=7, keepers=(1, 2, 3), red=(Zone.TOP_LEFT,), covered=()),
        ],
    )
    def test_an_irregular_event_about_what_is_not_there_leaves_that_out(self, event):
        """SPORTIV-7.3: nobody goes off who is not on the pitch, and nobody comes on twice."""
        table = begun().state
        facts = list(SPORTIV.account(table, event, table))
        if isinstance(event, e.ShotRevealed):
            [attempt] = facts
            assert isinstance(attempt, Attempted)
            assert attempt.chance is None
        else:
            assert facts == []

    @pytest.mark.parametrize("path", golden_matches.files("sportiv"), ids=lambda path: path.stem)
    def test_the_figures_of_a_golden_match_add_up(self, path):
        """SPORTIV-4.2, SPORTIV-7.1"""
        add_up(list(of_golden(path)))

    @pytest.mark.parametrize(("mode", "seed"), list(product(Mode, range(5))))
    def test_the_figures_of_a_random_match_add_up(self, mode, seed):
        """SPORTIV-4.2, SPORTIV-7.1"""
        add_up(list(of_random(RandomMatch(SPORTIV, mode, seed))))

    @pytest.mark.parametrize("seed", range(4))
    def test_they_depend_on_nothing_that_is_secret(self, seed):
        """SPORTIV-6.1: a table without all that lies face down gives the same facts."""
        counted = 0
        for one in of_random(RandomMatch(SPORTIV, Mode.DEALT, seed)):
            facts = SPORTIV.account(open_part(one.before), one.event, open_part(one.after))
            assert tuple(facts) == one.facts
            counted += len(one.facts)
        assert counted > 50


def open_part(table: Table) -> Table:
    """A table as if hands, reserves, discards and choices were in no record."""

    def footballers(its: Footballers) -> Footballers:
        return Footballers((), 0, (), its.pitch, its.discard)

    return msgspec.structs.replace(
        table,
        footballers=BySide(*(footballers(table.footballers.of(side)) for side in SIDES)),
        actions=BySide(Actions(()), Actions(())),
        keepers=None,
        shot=None,
    )


def add_up(told: list[Told]) -> None:
    """Goals are the score, who is on is on the pitch, and every shot has the chance that its edition gives it."""
    goals: Counter[Side | None] = Counter()
    on: dict[Side, set[str]] = {side: set() for side in SIDES}
    shots = 0
    for one in told:
        for fact in one.facts:
            if isinstance(fact, Goal):
                goals[fact.side] += 1
            elif isinstance(fact, CameOn):
                assert fact.footballer not in on[fact.side]
                on[fact.side].add(fact.footballer)
            elif isinstance(fact, WentOff):
                on[fact.side].remove(fact.footballer)
            elif isinstance(fact, Attempted) and fact.kind is AttemptKind.SHOT:
                shots += 1
                assert isinstance(one.event, e.ShotRevealed)
                edition = one.before.edition
                hands = list(combinations(edition.keepers, len(one.event.keepers)))
                scored = [set(red) - set(chain(*hand)) for red, hand in product(edition.shots, hands)]
                assert fact.chance == round(Fraction(sum(map(bool, scored)), len(scored)) * 1_000_000)
        assert goals == Counter({side: one.result.score.of(side) for side in SIDES})
        for side in SIDES:
            assert on[side] == set(map(str, one.after.footballers.of(side).pitch))
    assert shots == sum(isinstance(one.event, e.ShotRevealed) for one in told)
    assert told[-1].result.shoot_out is None
