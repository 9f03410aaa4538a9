"""Match archives: one match as a JSON Lines file that anyone can check without the service.

The first line is a header: format, match, game, rules version, mode, house rules, names, the edition in full, and the
evidence that the events are in a log: a signed checkpoint of it, and a proof from their leaves to its root. Each
further line is one event: its version, type and schema, salt and stored bytes as they are, its index in the log, and
the chain digest of the match up to and with it: SHA-256 over the digest before and the leaf of the event, see `leaves`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Raw

from domain.match import disputes, editions, play
from domain.match.chance import Dealer, Mode, SeededDealer, Source, commitment
from domain.match.checkpoint import Forged, NoteError, SignedCheckpoint, VerifierKey
from domain.match.commands import MatchCommand
from domain.match.disputes import Desk
from domain.match.editions import EditionError
from domain.match.envelope import RECORDER, Codec, Recorded, Unreadable
from domain.match.events import MatchOpened, SandboxOpened, SeedRevealed
from domain.match.game import Chance, ChanceEvent, Game, Outcome
from domain.match.house_rules import HouseRuleError
from domain.match.leaves import SALT_BYTES, chain_start, chained, leaf_of
from domain.match.merkle import HASH_BYTES, root_of_cover
from domain.match.play import MatchState, Step
from domain.match.record import Damage, DamagedRecord, MatchRecord, Row
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


class Evidence(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """That the events of an archive are in a log.

    checkpoint: of the log, a signed note. keys: the public keys of the log, as C2SP vkeys, that which signs now first.
    proof: the hashes, in hex, that lead from the leaves of the events to the root of the checkpoint (`root_of_cover`).
    """

    checkpoint: str
    keys: tuple[str, ...]
    proof: tuple[str, ...]


class Header(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The first line. `events` and `digest` are the number of events and the chain digest after the last, in hex."""

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
    log: Evidence | None = None


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One event as it lies in the archive. `entry` holds the stored bytes, `index` is that of its leaf in the log."""

    version: int
    type: str
    schema: int
    salt: str
    index: int | None = None
    entry: Raw
    digest: str

    @property
    def topic(self) -> str:
        """The topic under which it was stored."""
        return f"{self.type}@{self.schema}"


class Archive(msgspec.Struct, frozen=True):
    """An archive that could be read. Whether it is sound is for `verify` to say."""

    header: Header
    lines: tuple[Line, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What `verify` found.

    version: the first event that does not follow, 0 for the header, None where all is as it should be. reason: why, in
    a sentence. events: how many follow. draws: how many of them are draws that were derived again from the revealed
    seed. checkpoint: of the log that the events are shown to be in. signers: who signed it. trusted: whether these are
    keys that whoever verifies named; otherwise they are only what the archive says of itself. leaves: those of the
    events, by their index in the log.
    """

    match_id: str
    events: int
    draws: int = 0
    version: int | None = None
    reason: str = ""
    checkpoint: SignedCheckpoint | None = None
    signers: tuple[VerifierKey, ...] = ()
    trusted: bool = False
    leaves: Mapping[int, bytes] = {}

    @property
    def sound(self) -> bool:
        """Whether every event follows."""
        return self.version is None


def export(recorder: Recorder, match_id: str, *, evidence: bool = True) -> Iterator[str]:
    """The lines of a match's archive, without line ends. evidence: whether it carries a signed checkpoint and proof.

    Raises UnknownMatch and DamagedRecord; with evidence also UnsoundLog and KeyFault.
    """
    record = recorder.match(match_id)
    if record.damage is not None:
        raise record.broken()
    opened, rows = record.opening, recorder.stored(match_id)[: record.version]
    leaves = [_checked_leaf(match_id, row) for row in rows]
    indexes = [recorder.notary.index(row[0]) if evidence else None for row in rows]
    digest = chain_start(match_id)
    lines = []
    for (_, version, topic, data, salt, _), leaf, index in zip(rows, leaves, indexes, strict=True):
        digest = chained(digest, leaf)
        name, _, schema = topic.rpartition("@")
        line = Line(
            version=version,
            type=name,
            schema=int(schema),
            salt=salt.hex(),
            index=index,
            entry=Raw(data),
            digest=digest.hex(),
        )
        lines.append(line)
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
            digest=digest.hex(),
            log=_evidence(recorder, [index for index in indexes if index is not None]) if evidence else None,
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


