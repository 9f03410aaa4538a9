"""The games that Touchline records. This is the one place where a game is registered."""

from domain.games.finale.game import FINALE
from domain.games.fotboll.game import FOTBOLL
from domain.games.soccer_duel.game import SOCCER_DUEL
from domain.games.sportiv.game import SPORTIV
from domain.games.tooor.game import TOOOR
from domain.match.registry import Games

GAMES = Games([TOOOR, FINALE, SPORTIV, SOCCER_DUEL, FOTBOLL])
