"""Soccer Duel as a decider."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from rich.console import RenderableType

from domain.games.soccer_duel.board import board
from domain.games.soccer_duel.clock import stamp
from domain.games.soccer_duel.commands import COMMANDS, OUTCOMES
from domain.games.soccer_duel.course import Course
from domain.games.soccer_duel.decide import decide, resolve
from domain.games.soccer_duel.edition import DuelEdition
from domain.games.soccer_duel.events import EVENTS, TileDrawn
from domain.games.soccer_duel.evolve import evolve
from domain.games.soccer_duel.house_rules import DuelRules
from domain.games.soccer_duel.legal import legal_commands
from domain.games.soccer_duel.pending import pending
from domain.games.soccer_duel.state import Table, table_of
from domain.games.soccer_duel.telling import tell
from domain.games.soccer_duel.terms import Phase
from domain.games.soccer_duel.view import DuelView, view
from domain.match.game import Command, Event, Outcome, Pending, Result, RuleViolation, Setup
from domain.match.rulebook import load
from domain.match.sides import BySide, Side, Viewer

_PERIODS = {
    Phase.SET_UP: "set-up",
    Phase.PLAY: "play",
    Phase.OVERTIME: "overtime",
    Phase.TOSS: "sudden death",
    Phase.SUDDEN_DEATH: "sudden death",
}


class SoccerDuel:
    """The game, one immutable object of pure functions."""

    id: str = "soccer_duel"
    name: str = "Soccer Duel"
    rules_version: int = 1
    rulebook: Mapping[str, str] = load(Path(__file__).with_name("rulebook.md"), "DUEL")
    edition_model: type[DuelEdition] = DuelEdition
    house_rules: type[DuelRules] = DuelRules
    commands: Sequence[type[Command]] = COMMANDS
    outcomes: Sequence[type[Outcome]] = OUTCOMES
    events: Sequence[type[Event]] = EVENTS
    view_type: type[DuelView] = DuelView

    def start(self, setup: Setup) -> Table:
        """The table before anything lies on it."""
        return table_of(setup)

    def opening(self, setup: Setup) -> Sequence[Event]:
        """The first pile (DUEL-2.1)."""
        course = Course(table_of(setup))
        course.begin_game(1)
        return course.events

    def stamp(self, state: Table, act: Command | Outcome, at: datetime) -> Command | Outcome | RuleViolation:
        """The act with the time at which it came (DUEL-3.8)."""
        return stamp(state, act, at)

    def pending(self, state: Table) -> Pending:
        """Which sides may act, and which chance outcome is due."""
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

    def view(self, state: Table, viewer: Viewer) -> DuelView:
        """The table; all viewers see the same."""
        return view(state)

    def result(self, state: Table) -> Result:
        """Games won, and the goals of the game being played (DUEL-6.1)."""
        over, goals = state.phase is Phase.OVER, state.goals
        period = f"game {state.game}"
        if not over:
            period += f", {_PERIODS[state.phase]} {goals.home}–{goals.away}"
        return Result(score=state.wins, period=period, over=over, winner=state.winner)

    def disturbs(self, event: Event, side: Side) -> bool:
        """All but what the other side does; of that only that it has the last tile of the pile (DUEL-3.8)."""
        if isinstance(event, TileDrawn) and event.left == 0:
            return True
        return event.side is not side.other

    def tell(self, state: Table, event: Event) -> str:
        """What happened, in a sentence."""
        return tell(state, event)

    def board(self, view: DuelView, names: BySide[str]) -> RenderableType:
        """The table as a terminal shows it."""
        return board(view, names)


SOCCER_DUEL = SoccerDuel()
