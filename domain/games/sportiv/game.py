"""Sportiv as a decider."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.console import RenderableType

from domain.games.sportiv.board import board
from domain.games.sportiv.commands import COMMANDS, OUTCOMES
from domain.games.sportiv.decide import decide, resolve
from domain.games.sportiv.edition import SportivEdition
from domain.games.sportiv.events import EVENTS, KeepersChosen, ShotChosen
from domain.games.sportiv.evolve import evolve
from domain.games.sportiv.house_rules import SportivRules
from domain.games.sportiv.legal import legal_commands
from domain.games.sportiv.pending import pending
from domain.games.sportiv.state import Table, table_of
from domain.games.sportiv.telling import tell
from domain.games.sportiv.terms import Phase
from domain.games.sportiv.view import SportivView, view
from domain.match.game import Command, Event, Outcome, Pending, Result, RuleViolation, Setup
from domain.match.rulebook import load
from domain.match.sides import BySide, Side, Viewer


class Sportiv:
    """The game, one immutable object of pure functions."""

    id: str = "sportiv"
    name: str = "Sportiv"
    rules_version: int = 1
    rulebook: Mapping[str, str] = load(Path(__file__).with_name("rulebook.md"), "SPORTIV")
    edition_model: type[SportivEdition] = SportivEdition
    house_rules: type[SportivRules] = SportivRules
    commands: Sequence[type[Command]] = COMMANDS
    outcomes: Sequence[type[Outcome]] = OUTCOMES
    events: Sequence[type[Event]] = EVENTS
    view_type: type[SportivView] = SportivView

    def start(self, setup: Setup) -> Table:
        """The table before anything is dealt."""
        return table_of(setup)

    def opening(self, setup: Setup) -> Sequence[Event]:
        """Nothing happens before the coin is tossed (SPORTIV-2.1)."""
        return ()

    def pending(self, state: Table) -> Pending:
        """Which sides may act, or which chance outcome is due."""
        return pending(state)

    def legal_commands(self, state: Table, side: Side) -> Iterable[Command]:
        """Every command of this side that `decide` would accept now; of very many eliminations or removals, some."""
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

    def view(self, state: Table, viewer: Viewer) -> SportivView:
        """What a viewer may know of the table."""
        return view(state, viewer)

    def result(self, state: Table) -> Result:
        """Score, turn and, once over, the outcome."""
        return Result(
            score=state.score,
            period=f"turn {state.turn}" if state.turn else "set-up",
            over=state.phase is Phase.OVER,
            winner=state.winner,
        )

    def disturbs(self, event: Event, side: Side) -> bool:
        """All but the other side's secret choice for the same shot."""
        return event.side is side or not isinstance(event, KeepersChosen | ShotChosen)

    def tell(self, state: Table, event: Event) -> str:
        """What happened, in a sentence."""
        return tell(state, event)

    def board(self, view: SportivView, names: BySide[str]) -> RenderableType:
        """The table as a terminal shows it."""
        return board(view, names)


SPORTIV = Sportiv()