def verify(archive: Archive, games: Games, keys: Sequence[VerifierKey] = ()) -> Verdict:
    """Check an archive against itself, the rules and its log.

    Its bytes are hashed again, every decision is run again, draws are derived again where the seed is revealed, and the
    leaves must lead to the root of the checkpoint, which one of `keys` must have signed; where none are given, one of
    those that the archive names. Raises ArchiveError where it is of a game or rules version that is not known here.
    """
    try:
        game = games.of(archive.header.game, archive.header.rules_version)
    except UnknownGame as error:
        raise ArchiveError(1, str(error)) from error
    check = _Check(archive, game, games)
    try:
        check.run()
        signed, signers = _in_log(archive, check.leaves, keys)
    except _Unsound as fault:
        return Verdict(archive.header.match, max(fault.version - 1, 0), version=fault.version, reason=fault.reason)
    return Verdict(
        archive.header.match,
        len(archive.lines),
        check.draws,
        checkpoint=signed,
        signers=signers,
        trusted=bool(keys),
        leaves={
            line.index: leaf for line, leaf in zip(archive.lines, check.leaves, strict=True) if line.index is not None
        },
    )


def restore(recorder: Recorder, archive: Archive) -> Opened:
    """Take a sound archive into a store, under its own match id and with new seats.

    Its chance events are marked as imported. All others keep their bytes and salts, and so their leaves.
    Raises ArchiveError with the line of what does not follow, and AlreadyRecorded.
    """
    verdict = verify(archive, recorder.games)
    if verdict.version is not None:
        raise ArchiveError(verdict.version + 1, verdict.reason)
    return recorder.take_in([_imported(archive.header.match, line, recorder.codec) for line in archive.lines])


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
        self.leaves: list[bytes] = []

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
            try:
                self._commit(recorded[start:end])
            except _Unsound:
                raise
            except Exception as error:  # an archive is never trusted to be what its game can fold
                raise _Unsound(start + 1, f"its game cannot follow it: {type(error).__name__}: {error}") from error
            start = end
        if len(lines) < header.events:
            raise self._cut()
        if len(lines) > header.events:
            raise _Unsound(header.events + 1, f"the header names only {header.events} events")
        if (lines[-1].digest if lines else "") != header.digest:
            raise _Unsound(0, "the digest in the header is not that of the last event")

    def _cut(self) -> "_Unsound":
        held = len(self._archive.lines)
        return _Unsound(held + 1, f"the archive ends after {held} of the {self._archive.header.events} events it names")

    def _chain(self) -> list[Recorded]:
        """Check versions and digests, and read the events."""
        match_id = self._archive.header.match
        digest = chain_start(match_id)
        recorded = []
        for number, line in enumerate(self._archive.lines, start=1):
            if line.version != number:
                raise _Unsound(number, f"version {number} is due here, not {line.version}")
            topic, data = line.topic, bytes(line.entry)
            salt = _unhex(line.salt, SALT_BYTES)
            if salt is None:
                raise _Unsound(number, f"its salt is not {SALT_BYTES} bytes in hexadecimal")
            leaf = leaf_of(match_id, number, topic, salt, data)
            digest = chained(digest, leaf)
            if digest.hex() != line.digest:
                raise _Unsound(number, "its digest does not follow from what it says and from the events before")
            try:
                name, entry = self._codec.decode(topic, data)
                again = msgspec.json.encode(msgspec.json.decode(data))
            except (Unreadable, OverflowError, RecursionError) as error:
                raise _Unsound(number, str(error)) from error
            if again != data:  # whatever fields it had when it was recorded
                raise _Unsound(number, "its bytes are not those of an event: a key twice, or spaces in between")
            recorded.append(Recorded(match_id, number, name, entry))
            self.leaves.append(leaf)
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
        if state.setup.mode is not Mode.DEALT or state.affairs.seed_revealed:
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


