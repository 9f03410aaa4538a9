"""Short words for the acts of Sportiv, and matches to begin with."""

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from domain.games.sportiv import commands as c
from domain.games.sportiv.game import SPORTIV
from domain.games.sportiv.state import Actions, Discarded, Footballers
from domain.games.sportiv.terms import ActionKind
from domain.match import editions, house_rules
from domain.match.game import Chance, Command, Outcome, Setup
from domain.match.sides import BySide, Side
from tests.bdd import Situation, given

C = TypeVar("C", bound=Command)

HOME, AWAY = Side.HOME, Side.AWAY
POWER_RUN, LONG_BALL, TRACK_BACK, RED_CARD, OFFSIDE = ActionKind
NAMES = BySide("Rot-Weiss Lindental", "Sporting Valbleu")
CASES = Path(__file__).parents[4] / "fixtures" / "cases"
SMALL: dict[str, Any] = {
    "id": "small",
    "game": "sportiv",
    "invented": True,
    "players": [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7],
    "keepers": [["TL", "BL", "BC"], ["TR", "BR", "BC"], ["TL", "TC", "TR"]],
    "shots": [["TL", "BL"], ["TC", "BC"], ["TR", "BR"]],
    "actions": {"power_run": 3, "long_ball": 3, "track_back": 2, "red_card": 2, "offside": 2},
}
"""Footballer n has the value n up to 7, and n - 7 from there on."""


def content(**changes: Any) -> dict[str, Any]:
    """The data of the small edition, changed."""
    return SMALL | changes


def shipped() -> dict[str, Any]:
    """The data of the shipped edition."""
    return tomllib.loads((editions.SHIPPED / "sportiv.toml").read_text(encoding="utf-8"))


def setup_of(data: dict[str, Any], mode: str = "dealt", **rules: str) -> Setup:
    """A setup with an edition and house rules."""
    edition = editions.read(SPORTIV.edition_model, data)
    return Setup(edition.model, house_rules.read(SPORTIV.house_rules, rules), NAMES, mode)


def match(mode: str = "dealt", **rules: str) -> Situation:
    """A match of the small edition that has just been opened."""
    return given(SPORTIV, setup_of(SMALL, mode, **rules))


def begun(
    home: tuple[int, ...] = (1, 2, 3, 4, 5),
    away: tuple[int, ...] = (7, 6, 5, 4, 3),
    home_reserve: tuple[ActionKind, ...] = (POWER_RUN, LONG_BALL, TRACK_BACK),
    away_reserve: tuple[ActionKind, ...] = (POWER_RUN, RED_CARD, OFFSIDE),
    **rules: str,
) -> Situation:
    """A dealt match in which home begins, with these on the pitches and in the reserves; home is to draw.

    The hands hold the highest numbers that are left. A pitch of five is dealt; another is made so afterwards.
    """
    situation = match(**rules).played(toss(HOME))
    for side, pitch, reserve in ((HOME, home, home_reserve), (AWAY, away, away_reserve)):
        fielded = pitch if len(pitch) == 5 else (1, 2, 3, 4, 5)
        hand = tuple(one for one in range(14, 0, -1) if one not in fielded)[:3]
        situation = situation.played(*dealt(side, fielded, reserve, hand))
    return having(having(situation, HOME, home), AWAY, away)


def having(situation: Situation, side: Side, pitch: tuple[int, ...]) -> Situation:
    """The same match with another pitch: who is not on it any more is back on the pile."""
    its = situation.state.footballers.of(side)
    unseen = tuple(sorted({*its.unseen, *its.pitch} - set(pitch)))
    changed = Footballers(unseen, its.hidden, its.hand, pitch, its.discard)
    return situation.where(footballers=situation.state.footballers.replace(side, changed))


def with_pile(situation: Situation, side: Side, *pile: int) -> Situation:
    """The same match with only these on a side's pile; what else was there is discarded."""
    its = situation.state.footballers.of(side)
    gone = tuple(one for one in its.unseen if one not in pile)
    changed = Footballers(pile, its.hidden, its.hand, its.pitch, its.discard + gone)
    return situation.where(footballers=situation.state.footballers.replace(side, changed))


def with_action_pile(situation: Situation, side: Side, *pile: ActionKind) -> Situation:
    """The same match with only these on a side's action pile; what else was there lies face up on its discard."""
    its = situation.state.actions.of(side)
    rest = list(its.unseen)
    for kind in pile:
        rest.remove(kind)
    changed = Actions(pile, its.hidden, its.reserve, (*its.discard, *(Discarded(kind, True) for kind in rest)))
    return situation.where(actions=situation.state.actions.replace(side, changed))


