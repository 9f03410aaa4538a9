"""What sides decide in Sportiv, and what its coin and its piles bring."""

from msgspec.structs import force_setattr

from domain.games.sportiv.terms import ActionKind
from domain.match.game import Command, Outcome
from domain.match.sides import Side


class PlaceFootballer(Command, frozen=True, kw_only=True):
    """Place a footballer of the hand on the pitch (SPORTIV-3.1).

    replaced: with a pitch cap, the footballer on a full pitch whose place it takes; None otherwise.
    """

    footballer: int
    replaced: int | None = None


class EliminateFootballers(Command, frozen=True, kw_only=True):
    """Engage own footballers against opposing ones of the same total (SPORTIV-3.2).

    own, opposing: numbers of footballers. Their order says nothing, so the command keeps them ascending.
    """

    own: tuple[int, ...]
    opposing: tuple[int, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "own", tuple(sorted(self.own)))
        force_setattr(self, "opposing", tuple(sorted(self.opposing)))


class EndEliminations(Command, frozen=True, kw_only=True):
    """Eliminate no more in this turn (SPORTIV-3.2)."""


class PlayAction(Command, frozen=True, kw_only=True):
    """Put an action card on the discard face up: it takes effect unless it is countered (SPORTIV-3.3)."""

    kind: ActionKind


class DiscardAction(Command, frozen=True, kw_only=True):
    """Put an action card on the discard face down: it has no effect (SPORTIV-3.3).

    kind: which; None in a reported match, where nobody who reports sees it (SPORTIV-6.2).
    """

    kind: ActionKind | None = None


class CounterAction(Command, frozen=True, kw_only=True):
    """Counter what the active side has played (SPORTIV-3.7)."""

    kind: ActionKind


class DeclineCounter(Command, frozen=True, kw_only=True):
    """Let what the active side has played take effect (SPORTIV-3.7)."""


class RemoveFootballers(Command, frozen=True, kw_only=True):
    """Remove opposing footballers (SPORTIV-3.4, SPORTIV-3.5). footballers: their numbers, kept ascending."""

    footballers: tuple[int, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "footballers", tuple(sorted(self.footballers)))


class ExchangeActions(Command, frozen=True, kw_only=True):
    """Discard action cards of the reserve and draw as many; none are allowed (SPORTIV-3.8).

    kinds: of the cards, in the order in which ActionKind has them, whichever way they were given.
    """

    kinds: tuple[ActionKind, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "kinds", tuple(kind for kind in ActionKind for one in self.kinds if one is kind))


class ExchangeUnseenActions(Command, frozen=True, kw_only=True):
    """The same in a reported match, where nobody who reports sees the cards: count is how many (SPORTIV-6.2)."""

    count: int


class TakeShot(Command, frozen=True, kw_only=True):
    """Shoot at goal (SPORTIV-3.9)."""


class ForgoShot(Command, frozen=True, kw_only=True):
    """Do not shoot, though one may (SPORTIV-3.9)."""


class ChooseKeepers(Command, frozen=True, kw_only=True):
    """Choose the goalkeeper cards against a shot, secretly (SPORTIV-4.1). keepers: their numbers, kept ascending."""

    keepers: tuple[int, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "keepers", tuple(sorted(self.keepers)))


class ChooseShot(Command, frozen=True, kw_only=True):
    """Choose the shot card, secretly (SPORTIV-4.1). shot: its number."""

    shot: int


class CoinToss(Outcome, frozen=True, kw_only=True):
    """Which side begins (SPORTIV-2.1)."""

    first: Side


class FootballerDraw(Outcome, frozen=True, kw_only=True):
    """The number of a footballer drawn from a side's pile."""

    side: Side
    footballer: int


class ActionDraw(Outcome, frozen=True, kw_only=True):
    """The kind of an action card drawn from a side's pile."""

    side: Side
    kind: ActionKind


COMMANDS: tuple[type[Command], ...] = (
    PlaceFootballer,
    EliminateFootballers,
    EndEliminations,
    PlayAction,
    DiscardAction,
    CounterAction,
    DeclineCounter,
    RemoveFootballers,
    ExchangeActions,
    ExchangeUnseenActions,
    TakeShot,
    ForgoShot,
    ChooseKeepers,
    ChooseShot,
)
OUTCOMES: tuple[type[Outcome], ...] = (CoinToss, FootballerDraw, ActionDraw)
