"""The schema: what can be asked, sent and followed. `python -m api.graphql.schema` writes it to schema.graphql."""

from collections.abc import AsyncIterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
import strawberry
from graphql import (
    GraphQLError,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLObjectType,
    get_named_type,
    is_leaf_type,
)
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from api.graphql import types
from api.graphql.connections import Connection, Edge, cursor, key_after, page_info, page_size
from api.graphql.context import Info, Services
from api.graphql.derive import Sent, Vocabulary
from api.graphql.errors import RequestError, bad_argument, present, shortened
from api.graphql.fairness import AskedOfDice
from api.graphql.fields import field, mutation, subscription
from api.graphql.limits import Documents
from api.graphql.scalars import SCALARS, Json, Position
from api.graphql.statistics import queries
from api.graphql.types import (
    MODE,
    NAMES,
    OPENED,
    SUBMITTED,
    Accepted,
    Checkpoint,
    ConsistencyProof,
    GameInfo,
    InclusionProof,
    Match,
    MatchEvent,
    OpenedMatch,
    match_of,
)
from domain.match import disputes, explain
from domain.match.answers import Accepted as Recorded
from domain.match.answers import Malformed, Refusal
from domain.match.chance import Mode
from domain.match.commands import MatchCommand
from domain.match.disputes import Preview
from domain.match.editions import UnknownEdition
from domain.match.envelope import Submitted
from domain.match.events import MATCH_EVENTS
from domain.match.explain import Explanation, WhyNot
from domain.match.recorder import Holder, Occasion, Opened, UnknownMatch
from domain.match.registry import Games, UnknownGame
from domain.match.rulebook import Clause
from domain.match.sides import BySide, Viewer
from projections.scoreboard import Scoreboard, scoreboard
from projections.statistics import catalogue
from projections.summaries import MatchSummary, summary

STATISTICS = queries(catalogue().values())

SDL = Path(__file__).with_name("schema.graphql")
"""Where the schema is committed."""

MATCHES = "matches"
"""The kind of the cursors of the list of matches."""

FEED_BATCH = 100
"""Events that a feed takes up at once."""


