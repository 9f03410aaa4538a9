"""`touchline checkpoint` and `key`: what a log promises, signed, and the key that signs it."""

from typing import Annotated

import typer

from api.cli import console, files
from api.cli.failures import EXIT_CODES, ExitCode, Failure
from api.cli.store import DEFAULT_STORE, JsonOption, KeyOption, StoreOption, readable

keys = typer.Typer(help="The key that signs the checkpoints of a store.", epilog=EXIT_CODES, no_args_is_help=True)


def checkpoint(
    proof_from: Annotated[
        int | None,
        typer.Option(
            "--proof-from", metavar="SIZE", help="Prove too that the log has only grown since it had so many events."
        ),
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    key: KeyOption = None,
) -> None:
    """Print a signed checkpoint of all that a store holds now. Keep it elsewhere: it holds the store to its word.

    Refused where the store no longer holds what its newest checkpoint was signed for.
    """
    with readable(store, key) as recorder:
        if proof_from is None:
            text = str(recorder.notary.checkpoint())
        else:
            try:
                text = str(recorder.notary.extension(proof_from))
            except IndexError as error:
                size = recorder.notary.size()
                raise Failure(
                    f"--proof-from: the log has {size} events; 1 to {size} is allowed, not {proof_from}",
                    ExitCode.UNUSABLE,
                ) from error
    files.write(files.STDOUT, [text.encode()])


@keys.command("show", epilog=EXIT_CODES)
def show(store: StoreOption = DEFAULT_STORE, key: KeyOption = None, as_json: JsonOption = False) -> None:
    """Print the public keys of a store, that which signs now first: give them to whoever verifies its archives."""
    with readable(store, key) as recorder:
        known = recorder.notary.keys().known
    if as_json:
        console.show_json([str(one) for one in known])
    else:
        for one in known:
            console.say(str(one))


@keys.command("rotate", epilog=EXIT_CODES)
def rotate(store: StoreOption = DEFAULT_STORE, key: KeyOption = None) -> None:
    """Make a new key, which signs from now on; servers that run take it up. What older keys signed stays verifiable.

    Prints a checkpoint that the new key and the one before it have signed, so that whoever trusts the old can trust the
    new. Where the file of the old key is lost, the new one signs alone.
    """
    with readable(store, key) as recorder:
        signed = recorder.notary.rotate()
        known = recorder.notary.keys().known
    console.remark(f"new key: {known[0]}")
    files.write(files.STDOUT, [str(signed).encode()])
