"""Who knows which card: the house rule of peeking, and what a viewer may know of the table."""

from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

from domain.games.fotboll import events as e
from domain.games.fotboll.cards import Card
from domain.games.fotboll.game import FOTBOLL
from domain.games.fotboll.state import Table
from domain.games.fotboll.terms import Phase, Place
from domain.match.chance import Mode
from domain.match.game import EVERYONE, Event
from domain.match.sides import SIDES, Side, Viewer
from tests.bdd import Situation
from tests.domain.games.fotboll.words import (
    AWAY,
    AWAY_CARDS,
    HOME,
    HOME_CARDS,
    all_drawn,
    arrange,
    attack,
    choose,
    deal,
    dealt,
    draw,
    having,
    lay,
    laying,
    match,
    opened,
    stopped,
    turn_up,
)
from tests.random_matches import RandomMatch

OTHERS = [Viewer.AWAY, Viewer.REFEREE, Viewer.SPECTATOR]


def shown(situation: Situation, viewer: Viewer, side: Side) -> dict[str, str]:
    """The cards of a side's pitch that a viewer sees."""
    own = FOTBOLL.view(situation.state, viewer).sides.of(side)
    return {one.place.value: one.card.value for one in own.pitch if one.card is not None}


def seen(situation: Situation, viewer: Viewer) -> bytes:
    """All that a viewer may know of a match as it stands."""
    due = situation.pending.choices
    legal = [] if viewer.side is None else list(FOTBOLL.legal_commands(situation.state, viewer.side))
    return msgspec.json.encode([FOTBOLL.view(situation.state, viewer), due, legal, FOTBOLL.result(situation.state)])


def test_fotboll_2_1_with_owner_a_side_sees_its_own_face_down_cards_and_nobody_else_does() -> None:
    """FOTBOLL-2.1, FOTBOLL-2.4"""
    situation = dealt()
    assert shown(situation, Viewer.HOME, HOME) == dict(zip(Place, HOME_CARDS, strict=True))
    assert shown(situation, Viewer.AWAY, AWAY) == dict(zip(Place, AWAY_CARDS, strict=True))
    for viewer in OTHERS:
        assert shown(situation, viewer, HOME) == {}
        assert FOTBOLL.view(situation.state, viewer).sides.home.pitch[0].laid


@pytest.mark.parametrize("mode", ["dealt", "reported"])
@pytest.mark.parametrize("viewer", list(Viewer))
def test_fotboll_2_1_with_nobody_nobody_sees_a_face_down_card(mode: str, viewer: Viewer) -> None:
    """FOTBOLL-2.1"""
    situation = opened(mode, peek="nobody")
    assert shown(situation, viewer, HOME) == shown(situation, viewer, AWAY) == {}


@pytest.mark.parametrize("viewer", list(Viewer))
def test_fotboll_2_4_a_card_that_was_turned_up_once_is_known_to_everyone(viewer: Viewer) -> None:
    """FOTBOLL-2.4, FOTBOLL-3.3"""
    situation = match().played(*stopped(HOME, "QH", "A3", "KH"))
    assert shown(situation, viewer, AWAY) == {"A3": "KH"}
    [place] = [one for one in FOTBOLL.view(situation.state, viewer).sides.away.pitch if one.seen]
    assert place.place is Place.A3


@pytest.mark.parametrize("viewer", OTHERS)
def test_fotboll_2_4_line_ups_that_differ_look_the_same_to_others(viewer: Viewer) -> None:
    """FOTBOLL-2.4"""
    worlds = []
    for home, order in ((HOME_CARDS, 1), (HOME_CARDS, -1), (AWAY_CARDS, 1)):
        situation = opened("dealt").played(*deal(HOME, home), *deal(AWAY, AWAY_CARDS))
        worlds.append(
            (seen(situation, viewer), seen(situation.played(arrange(situation, HOME, home[::order])), viewer))
        )
    assert len(set(worlds)) == 1


@pytest.mark.parametrize("viewer", OTHERS)
def test_fotboll_2_4_a_card_that_an_owner_lays_and_sees_looks_like_any_other(viewer: Viewer) -> None:
    """FOTBOLL-2.4"""
    situation = having(dealt(), HOME, pitch=dict(islice(dealt().state.of(HOME).pitch.items(), 10)))
    laid = situation.played(lay(HOME, "G"))
    worlds = [laid.played(draw(HOME, card)) for card in ("AH", "2H", "KC")]
    assert len({seen(world, viewer) for world in worlds}) == 1
    assert len({seen(world, Viewer.HOME) for world in worlds}) == 3


@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize("peek", ["owner", "nobody"])
def test_fotboll_3_6_the_card_that_the_attacker_has_drawn_is_its_own_secret(viewer: Viewer, peek: str) -> None:
    """FOTBOLL-3.6"""
    begun = match(peek=peek).played(attack(HOME))
    worlds = [begun.played(draw(HOME, card)) for card in ("AH", "2D", "KC")]
    assert len({seen(world, viewer) for world in worlds}) == 1
    assert FOTBOLL.view(worlds[0].state, viewer).card is None
    assert FOTBOLL.view(worlds[0].state, viewer).sides.home.holds_card
    assert FOTBOLL.view(worlds[0].state, Viewer.HOME).card == "AH"
    assert FOTBOLL.view(worlds[0].played(choose(HOME, "A1")).state, viewer).card == "AH"


