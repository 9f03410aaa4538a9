"""How a match takes its course: the events that follow by themselves until somebody decides, or chance is due."""

from domain.games.sportiv import events as e
from domain.games.sportiv.edition import SHOT_AT
from domain.games.sportiv.evolve import evolve
from domain.games.sportiv.options import Draw, draw_due
from domain.games.sportiv.pending import choices
from domain.games.sportiv.state import Table
from domain.games.sportiv.terms import ActionKind, Phase, Place, Zone
from domain.match.kit.course import Unfolding
from domain.match.kit.pairs import ahead
from domain.match.sides import Side


class Course(Unfolding[Table]):
    """The events of one act while they are found, and the table after them."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, evolve)

    def go_on(self) -> None:
        """Go on until somebody decides, chance is due, or the match is over."""
        while self.table.phase is not Phase.OVER:
            draw = draw_due(self.table)
            if draw is None:
                if choices(self.table):
                    return
                self._next()
            else:
                self._renew_pile(draw)
                if draw.place is Place.PITCH or not self.table.unseen:
                    return
                self._draw_unseen(draw)

    def _next(self) -> None:
        """What follows where nobody draws or decides any more in this phase."""
        table = self.table
        match table.phase:
            case Phase.DEAL:
                self._start_turn(table.active)
            case Phase.REMOVAL | Phase.COUNTERED | Phase.TRACK_BACK:
                self.action_ended()
            case Phase.EXCHANGE:
                opposing = len(table.footballers.of(table.active.other).pitch)
                if opposing <= SHOT_AT:
                    self.happen(e.ShotEarned(side=table.active, opposing=opposing))
                else:
                    self._start_turn(table.active.other)
            case Phase.GOAL_CARDS:
                self._reveal()
            case Phase.REFILL:
                self._start_turn(table.active.other)
            case _:
                raise ValueError(f"nothing follows by itself from {table.phase}")

    def _start_turn(self, side: Side) -> None:
        self.happen(e.TurnStarted(side=side, number=self.table.turn + 1))

    def action_ended(self) -> None:
        """Leave the action that was played behind (SPORTIV-3.8)."""
        if self.table.in_play is not None:
            self.happen(
                e.ActionEnded(side=self.table.active, kind=self.table.in_play, clause=self.table.in_play.clause)
            )

    # Draws

    def footballer_drawn(self, footballer: int) -> None:
        """Record a footballer that was drawn (SPORTIV-2.1, SPORTIV-3.1, SPORTIV-3.5, SPORTIV-3.6, SPORTIV-4.3)."""
        draw = self._due()
        event = e.FootballerFielded if draw.place is Place.PITCH else e.FootballerDrawn
        left = self.table.footballers.of(draw.side).in_pile - 1
        self.happen(event(side=draw.side, footballer=footballer, left=left, clause=draw.clause))
        self._end_if_drawn_out(draw.side)

    def action_drawn(self, kind: ActionKind) -> None:
        """Record an action card that was drawn (SPORTIV-2.1, SPORTIV-3.3, SPORTIV-3.7, SPORTIV-3.8)."""
        draw = self._due()
        left = self.table.actions.of(draw.side).in_pile - 1
        self.happen(e.ActionDrawn(side=draw.side, kind=kind, left=left, clause=draw.clause))

    def _draw_unseen(self, draw: Draw) -> None:
        """Record a draw that nobody who reports has seen (SPORTIV-6.2)."""
        if draw.place is Place.HAND:
            left = self.table.footballers.of(draw.side).in_pile - 1
            self.happen(e.FootballerDrawnUnseen(side=draw.side, left=left, clause=draw.clause))
            self._end_if_drawn_out(draw.side)
        else:
            left = self.table.actions.of(draw.side).in_pile - 1
            self.happen(e.ActionDrawnUnseen(side=draw.side, left=left, clause=draw.clause))

    def _due(self) -> Draw:
        draw = draw_due(self.table)
        if draw is None:
            raise ValueError("no draw is due")
        return draw

    def _renew_pile(self, draw: Draw) -> None:
        """Shuffle the discard where an action card is to be drawn and none is left (SPORTIV-3.10)."""
        actions = self.table.actions.of(draw.side)
        if draw.place is Place.RESERVE and not actions.in_pile:
            self.happen(e.ActionPileRenewed(side=draw.side, cards=len(actions.discard)))

    def _end_if_drawn_out(self, side: Side) -> None:
        """End the match with a side's last footballer (SPORTIV-5.1)."""
        if self.table.footballers.of(side).in_pile:
            return
        score = self.table.score
        self.happen(e.MatchEnded(side=ahead(score), drawn_out=side, score=score))

    # Shot

    def _reveal(self) -> None:
        """Turn up what both sides have chosen, and compare (SPORTIV-4.1, SPORTIV-4.2)."""
        edition, side, shot, keepers = self.table.edition, self.table.active, self.table.shot, self.table.keepers
        if shot is None or keepers is None:
            raise ValueError("not both sides have chosen")
        red = edition.shots[shot - 1]
        covers = {zone for keeper in keepers for zone in edition.keepers[keeper - 1]}
        covered = tuple(zone for zone in Zone if zone in covers)
        self.happen(e.ShotRevealed(side=side, shot=shot, keepers=keepers, red=red, covered=covered))
        uncovered = edition.open_zones(shot, keepers)
        self.happen(e.GoalScored(side=side, zones=uncovered) if uncovered else e.ShotSaved(side=side))
