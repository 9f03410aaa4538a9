"""`touchline match replay`: a match again, step by step; by keys in a terminal, as plain lines anywhere else."""

import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from api.cli import console
from api.cli.keyboard import Key, Keyboard
from api.cli.portrayal import headline, history_of, score_line
from api.cli.store import DEFAULT_STORE, AsOption, MatchArgument, StoreOption, find, readable
from domain.match.record import MatchRecord
from domain.match.sides import Viewer
from projections.scoreboard import scoreboard

SPEED = 2.0
SLOWEST, FASTEST = 0.125, 64.0
LINES = 5
"""How many events are told over the picture."""
LOOK_AROUND = 0.5
"""Seconds after which a paused replay looks whether the terminal has another size."""

HELP = "space next · ← back · home · end · p play/pause · + - speed · q or esc quit"


class Player(msgspec.Struct, frozen=True):
    """Where a replay is: the version that is shown, from the first to the last, and whether it goes on by itself."""

    first: int
    last: int
    version: int
    speed: float = SPEED
    playing: bool = False
    ended: bool = False

    def pressed(self, key: Key) -> "Player":
        """The replay after a key."""
        match key:
            case Key.NEXT:
                return self._at(self.version + 1)
            case Key.BACK:
                return self._at(self.version - 1)
            case Key.HOME:
                return self._at(self.first)
            case Key.END:
                return self._at(self.last)
            case Key.FASTER:
                return msgspec.structs.replace(self, speed=min(self.speed * 2, FASTEST))
            case Key.SLOWER:
                return msgspec.structs.replace(self, speed=max(self.speed / 2, SLOWEST))
            case Key.PLAY:
                return msgspec.structs.replace(self, playing=not self.playing and self.version < self.last)
            case Key.QUIT:
                return msgspec.structs.replace(self, ended=True)

    def went_on(self) -> "Player":
        """The replay after it has waited for as long as its speed says."""
        if not self.playing:
            return self
        return msgspec.structs.replace(self, version=self.version + 1, playing=self.version + 1 < self.last)

    @property
    def wait(self) -> float:
        """Seconds for which to wait for a key."""
        return 1 / self.speed if self.playing else LOOK_AROUND

    def _at(self, version: int) -> "Player":
        return msgspec.structs.replace(self, version=min(max(version, self.first), self.last), playing=False)


def replay(
    match: MatchArgument,
    speed: Annotated[
        float | None,
        typer.Option(min=SLOWEST, max=FASTEST, help="Play by itself, so many events a second. Without it, by keys."),
    ] = None,
    first: Annotated[int, typer.Option("--from", min=1, metavar="VERSION", help="The event to begin with.")] = 1,
    last: Annotated[
        int | None, typer.Option("--to", min=1, metavar="VERSION", help="The event to end with; the last if not given.")
    ] = None,
    viewer: AsOption = Viewer.SPECTATOR,
    plain: Annotated[bool, typer.Option("--plain", help="Plain lines, in a terminal too.")] = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Replay a match step by step; where the output is no terminal, as lines, with the score when it changes.

    Keys: space, enter or → next, ← back, home and end,
    p play or pause, + and - speed, q or esc quit.
    """
    with readable(store) as recorder:
        record = find(recorder, match)
        until = record.version if last is None else last
        record.state_at(until)
        if first > until:
            raise typer.BadParameter(f"{first} lies after the end, {until}", param_hint="--from")
        screen = console.output()
        if plain or not (sys.stdin.isatty() and screen.is_terminal) or screen.is_dumb_terminal:
            _tell(record, viewer, first, until)
        else:
            playing = speed is not None and first < until
            _play(screen, record, viewer, Player(first, until, first, speed or SPEED, playing))
        if last is None and record.damage is not None:
            raise record.broken()


def _tell(record: MatchRecord, viewer: Viewer, first: int, last: int) -> None:
    score = score_line(scoreboard(record, first - 1)) if first > 1 else ""
    for line in history_of(record, viewer, first - 1, last):
        console.say(line.told().append(f"  [{line.score}]" if line.score != score else ""))
        score = line.score


def _play(screen: Console, record: MatchRecord, viewer: Viewer, player: Player) -> None:
    with Keyboard() as keyboard, Live(console=screen, screen=True, auto_refresh=False) as live:
        shown = None
        while not player.ended:
            if shown != (player, screen.size):
                shown = (player, screen.size)
                live.update(_frame(record, viewer, player), refresh=True)
            keys = keyboard.read(player.wait)
            if not keys:
                player = player.went_on()
            for key in keys:
                player = player.pressed(key)


def _frame(record: MatchRecord, viewer: Viewer, player: Player) -> Group:
    version = player.version
    told = []
    for line in history_of(record, viewer, max(version - LINES, 0), version):
        style = "bold" if line.version == version else "dim"
        told.append(Text(style=style, no_wrap=True).append_text(line.told()))
    told += [Text()] * (LINES - len(told))
    view = record.game.view(record.state_at(version).table, viewer)
    pace = f"{player.speed:g} a second" if player.playing else "paused"
    return Group(
        headline(record, version),
        Text(f"[{pace}]  {HELP}", style="dim", no_wrap=True),
        *told,
        record.game.board(view, record.opening.names),
    )
