"""Editions of Finale: what a box, or a league's own invention, has to hold."""

from typing import Any

import pytest

from domain.games.finale.edition import FinaleEdition
from domain.games.finale.game import FINALE
from domain.match import editions
from domain.match.editions import EditionError
from domain.match.kit.dice import weights
from domain.match.sides import SIDES
from tests.domain.games.changes import Change
from tests.domain.games.finale.words import FILE, HOME, before_reveal, content, die, mark, reveal


def read(*changes: Change) -> FinaleEdition:
    model: FinaleEdition = editions.read(FINALE.edition_model, content(*changes)).model
    return model


def faults(*changes: Change) -> str:
    with pytest.raises(EditionError) as error:
        read(*changes)
    return str(error.value)


def first(data: dict[str, Any]) -> dict[str, Any]:
    footballer: dict[str, Any] = data["home"]["footballers"][0]
    return footballer


def test_the_shipped_edition_says_that_it_is_an_invention() -> None:
    edition = editions.load(FILE, {"finale": FINALE.edition_model})
    assert edition.id == "finale/oracle-1"
    assert edition.model.invented
    assert "INVENTION" in FILE.read_text(encoding="utf-8")


def test_a_side_has_thirty_footballers_thirty_tactic_cards_a_die_and_a_closing_card_of_value_one() -> None:
    """FINALE-1.1"""
    edition = read()
    assert [len(edition.team(side).footballers) for side in SIDES] == [30, 30]
    assert len(edition.tactics) == 30
    assert weights(edition.die) == ((0, 1), (1, 2), (2, 2), (3, 1))
    assert edition.closing.value == 1
    assert edition.card("closing") is edition.closing
    assert edition.card("nothing of the kind") is None
    assert "exactly 30 footballers are allowed" in faults(lambda data: data["away"]["footballers"].pop())
    assert "exactly 30 cards are allowed" in faults(lambda data: data["tactics"].pop())
    assert "exactly 30 cards are allowed" in faults(lambda data: data["tactics"][0].update(id="red-1"))
    assert "closing.value" in faults(lambda data: data["closing"].update(value=2))
    assert "which is the closing card's" in faults(lambda data: data["tactics"][0].update(id="closing"))
    assert "at least two different faces" in faults(lambda data: data.update(die=[2, 2]))


def test_the_die_rolls_as_the_edition_has_it() -> None:
    """FINALE-1.1: the weights are the numbers of faces."""
    tied = before_reveal(lambda data: data.update(die=[4, 4, 5])).played(*reveal("red-1", "red-2"))
    tied.then_due("FINALE-3.2", (die(HOME, 4), 2), (die(HOME, 5), 1))


def test_a_footballer_has_a_colour_a_cost_four_strengths_and_four_corners() -> None:
    """FINALE-1.2"""
    assert "exactly four strengths" in faults(lambda data: first(data).update(strengths=[1, 2, 3]))
    assert "exactly four corners" in faults(lambda data: first(data).update(corners=["", "", ""]))
    assert "home.footballers[0].colour" in faults(lambda data: first(data).update(colour="green"))
    assert "home.footballers[0].corners[1]" in faults(lambda data: first(data).update(corners=["", "blue", "", ""]))
    assert "home.footballers[0].cost" in faults(lambda data: first(data).update(cost=-1))


def test_a_tactic_card_has_a_value_from_1_to_5_and_two_parts_of_two() -> None:
    """FINALE-1.3"""
    for value in (0, 6):
        assert "tactics[3].value" in faults(lambda data, value=value: data["tactics"][3].update(value=value))  # type: ignore[misc]
    for part in ("upper", "lower"):
        assert f"tactics[0].{part}.defender" in faults(lambda data, part=part: data["tactics"][0][part].pop("defender"))  # type: ignore[misc]
    assert "closing.lower" in faults(lambda data: data["closing"].pop("lower"))
    many = {"red": 3, "blue": 3}
    assert "at most 5 footballers" in faults(lambda data: data["tactics"][0]["upper"].update(attacker=many))
    assert "at most one grey" in faults(lambda data: data["tactics"][0]["lower"].update(defender={"grey": 2}))


def test_every_side_can_pay_a_squad() -> None:
    """FINALE-2.1: an edition in which no squad keeps the limits is refused."""
    assert "budget: found 32; at least 33 is needed" in faults(lambda data: data.update(budget=32))
    assert read(lambda data: data.update(budget=33)).budget == 33


def test_there_are_enough_footballers_of_each_kind_for_a_squad() -> None:
    """FINALE-2.1"""

    def all_of(colour: str, but: int) -> Change:
        def change(data: dict[str, Any]) -> None:
            for card in data["home"]["footballers"][but:]:
                card["colour"] = colour

        return change

    assert "at least one grey footballer" in faults(all_of("red", but=0))
    assert "at least one grey footballer" in faults(all_of("grey", but=16))
    assert read(all_of("grey", but=17)).game == "finale"


def test_an_id_belongs_to_one_footballer_of_the_two_sides() -> None:
    assert "away.footballers[4].id" in faults(lambda data: data["away"]["footballers"][4].update(id="h4"))


def test_unknown_figures_and_other_games_are_refused() -> None:
    assert "stamina" in faults(lambda data: first(data).update(stamina=3))
    assert "game" in faults(lambda data: data.update(game="tooor"))


def test_what_a_match_is_played_with_comes_from_its_edition() -> None:
    """FINALE-1.3: a league's own figures for a card are those that are asked for."""

    def change(data: dict[str, Any]) -> None:
        card = next(card for card in data["tactics"] if card["id"] == "red-1")
        card["upper"]["attacker"] = {"blue": 2}

    attack = before_reveal(change).played(*reveal("red-1", "blue-1"))
    attack.when(mark(HOME, "h24")).then_refused("FINALE-4.1", "footballers[0]", "Mark 2 blue.")
    attack.played(mark(HOME, "h16", "h17"))
