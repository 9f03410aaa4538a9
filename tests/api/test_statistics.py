"""Statistics over HTTP: whole seasons are played, counted beside, and asked for in every way that the schema has."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import strawberry
from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLObjectType
from strawberry.schema.config import StrawberryConfig

from api.graphql.scalars import SCALARS
from api.graphql.schema import build_schema
from api.graphql.statistics import queries
from domain.match.engines import StoreUnavailable
from domain.match.recorder import Recorder
from domain.match.registry import Games
from projections.questions import answered, filtered
from projections.readside.store import ReadSide
from projections.statistics import catalogue
from tests import postgres
from tests.api.serving import TOYS, Match, Server, serving, toy_shelf
from tests.projections.asking import SINGLES, VISITS
from tests.toy import TOY

OPEN = """
mutation ($home: String!, $away: String!, $competition: String! = "", $season: String! = "",
          $coaches: StringBySideInput) {
  openMatch(game: "toy", edition: "toy/one", mode: REPORTED, names: {home: $home, away: $away},
            competition: $competition, season: $season, coaches: $coaches) {
    __typename
    ... on OpenedMatch { matchId version position tokens { home away referee } }
    ... on Malformed { path message }
  }
}"""

TABLE = """
query ($filter: SideRecordsFilter, $first: Int, $after: String, $atLeast: Long) {
  sideRecords(filter: $filter, first: $first, after: $after, atLeast: $atLeast) {
    edges { cursor node { side competition coach played won drawn points goalsFor rows } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    position lag
  }
}"""


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A server that counts what is played on it."""
    store = f"sqlite:///{tmp_path}/matches.db"
    if request.param == "postgresql":
        running: postgres.Server = request.getfixturevalue("postgres_server")
        store = running.new_store()
    with ExitStack() as stack:
        recorder = stack.enter_context(Recorder(store, TOYS))
        read_side = stack.enter_context(ReadSide(recorder))
        yield stack.enter_context(serving(recorder, toy_shelf(tmp_path), read_side=read_side))


def opened(server: Server, home: str, away: str, **others: Any) -> Match:
    answer = server.ask(OPEN, {"home": home, "away": away, **others})["openMatch"]
    assert answer["__typename"] == "OpenedMatch", answer
    return Match(id=answer["matchId"], **answer["tokens"])


def played(server: Server, home: str, away: str, goals: int = 2, **others: Any) -> Match:
    """A match of two goals: so many of the home side, and the others of the guests."""
    match = opened(server, home, away, **others)
    for number in range(2):
        server.play_round(match, face=0 if number < goals else 1)
    return match


def counted(server: Server, query: str = TABLE, **variables: Any) -> Any:
    """The answer once all that has been recorded is counted."""
    return server.ask(query, {"atLeast": server.recorder.position(), **variables})


def nodes(connection: Any) -> list[Any]:
    return [edge["node"] for edge in connection["edges"]]


def season(server: Server) -> list[Match]:
    """A small league, a cup match between sides of the same names, and one for itself."""
    liga = {"competition": "Liga", "season": "2026", "coaches": {"home": "Ann", "away": ""}}
    return [
        played(server, "Reds", "Blues", 2, **liga),
        played(server, "Blues", "Reds", 0, **liga),
        played(server, "Greens", "Reds", 1, **liga),
        played(server, "Reds", "Blues", 1, competition="Cup"),
        played(server, "Reds", "Greens", 0),
    ]


def test_a_league_table_is_that_of_its_competition(server: Server) -> None:
    season(server)
    table = counted(server, filter={"competition": "Liga"})["sideRecords"]
    assert [(row["side"], row["played"], row["won"], row["points"], row["rows"]) for row in nodes(table)] == [
        ("Reds", 3, 2, 7, 3),
        ("Greens", 1, 0, 1, 1),
        ("Blues", 2, 0, 0, 2),
    ]
    assert table["position"] == server.recorder.position()
    assert table["lag"] == 0
    assert {row["competition"] for row in nodes(table)} == {None}


@pytest.mark.parametrize(
    ("filter", "played"),
    [
        ({"competition": None}, 2),
        ({"competition": [None, "Cup"]}, 4),
        ({"coach": "Ann"}, 3),
        ({"coach": None, "competition": "Liga"}, 3),
        ({"venue": "away", "side": ["Reds", "Blues"]}, 4),
        ({"side": []}, 0),
        ({"game": "tooor"}, 0),
        ({"season": "2026", "side": "Greens"}, 1),
        ({"since": "2000-01-01T00:00:00Z"}, 10),
        ({"until": "2000-01-01T00:00:00+01:00"}, 0),
        ({}, 10),
        (None, 10),
    ],
    ids=str,
)
def test_filters_choose_what_counts(server: Server, filter: Any, played: int) -> None:
    season(server)
    assert sum(row["played"] for row in nodes(counted(server, filter=filter)["sideRecords"])) == played


def test_one_match_is_asked_for_by_its_id(server: Server) -> None:
    matches = season(server)
    table = counted(server, filter={"matchId": matches[3].id})["sideRecords"]
    assert [(row["side"], row["played"], row["goalsFor"]) for row in nodes(table)] == [("Blues", 1, 1), ("Reds", 1, 1)]


def test_pages_go_on_behind_their_cursors(server: Server) -> None:
    season(server)
    whole = nodes(counted(server)["sideRecords"])
    found, after = [], None
    for number in range(3):
        page = counted(server, first=1, after=after)["sideRecords"]
        assert page["pageInfo"]["hasPreviousPage"] is (number > 0)
        assert page["pageInfo"]["hasNextPage"] is (number < 2)
        found += nodes(page)
        after = page["pageInfo"]["endCursor"]
    assert found == whole
    assert counted(server, first=1, after=after)["sideRecords"]["edges"] == []


def test_rows_are_summed_by_what_is_asked_and_sorted_so(server: Server) -> None:
    season(server)
    query = """query ($atLeast: Long) { sideRecords(by: [COMPETITION, VENUE], atLeast: $atLeast,
      orderBy: [{field: COMPETITION, descending: true}, {field: GOALS_FOR}]) {
        edges { node { competition venue side goalsFor rows } } } }"""
    rows = nodes(counted(server, query)["sideRecords"])
    assert [(row["competition"], row["venue"], row["goalsFor"], row["rows"]) for row in rows] == [
        ("Liga", "away", 3, 3),
        ("Liga", "home", 3, 3),
        ("Cup", "away", 1, 1),
        ("Cup", "home", 1, 1),
        (None, "home", 0, 1),
        (None, "away", 2, 1),
    ]
    assert {row["side"] for row in rows} == {None}


def test_details_are_told_where_rows_stand_for_themselves(server: Server) -> None:
    (match,) = [played(server, "Reds", "Blues", competition="Liga")]
    query = """query ($atLeast: Long, $id: [String]) {
      footballers(by: [MATCH_ID, SIDE, VENUE, COACH, FOOTBALLER], filter: {matchId: $id}, atLeast: $atLeast) {
        edges { node { matchId game competition openedAt side footballer name goals } } }
      scoreboards(filter: {matchId: $id}, atLeast: $atLeast) {
        edges { node { matchId season homeGoals over openedAt } } }
      timeline(filter: {matchId: $id}, first: 2, atLeast: $atLeast) { edges { node { version sentence } } } }"""
    answer = counted(server, query, id=[match.id])
    scorer = nodes(answer["footballers"])[0]
    opened_at = scorer.pop("openedAt")
    assert opened_at.endswith("Z")
    assert scorer == {
        "matchId": match.id,
        "game": "toy",
        "competition": "Liga",
        "side": "Reds",
        "footballer": "home taker",
        "name": None,
        "goals": 2,
    }
    (board,) = nodes(answer["scoreboards"])
    assert board == {"matchId": match.id, "season": None, "homeGoals": 2, "over": True, "openedAt": opened_at}
    assert [row["version"] for row in nodes(answer["timeline"])] == [1, 2]


def test_a_cursor_of_another_question_is_refused(server: Server) -> None:
    season(server)
    cursor = counted(server, first=1)["sideRecords"]["pageInfo"]["endCursor"]
    for variables in ({"filter": {"side": "Reds"}, "after": cursor}, {"after": "x"}, {"after": ""}):
        code, message = server.error(TABLE, variables)
        assert (code, message.split(":")[0]) == ("BAD_CURSOR", "after")


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ("first: 0", "first"),
        ("first: 1001", "first"),
        ("by: [SIDE], orderBy: [{field: COACH}]", "orderBy"),
        ("filter: {side: [" + '"a" ' * 1001 + "]}", "filter.side"),
    ],
    ids=["none", "too many", "not told", "too many values"],
)
def test_what_cannot_be_asked_is_refused_with_its_argument(server: Server, arguments: str, argument: str) -> None:
    counted(server)
    code, message = server.error(f"{{ sideRecords({arguments}) {{ position }} }}")
    assert (code, message.split(":")[0]) == ("BAD_ARGUMENT", argument)


