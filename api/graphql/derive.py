"""Derives GraphQL types from the domain's own classes, so that nothing is typed a second time.

A struct becomes an object type of the same fields, and for what is sent in, an input type. The objects that resolvers
return are the domain's own; their fields are read as they are.

    Struct, pydantic model   ObjectType; ObjectTypeInput       StrEnum     enum of its members' names
    tuple, list, frozenset   list                              dict, Any   JSON
    X | None                 nullable                          A | B       union; for input a @oneOf
    Box[X] (generic)         XBox                              Literal     Int or String
"""

import enum
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Literal, get_args, get_origin

import msgspec
import strawberry
from pydantic import BaseModel
from strawberry.types.base import StrawberryList, StrawberryOptional, StrawberryType
from strawberry.types.enum import EnumValue, StrawberryEnumDefinition

from api.graphql import docs
from api.graphql.scalars import Json, Position
from domain.match.commands import MATCH_COMMANDS, MatchCommand
from domain.match.game import Command, Game, Outcome
from domain.match.registry import Games

SHARED = "domain.match"
"""Classes of this package belong to all games, so their names carry none."""

GraphQLType = Any
"""A strawberry type: a decorated class, or a StrawberryType around one."""


Converter = Callable[[Any], Any]
"""Turns what GraphQL read into plain data."""


class Underivable(TypeError):
    """A class of the domain that has no counterpart in GraphQL. Raised at start, never while serving."""


class Sent(typing.NamedTuple):
    """What came in a @oneOf input: the field that was set, and plain data under the names that msgspec converts."""

    field: str
    data: dict[str, Any]


class _Field(typing.NamedTuple):
    name: str
    encoded: str
    hint: Any
    default: Any = strawberry.UNSET
    required: bool = True


