"""The types of the API beyond those of the games: matches as a viewer sees them, and answers to what is submitted.

Where the domain, or a projection, has a class of the same meaning, its type is derived from it and not written here.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Annotated, Any, cast

import msgspec
import strawberry

from api.graphql.connections import Connection, Edge, cursor, key_after, page_info, page_size
from api.graphql.context import Info
from api.graphql.derive import Derivation, Interfaces, Vocabulary
from api.graphql.errors import bad_argument
from api.graphql.fields import field
from api.graphql.scalars import Json, Position
from domain.match import answers, difference, disputes, game, house_rules, play, rulebook
from domain.match.chance import Mode, Source
from domain.match.checkpoint import SignedCheckpoint
from domain.match.commands import DeclareReady
from domain.match.difference import Change
from domain.match.disputes import Preview
from domain.match.editions import Edition
from domain.match.events import MATCH_EVENTS, MatchOpened
from domain.match.explain import Explanation, WhyNot
from domain.match.provenance import Provenance, provenance
from domain.match.record import Damage, MatchRecord
from domain.match.recorder import Holder, Opened, Recorder
from domain.match.sides import SEATS, SIDES, BySide, Side, Viewer
from domain.match.visibility import Concealed, Seen
from projections.disputes import OpenReview, OpenUndo, review, undo
from projections.reading import Reading
from projections.scoreboard import Scoreboard, scoreboard
from projections.statistics import catalogue
from projections.summaries import MatchSummary
from projections.supposing import FigureChange, changes

BASE = Derivation()
"""What is derived of the classes that all games share."""

SIDE_OR_NONE = BASE.annotation(Side | None)

HISTORY = "history"
"""The kind of the cursors of a history."""

OTHERS = (
    "Fields of one name may be of different types in different games: a query over both gives one of them an alias."
)

MOST_COMMANDS = 1000
COUNTED = 100_000


@strawberry.interface(description=f"A fact of a match, as its game tells it. {OTHERS}")
class Event:
    """A fact of a match; implemented by the events of all games."""

    side: Side | None = strawberry.field(graphql_type=SIDE_OR_NONE, description="The side that the fact is about.")
    clause: str = strawberry.field(description="The rule that produced it; see the query `clause`.")


@strawberry.interface(description=f"What a side may want to do, in the form in which it is submitted. {OTHERS}")
class Command:
    """A command; implemented by the commands of all games, and by those that every match has."""

    @field(
        graphql_type=SIDE_OR_NONE,
        description="The side that acts; null for what every match has: who sends that, the token says.",
    )
    def side(self) -> Any:
        """The side of a command of a game."""
        return getattr(self, "side", None)


@strawberry.interface(description=f"What chance may bring: a face, or a drawn card. {OTHERS}")
class Outcome:
    """A chance outcome; implemented by the outcomes of all games."""

    side: Side | None = strawberry.field(
        graphql_type=SIDE_OR_NONE, description="The side whose die or pile it is; null for what belongs to neither."
    )


@strawberry.interface(description=f"The table of a match as a viewer may know it; each game has its own. {OTHERS}")
class Table:
    """A view of a table; implemented by the views of all games."""

    game: str = strawberry.field(description="The id of the game that is played on it.")


@strawberry.interface(description="Why a command is refused. Nothing of it is kept.")
class Refusal:
    """A refusal; implemented by every answer to a command but Accepted."""

    code: str = strawberry.field(description="The kind of refusal, for programs: RULE_VIOLATION, NOT_YOUR_TURN, ….")
    message: str = strawberry.field(description="What is wrong and what would be right, for people.")
    path: str = strawberry.field(description="The part of the request that it is about; empty for all of it.")


INTERFACES = Interfaces(event=Event, command=Command, outcome=Outcome, table=Table)

OPENING = BASE.output(MatchOpened, interface=Event)
SHARED_EVENTS = [BASE.output(event, interface=Event) for event in MATCH_EVENTS]
REFUSALS = (
    game.RuleViolation,
    answers.VersionConflict,
    answers.NotYourTurn,
    answers.NotPermitted,
    answers.MatchOver,
    answers.Malformed,
)
for _refusal in REFUSALS:
    BASE.output(_refusal, interface=Refusal)
SCOREBOARD = BASE.output(Scoreboard)
SUMMARY = BASE.output(MatchSummary)
DAMAGE = BASE.output(Damage)
CLAUSE = BASE.output(rulebook.Clause)
CHANGES = BASE.annotation(tuple[Change, ...])
PROVENANCE = BASE.output(Provenance)
REVIEW = BASE.output(OpenReview)
UNDO = BASE.output(OpenUndo)
EXPLANATION = BASE.output(Explanation)
WHY_NOT = BASE.output(
    WhyNot, extra={"refusal": strawberry.field(graphql_type=Refusal | None, description="Null where it is accepted.")}
)
RESULT = BASE.output(game.Result)
FIGURE_CHANGES = BASE.annotation(tuple[FigureChange, ...])


class Choice(game.Choice, frozen=True, kw_only=True):
    """A decision that a side may take now. `commands` names the command types that answer it.

    inputs: the fields of `CommandInput` that take those commands, in the same order.
    """

    inputs: tuple[str, ...]

    @classmethod
    def of(cls, choice: game.Choice, played: game.Game[Any], vocabulary: Vocabulary) -> "Choice":
        """A choice in a game."""
        return cls(**msgspec.structs.asdict(choice), inputs=vocabulary.inputs(played, choice.commands))


BASE.output(Choice, name="Choice")
CHOICES = BASE.annotation(tuple[Choice, ...])
VIEWER = BASE.annotation(Viewer)
COACHES = BASE.annotation(BySide[str | None])


@strawberry.type(
    description="What the log of this deployment holds, signed. Keep it: what is told later must be consistent with it."
)
class Checkpoint:
    """A signed checkpoint of the log."""

    origin: str = strawberry.field(description="The name of the log.")
    size: Position = strawberry.field(description="How many events it has.")
    root: str = strawberry.field(description="The RFC 6962 Merkle root of their leaves, in hex.")
    note: str = strawberry.field(
        description="The checkpoint as it is signed: a C2SP signed note, which `touchline verify --checkpoint` takes."
    )

    @classmethod
    def of(cls, signed: SignedCheckpoint) -> "Checkpoint":
        """A checkpoint as the API tells it."""
        checkpoint = signed.checkpoint
        return cls(
            origin=checkpoint.origin, size=Position(checkpoint.size), root=checkpoint.root.hex(), note=str(signed)
        )


@strawberry.type
class Covered:
    """An answer that a signed checkpoint covers."""

    @field(
        description="A signed checkpoint that covers all that this answer tells; made when it is asked for. Null, with "
        "an error, where the log cannot be signed."
    )
    async def checkpoint(self, info: Info) -> Checkpoint | None:
        """A checkpoint of the log as it is now. Raises UnsoundLog and StoreUnavailable."""
        services = info.context.services
        return Checkpoint.of(await services.threads.run(services.recorder.notary.checkpoint))


@strawberry.type(description="That an event is in the log, by RFC 6962, section 2.1.1. All hashes are in hex.")
class InclusionProof:
    """An inclusion proof."""

    leaf: str = strawberry.field(description="The leaf of the event.")
    index: Position = strawberry.field(description="Its index in the log, from 0.")
    hashes: list[str] = strawberry.field(description="The audit path, from the leaf to the root.")
    checkpoint: Checkpoint = strawberry.field(description="Of the log whose root the path leads to.")


@strawberry.type(description="That the log has only grown between two sizes, by RFC 6962, section 2.1.2.")
class ConsistencyProof:
    """A consistency proof."""

    old_size: Position = strawberry.field(description="The size of the log before.")
    hashes: list[str] = strawberry.field(description="The proof, in hex.")
    checkpoint: Checkpoint = strawberry.field(description="Of the log into which it has grown.")
    note: str = strawberry.field(
        description="Size, proof and checkpoint as C2SP witnesses and `touchline verify --checkpoint` take them."
    )


@strawberry.interface(description="An event of a match as the viewer may know it.")
class MatchEvent:
    """An event of a match, with what everyone may know of it."""

    version: int = strawberry.field(description="Its place in the match: 1 for the first, without gaps.")
    sentence: str = strawberry.field(description="What happened, in a sentence that a player understands.")
    side: Side | None = strawberry.field(graphql_type=SIDE_OR_NONE, description="The side that it is about.")
    recorded_at: datetime = strawberry.field(description="When it was recorded.")
    struck_by: int | None = strawberry.field(
        description="The version of the ruling or undo that strikes it; null where it stands."
    )
    leaf: str = strawberry.field(
        description="Its leaf in the log, in hex: it binds the event, and tells nothing of one that is not open yet."
    )


@strawberry.type(description="An event that the viewer may not know yet: that something happened, and on which side.")
class ConcealedEvent(MatchEvent):
    """An event that is not open to the viewer."""


@strawberry.type(description="An event in its envelope: the fact, who acted, and where the chance came from.")
class RecordedEvent(MatchEvent):
    """An event that the viewer may know."""

    type: str = strawberry.field(description='The stable name of its type, such as "tooor.GoalScored".')
    clause: str = strawberry.field(description="The rule that produced it.")
    by: str = strawberry.field(description='The seat that acted, or "recorder".')
    token: str = strawberry.field(description="The public id of the acting token; empty where no token acted.")
    command_id: str = strawberry.field(description="The sender's name for the request that brought it; empty for none.")
    source: Source | None = strawberry.field(
        graphql_type=BASE.annotation(Source | None), description="Of a chance event, where the outcome came from."
    )
    draw: int | None = strawberry.field(description="Of a chance event, the index of its draw in the match.")
    audience: str = strawberry.field(description='Who knew it when it happened: "all", or a side.')
    salt: str = strawberry.field(description="The random bytes, in hex, that its leaf was hashed with.")
    position: Position = strawberry.field(description="Its place in the log of the whole store.")
    event: Event = strawberry.field(description="The fact itself.")
    record: strawberry.Private[MatchRecord]

    @field(graphql_type=PROVENANCE | None, description="Of a chance event, where it came from and what was said of it.")
    def provenance(self) -> Provenance | None:
        """Where the outcome came from."""
        return provenance(self.record, self.version)


def told(record: MatchRecord, seen: Seen) -> MatchEvent:
    """An event as the API tells it to whoever sees it so."""
    sentence, struck_by = record.told(seen), record.struck_by(seen.version)
    if isinstance(seen, Concealed):
        return ConcealedEvent(
            version=seen.version,
            sentence=sentence,
            side=seen.side,
            recorded_at=seen.recorded_at,
            struck_by=struck_by,
            leaf=seen.leaf.hex(),
        )
    entry = seen.entry
    return RecordedEvent(
        version=seen.version,
        sentence=sentence,
        side=seen.event.side,
        recorded_at=entry.at,
        struck_by=struck_by,
        type=seen.type,
        clause=seen.event.clause,
        by=entry.by,
        token=entry.token,
        command_id=entry.command_id,
        source=entry.source,
        draw=entry.draw,
        audience=entry.audience,
        salt=seen.salt.hex(),
        leaf=seen.leaf.hex(),
        position=Position(seen.position),
        event=seen.event,  # type: ignore[arg-type]
        record=record,
    )


@strawberry.type(description="A page of the events of a match, in order.")
class MatchEventConnection(Connection[MatchEvent]):
    """A page of a history."""

    total_count: int = strawberry.field(description="How many events the match has: its version.")


@strawberry.type(description="A chance outcome that is possible now.")
class PossibleOutcome:
    """An outcome with its weight."""

    outcome: Outcome = strawberry.field(description="The outcome, in the form in which it is reported.")
    weight: Position = strawberry.field(
        description="Its weight: its probability is this part of the sum of all weights."
    )


@strawberry.type(description="The chance outcome that a match waits for.")
class PendingChance:
    """The one chance outcome that is due."""

    side: Side | None = strawberry.field(graphql_type=SIDE_OR_NONE, description="Whose die or pile it is.")
    clause: str = strawberry.field(description="The rule by which it is due.")
    prompt: str = strawberry.field(description="What is due, in words.")
    outcomes: list[PossibleOutcome] | None = strawberry.field(
        description="Its exact distribution; null while something of the match is not open to the viewer, because the "
        "distribution could tell it."
    )


@strawberry.type(description="What a match waits for: decisions, or one chance outcome; neither once it is over.")
class Pending:
    """What a match waits for."""

    choices: tuple[Choice, ...] = strawberry.field(
        graphql_type=CHOICES, description="The decisions that sides may take now."
    )
    chance: PendingChance | None = strawberry.field(description="The chance outcome that is due.")


@strawberry.type(description="The commands that would be accepted from the seat of the token now.")
class LegalCommands:
    """The first of the legal commands of a seat."""

    nodes: list[Command] = strawberry.field(description="The commands, as many as `first` asks for.")
    has_more: bool = strawberry.field(description="Whether there are more.")
    match: strawberry.Private["Match"]

    @field(
        graphql_type=list[Json],
        description="The same commands in the same order, each as `submit` takes it: send one back as it is.",
    )
    def inputs(self, info: Info) -> Any:
        """The commands as inputs."""
        return [info.context.services.vocabulary.as_input(command) for command in self.nodes]

    @field(description=f"How many there are; null where they are more than {COUNTED}.")
    async def total(self, info: Info) -> int | None:
        """Count them all."""
        total = await info.context.services.threads.run(lambda: sum(1 for _ in islice(self.match.legal(), COUNTED + 1)))
        return total if total <= COUNTED else None


@strawberry.type(description="A match as the holder of the token may know it.")
class Match(Covered):
    """A match as one viewer sees it, at the version that it had when the request came."""

    id: str = strawberry.field(description="The id of the match.")
    viewer: Viewer = strawberry.field(description="Who the token makes you in this match.", graphql_type=VIEWER)
    version: int = strawberry.field(description="How many events it has, as far as they can be read.")
    damage: Damage | None = strawberry.field(
        graphql_type=DAMAGE | None,
        description="The first version that cannot be read, if there is one. What lies before it can be.",
    )
    record: strawberry.Private[MatchRecord]

    @field(
        description="Whether the token that was sent is that of a seat of this match; null where none was sent. A "
        "wrong token is no error for reads: whoever sends one reads as a spectator, and `submit` refuses it."
    )
    def token_holds_seat(self, info: Info) -> bool | None:
        """Whether the token that was sent is good for anything here."""
        return None if info.context.token is None else self.viewer is not Viewer.SPECTATOR

    @classmethod
    def of(cls, record: MatchRecord, holder: Holder) -> "Match":
        """A match as a holder of a token sees it now."""
        version = record.version
        return cls(id=record.id, viewer=holder.viewer, version=version, damage=record.damage, record=record)

    @field(graphql_type=OPENING | None, description="What it is played with: its first event.")
    def opening(self) -> MatchOpened:
        """The first event. Raises DamagedRecord where that cannot be read."""
        return self.record.opening

    @field(description="The competition that it counts for; null where it is for itself.")
    def competition(self) -> str | None:
        """The competition. Raises DamagedRecord where the opening cannot be read."""
        return self.record.opening.competition or None

    @field(description="The season of the competition, where one was named.")
    def season(self) -> str | None:
        """The season. Raises DamagedRecord where the opening cannot be read."""
        return self.record.opening.season or None

    @field(graphql_type=COACHES | None, description="The persons who act for the sides; null where nobody was named.")
    def coaches(self) -> BySide[str | None]:
        """The coaches. Raises DamagedRecord where the opening cannot be read."""
        coaches = self.record.opening.coaches
        return BySide(coaches.home or None, coaches.away or None)

    @field(graphql_type=SCOREBOARD | None, description="Score, period and outcome.")
    def scoreboard(self) -> Scoreboard:
        """The scoreboard."""
        self.record.opening  # noqa: B018  a record without its opening has no score
        return scoreboard(self.record, self.version)

    @field(description="What happened, in order, a page at a time.")
    async def history(
        self,
        info: Info,
        first: Annotated[int, strawberry.argument(description="How many events, 1 to 100.")] = 100,
        after: Annotated[str | None, strawberry.argument(description="The cursor to go on behind.")] = None,
        as_of: Annotated[
            int | None,
            strawberry.argument(
                description="Up to this version, and as the viewer knew it then; the newest by default."
            ),
        ] = None,
    ) -> MatchEventConnection:
        """A page of the events after a cursor."""
        last = self.version if as_of is None else as_of
        if as_of is not None and not 1 <= as_of <= self.version:
            raise bad_argument("asOf", f"the match has versions 1 to {self.version}")
        size = page_size(first)
        begin = key_after(HISTORY, after)
        if begin > last:
            raise bad_argument("after", f"the history has {last} versions, this cursor is from beyond them")
        until = min(begin + size, last)
        events = await info.context.services.threads.run(lambda: self.events(begin, until, as_of))
        return MatchEventConnection(
            edges=[Edge(cursor=cursor(HISTORY, event.version), node=event) for event in events],
            page_info=page_info([event.version for event in events], HISTORY, begin, until < last),
            total_count=last,
        )

    @field(description="The whole table after a version, as the viewer might know it then.")
    async def position(
        self,
        info: Info,
        version: Annotated[int | None, strawberry.argument(description="1 or more; the newest by default.")] = None,
    ) -> Table | None:
        """The viewer's view. Raises UnknownVersion and DamagedRecord."""
        record = self.record
        state = record.state_at(self.version or 1 if version is None else version)
        return cast("Table", await info.context.services.threads.run(record.game.view, state.table, self.viewer))

    @field(graphql_type=CHANGES, description="What changed on the table from a version to another, for the viewer.")
    async def diff(
        self,
        info: Info,
        from_: Annotated[int, strawberry.argument(name="from", description="The version to compare with.")],
        to: Annotated[int | None, strawberry.argument(description="The other; the newest by default.")] = None,
    ) -> tuple[Change, ...]:
        """The differences between two of the viewer's views. Raises UnknownVersion and DamagedRecord."""
        last = (self.version or 1) if to is None else to
        return await info.context.services.threads.run(difference.between, self.record, from_, last, self.viewer)

    @field(graphql_type=REVIEW | None, description="The contest that waits for its ruling, if there is one.")
    def review(self) -> OpenReview | None:
        """The open review. Raises DamagedRecord where not even the opening can be read."""
        return review(self.record, self.version or 1)

    @field(graphql_type=UNDO | None, description="The undo that waits for consent, if there is one.")
    def undo(self) -> OpenUndo | None:
        """The undo that is asked for. Raises DamagedRecord where not even the opening can be read."""
        return undo(self.record, self.version or 1)

    @field(description="What the match waits for.")
    async def pending(self, info: Info) -> Pending | None:
        """What the match waits for. Raises DamagedRecord, because a damaged match cannot go on."""
        return await info.context.services.threads.run(self.waits_for, info.context.services.vocabulary)

    @field(
        metadata={"page": MOST_COMMANDS},
        description="What the seat of the token may do now; nothing for spectators. The referee of a reported match "
        "gets the commands of both sides, but nothing while something is not open to the referee: they could tell it.",
    )
    async def legal_commands(
        self,
        info: Info,
        first: Annotated[int, strawberry.argument(description=f"How many at most, 1 to {MOST_COMMANDS}.")] = 100,
    ) -> LegalCommands | None:
        """The first of the legal commands. Raises DamagedRecord."""
        size = page_size(first, MOST_COMMANDS)
        found: list[Any] = await info.context.services.threads.run(lambda: list(islice(self.legal(), size + 1)))
        return LegalCommands(nodes=found[:size], has_more=len(found) > size, match=self)

    def events(self, after: int, until: int, as_of: int | None = None) -> list[MatchEvent]:
        """The events after a version, up to and including another, as the viewer may know them now, or knew them."""
        return [told(self.record, seen) for seen in self.record.seen_by(self.viewer, after, until, as_of=as_of)]

    def due(self) -> game.Pending:
        """What the match waits for, to the game. Raises DamagedRecord."""
        if self.record.damage is not None:
            raise self.record.broken()
        return self.record.pending_at(self.version)

    def waits_for(self, vocabulary: Vocabulary) -> Pending:
        """What the match waits for, as the viewer may know it."""
        due = self.due()
        choices = tuple(Choice.of(choice, self.record.game, vocabulary) for choice in due.choices)
        return Pending(choices=choices, chance=self._chance(due.chance) if due.chance else None)

    def legal(self) -> Iterator[game.Command | DeclareReady]:
        """The commands that would be accepted from this viewer."""
        self.due()
        record, state = self.record, self.record.state_at(self.version)
        scorekeeper = (
            self.viewer is Viewer.REFEREE and state.reported and state.affairs.kicked_off and self._knows_all()
        )
        for side in SIDES if scorekeeper else (self.viewer.side,):
            if side is not None:
                yield from play.legal_commands(record.game, state, side)

    def _knows_all(self) -> bool:
        """Whether every event so far is open to the viewer, so that what follows from all of them tells no secret."""
        return self.record.open_to(self.viewer, self.version)

    def _chance(self, chance: game.Chance) -> PendingChance:
        outcomes: Any = [PossibleOutcome(outcome=one, weight=Position(weight)) for one, weight in chance.outcomes]  # type: ignore[arg-type]
        return PendingChance(
            side=chance.side,
            clause=chance.clause,
            prompt=chance.prompt,
            outcomes=outcomes if self._knows_all() else None,
        )


