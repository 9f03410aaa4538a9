"""`touchline export-data`: the events and the statistics of a store as tables that other programs read."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn

from api.cli import console, files
from api.cli.failures import ExitCode, Failure
from api.cli.store import DEFAULT_STORE, JsonOption, StoreOption, readable
from api.exports.catalogue import UnknownTable, listing, table_of, tables
from api.exports.events import EVENTS
from api.exports.formats import FORMATS, FormatMissing, UnknownFormat, format_of
from api.exports.selection import Unusable, select
from api.exports.tables import TYPES, Batch, NotYet, Reading, Rebuilt, Source, Table, may_be_null
from projections.questions import Filter
from projections.readside.store import NotReady, ReadSide

LOOK_EVERY = 0.1
"""Seconds between looks at whether somebody else has counted what is waited for."""

Values = list[str] | None


def export_data(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="What to export; if not given, all that can be is listed.")
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="|".join(FORMATS), help="If not given, by the ending of the file; else ndjson."
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", dir_okay=False, allow_dash=True, help="The file to write."),
    ] = files.STDOUT,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
    columns: Annotated[bool, typer.Option("--columns", help="List the columns of NAME with their meaning.")] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Count first what the log has by now, unless a server or worker does.")
    ] = False,
    competition: Annotated[Values, typer.Option(help='Only of this competition; "" for matches of none.')] = None,
    season: Annotated[Values, typer.Option(help="Only of this season.")] = None,
    game: Annotated[Values, typer.Option(help="Only of this game.")] = None,
    side: Annotated[Values, typer.Option(help="Only of the side of this name.")] = None,
    coach: Annotated[Values, typer.Option(help="Only of this coach.")] = None,
    match: Annotated[Values, typer.Option(metavar="ID", help="Only of this match, by its whole id.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only matches opened at this time or later, ISO 8601, UTC.")
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="Only matches opened before this time.")] = None,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Export events or a statistic of all matches, as NDJSON, CSV or Parquet; alone it lists what there is.

    Everything is as a spectator may know it. Options that choose rows may be given several times. With --json the list
    tells every column. Ends with code 4 if a match is damaged; the others, and what can be read of it, are there.
    """
    with _told():
        if name is None or columns:
            _list(name, as_json)
            return
        table = table_of(name)
        ending = output.suffix.removeprefix(".")
        format = format_of(format_name or (ending if ending in FORMATS else "ndjson"))
        by_value = {
            "competition": competition,
            "season": season,
            "game": game,
            "side": side,
            "coach": coach,
            "match": match,
            "since": since and [since],
            "until": until and [until],
        }
        filter = select({by: values for by, values in by_value.items() if values}, table.filters)
        if output != files.STDOUT:
            files.refuse(output, store, None, force)
        elif format.compresses and sys.stdout.isatty():
            raise Failure(f"{format.name} is not for terminals; name a file with -o", ExitCode.UNUSABLE)
        with readable(store) as recorder, ReadSide(recorder) as read_side:
            source = Source(recorder, read_side)
            end = recorder.position()
            reading = _counted_up(source, table, filter, end) if fresh else table.read(source, filter, None)
            if reading.position < end:
                console.remark(f"{name} counts {reading.position} of {end} events; --fresh counts the rest first")
            damage: list[str] = []
            with _progress(table.name) as advance:
                batches = _watched(table, reading.batches, advance, damage)
                files.write(output, format.write(table, batches))
    for told in damage:
        console.complain(told)
    if damage:
        raise typer.Exit(ExitCode.UNAVAILABLE)


def _list(name: str | None, as_json: bool) -> None:
    chosen = tables() if name is None else {name: table_of(name)}
    if as_json:
        told = listing()
        console.show_json({**told, "tables": [table for table in told["tables"] if table["name"] in chosen]})
    elif name is None:
        console.listing(("name", "what it is"), ((table.name, table.about) for table in chosen.values()))
    else:
        console.say(chosen[name].about)
        console.listing(
            ("column", "type", "what it is"),
            (
                (column.name, TYPES[column.type] + (", or null" if may_be_null(column) else ""), column.description)
                for column in chosen[name].columns
            ),
        )


def _counted_up(source: Source, table: Table, filter: Filter, end: int) -> Reading:
    """The table once it counts so far: by whoever counts this store, or if nobody does by this process."""
    assert source.read_side is not None
    runner = source.read_side.runner()
    try:
        while True:
            try:
                return table.read(source, filter, end)
            except (NotReady, NotYet):
                if not runner.pass_over():
                    sleep(LOOK_EVERY)
    finally:
        runner.release()


def _watched(
    table: Table, batches: Iterator[Batch], advance: Callable[[int], None], damage: list[str]
) -> Iterator[Batch]:
    """The same batches, counted; what they tell of damaged matches is noted."""
    for batch in batches:
        if table is EVENTS:
            damage.extend(
                f"match {row[0]} is damaged at version {row[1]}: {row[-1]}" for row in batch if row[-1] is not None
            )
        yield batch
        advance(len(batch))


@contextmanager
def _progress(name: str) -> Iterator[Callable[[int], None]]:
    """On a terminal, how many rows have been written and how fast."""
    notices = console.notices()
    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}: {task.completed:,} rows, {task.fields[rate]}"),
        console=notices,
        transient=True,
        disable=not notices.is_terminal,
    )
    with progress:
        task = progress.add_task(name, total=None, rate="")

        def advance(rows: int) -> None:
            progress.advance(task, rows)
            speed = progress.tasks[0].speed
            progress.update(task, rate=f"{speed:,.0f} a second" if speed else "")

        yield advance


@contextmanager
def _told() -> Iterator[None]:
    """Puts what can go wrong into a line and an exit code."""
    try:
        yield
    except UnknownTable as error:
        raise Failure(str(error), ExitCode.NOT_FOUND) from error
    except (UnknownFormat, Unusable, FormatMissing) as error:
        raise Failure(str(error), ExitCode.UNUSABLE) from error
    except NotReady as error:
        said = f"{error}; --fresh counts what is missing first"
        raise Failure(said, ExitCode.UNAVAILABLE) from error
    except Rebuilt as error:
        raise Failure(str(error), ExitCode.UNAVAILABLE) from error
