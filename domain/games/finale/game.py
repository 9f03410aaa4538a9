"""Finale as a decider."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.console import RenderableType

from domain.games.finale.board import board
from domain.games.finale.commands import COMMANDS, OUTCOMES
from domain.games.finale.decide import decide, resolve
from domain.games.finale.edition import FinaleEdition
from domain.games.finale.events import EVENTS, DeckWithheld
from domain.games.finale.evolve import evolve
from domain.games.finale.house_rules import FinaleRules
from domain.games.finale.legal import legal_commands
from domain.games.finale.pending import pending
from domain.games.finale.state import Table
from domain.games.finale.telling import tell
from domain.games.finale.terms import Phase, period_name
from domain.games.finale.view import FinaleView, view
from domain.match.game import EVERYONE, Command, Event, Outcome, Pending, Result, RuleViolation, Setup
from domain.match.rulebook import load
from domain.match.sides import BySide, Side, Viewer


class Finale:
    """The game, one immutable object of pure functions."""

    id: str = "finale"
    name: str = "Finale"
    rules_version: int = 1
    rulebook: Mapping[str, str] = load(Path(__file__).with_name("rulebook.md"), "FINALE")
    edition_model: type[FinaleEdition] = FinaleEdition
    house_rules: type[FinaleRules] = FinaleRules
    commands: Sequence[type[Command]] = COMMANDS
    outcomes: Sequence[type[Outcome]] = OUTCOMES
    events: Sequence[type[Event]] = EVENTS
    view_type: type[FinaleView] = FinaleView

    def start(self, setup: Setup) -> Table:
        """An empty table, for which both sides choose their squads (FINALE-2.1)."""
        return Table(setup)

    def opening(self, setup: Setup) -> Sequence[Event]:
        """Nothing happens by itself."""
        return ()

    def pending(self, state: Table) -> Pending:
        """Which sides may act, or which chance outcome is due."""
        return pending(state)

    def legal_commands(self, state: Table, side: Side) -> Iterable[Command]:
        """Every command of this side that `decide` would accept now; of squads and decks a range."""
        return legal_commands(state, side)

    def decide(self, state: Table, command: Command) -> Sequence[Event] | RuleViolation:
        """The events that follow from a command, or the clause that forbids it."""
        return decide(state, command)

    def resolve(self, state: Table, outcome: Outcome) -> Sequence[Event]:
        """The events that follow from a chance outcome that is due."""
        return resolve(state, outcome)

    def evolve(self, state: Table, event: Event) -> Table:
        """The table after an event."""
        return evolve(state, event)

    def view(self, state: Table, viewer: Viewer) -> FinaleView:
        """What a viewer may know of the table."""
        return view(state, viewer)

    def result(self, state: Table) -> Result:
        """Score, period and, once over, the outcome."""
        return Result(
            score=state.score,
            period=period_name(state.period, state.penalties is not None),
            over=state.phase is Phase.OVER,
            winner=state.winner,
            shoot_out=None if state.penalties is None else state.penalties.goals,
        )

    def disturbs(self, event: Event, side: Side) -> bool:
        """All but what the other side does in secret, or at the same time without a bearing on this one."""
        if isinstance(event, DeckWithheld) and event.side is not side:
            return False
        return event.audience() in (EVERYONE, side.value)

    def tell(self, state: Table, event: Event) -> str:
        """What happened, in a sentence."""
        return tell(state, event)

    def board(self, view: FinaleView, names: BySide[str]) -> RenderableType:
        """The table as a terminal shows it."""
        return board(view, names)


FINALE = Finale()