@strawberry.type(description="What can be asked.")
class Query(AskedOfDice):
    """What can be asked."""

    @field(description="A match as the holder of the token may know it.")
    async def match(self, info: Info, id: Annotated[str, strawberry.argument(description="Its id.")]) -> Match | None:
        """A match by its id. Raises UnknownMatch and StoreUnavailable."""
        services = info.context.services
        return await services.threads.run(match_of, services.recorder, id, info.context.token)

    @field(
        graphql_type=types.SUMMARIES, description="Every match of the store, in the order of opening, a page at a time."
    )
    async def matches(
        self,
        info: Info,
        first: Annotated[int, strawberry.argument(description="How many matches, 1 to 100.")] = 100,
        after: Annotated[str | None, strawberry.argument(description="The cursor to go on behind.")] = None,
    ) -> Connection[MatchSummary]:
        """A page of matches after a cursor. Raises StoreUnavailable."""
        size, begin = page_size(first), key_after(MATCHES, after)
        recorder = info.context.services.recorder

        def read() -> tuple[list[int], list[MatchSummary], bool]:
            found = recorder.matches(begin, size + 1)
            page = found[:size]
            return [key for key, _ in page], [summary(recorder.match(id)) for _, id in page], len(found) > size

        keys, summaries, more = await info.context.services.threads.run(read)
        edges = [Edge(cursor=cursor(MATCHES, key), node=node) for key, node in zip(keys, summaries, strict=True)]
        return Connection(edges=edges, page_info=page_info(keys, MATCHES, begin, more))

    @field(description="The games that can be recorded.")
    def games(self, info: Info) -> list[GameInfo]:
        """The games in the newest versions of their rules."""
        return [GameInfo.of(game) for game in info.context.services.recorder.games]

    @field(
        graphql_type=types.CLAUSE | None,
        description='A clause by its id, such as "TOOOR-4.3" or "MATCH-4.3": what events and refusals refer to.',
    )
    def clause(self, info: Info, id: Annotated[str, strawberry.argument(description="Its id.")]) -> Clause:
        """A clause of any game, or of every match. Raises RequestError for one that there is not."""
        for game in info.context.services.recorder.games:
            if (found := disputes.clause(game, id)) is not None:
                return found
        raise RequestError("UNKNOWN_CLAUSE", f"no game has a clause {id!r}")

    @field(
        graphql_type=types.EXPLANATION | None,
        description="Why an event followed: its clause in full, its figures, what was asked and due before it, and "
        "what it changed. Of an event that is not open to the holder of the token, what happened and no more.",
    )
    async def explain(
        self,
        info: Info,
        match_id: Annotated[str, strawberry.argument(description="The id of the match.")],
        version: Annotated[int, strawberry.argument(description="The version of the event.")],
    ) -> Explanation:
        """An explanation for the viewer. Raises UnknownMatch, UnknownVersion, DamagedRecord and StoreUnavailable."""
        services, token = info.context.services, info.context.token

        def read() -> Explanation:
            match = match_of(services.recorder, match_id, token)
            return explain.explain(match.record, version, match.viewer)

        return await services.threads.run(read)

    @field(description="A signed checkpoint of all that is recorded now, or of the log as it was at a size.")
    async def checkpoint(
        self,
        info: Info,
        size: Annotated[Position | None, strawberry.argument(description="How many events it had then.")] = None,
    ) -> Checkpoint | None:
        """A checkpoint. Raises UnsoundLog, StoreUnavailable, and RequestError for a size that the log does not have."""
        notary = info.context.services.recorder.notary

        def read() -> Checkpoint:
            if size is not None:
                _check_size("size", size, notary.size(), least=0)
            return Checkpoint.of(notary.checkpoint(size))

        return await info.context.services.threads.run(read)

    @field(description="The proof that an event is in the log.")
    async def inclusion_proof(
        self,
        info: Info,
        match_id: Annotated[str, strawberry.argument(description="The id of its match.")],
        version: Annotated[int, strawberry.argument(description="Its version there.")],
        size: Annotated[
            Position | None,
            strawberry.argument(description="The size of the log that it is to be shown in; the newest by default."),
        ] = None,
    ) -> InclusionProof | None:
        """An inclusion proof. Raises UnknownMatch, UnknownVersion, DamagedRecord, UnsoundLog and StoreUnavailable."""
        recorder = info.context.services.recorder
        notary = recorder.notary

        def read() -> InclusionProof:
            record = recorder.match(match_id)
            record.state_at(version)  # what it raises is the answer for a version that cannot be had
            (event,) = record.events(version - 1, version)
            index = notary.index(event.position)
            if size is not None:
                _check_size("size", size, notary.size(), least=index + 1)
            signed = notary.checkpoint(size)
            return InclusionProof(
                leaf=event.leaf.hex(),
                index=Position(index),
                hashes=[one.hex() for one in notary.inclusion_proof(index, signed.checkpoint.size)],
                checkpoint=Checkpoint.of(signed),
            )

        return await info.context.services.threads.run(read)

    @field(description="The proof that the log has only grown between two sizes.")
    async def consistency_proof(
        self,
        info: Info,
        old_size: Annotated[Position, strawberry.argument(description="The size of the log before: 1 or more.")],
        new_size: Annotated[
            Position | None, strawberry.argument(description="The size after; the newest by default.")
        ] = None,
    ) -> ConsistencyProof | None:
        """A consistency proof. Raises UnsoundLog, StoreUnavailable, and RequestError for sizes that cannot be."""
        notary = info.context.services.recorder.notary

        def read() -> ConsistencyProof:
            if new_size is not None:
                _check_size("newSize", new_size, notary.size())
            _check_size("oldSize", old_size, notary.size() if new_size is None else new_size)
            grown = notary.extension(old_size, new_size)
            return ConsistencyProof(
                old_size=old_size,
                hashes=[one.hex() for one in grown.proof],
                checkpoint=Checkpoint.of(grown.new),
                note=str(grown),
            )

        return await info.context.services.threads.run(read)


