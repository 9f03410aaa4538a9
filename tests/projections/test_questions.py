"""Questions to the read side: answered alike from rows and from sums, on both engines, and paged to the end."""

import base64
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, text
from sqlalchemy.dialects import sqlite as sqlite_dialect

from projections import questions
from projections.questions import BadCursor, BadQuestion, Filter, Order, Question, answered, filtered
from projections.readside.store import View
from projections.readside.tables import rows_table, totals_table
from projections.statistic import HEADER, OCCASION, Header, Statistic
from projections.statistics import catalogue
from tests import postgres
from tests.projections.asking import SINGLES, VISITS, Rows, Visit, expected, fill, postgresql, sqlite

KICK_OFF = datetime(2026, 5, 1, 15, 30, tzinfo=UTC)

usual = settings(
    max_examples=15,
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    with ExitStack() as stack:
        if request.param == "sqlite":
            yield stack.enter_context(sqlite(f"{tmp_path}/read.db"))
        else:
            server: postgres.Server = request.getfixturevalue("postgres_server")
            yield stack.enter_context(postgresql(server.new_store()))


names = st.sampled_from(["", "Älvsborg", "Zebras", "athletic", "Athletic", "IFK 'Å'", "%", "🦓"])
times = st.integers(0, 5).map(lambda hours: KICK_OFF + timedelta(hours=hours, microseconds=hours))
headers = st.builds(
    Header, st.just(""), st.sampled_from(["finale", "tooor"]), names, st.sampled_from(["", "2025", "2026"]), times
)
visits = st.builds(
    Visit,
    names,
    st.sampled_from(["home", "away"]),
    st.sampled_from(["", "Ann", "Bo"]),
    st.integers(-1, 2),
    st.booleans(),
    st.integers(0, 3),
    st.integers(-2, 3) | st.just(2**40),
    st.none() | st.sampled_from([0.0, 0.1, 0.1 + 0.2, 0.3, -1.5, 1e300, 5e-324]),
    st.none() | names,
)


@st.composite
def many_rows(draw: st.DrawFn) -> Rows:
    """The rows of some matches, each with keys that tell them apart."""
    made = []
    for number, header in enumerate(draw(st.lists(headers, max_size=6))):
        apart = st.lists(
            visits, max_size=6, unique_by=lambda row: (row.side, row.venue, row.coach, row.stand, row.covered)
        )
        said = Header(f"m{number}", header.game, header.competition, header.season, header.opened_at)
        made += [(said, row) for row in draw(apart)]
    return made


@st.composite
def filters(draw: st.DrawFn) -> Filter:
    chosen = draw(st.sets(st.sampled_from([column.name for column in filtered(VISITS)]), max_size=2))
    possible: dict[str, st.SearchStrategy[Any]] = {
        "match_id": st.sampled_from(["m0", "m1", "m7"]),
        "game": st.sampled_from(["finale", "tooor", "a\0b", "\ud800"]),
        "season": st.none() | st.sampled_from(["2025", "2026"]),
        "venue": st.sampled_from(["home", "away"]),
        "coach": st.none() | st.sampled_from(["Ann", "Bo"]),
        "stand": st.integers(-1, 2) | st.just(2**70),
        "covered": st.booleans(),
    }
    said = names.map(lambda name: name or None)
    values = {name: tuple(draw(st.lists(possible.get(name, said), max_size=4))) for name in chosen}
    since, until = draw(st.none() | times), draw(st.none() | times)
    return Filter(values=values, since=since, until=until)


@st.composite
def questions_about(draw: st.DrawFn, statistic: Statistic) -> Question:
    keys = [column.name for column in filtered(statistic)]
    by = None
    if statistic.totals:
        by = draw(st.lists(st.sampled_from(keys), unique=True) | st.just(keys))
    open_question = Question(statistic=statistic, filter=draw(filters()), by=by)
    orders = st.builds(Order, st.sampled_from(list(open_question._told)), st.booleans())
    order = draw(st.lists(orders, max_size=3, unique_by=lambda order: order.column))
    return Question(statistic=statistic, filter=open_question.filter, by=by, order=order, first=draw(st.integers(1, 4)))


def ask(engine: Engine, question: Question) -> questions.Answer:
    with engine.connect() as connection:
        return question.answer(View(connection, 1, 0))


def paged(engine: Engine, question: Question, first: int | None = None) -> list[dict[str, Any]]:
    """All pages of an answer, one behind the other."""
    found: list[dict[str, Any]] = []
    more, after = True, None
    while more:
        page = ask(engine, replace(question, first=first or question.first, after=after))
        assert len(page.lines) == question.first or not page.more or first
        found += [dict(line.values) for line in page.lines]
        more, after = page.more, page.lines[-1].cursor if page.lines else None
    return found


def whole(question: Question, rows: Rows) -> list[dict[str, Any]]:
    """What plain Python answers, with the columns that the answer leaves empty."""
    lines = expected(question.statistic, rows, question.filter, question.by, question.order or ())
    return [{column.name: line.get(column.name) for column in answered(question.statistic)} for line in lines]


@given(rows=many_rows(), data=st.data())
@usual
def test_sums_rows_and_plain_python_answer_alike_page_by_page(engine: Engine, rows: Rows, data: st.DataObject) -> None:
    fill(engine, VISITS, rows)
    for _ in range(3):
        question = data.draw(questions_about(VISITS))
        answer = whole(question, rows)
        assert paged(engine, question) == answer
        assert paged(engine, question, first=questions.MOST) == answer
        if not question.filter.by_match:  # the same matches, told by a date: out of the rows
            long_ago = replace(question, filter=Filter(values=question.filter.values, since=KICK_OFF))
            assert paged(engine, long_ago, first=questions.MOST) == answer


@given(rows=many_rows(), data=st.data())
@usual
def test_rows_that_have_no_sums_are_paged_one_by_one(engine: Engine, rows: Rows, data: st.DataObject) -> None:
    fill(engine, SINGLES, rows)
    for _ in range(3):
        question = data.draw(questions_about(SINGLES))
        assert paged(engine, question) == whole(question, rows)


def row(match: str, side: str, competition: str = "", **others: Any) -> tuple[Header, Visit]:
    usual: dict[str, Any] = {
        "venue": "home",
        "coach": "",
        "stand": 1,
        "covered": True,
        "sold": 1,
        "pies": 1,
        "noise": None,
        "song": None,
    }
    opened_at = others.pop("opened_at", KICK_OFF)
    return Header(match, "toy", competition, "", opened_at), Visit(side=side, **usual | others)


def test_every_line_is_read_however_many_there_are(engine: Engine) -> None:
    rows = [row(f"m{number:04}", "Reds") for number in range(questions.MOST * 2)]
    fill(engine, SINGLES, rows)
    question = Question(statistic=SINGLES, order=(), first=1)
    with engine.connect() as connection:
        found = [line["match_id"] for line in question.every(View(connection, 1, 0))]
    assert found == [header.match_id for header, _ in rows]


def test_only_what_asks_for_matches_or_dates_reads_rows(engine: Engine) -> None:
    def tables(**parts: Any) -> set[str]:
        froms = Question(statistic=VISITS, **parts).statement(1).compile().string
        return {
            table
            for table in ("read_visits_1", "read_visits_totals_1")
            if f"{table} " in f"{froms} ".replace("\n", " ")
        }

    assert tables() == tables(by=["competition"], filter=Filter(values={"coach": ["Ann"]})) == {"read_visits_totals_1"}
    for filter in (Filter(since=KICK_OFF), Filter(until=KICK_OFF), Filter(values={"match_id": ["m"]})):
        assert tables(filter=filter) == {"read_visits_1"}
    assert tables(by=["match_id"]) == {"read_visits_1"}


def test_it_is_summed_and_sorted_as_the_statistic_says_where_nothing_else_is_said(engine: Engine) -> None:
    fill(engine, VISITS, [row("a", "Reds", sold=1), row("b", "Reds", sold=3), row("a", "Blues", sold=2, venue="away")])
    lines = [line.values for line in ask(engine, Question(statistic=VISITS)).lines]
    assert [(line["side"], line["sold"], line["unfed"], line["rows"], line["venue"]) for line in lines] == [
        ("Reds", 4, 2, 2, None),
        ("Blues", 2, 1, 1, None),
    ]


def test_dates_are_from_since_on_and_before_until(engine: Engine) -> None:
    hours = [KICK_OFF + timedelta(hours=hour) for hour in range(4)]
    fill(engine, VISITS, [row(f"m{number}", "Reds", opened_at=hour) for number, hour in enumerate(hours)])
    filter = Filter(since=hours[1].astimezone(), until=hours[3])
    lines = ask(engine, Question(statistic=VISITS, filter=filter, by=["match_id"], order=())).lines
    assert [(line.values["match_id"], line.values["opened_at"]) for line in lines] == [
        ("m1", hours[1]),
        ("m2", hours[2]),
    ]


def test_a_time_beyond_the_calendar_of_utc_is_a_time_all_the_same(engine: Engine) -> None:
    fill(engine, VISITS, [row("m", "Reds")])
    first = datetime.fromisoformat("0001-01-01T00:00:00+14:00")
    last = datetime.fromisoformat("9999-12-31T23:59:59-14:00")
    assert len(ask(engine, Question(statistic=VISITS, filter=Filter(since=first, until=last))).lines) == 1


QUESTION = Question(statistic=VISITS, by=["side"], order=[Order("sold", True)], first=1)


@pytest.mark.parametrize(
    "other",
    [
        replace(QUESTION, order=[Order("sold")]),
        replace(QUESTION, order=[Order("pies", True)]),
        replace(QUESTION, by=["side", "coach"]),
        replace(QUESTION, filter=Filter(values={"side": ["Reds"]})),
        replace(QUESTION, filter=Filter(since=KICK_OFF)),
        Question(statistic=SINGLES, order=[Order("sold", True)]),
    ],
    ids=["direction", "column", "by", "filter", "date", "statistic"],
)
def test_a_cursor_is_of_no_use_to_another_question(engine: Engine, other: Question) -> None:
    fill(engine, VISITS, [row("a", "Reds"), row("a", "Blues")])
    cursor = ask(engine, QUESTION).lines[0].cursor
    with pytest.raises(BadCursor):
        replace(other, after=cursor).statement(1)


def test_a_cursor_goes_on_when_only_the_size_of_the_page_changes(engine: Engine) -> None:
    fill(engine, VISITS, [row("a", "Reds"), row("a", "Blues"), row("a", "Greens")])
    cursor = ask(engine, QUESTION).lines[0].cursor
    again = Filter(values={})
    lines = ask(engine, replace(QUESTION, first=9, after=cursor, filter=again)).lines
    assert [line.values["side"] for line in lines] == ["Greens", "Reds"]


@pytest.mark.parametrize("cursor", ["", "!", "AAAA", "8J-mk", "ä", "a" * 4000])
def test_what_is_no_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(BadCursor):
        replace(QUESTION, after=cursor).statement(1)


@given(
    values=st.lists(st.none() | st.integers(-(2**63), 2**64 - 1) | st.text() | st.floats() | st.binary(), max_size=3)
)
@usual
def test_a_forged_cursor_brings_a_page_or_is_refused(engine: Engine, values: Sequence[Any]) -> None:
    fill(engine, VISITS, [row("a", "Reds")])
    data = msgspec.msgpack.encode((QUESTION._digest, values))
    with suppress(BadCursor):
        ask(engine, replace(QUESTION, after=base64.urlsafe_b64encode(data).decode().rstrip("=")))


@pytest.mark.parametrize(
    ("argument", "parts"),
    [
        ("first", {"first": 0}),
        ("first", {"first": questions.MOST + 1}),
        ("by", {"by": ["sold"]}),
        ("by", {"statistic": SINGLES, "by": ["side"]}),
        ("order", {"order": [Order("coach")]}),
        ("order", {"by": ["side"], "order": [Order("noise")]}),
    ],
)
def test_what_cannot_be_asked_is_refused_with_the_argument_that_is_wrong(argument: str, parts: dict[str, Any]) -> None:
    with pytest.raises(BadQuestion) as refused:
        Question(**{"statistic": VISITS, **parts})
    assert refused.value.argument == argument


@pytest.mark.parametrize(
    "values", [{"sold": [1]}, {"nonsense": ["a"]}, {"side": [1]}, {"stand": [True]}, {"side": ["a"] * 1001}]
)
def test_a_filter_takes_values_of_keys(values: dict[str, Any]) -> None:
    with pytest.raises(BadQuestion) as refused:
        Question(statistic=VISITS, filter=Filter(values=values)).statement(1)
    assert refused.value.argument == next(iter(values))


def plan(engine: Engine, question: Question) -> str:
    """How SQLite answers a question."""
    statement = question.statement(1).compile(dialect=sqlite_dialect.dialect(), compile_kwargs={"literal_binds": True})
    with engine.connect() as connection:
        return " ".join(step[3] for step in connection.execute(text(f"EXPLAIN QUERY PLAN {statement}")))


@pytest.mark.parametrize(
    ("question", "index"),
    [
        (Question(statistic=VISITS, filter=Filter(values={"competition": ["Liga"]})), "competition=?"),
        (
            Question(statistic=VISITS, filter=Filter(values={"competition": ["Liga"], "season": ["2026"]})),
            "competition=? AND season=?",
        ),
        (Question(statistic=VISITS, filter=Filter(values={"match_id": ["m1"]})), "match_id=?"),
        (Question(statistic=SINGLES, filter=Filter(values={"match_id": ["m1"]}), order=()), "match_id=?"),
        (Question(statistic=VISITS, filter=Filter(values={"competition": ["Liga"]}), by=["match_id"]), "competition=?"),
        (Question(statistic=VISITS, filter=Filter(since=KICK_OFF)), "opened_at>?"),
    ],
    ids=["league table", "season", "one match", "rows of one match", "matches of a league", "since a day"],
)
def test_usual_questions_are_answered_by_an_index(tmp_path: Path, question: Question, index: str) -> None:
    with sqlite(f"{tmp_path}/read.db") as engine:
        rows = [row(f"m{number}", f"Side {number % 20}", f"Liga {number % 10}") for number in range(500)]
        fill(engine, VISITS, rows)
        fill(engine, SINGLES, rows)
        found = plan(engine, question)
    assert "SEARCH" in found, found
    assert index in found, found


def test_rows_are_paged_from_where_the_cursor_stands(tmp_path: Path) -> None:
    with sqlite(f"{tmp_path}/read.db") as engine:
        fill(engine, SINGLES, [row(f"m{number:03}", "Reds") for number in range(300)])
        question = Question(statistic=SINGLES, order=(), first=100)
        found = plan(engine, replace(question, after=ask(engine, question).lines[-1].cursor))
    assert "match_id>?" in found, found
    assert "TEMP B-TREE" not in found, found


@pytest.mark.parametrize("statistic", catalogue().values(), ids=lambda statistic: statistic.name)
def test_every_statistic_declares_what_there_is(engine: Engine, statistic: Statistic) -> None:
    keys = {column.name for column in filtered(statistic)}
    columns = [column.name for column in answered(statistic)]
    assert len(columns) == len(set(columns))
    assert set(statistic.by) <= keys
    assert {Order.of(text).column for text in statistic.order} <= set(columns)
    own = {column.name for column in (*HEADER, *statistic.columns)}
    assert all(set(index) <= own for index in statistic.indexes)


@pytest.mark.parametrize("statistic", catalogue().values(), ids=lambda statistic: statistic.name)
def test_every_statistic_can_be_sorted_by_every_column_even_of_zeros(engine: Engine, statistic: Statistic) -> None:
    zeros: dict[type, Any] = {str: "a", int: 0, float: 0.0, bool: False, datetime: KICK_OFF}
    rows = [
        (
            Header(match, "toy", "Liga", "", KICK_OFF),
            statistic.row(**{column.name: zeros[column.type] for column in statistic.columns}),
        )
        for match in ("a", "b", "c")
    ]
    fill(engine, statistic, rows)
    keys = [column.name for column in filtered(statistic)]
    for by in [None, keys] if statistic.totals else [None]:
        order = [Order(column) for column in Question(statistic=statistic, by=by)._told]
        lines = paged(engine, Question(statistic=statistic, by=by, order=order, first=2))
        assert len(lines) == (1 if by is None and statistic.totals else 3)
        assert all(low != high for low, high in pairwise(lines))


def test_sums_are_kept_apart_by_the_occasion_and_the_keys() -> None:
    table = totals_table(VISITS, 1)
    assert {column.name for column in table.primary_key} == {*OCCASION, *(column.name for column in VISITS.keys)}
    assert {column.name for column in rows_table(VISITS, 1).primary_key} == {"match_id", *(c.name for c in VISITS.keys)}
