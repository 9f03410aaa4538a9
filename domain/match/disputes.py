"""Kick-off, reports, disputes, rulings and undo: what follows from the commands that every match has.

Pure, like `play`: the recorder, previews and the verification of archives go through it alike. Clauses: rulebook.md.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from pathlib import Path
from typing import Any, cast
from unicodedata import category

import msgspec

from domain.match import commands as c
from domain.match import events as e
from domain.match import play, rulebook
from domain.match.answers import NotPermitted
from domain.match.chance import Dealer, Mode, Source, commitment
from domain.match.editions import readable, visible
from domain.match.envelope import Act, Recorded
from domain.match.game import ChanceEvent, Event, Game, Result, RuleViolation
from domain.match.play import Commit, MatchState, Step
from domain.match.record import MatchRecord
from domain.match.sides import BySide, Side, Viewer

RULEBOOK: Mapping[str, str] = rulebook.load(Path(__file__).with_name("rulebook.md"), "MATCH")
"""The clauses that hold for every match."""


def clauses(game: Game[Any]) -> Iterator[rulebook.Clause]:
    """Every clause that holds in a match of a game: those of the game, then those of every match."""
    for owner, book in ((game.id, game.rulebook), ("match", RULEBOOK)):
        for id, text in book.items():
            yield rulebook.Clause(id, owner, text)


def clause(game: Game[Any], id: str) -> rulebook.Clause | None:
    """A clause that holds in a match of a game, by its id."""
    return next((found for found in clauses(game) if found.id == id), None)


_WORDS = ("reason", "text")
"""The fields of commands in which somebody says something."""

TEXT_LENGTH = 4_000
"""Characters of a reason or statement at most."""

ENTROPY_LENGTH = 200
HIGHEST_SCORE = 1_000
HIGHEST_FIGURE = 10_000
IRREGULAR_EVENTS = 20
"""Events that one ruling records at most against the rules."""

Dealers = Callable[[MatchState], Dealer | None]
"""Who deals a match on from a state; None where its chance is reported."""

Decided = tuple[Step, ...] | RuleViolation | NotPermitted


class Desk(msgspec.Struct, frozen=True):
    """What a decision needs beside the command: the record, who asks, when, who deals, what a fresh seed commits to."""

    record: MatchRecord
    viewer: Viewer
    at: datetime
    dealers: Dealers
    fresh_commitment: Callable[[], str | None]

    @property
    def state(self) -> MatchState:
        """The match as it stands."""
        return self.record.state

    @property
    def side(self) -> Side | None:
        """The side that asks, if it is one."""
        return self.viewer.side

    def commit(self) -> Commit:
        """A commit that follows on the record."""
        return Commit(self.record.game, self.state, None, self.record.state_at)

    def steps(self, *events: Event) -> tuple[Step, ...]:
        """The steps of these events and nothing else."""
        commit = self.commit()
        commit.record_all(events)
        return commit.steps

    def paused(self) -> int:
        """Milliseconds that clocks have stood still, a review that ends now included."""
        affairs = self.state.affairs
        if affairs.review is None:
            return affairs.paused
        return affairs.paused + max(0, (self.at - affairs.review.since) // timedelta(milliseconds=1))


def not_permitted(viewer: Viewer, command: c.MatchCommand) -> NotPermitted | None:
    """Why a seat may not send such a command at all; None where it may."""
    if viewer is Viewer.SPECTATOR:
        return NotPermitted("a token of a seat of this match is needed")
    kind = type(command)
    if kind in _FOR_SIDES and viewer.side is None:
        return NotPermitted(f"{kind.__name__} is for the two sides")
    if kind in _FOR_REFEREE and viewer is not Viewer.REFEREE:
        return NotPermitted("only the referee rules (MATCH-4.1)")
    return None


def unreadable(command: c.MatchCommand) -> RuleViolation | None:
    """Why a reason or statement cannot be taken: it has control characters, or shows nothing. None where it can.

    Only what comes in is asked this. What has been recorded follows from its command as it did then.
    """
    for field in _WORDS:
        said = getattr(command, field, None) or ""
        if not all(letter == "\n" or readable(letter) or category(letter) == "Zs" for letter in said):
            return RuleViolation(_CLAUSES[type(command)], "only what can be printed, and line breaks, are taken", field)
        if said and not visible(said):
            return RuleViolation(_CLAUSES[type(command)], "something that can be seen is needed", field)
    return None


def decide(desk: Desk, command: c.MatchCommand) -> Decided:
    """The events that follow from a command that every match has, or why it is refused."""
    if (refusal := not_permitted(desk.viewer, command)) is not None:
        return refusal
    kind = type(command)
    for field in _WORDS:
        said = getattr(command, field, None)
        optional = kind is c.RequestUndo
        if said is not None and not ((said.strip() or optional) and len(said) <= TEXT_LENGTH):
            return RuleViolation(_CLAUSES[kind], f"1 to {TEXT_LENGTH} characters are needed", field)
    return _DECISIONS[kind](desk, command)


def _declare_ready(desk: Desk, command: c.DeclareReady) -> Decided:
    side, affairs = cast(Side, desk.side), desk.state.affairs
    if affairs.kicked_off:
        return RuleViolation("MATCH-1.2", "the match has kicked off; nobody adds entropy any more")
    if affairs.entropies.of(side) is not None:
        return RuleViolation("MATCH-1.1", f"{side} has declared itself ready already")
    if len(command.entropy) > ENTROPY_LENGTH:
        return RuleViolation("MATCH-1.2", f"entropy has {ENTROPY_LENGTH} characters at most", "entropy")
    commit = desk.commit()
    commit.record(e.SideReady(side=side, entropy=command.entropy))
    if affairs.entropies.of(side.other) is not None:
        commit.record(e.KickedOff())
        commit.record_all(desk.record.game.opening(desk.state.setup))
        commit.dealer = desk.dealers(commit.now)
        commit.deal_on()
    return commit.steps


def _judge_report(desk: Desk, command: c.ConfirmReport | c.ContestReport) -> Decided:
    side, record = cast(Side, desk.side), desk.record
    fault = _no_report(record, command.version)
    if fault is not None:
        return RuleViolation("MATCH-2.1", fault, "version")
    reporter = record.events(command.version - 1, command.version)[0].entry.by
    if reporter == side:
        return RuleViolation("MATCH-2.1", "a report is confirmed or contested by the other side", "version")
    judged = (e.ReportConfirmed, e.ReportContested)
    for earlier in record.events():
        if (
            isinstance(earlier.event, judged)
            and earlier.event.version == command.version
            and earlier.event.side is side
        ):
            return RuleViolation("MATCH-2.1", f"{side} has said what it thinks of this report", "version")
    if isinstance(command, c.ConfirmReport):
        return desk.steps(e.ReportConfirmed(side=side, version=command.version))
    return desk.steps(e.ReportContested(side=side, version=command.version, reason=command.reason))


def _contest(desk: Desk, command: c.Contest) -> Decided:
    record, side = desk.record, cast(Side, desk.side)
    first, last = command.first, command.last if command.last is not None else command.first
    if desk.state.affairs.review is not None:
        return RuleViolation("MATCH-3.1", "the match is under review already")
    over = record.result.over
    if first is None and last is not None:
        return RuleViolation("MATCH-3.1", "a range of events has a first one", "first")
    if first is None and not over:
        return RuleViolation("MATCH-3.1", "there is no result yet; name the first event that is contested", "first")
    if first is not None and last is not None and last < first:
        return RuleViolation("MATCH-3.1", f"the last version that is contested, {last}, lies before the first", "last")
    if first is not None and record.struck_by(first) is not None:
        return RuleViolation("MATCH-3.1", f"version {first} is struck already", "first")
    if first is not None and last is not None and not 1 <= first <= last <= record.version:
        return RuleViolation("MATCH-3.1", f"the match has versions 1 to {record.version}", "first")
    window = record.opening.dispute_window
    if over and window is not None and desk.at > _ended(record) + timedelta(seconds=window):
        return RuleViolation("MATCH-3.1", f"a result can be contested for {window} seconds after the end")
    return desk.steps(e.ContestRaised(side=side, reason=command.reason, since=desk.at, first=first, last=last))


def _make_statement(desk: Desk, command: c.MakeStatement) -> Decided:
    if desk.state.affairs.review is None:
        return RuleViolation("MATCH-3.3", "statements are made in a review, and there is none")
    return desk.steps(e.StatementMade(side=desk.side, author=desk.viewer, text=command.text))


def _dismiss(desk: Desk, command: c.Dismiss) -> Decided:
    if desk.state.affairs.review is None:
        return RuleViolation("MATCH-4.2", "nothing is contested")
    return desk.steps(e.ContestDismissed(reason=command.reason, paused=desk.paused()))


def _correct(desk: Desk, command: c.Correct) -> Decided:
    correction = _Correction.of(desk, command)
    if isinstance(correction, RuleViolation):
        return correction
    if correction.refused and not command.strike_what_cannot_follow:
        version, reason = correction.refused[0]
        message = f"version {version} could not have followed: {reason}"
        return RuleViolation("MATCH-4.3", message, "strikeWhatCannotFollow")
    commit = desk.commit()
    commit.record(
        e.ReportCorrected(
            reason=command.reason,
            paused=desk.paused(),
            version=command.version,
            outcome=command.outcome,
            back_to=correction.back_to,
            kept=correction.kept,
        )
    )
    for step in correction.steps:
        commit.record(step.event, step.source)
    return commit.steps


def _rewind(desk: Desk, command: c.Rewind) -> Decided:
    fault = _no_way_back(desk.record, command.version)
    if fault is not None:
        return RuleViolation("MATCH-4.4", fault, "version")
    commit = desk.commit()
    dealt = desk.record.opening.mode is Mode.DEALT
    new_seed = desk.fresh_commitment() if dealt and desk.state.affairs.seed_revealed else None
    commit.record(
        e.MatchRewound(reason=command.reason, paused=desk.paused(), back_to=command.version, commitment=new_seed)
    )
    return _dealt_on(desk, commit)


def _award(desk: Desk, command: c.Award) -> Decided:
    score, winner = command.score, command.winner
    for side in Side:
        if not 0 <= score.of(side) <= HIGHEST_SCORE:
            return RuleViolation("MATCH-4.5", f"a score is 0 to {HIGHEST_SCORE}", f"score.{side}")
    if winner is not None and score.of(winner) < score.of(winner.other):
        return RuleViolation("MATCH-4.5", "the winner cannot have the lower score", "winner")
    if winner is None and score.home != score.away:
        return RuleViolation("MATCH-4.5", "a draw is level; name the winner", "winner")
    return _end(desk, e.MatchAwarded(reason=command.reason, paused=desk.paused(), score=score, winner=winner))


def _annul(desk: Desk, command: c.Annul) -> Decided:
    return _end(desk, e.MatchAnnulled(reason=command.reason, paused=desk.paused()))


def _order_replay(desk: Desk, command: c.OrderReplay) -> Decided:
    return _end(desk, e.ReplayOrdered(reason=command.reason, paused=desk.paused()))


def _reveal_seed(desk: Desk, command: c.RevealSeed) -> Decided:
    if desk.state.reported:
        return RuleViolation("MATCH-4.8", "this match has no seed that is still secret")
    commit = desk.commit()
    commit.record(e.DealingEnded(reason=command.reason, paused=desk.paused()))
    commit.dealer = desk.dealers(commit.now)
    if desk.record.open_to(Viewer.SPECTATOR):
        commit.reveal()
    return commit.steps


def _record_irregularity(desk: Desk, command: c.RecordIrregularity) -> Decided:
    game = desk.record.game
    if command.clause not in game.rulebook:
        return RuleViolation("MATCH-4.9", f"{game.name} has no clause {command.clause!r}", "clause")
    if not 1 <= len(command.events) <= IRREGULAR_EVENTS:
        return RuleViolation("MATCH-4.9", f"1 to {IRREGULAR_EVENTS} events are needed", "events")
    if desk.record.result.over:
        return RuleViolation("MATCH-4.9", "the match is over; a rewind takes it up again")
    commit = desk.commit()
    commit.record(
        e.IrregularityRecorded(
            reason=command.reason, paused=desk.paused(), breaks=command.clause, count=len(command.events)
        )
    )
    kinds = {kind.__name__: kind for kind in game.events}
    for number, given in enumerate(command.events):
        path, kind = f"events[{number}]", kinds.get(str(given.get("type")))
        if kind is None:
            return RuleViolation("MATCH-4.9", f"its type is one of {', '.join(kinds)}", f"{path}.type")
        if issubclass(kind, ChanceEvent) and not desk.state.reported:
            return RuleViolation("MATCH-4.9", "the chance of a dealt match comes from the recorder", path)
        data = {name: value for name, value in given.items() if name != "type"}
        if (fault := _unknown_field(kind, data) or _out_of_bounds(data)) is not None:
            return RuleViolation("MATCH-4.9", fault, path)
        try:
            event = msgspec.convert({"clause": command.clause, **data}, kind)
            game.tell(commit.now.table, event)
            commit.record(event, Source.REPORTED)
            _try_the_table(game, commit.now.table, desk.state.setup.names)
        except msgspec.ValidationError as error:
            return RuleViolation("MATCH-4.9", str(error), path)
        except Exception:  # events of anybody's making; the game may stumble over them as it likes
            return RuleViolation("MATCH-4.9", "play cannot go on from it: it is about nothing on the table", path)
        if play.result(game, commit.now).over:
            return RuleViolation("MATCH-4.9", "an irregularity does not end a match; an award does (MATCH-4.5)", path)
    return _dealt_on(desk, commit)


def _unknown_field(kind: type[msgspec.Struct], data: Mapping[str, Any]) -> str | None:
    """What is said of a field that a struct does not have; None where all are known."""
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    unknown = [name for name in data if name not in known]
    return f"{kind.__name__} has no {unknown[0]!r}; it has {', '.join(known)}" if unknown else None


def _out_of_bounds(value: Any) -> str | None:
    """What is said of a figure that no table could show; None where there is none."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return next((fault for fault in map(_out_of_bounds, value) if fault is not None), None)
    return f"a figure is at most {HIGHEST_FIGURE}" if isinstance(value, int) and abs(value) > HIGHEST_FIGURE else None


