"""Irregular events of Tooor! that are about nothing on the table."""

from domain.match import commands as c
from domain.match.chance import Mode
from domain.match.game import RuleViolation
from domain.match.recorder import Opened, Recorder
from domain.match.sides import BySide, Viewer
from tests.random_matches import SHELF


def test_a_goal_of_nobody_is_refused_and_the_record_stays_whole(tmp_path) -> None:
    """MATCH-4.9, and TOOOR-6.1: a goal has a footballer who shot it."""
    from domain.games import GAMES

    with Recorder(f"sqlite:///{tmp_path}/matches.db", GAMES) as recorder:
        match = recorder.open_match("tooor", SHELF.get("tooor/oracle-1"), BySide("Reds", "Blues"), Mode.REPORTED)
        assert isinstance(match, Opened)
        goal = {
            "type": "GoalScored",
            "side": "home",
            "footballer": "nobody",
            "goalkeeper": "a1",
            "shot": {"powers": [4], "die": 3},
            "save": {"powers": [3], "die": 2},
            "figures": "4 + 3 against 3 + 2",
        }
        ruling = c.RecordIrregularity(clause="TOOOR-6.1", reason="An extra ball.", events=(goal,))
        answer = recorder.submit(match.match_id, match.tokens[Viewer.REFEREE], "c", ruling)
        assert isinstance(answer, RuleViolation)
        assert (answer.clause, answer.path) == ("MATCH-4.9", "events[0]")
        record = recorder.match(match.match_id)
        assert record.version == match.version
        assert all(record.tell(version) for version in range(1, record.version + 1))
