"""What happens in a match of Sportiv. Every fact names the side it is about and the clause that brought it."""

from domain.games.sportiv.commands import ActionDraw, CoinToss, FootballerDraw
from domain.games.sportiv.terms import ActionKind, Zone
from domain.match.game import EVERYONE, ChanceEvent, Event
from domain.match.sides import BySide, Side


class CoinTossed(ChanceEvent, frozen=True, kw_only=True):
    """The coin decided which side begins."""

    side: Side
    clause: str = "SPORTIV-2.1"

    def outcome(self) -> CoinToss:
        """The toss."""
        return CoinToss(first=self.side)


class TurnStarted(Event, frozen=True, kw_only=True):
    """A side has its turn. number: of the turns of the match, both sides counted, from 1."""

    side: Side
    number: int
    clause: str = "SPORTIV-3.1"


# Draws


class FootballerFielded(ChanceEvent, frozen=True, kw_only=True):
    """A side drew a footballer straight onto its pitch. left: how many its pile has now."""

    side: Side
    footballer: int
    left: int

    def outcome(self) -> FootballerDraw:
        """The draw."""
        return FootballerDraw(side=self.side, footballer=self.footballer)


class FootballerDrawn(ChanceEvent, frozen=True, kw_only=True):
    """A side drew a footballer to its hand, and alone knows which. left: how many its pile has now."""

    side: Side
    footballer: int
    left: int

    def outcome(self) -> FootballerDraw:
        """The draw."""
        return FootballerDraw(side=self.side, footballer=self.footballer)

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def concealed(self) -> str:
        """That it drew is for all to see."""
        return "{side} draws a footballer to its hand."


class FootballerDrawnUnseen(Event, frozen=True, kw_only=True):
    """In a reported match a side drew a footballer to its hand. left: how many its pile has now."""

    side: Side
    left: int


class ActionDrawn(ChanceEvent, frozen=True, kw_only=True):
    """A side drew an action card to its reserve, and alone knows which. left: how many its pile has now."""

    side: Side
    kind: ActionKind
    left: int

    def outcome(self) -> ActionDraw:
        """The draw."""
        return ActionDraw(side=self.side, kind=self.kind)

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def concealed(self) -> str:
        """That it drew is for all to see."""
        return "{side} draws an action card."


class ActionDrawnUnseen(Event, frozen=True, kw_only=True):
    """In a reported match a side drew an action card to its reserve. left: how many its pile has now."""

    side: Side
    left: int


class ActionPileRenewed(Event, frozen=True, kw_only=True):
    """A side's action pile was empty, and its shuffled discard is its pile now. cards: how many."""

    side: Side
    cards: int
    clause: str = "SPORTIV-3.10"


# Footballers


class FootballerPlaced(Event, frozen=True, kw_only=True):
    """A side placed a footballer of its hand on its pitch. replaced: whose place it took, who is discarded."""

    side: Side
    footballer: int
    replaced: int | None = None
    clause: str = "SPORTIV-3.1"


class FootballersEliminated(Event, frozen=True, kw_only=True):
    """Footballers of the same total took each other off. side: who engaged its own. figures: "3 + 4 against 7"."""

    side: Side
    own: tuple[int, ...]
    opposing: tuple[int, ...]
    figures: str
    clause: str = "SPORTIV-3.2"


class EliminationsEnded(Event, frozen=True, kw_only=True):
    """The active side eliminates no more in this turn."""

    side: Side
    clause: str = "SPORTIV-3.2"


class FootballersRemoved(Event, frozen=True, kw_only=True):
    """A side removed opposing footballers by an action or a counter. side: who removed them."""

    side: Side
    footballers: tuple[int, ...]
    by: ActionKind


# Action cards


class ActionPlayed(Event, frozen=True, kw_only=True):
    """The active side played an action card face up. reinforcements: how many it brings on by a track back."""

    side: Side
    kind: ActionKind
    reinforcements: int = 0


class ActionDiscarded(Event, frozen=True, kw_only=True):
    """A side put an action card on its discard face down.

    kind: known to the side alone; None in a reported match, where it is in no record (SPORTIV-6.2).
    """

    side: Side
    kind: ActionKind | None

    def audience(self) -> str:
        """The side itself, where there is anything to know."""
        return EVERYONE if self.kind is None else self.side.value

    def concealed(self) -> str:
        """That it discards is for all to see."""
        return "{side} puts an action card on its discard face down."


