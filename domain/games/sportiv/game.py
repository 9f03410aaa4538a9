"""Sportiv as a decider."""

from pathlib import Path

from domain.games.sportiv.account import account
from domain.games.sportiv.board import board
from domain.games.sportiv.commands import COMMANDS, OUTCOMES
from domain.games.sportiv.decide import decide, resolve
from domain.games.sportiv.edition import SportivEdition
from domain.games.sportiv.events import EVENTS
from domain.games.sportiv.evolve import evolve
from domain.games.sportiv.house_rules import SportivRules
from domain.games.sportiv.legal import legal_commands
from domain.games.sportiv.pending import disturbs, pending
from domain.games.sportiv.state import table_of
from domain.games.sportiv.telling import tell
from domain.games.sportiv.view import SportivView, result, view
from domain.match.decider import Decider
from domain.match.rulebook import load

SPORTIV = Decider(
    id="sportiv",
    name="Sportiv",
    rules_version=1,
    rulebook=load(Path(__file__).with_name("rulebook.md"), "SPORTIV"),
    edition_model=SportivEdition,
    house_rules=SportivRules,
    commands=COMMANDS,
    outcomes=OUTCOMES,
    events=EVENTS,
    view_type=SportivView,
    start=table_of,
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
