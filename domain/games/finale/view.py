"""What a viewer may know of the table: all that lies open, and of squads, decks and hands each side its own."""

import msgspec

from domain.games.finale.edition import Card, FootballerCard
from domain.games.finale.pending import pending
from domain.games.finale.state import Footballer, Table, placed
from domain.games.finale.terms import Colour, Phase, Stage, Standing, Symbol, period_name
from domain.match.game import Result
from domain.match.kit.asking import prompts
from domain.match.sides import BySide, Side, Viewer


class FootballerView(msgspec.Struct, frozen=True, rename="camel"):
    """A footballer card as it lies.

    strengths, corners: as printed, corners[n] right of strengths[n]. top: the index of the edge on top. strength: what
    it is worth now. symbol: in its top right corner now. white, red: whether it has such a marker.
    """

    id: str
    name: str
    colour: Colour
    cost: int
    standing: Standing
    strength: int
    symbol: Symbol
    strengths: tuple[int, ...]
    corners: tuple[Symbol, ...]
    top: int
    yellow_cards: int
    white: bool
    red: bool


class DemandView(msgspec.Struct, frozen=True, rename="camel"):
    """How many footballers of a colour a card asks for."""

    colour: Colour
    count: int


class CardView(msgspec.Struct, frozen=True, rename="camel"):
    """A tactic card, with what attacker and defender mark for the approach and for the shot."""

    id: str
    value: int
    approach_attacker: tuple[DemandView, ...]
    approach_defender: tuple[DemandView, ...]
    shot_attacker: tuple[DemandView, ...]
    shot_defender: tuple[DemandView, ...]


class SideView(msgspec.Struct, frozen=True, rename="camel"):
    """What lies before one side.

    footballers: the squad; before both squads lie open the thirty that it is chosen from, but to the side itself the
    squad that it has chosen. deck, hand, laid_card: for the side itself alone, and for all once the match is over; null
    as well where a reported match does not know them. hand: a card that lies face down is still among them. hand_size,
    pile_size: how many cards there are, for all. played: cards of the deck that are spent. laid: whether a card lies
    face down. revealed: the card turned up in this period. die: as it was last rolled. white, red: who is marked, in
    order. declared: whether it has ended its substitutions in this period. kicks: how many penalties it has had.
    """

    score: int
    squad_chosen: bool
    deck_chosen: bool
    deck_withheld: bool
    footballers: tuple[FootballerView, ...]
    deck: tuple[str, ...] | None
    hand: tuple[CardView, ...] | None
    hand_size: int
    pile_size: int
    played: tuple[str, ...]
    laid: bool
    laid_card: str | None
    revealed: CardView | None
    attacking: bool
    die: int | None
    white: tuple[str, ...]
    red: tuple[str, ...]
    declared: bool
    substitutions: int
    kicks: int
    penalty_goals: int


class Prompt(msgspec.Struct, frozen=True, rename="camel"):
    """What the match waits for. side: who decides, draws or rolls."""

    side: Side
    clause: str
    text: str


class FinaleView(msgspec.Struct, frozen=True, rename="camel"):
    """The table.

    period: from 1, extra time included; 0 before kick-off. attacker: who has the attempts of this period, attempt the
    present one of so many attempts. attacking: who attacks now, which in a counter is the other side, or whose kick it
    is. card: by which card both sides mark. shooter: who takes a penalty, once named.
    """

    period: int
    period_name: str
    phase: Phase
    stage: Stage | None
    attacker: Side | None
    attempt: int
    attempts: int
    attacking: Side | None
    counter: bool
    card: CardView | None
    shooter: str | None
    checking: tuple[str, ...]
    sides: BySide[SideView]
    prompts: tuple[Prompt, ...]
    winner: Side | None