def _check_size(argument: str, size: int, most: int, least: int = 1) -> None:
    """Raises RequestError for a size of the log that cannot be asked for here."""
    if most < least:
        raise bad_argument(argument, "the log has no event yet")
    if not least <= size <= most:
        raise bad_argument(argument, f"{least} to {most} is allowed, not {size}")


@strawberry.type(description="What can be followed.")
class Subscription:
    """What can be followed."""

    @subscription(
        description="What has happened in a match, then what happens, each event once, as the viewer may know it. It "
        "goes on until the client ends it. After a lost connection, give the last version received. Subscriptions go "
        "over graphql-transport-ws at the address of everything else; the payload of `connection_init` is "
        '`{"Authorization": "Bearer …"}`, or empty for a spectator. As with `match`, a token of no seat is no error.'
    )
    async def match_feed(
        self,
        info: Info,
        match_id: Annotated[str, strawberry.argument(description="The id of the match.")],
        after_version: Annotated[
            int, strawberry.argument(description="The last version that is known; 0 for none.")
        ] = 0,
    ) -> AsyncIterator[MatchEvent]:
        """The events after a version. Raises UnknownMatch, StoreUnavailable, and at the damage DamagedRecord."""
        services = info.context.services
        if after_version < 0:
            raise bad_argument("afterVersion", "a version is 0 or more")
        holder = await services.threads.run(services.recorder.holder, match_id, info.context.token)
        async with services.hub.channel(match_id) as channel:
            if after_version > channel.record.version:
                channel.refreshed(await services.threads.run(services.recorder.match, match_id))
            if after_version > channel.record.version:
                raise RequestError("UNKNOWN_VERSION", f"afterVersion: the match has {channel.record.version} versions")
            version = after_version
            while True:
                match = Match.of(await channel.beyond(version), holder)
                if match.version <= version:
                    raise match.record.broken()
                until = min(version + FEED_BATCH, match.version)
                for event in match.events(version, until):
                    yield event
                version = until

    @subscription(
        graphql_type=types.SCOREBOARD,
        description="The scoreboard of a match now, and anew whenever score, period or outcome change, as everybody "
        "may know them. It goes on until the client ends it.",
    )
    async def scoreboard_feed(
        self, info: Info, match_id: Annotated[str, strawberry.argument(description="The id of the match.")]
    ) -> AsyncIterator[Scoreboard]:
        """Scoreboards that differ. Raises UnknownMatch, StoreUnavailable, and at the damage DamagedRecord."""
        async with info.context.services.hub.channel(match_id) as channel:
            version, told = 0, None
            while True:
                record = await channel.beyond(version)
                if record.version <= version:
                    raise record.broken()
                version = record.version
                board = scoreboard(record, version)
                if told is None or msgspec.structs.replace(board, version=told.version) != told:
                    yield board
                    told = board


@lru_cache(maxsize=4)
def build_schema(games: Games) -> "Schema":
    """The schema for a set of games, built once. All that is theirs in it is derived from their classes."""
    vocabulary = Vocabulary(games, types.BASE, types.INTERFACES)
    return Schema(vocabulary)


