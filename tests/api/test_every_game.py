"""A whole match of every registered game over the API, with every field of every event and of the table."""

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLInterfaceType, GraphQLObjectType, get_named_type, is_leaf_type

from api.graphql.schema import build_schema
from domain.games import GAMES
from domain.match.editions import Shelf
from domain.match.game import Game
from domain.match.recorder import Recorder
from tests.api.serving import serving
from tests.served import as_input, seat_of

KICK_OFF = datetime(2026, 5, 1, 15, tzinfo=UTC)
BUILT = build_schema(GAMES)
SCHEMA = BUILT._schema


def selection(named: Any, game: Game[Any], prefix: str = "") -> str:
    """Every field of a type, all the way down. Aliases keep fields of one name and different types apart."""
    if isinstance(named, GraphQLInterfaceType):
        own = {BUILT.vocabulary.names[struct] for struct in (*game.events, game.view_type)}
        kinds = [kind for kind in SCHEMA.get_possible_types(named) if kind.name in own]
        return " ".join(f"... on {kind.name} {{ {selection(kind, game, f'{kind.name}_')} }}" for kind in kinds)
    assert isinstance(named, GraphQLObjectType)
    return " ".join(
        f"{prefix}{name}: {name}"
        if is_leaf_type(below := get_named_type(field.type))
        else f"{prefix}{name}: {name} {{ {selection(below, game)} }}"
        for name, field in named.fields.items()
    )


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)
def test_a_match_is_played_and_told_in_full(game: Game[Any], tmp_path: Path) -> None:
    shelf = Shelf({one.id: one.edition_model for one in GAMES})
    edition = next(edition for edition in shelf if edition.game == game.id)
    minutes = count(step=2)

    def clock() -> datetime:
        """Goes so fast that every stop of a timed game has ended by the next command."""
        return KICK_OFF + timedelta(minutes=next(minutes))

    store = f"sqlite:///{tmp_path}/matches.db"
    with Recorder(store, GAMES, clock=clock) as recorder, serving(recorder, shelf) as server:
        match = server.open(game=game.id, edition=edition.id, mode="DEALT")
        for _ in range(1000):
            record = recorder.match(match.id)
            choices = game.pending(record.state.table).choices
            if not choices:
                break
            act = next(iter(game.legal_commands(record.state.table, choices[0].side)))
            answer = server.submit(match, as_input(game.id, act), match.token(seat_of(act)))
            assert answer["__typename"] == "Accepted", answer
        table = selection(SCHEMA.get_type("Table"), game)
        query = f"query ($id: String!) {{ match(id: $id) {{ scoreboard {{ over }} position {{ {table} }} }} }}"
        told = server.ask(query, {"id": match.id}, match.home)["match"]
        assert told["scoreboard"] == {"over": True}
        assert told["position"]
        event = selection(SCHEMA.get_type("Event"), game)
        history = f"""query ($id: String!, $after: String) {{ match(id: $id) {{ history(first: 20, after: $after) {{
            edges {{ node {{ version ... on RecordedEvent {{ type event {{ __typename {event} }} }} }} }}
            pageInfo {{ hasNextPage endCursor }} }} }} }}"""
        versions, after, more = [], None, True
        while more:
            page = server.ask(history, {"id": match.id, "after": after})["match"]["history"]
            versions += [edge["node"]["version"] for edge in page["edges"]]
            assert all(edge["node"]["event"] for edge in page["edges"])
            after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
        assert versions == list(range(1, recorder.match(match.id).version + 1))
