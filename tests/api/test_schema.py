"""The schema: committed, complete, and derived for every game that is registered."""

from typing import Any

from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType, GraphQLUnionType

from api.graphql.schema import SDL, Schema, build_schema
from domain.games import GAMES
from domain.match.commands import MATCH_COMMANDS
from domain.match.events import MATCH_EVENTS
from domain.match.registry import Games
from tests.toy import TOY


def fields(schema: Schema, name: str) -> dict[str, str]:
    named = schema._schema.get_type(name)
    assert isinstance(named, GraphQLObjectType | GraphQLInputObjectType | GraphQLInterfaceType), name
    return {name: str(field.type) for name, field in named.fields.items()}


def test_the_committed_schema_is_that_of_the_code() -> None:
    assert SDL.read_text(encoding="utf-8") == f"{build_schema(GAMES).as_str()}\n", (
        "the schema has changed: look at the difference, and write it anew with `python -m api.graphql.schema`"
    )


def test_every_game_has_its_events_commands_outcomes_and_table_in_the_schema() -> None:
    schema = build_schema(GAMES)
    for game in GAMES:
        for struct in (*game.events, *game.commands, *game.outcomes, game.view_type):
            assert struct in schema.vocabulary.names
        inputs = set(schema.vocabulary.acts.values())
        assert inputs.issuperset((*game.commands, *game.outcomes))


def test_a_new_game_needs_nothing_but_its_registration() -> None:
    schema = build_schema(Games([TOY]))
    assert fields(schema, "ToyCornersShown") == {"side": "Side", "clause": "String!", "home": "Int!", "away": "Int!"}
    assert fields(schema, "ToyHideCorner") == {"side": "Side!", "corner": "Int!"}
    assert fields(schema, "ToyHideCornerInput") == {"side": "Side!", "corner": "Int!"}
    assert fields(schema, "ToyTable") == {
        "game": "String!",
        "score": "IntBySide!",
        "roundNumber": "Int!",
        "hasHidden": "BooleanBySide!",
        "ownCorner": "Int",
    }
    of_the_game = {"toyHideCorner": "ToyHideCornerInput", "toyCoin": "ToyCoinInput"}
    assert fields(schema, "CommandInput").items() >= of_the_game.items()
    asked = schema.execute_sync('{ __type(name: "CommandInput") { isOneOf } }')
    assert asked.data == {"__type": {"isOneOf": True}}


def test_what_every_match_has_is_derived_too_and_carries_no_prefix() -> None:
    schema = build_schema(Games([TOY]))
    inputs = fields(schema, "CommandInput")
    for command in MATCH_COMMANDS:
        name = command.__name__
        sent = f"{name}Input" if command.__struct_fields__ else "Boolean"
        assert inputs[f"{name[:1].lower()}{name[1:]}"] == sent
        assert "Command" in {one.name for one in interfaces(schema, name)}
    for event in MATCH_EVENTS:
        assert "Event" in {one.name for one in interfaces(schema, event.__name__)}
        assert fields(schema, event.__name__).keys() >= {in_graphql(field) for field in event.__struct_fields__}
    assert fields(schema, "CorrectInput") == {
        "version": "Int!",
        "outcome": "JSON!",
        "reason": "String!",
        "strikeWhatCannotFollow": "Boolean!",
    }


def interfaces(schema: Schema, name: str) -> Any:
    named = schema._schema.get_type(name)
    assert isinstance(named, GraphQLObjectType), name
    return named.interfaces


def in_graphql(field: str) -> str:
    first, *others = field.split("_")
    return first + "".join(map(str.title, others))


def test_every_command_that_a_game_names_is_sent_in_a_field_of_the_input() -> None:
    schema = build_schema(GAMES)
    inputs = fields(schema, "CommandInput")
    for game in GAMES:
        names = schema.vocabulary.inputs(game, [command.__name__ for command in game.commands])
        assert [schema.vocabulary.acts[name] for name in names] == list(game.commands)
        assert inputs.keys() >= set(names)


def test_fields_that_need_an_alias_beside_each_other_say_so() -> None:
    schema = build_schema(GAMES)._schema
    roll, penalty = schema.get_type("TooorAttackRoll"), schema.get_type("TooorPenaltyRoll")
    assert isinstance(roll, GraphQLObjectType)
    assert isinstance(penalty, GraphQLObjectType)
    assert "TooorPenaltyRoll.face, which is of another type, needs an alias" in (roll.fields["face"].description or "")
    assert "TooorAttackRoll.face, which is of another type, needs an alias" in (
        penalty.fields["face"].description or ""
    )
    assert "alias" not in (roll.fields["side"].description or "")


def test_a_secret_is_another_type_and_never_a_missing_value() -> None:
    schema = build_schema(GAMES)._schema
    event = schema.get_type("MatchEvent")
    assert isinstance(event, GraphQLInterfaceType)
    assert {one.name for one in schema.get_possible_types(event)} == {"RecordedEvent", "ConcealedEvent"}


def test_every_refusal_of_a_command_has_code_message_and_path() -> None:
    schema = build_schema(GAMES)._schema
    answer = schema.get_type("SubmitAnswer")
    assert isinstance(answer, GraphQLUnionType)
    for refusal in answer.types:
        interfaces = {interface.name for interface in refusal.interfaces}
        assert interfaces == (set() if refusal.name == "Accepted" else {"Refusal"})


def test_every_type_of_the_api_is_described() -> None:
    schema = build_schema(GAMES)._schema
    named = [one for one in schema.type_map.values() if not one.name.startswith("__")]
    missing = [one.name for one in named if not one.description and not isinstance(one, GraphQLEnumType)]
    assert missing == []