class Schema(strawberry.Schema):
    """The schema, with the vocabulary of its games."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        super().__init__(
            query=_query(vocabulary),
            mutation=_mutation(vocabulary),
            subscription=Subscription,
            types=[*types.SHARED_EVENTS, *vocabulary.types, types.ConcealedEvent, types.RecordedEvent],
            extensions=[Documents],
            config=StrawberryConfig(scalar_map=SCALARS),
        )
        names = {**vocabulary.names, **{event: event.__name__ for event in MATCH_EVENTS}}
        self._resolve_by_class(types.INTERFACES, names)
        self._shorten_refusals()
        for family in vocabulary.families:
            self._tell_apart(family)

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Make errors fit for their sender, and log those that nobody expected."""
        for error in errors:
            present(error)

    def _resolve_by_class(self, interfaces: Any, names: Mapping[type, str]) -> None:
        """Tell derived types apart by the class of the value: one look-up instead of asking each type in turn."""

        def resolve(value: Any, *_: Any) -> str:
            return names[type(value)]

        for interface in interfaces:
            derived = self._schema.get_type(interface.__strawberry_definition__.name)
            if isinstance(derived, GraphQLInterfaceType):
                derived.resolve_type = resolve
        for name in names.values():
            object_type = self._schema.get_type(name)
            if isinstance(object_type, GraphQLObjectType):
                object_type.is_type_of = None

    def _shorten_refusals(self) -> None:
        """Cut what refusals quote of the request."""
        refusal = self._schema.get_type("Refusal")
        assert isinstance(refusal, GraphQLInterfaceType)
        for one in self._schema.get_possible_types(refusal):
            one.fields["message"].resolve = lambda value, _: shortened(value.message)
            one.fields["path"].resolve = lambda value, _: shortened(value.path)

    def _tell_apart(self, family: Sequence[str]) -> None:
        """Describe the fields of one name that a query over these types can select only under aliases."""
        named: dict[str, dict[str, GraphQLField]] = {}
        for name in family:
            object_type = self._schema.get_type(name)
            assert isinstance(object_type, GraphQLObjectType)
            inherited = {name for interface in object_type.interfaces for name in interface.fields}
            for field_name in object_type.fields.keys() - inherited:
                named.setdefault(field_name, {})[name] = object_type.fields[field_name]
        for field_name, fields in named.items():
            for one in fields.values():
                others = [name for name, other in fields.items() if _shape(other) != _shape(one)]
                if others:
                    note = f"A query over this and {others[0]}.{field_name}, which is of another type, needs an alias."
                    one.description = f"{one.description or ''} {note}".strip()


def _shape(field: GraphQLField) -> str:
    """What must be the same in fields that come under one name, as GraphQL has it."""
    named = get_named_type(field.type)
    return str(field.type) if is_leaf_type(named) else str(field.type).replace(named.name, "{}")


def _query(vocabulary: Vocabulary) -> type:
    """What can be asked, with the statistics, and with the questions whose input has the commands of all games."""

    @strawberry.type(name="Query", description="What can be asked.")
    class AskedWithCommands(Query, STATISTICS):  # type: ignore[misc,valid-type]
        """What can be asked."""

        @field(
            graphql_type=types.WHY_NOT | None,
            description="What `submit` would answer now, by the same path and without recording anything: whether the "
            "command would be accepted, or why not, with the clauses in full.",
        )
        async def why_not(
            self,
            info: Info,
            match_id: Annotated[str, strawberry.argument(description="The id of the match.")],
            command: Annotated[
                Any, strawberry.argument(description="What is tried.", graphql_type=vocabulary.command_input)
            ],
            expected_version: Annotated[int | None, strawberry.argument(description="As `submit` takes it.")] = None,
        ) -> WhyNot:
            """Try a command out. Raises UnknownMatch, DamagedRecord and StoreUnavailable."""
            context = info.context
            return await context.services.threads.run(
                _why_not, context.services, context.token, match_id, command, expected_version
            )

        @field(
            graphql_type=types.PREVIEWED | None,
            description="What a ruling would bring, for the token of the referee, without recording it.",
        )
        async def preview_ruling(
            self,
            info: Info,
            match_id: Annotated[str, strawberry.argument(description="The id of the match.")],
            command: Annotated[
                Any, strawberry.argument(description="The ruling.", graphql_type=vocabulary.command_input)
            ],
        ) -> types.RulingPreview | Refusal:
            """Preview a ruling. Raises UnknownMatch, DamagedRecord and StoreUnavailable."""
            context = info.context
            return await context.services.threads.run(_preview, context.services, context.token, match_id, command)

    return AskedWithCommands