def match_of(recorder: Recorder, match_id: str, token: str | None) -> Match:
    """A match as the holder of a token sees it. Raises UnknownMatch and StoreUnavailable. Called in a thread."""
    return Match.of(recorder.match(match_id), recorder.holder(match_id, token))


@strawberry.type(description="The command is on disk.")
class Accepted(Covered):
    """A command that was accepted."""

    version: int = strawberry.field(description="The version of the match after it.")
    position: Position = strawberry.field(description="The place of its last event in the log of the whole store.")
    events: list[MatchEvent] = strawberry.field(description="What it brought, as the sender may know it.")
    match: Match = strawberry.field(description="The match after it.")


@strawberry.type(description="The tokens of the seats. Whoever has one holds that seat. They are told this once.")
class SeatTokens:
    """The tokens of the seats of a match."""

    home: str = strawberry.field(description="For the home side.")
    away: str = strawberry.field(description="For the away side.")
    referee: str = strawberry.field(description="For the referee, who in a reported match keeps the score.")


@strawberry.type(description="A match has been opened and is on disk.")
class OpenedMatch(Covered):
    """A match that has just been opened."""

    match_id: str = strawberry.field(description="The id of the match.")
    version: int = strawberry.field(description="The version of the match after its opening.")
    position: Position = strawberry.field(description="The place of its last event in the log of the whole store.")
    tokens: SeatTokens = strawberry.field(description="The tokens of the seats. Keep them: they are told this once.")

    @classmethod
    def of(cls, opened: Opened) -> "OpenedMatch":
        """What the API answers to an opening."""
        tokens = SeatTokens(**{seat.value: opened.tokens[seat] for seat in SEATS})
        return cls(match_id=opened.match_id, version=opened.version, position=Position(opened.position), tokens=tokens)


