"""The command line as a whole: `touchline`."""

from importlib import import_module
from importlib.metadata import version as installed_version
from typing import Annotated, Any

import typer
from typer.main import get_command

from api.cli.failures import EXIT_CODES, Group

COMMANDS = {
    "serve": "serve.serve",
    "demo": "demo.demo",
    "project": "projections.project",
    "projections": "projections.app",
    "match": "match.app",
    "export": "archive.export",
    "export-data": "export_data.export_data",
    "import": "archive.import_",
    "verify": "archive.verify",
    "checkpoint": "checkpoint.checkpoint",
    "key": "checkpoint.keys",
    "simulate": "simulate.simulate",
    "games": "games.games",
    "edition": "edition.app",
}
"""Where each command is: a function, or a group of commands. Only the one that runs is loaded; the help loads all."""


class Touchline(Group):
    """The commands, each loaded when it is asked for: no command waits for what another needs."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(".")
        found = getattr(import_module(f"api.cli.{module}"), name)
        alone = typer.Typer(add_completion=False)
        alone.callback()(lambda: None)  # makes it a group, of which this is the one command
        if isinstance(found, typer.Typer):
            alone.add_typer(found, name=cmd_name)
        else:
            alone.command(cmd_name, epilog=EXIT_CODES)(found)
        group: Any = get_command(alone)
        return group.commands[cmd_name]


app = typer.Typer(
    cls=Touchline,
    name="touchline",
    help="Records tabletop football matches event by event, replays them, and proves what happened.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"touchline {installed_version('touchline')}")
        raise typer.Exit


@app.callback()
def touchline(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Records tabletop football matches event by event, replays them, and proves what happened."""


if __name__ == "__main__":
    app(prog_name="touchline")