def test_a_position_that_is_not_reached_is_not_waited_for_for_ever(server: Server, monkeypatch: Any) -> None:
    played(server, "Reds", "Blues")
    end = counted(server)["sideRecords"]["position"]
    monkeypatch.setattr("api.graphql.statistics.WAIT", 0.2)
    (error,) = server.post(TABLE, {"atLeast": end + 1}).json()["errors"]
    assert error["extensions"] == {"code": "NOT_YET", "position": end, "of": end + 1}


def test_what_is_recorded_is_counted_when_its_position_is_asked_for(server: Server) -> None:
    matches = []
    for number in range(3):
        matches.append(played(server, "Reds", "Blues", competition="Liga"))
        assert nodes(counted(server, filter={"competition": "Liga"})["sideRecords"])[0]["won"] == number + 1
    annulled = server.submit(matches[0], {"annul": {"reason": "a dog on the pitch"}}, matches[0].referee)
    assert annulled["__typename"] == "Accepted", annulled
    assert nodes(counted(server, filter={"competition": "Liga"})["sideRecords"])[0]["won"] == 2


def test_a_match_tells_what_it_counts_for_and_who_acts(server: Server) -> None:
    query = "query ($id: String!) { match(id: $id) { competition season coaches { home away } } }"
    coaches = {"home": "Ann", "away": ""}
    match = opened(server, "Reds", "Blues", competition="Liga", season="2026", coaches=coaches)
    told = {"competition": "Liga", "season": "2026", "coaches": {"home": "Ann", "away": None}}
    assert server.ask(query, {"id": match.id})["match"] == told
    match = opened(server, "Reds", "Blues")
    nothing = {"competition": None, "season": None, "coaches": {"home": None, "away": None}}
    assert server.ask(query, {"id": match.id})["match"] == nothing


