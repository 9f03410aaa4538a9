"""Finale as a decider."""

from pathlib import Path

from domain.games.finale.account import account
from domain.games.finale.board import board
from domain.games.finale.commands import COMMANDS, OUTCOMES
from domain.games.finale.decide import decide, resolve
from domain.games.finale.edition import FinaleEdition
from domain.games.finale.events import EVENTS
from domain.games.finale.evolve import evolve
from domain.games.finale.house_rules import FinaleRules
from domain.games.finale.legal import legal_commands
from domain.games.finale.pending import disturbs, pending
from domain.games.finale.state import Table
from domain.games.finale.telling import tell
from domain.games.finale.view import FinaleView, result, view
from domain.match.decider import Decider
from domain.match.rulebook import load

FINALE = Decider(
    id="finale",
    name="Finale",
    rules_version=1,
    rulebook=load(Path(__file__).with_name("rulebook.md"), "FINALE"),
    edition_model=FinaleEdition,
    house_rules=FinaleRules,
    commands=COMMANDS,
    outcomes=OUTCOMES,
    events=EVENTS,
    view_type=FinaleView,
    start=Table,
    pending=pending,
    legal_commands=legal_commands,
    decide=decide,
    resolve=resolve,
    evolve=evolve,
    view=view,
    result=result,
    disturbs=disturbs,
    tell=tell,
    account=account,
    board=board,
)