def _try_the_table(game: Game[Any], table: Any, names: BySide[str]) -> None:
    """Ask of a table all that is ever asked of one; whatever it raises, play cannot go on from it."""
    for choice in game.pending(table).choices:
        next(iter(game.legal_commands(table, choice.side)), None)
    game.result(table)
    for viewer in Viewer:
        view = game.view(table, viewer)
        msgspec.json.encode(view)
        game.board(view, names)


def _request_undo(desk: Desk, command: c.RequestUndo) -> Decided:
    affairs = desk.state.affairs
    if affairs.review is not None or desk.record.result.over or not affairs.kicked_off:
        return RuleViolation("MATCH-5.1", "an undo is for a match that is being played")
    if affairs.undo is not None:
        return RuleViolation("MATCH-5.1", "an undo has been asked for already; it waits for an answer")
    fault = _no_way_back(desk.record, command.version)
    if fault is not None:
        return RuleViolation("MATCH-5.1", fault, "version")
    side = cast(Side, desk.side)
    return desk.steps(e.UndoRequested(side=side, version=command.version, reason=command.reason))


def _answer_undo(desk: Desk, command: c.GrantUndo | c.RefuseUndo) -> Decided:
    undo = desk.state.affairs.undo
    if undo is None:
        return RuleViolation("MATCH-5.2", "no undo has been asked for")
    if desk.side is undo.side:
        return NotPermitted("the other side or the referee answers an undo (MATCH-5.2)")
    if isinstance(command, c.RefuseUndo):
        return desk.steps(e.UndoRefused(side=undo.side, author=desk.viewer))
    commit = desk.commit()
    commit.record(e.UndoGranted(side=undo.side, back_to=undo.version, author=desk.viewer))
    return _dealt_on(desk, commit)


