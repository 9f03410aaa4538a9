"""The recorder: takes commands, decides them by the rules, and keeps what follows.

It is an application of the eventsourcing library, and with the engines the only place that knows that library. Every
process that opens the same store may record the same match: a match in memory is brought up to date from the store
before each decision, and the store refuses a version that is taken.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from threading import Condition, Lock, RLock
from time import monotonic
from typing import Any, cast

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, Mapper, PersistenceError, StoredEvent, Subscription

from domain.match import disputes, opening, play
from domain.match.answers import Acceptable, Accepted, Answer, Malformed, NotPermitted, Refusal, VersionConflict
from domain.match.chance import SEED_BYTES, Dealer, Mode, commitment
from domain.match.commands import MatchCommand, RecordIrregularity
from domain.match.commits import Sender, digest_of, enveloped, keepsakes_of, new_tokens, public_id
from domain.match.disputes import Desk, Preview
from domain.match.editions import Edition
from domain.match.engines import EngineReads, Keepsakes, LogHead, LogRow, StoreUnavailable, WholeMatch, engine_of
from domain.match.envelope import RECORDER, Codec, Recorded, Submitted
from domain.match.events import SandboxOpened, SeedRevealed
from domain.match.game import Command, RuleViolation
from domain.match.keys import Keyring
from domain.match.leaves import SALT_BYTES, leaf_of
from domain.match.notary import Notary
from domain.match.opening import NO_OCCASION as NO_OCCASION
from domain.match.opening import Occasion as Occasion
from domain.match.record import MatchRecord, Row
from domain.match.registry import Games
from domain.match.sides import BySide, Viewer

TRIES = 50
"""How often a decision is taken anew because another process was faster."""

COMMAND_ID_LENGTH = 200


class UnknownMatch(LookupError):
    """The store holds no match of this id."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"there is no match {match_id!r}")


