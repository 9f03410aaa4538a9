"""Choosing squads and decks: what is wrong with one, and a range of good ones."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TypeVar

import msgspec

from domain.games.finale.edition import STARTERS, SUBSTITUTES, FinaleEdition, FootballerCard
from domain.games.finale.state import DECK, Squad
from domain.games.finale.terms import Colour
from domain.match.sides import Side

T = TypeVar("T")

OFFERED = 48
"""How many squads and decks are offered, of the millions that there are."""

_STRIDES = (7, 11, 13, 17, 19, 23, 29)
"""Steps through thirty that come past every one of them."""


class Fault(msgspec.Struct, frozen=True):
    """A limit that a choice breaks: the offending part of the command, and what is wrong there."""

    path: str
    says: str


def squad_cost(edition: FinaleEdition, side: Side, footballers: Sequence[str]) -> int:
    """What these footballers of a side cost together; strangers cost nothing."""
    return sum(card.cost for card in edition.team(side).footballers if card.id in footballers)


def squad_faults(edition: FinaleEdition, side: Side, squad: Squad) -> tuple[Fault, ...]:
    """Every limit of FINALE-2.1 that a squad breaks."""
    return tuple(_squad_faults(edition, side, squad))


def _squad_faults(edition: FinaleEdition, side: Side, squad: Squad) -> Iterator[Fault]:
    team = edition.team(side)
    for part, ids, size in (
        ("starters", squad.starters, STARTERS),
        ("substitutes", squad.substitutes, SUBSTITUTES),
    ):
        if len(ids) != size:
            yield Fault(part, f"{size} {part} are needed, and there are {len(ids)}")
    named: set[str] = set()
    for path, id in _with_paths(squad):
        card = team.footballer(id)
        if card is None:
            opponent = edition.team(side.other).footballer(id)
            yield Fault(path, f"{id!r} is a stranger" if opponent is None else f"{opponent.name} plays for the others")
        elif id in named:
            yield Fault(path, f"{card.name} ({id}) is named twice")
        named.add(id)
    cost = squad_cost(edition, side, (*squad.starters, *squad.substitutes))
    if cost > edition.budget:
        yield Fault("", f"it costs {cost} points, and {edition.budget} are allowed")
    goalkeepers = sum(card.colour is Colour.GREY for card in team.footballers if card.id in squad.starters)
    if goalkeepers != 1:
        yield Fault("starters", f"exactly one goalkeeper must start, and there are {goalkeepers}")


def _with_paths(squad: Squad) -> Iterator[tuple[str, str]]:
    for part, ids in (("starters", squad.starters), ("substitutes", squad.substitutes)):
        for index, id in enumerate(ids):
            yield f"{part}[{index}]", id


def deck_faults(edition: FinaleEdition, cards: Sequence[str]) -> tuple[Fault, ...]:
    """Every limit of FINALE-2.2 that a deck breaks."""
    return tuple(_deck_faults(edition, cards))


def _deck_faults(edition: FinaleEdition, cards: Sequence[str]) -> Iterator[Fault]:
    if len(cards) != DECK:
        yield Fault("cards", f"{DECK} cards are needed, and there are {len(cards)}")
    known = {card.id for card in edition.tactics}
    for index, id in enumerate(cards):
        if id not in known:
            yield Fault(f"cards[{index}]", f"{id!r} is none of the {len(known)} tactic cards")
        elif id in cards[:index]:
            yield Fault(f"cards[{index}]", f"{id} is named twice")


def squads(edition: FinaleEdition, side: Side) -> Iterator[Squad]:
    """A range of squads within all limits, every second one with a goalkeeper on the bench where that can be paid."""
    team = edition.team(side).footballers
    for index, order in enumerate(islice(_orders(team), OFFERED)):
        yield _squad(order, edition.budget, reserve=index % 2 == 1)


def decks(edition: FinaleEdition) -> Iterator[tuple[str, ...]]:
    """A range of decks."""
    for order in islice(_orders(edition.tactics), OFFERED):
        yield tuple(card.id for card in order[:DECK])


def _orders(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """The same thirty items in ever other orders: from one of them on at a stride that misses none."""
    for start, stride in product(range(len(items)), _STRIDES):
        yield tuple(items[(start + step * stride) % len(items)] for step in range(len(items)))


def _squad(order: Sequence[FootballerCard], budget: int, reserve: bool) -> Squad:
    """The first squad in this order that can be paid. reserve: with a second goalkeeper, if one can be paid."""
    goalkeepers = {card.id: card.cost for card in order if card.colour is Colour.GREY}
    outfielders = {card.id: card.cost for card in order if card.colour is not Colour.GREY}
    chosen: dict[str, int] = {}
    for one, cost in goalkeepers.items():
        if len(chosen) <= reserve and _payable(chosen | {one: cost}, outfielders, budget):
            chosen[one] = cost
    goalkeeper, *reserves = chosen
    for one, cost in outfielders.items():
        if len(chosen) < STARTERS + SUBSTITUTES and _payable(chosen | {one: cost}, outfielders, budget):
            chosen[one] = cost
    players = tuple(one for one in chosen if one in outfielders)
    return Squad((goalkeeper, *players[: STARTERS - 1]), (*reserves, *players[STARTERS - 1 :]))


def _payable(chosen: Mapping[str, int], outfielders: Mapping[str, int], budget: int) -> bool:
    """Whether these, by id with their costs, leave enough points for the cheapest others who make a squad."""
    others = sorted(cost for one, cost in outfielders.items() if one not in chosen)
    return sum(chosen.values()) + sum(others[: STARTERS + SUBSTITUTES - len(chosen)]) <= budget
