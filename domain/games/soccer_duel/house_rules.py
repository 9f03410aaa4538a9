"""The house rules of Soccer Duel."""

from typing import Annotated, Literal

from domain.match.house_rules import HouseRules, switch
from domain.match.sides import Side

SINGLE_HAND = 5
"""Tiles in the hand of a side that is one player (DUEL-1.2)."""


class DuelRules(HouseRules, frozen=True):
    """The switches that a competition may set."""

    best_of: Annotated[
        Literal[3, 5],
        switch("DUEL-6.1", "How many games a match has at most; who wins more than half of them wins it."),
    ] = 3
    team_hand: Annotated[
        Literal[4, 5],
        switch("DUEL-1.2", "How many tiles a team of two has in its hand; a single player has 5."),
    ] = 4
    home_players: Annotated[
        Literal[1, 2],
        switch("DUEL-1.3", "How many people are the home side: one player, or a team of two at one hand."),
    ] = 1
    away_players: Annotated[
        Literal[1, 2],
        switch("DUEL-1.3", "How many people are the away side: one player, or a team of two at one hand."),
    ] = 1

    def hand(self, side: Side) -> int:
        """How many tiles a side has in its hand (DUEL-1.2)."""
        players = self.home_players if side is Side.HOME else self.away_players
        return SINGLE_HAND if players == 1 else self.team_hand