def _mutation(vocabulary: Vocabulary) -> type:
    """The mutations, whose input has the commands of all games."""

    @strawberry.type(description="What can be sent.")
    class Mutation:
        """What can be sent."""

        @mutation(
            graphql_type=OPENED,
            description="Open a match. The answer has the tokens of its seats, this once. It takes no id of the "
            "request: where the answer is lost, so are the tokens, and a retry opens another match.",
        )
        async def open_match(
            self,
            info: Info,
            game: Annotated[str, strawberry.argument(description="The id of the game.")],
            edition: Annotated[str, strawberry.argument(description="The id of the edition.")],
            names: Annotated[Any, strawberry.argument(description="The names of the sides.", graphql_type=NAMES)],
            mode: Annotated[Any, strawberry.argument(description="Who supplies the chance.", graphql_type=MODE)],
            house_rules: Annotated[
                Json | None,
                strawberry.argument(description="An object of the house rules that differ from their defaults."),
            ] = None,
            kick_off_when_ready: Annotated[
                bool,
                strawberry.argument(
                    description="Whether the match waits until both sides have declared that they are ready, so that "
                    "they can add entropy to its draws."
                ),
            ] = False,
            dispute_window: Annotated[
                int | None,
                strawberry.argument(
                    description="Seconds after the end in which the result may be contested; for ever where not given."
                ),
            ] = None,
            competition: Annotated[
                str,
                strawberry.argument(description="The competition that it counts for; empty where it is for itself."),
            ] = "",
            season: Annotated[
                str, strawberry.argument(description="The season of the competition; empty where it has none.")
            ] = "",
            coaches: Annotated[
                Any,
                strawberry.argument(
                    description="The persons who act for the sides; empty where nobody is named.",
                    graphql_type=NAMES | None,
                ),
            ] = None,
        ) -> OpenedMatch | Malformed:
            """Open a match."""
            others = {
                "kick_off_when_ready": kick_off_when_ready,
                "dispute_window": dispute_window,
                "occasion": Occasion(competition, season, _by_side(coaches) if coaches else BySide("", "")),
            }
            opened = await info.context.services.threads.run(
                lambda: _open(info.context.services, game, edition, names, Mode(mode), house_rules, others)
            )
            return OpenedMatch.of(opened) if isinstance(opened, Opened) else opened

        @mutation(
            graphql_type=types.TRIED_OUT,
            description="Open a sandbox: a match that goes on from a version of another, and counts nowhere. Anybody "
            "may try out what is open to everybody up to there (MATCH-6.1).",
        )
        async def try_out(
            self,
            info: Info,
            match_id: Annotated[str, strawberry.argument(description="The id of the match.")],
            version: Annotated[int, strawberry.argument(description="The version to go on from.")],
            same_draws: Annotated[
                bool,
                strawberry.argument(
                    description="Meet the draws that the match would have met, once their seed is revealed; fresh ones "
                    "otherwise (MATCH-6.2)."
                ),
            ] = False,
        ) -> Any:
            """Try a match out. Raises UnknownVersion, DamagedRecord and StoreUnavailable."""
            services = info.context.services

            def open_sandbox() -> Any:
                try:
                    opened = services.recorder.try_out(match_id, version, same_draws=same_draws)
                except UnknownMatch as error:
                    return Malformed(str(error), "matchId")
                return OpenedMatch.of(opened) if isinstance(opened, Opened) else opened

            return await services.threads.run(open_sandbox)

        @mutation(
            graphql_type=SUBMITTED,
            description="Submit a command, or in a reported match a chance outcome. An accepted one is on disk.",
        )
        async def submit(
            self,
            info: Info,
            match_id: Annotated[str, strawberry.argument(description="The id of the match.")],
            command_id: Annotated[
                str,
                strawberry.argument(description="Your own name for this request: a repeat returns the first answer."),
            ],
            command: Annotated[
                Any, strawberry.argument(description="What is submitted.", graphql_type=vocabulary.command_input)
            ],
            expected_version: Annotated[
                int | None,
                strawberry.argument(
                    description="The version that you have seen; if the match has moved on in a way that matters to "
                    "the command, it is refused."
                ),
            ] = None,
        ) -> Accepted | Refusal:
            """Submit a command."""
            return await info.context.services.threads.run(
                _submit, info.context.services, info.context.token, match_id, command_id, command, expected_version
            )

    return Mutation


