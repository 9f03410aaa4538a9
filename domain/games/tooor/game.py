"""Tooor! as a decider."""

from pathlib import Path

from domain.games.tooor.account import account
from domain.games.tooor.board import board
from domain.games.tooor.commands import COMMANDS, OUTCOMES
from domain.games.tooor.course import opening
from domain.games.tooor.decide import decide, resolve
from domain.games.tooor.edition import TooorEdition
from domain.games.tooor.events import EVENTS
from domain.games.tooor.evolve import evolve
from domain.games.tooor.house_rules import TooorRules
from domain.games.tooor.legal import legal_commands
from domain.games.tooor.pending import pending
from domain.games.tooor.state import table_of
from domain.games.tooor.telling import tell
from domain.games.tooor.view import TooorView, result, view
from domain.match.decider import Decider
from domain.match.rulebook import load

TOOOR = Decider(
    id="tooor",
    name="Tooor!",
    rules_version=1,
    rulebook=load(Path(__file__).with_name("rulebook.md"), "TOOOR"),
    edition_model=TooorEdition,
    house_rules=TooorRules,
    commands=COMMANDS,
    outcomes=OUTCOMES,
    events=EVENTS,
    view_type=TooorView,
    start=table_of,
    opening=opening,
    pending=pending,
    legal_commands=legal_commands,
    decide=decide,
    resolve=resolve,
    evolve=evolve,
    view=view,
    result=result,
    tell=tell,
    account=account,
    board=board,
)
