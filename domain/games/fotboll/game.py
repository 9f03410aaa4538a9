"""Fotboll as a decider."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.console import RenderableType

from domain.games.fotboll.board import board
from domain.games.fotboll.commands import COMMANDS, OUTCOMES
from domain.games.fotboll.course import Course
from domain.games.fotboll.decide import decide, resolve
from domain.games.fotboll.edition import FotbollEdition
from domain.games.fotboll.events import EVENTS
from domain.games.fotboll.evolve import evolve
from domain.games.fotboll.house_rules import FotbollRules
from domain.games.fotboll.legal import legal_commands
from domain.games.fotboll.pending import pending
from domain.games.fotboll.state import Table, table_of
from domain.games.fotboll.telling import tell
from domain.games.fotboll.terms import Phase
from domain.games.fotboll.view import FotbollView, view
from domain.match.game import EVERYONE, Command, Event, Outcome, Pending, Result, RuleViolation, Setup
from domain.match.rulebook import load
from domain.match.sides import BySide, Side, Viewer


class Fotboll:
    """The game, one immutable object of pure functions."""

    id: str = "fotboll"
    name: str = "Fotboll"
    rules_version: int = 1
    rulebook: Mapping[str, str] = load(Path(__file__).with_name("rulebook.md"), "FOTBOLL")
    edition_model: type[FotbollEdition] = FotbollEdition
    house_rules: type[FotbollRules] = FotbollRules
    commands: Sequence[type[Command]] = COMMANDS
    outcomes: Sequence[type[Outcome]] = OUTCOMES
    events: Sequence[type[Event]] = EVENTS
    view_type: type[FotbollView] = FotbollView

    def start(self, setup: Setup) -> Table:
        """The table before anything is laid on it."""
        return table_of(setup)

    def opening(self, setup: Setup) -> Sequence[Event]:
        """Both decks are shuffled and, where nobody looks at them, the elevens laid out (FOTBOLL-2.1)."""
        course = Course(table_of(setup))
        course.lay_out(1)
        return course.events

    def pending(self, state: Table) -> Pending:
        """Which sides may act, or which chance outcome is due."""
        return pending(state)

    def legal_commands(self, state: Table, side: Side) -> Iterable[Command]:
        """Every command of this side that `decide` would accept now, but for line-ups, of which there are some."""
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

    def view(self, state: Table, viewer: Viewer) -> FotbollView:
        """What a viewer may know of the table."""
        return view(state, viewer)

    def result(self, state: Table) -> Result:
        """Score, half and, once over, the outcome."""
        return Result(
            score=state.score,
            period="first half" if state.half == 1 else "second half",
            over=state.phase is Phase.OVER,
            winner=state.winner,
        )

    def disturbs(self, event: Event, side: Side) -> bool:
        """All but what only the other side knows."""
        return event.audience() in (EVERYONE, side.value)

    def tell(self, state: Table, event: Event) -> str:
        """What happened, in a sentence."""
        return tell(state, event)

    def board(self, view: FotbollView, names: BySide[str]) -> RenderableType:
        """The table as a terminal shows it."""
        return board(view, names)


FOTBOLL = Fotboll()
