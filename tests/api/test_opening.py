"""Opening matches, and what can be opened."""

import pytest

from tests.api.serving import Server


def test_an_opened_match_is_on_disk_and_has_a_token_for_each_seat(server: Server) -> None:
    opened = server.try_to_open()
    assert opened["version"] == 1
    assert opened["position"] == 1
    assert len(set(opened["tokens"].values())) == 3
    for seat, token in opened["tokens"].items():
        match = server.ask("query ($id: String!) { match(id: $id) { viewer } }", {"id": opened["matchId"]}, token)
        assert match == {"match": {"viewer": seat.upper()}}


def test_whoever_has_no_token_is_a_spectator(server: Server) -> None:
    match = server.open()
    for token in (None, "not-a-token-of-this-match", server.open().home):
        assert server.ask("query ($id: String!) { match(id: $id) { viewer } }", {"id": match.id}, token) == {
            "match": {"viewer": "SPECTATOR"}
        }


def test_whoever_sends_a_token_is_told_whether_it_holds_a_seat(server: Server) -> None:
    match = server.open()
    query = "query ($id: String!) { match(id: $id) { viewer tokenHoldsSeat } }"
    for token, viewer, holds in (
        (match.away, "AWAY", True),
        (match.referee, "REFEREE", True),
        (match.away[:-1], "SPECTATOR", False),
        (server.open().away, "SPECTATOR", False),
        (None, "SPECTATOR", None),
    ):
        told = server.ask(query, {"id": match.id}, token)["match"]
        assert told == {"viewer": viewer, "tokenHoldsSeat": holds}


def test_a_match_tells_what_it_is_played_with(server: Server) -> None:
    match = server.open(houseRules={"rounds": 3}, mode="DEALT")
    query = """query ($id: String!) { match(id: $id) { opening {
        game rulesVersion mode edition editionDigest houseRules names { home away } commitment } } }"""
    opening = server.ask(query, {"id": match.id})["match"]["opening"]
    assert opening.pop("editionDigest").startswith("sha256:")
    assert len(opening.pop("commitment")) == 64
    assert opening == {
        "game": "toy",
        "rulesVersion": 1,
        "mode": "DEALT",
        "edition": {"id": "toy/one", "game": "toy", "invented": True, "coin": [0, 1]},
        "houseRules": {"rounds": 3},
        "names": {"home": "Reds", "away": "Blues"},
    }


@pytest.mark.parametrize(
    ("change", "path", "said"),
    [
        ({"game": "chess"}, "game", "unknown game 'chess'; there are toy"),
        ({"edition": "toy/two"}, "edition", "unknown edition 'toy/two'; there are toy/one"),
        ({"houseRules": {"offside": True}}, "houseRules.offside", "unknown house rule 'offside'"),
        ({"houseRules": {"rounds": 4}}, "houseRules.rounds", "cannot be 4; it is one of 2, 3"),
        ({"houseRules": {"rounds": None}}, "houseRules.rounds", "cannot be null; it is one of 2, 3"),
        ({"houseRules": {"rounds": True}}, "houseRules.rounds", "cannot be true; it is one of 2, 3"),
        ({"houseRules": {"rounds": [[]]}}, "houseRules.rounds", "cannot be a list; it is one of 2, 3"),
        ({"houseRules": {"rounds": {}}}, "houseRules.rounds", "cannot be an object; it is one of 2, 3"),
        ({"houseRules": [3]}, "houseRules", "an object of names and values"),
        ({"names": {"home": "Reds", "away": "Reds"}}, "names.away", "different names"),
        ({"names": {"home": " ", "away": "Reds"}}, "names.home", "1 to 80 printable characters"),
    ],
)
def test_what_cannot_be_opened_is_said_with_its_path(
    server: Server, change: dict[str, object], path: str, said: str
) -> None:
    answer = server.try_to_open(**change)
    assert (answer["__typename"], answer["code"], answer["path"]) == ("Malformed", "MALFORMED", path)
    assert said in answer["message"]
    assert server.recorder.position() == 0


def test_the_games_tell_what_they_can_be_played_with(server: Server) -> None:
    query = """{ games { id name rulesVersion houseRules { name values default clause meaning }
        editions { id game invented } clauses { id text } } }"""
    assert server.ask(query)["games"] == [
        {
            "id": "toy",
            "name": "Toy",
            "rulesVersion": 1,
            "houseRules": [
                {
                    "name": "rounds",
                    "values": [2, 3],
                    "default": 2,
                    "clause": "TOY-1.1",
                    "meaning": "how many rounds are played",
                }
            ],
            "editions": [{"id": "toy/one", "game": "toy", "invented": True}],
            "clauses": [
                {"id": "TOY-1.1", "text": "Two or three rounds."},
                {"id": "TOY-1.2", "text": "There are three corners."},
            ],
        }
    ]


def test_a_clause_is_found_by_its_id(server: Server) -> None:
    query = "query ($id: String!) { clause(id: $id) { id game text } }"
    assert server.ask(query, {"id": "TOY-1.2"}) == {
        "clause": {"id": "TOY-1.2", "game": "toy", "text": "There are three corners."}
    }
    assert server.error(query, {"id": "TOY-9"}) == ("UNKNOWN_CLAUSE", "no game has a clause 'TOY-9'")