def cannot_try_out(record: MatchRecord, version: int, *, same_draws: bool) -> RuleViolation | NotPermitted | None:
    """Why nobody can try a match out from a version; None where they can. Everybody sees how a sandbox goes on."""
    if not record.open_to(Viewer.SPECTATOR, version):
        message = "what happened up to this version is not all open to everybody yet (MATCH-6.1)"
        return NotPermitted(message, "version")
    first, last = record.commit_of(version)
    if version != last:
        whole = " and ".join(str(one) for one in (first - 1, last) if one > 0)
        message = f"version {version} lies within what one command brought; {whole} can be tried out"
        return RuleViolation("MATCH-6.1", message, "version")
    affairs = record.state_at(version).affairs
    if same_draws and affairs.commitment not in revealed(record):
        return RuleViolation("MATCH-6.2", "the seed of the draws is not revealed; fresh draws can be met", "draws")
    return None


def revealed(record: MatchRecord) -> set[str]:
    """The commitments whose seeds a match has revealed."""
    seeds = (recorded.event.seed for recorded in record.events() if isinstance(recorded.event, e.SeedRevealed))
    return {commitment(bytes.fromhex(seed)) for seed in seeds}


def copied_to_sandbox(record: MatchRecord, sandbox_id: str, version: int) -> list[Recorded]:
    """The events of a match up to a version as those of a sandbox: chance imported, no seed committed to."""
    copied = []
    for recorded in record.events(0, version):
        entry = recorded.entry
        if entry.source is not None:
            entry = msgspec.structs.replace(entry, source=Source.IMPORTED)
        if isinstance(entry.data, e.MatchOpened):
            opened = msgspec.structs.replace(entry.data, commitment=None, sandbox_of=record.id)
            entry = msgspec.structs.replace(entry, data=opened)
        copied.append(Recorded(sandbox_id, recorded.version, recorded.type, entry))
    return copied


