"""Trying out how a match could have gone on, at the command line."""

import json

import pytest

from tests.api.cli.conftest import Run


def test_a_sandbox_is_opened_from_a_version_with_seats_of_its_own(run: Run, store: str, match_id: str) -> None:
    opened = json.loads(run("match", "try-out", match_id, "--at", "2", "--json", "--store", store).stdout)
    assert opened["matchId"] != match_id
    assert set(opened["tokens"]) == {"home", "away", "referee"}
    listed = json.loads(run("match", "list", "--json", "--store", store).stdout)
    assert [match.get("sandboxOf") for match in listed if match["id"] == opened["matchId"]] == [match_id]
    told = run("match", "try-out", match_id, "--at", "2", "--same-draws", "--store", store).stdout
    assert "counts nowhere" in told


@pytest.mark.parametrize(("version", "code", "said"), [("1", 1, "; 2 can be tried out"), ("9999", 3, "9999")])
def test_a_version_that_cannot_be_tried_out_is_refused(
    run: Run, store: str, match_id: str, version: str, code: int, said: str
) -> None:
    result = run("match", "try-out", match_id, "--at", version, "--store", store)
    assert result.exit_code == code
    assert said in result.stderr
