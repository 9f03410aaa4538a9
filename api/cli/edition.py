"""`touchline edition`: the component figures that matches are played with, and checking a file of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from api.cli import console
from api.cli.failures import EXIT_CODES, ExitCode
from api.cli.store import DEFAULT_STORE, EditionsOption, JsonOption, NoStoreOption, shelf
from domain.games import GAMES
from domain.match import editions
from domain.match.editions import EditionError

app = typer.Typer(help="List and check editions.", epilog=EXIT_CODES, no_args_is_help=True)


@app.command("list", epilog=EXIT_CODES)
def list_editions(folder: EditionsOption = None, as_json: JsonOption = False, _: NoStoreOption = DEFAULT_STORE) -> None:
    """List the editions that a match can be opened with; the faults of those that cannot go to stderr."""
    found = shelf(folder)
    if as_json:
        console.show_json(
            [
                {"id": edition.id, "game": edition.game, "invented": edition.model.invented, "digest": edition.digest}
                for edition in found
            ]
        )
    else:
        origin = {True: "invented by this project", False: "transcribed"}
        rows = [(edition.id, edition.game, origin[edition.model.invented], edition.digest) for edition in found]
        console.listing(("edition", "game", "figures", "digest"), rows)
    if found.faults:
        raise typer.Exit(ExitCode.UNSOUND)


@app.command("check", epilog=EXIT_CODES)
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="An edition as TOML.")],
    as_json: JsonOption = False,
    _: NoStoreOption = DEFAULT_STORE,
) -> None:
    """Check an edition file; names every fault in it, with what is allowed instead."""
    try:
        edition = editions.load(file, {game.id: game.edition_model for game in GAMES})
    except EditionError as error:
        if as_json:
            console.show_json({"sound": False, "faults": error.faults})
        else:
            for fault in error.faults:
                console.complain(f"{file}: {fault}")
        unreadable = any(fault.path == "(file)" for fault in error.faults)
        raise typer.Exit(ExitCode.UNUSABLE if unreadable else ExitCode.UNSOUND) from error
    if as_json:
        console.show_json({"sound": True, "id": edition.id, "game": edition.game, "digest": edition.digest})
    else:
        console.say(f"sound: edition {edition.id} of {edition.game}, {edition.digest}", "green")