class AlreadyRecorded(Exception):
    """The store holds a match of this id already."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"match {match_id} is recorded here already")


class Opened(msgspec.Struct, frozen=True):
    """A match that has just been opened. The tokens are told this once; the store keeps only their digests."""

    match_id: str
    events: tuple[Recorded, ...]
    tokens: Mapping[Viewer, str]

    @property
    def version(self) -> int:
        """The version of the match after its opening."""
        return self.events[-1].version

    @property
    def position(self) -> int:
        """The position of the last of the events in the log."""
        return self.events[-1].position


class Holder(msgspec.Struct, frozen=True):
    """Who a token speaks for in a match. `token` is its public id, empty for none."""

    viewer: Viewer
    token: str = ""


class LogEntry(msgspec.Struct, frozen=True):
    """That an event was recorded: its position in the log, its match and its version there."""

    position: int
    match_id: str
    version: int


class Recorder:
    """Records matches in a store.

    store: `sqlite:///path/to/file` or `postgresql://user@host/database`. games: what can be played. clock: the time
    now, UTC. entropy: random bytes of a length, for ids, tokens, seeds and salts. capacity: how many matches are kept
    in memory. key: the file of the key that signs the checkpoints of the log; where the engine has it if not given
    (SQLite: beside the store), and made when it is first needed.
    check_leaves: whether every event is hashed again when it is read, so that bytes that were changed are damage and
    never shown as what happened.
    """

    def __init__(
        self,
        store: str,
        games: Games,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        capacity: int = 256,
        check_leaves: bool = True,
        key: Path | None = None,
    ) -> None:
        self.games = games
        self.codec = Codec(games.every_version())
        self.store = store
        self._clock = clock
        self._entropy = entropy
        self._capacity = capacity
        self._check_leaves = check_leaves
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._kept_lock = Lock()
        engine = engine_of(store)
        self._store_use = _StoreUse(engine.reason)
        with self._store_use:
            self._log = _Log(self.codec, engine.environment(store))
        self.notary = Notary(self, Keyring(key or engine.key_file(store)))
        """Signs checkpoints of the log of this store, and proves what is in it."""

    def close(self) -> None:
        """Let go of the store, once nothing uses it any more."""
        if self._store_use.close():
            self._log.engine.end_subscriptions()
            self._log.close()

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open_match(
        self,
        game: str,
        edition: Edition,
        names: BySide[str],
        mode: Mode,
        rules: Mapping[str, Any] | None = None,
        *,
        kick_off_when_ready: bool = False,
        dispute_window: int | None = None,
        occasion: Occasion = NO_OCCASION,
    ) -> Opened | Malformed:
        """Open a match and deal what is due. `rules` are the house rules that differ from their defaults.

        kick_off_when_ready: wait until both sides have declared that they are ready, so that they can add entropy.
        dispute_window: seconds after the end in which the result may be contested; None for ever.
        occasion: what the match counts for, and who coaches.

        Raises StoreUnavailable; and AlreadyRecorded where `entropy` gives an id twice.
        """
        prepared = opening.prepare(
            self.games,
            self._entropy,
            game,
            edition,
            names,
            mode,
            rules,
            kick_off_when_ready=kick_off_when_ready,
            dispute_window=dispute_window,
            occasion=occasion,
        )
        if isinstance(prepared, Malformed):
            return prepared
        sender = Sender(RECORDER)
        events = enveloped(self.codec, prepared.match_id, 0, prepared.steps, self._clock(), sender)
        return self._seat(events, prepared.seed)

    def take_in(self, events: list[Recorded]) -> Opened:
        """Record a whole match that was recorded elsewhere; the caller has verified it. Raises AlreadyRecorded.

        Where it is dealt and not over it cannot go on here: its seed stays where it was opened.
        """
        return self._seat(events, None)

    def record_whole(self, matches: Sequence[WholeMatch]) -> int:
        """Record matches that were played as drafts, all in one commit: thousands of events wait for the disk once.

        Returns the position of the last event. Raises AlreadyRecorded, StoreUnavailable, and ValueError for no match;
        nothing is kept then.
        """
        if not matches:
            raise ValueError("there is no match to record")
        try:
            with self._store_use:
                return self._log.engine.insert_matches(matches)
        except IntegrityError as error:
            raise AlreadyRecorded(self._first_recorded(matches)) from error

    def try_out(
        self, match_id: str, version: int, *, same_draws: bool = False
    ) -> Opened | RuleViolation | NotPermitted:
        """Open a sandbox that goes on from a version of a match (MATCH-6.1, MATCH-6.2).

        same_draws: meet the draws that the match would have met, once their seed is revealed. Raises UnknownMatch,
        UnknownVersion, DamagedRecord and StoreUnavailable.
        """
        record = self.match(match_id)
        state = record.state_at(version)
        refusal = disputes.cannot_try_out(record, version, same_draws=same_draws)
        if refusal is not None:
            return refusal
        sandbox_id, seed, draws_of = self._entropy(8).hex(), None, None
        if record.opening.mode is Mode.DEALT:
            seed = self._revealed_seed(record, state) if same_draws else self._entropy(SEED_BYTES)
            draws_of = (state.affairs.draws_of or match_id) if same_draws else None
        opened = SandboxOpened(commitment=commitment(seed) if seed else None, draws_of=draws_of)
        copied = disputes.copied_to_sandbox(record, sandbox_id, version)
        now = max(self._clock(), copied[-1].entry.at)
        added = enveloped(self.codec, sandbox_id, version, (play.Step(opened),), now, Sender(RECORDER))
        return self._seat([*copied, *added], seed)

    def submit(
        self, match_id: str, token: str | None, command_id: str, act: Submitted, expected_version: int | None = None
    ) -> Answer:
        """Take a command, or where chance is reported an outcome.

        command_id: the sender's own name for this request; a repeat returns the first answer. expected_version: the
        version that the sender has seen; where it is given, the command is refused if the match has moved on in a way
        that matters to the sender. Raises UnknownMatch, DamagedRecord, StoreUnavailable; nothing is kept then.
        """
        if not command_id or len(command_id) > COMMAND_ID_LENGTH:
            return Malformed(f"a command id has 1 to {COMMAND_ID_LENGTH} characters", "commandId")
        kept = self._keep(match_id)
        record = kept.record
        with kept.lock:
            for _ in range(TRIES):
                self._refresh(record)
                holder = self._holder(kept, token)
                if (refusal := _unfit(record, holder, act)) is not None:
                    return refusal
                if earlier := record.answered(holder.token, command_id):
                    return self._repeated(earlier, act)
                now, fresh = kept.time(self._clock()), _FreshSeed(self._entropy)
                decided = self._decide(record, act, expected_version, holder.viewer, now, fresh)
                if not isinstance(decided, tuple):
                    return decided
                sender = Sender(holder.viewer, holder.token, command_id, act)
                events = enveloped(self.codec, match_id, record.version, decided, now, sender)
                try:
                    saved = self._save(events, Keepsakes(match_id, {}, fresh.used_in(decided)))
                except IntegrityError:
                    continue  # another process was faster: decide anew from what it recorded
                for event in saved:
                    record.append(event)
                return Accepted(match_id, saved)
        raise StoreUnavailable("the match is too busy: other processes were faster every time")

    def preview(self, match_id: str, token: str | None, command: MatchCommand) -> Preview | Refusal:
        """What a ruling of the referee would bring, without recording it. Raises as `submit`."""
        kept = self._keep(match_id)
        record = kept.record
        with kept.lock:
            self._refresh(record)
            holder = self._holder(kept, token)
            if (refusal := _unfit(record, holder, command)) is not None:
                return refusal
            if (secret := _oracle(record, holder, command)) is not None:
                return secret
            desk = self._desk(record, holder.viewer, kept.time(self._clock()), _FreshSeed(self._entropy))
            return disputes.unreadable(command) or disputes.preview(desk, command)

    def dry_run(
        self, match_id: str, holder: Holder, act: Submitted, expected_version: int | None = None
    ) -> Acceptable | Refusal:
        """What `submit` would answer, by the same path and without recording anything. Raises as `submit`.

        What somebody could learn of a secret by trying, they are not told.
        """
        kept = self._keep(match_id)
        record = kept.record
        with kept.lock:
            self._refresh(record)
            if (refusal := _unfit(record, holder, act)) is not None:
                return refusal
            if (secret := _oracle(record, holder, act)) is not None:
                return secret
            now, fresh = kept.time(self._clock()), _FreshSeed(self._entropy)
            decided = self._decide(record, act, expected_version, holder.viewer, now, fresh)
            return Acceptable(record.version) if isinstance(decided, tuple) else decided

    def match(self, match_id: str, at_least: int | None = None) -> MatchRecord:
        """A match, up to date with the store. Raises UnknownMatch and StoreUnavailable.

        at_least: a version that is enough; where memory holds it, the store is not asked.
        """
        kept = self._keep(match_id)
        if at_least is not None and kept.record.version >= at_least:
            return kept.record
        with kept.lock:
            self._refresh(kept.record)
        return kept.record

    def read(self, match_id: str) -> MatchRecord:
        """A match read anew, and not kept in memory: for whoever goes through many. Raises as `match`."""
        record = self._new_record(match_id)
        with self._store_use:
            record.extend_from(self._log.engine.match_rows(match_id, 0))
        if record.version == 0 and record.damage is None:
            raise UnknownMatch(match_id)
        return record

    def read_on(self, record: MatchRecord) -> None:
        """Bring a match that was read so up to date. Raises StoreUnavailable."""
        with self._store_use:
            record.extend_from(self._log.engine.match_rows(record.id, record.version))

    def matches(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        """The position of the opening, and the id, of matches opened after a position, in order."""
        with self._store_use:
            return self._log.engine.matches(after, limit)

    def without_opening(self) -> list[str]:
        """The ids of matches that have events and not their first, so that they are on no list."""
        with self._store_use:
            return self._log.engine.without_opening()

    def holder(self, match_id: str, token: str | None) -> Holder:
        """Who a token speaks for in a match: a seat, or a spectator for none or one that is not of this match."""
        return self._holder(self._keep(match_id), token)

    def follow(self, after: int = 0) -> "LogTail":
        """Every event of the store after a position, then each as it is recorded, by this or another process."""
        with self._store_use:
            return LogTail(self._log.subscribe(after))

    def position(self) -> int:
        """The position of the last event in the log; 0 while there is none."""
        with self._store_use:
            return self._log.recorder.max_notification_id() or 0

    def stored(self, match_id: str) -> list[Row]:
        """The events of a match as they are stored, to the byte."""
        with self._store_use:
            return self._log.engine.match_rows(match_id, 0)

    def log_rows(self, after: int, limit: int) -> list[LogRow]:
        """The events of the store after a position as they are stored, in the order of the log."""
        with self._store_use:
            return self._log.engine.log_rows(after, limit)

    def log_heads(self, after: int, limit: int) -> list[LogHead]:
        """The same without the bytes of the events."""
        with self._store_use:
            return self._log.engine.log_heads(after, limit)

    def leaves(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Position and leaf of the events of the store after a position, in the order of the log."""
        with self._store_use:
            return self._log.engine.leaves(after, limit)

    def newest_checkpoint(self) -> str | None:
        """The signed checkpoint of the most leaves that the store keeps."""
        with self._store_use:
            return self._log.engine.newest_checkpoint()

    def keep_checkpoint(self, size: int, note: str) -> None:
        """Keep a signed checkpoint in the store."""
        with self._store_use:
            self._log.engine.keep_checkpoint(size, note)

    def _keep(self, match_id: str) -> "_Kept":
        """A match as it is kept in memory, now the most recently used."""
        with self._kept_lock:
            kept = self._kept.get(match_id) or _Kept(self._new_record(match_id))
            self._kept[match_id] = kept
            self._kept.move_to_end(match_id)
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)
            return kept

    def _new_record(self, match_id: str) -> MatchRecord:
        return MatchRecord(match_id, self.games, self.codec, check_leaves=self._check_leaves)

    def _holder(self, kept: "_Kept", token: str | None) -> Holder:
        if not token:
            return Holder(Viewer.SPECTATOR)
        if not kept.seats:
            with self._store_use:
                kept.seats = self._log.engine.seats(kept.record.id)
        seat = kept.seats.get(digest_of(token))
        return Holder(seat, public_id(token)) if seat else Holder(Viewer.SPECTATOR)

    def _refresh(self, record: MatchRecord) -> None:
        if record.damage is None:
            with self._store_use:
                record.extend_from(self._log.engine.match_rows(record.id, record.version))
        if record.version == 0 and record.damage is None:
            with self._kept_lock:
                self._kept.pop(record.id, None)
            raise UnknownMatch(record.id)

    def _first_recorded(self, matches: Sequence[WholeMatch]) -> str:
        """The first of some matches that the store has already, or that is among them twice."""
        given: set[str] = set()
        with self._store_use:
            for match in matches:
                if match.match_id in given or self._log.engine.match_rows(match.match_id, 0):
                    return match.match_id
                given.add(match.match_id)
        raise StoreUnavailable("the store holds seats or seeds of these matches, and no events of them")

    def _decide(
        self,
        record: MatchRecord,
        act: Submitted,
        expected: int | None,
        viewer: Viewer,
        now: datetime,
        fresh: "_FreshSeed",
    ) -> "tuple[play.Step, ...] | Refusal":
        if (conflict := _conflict(record, act, expected)) is not None:
            return conflict
        if isinstance(act, MatchCommand):
            return disputes.unreadable(act) or disputes.decide(self._desk(record, viewer, now, fresh), act)
        return play.carry_out(record.game, record.state, act, self._dealer(record, record.state, fresh), now)

    def _desk(self, record: MatchRecord, viewer: Viewer, now: datetime, fresh: "_FreshSeed") -> Desk:
        return Desk(record, viewer, now, lambda state: self._dealer(record, state, fresh), lambda: fresh.commitment)

    def _dealer(self, record: MatchRecord, state: play.MatchState, fresh: "_FreshSeed") -> Dealer | None:
        affairs = state.affairs
        if affairs.seed_revealed or affairs.commitment is None:
            return None
        seed = fresh.committed_to(affairs.commitment)
        if seed is None:
            with self._store_use:
                seed = self._log.engine.seed(record.id, affairs.commitment)
        if seed is None and affairs.dealing_ended:
            return None  # nothing is dealt any more, and a seed that is lost cannot be revealed
        if seed is None:
            raise StoreUnavailable(
                "this store does not have the seed of the match, so it cannot deal on; the referee may end dealing"
            )
        return play.dealer(state, record.id, seed)

    def _revealed_seed(self, record: MatchRecord, state: play.MatchState) -> bytes:
        """The seed that a state was dealt from, once it has been revealed."""
        for recorded in record.events():
            if isinstance(recorded.event, SeedRevealed):
                seed = bytes.fromhex(recorded.event.seed)
                if commitment(seed) == state.affairs.commitment:
                    return seed
        raise StoreUnavailable("the record does not have the seed of these draws")

    def _repeated(self, earlier: Any, act: Submitted) -> Answer:
        if earlier[0].entry.command != self.codec.encode_act(act):
            return Malformed("this command id was used for another command", "commandId")
        return Accepted(earlier[0].match_id, tuple(earlier))

    def _seat(self, events: list[Recorded], seed: bytes | None) -> Opened:
        match_id = events[0].match_id
        tokens = new_tokens(self._entropy)
        keepsakes = keepsakes_of(match_id, tokens, seed)
        try:
            return Opened(match_id, self._save(events, keepsakes), tokens)
        except IntegrityError as error:
            raise AlreadyRecorded(match_id) from error

    def _save(self, events: list[Recorded], keepsakes: Keepsakes | None = None) -> tuple[Recorded, ...]:
        salts = [event.salt or self._entropy(SALT_BYTES) for event in events]
        with self._store_use:
            positions, leaves = self._log.keep(events, salts, keepsakes)
        return tuple(
            Recorded(event.match_id, event.version, event.type, event.entry, position, salt, leaf)
            for event, position, salt, leaf in zip(events, positions, salts, leaves, strict=True)
        )


