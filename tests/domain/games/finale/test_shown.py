"""What viewers see and read, and what a league sees over many matches."""

import io
from random import Random

import msgspec
import pytest
from rich.console import Console

from domain.games.finale import events as e
from domain.games.finale.game import FINALE
from domain.games.finale.terms import Colour, Dismissal, Marker, Phase, Purpose, Standing, Symbol
from domain.games.finale.view import FinaleView
from domain.match.game import EVERYONE, ChanceEvent, Event, Outcome, RuleViolation
from domain.match.random_play import choose
from domain.match.sides import SIDES, BySide, Viewer
from tests.bdd import Situation
from tests.domain.games.finale.words import (
    AWAY,
    HOME,
    NAMES,
    NO_SUBSTITUTION,
    STRONG,
    WEAK,
    before_reveal,
    deck,
    decks_drawn,
    dice,
    draw,
    exhausted,
    having,
    lay,
    mark,
    match,
    opened,
    reveal,
    setup_of,
    squad,
    squads_laid,
    withhold,
    without,
)

UNKNOWING = (Viewer.HOME, Viewer.REFEREE, Viewer.SPECTATOR)


def seen(situation: Situation, viewer: Viewer) -> FinaleView:
    return FINALE.view(situation.state, viewer)


def shown(situation: Situation, viewer: Viewer = Viewer.SPECTATOR, width: int = 100) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None, record=True)
    console.print(FINALE.board(seen(situation, viewer), NAMES))
    return console.export_text()


class TestSecrets:
    def test_a_squad_is_known_to_its_side_alone_until_both_lie_open(self) -> None:
        """FINALE-2.5"""
        one, other = opened().played(squad(AWAY)), opened().played(squad(AWAY, bench=(3, 8, 13, 22 + 1)))
        own = seen(one, Viewer.AWAY).sides.away.footballers
        assert len(own) == 15
        for viewer in UNKNOWING:
            assert seen(one, viewer) == seen(other, viewer)
            assert seen(one, viewer).sides.away.squad_chosen
            assert len(seen(one, viewer).sides.away.footballers) == 30
        both = one.played(squad(HOME))
        for viewer in UNKNOWING:
            assert seen(both, viewer).sides.away.footballers == own

    def test_a_deck_and_a_hand_are_known_to_their_side_alone(self) -> None:
        """FINALE-2.5"""
        one, other = decks_drawn(STRONG, WEAK), decks_drawn(STRONG, WEAK[::-1])
        mine = seen(one, Viewer.AWAY).sides.away
        assert mine.deck == WEAK
        assert mine.hand is not None
        assert [card.id for card in mine.hand] == list(WEAK[:3])
        for viewer in UNKNOWING:
            assert seen(one, viewer) == seen(other, viewer)
            theirs = seen(one, viewer).sides.away
            assert (theirs.deck, theirs.hand, theirs.hand_size, theirs.pile_size) == (None, None, 3, 8)
            assert not any(card in shown(one, viewer) for card in WEAK)

    def test_what_the_other_side_holds_has_no_bearing_on_what_a_side_may_do(self) -> None:
        """FINALE-2.5"""
        one, other = decks_drawn(STRONG, WEAK), decks_drawn(STRONG, WEAK[::-1])
        for situation in (one, other):
            assert FINALE.result(situation.state) == FINALE.result(one.state)
        commands = [list(FINALE.legal_commands(situation.state, HOME)) for situation in (one, other)]
        assert commands[0] == commands[1]

    def test_a_card_that_lies_face_down_is_known_to_its_side_alone(self) -> None:
        """FINALE-3.2"""
        start = before_reveal()
        one, other = start.played(lay(AWAY, "red-1")), start.played(lay(AWAY, "white-6"))
        assert seen(one, Viewer.AWAY).sides.away.laid_card == "red-1"
        for viewer in UNKNOWING:
            assert seen(one, viewer) == seen(other, viewer)
            assert seen(one, viewer).sides.away.laid
            assert "lays a card face down" in shown(one, viewer)

    def test_what_a_withheld_deck_holds_nobody_knows(self) -> None:
        """FINALE-2.7"""
        for viewer in Viewer:
            side = seen(match(), viewer).sides.home
            assert (side.deck, side.hand, side.hand_size, side.pile_size) == (None, None, 3, 8)
            assert side.deck_withheld

    def test_after_the_match_everything_is_open(self) -> None:
        """FINALE-2.5"""
        over = decks_drawn().where(phase=Phase.OVER)
        for viewer in Viewer:
            assert seen(over, viewer).sides.away.deck == WEAK
            assert seen(over, viewer).sides.home.hand is not None

    def test_what_the_other_side_does_in_secret_does_not_disturb(self) -> None:
        """FINALE-2.5: a side decides on while the other chooses, draws or lays."""
        secret = (
            e.SquadChosen(side=AWAY, starters=(), substitutes=(), cost=0),
            e.DeckChosen(side=AWAY, cards=WEAK),
            e.DeckWithheld(side=AWAY),
            e.TacticDrawn(side=AWAY, card="red-1"),
            e.TacticLaid(side=AWAY, card="red-1"),
        )
        for event in secret:
            assert not FINALE.disturbs(event, HOME)
            assert FINALE.disturbs(event, AWAY)
        revealed = e.TacticsRevealed(cards=BySide("red-1", "red-2"), values=BySide(5, 5))
        assert all(FINALE.disturbs(revealed, side) for side in SIDES)

    def test_concealed_sentences_say_the_same_whatever_the_secret(self) -> None:
        """FINALE-2.5"""
        pairs = (
            (e.DeckChosen(side=AWAY, cards=WEAK), e.DeckChosen(side=AWAY, cards=STRONG)),
            (e.TacticDrawn(side=AWAY, card="red-1"), e.TacticDrawn(side=AWAY, card="blue-1")),
            (e.TacticLaid(side=AWAY, card="red-1"), e.TacticLaid(side=AWAY, card="closing", clause="FINALE-2.3")),
        )
        for one, other in pairs:
            assert one.concealed() == other.concealed() != Event().concealed()
            assert "{side}" in one.concealed()