def view(table: Table, viewer: Viewer) -> FinaleView:
    """The table as a viewer sees it."""
    attack = table.attack
    return FinaleView(
        period=table.period,
        period_name=period_name(table.period, table.penalties is not None),
        phase=table.phase,
        stage=None if attack is None else attack.stage,
        attacker=table.attacker,
        attempt=table.attempt,
        attempts=table.attempts,
        attacking=_attacking(table),
        counter=attack is not None and attack.counter,
        card=None if attack is None else _card(attack.card, table.card_of(attack.card)),
        shooter=None if table.penalties is None else table.penalties.shooter,
        checking=table.checking,
        sides=BySide(_side(table, Side.HOME, viewer), _side(table, Side.AWAY, viewer)),
        prompts=tuple(Prompt(side, clause, text) for side, clause, text in prompts(pending(table)) if side is not None),
        winner=table.winner,
    )


def result(table: Table) -> Result:
    """Score, period and, once over, the outcome."""
    return Result(
        score=table.score,
        period=period_name(table.period, table.penalties is not None),
        over=table.phase is Phase.OVER,
        winner=table.winner,
        shoot_out=None if table.penalties is None else table.penalties.goals,
    )


def _attacking(table: Table) -> Side | None:
    if table.phase is Phase.OVER:
        return None
    if table.penalties is not None:
        return None if table.phase is Phase.FIRST_KICK else table.penalties.side
    return table.attacker if table.attack is None else table.attack.side


def _side(table: Table, side: Side, viewer: Viewer) -> SideView:
    open_to_viewer = viewer.side is side or table.phase is Phase.OVER
    tactics, laid, revealed = table.tactics.of(side), table.laid.of(side), table.revealed.of(side)
    knows_cards = open_to_viewer and tactics.deck is not None
    return SideView(
        score=table.score.of(side),
        squad_chosen=table.squads.of(side) is not None,
        deck_chosen=tactics.ready,
        deck_withheld=tactics.withheld,
        footballers=_footballers(table, side, open_to_viewer),
        deck=tactics.deck if knows_cards else None,
        hand=tuple(_card(id, table.card_of(id)) for id in tactics.hand) if knows_cards else None,
        hand_size=tactics.hand_size,
        pile_size=tactics.pile_size,
        played=tactics.played,
        laid=laid is not None,
        laid_card=laid if open_to_viewer else None,
        revealed=None if revealed is None else _card(revealed, table.card_of(revealed)),
        attacking=_attacking(table) is side,
        die=table.dice.of(side),
        white=() if table.attack is None else table.attack.white.of(side),
        red=() if table.attack is None else table.attack.red.of(side),
        declared=table.phase is Phase.SUBSTITUTE and table.declared.of(side),
        substitutions=table.substitutions.of(side),
        kicks=0 if table.penalties is None else table.penalties.kicks.of(side),
        penalty_goals=0 if table.penalties is None else table.penalties.goals.of(side),
    )


def _footballers(table: Table, side: Side, open_to_viewer: bool) -> tuple[FootballerView, ...]:
    squad = table.squads.of(side)
    if table.footballers:
        shown = table.of(side)
    elif squad is not None and open_to_viewer:
        shown = placed(table.edition, side, squad)
    else:
        shown = tuple(_available(card, side) for card in table.edition.team(side).footballers)
    return tuple(_footballer(table, one) for one in shown)


def _available(card: FootballerCard, side: Side) -> Footballer:
    return Footballer(card, side, Standing.AVAILABLE)


def _footballer(table: Table, one: Footballer) -> FootballerView:
    return FootballerView(
        id=one.id,
        name=one.card.name,
        colour=one.card.colour,
        cost=one.card.cost,
        standing=one.standing,
        strength=one.strength,
        symbol=one.symbol,
        strengths=one.card.strengths,
        corners=one.card.corners,
        top=one.top,
        yellow_cards=one.yellow_cards,
        white=table.attack is not None and one.id in table.attack.white.of(one.side),
        red=table.attack is not None and one.id in table.attack.red.of(one.side),
    )


def _card(id: str, card: Card) -> CardView:
    return CardView(
        id=id,
        value=card.value,
        approach_attacker=_demand(card.upper.attacker),
        approach_defender=_demand(card.upper.defender),
        shot_attacker=_demand(card.lower.attacker),
        shot_defender=_demand(card.lower.defender),
    )


def _demand(demand: dict[Colour, int]) -> tuple[DemandView, ...]:
    return tuple(DemandView(colour, demand[colour]) for colour in Colour if demand.get(colour))
