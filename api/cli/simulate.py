"""`touchline simulate`: random legal play through the real recorder."""

import secrets
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from api import simulation
from api.cli import console
from api.cli.failures import ExitCode, Failure
from api.cli.store import EditionsOption, JsonOption, shelf
from api.simulation import Played, Summary
from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.editions import Edition, Shelf
from domain.match.house_rules import describe, read

MOST_MATCHES = 1_000_000
"""How many matches one simulation may have; some days of play."""


def simulate(
    game: Annotated[str, typer.Option(help="The game, by its id; `touchline games` lists them.")],
    matches: Annotated[int, typer.Option(min=1, max=MOST_MATCHES, help="How many matches.")] = 10,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same matches; new if not given.")] = None,
    mode: Annotated[Mode, typer.Option(help="Whether the recorder deals, or each outcome is reported.")] = Mode.DEALT,
    house_rule: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A house rule; may be given several times.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option(metavar="ID", help="The edition; if not given, the first of the game.")
    ] = None,
    editions: EditionsOption = None,
    store: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The store that keeps the matches; if not given, none, whatever is set."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play random legal matches through the real recorder, to their ends, and sum them up.

    Ctrl-C sums up those that have ended.
    """
    GAMES.current(game)
    chosen = _edition(shelf(editions), game, edition)
    rules = _house_rules(game, house_rule or [])
    seed = secrets.randbelow(2**32) if seed is None else seed
    with ExitStack() as stack:
        if store is None:
            folder = stack.enter_context(TemporaryDirectory(prefix="touchline-"))
            store = f"sqlite:///{Path(folder, 'simulation.db')}"
        notices = console.notices()
        progress = stack.enter_context(
            Progress(
                TextColumn(game),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=notices,
                transient=True,
                disable=not notices.is_terminal,
            )
        )
        started = perf_counter()
        running = stack.enter_context(
            closing(simulation.simulate(store, game, chosen, mode, rules, matches=matches, seed=seed))
        )
        played: list[Played] = []
        try:
            played.extend(progress.track(running, total=matches))
        except KeyboardInterrupt:
            progress.stop()
            console.remark(f"cut short after {len(played)} of {matches} matches; the seed is {seed}")
        summary = simulation.summarise(game, seed, played, perf_counter() - started) if played else None
    if summary is not None:
        console.show_json(summary) if as_json else _show(summary)
    if len(played) < matches:
        raise typer.Exit(ExitCode.INTERRUPTED)


def _show(summary: Summary) -> None:
    length = summary.length
    for name, value in (
        ("game", summary.game),
        ("seed", summary.seed),
        ("matches", summary.matches),
        ("events", f"{summary.events}, {summary.events_per_second:.0f} a second"),
        ("events a match", f"{length.min} to {length.max}, median {length.median:g}"),
        ("goals a match", f"{summary.goals_per_match:.2f}"),
        ("draws", f"{summary.draws:.1%}"),
    ):
        console.say(f"{name:<16}{value}")


def _edition(editions: Shelf, game: str, id: str | None) -> Edition:
    if id is not None:
        chosen: Edition | None = editions.get(id)
    else:
        chosen = next((edition for edition in editions if edition.game == game), None)
    if chosen is None:
        raise Failure(f"there is no edition of {game}", ExitCode.NOT_FOUND)
    if chosen.game != game:
        raise typer.BadParameter(f"{chosen.id} is for {chosen.game}, not for {game}", param_hint="--edition")
    return chosen


def _house_rules(game: str, given: list[str]) -> dict[str, str | int]:
    """House rules as they were typed, as the values that they stand for. Raises HouseRuleError."""
    known = {rule.name: rule for rule in describe(GAMES.current(game).house_rules)}
    rules: dict[str, str | int] = {}
    for text in given:
        name, separator, typed = text.partition("=")
        if not separator:
            raise typer.BadParameter(f"{text!r} is not of the form NAME=VALUE", param_hint="--house-rule")
        values = known[name].values if name in known else ()
        rules[name] = next((value for value in values if str(value) == typed), typed)
    read(GAMES.current(game).house_rules, rules)
    return rules