def reported(*acts: Command | Outcome, **rules: str) -> Situation:
    """A reported match in which home begins: the pitches are reported, all else is dealt unseen."""
    home = (draw(HOME, one) for one in (1, 2, 3, 4, 5))
    away = (draw(AWAY, one) for one in (7, 6, 5, 4, 3))
    return match("reported", **rules).played(toss(HOME), *home, *away, *acts)


def dealt(
    side: Side, pitch: tuple[int, ...], reserve: tuple[ActionKind, ...], hand: tuple[int, ...]
) -> tuple[Outcome, ...]:
    """The draws of a set-up."""
    return (
        *(draw(side, one) for one in pitch),
        *(drew(side, kind) for kind in reserve),
        *(draw(side, n) for n in hand),
    )


def at_eliminations(situation: Situation, *, footballer: int | None = None, placed: int | None = None) -> Situation:
    """Home draws a footballer and places one: unless they are named, the first of its pile and the last of its hand."""
    its = situation.state.footballers.home
    drawn = its.unseen[0] if footballer is None else footballer
    return situation.played(draw(HOME, drawn), place(HOME, its.hand[-1] if placed is None else placed))


def at_action(situation: Situation, kind: ActionKind = OFFSIDE) -> Situation:
    """Home draws and places a footballer, eliminates nobody, and draws an action card of this kind."""
    return at_eliminations(situation).played(end_eliminations(HOME), drew(HOME, kind))


def at_exchange(situation: Situation) -> Situation:
    """Home puts the action card that it has drawn face down."""
    return at_action(situation).played(face_down(HOME, OFFSIDE))


def at_shot(situation: Situation) -> Situation:
    """Both sides keep their action cards, and home may shoot if away has at most one footballer."""
    return at_exchange(situation).played(exchange(HOME), exchange(AWAY))


def shooting(away: tuple[int, ...] = ()) -> Situation:
    """Home shoots at away, who has these footballers on the pitch."""
    return at_shot(begun(away=away)).played(shoot(HOME))


def due(situation: Situation) -> Chance:
    """The chance outcome that is due; there must be one."""
    assert situation.pending.chance is not None, situation.pending
    return situation.pending.chance


def drawing(situation: Situation, times: int) -> Situation:
    """The same match after the first of the possible outcomes has come up so many times."""
    for _ in range(times):
        situation = situation.played(due(situation).outcomes[0][0])
    return situation


def listed(situation: Situation, side: Side, kind: type[C]) -> list[C]:
    """The legal commands of a kind."""
    return [command for command in SPORTIV.legal_commands(situation.state, side) if isinstance(command, kind)]


def toss(first: Side) -> c.CoinToss:
    return c.CoinToss(first=first)


def draw(side: Side, footballer: int) -> c.FootballerDraw:
    return c.FootballerDraw(side=side, footballer=footballer)


def drew(side: Side, kind: ActionKind) -> c.ActionDraw:
    return c.ActionDraw(side=side, kind=kind)


def place(side: Side, footballer: int, replaced: int | None = None) -> c.PlaceFootballer:
    return c.PlaceFootballer(side=side, footballer=footballer, replaced=replaced)


def eliminate(side: Side, own: tuple[int, ...], opposing: tuple[int, ...]) -> c.EliminateFootballers:
    return c.EliminateFootballers(side=side, own=own, opposing=opposing)


def end_eliminations(side: Side) -> c.EndEliminations:
    return c.EndEliminations(side=side)


def play(side: Side, kind: ActionKind) -> c.PlayAction:
    return c.PlayAction(side=side, kind=kind)


def face_down(side: Side, kind: ActionKind | None = None) -> c.DiscardAction:
    return c.DiscardAction(side=side, kind=kind)


def counter(side: Side, kind: ActionKind) -> c.CounterAction:
    return c.CounterAction(side=side, kind=kind)


def let_pass(side: Side) -> c.DeclineCounter:
    return c.DeclineCounter(side=side)


def remove(side: Side, *footballers: int) -> c.RemoveFootballers:
    return c.RemoveFootballers(side=side, footballers=footballers)


def exchange(side: Side, *kinds: ActionKind) -> c.ExchangeActions:
    return c.ExchangeActions(side=side, kinds=kinds)


def exchange_unseen(side: Side, count: int) -> c.ExchangeUnseenActions:
    return c.ExchangeUnseenActions(side=side, count=count)


def shoot(side: Side) -> c.TakeShot:
    return c.TakeShot(side=side)


def forgo(side: Side) -> c.ForgoShot:
    return c.ForgoShot(side=side)


def keepers(side: Side, *cards: int) -> c.ChooseKeepers:
    return c.ChooseKeepers(side=side, keepers=cards)


def shot(side: Side, card: int) -> c.ChooseShot:
    return c.ChooseShot(side=side, shot=card)