class ActionCountered(Event, frozen=True, kw_only=True):
    """The opponent of the active side countered its action, which fails. side: who countered."""

    side: Side
    kind: ActionKind
    against: ActionKind


class CounterDeclined(Event, frozen=True, kw_only=True):
    """The opponent of the active side let its action take effect. side: who let it pass."""

    side: Side
    against: ActionKind
    clause: str = "SPORTIV-3.7"


class ActionEnded(Event, frozen=True, kw_only=True):
    """All that a played action brings is done. side: who played it."""

    side: Side
    kind: ActionKind


class ActionsExchanged(Event, frozen=True, kw_only=True):
    """A side has discarded so many action cards, and draws as many."""

    side: Side
    count: int
    clause: str = "SPORTIV-3.8"


# Shot


class ShotEarned(Event, frozen=True, kw_only=True):
    """The active side may shoot. opposing: how many footballers the opponent has on the pitch."""

    side: Side
    opposing: int
    clause: str = "SPORTIV-3.9"


class ShotTaken(Event, frozen=True, kw_only=True):
    """The active side shoots. keepers: how many goalkeeper cards the opponent chooses."""

    side: Side
    keepers: int
    clause: str = "SPORTIV-3.9"


class ShotForgone(Event, frozen=True, kw_only=True):
    """The active side does not shoot, though it may."""

    side: Side
    clause: str = "SPORTIV-3.9"


class KeepersChosen(Event, frozen=True, kw_only=True):
    """The defender chose its goalkeeper cards, which it alone knows until all are turned up."""

    side: Side
    keepers: tuple[int, ...]
    clause: str = "SPORTIV-4.1"

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def opened_by(self, later: Event) -> bool:
        """Whether the cards are turned up."""
        return isinstance(later, ShotRevealed)

    def concealed(self) -> str:
        """That it has chosen is for all to see."""
        return "{side} chooses its goalkeeper cards."


class ShotChosen(Event, frozen=True, kw_only=True):
    """The attacker chose its shot card, which it alone knows until all are turned up."""

    side: Side
    shot: int
    clause: str = "SPORTIV-4.1"

    def audience(self) -> str:
        """The side itself."""
        return self.side.value

    def opened_by(self, later: Event) -> bool:
        """Whether the cards are turned up."""
        return isinstance(later, ShotRevealed)

    def concealed(self) -> str:
        """That it has chosen is for all to see."""
        return "{side} chooses its shot card."


class ShotRevealed(Event, frozen=True, kw_only=True):
    """Shot card and goalkeeper cards were turned up together. side: who shoots.

    red: the zones of the shot card. covered: the zones that the goalkeeper cards cover together.
    """

    side: Side
    shot: int
    keepers: tuple[int, ...]
    red: tuple[Zone, ...]
    covered: tuple[Zone, ...]
    clause: str = "SPORTIV-4.1"


class GoalScored(Event, frozen=True, kw_only=True):
    """A shot went in. zones: the red zones that no goalkeeper card covers."""

    side: Side
    zones: tuple[Zone, ...]
    clause: str = "SPORTIV-4.2"


class ShotSaved(Event, frozen=True, kw_only=True):
    """A shot did not go in: every red zone is covered. side: who shot."""

    side: Side
    clause: str = "SPORTIV-4.2"


class MatchEnded(Event, frozen=True, kw_only=True):
    """A side drew its last footballer, and the match is over. side: who has won, None for a draw."""

    drawn_out: Side
    score: BySide[int]
    clause: str = "SPORTIV-5.1"


EVENTS: tuple[type[Event], ...] = (
    CoinTossed,
    TurnStarted,
    FootballerFielded,
    FootballerDrawn,
    FootballerDrawnUnseen,
    ActionDrawn,
    ActionDrawnUnseen,
    ActionPileRenewed,
    FootballerPlaced,
    FootballersEliminated,
    EliminationsEnded,
    FootballersRemoved,
    ActionPlayed,
    ActionDiscarded,
    ActionCountered,
    CounterDeclined,
    ActionEnded,
    ActionsExchanged,
    ShotEarned,
    ShotTaken,
    ShotForgone,
    KeepersChosen,
    ShotChosen,
    ShotRevealed,
    GoalScored,
    ShotSaved,
    MatchEnded,
)