@strawberry.type(description="An act that could not follow from a correction.")
class CannotFollow:
    """A version that could not follow."""

    version: int = strawberry.field(description="The version that the act began.")
    sentence: str = strawberry.field(description="What happened there.")
    reason: str = strawberry.field(description="Why it could not follow.")


@strawberry.type(
    description="What a ruling would bring. It is not recorded, and nothing is dealt: draws to come stay unknown."
)
class RulingPreview:
    """What a ruling would bring."""

    before: game.Result = strawberry.field(graphql_type=RESULT, description="The result as it stands.")
    after: game.Result = strawberry.field(graphql_type=RESULT, description="The result that the ruling would bring.")
    strikes: int = strawberry.field(description="How many events it would strike.")
    cannot_follow: list[CannotFollow] = strawberry.field(
        description="Of a correction, the acts after it that could not follow from it; it would strike them."
    )
    figures: list[FigureChange] = strawberry.field(
        graphql_type=FIGURE_CHANGES,
        description="The statistics that would change, as far as everybody may know them.",
    )

    @classmethod
    def of(cls, record: MatchRecord, viewer: Viewer, preview: Preview) -> "RulingPreview":
        """What the API says of a preview."""
        now = Reading(record)
        figures = list(changes(now, now.supposing(preview.steps), catalogue()))
        missed = [
            CannotFollow(version=version, sentence=record.told(seen), reason=reason)
            for version, reason in preview.cannot_follow
            for seen in record.seen_by(viewer, version - 1, version)
        ]
        return cls(
            before=preview.before,
            after=preview.after,
            strikes=preview.strikes,
            cannot_follow=missed,
            figures=figures,
        )


