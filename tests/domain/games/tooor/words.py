"""Short words for the acts of Tooor!, and matches to begin with."""

import tomllib
from pathlib import Path
from typing import Any

from domain.games.tooor import commands as c
from domain.games.tooor.game import TOOOR
from domain.games.tooor.state import Footballer
from domain.games.tooor.terms import Line, Removal, Symbol
from domain.match import editions, house_rules
from domain.match.game import Setup
from domain.match.sides import BySide, Side
from tests.bdd import Situation, given
from tests.domain.games.changes import BLANK, Change, data_of, edges

HOME, AWAY = Side.HOME, Side.AWAY
CROSS, YELLOW, RED = Symbol.RED_CROSS, Symbol.YELLOW_CARD, Symbol.RED_CARD
NAMES = BySide("Rot-Weiss Lindental", "Sporting Valbleu")
SHIPPED: dict[str, Any] = tomllib.loads((editions.SHIPPED / "tooor.toml").read_text(encoding="utf-8"))
CASES = Path(__file__).parents[4] / "fixtures" / "cases"


def content(*changes: Change) -> dict[str, Any]:
    """The shipped edition's data, changed."""
    return data_of(editions.SHIPPED / "tooor.toml", *changes)


def powers(**figures: int) -> Change:
    """The same power on every edge of these footballers."""
    return edges("powers", **figures)


def setup_of(*changes: Change, **rules: str) -> Setup:
    """A setup with a changed edition and house rules."""
    edition = editions.read(TOOOR.edition_model, content(*changes))
    return Setup(edition.model, house_rules.read(TOOOR.house_rules, rules), NAMES, "reported")


def match(*changes: Change, **rules: str) -> Situation:
    """A match that has just begun. Unless an edition is given, no footballer has a symbol."""
    return given(TOOOR, setup_of(*(changes or (BLANK,)), **rules))


def without(situation: Situation, *footballers: str) -> Situation:
    """The same match with these footballers sent off before."""
    footballers_left = dict(situation.state.footballers)
    for one in footballers:
        footballers_left[one] = changed(footballers_left[one], removal=Removal.RED_CARD)
    return situation.where(footballers=footballers_left)


def changed(footballer: Footballer, **fields: Any) -> Footballer:
    """A footballer with other values."""
    return Footballer(**({name: getattr(footballer, name) for name in footballer.__struct_fields__} | fields))


def having(situation: Situation, footballer: str, **fields: Any) -> Situation:
    """The same match with other values of one footballer."""
    footballers = dict(situation.state.footballers)
    footballers[footballer] = changed(footballers[footballer], **fields)
    return situation.where(footballers=footballers)


def tactic(side: Side, value: int) -> c.ChooseTactic:
    return c.ChooseTactic(side=side, value=value)


def tactics(home: int, away: int) -> tuple[c.ChooseTactic, c.ChooseTactic]:
    return tactic(HOME, home), tactic(AWAY, away)


def mark(side: Side, *footballers: str) -> c.MarkFootballers:
    return c.MarkFootballers(side=side, footballers=footballers)


def die(side: Side, face: int) -> c.AttackRoll:
    return c.AttackRoll(side=side, face=face)


def dice(home: int, away: int) -> tuple[c.AttackRoll, c.AttackRoll]:
    return die(HOME, home), die(AWAY, away)


def penalty(side: Side, face: Symbol) -> c.PenaltyRoll:
    return c.PenaltyRoll(side=side, face=face)


def shooter(side: Side, footballer: str) -> c.NameShooter:
    return c.NameShooter(side=side, footballer=footballer)


def goalkeeper(side: Side, footballer: str) -> c.NameGoalkeeper:
    return c.NameGoalkeeper(side=side, footballer=footballer)


def move(side: Side, footballer: str, line: Line) -> c.MoveFootballer:
    return c.MoveFootballer(side=side, footballer=footballer, line=line)


def end(side: Side) -> c.EndRearrangement:
    return c.EndRearrangement(side=side)


def place(side: Side, footballer: str) -> c.PlaceKicker:
    return c.PlaceKicker(side=side, footballer=footballer)


def kicker(side: Side, footballer: str) -> c.NameKicker:
    return c.NameKicker(side=side, footballer=footballer)


def draw(side: Side, value: int) -> c.TacticDraw:
    return c.TacticDraw(side=side, value=value)


def drawn(home: tuple[int, int], away: tuple[int, int]) -> tuple[c.TacticDraw, ...]:
    return (*(draw(HOME, value) for value in home), *(draw(AWAY, value) for value in away))
