"""`touchline simulate`: random legal play, recorded by the thousand."""

import secrets
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated

import msgspec
import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from api import simulation
from api.cli import console
from api.cli.failures import ExitCode, Failure
from api.cli.store import EditionsOption, JsonOption, shelf
from api.invented import FEWEST_SIDES, MOST_SIDES
from api.simulation import Plan, Played, Summary, league_of
from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.editions import Edition, Shelf
from domain.match.house_rules import describe, read
from domain.match.opening import fault_in_occasion
from projections.processes import cores

MOST_MATCHES = 1_000_000
"""How many matches of a game one simulation may have; some hours of play."""

MOST_EVENTS = 10_000_000

MATCHES = 10
"""How many matches of a game if nobody says how much is to be played."""

SIDES = 20
"""How many sides a league has if nobody says so."""


def simulate(
    game: Annotated[
        list[str] | None,
        typer.Option(
            help="A game, by its id; `touchline games` lists them. May be given several times; with --events all."
        ),
    ] = None,
    matches: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_MATCHES, help=f"How many matches of each game; {MATCHES} if nothing is said."),
    ] = None,
    events: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST_EVENTS, help="With how many events it is enough; the match that reaches them ends."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same matches; new if not given.")] = None,
    mode: Annotated[Mode, typer.Option(help="Whether the recorder deals, or each outcome is reported.")] = Mode.DEALT,
    house_rule: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A house rule; may be given several times.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option(metavar="ID", help="The edition; if not given, the first of the game.")
    ] = None,
    editions: EditionsOption = None,
    competition: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Play a league of this name, season after season of everyone against everyone twice. With --events "
            "each game has one.",
        ),
    ] = None,
    season: Annotated[str | None, typer.Option(metavar="NAME", help="The first season; a year if not given.")] = None,
    sides: Annotated[
        int | None,
        typer.Option(min=FEWEST_SIDES, max=MOST_SIDES, help=f"How many sides a league has; {SIDES} if not given."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="How many processes play at most; as many as there are cores if not given."),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The store that keeps the matches; if not given, none, whatever is set."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play random legal matches by the rules of the recorder, to their ends, and sum them up.

    They are recorded thousands of events at a time. Ctrl-C sums up those that have been.
    """
    games = list(dict.fromkeys(game or (one.id for one in GAMES if events is not None)))
    if not games:
        raise typer.BadParameter("name a game, or with --events none for all of them", param_hint="--game")
    if len(games) > 1 and (edition is not None or house_rule):
        raise typer.BadParameter("an edition and house rules are those of one game", param_hint="--game")
    if matches is None and events is None:
        matches = MATCHES
    seed = secrets.randbelow(2**32) if seed is None else seed
    offered = shelf(editions)
    plans = [
        Plan(GAMES.current(one).id, _edition(offered, one, edition), mode, _house_rules(one, house_rule or []), seed)
        for one in games
    ]
    if (events, competition, season, sides) != (None, None, None, None):
        plans = [_in_league(plan, competition, len(plans) == 1, season, sides or SIDES, matches) for plan in plans]
    played: list[Played] = []
    with ExitStack() as stack:
        if store is None:
            folder = stack.enter_context(TemporaryDirectory(prefix="touchline-"))
            store = f"sqlite:///{Path(folder, 'simulation.db')}"
        progress = stack.enter_context(_progress())
        unit, total = ("matches", len(plans) * (matches or 0)) if events is None else ("events", events)
        bar = progress.add_task(", ".join(plan.game for plan in plans), total=total, unit=unit)
        started = perf_counter()
        running = stack.enter_context(
            closing(simulation.simulate(store, plans, matches=matches, events=events, jobs=jobs or cores()))
        )
        interrupted = False
        try:
            for match in running:
                played.append(match)
                progress.advance(bar, match.events if unit == "events" else 1)
        except KeyboardInterrupt:
            interrupted = True
            progress.stop()
            done = sum(match.events for match in played) if unit == "events" else len(played)
            console.remark(f"cut short after {done} of {total} {unit}; the seed is {seed}")
        summary = simulation.summarise(seed, played, perf_counter() - started) if played else None
    if summary is not None:
        console.show_json(summary) if as_json else _show(summary)
    if interrupted:
        raise typer.Exit(ExitCode.INTERRUPTED)


def _in_league(
    plan: Plan, competition: str | None, only: bool, season: str | None, sides: int, matches: int | None
) -> Plan:
    """The same plan with its matches as those of a league. only: whether it is the only one."""
    name = GAMES.current(plan.game).name
    title = competition if competition and only else f"{name} {competition or 'League'}"
    league = league_of(plan.game, plan.seed, title, sides, season)
    if matches is not None and matches > league.most_matches:
        raise typer.BadParameter(f"so few sides have at most {league.most_matches}", param_hint="--matches")
    if fault := fault_in_occasion(league.fixture(league.most_matches - 1).occasion):
        raise typer.BadParameter(fault.message, param_hint=f"--{fault.path}")
    return msgspec.structs.replace(plan, league=league)


def _progress() -> Progress:
    notices = console.notices()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        console=notices,
        transient=True,
        disable=not notices.is_terminal,
    )


class _Rate(ProgressColumn):
    """How many a second."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:,.0f} {task.fields['unit']} a second")


def _show(summary: Summary) -> None:
    _say("seed", summary.seed)
    _say("events", f"{summary.events}, {summary.events_per_second:.0f} a second")
    for game in summary.games:
        _say("game", game.game)
        _say("matches", game.matches)
        _say("events a match", f"{game.length.min} to {game.length.max}, median {game.length.median:g}")
        _say("goals a match", f"{game.goals_per_match:.2f}")
        _say("draws", f"{game.draws:.1%}")


def _say(name: str, value: object) -> None:
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
