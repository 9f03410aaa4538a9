"""The command line as a whole: `touchline`."""

from importlib.metadata import version as installed_version
from typing import Annotated

import typer

from api.cli import archive, checkpoint, demo, edition, export_data, games, match, projections, serve, simulate
from api.cli.failures import EXIT_CODES, Group

app = typer.Typer(
    cls=Group,
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


app.command("serve", epilog=EXIT_CODES)(serve.serve)
app.command("demo", epilog=EXIT_CODES)(demo.demo)
app.command("project", epilog=EXIT_CODES)(projections.project)
app.add_typer(projections.app, name="projections")
app.add_typer(match.app, name="match")
app.command("export", epilog=EXIT_CODES)(archive.export)
app.command("export-data", epilog=EXIT_CODES)(export_data.export_data)
app.command("import", epilog=EXIT_CODES)(archive.import_)
app.command("verify", epilog=EXIT_CODES)(archive.verify)
app.command("checkpoint", epilog=EXIT_CODES)(checkpoint.checkpoint)
app.add_typer(checkpoint.keys, name="key")
app.command("simulate", epilog=EXIT_CODES)(simulate.simulate)
app.command("games", epilog=EXIT_CODES)(games.games)
app.add_typer(edition.app, name="edition")

if __name__ == "__main__":
    app(prog_name="touchline")
