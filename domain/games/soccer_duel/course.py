"""How a match takes its course: the events that follow by themselves until somebody decides, or chance is due."""

from collections.abc import Sequence

from domain.games.soccer_duel import events as e
from domain.games.soccer_duel.clock import LONGEST
from domain.games.soccer_duel.evolve import evolve
from domain.games.soccer_duel.options import a_placement, stuck
from domain.games.soccer_duel.pending import DRAWN_BY
from domain.games.soccer_duel.pitch import joined_by
from domain.games.soccer_duel.state import Table, table_of
from domain.games.soccer_duel.terms import Card, Phase, Place
from domain.match.game import Event, Setup
from domain.match.kit.course import Unfolding
from domain.match.kit.pairs import against, ahead, one_more
from domain.match.sides import SIDES, BySide, Side

PILES_AT_MOST = 10
"""After so many piles without a ball a sudden death ends (DUEL-5.6)."""


def opening(setup: Setup) -> Sequence[Event]:
    """The first pile (DUEL-2.1)."""
    course = Course(table_of(setup))
    course.begin_game(1)
    return course.events


class Course(Unfolding[Table]):
    """The events of one act while they are found, and the table after them."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, evolve)

    # Set-up

    def begin_game(self, game: int) -> None:
        """Shuffle the pile, from which each side draws its hand and one tile more (DUEL-2.1, DUEL-2.2)."""
        rules = self.table.rules
        self.happen(e.GameBegun(game=game, draws=BySide(rules.hand(Side.HOME) + 1, rules.hand(Side.AWAY) + 1)))

    def start_tile_chosen(self, side: Side, tile: int, moment: str | None) -> None:
        """Lay a start tile; with the second of them it is "Go!" (DUEL-2.3)."""
        self.happen(e.StartTileChosen(side=side, tile=tile, face=self._face(tile)))
        if all(self.table.camp(one).pitches for one in SIDES):
            self.happen(e.GoCalled(moment=moment, time=0))
            self._settle()

    # Draws

    def tile_drawn(self, side: Side, tile: int) -> None:
        """Record a draw, and what a card brings (DUEL-2.1, DUEL-3.3, DUEL-3.6, DUEL-5.3)."""
        phase, card = self.table.phase, self.table.catalogue.cards[tile]
        time = None if phase is Phase.SET_UP else self.table.clock
        left = len(self.table.pile) - 1
        self.happen(
            e.TileDrawn(side=side, tile=tile, face=self._face(tile), left=left, time=time, clause=DRAWN_BY[phase])
        )
        if card is not None:
            self._card_drawn(side, tile, card, phase)
        self._settle()

    def _card_drawn(self, side: Side, tile: int, card: Card, phase: Phase) -> None:
        clock = self.table.clock
        if phase is Phase.SET_UP:
            self.happen(e.CardPutBack(side=side, tile=tile))
        elif phase is Phase.SUDDEN_DEATH:
            self.happen(e.NextTurnLost(side=side, card=card, time=clock))
        else:
            until = min(self.table.ready(side) + card.seconds * 1000, LONGEST)
            self.happen(e.SideStopped(side=side, card=card, seconds=card.seconds, until=until, time=clock))

    # Play

    def tile_placed(self, side: Side, tile: int, place: Place, time: int) -> None:
        """Lay a tile beside others, and count the balls that it completes (DUEL-3.2, DUEL-3.5)."""
        camp, catalogue = self.table.camp(side), self.table.catalogue
        asked = camp.pitches[-1].asked_at(place)
        joined = () if asked is None else tuple(catalogue.colours[colour] for colour in joined_by(asked))
        number, (row, column) = len(camp.pitches), place
        face = self._face(tile)
        self.happen(
            e.TilePlaced(
                side=side, tile=tile, face=face, pitch=number, row=row, column=column, joined=joined, time=time
            )
        )
        pitch = self.table.camp(side).pitches[-1]
        for colour, (row, column) in pitch.balls_at(catalogue, place):
            score = one_more(self.table.goals, side)
            self.happen(
                e.GoalScored(
                    side=side,
                    colour=catalogue.colours[colour],
                    pitch=number,
                    row=row,
                    column=column,
                    score=score,
                    time=time,
                )
            )
        self._laid(side)

    def pitch_begun(self, side: Side, tile: int, time: int) -> None:
        """Begin a pitch (DUEL-3.7, DUEL-5.1)."""
        number = len(self.table.camp(side).pitches) + 1
        clause = "DUEL-5.1" if number == 1 else "DUEL-3.7"
        face = self._face(tile)
        self.happen(e.PitchBegun(side=side, tile=tile, face=face, pitch=number, time=time, clause=clause))
        self._laid(side)

    def _laid(self, side: Side) -> None:
        camp = self.table.camp(side)
        if camp.locked:
            self.happen(e.PitchLocked(side=side, pitch=len(camp.pitches), time=self.table.clock))
        self._settle()

    def tile_discarded(self, side: Side, tile: int, time: int) -> None:
        """Discard a tile, with a warning where one could have been laid instead (DUEL-3.4)."""
        better = a_placement(self.table, side)
        self.happen(e.TileDiscarded(side=side, tile=tile, face=self._face(tile), time=time))
        if better is not None:
            other, place = better
            row, column = (None, None) if place is None else place
            self.happen(e.DiscardQuestioned(side=side, tile=other, row=row, column=column, time=time))

    def _settle(self) -> None:
        """Go on to what comes next, where neither side can lay a tile or somebody has won (DUEL-4.1, DUEL-5.1)."""
        table = self.table
        if table.phase is Phase.PLAY and not table.pile and stuck(table):
            self._begin_overtime()
        elif table.phase is Phase.OVERTIME and stuck(table):
            self._end_overtime()
        elif table.phase is Phase.SUDDEN_DEATH and table.goals.home != table.goals.away:
            self._end_game("DUEL-5.1")

    # Overtime and sudden death

    def _begin_overtime(self) -> None:
        home, away = self.table.camps.home, self.table.camps.away
        received = BySide(away.box + away.hand, home.box + home.hand)
        self.happen(e.OvertimeBegun(score=self.table.goals, received=received, time=self.table.clock))
        self._settle()

    def _end_overtime(self) -> None:
        if self.table.goals.home == self.table.goals.away:
            self._begin_pile()
        else:
            self._end_game("DUEL-4.2")

    def _begin_pile(self) -> None:
        piles = self.table.piles + 1
        if piles > PILES_AT_MOST:
            self._end_game("DUEL-5.6")
        else:
            clause = "DUEL-4.2" if piles == 1 else "DUEL-5.1"
            self.happen(e.SuddenDeathBegun(piles=piles, score=self.table.goals, time=self.table.clock, clause=clause))

    def coin_tossed(self, first: Side) -> None:
        """Record the coin; the side that it shows has the first turn (DUEL-5.1)."""
        self.happen(e.CoinTossed(first=first, time=self.table.clock))
        self.happen(e.TurnBegun(side=first, time=self.table.clock))

    def turn_ended(self, side: Side, time: int) -> None:
        """End a turn, and begin the next one that is not missed (DUEL-5.2, DUEL-5.3)."""
        self.happen(e.TurnEnded(side=side, time=time))
        if not self.table.pile:
            self._begin_pile()
            return
        following = side.other
        while self.table.camp(following).misses_turn:
            self.happen(e.TurnMissed(side=following, time=time))
            following = following.other
        self.happen(e.TurnBegun(side=following, time=time))

    # Ends

    def _end_game(self, clause: str) -> None:
        score, wins, time = self.table.goals, self.table.wins, self.table.clock
        winner = ahead(score)
        if winner is not None:
            wins = one_more(wins, winner)
        game, best_of = self.table.game, self.table.rules.best_of
        self.happen(e.GameEnded(side=winner, game=game, score=score, wins=wins, time=time, clause=clause))
        if max(wins.home, wins.away) > best_of // 2:
            self._end_match("DUEL-6.1")
        elif game == best_of:
            self._end_match("DUEL-6.3")
        else:
            self.begin_game(game + 1)

    def _end_match(self, clause: str) -> None:
        wins, time = self.table.wins, self.table.clock
        self.happen(e.MatchEnded(side=ahead(wins), wins=wins, figures=against(wins), time=time, clause=clause))

    def _face(self, tile: int) -> str:
        return self.table.catalogue.faces[tile]