class TestView:
    def test_an_approach_is_shown_with_its_card_its_attempt_and_its_markers(self) -> None:
        """FINALE-4.1"""
        marked = before_reveal().played(*reveal("red-2", "yellow-1"), mark(HOME, "h24", "h16"))
        table = seen(marked, Viewer.SPECTATOR)
        assert (table.attacker, table.attacking, table.attempt, table.attempts) == (HOME, HOME, 1, 2)
        assert table.card is not None
        assert (table.card.id, table.card.value) == ("red-2", 5)
        demand = {one.colour: one.count for one in table.card.approach_defender}
        assert demand == {Colour.YELLOW: 2, Colour.BLUE: 1}
        assert table.sides.home.white == ("h24", "h16")
        assert [one.id for one in table.sides.home.footballers if one.white] == ["h16", "h24"]
        text = shown(marked)
        assert "Eintracht Morgenau, attempt 1 of 2, card red-2: [approach 1R+1B v 1B+2Y] shot 1R v 1G" in text
        assert "[Ferreira 4]" in text
        assert "Racing Sainte-Aude: Mark 1 blue and 2 yellow for the approach. (FINALE-4.1)" in text

    def test_a_shot_and_a_counter_are_shown(self) -> None:
        """FINALE-5.1, FINALE-6.1"""
        failed = before_reveal().played(*reveal("red-1", "blue-1"), mark(HOME, "h22"), mark(AWAY, "a4"), *dice(0, 0))
        assert seen(failed, Viewer.HOME).counter
        assert "Racing Sainte-Aude, counter, card blue-1" in shown(failed)
        shot = failed.played(mark(AWAY, "a24", "a16"), mark(HOME, "h4", "h16"), *dice(0, 0), mark(AWAY, "a22"))
        assert "approach 1R+1B v 1B+1Y [shot 1R v 1G]" in shown(shot)
        assert "<Novotna 2>" in shown(shot)

    def test_benches_and_those_who_are_off_are_shown(self) -> None:
        """FINALE-3.1, FINALE-4.4"""
        some_off = without(without(match(), "h4"), "h5", standing=Standing.INJURED)
        text = shown(having(some_off, "h6", yellow_cards=1))
        assert "Navarro sent off   Haddad injured" in text
        assert "G Bastide 3   Y Tal 4   B Galli 4   R Adler 4" in text
        assert "Kessler 1 Y" in text

    def test_a_side_sees_what_its_cards_ask_for(self) -> None:
        """FINALE-1.3"""
        assert "red-1 (5): approach 1R v 1Y, shot 1R v 1G" in shown(decks_drawn(), Viewer.HOME)

    def test_the_thirty_are_shown_with_their_costs_while_squads_are_chosen(self) -> None:
        """FINALE-2.1"""
        assert "Marsh 5=6" in shown(opened())

    @pytest.mark.parametrize("width", [60, 80, 100])
    def test_a_board_fits_its_terminal_and_breaks_no_footballer(self, width: int) -> None:
        for situation in (opened(), squads_laid(), decks_drawn(), before_reveal()):
            lines = shown(situation, Viewer.HOME, width).splitlines()
            assert max(map(len, lines)) <= width
            assert not [line for line in lines if line.rstrip("│ ").endswith("Sandoval")]

    def test_a_board_has_only_plain_characters_without_colour(self) -> None:
        assert "\x1b" not in shown(before_reveal())

    def test_penalties_are_shown_apart(self) -> None:
        """FINALE-8.3"""
        last = before_reveal(tie="noAttempt").where(period=8).played(*reveal("red-1", "red-2"), *dice(2, 1))
        assert "Finale  penalties" in shown(last)
        assert "0 : 0  Racing Sainte-Aude (penalties 0 : 0)" in shown(last)
        assert seen(last, Viewer.AWAY).attacking is HOME

    def test_a_view_can_be_sent_and_read_again(self) -> None:
        for viewer in Viewer:
            view = seen(decks_drawn(), viewer)
            assert msgspec.json.decode(msgspec.json.encode(view), type=FinaleView) == view


