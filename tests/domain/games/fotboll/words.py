"""Short words for the acts of Fotboll, and matches to begin with."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from domain.games.fotboll import commands as c
from domain.games.fotboll.cards import Card
from domain.games.fotboll.game import FOTBOLL
from domain.games.fotboll.legal import line_up
from domain.games.fotboll.state import FaceDown
from domain.games.fotboll.terms import Place
from domain.match import editions, house_rules
from domain.match.game import Setup
from domain.match.sides import SIDES, BySide, Side
from tests.bdd import Act, Situation, given

HOME, AWAY = Side.HOME, Side.AWAY
NAMES = BySide("Malmö", "Göteborg")
CASES = Path(__file__).parents[4] / "fixtures" / "cases"

HOME_CARDS = ["4C", "4D", "4H", "4S", "5C", "5D", "5H", "6C", "6D", "6H", "7C"]
AWAY_CARDS = ["4S", "4H", "4D", "4C", "5S", "5H", "5D", "6S", "6H", "6D", "7S"]


def content() -> dict[str, Any]:
    """The shipped edition's data."""
    return tomllib.loads((editions.SHIPPED / "fotboll.toml").read_text(encoding="utf-8"))


def setup_of(mode: str = "reported", **rules: str | int) -> Setup:
    """A setup with house rules."""
    edition = editions.read(FOTBOLL.edition_model, content())
    return Setup(edition.model, house_rules.read(FOTBOLL.house_rules, rules), NAMES, mode)


def opened(mode: str = "reported", **rules: str | int) -> Situation:
    """A match that has just been opened."""
    return given(FOTBOLL, setup_of(mode, **rules))


def match(first: Side = HOME, **rules: str | int) -> Situation:
    """A reported match in which a side begins."""
    return opened("reported", **rules).played(toss(first))


def joker_match() -> Situation:
    """The same with two jokers in each deck; home begins."""
    return match(jokers=2)


def dealt(
    home: list[str] = HOME_CARDS, away: list[str] = AWAY_CARDS, first: Side = HOME, **rules: str | int
) -> Situation:
    """A dealt match whose owners look at their cards; they have laid these, the goalkeeper last."""
    situation = opened("dealt", **rules).played(*deal(HOME, home), *deal(AWAY, away))
    return situation.played(arrange(situation, HOME, home), arrange(situation, AWAY, away), toss(first))


def having(situation: Situation, side: Side, **fields: Any) -> Situation:
    """The same match with other values of what lies before a side."""
    sides = situation.state.sides
    own = msgspec.structs.replace(sides.of(side), **fields)
    return situation.where(sides=sides.replace(side, own))


def laying(situation: Situation, side: Side, **cards: str) -> Situation:
    """The same match in which these cards of a side have been seen by both before."""
    pitch = dict(situation.state.of(side).pitch)
    pitch |= {Place(place): FaceDown(Card(card), seen=True) for place, card in cards.items()}
    return having(situation, side, pitch=pitch)


def emptied(situation: Situation, side: Side, *places: str) -> Situation:
    """The same match with these places of a side emptied."""
    pitch = {place: lying for place, lying in situation.state.of(side).pitch.items() if place not in places}
    return having(situation, side, pitch=pitch)


def all_drawn(situation: Situation) -> Situation:
    """The same match with nothing left in either pile."""
    for side in SIDES:
        situation = having(situation, side, pile=0)
    return situation


def at_goal(situation: Situation) -> Situation:
    """The same match, in which home's attack has come to away's goalkeeper."""
    situation = having(situation, AWAY, pitch={Place.G: situation.state.of(AWAY).pitch[Place.G]})
    return situation.played(attack(HOME))


def at_defence(situation: Situation) -> Situation:
    """The same match, in which home's attack has come to away's defenders."""
    return emptied(situation, AWAY, "A1", "A2", "A3", "A4", "M1", "M2", "M3").played(attack(HOME))


def toss(begins: Side) -> c.CoinToss:
    return c.CoinToss(begins=begins)


def deal(side: Side, cards: list[str]) -> list[c.CardDraw]:
    return [draw(side, card) for card in cards]


def arrange(situation: Situation, side: Side, cards: list[str]) -> c.ArrangeCards:
    return line_up(situation.state.of(side), side, [Card(card) for card in cards])


def lay(side: Side, place: str) -> c.LayCard:
    return c.LayCard(side=side, place=Place(place))


def substitute(side: Side, place: str) -> c.SubstituteCard:
    return c.SubstituteCard(side=side, place=Place(place))


def attack(side: Side) -> c.BeginAttack:
    return c.BeginAttack(side=side)


def draw(side: Side, card: str) -> c.CardDraw:
    return c.CardDraw(side=side, card=Card(card))


def choose(side: Side, place: str) -> c.ChooseCard:
    return c.ChooseCard(side=side, place=Place(place))


def turn_up(side: Side, card: str) -> c.TurnUp:
    return c.TurnUp(side=side, card=Card(card))


def send_off(side: Side, place: str) -> c.SendOff:
    return c.SendOff(side=side, place=Place(place))


def duel(side: Side, card: str, place: str, against: str) -> tuple[Act, ...]:
    """A side draws a card and attacks one that turns out to be this."""
    return draw(side, card), choose(side, place), turn_up(side.other, against)


def past_the_lines(side: Side) -> tuple[Act, ...]:
    """An attack that comes to the goalkeeper, past A1, M1 and D1."""
    return (
        attack(side),
        *duel(side, "KC", "A1", "4C"),
        *duel(side, "KD", "M1", "5C"),
        *duel(side, "KH", "D1", "6C"),
    )


def stopped(side: Side, card: str = "2S", place: str = "A4", against: str = "QS") -> tuple[Act, ...]:
    """A turn that an unbeaten card ends at once."""
    return attack(side), *duel(side, card, place, against)
