"""Why an event followed: its clause, its figures, what was asked and due before it, and what it changed.

Pure, and the same for every game and for the events that every match has: all of it is in the record already. A viewer
is told what they may know and no more; of an event that is concealed from them, that it happened.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from domain.match import difference, disputes
from domain.match.answers import Acceptable, Refusal
from domain.match.difference import Change, in_words
from domain.match.envelope import Recorded, Submitted
from domain.match.events import MATCH_EVENTS, IrregularityRecorded, MatchOpened, ReportCorrected
from domain.match.game import Chance, Choice, Outcome
from domain.match.provenance import Provenance, provenance, was_dealt
from domain.match.record import MatchRecord
from domain.match.rulebook import Clause, mentioned
from domain.match.sides import SIDES, Side, Viewer
from domain.match.visibility import Concealed

TOLD = 3
"""How many events before one in its commit the prose tells."""

PROMPTS = "prompts"
"""Where views tell what is asked for; that is no part of the table, and the prose leaves it out."""


class Figure(msgspec.Struct, frozen=True):
    """A figure that went in, in words: "attack powers", "4, 3"."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name} {self.value}"


class Line(msgspec.Struct, frozen=True):
    """An event in a line. clause: None where the viewer may not know the event, or it names none."""

    version: int
    sentence: str
    clause: Clause | None = None


class Asked(msgspec.Struct, frozen=True, rename="camel"):
    """What somebody submitted. by: the seat. act: in words, "hide corner". outcome: whether it reports what came."""

    by: str
    act: str
    outcome: bool
    figures: tuple[Figure, ...]


class Due(msgspec.Struct, frozen=True, rename="camel"):
    """What the match waited for. answered_by: the version that was the answer. prompt: what, in words."""

    answered_by: int
    clause: Clause | None
    prompt: str