class EditionSummary(msgspec.Struct, frozen=True):
    """An edition that matches can be opened with.

    digest: "sha256:" and the hex digest of its content. invented: whether its figures were made up for want of printed
    ones.
    """

    id: str
    game: str
    digest: str
    invented: bool

    @classmethod
    def of(cls, edition: Edition) -> "EditionSummary":
        """The summary of an edition."""
        return cls(edition.id, edition.game, edition.digest, bool(edition.content["invented"]))


@strawberry.type(name="Game", description="A game that can be recorded.")
class GameInfo:
    """A game, in the newest version of its rules."""

    id: str = strawberry.field(description="Its id, as `openMatch` takes it.")
    name: str = strawberry.field(description="Its name.")
    rules_version: int = strawberry.field(description="The version of its rules.")
    played: strawberry.Private[Any]

    @classmethod
    def of(cls, played: game.Game[Any]) -> "GameInfo":
        """What the API says of a game."""
        return cls(id=played.id, name=played.name, rules_version=played.rules_version, played=played)

    @field(
        graphql_type=BASE.annotation(tuple[house_rules.HouseRule, ...]),
        description="The switches that a match may set.",
    )
    def house_rules(self) -> Any:
        """The house rules."""
        return house_rules.describe(self.played.house_rules)

    @field(
        graphql_type=BASE.annotation(tuple[EditionSummary, ...]), description="The editions that it can be played with."
    )
    def editions(self, info: Info) -> Any:
        """The editions on the shelf."""
        return [EditionSummary.of(edition) for edition in info.context.services.shelf if edition.game == self.id]

    @field(graphql_type=BASE.annotation(tuple[rulebook.Clause, ...]), description="Every clause of its own rules.")
    def clauses(self) -> Any:
        """The rulebook."""
        return [clause for clause in disputes.clauses(self.played) if clause.game == self.id]


SUBMITTED = BASE.union("SubmitAnswer", [Accepted, *REFUSALS], "The answer to a command: accepted, or why not.")
PREVIEWED = BASE.union("PreviewAnswer", [RulingPreview, *REFUSALS], "What a ruling would bring, or why it is refused.")
OPENED = BASE.union("OpenMatchAnswer", [OpenedMatch, answers.Malformed], "The answer to an opening.")
TRIED_OUT = BASE.union(
    "TryOutAnswer", [OpenedMatch, game.RuleViolation, answers.NotPermitted, answers.Malformed], "The answer to a try."
)
NAMES = BASE.input(BySide[str])
MODE = BASE.annotation(Mode)
SUMMARIES = Connection[SUMMARY]  # type: ignore[valid-type]