def _open(
    services: Services,
    game: str,
    edition: str,
    names: Mapping[str, str],
    mode: Mode,
    house_rules: object,
    others: Mapping[str, Any],
) -> Opened | Malformed:
    try:
        services.recorder.games.current(game)
        chosen = services.shelf.get(edition)
    except UnknownGame as error:
        return Malformed(str(error), "game")
    except UnknownEdition as error:
        return Malformed(str(error), "edition")
    if house_rules is not None and not isinstance(house_rules, dict):
        return Malformed("house rules are an object of names and values", "houseRules")
    return services.recorder.open_match(game, chosen, _by_side(names), mode, house_rules, **others)


def _by_side(names: Mapping[str, str]) -> BySide[str]:
    return msgspec.convert(names, BySide[str])


def _submit(
    services: Services, token: str | None, match_id: str, command_id: str, command: Sent, expected_version: int | None
) -> Accepted | Refusal:
    recorder = services.recorder
    act = _act(services.vocabulary, command)
    if isinstance(act, Malformed):
        return act
    try:
        answer = recorder.submit(match_id, token, command_id, act, expected_version)
    except UnknownMatch as error:
        return Malformed(str(error), "matchId")
    if not isinstance(answer, Recorded):
        return answer
    record = recorder.match(match_id, at_least=answer.version)
    match = Match.of(record, Holder(Viewer(answer.events[0].entry.by), answer.events[0].entry.token))
    return Accepted(
        version=answer.version,
        position=Position(answer.position),
        events=match.events(answer.events[0].version - 1, answer.version),
        match=match,
    )


def _why_not(
    services: Services, token: str | None, match_id: str, command: Sent, expected_version: int | None
) -> WhyNot:
    recorder = services.recorder
    match = match_of(recorder, match_id, token)
    act = _act(services.vocabulary, command)
    if isinstance(act, Malformed):
        return explain.why_not(match.record, act)
    answer = recorder.dry_run(match_id, recorder.holder(match_id, token), act, expected_version)
    return explain.why_not(match.record, answer)


def _preview(services: Services, token: str | None, match_id: str, command: Sent) -> types.RulingPreview | Refusal:
    recorder = services.recorder
    match = match_of(recorder, match_id, token)
    act = _act(services.vocabulary, command)
    if isinstance(act, Malformed):
        return act
    if not isinstance(act, MatchCommand):
        return Malformed(f"{type(act).__name__} is no ruling", f"command.{command.field}")
    preview = recorder.preview(match_id, token, act)
    if not isinstance(preview, Preview):
        return preview
    return types.RulingPreview.of(match.record, match.viewer, preview)


def _act(vocabulary: Vocabulary, sent: Sent) -> Submitted | Malformed:
    """What a @oneOf input stands for."""
    try:
        return msgspec.convert(sent.data, vocabulary.acts[sent.field])
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        return Malformed(message, f"command.{sent.field}{path.rstrip('`')}")


if __name__ == "__main__":
    from domain.games import GAMES

    SDL.write_text(f"{build_schema(GAMES).as_str()}\n", encoding="utf-8")
