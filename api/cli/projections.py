"""`touchline project` and `touchline projections`: counting statistics, looking at how far they are, proving them."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from api.cli import console
from api.cli.failures import EXIT_CODES, ExitCode, Failure
from api.cli.serve import ended_by_signals
from api.cli.store import DEFAULT_STORE, JsonOption, StoreOption, readable, writable
from projections.readside.builds import Build, State
from projections.readside.store import ReadSide, Status
from projections.statistic import Statistic

LOOK_EVERY = 0.1
"""Seconds between looks at the progress of somebody else."""

app = typer.Typer(help="Look at the statistics, build them anew, and prove them.", no_args_is_help=True)

NamesArgument = Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Which; all if none is named.")]


def project(store: StoreOption = DEFAULT_STORE) -> None:
    """Keep the statistics of a store counted, beside any number of servers. Ctrl-C or SIGTERM ends it.

    One process does it at a time; others stand by, and take over when it ends. A store that is not there yet is made,
    since servers and workers may start in any order.
    """
    stopping = threading.Event()
    with writable(store) as recorder, ReadSide(recorder) as read_side, ended_by_signals():
        runner = read_side.runner()
        runner.start()
        console.say(f"Touchline counts the statistics of {store}; Ctrl-C stops it.")
        told = ""
        try:
            while True:
                condition = runner.condition
                if condition.state != told and condition.state != "stopped":
                    told = condition.state
                    console.say(told if condition.trouble is None else f"{told}: {condition.trouble}")
                stopping.wait(LOOK_EVERY)
        except KeyboardInterrupt:
            pass
        finally:
            runner.stop()


@app.command(epilog=EXIT_CODES)
def status(store: StoreOption = DEFAULT_STORE, as_json: JsonOption = False) -> None:
    """How far each statistic has counted the log, and what has been set aside."""
    with readable(store) as recorder, ReadSide(recorder) as read_side:
        end, found, aside = recorder.position(), read_side.status(), read_side.set_aside()
        if as_json:
            console.show_json({"position": end, "statistics": msgspec.to_builtins(found), "setAside": aside})
            return
        console.say(f"the log ends at position {end}")
        headings = ("version", "position", "lag", "building", "set aside")
        console.listing(
            ("statistic", *((heading, "right") for heading in headings)),
            ((one.statistic, *_figures(one)) for one in found),
        )
        for event in aside:
            what = f"version {event.version}" if event.version else "all of it"
            console.say(f"set aside of {event.statistic}: match {event.match_id}, {what}: {event.error}")


@app.command(epilog=EXIT_CODES)
def rebuild(names: NamesArgument = None, store: StoreOption = DEFAULT_STORE) -> None:
    """Build statistics anew from the log, beside the live ones, which they replace when they have caught up.

    What serves goes on serving. Where a server or worker counts this store already, it does the work.
    """
    with readable(store) as recorder, ReadSide(recorder) as read_side:
        chosen = _chosen(read_side, names)
        with _filling(read_side, read_side.build_anew(*chosen)) as moving:
            for now in moving:
                if any(build.state is State.RETIRED for build in now) or len(now) < len(chosen):
                    raise Failure("somebody else has begun to build the same anew", ExitCode.UNUSABLE)
                if all(build.state is State.LIVE for build in now):
                    break
        console.say(f"built anew and live: {', '.join(statistic.name for statistic in chosen)}")


@app.command(epilog=EXIT_CODES)
def verify(names: NamesArgument = None, store: StoreOption = DEFAULT_STORE) -> None:
    """Build statistics anew from the log and compare them, row for row, with the live ones, which stay."""
    with readable(store) as recorder, ReadSide(recorder) as read_side:
        chosen = _chosen(read_side, names)
        counted = {(one.statistic, one.version) for one in read_side.status() if one.position is not None}
        if lacking := [one.name for one in chosen if (one.name, one.version) not in counted]:
            what = f"nothing has been counted yet, in this version, of {', '.join(lacking)}"
            raise Failure(f"{what}; `touchline projections rebuild` counts it", ExitCode.NOT_FOUND)
        begun = read_side.build_anew(*chosen, state=State.CHECKING)
        try:
            with _filling(read_side, begun) as moving:
                for now in moving:
                    if len(now) < len(begun) or any(build.state is State.RETIRED for build in now):
                        raise Failure("somebody else has begun to check the same", ExitCode.UNUSABLE)
                    end = min(one.position or 0 for one in read_side.status() if one.statistic in _names(chosen))
                    if min(build.position for build in now) >= end:
                        break
            found = read_side.differences(*begun)
        finally:
            read_side.give_up(*begun)
    for one in found:
        what = "is live and does not follow from the log" if one.where == "live" else "follows from the log and lacks"
        console.say(f"{one.statistic}: this {what}: {msgspec.json.encode(one.values).decode()}")
    if found:
        raise typer.Exit(ExitCode.UNSOUND)
    console.say(f"sound: every row of {', '.join(_names(chosen))} follows from the log, and every sum from its rows")


def _figures(status: Status) -> Iterator[str]:
    figures = (status.version, status.position, status.lag, status.building, status.set_aside or None)
    return ("" if figure is None else f"{figure:,}" for figure in figures)


def _names(statistics: Sequence[Statistic]) -> list[str]:
    return [statistic.name for statistic in statistics]


def _chosen(read_side: ReadSide, names: list[str] | None) -> list[Statistic]:
    for name in names or ():
        if name not in read_side.catalogue:
            raise Failure(
                f"there is no statistic {name!r}; there are {', '.join(read_side.catalogue)}", ExitCode.NOT_FOUND
            )
    return [statistic for name, statistic in read_side.catalogue.items() if not names or name in names]


@contextmanager
def _filling(read_side: ReadSide, begun: Sequence[Build]) -> Iterator[Iterator[list[Build]]]:
    """Looks at builds while they are filled, by whoever counts this store; if nobody does, by this process."""
    notices = console.notices()
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=notices,
        transient=True,
        disable=not notices.is_terminal,
    )
    runner, pause = read_side.runner(), threading.Event()

    def moving() -> Iterator[list[Build]]:
        task = progress.add_task("counting", total=read_side.recorder.position(), rate="")
        while True:
            worked = runner.pass_over()
            now = read_side.look_at(*begun)
            end = read_side.recorder.position()
            progress.update(task, completed=min((build.position for build in now), default=0), total=end)
            speed = progress.tasks[task].speed
            progress.update(task, rate=f"{speed:,.0f} events/s" if speed else "")
            yield now
            if not worked:
                pause.wait(LOOK_EVERY)

    try:
        with progress, ended_by_signals():
            yield moving()
    finally:
        runner.release()
