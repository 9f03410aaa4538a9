"""Short words for the acts of Finale, and matches to begin with."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from domain.games.finale import commands as c
from domain.games.finale.edition import CLOSING
from domain.games.finale.game import FINALE
from domain.games.finale.terms import Standing, Symbol
from domain.match import editions, house_rules
from domain.match.game import Command, Outcome, Setup
from domain.match.sides import SIDES, BySide, Side
from tests.bdd import Situation, given
from tests.domain.games.changes import BLANK, Change, data_of, edges

HOME, AWAY = Side.HOME, Side.AWAY
CROSS, YELLOW, RED = Symbol.RED_CROSS, Symbol.YELLOW_CARD, Symbol.RED_CARD
NAMES = BySide("Eintracht Morgenau", "Racing Sainte-Aude")
FILE = editions.SHIPPED / "finale.toml"
CASES = Path(__file__).parents[4] / "fixtures" / "cases"

STARTERS = (2, 4, 5, 6, 7, 16, 17, 18, 22, 24, 25)
"""The numbers of the starters of both squads: h2 keeps goal, four yellow, three blue, three red."""
BENCH = (1, 9, 19, 26)
"""Those of the substitutes: a goalkeeper, a yellow, a blue and a red one."""
STRONG = (*(f"red-{n}" for n in range(1, 7)), *(f"blue-{n}" for n in range(1, 6)))
"""A deck of fives and fours."""
WEAK = (*(f"white-{n}" for n in range(1, 7)), *(f"purple-{n}" for n in range(1, 6)))
"""A deck of ones and twos."""

Act = Command | Outcome


def content(*changes: Change) -> dict[str, Any]:
    """The shipped edition's data, changed."""
    return data_of(FILE, *changes)


def strengths(**figures: int) -> Change:
    """The same strength on every edge of these footballers."""
    return edges("strengths", **figures)


def setup_of(*changes: Change, mode: str = "reported", **rules: str) -> Setup:
    """A setup with a changed edition and house rules, by the names that they have in a match."""
    edition = editions.read(FINALE.edition_model, content(*changes))
    return Setup(edition.model, house_rules.read(FINALE.house_rules, rules), NAMES, mode)


def opened(*changes: Change, mode: str = "reported", **rules: str) -> Situation:
    """A match that has just been opened. Unless an edition is given, no footballer has a symbol."""
    return given(FINALE, setup_of(*(changes or (BLANK,)), mode=mode, **rules))


def ids(side: Side, numbers: Iterable[int]) -> tuple[str, ...]:
    """The ids of footballers of a side by their numbers."""
    return tuple(f"{side[0]}{number}" for number in numbers)


def squad(side: Side, starters: Iterable[int] = STARTERS, bench: Iterable[int] = BENCH) -> c.ChooseSquad:
    return c.ChooseSquad(side=side, starters=ids(side, starters), substitutes=ids(side, bench))


def deck(side: Side, *cards: str) -> c.ChooseDeck:
    return c.ChooseDeck(side=side, cards=cards)


def withhold(side: Side) -> c.WithholdDeck:
    return c.WithholdDeck(side=side)


def draw(side: Side, card: str) -> c.Draw:
    return c.Draw(side=side, card=card)


def sub(side: Side, goes: str, newcomer: str) -> c.Substitute:
    return c.Substitute(side=side, goes=goes, newcomer=newcomer)


def end(side: Side) -> c.EndSubstitutions:
    return c.EndSubstitutions(side=side)


NO_SUBSTITUTION = (end(HOME), end(AWAY))


def lay(side: Side, card: str) -> c.LayTactic:
    return c.LayTactic(side=side, card=card)


def reveal(home: str, away: str) -> tuple[Act, Act]:
    return lay(HOME, home), lay(AWAY, away)


def mark(side: Side, *footballers: str) -> c.MarkFootballers:
    return c.MarkFootballers(side=side, footballers=footballers)


def die(side: Side, face: int) -> c.Roll:
    return c.Roll(side=side, face=face)


def dice(home: int, away: int) -> tuple[c.Roll, c.Roll]:
    return die(HOME, home), die(AWAY, away)


def shooter(side: Side, footballer: str) -> c.NameShooter:
    return c.NameShooter(side=side, footballer=footballer)


def squads_laid(*changes: Change, mode: str = "reported", **rules: str) -> Situation:
    """A match in which both squads lie open."""
    return opened(*changes, mode=mode, **rules).played(squad(HOME), squad(AWAY))


def match(*changes: Change, **rules: str) -> Situation:
    """A match in its first period, both decks withheld, so that any card may be laid."""
    return squads_laid(*changes, **rules).played(withhold(HOME), withhold(AWAY))


def before_reveal(*changes: Change, **rules: str) -> Situation:
    """The same, and nobody substitutes."""
    return match(*changes, **rules).played(*NO_SUBSTITUTION)


def decks_drawn(home: tuple[str, ...] = STRONG, away: tuple[str, ...] = WEAK, **rules: str) -> Situation:
    """A match in its first period with known decks; each side has drawn the first three of its own."""
    chosen = squads_laid(**rules).played(deck(HOME, *home), deck(AWAY, *away))
    return chosen.played(*(draw(side, card) for side, cards in ((HOME, home), (AWAY, away)) for card in cards[:3]))


def having(situation: Situation, footballer: str, **fields: Any) -> Situation:
    """The same match with other values of one footballer."""
    changed = replace(situation.state.footballers[footballer], **fields)
    return situation.where(footballers={**situation.state.footballers, footballer: changed})


def without(situation: Situation, *footballers: str, standing: Standing = Standing.SENT_OFF) -> Situation:
    """The same match with these footballers off the pitch before."""
    for one in footballers:
        situation = having(situation, one, standing=standing)
    return situation


def only(situation: Situation, side: Side, *footballers: str) -> Situation:
    """The same match with nobody else of a side on the pitch."""
    others = (one.id for one in situation.state.on_pitch(side) if one.id not in footballers)
    return without(situation, *others)


def exhausted(situation: Situation, *sides: Side) -> Situation:
    """The same match with all eleven cards of these sides played."""
    tactics = situation.state.tactics
    for side in sides or SIDES:
        played = tuple(card.id for card in situation.state.edition.tactics[:11])
        tactics = tactics.replace(side, replace(tactics.of(side), hand=(), played=played))
    return situation.where(tactics=tactics)


def closing_cards() -> tuple[Act, Act]:
    """Both sides lay the closing card, which is always a tie."""
    return reveal(CLOSING, CLOSING)
