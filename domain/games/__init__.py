"""The games that Touchline records. This is the one place where a game is registered."""

from domain.games.finale.game import FINALE
from domain.games.tooor.game import TOOOR
from domain.match.registry import Games

GAMES = Games([FINALE, TOOOR])