def _imported(match_id: str, line: Line, codec: Codec) -> Recorded:
    """An event as another store takes it in."""
    stored = line.topic, bytes(line.entry)
    name, entry = codec.decode(*stored)
    if entry.source in (None, Source.IMPORTED):
        return Recorded(match_id, line.version, name, entry, salt=bytes.fromhex(line.salt), stored=stored)
    return Recorded(match_id, line.version, name, msgspec.structs.replace(entry, source=Source.IMPORTED))


def _checked_leaf(match_id: str, row: Row) -> bytes:
    """The leaf of a stored event. Raises DamagedRecord where it is not the one that its bytes give."""
    _, version, topic, data, salt, leaf = row
    if leaf_of(match_id, version, topic, salt, data) != leaf:
        raise DamagedRecord(match_id, Damage(version, "its leaf is not that of its bytes: one of them was changed"))
    return leaf


def _evidence(recorder: Recorder, indexes: Sequence[int]) -> Evidence:
    notary = recorder.notary
    signed = notary.checkpoint()
    return Evidence(
        checkpoint=str(signed),
        keys=tuple(map(str, notary.keys().known)),
        proof=tuple(one.hex() for one in notary.cover(indexes, signed.checkpoint.size)),
    )


def _in_log(
    archive: Archive, leaves: Sequence[bytes], keys: Sequence[VerifierKey]
) -> tuple[SignedCheckpoint | None, tuple[VerifierKey, ...]]:
    """The checkpoint of the log that these leaves are in, and who signed it. Raises _Unsound."""
    evidence = archive.header.log
    if evidence is None:
        if keys:
            raise _Unsound(0, "the archive has no checkpoint that a trusted key could have signed")
        unproved = next((line.version for line in archive.lines if line.index is not None), None)
        if unproved is not None:
            raise _Unsound(unproved, "it names its index in a log, and the header has no checkpoint of one")
        return None, ()
    try:
        signed = SignedCheckpoint.read(evidence.checkpoint)
        named = [VerifierKey.read(key) for key in evidence.keys]
        own = signed.signers(named)
        if len(own) < len(signed.signatures):
            raise Forged("the checkpoint has a signature of a key that the archive does not name")
        signers = signed.signers(keys) if keys else own
    except (NoteError, Forged) as error:
        raise _Unsound(0, str(error)) from error
    checkpoint, places, before = signed.checkpoint, [], -1
    for line in archive.lines:
        if line.index is None or not before < line.index < checkpoint.size:
            raise _Unsound(line.version, "its index in the log is not one that comes after those of the events before")
        places.append(line.index)
        before = line.index
    proof = [hash for hash in (_unhex(one, HASH_BYTES) for one in evidence.proof) if hash is not None]
    if len(proof) < len(evidence.proof):
        raise _Unsound(0, f"a hash of the proof is not {HASH_BYTES} bytes in hexadecimal")
    if root_of_cover(dict(zip(places, leaves, strict=True)), checkpoint.size, proof) != checkpoint.root:
        raise _Unsound(0, "the events are not those of the log: their leaves do not lead to the root of its checkpoint")
    return signed, tuple(signers)


def _unhex(text: str, length: int) -> bytes | None:
    """The bytes of a text in lower-case hexadecimal; None where it is none of so many bytes."""
    try:
        data = bytes.fromhex(text)
    except ValueError:
        return None
    return data if len(data) == length and data.hex() == text else None


def _json(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


__all__ = ["AlreadyRecorded", "Archive", "ArchiveError", "Verdict", "export", "read", "restore", "verify"]