def test_fotboll_2_4_secret_events_are_their_sides_and_say_nothing_of_the_card() -> None:
    """FOTBOLL-2.4, FOTBOLL-3.6"""
    line_up = {"attackers": (Card("AH"),), "midfielders": (), "defenders": (), "goalkeeper": Card("2H")}
    for secret in (
        e.CardDealt(side=HOME, card=Card("QH")),
        e.CardDrawn(side=HOME, card=Card("QH")),
        e.LaidCardSeen(side=HOME, place=Place.A1, card=Card("QH")),
        e.LineUpArranged(side=HOME, **line_up),  # type: ignore[arg-type]
    ):
        assert secret.audience() == "home"
        assert "{side}" in secret.concealed()
        assert "queen" not in secret.concealed()
        assert not secret.opened_by(e.TurnBegun(side=HOME, pile=1))
        assert FOTBOLL.disturbs(secret, HOME)
        assert not FOTBOLL.disturbs(secret, AWAY)


@pytest.mark.parametrize("viewer", list(Viewer))
def test_fotboll_2_4_when_the_match_is_over_the_cards_are_open(viewer: Viewer) -> None:
    """FOTBOLL-2.4"""
    situation = all_drawn(dealt().where(half=2)).played(attack(HOME))
    assert situation.state.phase is Phase.OVER
    assert shown(situation, viewer, HOME) == dict(zip(Place, HOME_CARDS, strict=True))


def test_fotboll_2_1_a_hand_that_is_not_lined_up_yet_is_shown_to_its_side_alone() -> None:
    """FOTBOLL-2.1"""
    situation = opened("dealt").played(*deal(HOME, HOME_CARDS), *deal(AWAY, AWAY_CARDS))
    home, away = (FOTBOLL.view(situation.state, viewer).sides.home for viewer in (Viewer.HOME, Viewer.AWAY))
    assert (home.hand, home.dealt) == (tuple(HOME_CARDS), 11)
    assert (away.hand, away.dealt) == ((), 11)


def history(mode: Mode, seed: int) -> Iterator[tuple[Table, Event]]:
    """A random match: each event of the game with the table before it."""
    match = RandomMatch(FOTBOLL, mode, seed)
    state = match.start
    for moment in match.moments():
        for step in moment.steps:
            if type(step.event) in FOTBOLL.events:
                yield state.table, step.event
            state = match.fold(state, (step,))


@pytest.mark.parametrize("mode", list(Mode))
def test_fotboll_2_3_the_record_holds_no_card_that_nobody_knows(mode: Mode) -> None:
    """FOTBOLL-2.3"""
    checked = 0
    for seed in range(8):
        for table, event in history(mode, seed):
            if table.owners_look:
                break
            checked += 1
            assert not isinstance(event, e.CardDealt | e.LineUpArranged | e.LaidCardSeen)
            for side in SIDES:
                assert all(lying.card is None or lying.seen for lying in table.of(side).pitch.values())
                assert table.of(side).hand == ()
    assert checked > 1_000


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_asked_for_anything_in_the_middle_of_an_act(seed: int) -> None:
    """Any version of a match can be looked at, and only after the last event of an act something is due."""
    match = RandomMatch(FOTBOLL, Mode.REPORTED, seed)
    for moment in match.moments():
        state = moment.state
        for number, step in enumerate(moment.steps, start=1):
            state = match.fold(state, (step,))
            due = FOTBOLL.pending(state.table)
            waits = bool(due.choices or due.chance)
            assert waits == (number == len(moment.steps) and not FOTBOLL.result(state.table).over)
            assert not (due.choices and due.chance)
        for viewer in Viewer:
            FOTBOLL.view(state.table, viewer)


@pytest.mark.parametrize("viewer", list(Viewer))
def test_the_table_of_owners_can_be_looked_at_after_every_event(viewer: Viewer) -> None:
    for table, event in islice(history(Mode.DEALT, 2), 400):
        assert table.owners_look
        FOTBOLL.view(FOTBOLL.evolve(table, event), viewer)


def test_fotboll_2_4_everything_but_the_secrets_of_owners_and_attackers_is_open() -> None:
    """FOTBOLL-2.4"""
    happened = [event for seed in range(4) for _, event in history(Mode.DEALT, seed)]
    secret = {type(event) for event in happened if event.audience() != EVERYONE}
    assert secret == {e.CardDealt, e.LineUpArranged, e.LaidCardSeen, e.CardDrawn}


def test_fotboll_3_3_a_card_shown_to_both_is_no_secret_of_its_owner_any_more() -> None:
    """FOTBOLL-3.3"""
    situation = dealt().played(attack(HOME), draw(HOME, "2H"), choose(HOME, "A1"))
    assert shown(situation, Viewer.SPECTATOR, AWAY) == {"A1": AWAY_CARDS[0]}
    assert shown(laying(situation, AWAY, M1="QS"), Viewer.HOME, AWAY) == {"A1": AWAY_CARDS[0], "M1": "QS"}
    assert turn_up(AWAY, "QS") != turn_up(HOME, "QS")
