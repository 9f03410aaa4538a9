"""Fotboll as a decider."""

from pathlib import Path

from domain.games.fotboll.account import account
from domain.games.fotboll.board import board
from domain.games.fotboll.commands import COMMANDS, OUTCOMES
from domain.games.fotboll.course import opening
from domain.games.fotboll.decide import decide, resolve
from domain.games.fotboll.edition import FotbollEdition
from domain.games.fotboll.events import EVENTS
from domain.games.fotboll.evolve import evolve
from domain.games.fotboll.house_rules import FotbollRules
from domain.games.fotboll.legal import legal_commands
from domain.games.fotboll.pending import pending
from domain.games.fotboll.state import table_of
from domain.games.fotboll.telling import tell
from domain.games.fotboll.view import FotbollView, result, view
from domain.match.decider import Decider
from domain.match.rulebook import load

FOTBOLL = Decider(
    id="fotboll",
    name="Fotboll",
    rules_version=1,
    rulebook=load(Path(__file__).with_name("rulebook.md"), "FOTBOLL"),
    edition_model=FotbollEdition,
    house_rules=FotbollRules,
    commands=COMMANDS,
    outcomes=OUTCOMES,
    events=EVENTS,
    view_type=FotbollView,
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