class Preview(msgspec.Struct, frozen=True):
    """What a ruling would bring, before anything is dealt on: draws to come are nobody's to know.

    cannot_follow: versions that could not follow from a correction, each with why. steps: what would be recorded,
    with its secrets: to work out figures from, and for nobody's eyes.
    """

    before: Result
    after: Result
    strikes: int
    cannot_follow: tuple[tuple[int, str], ...] = ()
    steps: tuple[Step, ...] = ()


def preview(desk: Desk, command: c.MatchCommand) -> Preview | RuleViolation | NotPermitted:
    """What a ruling of the referee would bring, without recording it."""
    cannot_follow: tuple[tuple[int, str], ...] = ()
    if isinstance(command, c.Correct):
        correction = _Correction.of(desk, command)
        if isinstance(correction, RuleViolation):
            return correction
        cannot_follow = correction.refused
        command = msgspec.structs.replace(command, strike_what_cannot_follow=True)
    decided = decide(desk, command)
    if not isinstance(decided, tuple):
        return decided
    game, state = desk.record.game, desk.state
    strikes = 0
    steps = tuple(takewhile(lambda step: step.source is not Source.DEALT, decided))
    for step in steps:
        state = play.evolve(game, state, step.event, desk.record.state_at)
        if isinstance(step.event, e.GOES_BACK):
            strikes = len(desk.record.to_strike(step.event.back_to, desk.record.version))
    return Preview(desk.record.result, play.result(game, state), strikes, cannot_follow, steps)