def test_a_season_without_a_competition_is_refused(server: Server) -> None:
    answer = server.ask(OPEN, {"home": "Reds", "away": "Blues", "season": "2026"})["openMatch"]
    assert (answer["__typename"], answer["path"]) == ("Malformed", "season")


def test_while_nothing_is_counted_yet_the_progress_is_told(tmp_path: Path) -> None:
    with (
        Recorder(f"sqlite:///{tmp_path}/matches.db", TOYS) as recorder,
        ReadSide(recorder) as read_side,
        serving(recorder, toy_shelf(tmp_path), read_side=read_side, project=False) as server,
    ):
        played(server, "Reds", "Blues")
        (error,) = server.post(TABLE).json()["errors"]
        assert error["extensions"] == {"code": "BUILDING", "position": 0, "of": recorder.position()}


def test_a_server_whose_statistics_cannot_be_read_is_well_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "matches.db.statistics").write_bytes(b"What somebody else has put there." * 100)
    with (
        Recorder(f"sqlite:///{tmp_path}/matches.db", TOYS) as recorder,
        ReadSide(recorder) as read_side,
        serving(recorder, toy_shelf(tmp_path), read_side=read_side, project=False) as server,
    ):
        played(server, "Reds", "Blues")
        health = server.http.get("/health").json()
        damaged = "the file of statistics is damaged; whoever counts puts it aside, and they are counted anew"
        assert (health["status"], health["statistics"]["trouble"]) == ("ok", damaged)
        assert server.error(TABLE) == ("STORE_UNAVAILABLE", damaged)
        counter = read_side.runner()
        with pytest.raises(StoreUnavailable):
            counter.pass_over()
        while counter.pass_over():
            pass
        counter.release()
        assert server.http.get("/health").json()["statistics"]["trouble"] is None
        assert server.ask(TABLE)["sideRecords"]["edges"]