class _Kept:
    """A match in memory, the lock that whoever extends it holds, and its seats, which never change."""

    def __init__(self, record: MatchRecord) -> None:
        self.record = record
        self.lock = RLock()
        self.seats: Mapping[str, Viewer] = {}
        self._shown: tuple[datetime, float] | None = None

    def time(self, clock: datetime) -> datetime:
        """The time in the match by what a clock shows; it never goes back.

        While the clock is behind the last event, the time goes on all the same from what it was when it was last
        asked for, so that no stop takes longer.
        """
        last, passed = self.record.events(self.record.version - 1)[0].entry.at, monotonic()
        if clock < last:
            shown, since = self._shown or (last, passed)
            clock = max(last, shown + timedelta(seconds=passed - since))
        self._shown = clock, passed
        return clock


class _FreshSeed:
    """A seed that a decision may need, made when it is first asked for."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy

    @cached_property
    def seed(self) -> bytes:
        """The seed."""
        return self._entropy(SEED_BYTES)

    @property
    def commitment(self) -> str:
        """What is published of it."""
        return commitment(self.seed)

    def committed_to(self, commitment: str) -> bytes | None:
        """The seed, if it has been made and this is what is published of it."""
        made = "seed" in self.__dict__ and self.commitment == commitment
        return self.seed if made else None

    def used_in(self, steps: tuple[play.Step, ...]) -> dict[str, bytes]:
        """The seed by its commitment, where these steps have published it."""
        published = {getattr(step.event, "commitment", None) for step in steps} - {None}
        return {self.commitment: self.seed} if published else {}


class LogTail:
    """The log as it grows. Iterate over it; `stop` ends the iteration, from any thread."""

    def __init__(self, subscription: Subscription[Any]) -> None:
        self._subscription = subscription

    def __enter__(self) -> "LogTail":
        self._subscription.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._subscription.__exit__(*error)

    def __iter__(self) -> Iterator[LogEntry]:
        for notification in self._subscription:
            yield LogEntry(notification.id, str(notification.originator_id), notification.originator_version)

    def stop(self) -> None:
        """End the iteration."""
        self._subscription.stop()


class _EnvelopeMapper(Mapper[str]):
    """Maps recorded events to stored ones by our own codec."""

    def __init__(self, codec: Codec) -> None:
        self._codec = codec

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        recorded: Recorded = domain_event
        topic, data = recorded.stored or (self._codec.topic(recorded), self._codec.encode(recorded.entry))
        return StoredEvent(recorded.match_id, recorded.version, topic, data)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        name, entry = self._codec.decode(stored_event.topic, stored_event.state)
        return Recorded(str(stored_event.originator_id), stored_event.originator_version, name, entry)


class _Log(Application[str]):
    """The eventsourcing application behind the recorder."""

    name = "touchline"

    def __init__(self, codec: Codec, env: Mapping[str, str]) -> None:
        self._codec = codec
        super().__init__(env=env)

    def construct_mapper(self) -> Mapper[str]:
        return _EnvelopeMapper(self._codec)

    @property
    def engine(self) -> EngineReads:
        """What our engines offer beside the library's contract."""
        return cast(EngineReads, self.recorder)

    def keep(
        self, events: list[Recorded], salts: list[bytes], keepsakes: Keepsakes | None
    ) -> tuple[Sequence[int], list[bytes]]:
        """Record events in one commit; returns their positions and leaves."""
        stored = [self.mapper.to_stored_event(event) for event in events]
        leaves = [
            leaf_of(event.match_id, event.version, row.topic, salt, row.state)
            for event, row, salt in zip(events, stored, salts, strict=True)
        ]
        seals = list(zip(salts, leaves, strict=True))
        positions = self.recorder.insert_events(stored, seals=seals, keepsakes=keepsakes)
        return positions or (), leaves

    def subscribe(self, after: int) -> Subscription[Any]:
        return self.recorder.subscribe(gt=after)