class Derivation:
    """Derives types, each once. `prefix` goes before the names of classes that not all games share.

    base: what is derived already, so that its types are used and not made again.
    """

    def __init__(self, prefix: str = "", base: "Derivation | None" = None) -> None:
        self._prefix = prefix
        self.outputs: dict[Any, GraphQLType] = dict(base.outputs) if base else {}
        self._inputs: dict[Any, GraphQLType] = dict(base._inputs) if base else {}
        self._enums: dict[type, StrawberryEnumDefinition] = dict(base._enums) if base else {}
        self._converters: dict[Any, Converter] = dict(base._converters) if base else {}

    def output(
        self,
        struct: Any,
        *,
        name: str = "",
        interface: type | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> GraphQLType:
        """The object type of a struct. extra: fields beside, or in place of, its own, by name."""
        if struct not in self.outputs:
            name = name or self._name(struct)
            origin = get_origin(struct) or struct
            body = self._body(name, origin, (interface,) if interface else ())
            made: Any = type(name, *body)
            self.outputs[struct] = made  # before its fields, which may lead back to it
            said = {**_descriptions(interface), **docs.of_fields(origin)}
            for field in _fields(struct):
                made.__annotations__[field.name] = Any
                setattr(
                    made,
                    field.name,
                    strawberry.field(
                        graphql_type=self._type(field.hint, self.output), description=said.get(field.name)
                    ),
                )
            for extra_name, extra_field in (extra or {}).items():
                setattr(made, extra_name, extra_field)
            if not made.__annotations__ and not extra and not interface:
                raise Underivable(f"{origin.__qualname__} has no fields; GraphQL needs one")
            made.is_type_of = classmethod(lambda _cls, value, _info: isinstance(value, origin))
            strawberry.type(made, name=name, description=docs.of_class(origin))
        return self.outputs[struct]

    def input(self, struct: Any) -> GraphQLType:
        """The input type of a struct. What is sent in arrives as plain data under the names that msgspec converts."""
        if struct not in self._inputs:
            name = f"{self._name(struct)}Input"
            origin = get_origin(struct) or struct
            made: Any = type(name, *self._body(name, origin, ()))
            self._inputs[struct] = made
            said = docs.of_fields(origin)
            converters: dict[str, tuple[str, Converter]] = {}
            for field in _fields(struct):
                made.__annotations__[field.name] = Any
                graphql_type = self._type(field.hint, self.input)
                converters[camel(field.name)] = (field.encoded, self._converter(graphql_type))
                if not field.required and field.default is strawberry.UNSET:
                    graphql_type = _nullable(graphql_type)
                options = {} if field.required else {"default": field.default}
                described = said.get(field.name)
                setattr(made, field.name, strawberry.field(graphql_type=graphql_type, description=described, **options))
            if not converters:
                raise Underivable(f"{origin.__qualname__} has no fields; GraphQL needs one")
            strawberry.input(made, name=name, description=docs.of_class(origin))
            convert = self._converters[made] = _renamed(converters)
            made.__strawberry_definition__.from_input = lambda _cls, value, _context: convert(value)
        return self._inputs[struct]

    def enum(self, members: type[enum.Enum]) -> StrawberryEnumDefinition:
        """The enum type of an enum: its members under their names."""
        if members not in self._enums:
            said = docs.of_fields(members)
            self._enums[members] = StrawberryEnumDefinition(
                wrapped_cls=members,
                name=self._name(members),
                values=[EnumValue(member.name, member, description=said.get(member.name)) for member in members],
                description=docs.of_class(members),
            )
        return self._enums[members]

    def union(self, name: str, structs: Sequence[Any], description: str) -> GraphQLType:
        """A union of the object types of structs, or of types that are derived or written already."""
        members = [one if hasattr(one, "__strawberry_definition__") else self.output(one) for one in structs]
        return typing.Annotated[reduce(or_, members), strawberry.union(name, description=description)]

    def one_of(self, name: str, inputs: Mapping[str, type[msgspec.Struct]], description: str) -> GraphQLType:
        """A @oneOf input of the input types of structs, by field name. It arrives as a `Sent`.

        A struct without fields, of which GraphQL knows no input, is sent as `true`.
        """
        made: Any = type(name, (), {"__annotations__": {}, "__module__": __name__})
        sent = {field: self.input(struct) if struct.__struct_fields__ else bool for field, struct in inputs.items()}
        converters = {field: _true_for_all if kind is bool else self._converter(kind) for field, kind in sent.items()}
        for field, struct in inputs.items():
            made.__annotations__[field] = Any
            graphql_type = StrawberryOptional(of_type=sent[field])
            described = docs.of_class(struct)
            setattr(
                made,
                field,
                strawberry.field(
                    graphql_type=graphql_type, default=strawberry.UNSET, name=field, description=described
                ),
            )
        strawberry.input(made, name=name, one_of=True, description=description)

        def from_input(_cls: type, value: Mapping[str, Any], _context: Any) -> Sent:
            field, given = next((field, given) for field, given in value.items() if given is not strawberry.UNSET)
            return Sent(field, converters[field](given))

        made.__strawberry_definition__.from_input = from_input
        return made

    def annotation(self, hint: Any) -> GraphQLType:
        """The output type of any annotation."""
        return self._type(hint, self.output)

    def _type(self, hint: Any, struct: Callable[[Any], GraphQLType]) -> GraphQLType:
        if get_origin(hint) is typing.Annotated:
            hint = get_args(hint)[0]
        origin = get_origin(hint)
        if origin in (typing.Union, types.UnionType):
            members = [member for member in get_args(hint) if member is not type(None)]
            made = self._type(members[0], struct) if len(members) == 1 else self._alternatives(members, struct)
            return _nullable(made) if len(members) < len(get_args(hint)) else made
        if origin is Literal:
            kinds = {type(value) for value in get_args(hint)}
            return kinds.pop() if len(kinds) == 1 else Json
        if hint in (int, str, bool, float, datetime, Json, Position):
            return hint
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return self.enum(hint)
        named = origin or hint
        if isinstance(named, type) and issubclass(named, msgspec.Struct | BaseModel):
            return struct(hint)
        if named in (Any, object) or (isinstance(named, type) and issubclass(named, Mapping)):
            return Json
        if isinstance(named, type) and issubclass(named, Sequence | AbstractSet) and get_args(hint):
            elements = {one for one in get_args(hint) if one is not ...}
            if len(elements) == 1:
                return StrawberryList(of_type=self._type(elements.pop(), struct))
            return Json
        raise Underivable(f"{hint!r} has no counterpart in GraphQL")

    def _converter(self, graphql_type: GraphQLType) -> Converter:
        if isinstance(graphql_type, StrawberryList):
            return _each(self._converter(graphql_type.of_type))
        if isinstance(graphql_type, StrawberryOptional):
            return _nothing_or(self._converter(graphql_type.of_type))
        return self._converters.get(graphql_type, _as_it_is)

    def _alternatives(self, members: Sequence[Any], struct: Callable[[Any], GraphQLType]) -> GraphQLType:
        if not all(isinstance(member, type) and issubclass(member, msgspec.Struct) for member in members):
            return Json
        name = "Or".join(self._name(member) for member in members)
        if struct == self.output:
            return self.union(name, members, f"One of {', '.join(self._name(member) for member in members)}.")
        raise Underivable(f"a choice of structs ({name}) inside a command has no counterpart in GraphQL")

    def _name(self, named: Any) -> str:
        arguments = get_args(named)
        if arguments:
            return "".join(_word(self.annotation(argument)) for argument in arguments) + str(get_origin(named).__name__)
        shared = named.__module__ == SHARED or named.__module__.startswith(f"{SHARED}.")
        name = str(named.__name__)
        return name if shared or name.startswith(self._prefix) else f"{self._prefix}{name}"

    @staticmethod
    def _body(name: str, origin: type, bases: tuple[type, ...]) -> tuple[tuple[type, ...], dict[str, Any]]:
        return bases, {"__annotations__": {}, "__module__": __name__, "__qualname__": name, "__doc__": origin.__doc__}


class Vocabulary:
    """What is derived for the schema from the domain: events, commands, outcomes and tables of all games.

    event, command, outcome, table: the interfaces that their types implement, by the class of the domain.
    types: every derived type. names: GraphQL names by class. command_input: the @oneOf input of everything that can be
    submitted. acts: the classes that its fields stand for. families: the names of the types that one game adds to one
    interface.
    """

    def __init__(self, games: Games, base: Derivation, interfaces: "Interfaces") -> None:
        self.names: dict[type, str] = {}
        self.types: list[GraphQLType] = []
        self.acts: dict[str, type[Command | Outcome | MatchCommand]] = {}
        self._add(base, interfaces.command, MATCH_COMMANDS)
        for command in MATCH_COMMANDS:
            self._take(base, "", command)
        self.families: list[list[str]] = []
        derivation = base
        for prefix, game in _prefixed(games):
            derivation = Derivation(prefix, derivation)
            for interface, structs in (
                (interfaces.event, game.events),
                (interfaces.command, game.commands),
                (interfaces.outcome, game.outcomes),
            ):
                self._add(derivation, interface, structs)
                self.families.append([self.names[struct] for struct in structs])
            table = {"game": _constant(game.id)}
            derivation.output(game.view_type, name=f"{prefix}Table", interface=interfaces.table, extra=table)
            self._add(derivation, interfaces.table, [game.view_type])
            acts: list[type[Command | Outcome]] = [*game.commands, *game.outcomes]
            for act in acts:
                self._take(derivation, prefix, act)
        self._fields = {act: name for name, act in self.acts.items()}
        self.command_input = derivation.one_of(
            "CommandInput",
            self.acts,
            "What is submitted to a match, exactly one of these: a command of its game, a command that every match "
            "has, or in a reported match a chance outcome. One without fields of its own is sent as true.",
        )

    def _take(self, derivation: Derivation, prefix: str, act: type[Command | Outcome | MatchCommand]) -> None:
        """Let an act be submitted, under its name."""
        if act in self.acts.values():
            return
        if act.__struct_fields__:
            derivation.input(act)
        name = f"{prefix}{act.__name__}"
        self.acts[f"{name[:1].lower()}{name[1:]}"] = act

    def as_input(self, act: Any) -> dict[str, Any]:
        """An act as the @oneOf input takes it."""
        return {self._fields[type(act)]: _sent(act) if act.__struct_fields__ else True}

    def inputs(self, game: Game[Any], commands: Sequence[str]) -> tuple[str, ...]:
        """The fields of the @oneOf input that take these commands of a game, or of every match."""
        kinds: list[type[Command | MatchCommand]] = [*MATCH_COMMANDS, *game.commands]
        fields = {kind.__name__: self._fields[kind] for kind in kinds}
        return tuple(fields[command] for command in commands)

    def _add(self, derivation: Derivation, interface: type, structs: Sequence[type]) -> None:
        for struct in structs:
            made = derivation.output(struct, interface=interface)
            if struct not in self.names:
                self.names[struct] = made.__strawberry_definition__.name
                self.types.append(made)


class Interfaces(typing.NamedTuple):
    """The interfaces that the derived types of games implement."""

    event: type
    command: type
    outcome: type
    table: type


def pascal(name: str) -> str:
    """The id of a game, or the name of a statistic, as names of types have it: "soccer_duel" gives "SoccerDuel"."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def _prefixed(games: Games) -> Iterator[tuple[str, Game[Any]]]:
    """Games with the prefixes of their types: the newest rules first, so that they have the plain names."""
    current = {game.id: game.rules_version for game in games}
    for game in games:
        yield pascal(game.id), game
    for game in games.every_version():
        if game.rules_version != current[game.id]:
            yield f"{pascal(game.id)}V{game.rules_version}", game


def _fields(struct: Any) -> Iterator[_Field]:
    origin = get_origin(struct) or struct
    if issubclass(origin, BaseModel):
        for name, info in origin.model_fields.items():
            yield _Field(name, name, info.annotation)
        return
    for field in msgspec.structs.fields(struct):
        simple = field.default is None or isinstance(field.default, bool | int | str | float)
        default = field.default if simple and not isinstance(field.default, enum.Enum) else strawberry.UNSET
        yield _Field(field.name, field.encode_name, field.type, default, field.required)


def _descriptions(interface: Any) -> dict[str, str]:
    """What an interface says of its fields."""
    fields = interface.__strawberry_definition__.fields if interface else ()
    return {field.python_name: field.description for field in fields if field.description}


def _sent(value: Any) -> Any:
    """A value as a client sends it: enums by the names of their members."""
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, msgspec.Struct):
        return {field.encode_name: _sent(getattr(value, field.name)) for field in msgspec.structs.fields(value)}
    if isinstance(value, tuple | list):
        return [_sent(part) for part in value]
    return value


def _as_it_is(value: Any) -> Any:
    return value


def _true_for_all(value: bool) -> Any:
    """The data of a struct without fields, for true; what is no data of it, for false."""
    return {} if value else value


def _nothing_or(convert: Converter) -> Converter:
    return convert if convert is _as_it_is else lambda value: None if value is None else convert(value)


def _each(convert: Converter) -> Converter:
    return convert if convert is _as_it_is else lambda values: [convert(value) for value in values]


def _renamed(converters: Mapping[str, tuple[str, Converter]]) -> Converter:
    if all(name == encoded and convert is _as_it_is for name, (encoded, convert) in converters.items()):
        return _as_it_is

    def convert(value: Mapping[str, Any]) -> dict[str, Any]:
        return {converters[name][0]: converters[name][1](sent) for name, sent in value.items()}

    return convert


def _constant(value: str) -> Any:
    def game() -> str:
        return value

    return strawberry.field(resolver=game, description="The id of the game that is played on it.")


def _nullable(graphql_type: GraphQLType) -> GraphQLType:
    return graphql_type if isinstance(graphql_type, StrawberryOptional) else StrawberryOptional(of_type=graphql_type)


def camel(name: str) -> str:
    """A name in snake case as fields and arguments have it."""
    first, *others = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in others)


def _word(graphql_type: GraphQLType) -> str:
    """A type inside a name."""
    if isinstance(graphql_type, StrawberryList):
        return f"{_word(graphql_type.of_type)}List"
    if isinstance(graphql_type, StrawberryOptional):
        return f"Optional{_word(graphql_type.of_type)}"
    if isinstance(graphql_type, StrawberryType):
        return str(getattr(graphql_type, "name", "Value"))
    definition = getattr(graphql_type, "__strawberry_definition__", None)
    if definition is not None:
        return str(definition.name)
    scalars = {int: "Int", str: "String", bool: "Boolean", float: "Float", datetime: "DateTime", Position: "Long"}
    return scalars.get(graphql_type, "Json")
