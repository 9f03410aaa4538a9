"""Match archives: one match as a JSON Lines file that anyone can check without the service.

The first line is a header: format, match, game, rules version, mode, house rules, names and the edition in full. Each
further line is one event: its version, type and schema, the stored bytes as they are, and the chain digest of the
match up to and with it: SHA-256 over the digest before, the length-prefixed version, type and schema, and those bytes.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Raw

from domain.match import disputes, editions, play
from domain.match.chance import Dealer, Mode, SeededDealer, Source, commitment
from domain.match.commands import MatchCommand
from domain.match.disputes import Desk
from domain.match.editions import EditionError
from domain.match.envelope import RECORDER, Codec, Recorded, Unreadable
from domain.match.events import MatchOpened, SandboxOpened, SeedRevealed
from domain.match.game import Chance, ChanceEvent, Game, Outcome
from domain.match.house_rules import HouseRuleError
from domain.match.play import MatchState, Step
from domain.match.record import MatchRecord
from domain.match.recorder import AlreadyRecorded, Opened, Recorder
from domain.match.registry import Games, UnknownGame
from domain.match.sides import BySide, Viewer

FORMAT = "touchline-match/1"

L = TypeVar("L", bound=msgspec.Struct)

_FOREIGN = {
    b"\x1f\x8b": "a gzip file; unpack it first",
    b"\xef\xbb\xbf": "begins with a byte order mark; an archive is UTF-8 without one",
    b"\xff\xfe": "UTF-16; an archive is UTF-8",
    b"\xfe\xff": "UTF-16; an archive is UTF-8",
}

LONGEST_LINE = 4 * 1024 * 1024
"""Bytes. No event comes near it, and a file that is something else is not read into memory."""


class ArchiveError(ValueError):
    """An archive that cannot be read or taken in. `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class Header(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The first line. `events` and `digest` are the number of events and the chain digest after the last."""

    format: str
    match: str
    game: str
    rules_version: int
    mode: Mode
    house_rules: dict[str, str | int]
    names: BySide[str]
    edition_digest: str
    edition: dict[str, Any]
    events: int
    digest: str


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One event as it lies in the archive. `entry` holds the stored bytes."""

    version: int
    type: str
    schema: int
    entry: Raw
    digest: str


class Archive(msgspec.Struct, frozen=True):
    """An archive that could be read. Whether it is sound is for `verify` to say."""

    header: Header
    lines: tuple[Line, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What `verify` found.

    version: the first event that does not follow, None where all do. reason: why, in a sentence. events: how many
    follow. draws: how many of them are draws that were derived again from the revealed seed.
    """

    match_id: str
    events: int
    draws: int = 0
    version: int | None = None
    reason: str = ""

    @property
    def sound(self) -> bool:
        """Whether every event follows."""
        return self.version is None


def export(recorder: Recorder, match_id: str) -> Iterator[str]:
    """The lines of a match's archive, without line ends. Raises UnknownMatch and DamagedRecord."""
    record = recorder.match(match_id)
    if record.damage is not None:
        raise record.broken()
    opened = record.opening
    digest = _seed_digest(match_id)
    lines = []
    for recorded in record.events():
        schema = type(recorded.event).schema
        entry = recorder.codec.encode(recorded.entry)
        digest = _chained(digest, recorded.version, recorded.type, schema, entry)
        lines.append(Line(version=recorded.version, type=recorded.type, schema=schema, entry=Raw(entry), digest=digest))
    yield _json(
        Header(
            format=FORMAT,
            match=match_id,
            game=opened.game,
            rules_version=opened.rules_version,
            mode=opened.mode,
            house_rules=opened.house_rules,
            names=opened.names,
            edition_digest=opened.edition_digest,
            edition=opened.edition,
            events=len(lines),
            digest=digest,
        )
    )
    yield from (_json(line) for line in lines)


def read(lines: Iterable[bytes | str]) -> Archive:
    """Read an archive. Raises ArchiveError with the first line that is none of an archive's."""
    header: Header | None = None
    events: list[Line] = []
    number = 0
    for number, raw in enumerate(lines, start=1):
        text = (raw.encode() if isinstance(raw, str) else raw).rstrip(b"\r\n")
        if header is None:
            header = _read_line(number, text, Header)
        else:
            events.append(_read_line(number, text, Line))
    if header is None:
        raise ArchiveError(1, "the file is empty")
    if header.events < 0:
        raise ArchiveError(1, f"an archive has 0 events or more, not {header.events}")
    if header.format != FORMAT:
        raise ArchiveError(1, f"format {header.format!r} is not known; this version reads {FORMAT!r}")
    return Archive(header, tuple(events))


def _read_line(number: int, text: bytes, kind: type[L]) -> L:
    """A line of an archive, written as `export` writes it to the byte. Raises ArchiveError."""
    if len(text) > LONGEST_LINE:
        raise ArchiveError(number, f"longer than {LONGEST_LINE} bytes; this is no match archive")
    if not text:
        raise ArchiveError(number, "a blank line; an archive has none")
    for beginning, what in _FOREIGN.items():
        if text.startswith(beginning):
            raise ArchiveError(number, what)
    try:
        line = msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        what = "the header of a match archive" if kind is Header else "an event of a match archive"
        raise ArchiveError(number, f"not {what}: {error}") from error
    # Two readers of JSON may differ in what they make of a key that stands there twice.
    if msgspec.json.encode(line) != text:
        raise ArchiveError(number, "not as an archive is written: a key twice, in another place, or spaces in between")
    return line


def verify(archive: Archive, games: Games) -> Verdict:
    """Re-run every decision of an archive against the rules, and derive its draws again where the seed is revealed.

    Raises ArchiveError where the archive is of a game or rules version that is not known here.
    """
    try:
        game = games.of(archive.header.game, archive.header.rules_version)
    except UnknownGame as error:
        raise ArchiveError(1, str(error)) from error
    check = _Check(archive, game, games)
    try:
        check.run()
    except _Unsound as fault:
        return Verdict(archive.header.match, fault.version - 1, version=fault.version, reason=fault.reason)
    return Verdict(archive.header.match, len(archive.lines), check.draws)


def restore(recorder: Recorder, archive: Archive) -> Opened:
    """Take a sound archive into a store, under its own match id and with new seats.

    Its chance events are marked as imported. Raises ArchiveError with the line of what does not follow, and
    AlreadyRecorded.
    """
    verdict = verify(archive, recorder.games)
    if verdict.version is not None:
        raise ArchiveError(verdict.version + 1, verdict.reason)
    recorded = _decoded(archive, recorder.codec)
    return recorder.take_in([_imported(event) for event in recorded])


class _Unsound(Exception):
    def __init__(self, version: int, reason: str) -> None:
        super().__init__(reason)
        self.version = version
        self.reason = reason


class _Impossible(Exception):
    """A recorded outcome that was not among the possible ones."""


class _RecordedDealer:
    """Deals what an archive says was dealt, where that was possible."""

    def __init__(self, commit: Sequence[Recorded]) -> None:
        events = (recorded.event for recorded in commit)
        self._outcomes = (event.outcome() for event in events if isinstance(event, ChanceEvent))

    @property
    def seed(self) -> str | None:
        """What the commit reveals, if it does."""
        return None

    def deal(self, draw: int, chance: Chance) -> Outcome:
        outcome = next(self._outcomes, None)
        if outcome is None:
            raise _Impossible(f"an outcome must follow here, and does not: {chance.prompt}")
        if not any(possible == outcome and weight > 0 for possible, weight in chance.outcomes):
            raise _Impossible(f"this outcome is not possible here; due is: {chance.prompt}")
        return outcome


class _Check:
    """The verification of one archive."""

    def __init__(self, archive: Archive, game: Game[Any], games: Games) -> None:
        self._archive = archive
        self._game = game
        self._codec = Codec(games.every_version())
        self._record = MatchRecord(archive.header.match, games, self._codec)
        self._seeds: dict[str, str] = {}
        self.draws = 0

    def run(self) -> None:
        """Raises _Unsound at the first event that does not follow."""
        header, lines = self._archive.header, self._archive.lines
        recorded = self._chain()
        self._opening(recorded)
        self._collect_seeds(recorded)
        start = 0
        while start < len(recorded):
            end = start + 1
            while end < len(recorded) and not recorded[end].begins_commit:
                end += 1
            self._commit(recorded[start:end])
            start = end
        if len(lines) < header.events:
            raise self._cut()
        if len(lines) > header.events:
            raise _Unsound(header.events + 1, f"the header names only {header.events} events")
        if (lines[-1].digest if lines else "") != header.digest:
            raise _Unsound(len(lines), "the digest in the header is not that of the last event")

    def _cut(self) -> "_Unsound":
        held = len(self._archive.lines)
        return _Unsound(held + 1, f"the archive ends after {held} of the {self._archive.header.events} events it names")

    def _chain(self) -> list[Recorded]:
        """Check versions and digests, and read the events."""
        digest = _seed_digest(self._archive.header.match)
        recorded = []
        for number, line in enumerate(self._archive.lines, start=1):
            if line.version != number:
                raise _Unsound(number, f"version {number} is due here, not {line.version}")
            digest = _chained(digest, line.version, line.type, line.schema, bytes(line.entry))
            if digest != line.digest:
                raise _Unsound(number, "its digest does not follow from what it says and from the events before")
            try:
                name, entry = self._codec.decode(f"{line.type}@{line.schema}", bytes(line.entry))
            except Unreadable as error:
                raise _Unsound(number, str(error)) from error
            if self._codec.topic(Recorded("", number, name, entry)).endswith(f"@{line.schema}") and (
                self._codec.encode(entry) != bytes(line.entry)
            ):
                raise _Unsound(number, "its bytes are not those of an event: a key twice, or in another place")
            recorded.append(Recorded(self._archive.header.match, number, name, entry))
        return recorded

    def _opening(self, recorded: Sequence[Recorded]) -> None:
        """Check the header against the opening, and the edition against its digest."""
        if not recorded:
            raise _Unsound(1, "the archive holds no event")
        opened, header = recorded[0].event, self._archive.header
        if not isinstance(opened, MatchOpened):
            raise _Unsound(1, "the first event is not the opening of a match")
        for field in ("game", "rules_version", "mode", "house_rules", "names", "edition_digest", "edition"):
            if getattr(opened, field) != getattr(header, field):
                raise _Unsound(1, f"header and opening differ in {field.replace('_', ' ')}")
        if editions.digest(opened.edition) != opened.edition_digest:
            raise _Unsound(1, "the edition is not the one that its digest is of")
        if opened.edition.get("game") != opened.game:
            raise _Unsound(1, "the edition is for another game")
        try:
            play.setup_of(self._game, opened)
        except (EditionError, HouseRuleError) as error:
            raise _Unsound(1, str(error)) from error

    def _collect_seeds(self, recorded: Sequence[Recorded]) -> None:
        """The revealed seeds by their commitments; each must be one that was committed to before."""
        published: set[str | None] = set()
        for one in recorded:
            if isinstance(one.event, SeedRevealed):
                try:
                    made = commitment(bytes.fromhex(one.event.seed))
                except ValueError as error:
                    raise _Unsound(one.version, "the revealed seed is not hexadecimal") from error
                if made not in published:
                    raise _Unsound(one.version, "the revealed seed is not one that the match committed to")
                self._seeds[made] = one.event.seed
            else:
                published.add(getattr(one.event, "commitment", None))

    def _commit(self, commit: Sequence[Recorded]) -> None:
        """Re-run one commit, and take it up."""
        record = self._record
        before = record.state if record.version else None
        steps = self._steps(before, commit)
        head = commit[0].entry
        for recorded, step in zip(commit, steps, strict=False):
            entry = recorded.entry
            self._same_event(recorded, step)
            if (entry.by, entry.token, entry.command_id) != (head.by, head.token, head.command_id):
                raise _Unsound(recorded.version, "it names another author than the command that brought it")
            if step.source is Source.DEALT and record.version and record.state.affairs.commitment in self._seeds:
                self.draws += 1
            record.append(recorded)
        if len(commit) > len(steps):
            surplus = commit[len(steps)]
            raise _Unsound(surplus.version, f"{surplus.type} does not follow from the command before it")
        if len(commit) < len(steps):
            if commit[-1].version == len(self._archive.lines) < self._archive.header.events:
                raise self._cut()
            missing = self._codec.name(type(steps[len(commit)].event))
            raise _Unsound(commit[-1].version + 1, f"{missing} must follow here, and does not")

    def _steps(self, state: MatchState | None, commit: Sequence[Recorded]) -> tuple[Step, ...]:
        """What the rules say must follow from the command of a commit."""
        first = commit[0]
        try:
            if state is None:
                assert isinstance(first.event, MatchOpened)
                if first.entry.by != RECORDER:
                    raise _Unsound(1, "a match is opened by the recorder")
                return play.open_match(self._game, first.event, self._opening_dealer(first.event, commit))
            if isinstance(first.event, SandboxOpened):
                return (Step(first.event),)
            answer = self._answer(state, commit)
        except _Impossible as error:
            raise _Unsound(self._first_impossible(state, commit), str(error)) from error
        except (Unreadable, ValueError) as error:
            raise _Unsound(first.version, str(error)) from error
        if not isinstance(answer, tuple):
            clause = f"{answer.clause}: " if hasattr(answer, "clause") else ""
            raise _Unsound(first.version, f"its command is refused: {clause}{answer.message}")
        return answer

    def _answer(self, state: MatchState, commit: Sequence[Recorded]) -> Any:
        """What the command of a commit brings, or why it is refused."""
        entry = commit[0].entry
        assert entry.command is not msgspec.UNSET
        act, viewer = self._codec.decode_act(self._game.id, entry.command), Viewer(entry.by)
        if isinstance(act, MatchCommand):
            recorded = getattr(commit[0].event, "commitment", None)
            desk = Desk(self._record, viewer, entry.at, lambda now: self._dealer(now, commit), lambda: recorded)
            return disputes.decide(desk, act)
        refusal = play.not_permitted(state, viewer, act)
        return refusal or play.carry_out(self._game, state, act, self._dealer(state, commit), entry.at)

    def _opening_dealer(self, opened: MatchOpened, commit: Sequence[Recorded]) -> Dealer | None:
        if opened.mode is not Mode.DEALT:
            return None
        seed = self._seeds.get(opened.commitment or "")
        return SeededDealer(bytes.fromhex(seed), self._archive.header.match) if seed else _RecordedDealer(commit)

    def _dealer(self, state: MatchState, commit: Sequence[Recorded]) -> Dealer | None:
        if state.reported:
            return None
        seed = self._seeds.get(state.affairs.commitment or "")
        if seed is None:
            return _RecordedDealer(commit)
        return play.dealer(state, self._archive.header.match, bytes.fromhex(seed))

    def _first_impossible(self, state: MatchState | None, commit: Sequence[Recorded]) -> int:
        """The version of the first chance event of a commit that could not happen where it stands."""
        for recorded in commit:
            if state is not None and isinstance(recorded.event, ChanceEvent):
                chance = play.pending(self._game, state).chance
                outcome = recorded.event.outcome()
                if chance is None or all(possible != outcome for possible, _ in chance.outcomes):
                    return recorded.version
            state = play.evolve(self._game, state, recorded.event, self._record.state_at)
        return commit[-1].version + 1

    def _same_event(self, recorded: Recorded, step: Step) -> None:
        if recorded.event != step.event:
            raise _Unsound(recorded.version, self._difference(recorded, step))
        if recorded.entry.draw != step.draw:
            raise _Unsound(recorded.version, f"it is draw {step.draw}, not {recorded.entry.draw}")
        if recorded.entry.source not in (step.source, step.source and Source.IMPORTED):
            raise _Unsound(recorded.version, f"its chance is {step.source or 'none'}, not {recorded.entry.source}")
        if recorded.entry.audience != step.event.audience():
            raise _Unsound(recorded.version, f"its audience is {step.event.audience()}, not {recorded.entry.audience}")

    def _difference(self, recorded: Recorded, step: Step) -> str:
        name = self._codec.name(type(step.event))
        if recorded.type != name:
            return f"{name} must follow here, not {recorded.type}"
        for field in msgspec.structs.fields(type(step.event)):
            due, found = getattr(step.event, field.name), getattr(recorded.event, field.name)
            if due != found:
                return f"{field.encode_name} of {name} must be {_shown(due)}, not {_shown(found)}"
        return f"{name} is not what follows here"


def _decoded(archive: Archive, codec: Codec) -> list[Recorded]:
    recorded = []
    for line in archive.lines:
        name, entry = codec.decode(f"{line.type}@{line.schema}", bytes(line.entry))
        recorded.append(Recorded(archive.header.match, line.version, name, entry))
    return recorded


def _imported(recorded: Recorded) -> Recorded:
    if recorded.entry.source is None:
        return recorded
    return msgspec.structs.replace(recorded, entry=msgspec.structs.replace(recorded.entry, source=Source.IMPORTED))


def _seed_digest(match_id: str) -> str:
    return hashlib.sha256(f"{FORMAT} {match_id}".encode()).hexdigest()


def _chained(digest: str, version: int, type: str, schema: int, entry: bytes) -> str:
    parts = (digest.encode(), str(version).encode(), type.encode(), str(schema).encode(), entry)
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()


def _json(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


__all__ = ["AlreadyRecorded", "Archive", "ArchiveError", "Verdict", "export", "read", "restore", "verify"]