class Explanation(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Why an event followed.

    sentence: what happened. concealed: whether the viewer may not know more yet; all else is empty then.
    clause: the rule that produced it, in full. figures: the event's own. due: what the match waited for before.
    asked: what was submitted, and brought the commit; None where nothing was, or where it is not open to the viewer.
    commit: every event of that commit, this one among them, in order. changes: what it changed on the table.
    provenance: of a roll or a draw. struck_by: the version of the ruling or undo that strikes it. because: all of it,
    in prose.
    """

    version: int
    sentence: str
    concealed: bool = False
    clause: Clause | None = None
    figures: tuple[Figure, ...] = ()
    due: Due | None = None
    asked: Asked | None = None
    commit: tuple[Line, ...] = ()
    changes: tuple[Change, ...] = ()
    provenance: Provenance | None = None
    struck_by: int | None = None
    because: str = ""


class WhyNot(msgspec.Struct, frozen=True, rename="camel"):
    """Whether a command would be accepted now, and if not, why.

    clauses: in full, those that the refusal names. said: the answer in a sentence.
    """

    accepted: bool
    said: str
    refusal: Refusal | None = None
    clauses: tuple[Clause, ...] = ()


def explain(record: MatchRecord, version: int, viewer: Viewer) -> Explanation:
    """Why the event of a version followed, as a viewer may know it now. Raises UnknownVersion and DamagedRecord."""
    record.state_at(version)
    (seen,) = record.seen_by(viewer, version - 1, version)
    struck_by = record.struck_by(version)
    if isinstance(seen, Concealed):
        return Explanation(version=version, sentence=record.told(seen), concealed=True, struck_by=struck_by)
    first, last = record.commit_of(version)
    explanation = Explanation(
        version=version,
        sentence=record.told(seen),
        clause=disputes.clause(record.game, seen.event.clause),
        figures=figures_of(seen.event),
        due=_due(record, version, first),
        asked=_asked(record, viewer, first, last),
        commit=tuple(_line(record, viewer, one) for one in range(first, last + 1)),
        changes=_changed(record, seen, viewer),
        provenance=provenance(record, version),
        struck_by=struck_by,
    )
    return msgspec.structs.replace(explanation, because=" ".join(_prose(record, seen, explanation)))


def why_not(record: MatchRecord, answer: Acceptable | Refusal) -> WhyNot:
    """An answer to what was tried, with the clauses that it names in full."""
    if isinstance(answer, Acceptable):
        return WhyNot(True, "it would be accepted")
    named = mentioned(f"{getattr(answer, 'clause', '')} {answer.message}")
    found = (disputes.clause(record.game, id) for id in named)
    return WhyNot(False, answer.message, answer, tuple(clause for clause in found if clause is not None))


def figures_of(fact: msgspec.Struct) -> tuple[Figure, ...]:
    """The values of an event, a command or an outcome, labelled. Its side and clause are told elsewhere.

    Of an edition, its id alone: it is a book of its own.
    """
    data: dict[str, Any] = msgspec.to_builtins(fact)
    if isinstance(fact, MatchOpened):
        data["edition"] = fact.edition.get("id")
    return tuple(Figure(name, value) for name, value in _flat(data, "") if name not in ("side", "clause", "type"))


def _flat(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for part, one in value.items():
            yield from _flat(one, f"{name} {words(str(part))}".strip())
    elif isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value):
        for number, one in enumerate(value, start=1):
            yield from _flat(one, f"{name} {number}")
    elif value is not None:
        yield name, in_words(value)


def words(name: str) -> str:
    """A name of the code as a reader says it: "YellowCards" and "yellowCards" give "yellow cards"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", name).lower()


def _line(record: MatchRecord, viewer: Viewer, version: int) -> Line:
    (seen,) = record.seen_by(viewer, version - 1, version)
    clause = None if isinstance(seen, Concealed) else disputes.clause(record.game, seen.event.clause)
    return Line(version, record.told(seen), clause)


def _asked(record: MatchRecord, viewer: Viewer, first: int, last: int) -> Asked | None:
    """What brought a commit. It tells no more than its events do, those of chance apart; so all of these are needed."""
    begun = record.events(first - 1, first)[0]
    if begun.entry.command is UNSET:
        return None
    brought = (one for one in record.events(first - 1, last) if not was_dealt(record, one))
    if not all(record.known_to(viewer, one.version) for one in brought):
        return None
    act: Submitted = record.submitted(begun)
    return Asked(begun.entry.by, words(type(act).__name__), isinstance(act, Outcome), figures_of(act))


def _due(record: MatchRecord, version: int, first: int) -> Due | None:
    """What a version answers: the last outcome that was dealt before it in its commit, or what was asked for there.

    What a ruling brought was not waited for.
    """
    dealt = (one.version for one in record.events(first - 1, version) if was_dealt(record, one))
    answer = max(dealt, default=first)
    if answer == 1:
        return None
    answering = record.events(answer - 1, answer)[0]
    pending = record.pending_at(answer - 1)
    due: Chance | Choice | None = pending.chance
    if not was_dealt(record, answering):
        if answering.entry.command is UNSET:
            return None
        act = record.submitted(answering)
        if not isinstance(act, Outcome):
            side = getattr(act, "side", answering.entry.by)
            asked = (choice for choice in pending.choices if choice.side == side)
            due = next((choice for choice in asked if type(act).__name__ in choice.commands), None)
    return None if due is None else Due(answer, disputes.clause(record.game, due.clause), due.prompt)


def _changed(record: MatchRecord, recorded: Recorded, viewer: Viewer) -> tuple[Change, ...]:
    """What an event changed on the table; one that every match has may also change the result beside it."""
    version = recorded.version
    if version == 1:
        return ()
    on_the_table = difference.between(record, version - 1, version, viewer)
    if not isinstance(recorded.event, MATCH_EVENTS):
        return on_the_table
    results = record.result_at(version - 1), record.result_at(version)
    return (*on_the_table, *difference.changes(*results, "result"))


def _prose(record: MatchRecord, recorded: Recorded, told: Explanation) -> Iterator[str]:
    """The explanation in sentences: what came before, the rule, the figures, what came of it."""
    yield told.sentence
    yield from _before(record, recorded, told)
    if told.clause is not None:
        yield f"The rule is {told.clause.id}: {told.clause.text}"
    event = recorded.event
    if isinstance(event, IrregularityRecorded) and (broken := disputes.clause(record.game, event.breaks)):
        yield f"What was recorded breaks {broken.id}: {broken.text}"
    if told.figures:
        yield f"The figures that went in: {_list(told.figures)}."
    seen = tuple(change for change in told.changes if not change.path.startswith(PROMPTS))
    if seen:
        yield f"So it changed: {_list(seen)}."
    elif told.version > 1:
        yield "It changed nothing that you can see on the table."
    if told.struck_by is not None:
        yield f"It is struck by version {told.struck_by}: {record.tell(told.struck_by)}"


def _before(record: MatchRecord, recorded: Recorded, told: Explanation) -> Iterator[str]:
    """What was due and asked for, and what came before in the same commit."""
    first, version, due = told.commit[0].version, told.version, told.due
    waited = f"{due.prompt.rstrip('.')}{_by(due.clause)}" if due else ""
    if first == 1 < version:
        yield "It belongs to the opening of the match."
    if due is not None and due.answered_by == first:
        yield f"The match waited for this: {waited}."
    begun = record.events(first - 1, first)[0]
    if begun.entry.command is not UNSET:
        yield _asking(record, recorded, told.asked)
    earlier = [line for line in told.commit if line.version < version]
    if len(earlier) > TOLD:
        yield f"It is number {len(earlier) + 1} of its commit, which begins with version {first}."
    for line in earlier[-TOLD:]:
        yield f"Before it in the same commit came {line.version}: {line.sentence}"
    if first < version and isinstance(begun.event, ReportCorrected):
        yield "So it was decided anew from the corrected report."
    if due is not None and due.answered_by > first:
        yield f"Then this was due: {waited}."
    if was_dealt(record, recorded):
        yield f"It was dealt, as draw {recorded.entry.draw} of the seed that the match is committed to."


def _asking(record: MatchRecord, recorded: Recorded, asked: Asked | None) -> str:
    by = recorded.entry.by
    who = record.opening.names.of(Side(by)) if by in SIDES else f"The {by}"
    if asked is None:
        return f"{who} acted; what was asked for is not open yet."
    figures = f" ({_list(asked.figures)})" if asked.figures else ""
    return f"{who} {'reported' if asked.outcome else 'sent'}: {asked.act}{figures}."


def _by(clause: Clause | None) -> str:
    return f" ({clause.id})" if clause else ""


def _list(parts: Iterable[Figure | Change]) -> str:
    return "; ".join(map(str, parts)).rstrip(".")
