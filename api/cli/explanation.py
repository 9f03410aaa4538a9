"""`touchline match explain`, `why-not` and `diff`: why an event followed, why a command would not, what changed."""

from itertools import zip_longest
from typing import Annotated

import msgspec
import typer

from api.cli import console
from api.cli.failures import ExitCode, Failure
from api.cli.portrayal import HistoryLine, history_of
from api.cli.store import DEFAULT_STORE, AsOption, JsonOption, MatchArgument, StoreOption, find, readable
from domain.match import difference
from domain.match import explain as reasons
from domain.match.difference import Change
from domain.match.envelope import Unreadable
from domain.match.explain import Explanation, WhyNot
from domain.match.game import RuleViolation
from domain.match.provenance import Provenance
from domain.match.record import MatchRecord
from domain.match.recorder import Holder
from domain.match.rulebook import Clause
from domain.match.sides import Viewer


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `diff --json` prints. parts: between two matches, the first place where their events differ."""

    changes: tuple[Change, ...]
    parts: int | None = None


def explain(
    match: MatchArgument,
    version: Annotated[int, typer.Argument(metavar="VERSION", help="The event.")],
    viewer: AsOption = Viewer.SPECTATOR,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Explain why an event followed: its clause, its figures, what came before it and what it changed."""
    with readable(store) as recorder:
        explanation = reasons.explain(find(recorder, match), version, viewer)
    if as_json:
        console.show_json(explanation)
    else:
        _tell(explanation)


def why_not(
    match: MatchArgument,
    command: Annotated[
        str, typer.Argument(metavar="JSON", help='The command: {"type": "ChooseTactic", "side": "home", "value": 6}.')
    ],
    viewer: Annotated[Viewer, typer.Option("--as", help="Who would send it.")],
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Try a command without recording it: that it would be accepted, or the clause that forbids it."""
    with readable(store) as recorder:
        record = find(recorder, match)
        try:
            act = recorder.codec.decode_act(record.game.id, command.encode(errors="surrogateescape"))
        except Unreadable as error:
            raise Failure(str(error), ExitCode.UNUSABLE) from error
        answer = reasons.why_not(record, recorder.dry_run(record.id, Holder(viewer), act))
    if as_json:
        console.show_json(answer)
    else:
        _answer(answer)
    if not answer.accepted:
        raise typer.Exit(ExitCode.UNSOUND)


def diff(
    match: MatchArgument,
    first: Annotated[int, typer.Argument(metavar="A", help="After this event of the match.")],
    last: Annotated[int, typer.Argument(metavar="B", help="After this event of it, or of the other match.")],
    other: Annotated[str | None, typer.Option("--other", metavar="ID", help="Another match, for B.")] = None,
    viewer: AsOption = Viewer.SPECTATOR,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Show what changed on the table between two versions of a match, or what differs between two matches.

    Between two matches, their events stand side by side from the first that differs.
    """
    with readable(store) as recorder:
        one = find(recorder, match)
        two = one if other is None else find(recorder, other)
        try:
            changes = difference.across(one, first, two, last, viewer)
        except ValueError as error:
            raise Failure(str(error), ExitCode.UNUSABLE) from error
        lines = ([], []) if other is None else (history_of(one, viewer, 0, first), history_of(two, viewer, 0, last))
        parts = _parting(*lines)
        if as_json:
            console.show_json(Difference(changes, parts))
            return
        if parts is not None:
            _side_by_side(one, two, lines, parts)
        for change in changes:
            console.say(str(change))
        if not changes:
            console.remark("the table is the same")


def _tell(told: Explanation) -> None:
    struck = "" if told.struck_by is None else f"  (struck by {told.struck_by})"
    console.say(f"{told.version}  {told.sentence}{struck}", "bold")
    if told.concealed:
        return
    parts = (
        ("rule", [_clause(told.clause)] if told.clause else []),
        ("figures", list(map(str, told.figures))),
        ("waited for", [f"{told.due.prompt} {_id(told.due.clause)}"] if told.due else []),
        ("asked", [f"{told.asked.by}: {told.asked.act}", *map(str, told.asked.figures)] if told.asked else []),
        ("commit", [f"{line.version:>3}  {line.sentence} {_id(line.clause)}" for line in told.commit]),
        ("chance", [_chance(told.provenance)] if told.provenance else []),
        ("changed", list(map(str, told.changes))),
        ("why", [told.because]),
    )
    for label, lines in parts:
        for number, line in enumerate(lines):
            console.say(f"{'' if number else label:<12}{line.rstrip()}")


def _answer(answer: WhyNot) -> None:
    console.say(answer.said, "bold")
    if isinstance(answer.refusal, RuleViolation) and answer.refusal.path:
        console.say(f"in: {answer.refusal.path}")
    for clause in answer.clauses:
        console.say(_clause(clause))


def _clause(clause: Clause) -> str:
    return f"{clause.id}: {clause.text}"


def _id(clause: Clause | None) -> str:
    return f"({clause.id})" if clause else ""


def _chance(told: Provenance) -> str:
    parts = [str(told.source), f"by {told.reported_by}" if told.reported_by else ""]
    parts += [f"confirmed by {side}" for side in told.confirmed_by]
    parts += [f"contested by {side}: {why}" for side, why in zip(told.contested_by, told.reasons, strict=True)]
    parts += [f"corrected by version {told.corrected}" if told.corrected else ""]
    return ", ".join(filter(None, parts))


def _parting(one: list[HistoryLine], other: list[HistoryLine]) -> int | None:
    """The first version at which something else was played in two matches; None where nothing was.

    That says nothing of their openings, which may name other sides.
    """
    played = ([(line.type, line.side, line.data) for line in lines[1:]] for lines in (one, other))
    return next((version for version, (a, b) in enumerate(zip_longest(*played), start=2) if a != b), None)


def _side_by_side(
    one: MatchRecord, two: MatchRecord, lines: tuple[list[HistoryLine], list[HistoryLine]], first: int
) -> None:
    console.say(f"the matches go apart at version {first}")
    rows = list(zip_longest(*lines))[first - 1 :]
    columns = (("version", "right"), one.id, two.id)
    cells = [[line.what_happened() if line else "" for line in row] for row in rows]
    console.listing(columns, [(str(version), *row) for version, row in enumerate(cells, start=first)])
