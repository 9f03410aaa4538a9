"""`touchline match`: what is in a store, and each match to any moment for any viewer."""

from typing import Annotated, Any

import msgspec
import typer

from api.cli import console, explanation, sandbox
from api.cli.failures import EXIT_CODES
from api.cli.portrayal import HistoryLine, headline, history_of, score_line, standing
from api.cli.replay import replay
from api.cli.store import DEFAULT_STORE, AsOption, JsonOption, MatchArgument, StoreOption, find, match_ids, readable
from domain.match.sides import Viewer
from projections.scoreboard import Scoreboard, scoreboard
from projections.summaries import MatchSummary, summary

app = typer.Typer(help="Look at recorded matches.", epilog=EXIT_CODES, no_args_is_help=True)
app.command("replay", epilog=EXIT_CODES)(replay)
app.command("explain", epilog=EXIT_CODES)(explanation.explain)
app.command("why-not", epilog=EXIT_CODES)(explanation.why_not)
app.command("diff", epilog=EXIT_CODES)(explanation.diff)
app.command("try-out", epilog=EXIT_CODES)(sandbox.try_out)

LAST_LINES = 6
"""How many events `show` tells under the picture."""


class Position(msgspec.Struct, frozen=True):
    """What `show --json` prints: the score, and the table as the viewer may know it."""

    scoreboard: Scoreboard
    viewer: Viewer
    view: Any
    history: list[HistoryLine]


@app.command("list", epilog=EXIT_CODES)
def list_matches(
    store: StoreOption = DEFAULT_STORE,
    last: Annotated[int, typer.Option(min=0, help="Only so many, those opened last; 0 lists all.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """List the matches of a store, in the order in which they were opened."""
    with readable(store) as recorder:
        ids = list(match_ids(recorder))[-last:]
        found = [summary(recorder.match(match_id)) for match_id in ids]
    if as_json:
        console.show_json(found)
    elif not found:
        console.remark(f"{store} holds no match yet")
    else:
        columns = ("match", "game", "home", ("score", "center"), "away", "stands", ("version", "right"), "opened (UTC)")
        console.listing(columns, [_row(match) for match in found])


@app.command("show", epilog=EXIT_CODES)
def show(
    match: MatchArgument,
    at: Annotated[int | None, typer.Option(metavar="VERSION", help="After this event; the last if not given.")] = None,
    viewer: AsOption = Viewer.SPECTATOR,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Show the pitch of a match after any of its events, with what happened last."""
    with readable(store) as recorder:
        record = find(recorder, match)
        version = record.version if at is None else at
        state = record.state_at(version)
        view = record.game.view(state.table, viewer)
        history = history_of(record, viewer, max(version - LAST_LINES, 0), version)
        if as_json:
            console.show_json(Position(scoreboard(record, version), viewer, view, history))
        else:
            console.output().print(headline(record, version), soft_wrap=True)
            console.board(record.game.board(view, record.opening.names))
            for line in history:
                console.say(line.told())
        if at is None and record.damage is not None:
            raise record.broken()


@app.command("history", epilog=EXIT_CODES)
def history(
    match: MatchArgument,
    viewer: AsOption = Viewer.SPECTATOR,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """List what happened in a match, each event with the clause of the rules that it follows from."""
    with readable(store) as recorder:
        record = find(recorder, match)
        lines = history_of(record, viewer, 0, record.version)
        if as_json:
            console.show_json(lines)
        else:
            columns = (("version", "right"), "clause", ("score", "center"), "what happened")
            console.listing(
                columns, [(str(line.version), line.clause, line.score, line.what_happened()) for line in lines]
            )
        if record.damage is not None:
            raise record.broken()


def _row(match: MatchSummary) -> tuple[str, ...]:
    damage = f"damaged at version {match.damage.version}" if match.damage else ""
    board = match.scoreboard
    if board is None or match.opened_at is None:
        return (match.id, "", "", "", "", damage, str(match.version), "")
    return (
        match.id,
        board.game,
        board.names.home,
        score_line(board),
        board.names.away,
        damage or standing(board),
        str(match.version),
        f"{match.opened_at:%Y-%m-%d %H:%M}",
    )