SENTENCES: tuple[tuple[Event, str], ...] = (
    (e.DeckWithheld(side=HOME), "Eintracht Morgenau has chosen its deck and keeps it to itself."),
    (e.TacticDrawn(side=HOME, card="red-1"), "Eintracht Morgenau draws tactic card red-1."),
    (e.PeriodStarted(period=1), "The match kicks off with period 1; substitutions may be declared."),
    (e.PeriodStarted(period=7), "Extra time 1 begins; substitutions may be declared."),
    (
        e.FootballerSubstituted(side=HOME, goes="h4", newcomer="h9", made=2),
        "Ruben Tal (Eintracht Morgenau) comes on for Celia Navarro, the 2nd of 4 substitutions.",
    ),
    (e.TacticLaid(side=AWAY, card="closing"), "Racing Sainte-Aude lays the closing card (1) face down."),
    (
        e.TacticsRevealed(cards=BySide("red-1", "closing"), values=BySide(5, 1)),
        "The cards are turned up: Eintracht Morgenau has tactic card red-1 (5), Racing Sainte-Aude has the closing "
        "card (1).",
    ),
    (e.TacticsTied(value=3, dice_decide=True), "Both cards are worth 3: dice decide who has one attempt."),
    (e.TacticsTied(value=3, dice_decide=False), "Both cards are worth 3: the period passes without an attempt."),
    (e.DieRolled(side=AWAY, face=2, purpose=Purpose.SHOT), "Racing Sainte-Aude rolls 2 for the shot."),
    (
        e.AttackerDecided(side=HOME, attempts=4, figures="5 against 1"),
        "Eintracht Morgenau attacks with 4 attempts: 5 against 1.",
    ),
    (
        e.FootballersMarked(side=HOME, footballers=("h24", "h25"), marker=Marker.RED),
        "Eintracht Morgenau marks Ada Ferreira and Nils Tangen for the shot.",
    ),
    (
        e.FootballersMarked(side=HOME, footballers=(), marker=Marker.WHITE),
        "Eintracht Morgenau marks nobody for the approach.",
    ),
    (
        e.SymbolDieRolled(side=AWAY, footballer="a4", symbol=Symbol.RED_CROSS, face=2),
        "The red cross of Ines Morata (Racing Sainte-Aude) is checked: 2.",
    ),
    (
        e.FootballerSentOff(side=AWAY, footballer="a4", reason=Dismissal.SECOND_YELLOW_CARD),
        "Ines Morata (Racing Sainte-Aude) is sent off with a second yellow card.",
    ),
    (
        e.ShooterNamed(side=HOME, footballer="h24", goalkeeper=None),
        "Ada Ferreira (Eintracht Morgenau) steps up against an empty goal.",
    ),
    (
        e.MatchEnded(side=AWAY, score=BySide(2, 2), penalties=BySide(3, 4)),
        "Racing Sainte-Aude wins, 2–2 (3–4 in penalties).",
    ),
    (e.MatchEnded(score=BySide(0, 0), penalties=BySide(3, 3)), "The match is drawn, 0–0 (3–3 in penalties)."),
)


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_what_happened_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert FINALE.tell(match().state, event) == sentence