def test_without_a_read_side_there_are_no_statistics(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/matches.db"
    with Recorder(store, TOYS) as recorder, serving(recorder, toy_shelf(tmp_path)) as server:
        assert server.error(TABLE)[0] == "NO_READ_SIDE"


def test_a_page_costs_as_many_rows_as_it_may_have(server: Server) -> None:
    counted(server)
    wide = " ".join(f"f{number}: points" for number in range(25))
    query = f"query ($first: Int = 100) {{ sideRecords(first: $first) {{ edges {{ node {{ {wide} }} }} }} }}"
    assert "errors" not in server.post(query, {"first": 100}).json()
    assert server.error(query, {"first": 1000})[0] == "TOO_MUCH"
    assert server.error(query)[0] == "TOO_MUCH"  # a variable that is not sent may be as much as there is
    many = " ".join(f"a{number}: sideRecords(first: 1) {{ position }}" for number in range(250))
    assert server.error(f"{{ {many} }}")[0] == "TOO_MUCH"


SCHEMA = build_schema(Games([TOY]))


@pytest.mark.parametrize("statistic", catalogue().values(), ids=lambda statistic: statistic.name)
def test_every_statistic_is_in_the_schema(statistic: Any) -> None:
    graphql = SCHEMA._schema
    prefix = "".join(word.capitalize() for word in statistic.name.split("_"))
    assert graphql.query_type is not None
    field = graphql.query_type.fields[prefix[:1].lower() + prefix[1:]]
    assert field.description == statistic.about
    assert ("by" in field.args) is statistic.totals
    row = graphql.get_type(f"{prefix}Row")
    assert isinstance(row, GraphQLObjectType)
    assert [one.description for one in row.fields.values()] == [one.description for one in answered(statistic)]
    sorted_by = graphql.get_type(f"{prefix}Field")
    assert isinstance(sorted_by, GraphQLEnumType)
    assert list(sorted_by.values) == [column.name.upper() for column in answered(statistic)]
    chosen = graphql.get_type(f"{prefix}Filter")
    assert isinstance(chosen, GraphQLInputObjectType)
    assert len(chosen.fields) == len(filtered(statistic)) + 2


def test_a_statistic_that_is_declared_is_in_the_schema_by_itself() -> None:
    made = strawberry.Schema(queries([VISITS, SINGLES]), config=StrawberryConfig(scalar_map=SCALARS))
    sdl = made.as_str()
    assert "visits(" in sdl
    assert "enum VisitsKey {" in sdl
    assert "enum SinglesKey {" not in sdl
    assert "hunger: Float\n" in sdl
    assert "unfed: Long!\n" in sdl


def test_dice_are_compared_with_their_own_faces(server: Server) -> None:
    for _ in range(4):
        played(server, "Reds", "Blues", 2, competition="Liga")
    played(server, "Reds", "Blues", 1, competition="Cup")
    query = """query ($atLeast: Long, $filter: DiceFilter, $by: [DiceApart!]) {
      diceFairness(filter: $filter, by: $by, atLeast: $atLeast) {
        dice { game die competition side source rolls faces { face weight rolled expected }
               statistic pValue correctedPValue simulated }
        position lag } }"""
    answer = counted(server, query, filter={"competition": "Liga"})["diceFairness"]
    assert answer["position"] == server.recorder.position()
    assert answer["dice"] == [
        {
            "game": "toy",
            "die": "coin",
            "competition": None,
            "side": None,
            "source": None,
            "rolls": 8,
            "faces": [
                {"face": "0", "weight": 1, "rolled": 8, "expected": 4.0},
                {"face": "1", "weight": 1, "rolled": 0, "expected": 4.0},
            ],
            "statistic": 8.0,
            "pValue": pytest.approx(2 / 2**8),
            "correctedPValue": pytest.approx(2 / 2**8),
            "simulated": False,
        }
    ]
    apart = counted(server, query, by=["COMPETITION", "SOURCE"], filter=None)["diceFairness"]["dice"]
    assert [(die["competition"], die["source"], die["rolls"]) for die in apart] == [
        ("Cup", "reported", 2),
        ("Liga", "reported", 8),
    ]
    assert [die["correctedPValue"] for die in apart] == [pytest.approx(1), pytest.approx(4 / 2**8)]
