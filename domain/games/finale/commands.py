"""What sides decide in Finale, and what its dice and cards bring."""

from domain.match.game import Command, Outcome
from domain.match.sides import Side


class ChooseSquad(Command, frozen=True, kw_only=True):
    """Choose 15 of the 30 footballers (FINALE-2.1). starters: 11 ids, one a goalkeeper's. substitutes: 4 ids."""

    starters: tuple[str, ...]
    substitutes: tuple[str, ...]


class ChooseDeck(Command, frozen=True, kw_only=True):
    """Choose 11 of the 30 tactic cards, by their ids (FINALE-2.2)."""

    cards: tuple[str, ...]


class WithholdDeck(Command, frozen=True, kw_only=True):
    """Choose 11 tactic cards at the table without telling the record, in a reported match (FINALE-2.7)."""


class Substitute(Command, frozen=True, kw_only=True):
    """Bring a footballer on (FINALE-3.1). goes: who leaves, or is off injured already. newcomer: who comes on."""

    goes: str
    newcomer: str


class EndSubstitutions(Command, frozen=True, kw_only=True):
    """Declare no further substitution in this period (FINALE-3.3)."""


class LayTactic(Command, frozen=True, kw_only=True):
    """Lay a tactic card, face down before the reveal and openly for a further attempt (FINALE-3.2, FINALE-7.1).

    card: the id of a card in hand; "closing" for a side that has played all 11.
    """

    card: str


class MarkFootballers(Command, frozen=True, kw_only=True):
    """Mark what the attacker's card asks for (FINALE-4.1, FINALE-5.1).

    footballers: ids, in the order in which their symbols are checked.
    """

    footballers: tuple[str, ...]


class NameShooter(Command, frozen=True, kw_only=True):
    """Name who takes a penalty (FINALE-8.4)."""

    footballer: str


class Roll(Outcome, frozen=True, kw_only=True):
    """A face of a side's own die (FINALE-1.1)."""

    side: Side
    face: int


class Draw(Outcome, frozen=True, kw_only=True):
    """A tactic card from a side's own pile, by its id (FINALE-2.4)."""

    side: Side
    card: str


COMMANDS: tuple[type[Command], ...] = (
    ChooseSquad,
    ChooseDeck,
    WithholdDeck,
    Substitute,
    EndSubstitutions,
    LayTactic,
    MarkFootballers,
    NameShooter,
)
OUTCOMES: tuple[type[Outcome], ...] = (Roll, Draw)
