"""`touchline match try-out`: how a match could have gone on, in a match of its own that counts nowhere."""

from typing import Annotated

import typer

from api.cli import console
from api.cli.archive import tell_tokens
from api.cli.failures import ExitCode, Failure
from api.cli.store import DEFAULT_STORE, JsonOption, MatchArgument, StoreOption, find, readable
from domain.match.recorder import Opened


def try_out(
    match: MatchArgument,
    at: Annotated[int, typer.Option("--at", metavar="VERSION", help="The version to go on from.")],
    same_draws: Annotated[
        bool, typer.Option("--same-draws", help="Meet the draws that the match met, once its seed is revealed.")
    ] = False,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Open a sandbox that goes on from a version of a match. Prints its id and the tokens of its seats, this once."""
    with readable(store) as recorder:
        opened = recorder.try_out(find(recorder, match).id, at, same_draws=same_draws)
    if not isinstance(opened, Opened):
        raise Failure(opened.message, ExitCode.UNSOUND)
    if not as_json:
        console.say(f"match    {opened.match_id}, which goes on from version {at} and counts nowhere")
    tell_tokens(opened, as_json)