class _Correction(msgspec.Struct, frozen=True):
    """A correction worked out: the steps from the new outcome on, and which later acts cannot follow."""

    back_to: int
    steps: tuple[Step, ...]
    kept: int
    refused: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, desk: Desk, command: c.Correct) -> "_Correction | RuleViolation":
        record = desk.record
        fault = _no_report(record, command.version)
        if fault is not None:
            return RuleViolation("MATCH-4.3", fault, "version")
        reported = record.events(command.version - 1, command.version)[0].event
        was = cast(ChanceEvent, reported).outcome()
        if (unknown := _unknown_field(type(was), command.outcome)) is not None:
            return RuleViolation("MATCH-4.3", unknown, "outcome")
        try:
            outcome = msgspec.convert(command.outcome, type(was))
        except msgspec.ValidationError as error:
            return RuleViolation("MATCH-4.3", f"this is no {type(was).__name__}: {error}", "outcome")
        if outcome == was:
            return RuleViolation("MATCH-4.3", "that is what was reported", "outcome")
        later = [one for one in _played(record) if one.until >= command.version]
        first = later[0]
        if first.act is None:
            message = f"version {command.version} was recorded against the rules; a rewind takes it back"
            return RuleViolation("MATCH-4.3", message, "version")
        state = record.state_at(first.version - 1)
        state = msgspec.structs.replace(state, affairs=_cleared(desk.state))
        steps: list[Step] = []
        for kept, one in enumerate(later):
            act = outcome if one is first else one.act
            if act is None:
                refused = cls._refused(later[kept:], "it was recorded against the rules, on a table that was another")
                return cls(first.version - 1, tuple(steps), kept - 1, refused)
            answer = play.carry_out(record.game, state, act, None, one.at)
            if not isinstance(answer, tuple):
                if one is first:
                    return RuleViolation("MATCH-4.3", answer.message, "outcome")
                known = record.known_to(desk.viewer, one.version)
                reason = answer.message if known else "what was played there does not follow from the new outcome"
                return cls(first.version - 1, tuple(steps), kept - 1, cls._refused(later[kept:], reason))
            steps += answer
            for step in answer:
                state = play.evolve(record.game, state, step.event)
        return cls(first.version - 1, tuple(steps), len(later) - 1, ())

    @staticmethod
    def _refused(acts: "Sequence[_Played]", reason: str) -> tuple[tuple[int, str], ...]:
        rest = ((one.version, "an act before it could not have followed") for one in acts[1:])
        return ((acts[0].version, reason), *rest)


