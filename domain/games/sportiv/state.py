"""The table of a match of Sportiv, with all that lies on it."""

import msgspec

from domain.games.sportiv.edition import SportivEdition
from domain.games.sportiv.events import ShotRevealed
from domain.games.sportiv.house_rules import SportivRules
from domain.games.sportiv.terms import ActionKind, Phase
from domain.match.chance import Mode
from domain.match.game import Setup
from domain.match.sides import BySide, Side


class Footballers(msgspec.Struct, frozen=True, gc=False):
    """The footballers of one side, by number.

    unseen: what the record has no other place for: the pile and, in a reported match, the hand. hidden: how many of
    these are in the hand. hand: what is known of it, ascending. pitch, discard: in the order in which they came.
    """

    unseen: tuple[int, ...]
    hidden: int = 0
    hand: tuple[int, ...] = ()
    pitch: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()

    @property
    def in_hand(self) -> int:
        """How many are in the hand."""
        return len(self.hand) + self.hidden

    @property
    def in_pile(self) -> int:
        """How many the pile has left."""
        return len(self.unseen) - self.hidden

    @property
    def placeable(self) -> tuple[int, ...]:
        """Which of them may be in the hand, ascending: in a reported match any that nobody has seen."""
        return self.hand if not self.hidden else tuple(sorted(self.unseen))


class Discarded(msgspec.Struct, frozen=True, gc=False):
    """An action card on a discard. kind: None where the record does not know it."""

    kind: ActionKind | None
    face_up: bool


class Actions(msgspec.Struct, frozen=True, gc=False):
    """The action cards of one side.

    unseen: what the record has no other place for: the pile and, in a reported match, the reserve and what lies face
    down. hidden: how many of these are in the reserve. reserve: what is known of it. discard: its top last.
    """

    unseen: tuple[ActionKind, ...]
    hidden: int = 0
    reserve: tuple[ActionKind, ...] = ()
    discard: tuple[Discarded, ...] = ()

    @property
    def in_reserve(self) -> int:
        """How many are in the reserve."""
        return len(self.reserve) + self.hidden

    @property
    def in_pile(self) -> int:
        """How many the pile has left."""
        return len(self.unseen) - self.hidden - sum(card.kind is None for card in self.discard)

    @property
    def playable(self) -> tuple[ActionKind, ...]:
        """Which kinds may be in the reserve, each once: in a reported match any of which nobody has seen every card."""
        cards = self.reserve if not self.hidden else self.unseen
        return tuple(kind for kind in ActionKind if kind in cards)


class Table(msgspec.Struct, frozen=True, gc=False):
    """The state of a match.

    active: whose turn it is; the toss decides the first. turn: the number of the turn, both sides counted.
    in_play: the action that the active side has played in this turn. counter: what countered it.
    way_opened: the action that left the opponent so few in this turn that the active side may shoot.
    reinforcements: how many footballers a track back has still to bring. exchanged: who has replaced action cards in
    this turn. keepers, shot: chosen and not yet turned up. refilling: who fills the pitch after a shot, in this order.
    last_shot: the cards turned up last. winner: None while the match runs, and for a draw.
    """

    setup: Setup
    footballers: BySide[Footballers]
    actions: BySide[Actions]
    phase: Phase = Phase.TOSS
    active: Side = Side.HOME
    turn: int = 0
    score: BySide[int] = BySide(0, 0)
    in_play: ActionKind | None = None
    counter: ActionKind | None = None
    way_opened: ActionKind | None = None
    reinforcements: int = 0
    exchanged: BySide[bool] = BySide(False, False)
    keepers: tuple[int, ...] | None = None
    shot: int | None = None
    refilling: tuple[Side, ...] = ()
    last_shot: ShotRevealed | None = None
    winner: Side | None = None

    @property
    def edition(self) -> SportivEdition:
        """The component figures."""
        edition: SportivEdition = self.setup.edition
        return edition

    @property
    def rules(self) -> SportivRules:
        """The house rules."""
        rules: SportivRules = self.setup.house_rules
        return rules

    @property
    def unseen(self) -> bool:
        """Whether hands and reserves are in no record: people hold them at a table (SPORTIV-6.2)."""
        return self.setup.mode == Mode.REPORTED

    def values(self, footballers: tuple[int, ...]) -> tuple[int, ...]:
        """The values of footballers."""
        return tuple(map(self.edition.value, footballers))


def table_of(setup: Setup) -> Table:
    """The table before anything is dealt: all cards on their piles (SPORTIV-2.1)."""
    edition: SportivEdition = setup.edition
    footballers = Footballers(unseen=tuple(range(1, len(edition.players) + 1)))
    actions = Actions(unseen=edition.actions.cards)
    return Table(setup, BySide(footballers, footballers), BySide(actions, actions))
