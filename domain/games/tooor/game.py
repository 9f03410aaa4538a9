"""Tooor! as a decider."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.console import RenderableType

from domain.games.tooor.board import board
from domain.games.tooor.commands import COMMANDS, OUTCOMES
from domain.games.tooor.decide import decide, resolve
from domain.games.tooor.edition import TooorEdition
from domain.games.tooor.events import EVENTS, PeriodStarted
from domain.games.tooor.evolve import evolve
from domain.games.tooor.house_rules import TooorRules
from domain.games.tooor.legal import legal_commands
from domain.games.tooor.pending import pending
from domain.games.tooor.state import Table, table_of
from domain.games.tooor.telling import tell
from domain.games.tooor.terms import Period, Phase
from domain.games.tooor.view import TooorView, view
from domain.match.game import EVERYONE, Command, Event, Outcome, Pending, Result, RuleViolation, Setup
from domain.match.rulebook import load
from domain.match.sides import BySide, Side, Viewer


class Tooor:
    """The game, one immutable object of pure functions."""

    id: str = "tooor"
    name: str = "Tooor!"
    rules_version: int = 1
    rulebook: Mapping[str, str] = load(Path(__file__).with_name("rulebook.md"), "TOOOR")
    edition_model: type[TooorEdition] = TooorEdition
    house_rules: type[TooorRules] = TooorRules
    commands: Sequence[type[Command]] = COMMANDS
    outcomes: Sequence[type[Outcome]] = OUTCOMES
    events: Sequence[type[Event]] = EVENTS
    view_type: type[TooorView] = TooorView

    def start(self, setup: Setup) -> Table:
        """The table as it is set up."""
        return table_of(setup)

    def opening(self, setup: Setup) -> Sequence[Event]:
        """The whistle on the first period (TOOOR-2.2)."""
        return (PeriodStarted(period=Period.MINUTE_15, clause="TOOOR-2.2"),)

    def pending(self, state: Table) -> Pending:
        """Which sides may act, or which chance outcome is due."""
        return pending(state)

    def legal_commands(self, state: Table, side: Side) -> Iterable[Command]:
        """Every command of this side that `decide` would accept now."""
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

    def view(self, state: Table, viewer: Viewer) -> TooorView:
        """What a viewer may know of the table."""
        return view(state, viewer)

    def result(self, state: Table) -> Result:
        """Score, period and, once over, the outcome."""
        return Result(
            score=state.score,
            period=state.period.value,
            over=state.phase is Phase.OVER,
            winner=state.winner,
            shoot_out=None if state.shoot_out is None else state.shoot_out.goals,
        )

    def disturbs(self, event: Event, side: Side) -> bool:
        """All but the other side's face-down card."""
        return event.audience() in (EVERYONE, side.value)

    def tell(self, state: Table, event: Event) -> str:
        """What happened, in a sentence."""
        return tell(state, event)

    def board(self, view: TooorView, names: BySide[str]) -> RenderableType:
        """The table as a terminal shows it."""
        return board(view, names)


TOOOR = Tooor()
