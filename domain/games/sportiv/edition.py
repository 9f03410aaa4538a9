"""Editions of Sportiv: footballers, action cards, goalkeeper cards and shot cards of one set; each side has one."""

from fractions import Fraction
from itertools import combinations
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from domain.games.sportiv.terms import ActionKind, Zone
from domain.match.editions import EditionModel
from domain.match.kit.editions import Component

PITCH = 5
"""How many footballers a pitch is dealt and filled up to (SPORTIV-2.1, SPORTIV-4.3)."""
HAND = 3
"""How many footballers a hand has between turns (SPORTIV-2.1)."""
RESERVE = 3
"""How many action cards a reserve has between turns (SPORTIV-2.1, SPORTIV-3.8)."""
SHOT_AT = 1
"""How many footballers an opponent that may be shot at has on the pitch at most (SPORTIV-3.9)."""
ODDS = {1: Fraction(2, 9), 2: Fraction(2, 3)}
"""How often so many goalkeeper cards save where all choose uniformly, as published (SPORTIV-1.2)."""

Value = Annotated[int, Field(ge=1, le=99)]
Count = Annotated[int, Field(ge=0, le=99)]


def _enough_to_play(players: tuple[int, ...]) -> tuple[int, ...]:
    if len(players) <= PITCH + HAND:
        raise ValueError(
            f"at least {PITCH + HAND + 1} are needed: {PITCH} for the pitch, {HAND} for the hand, one to draw"
        )
    return players


def _zones(zones: tuple[Zone, ...]) -> tuple[Zone, ...]:
    if not zones or len(set(zones)) < len(zones):
        raise ValueError("at least one zone is needed, and each is allowed once")
    return zones


def _enough_to_choose(cards: "tuple[Zones, ...]") -> "tuple[Zones, ...]":
    if len(cards) < max(ODDS):
        raise ValueError(f"at least {max(ODDS)} are needed, as many as a defender may have to choose")
    return cards


def _enough_to_shoot(cards: "tuple[Zones, ...]") -> "tuple[Zones, ...]":
    if not cards:
        raise ValueError("at least one is needed")
    return cards


Zones = Annotated[tuple[Zone, ...], AfterValidator(_zones)]


class ActionCounts(Component):
    """How many action cards of each kind a set has (SPORTIV-1.1)."""

    power_run: Count
    long_ball: Count
    track_back: Count
    red_card: Count
    offside: Count

    @model_validator(mode="after")
    def _enough_to_draw(self) -> "ActionCounts":
        if len(self.cards) <= RESERVE:
            raise ValueError(f"at least {RESERVE + 1} cards in all are needed: {RESERVE} for the reserve, one to draw")
        return self

    @property
    def cards(self) -> tuple[ActionKind, ...]:
        """The kind of every card, kind after kind."""
        return tuple(kind for kind in ActionKind for _ in range(getattr(self, kind.name.lower())))


class SportivEdition(EditionModel):
    """All the component figures of a match.

    players: the value of each footballer; footballer n, from 1, has the n-th. keepers: the zones that each goalkeeper
    card covers. shots: the red zones of each shot card. Goalkeeper and shot cards are numbered from 1 as well.
    """

    game: Literal["sportiv"]
    players: Annotated[tuple[Value, ...], AfterValidator(_enough_to_play)]
    keepers: Annotated[tuple[Zones, ...], AfterValidator(_enough_to_choose)]
    shots: Annotated[tuple[Zones, ...], AfterValidator(_enough_to_shoot)]
    actions: ActionCounts

    @model_validator(mode="after")
    def _has_the_published_odds(self) -> "SportivEdition":
        found = {keepers: self.saves(keepers) for keepers in ODDS}
        if found != ODDS:
            raise ValueError(
                f"one goalkeeper card has to save {ODDS[1]} of all shots and two {ODDS[2]}, as published; "
                f"these cards save {found[1]} and {found[2]}"
            )
        return self

    def value(self, footballer: int) -> int:
        """The value of a footballer, numbered from 1."""
        return self.players[footballer - 1]

    def open_zones(self, shot: int, keepers: tuple[int, ...]) -> tuple[Zone, ...]:
        """The red zones of a shot card that none of these goalkeeper cards covers (SPORTIV-4.2)."""
        covered = {zone for keeper in keepers for zone in self.keepers[keeper - 1]}
        return tuple(zone for zone in self.shots[shot - 1] if zone not in covered)

    def saves(self, keepers: int) -> Fraction:
        """How often so many goalkeeper cards save, all of them and the shot card being equally likely."""
        hands = tuple(combinations(range(1, len(self.keepers) + 1), keepers))
        saved = sum(not self.open_zones(shot + 1, hand) for hand in hands for shot in range(len(self.shots)))
        return Fraction(saved, len(hands) * len(self.shots))