class _Played(msgspec.Struct, frozen=True):
    """An act of play that stands: its first and last version, what it was, and when it came.

    act: None for what was recorded against the rules, which nobody can carry out.
    """

    version: int
    until: int
    act: Act | None
    at: datetime


def _played(record: MatchRecord) -> list[_Played]:
    """The acts that stand, in their order; what a correction decided anew by the versions that it has since."""
    standing: list[_Played] = []
    for recorded in record.events():
        version, event = recorded.version, recorded.event
        if isinstance(event, e.GOES_BACK):
            later = [one for one in standing if one.version > event.back_to]
            del standing[len(standing) - len(later) :]
            if isinstance(event, e.ReportCorrected):
                standing += _decided_anew(record, version, event, later)
        elif isinstance(event, e.IrregularityRecorded):
            standing.append(_Played(version, record.commit_of(version)[1], None, recorded.entry.at))
        elif recorded.entry.command is not msgspec.UNSET and type(event) in record.game.events:
            act = record.act_of(recorded)
            standing.append(_Played(version, record.commit_of(version)[1], act, recorded.entry.at))
    return standing


def _decided_anew(
    record: MatchRecord, ruling: int, correction: e.ReportCorrected, acts: Sequence[_Played]
) -> Iterator[_Played]:
    """Those of the acts that a correction kept, by the versions that they have in its commit."""
    version = ruling + 1
    for number, one in enumerate(acts[: correction.kept + 1]):
        act = one.act
        if number == 0:
            reported = cast(ChanceEvent, record.events(correction.version - 1, correction.version)[0].event)
            act = msgspec.convert(correction.outcome, type(reported.outcome()))
        state = record.state_at(version - 1)
        state = msgspec.structs.replace(state, affairs=_cleared(state))
        steps = play.carry_out(record.game, state, cast(Act, act), None, one.at)
        if not isinstance(steps, tuple):  # no correction of ours
            return
        yield _Played(version, version + len(steps) - 1, act, one.at)
        version += len(steps)


