"""What counts of a match that referees rule on: real rulings over a real recorder."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.match import commands as c
from domain.match import editions
from domain.match.answers import Accepted
from domain.match.chance import Mode
from domain.match.envelope import Submitted
from domain.match.facts import Fact, Marked
from domain.match.game import Event
from domain.match.recorder import Occasion, Opened, Recorder
from domain.match.registry import Games
from domain.match.sides import BySide, Side, Viewer
from projections.reading import Reading
from projections.statistics import catalogue
from tests.projections.telling import every_row
from tests.toy import TOY, TOY_EDITION, Coin, CornerHidden, HideCorner, Toy, ToyEdition, ToyState

HOME, AWAY = Side.HOME, Side.AWAY


class Played:
    """A match of the toy game, in which a referee enters everything."""

    def __init__(self, recorder: Recorder) -> None:
        edition = editions.read(ToyEdition, TOY_EDITION)
        occasion = Occasion("Cup", "2026", BySide("Ann", ""))
        opened = recorder.open_match("toy", edition, BySide("Reds", "Blues"), Mode.REPORTED, occasion=occasion)
        assert isinstance(opened, Opened)
        self.recorder, self.match = recorder, opened

    def does(self, *submitted: Submitted, seat: Viewer = Viewer.REFEREE) -> "Played":
        for one in submitted:
            command_id = str(self.recorder.match(self.match.match_id).version)
            token = self.match.tokens[seat]
            answer = self.recorder.submit(self.match.match_id, token, command_id, one)
            assert isinstance(answer, Accepted), answer
        return self

    def round(self, home: int, away: int, face: int) -> "Played":
        return self.does(HideCorner(side=HOME, corner=home), HideCorner(side=AWAY, corner=away), Coin(face=face))

    @property
    def version(self) -> int:
        return self.recorder.match(self.match.match_id).version

    def rows(self, statistic: str) -> list[Any]:
        return list(catalogue()[statistic].of(Reading(self.recorder.match(self.match.match_id))))


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Played]:
    with Recorder(f"sqlite:///{tmp_path}/matches.db", Games([TOY])) as recorder:
        yield Played(recorder)


def brought(match: Played) -> set[str]:
    """The statistics to which a match brings anything."""
    return {name for name in catalogue() if match.rows(name)}


UNCOUNTED = {"match_summaries", "scoreboards", "timeline"}


def test_a_match_that_is_over_counts_for_both_sides_with_who_coached_them(match: Played) -> None:
    match.round(1, 2, 0).round(1, 2, 0)
    home, away = match.rows("side_records")
    assert (home.side, home.venue, home.coach, home.won, home.goals_for) == ("Reds", "home", "Ann", 1, 2)
    assert (away.side, away.venue, away.coach, away.lost, away.clean_sheets) == ("Blues", "away", "", 1, 0)
    home, away = match.rows("head_to_head")
    assert (home.opponent, home.opponent_coach, home.won) == ("Blues", "", 1)
    assert (away.opponent, away.opponent_coach, away.lost) == ("Reds", "Ann", 1)


def test_a_match_that_runs_is_in_no_table_and_yet_counts_what_was_played(match: Played) -> None:
    match.round(1, 2, 0)
    assert {"side_records", "head_to_head"}.isdisjoint(brought(match))
    assert {"footballers", "goals_by_period", "luck", "dice", "attempts"} <= brought(match)


@pytest.mark.parametrize("ruling", [c.Annul(reason="Rain."), c.OrderReplay(reason="Rain.")])
def test_a_match_that_is_annulled_or_to_be_replayed_counts_nowhere(match: Played, ruling: Submitted) -> None:
    """MATCH-4.6, MATCH-4.7: it is shown, and that is all."""
    match.round(1, 2, 0).does(ruling)
    assert brought(match) == UNCOUNTED
    (board,), (summary,) = match.rows("scoreboards"), match.rows("match_summaries")
    assert board.ruling == summary.ruling != ""
    assert board.over
    assert len(match.rows("timeline")) == match.version


def test_an_award_is_the_record_and_footballers_keep_what_they_played(match: Played) -> None:
    """MATCH-4.5."""
    match.round(1, 2, 0).does(c.Award(score=BySide(0, 3), winner=AWAY, reason="An ineligible footballer."))
    home, away = match.rows("side_records")
    assert (home.goals_for, away.goals_for, away.won, home.extra_time_goals_for) == (0, 3, 1, 0)
    (scorer,) = [one for one in match.rows("footballers") if one.goals]
    assert (scorer.side, scorer.footballer, scorer.goals) == ("Reds", "home taker", 1)
    assert sum(row.goals_for for row in match.rows("goals_by_period")) == 1
    (summary,) = match.rows("match_summaries")
    assert (summary.home_goals, summary.away_goals, summary.winner, summary.ruling) == (0, 3, "away", "awarded")
    assert summary.goals == "1-0 home taker (round 2)"


def test_what_a_ruling_strikes_leaves_every_figure_and_stays_in_the_timeline(match: Played) -> None:
    """MATCH-4.4."""
    match.round(3, 3, 0)
    level, before = match.version, {name: match.rows(name) for name in catalogue()}
    match.round(1, 2, 0).does(c.Rewind(version=level, reason="The coin fell off the table."))
    for name, statistic in catalogue().items():
        assert not statistic.counts or match.rows(name) == before[name]
    (summary,) = match.rows("match_summaries")
    timeline = match.rows("timeline")
    struck = [row for row in timeline if row.struck_by is not None]
    assert summary.struck_events == len(struck) == 5
    assert {row.struck_by for row in struck} == {match.version}
    assert [row.version for row in struck] == list(range(level + 1, match.version))


def test_an_undo_that_is_granted_strikes_alike(match: Played) -> None:
    """MATCH-5.2."""
    begun = match.version
    match.round(1, 2, 0)
    assert match.rows("footballers")
    match.does(c.RequestUndo(version=begun), seat=Viewer.HOME).does(c.GrantUndo(), seat=Viewer.AWAY)
    assert brought(match) == UNCOUNTED
    match.round(2, 1, 1)
    assert [(row.side, row.goals_for) for row in match.rows("goals_by_period") if row.goals_for] == [("Blues", 1)]


def test_a_sandbox_counts_nowhere_and_says_what_it_tries_out(match: Played) -> None:
    """MATCH-6.1."""
    match.round(1, 2, 0)
    sandbox = match.recorder.try_out(match.match.match_id, match.version, same_draws=False)
    assert isinstance(sandbox, Opened)
    original = match.match.match_id
    match.match = sandbox
    match.round(1, 2, 0)
    assert brought(match) == UNCOUNTED
    (board,), (summary,) = match.rows("scoreboards"), match.rows("match_summaries")
    assert (board.sandbox, board.home_goals, summary.sandbox_of) == (True, 2, original)


def test_a_scoreboard_shows_the_stage_and_the_period(match: Played) -> None:
    match.round(1, 2, 0)
    (board,) = match.rows("scoreboards")
    assert (board.stage, board.period, board.home_goals, board.away_goals) == ("normal time", "round 2", 1, 0)
    assert (board.over, board.winner, board.home_shoot_out, board.sandbox) == (False, None, None, False)


def test_a_summary_tells_that_a_match_is_under_review(match: Played) -> None:
    """MATCH-3.2."""
    match.round(1, 2, 0)
    assert not match.rows("match_summaries")[0].under_review
    match.does(c.Contest(reason="Offside.", first=match.version), seat=Viewer.HOME)
    assert match.rows("match_summaries")[0].under_review
    match.does(c.Dismiss(reason="It was not."))
    assert not match.rows("match_summaries")[0].under_review


def test_a_summary_tells_edition_mode_coaches_and_how_long_it_took(match: Played) -> None:
    match.round(1, 2, 0).round(1, 2, 1)
    (summary,) = match.rows("match_summaries")
    assert (summary.edition, summary.mode, summary.home_coach, summary.away_coach) == ("toy/one", "reported", "Ann", "")
    assert summary.goals == "1-0 home taker (round 2); 1-1 away taker (round 2)"
    assert summary.over
    assert summary.seconds >= 0
    assert summary.version == match.version


def test_a_timeline_tells_a_secret_as_a_secret_until_it_is_open(match: Played) -> None:
    match.does(HideCorner(side=HOME, corner=1))
    hidden = match.rows("timeline")[-1]
    assert (hidden.sentence, hidden.venue, hidden.side) == ("Reds hides a corner.", "home", "Reds")
    assert {hidden.type, hidden.clause, hidden.figures, hidden.by, hidden.source} == {None}
    match.does(HideCorner(side=AWAY, corner=2), Coin(face=0))
    opened = match.rows("timeline")[hidden.version - 1]
    assert (opened.sentence, opened.type, opened.clause) == ("CornerHidden.", "toy.CornerHidden", "TOY-1.2")
    assert (opened.by, opened.source, opened.struck_by) == ("referee", None, None)
    coin = next(row for row in match.rows("timeline") if row.type == "toy.CoinTossed")
    assert (coin.source, coin.side, coin.venue) == ("reported", None, None)


class OpenToy(Toy):
    """The toy game, in which naming a corner means something by itself."""

    def account(self, before: ToyState, event: Event, after: ToyState) -> Iterable[Fact]:
        if isinstance(event, CornerHidden) and event.side is not None:
            yield Marked(side=event.side, footballer=f"{event.side} taker", power=event.corner)
        else:
            yield from super().account(before, event, after)


def test_what_a_secret_means_counts_as_soon_as_it_is_open_in_its_own_place(tmp_path: Path) -> None:
    with Recorder(f"sqlite:///{tmp_path}/open.db", Games([OpenToy()])) as recorder:
        match = Played(recorder).does(HideCorner(side=HOME, corner=3))
        steps = Reading(recorder.match(match.match.match_id))
        assert not steps.facts(Marked)
        match.does(HideCorner(side=AWAY, corner=2))
        steps.take_up()
        assert [(noted.version, noted.fact.power) for noted in steps.facts(Marked)][:2] == [(2, 3), (3, 2)]
        assert every_row(steps) == every_row(Reading(steps.record))