def test_periods_have_names() -> None:
    """FINALE-8.1"""
    start = match().state
    assert FINALE.result(opened().state).period == "before kick-off"
    assert FINALE.result(start).period == "period 1"
    assert FINALE.result(msgspec.structs.replace(start, period=8)).period == "extra time 2"


@pytest.mark.parametrize("mode", ["dealt", "reported"])
def test_random_matches_end_with_a_winner_and_a_likely_score(mode: str) -> None:
    """A statistic over seeded matches: about four goals in all, hardly a hundred events apart."""
    goals = events = 0
    rng = Random(mode)
    for _ in range(40):
        setup = setup_of(lambda data: None, mode=mode)
        state, length = FINALE.start(setup), 0
        while (act := choose(FINALE, state, rng)) is not None:
            answer = FINALE.resolve(state, act) if isinstance(act, Outcome) else FINALE.decide(state, act)
            assert not isinstance(answer, RuleViolation), (act, answer)
            for event in answer:
                assert event.audience() == EVERYONE or event.side is not None
                assert not isinstance(event, ChanceEvent) or event.outcome() == act
                state = FINALE.evolve(state, event)
            length += len(answer)
        result = FINALE.result(state)
        assert result.over
        assert result.winner is not None
        assert 100 < length < 900
        goals += result.score.home + result.score.away
        events += length
    assert 2.5 < goals / 40 < 5.5
    assert 230 < events / 40 < 420


def test_the_closing_card_is_never_spent_however_long_a_match_lasts() -> None:
    """FINALE-2.3"""
    late = exhausted(before_reveal())
    for _ in range(3):
        late = late.played(*reveal("closing", "closing"), *dice(1, 0))
        late = late.played(mark(HOME, "h22", "h16"), mark(AWAY, "a4", "a16"), *dice(0, 3))
        late = late.played(mark(AWAY, "a22", "a16"), mark(HOME, "h4", "h16"), *dice(3, 0))
        late = late.played(*NO_SUBSTITUTION)
    assert late.state.period == 4
    late.then_legal(lay(HOME, "closing"), lay(AWAY, "closing"))


def test_a_side_may_report_its_own_draws_and_keeps_them_secret() -> None:
    """FINALE-2.7, FINALE-2.5"""
    one = squads_laid().played(deck(HOME, *STRONG), withhold(AWAY))
    assert draw(HOME, "red-1").side is HOME
    (drawn,) = one.when(draw(HOME, "red-1")).events
    assert drawn.audience() == "home"