def _cleared(state: MatchState) -> Any:
    """The affairs with which later acts are tried again: neither review nor verdict stands in their way."""
    return msgspec.structs.replace(state.affairs, review=None, verdict=None, undo=None)


def _dealt_on(desk: Desk, commit: Commit) -> tuple[Step, ...]:
    commit.dealer = desk.dealers(commit.now)
    commit.deal_on()
    return commit.steps


def _end(desk: Desk, ruling: e.Ruling) -> tuple[Step, ...]:
    commit = desk.commit()
    commit.record(ruling)
    return _dealt_on(desk, commit)


def _no_report(record: MatchRecord, version: int) -> str | None:
    """Why a version is no report that can be judged; None where it is one."""
    if not 1 <= version <= record.version:
        return f"the match has versions 1 to {record.version}"
    recorded = record.events(version - 1, version)[0]
    if recorded.entry.source not in (Source.REPORTED, Source.IMPORTED) or not isinstance(recorded.event, ChanceEvent):
        return f"version {version} is no reported roll or draw"
    if record.opening.mode is Mode.DEALT and recorded.entry.source is Source.IMPORTED:
        return f"version {version} was dealt, not reported"
    if record.struck_by(version) is not None:
        return f"version {version} is struck"
    return None


def _no_way_back(record: MatchRecord, version: int) -> str | None:
    """Why a match cannot go back to a version; None where it can."""
    if not 1 <= version < record.version:
        return f"the match can go back to versions 1 to {record.version - 1}"
    if record.struck_by(version) is not None:
        return f"version {version} is struck"
    if not _waits(record, version):
        earlier = next((before for before in range(version - 1, 0, -1) if _waits(record, before)), None)
        instead = f"; at version {earlier} it did" if earlier else ""
        return f"at version {version} the match waited neither for a decision nor for chance{instead}"
    return None


def _waits(record: MatchRecord, version: int) -> bool:
    """Whether a match can be played on from a version: within what one act brings it waits for nothing but chance."""
    due = play.pending(record.game, record.state_at(version))
    if not due.choices and due.chance is None:
        return False
    following = record.events(version, version + 1)[0]
    if following.begins_commit or isinstance(following.event, ChanceEvent):
        return True
    return any(one.version == version + 1 for one in _played(record))


def _ended(record: MatchRecord) -> datetime:
    """When the last thing happened at the table."""
    of_the_game: Sequence[type[Event]] = record.game.events
    times = [recorded.entry.at for recorded in record.events() if type(recorded.event) in of_the_game]
    return times[-1] if times else record.events()[0].entry.at


_DECISIONS: dict[type[c.MatchCommand], Callable[[Desk, Any], Decided]] = {
    c.DeclareReady: _declare_ready,
    c.ConfirmReport: _judge_report,
    c.ContestReport: _judge_report,
    c.Contest: _contest,
    c.MakeStatement: _make_statement,
    c.Dismiss: _dismiss,
    c.Correct: _correct,
    c.Rewind: _rewind,
    c.Award: _award,
    c.Annul: _annul,
    c.OrderReplay: _order_replay,
    c.RevealSeed: _reveal_seed,
    c.RecordIrregularity: _record_irregularity,
    c.RequestUndo: _request_undo,
    c.GrantUndo: _answer_undo,
    c.RefuseUndo: _answer_undo,
}
_FOR_SIDES = {c.DeclareReady, c.ConfirmReport, c.ContestReport, c.Contest, c.RequestUndo}
_FOR_REFEREE = {c.Dismiss, c.Correct, c.Rewind, c.Award, c.Annul, c.OrderReplay, c.RevealSeed, c.RecordIrregularity}
_CLAUSES = {
    c.ContestReport: "MATCH-2.1",
    c.Contest: "MATCH-3.1",
    c.MakeStatement: "MATCH-3.3",
    c.RequestUndo: "MATCH-5.1",
}
_CLAUSES |= dict.fromkeys(_FOR_REFEREE, "MATCH-4.1")
