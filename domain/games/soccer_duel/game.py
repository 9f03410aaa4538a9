"""Soccer Duel as a decider."""

from pathlib import Path

from domain.games.soccer_duel.account import account
from domain.games.soccer_duel.board import board
from domain.games.soccer_duel.clock import stamp
from domain.games.soccer_duel.commands import COMMANDS, OUTCOMES
from domain.games.soccer_duel.course import opening
from domain.games.soccer_duel.decide import decide, resolve
from domain.games.soccer_duel.edition import DuelEdition
from domain.games.soccer_duel.events import EVENTS
from domain.games.soccer_duel.evolve import evolve
from domain.games.soccer_duel.house_rules import DuelRules
from domain.games.soccer_duel.legal import legal_commands
from domain.games.soccer_duel.pending import disturbs, pending
from domain.games.soccer_duel.state import table_of
from domain.games.soccer_duel.telling import tell
from domain.games.soccer_duel.view import DuelView, result, view
from domain.match.decider import TimedDecider
from domain.match.rulebook import load

SOCCER_DUEL = TimedDecider(
    id="soccer_duel",
    name="Soccer Duel",
    rules_version=1,
    rulebook=load(Path(__file__).with_name("rulebook.md"), "DUEL"),
    edition_model=DuelEdition,
    house_rules=DuelRules,
    commands=COMMANDS,
    outcomes=OUTCOMES,
    events=EVENTS,
    view_type=DuelView,
    start=table_of,
    opening=opening,
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
    stamp=stamp,
)