class _StoreUse:
    """Counts who uses the store, so that it is closed under nobody, and puts its failures into our words."""

    def __init__(self, reason: Callable[[str], str]) -> None:
        self._reason = reason
        self._changed = Condition()
        self._users = 0
        self._closed = False

    def __enter__(self) -> None:
        with self._changed:
            if self._closed:
                raise StoreUnavailable("the store is closed")
            self._users += 1

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        with self._changed:
            self._users -= 1
            self._changed.notify_all()
        if isinstance(error, PersistenceError) and not isinstance(error, IntegrityError):
            raise StoreUnavailable(self._reason(str(error))) from error

    def close(self) -> bool:
        """Let nobody in any more and wait for those inside. Whether this call closed it."""
        with self._changed:
            closing, self._closed = not self._closed, True
            self._changed.wait_for(lambda: self._users == 0)
            return closing


def _unfit(record: MatchRecord, holder: Holder, act: Submitted) -> Malformed | NotPermitted | None:
    """Why an act is none of this match, or none of whoever sends it. Raises DamagedRecord."""
    if record.damage is not None:
        raise record.broken()
    if not (isinstance(act, MatchCommand) or type(act) in record.game.commands or type(act) in record.game.outcomes):
        return Malformed(f"{record.game.name} has no {type(act).__name__}", "command")
    if isinstance(act, MatchCommand):
        return disputes.not_permitted(holder.viewer, act)
    return play.not_permitted(record.state, holder.viewer, act)


def _oracle(record: MatchRecord, holder: Holder, act: Submitted) -> NotPermitted | None:
    """Why an act is not tried out: whether it would be accepted depends on what its sender may not know."""
    of_the_table = not isinstance(act, MatchCommand) or isinstance(act, RecordIrregularity)
    if of_the_table and holder.viewer.side is None and not record.open_to(holder.viewer):
        return NotPermitted("something is not open to you yet, and what would come of this could tell it")
    return None


def _conflict(record: MatchRecord, act: Submitted, expected: int | None) -> VersionConflict | None:
    current = record.version
    if expected is None:
        return None
    if not 0 <= expected <= current:
        return VersionConflict(f"the match has no version {expected} yet", expected, current)
    side = act.side if isinstance(act, Command) else None
    if side is not None:
        missed = (recorded.event for recorded in record.events(expected))
        if not any(record.game.disturbs(event, side) for event in missed):
            return None
    elif expected == current:
        return None
    return VersionConflict(f"the match has moved on from version {expected} to {current}", expected, current)
