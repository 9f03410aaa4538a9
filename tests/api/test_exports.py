"""Exports of a store: what is in them, over HTTP and a real socket, on both engines."""

import csv
import gzip
import io
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from pyarrow import parquet

from api.exports import statistics
from api.exports.catalogue import tables
from api.exports.formats import FORMATS
from api.exports.routes import takes_gzip
from api.exports.selection import Unusable, select
from api.exports.tables import Source
from domain.games import GAMES
from domain.match.chance import Mode
from domain.match.game import Game
from domain.match.recorder import Occasion, Opened, Recorder
from domain.match.sides import BySide, Viewer
from projections.questions import EVERYTHING
from projections.readside.builds import advance, begin, go_live, live
from projections.readside.store import ReadSide, View
from projections.readside.tables import rows_table
from projections.statistic import Statistic
from projections.statistics.side_records import STATISTIC
from tests import postgres
from tests.api.serving import TOYS, Server, serving, toy_shelf
from tests.api.test_every_secret import World, with_a_secret_choice, with_a_secret_draw
from tests.api.test_feed import damage
from tests.toy import Coin, HideCorner

OPENED = datetime(2026, 5, 1, 15, tzinfo=UTC)
NAMES = (BySide('Rovers "1", Ltd', "=United ⚽"), BySide("United", "Town"), BySide("Town", "Rovers"))
LEAGUE = Occasion("League", "2026", BySide("Ann", ""))
CUP = Occasion("Cup", "2025")

UNCOUNTED: dict[str, Any] = {"project": False}
"""Options of a server that leaves counting to others."""


class Clock:
    """A day later with every match."""

    def __init__(self) -> None:
        self.now = OPENED

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now


@pytest.fixture(params=["sqlite", "postgresql"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/matches.db"
    server: postgres.Server = request.getfixturevalue("postgres_server")
    return server.new_store()


def edition(folder: Path) -> Any:
    folder.mkdir(exist_ok=True)
    return next(iter(toy_shelf(folder)))


def play_out(recorder: Recorder, opened: Opened) -> None:
    """Both rounds: the home side scores once."""
    for number, (home, away) in enumerate(((1, 2), (1, 1))):
        for side, corner in (("home", home), ("away", away)):
            seat = Viewer(side)
            act = HideCorner(side=seat.side, corner=corner)  # type: ignore[arg-type]
            recorder.submit(opened.match_id, opened.tokens[seat], f"{number}{side}", act)
        recorder.submit(opened.match_id, opened.tokens[Viewer.REFEREE], f"{number}coin", Coin(face=0))


def count(read_side: ReadSide) -> None:
    runner = read_side.runner()
    while runner.pass_over():
        pass
    runner.release()


@pytest.fixture
def source(any_store: str, tmp_path: Path) -> Iterator[Source]:
    """A store with three matches that are over, and one in which a corner is hidden; all are counted."""
    clock = Clock()
    with Recorder(any_store, TOYS, clock=clock) as recorder, ReadSide(recorder) as read_side:
        for names, occasion in zip(NAMES, (LEAGUE, LEAGUE, CUP), strict=True):
            opened = recorder.open_match("toy", edition(tmp_path), names, Mode.REPORTED, occasion=occasion)
            assert isinstance(opened, Opened)
            play_out(recorder, opened)
            clock.now += timedelta(days=1)
        running = recorder.open_match("toy", edition(tmp_path), BySide("Home", "Away"), Mode.REPORTED)
        assert isinstance(running, Opened)
        hidden = HideCorner(side=Viewer.HOME.side, corner=3)  # type: ignore[arg-type]
        recorder.submit(running.match_id, running.tokens[Viewer.HOME], "1", hidden)
        count(read_side)
        yield Source(recorder, read_side)


def exported(source: Source, name: str, **filters: list[str]) -> list[dict[str, Any]]:
    """The rows of a table as NDJSON has them."""
    table = tables()[name]
    reading = table.read(source, select(filters, table.filters), None)
    body = b"".join(FORMATS["ndjson"].write(table, reading.batches))
    return [json.loads(line) for line in body.splitlines()]


def test_every_event_is_a_row_as_a_spectator_may_know_it_match_by_match(source: Source) -> None:
    rows = exported(source, "events")
    assert [row["position"] for row in rows] == list(range(1, source.recorder.position() + 1))
    assert list(dict.fromkeys(row["match_id"] for row in rows)) == [id for _, id in source.recorder.matches()]
    opening, hidden = rows[0], rows[1]
    assert opening["type"] == "match.MatchOpened"
    assert opening["at"] == opening["opened_at"] == "2026-05-01T15:00:00.001000Z"
    assert {name: hidden[name] for name in ("type", "clause", "side", "venue", "coach", "by", "sentence")} == {
        "type": "toy.CornerHidden",
        "clause": "TOY-1.2",
        "side": NAMES[0].home,
        "venue": "home",
        "coach": "Ann",
        "by": "home",
        "sentence": "CornerHidden.",
    }
    assert json.loads(hidden["data"]) == {"side": "home", "clause": "TOY-1.2", "corner": 1}
    assert hidden["leaf"] == source.recorder.match(hidden["match_id"]).events()[1].leaf.hex()
    tossed = next(row for row in rows if row["type"] == "toy.CoinTossed")
    assert (tossed["source"], tossed["draw"], tossed["by"]) == ("reported", 0, "referee")


def test_what_is_concealed_tells_nothing_but_that_it_happened(source: Source) -> None:
    last = exported(source, "events")[-1]
    assert (last["concealed"], last["sentence"], last["side"]) == (True, "Home hides a corner.", "Home")
    assert [name for name in ("type", "clause", "by", "source", "draw", "data") if last[name] is not None] == []


def test_rows_of_a_statistic_say_their_match_and_its_occasion(source: Source) -> None:
    rows = exported(source, "side_records")
    assert len(rows) == 6
    first = next(row for row in rows if row["side"] == NAMES[0].home)
    shown = ("game", "competition", "season", "opened_at", "venue", "coach", "played", "won", "goals_for")
    assert [first[name] for name in shown] == [
        "toy", "League", "2026", "2026-05-01T15:00:00.001000Z", "home", "Ann", 1, 1, 1,
    ]  # fmt: skip
    assert first["match_id"] == source.recorder.matches()[0][1]
    assert {row["coach"] for row in rows if row["venue"] == "away"} == {None}


def test_sums_come_with_their_derived_values(source: Source) -> None:
    rows = exported(source, "side_records_totals", competition=["League"])
    told = {row["side"]: [row[name] for name in ("matches", "won", "points", "goal_difference")] for row in rows}
    assert told == {
        NAMES[0].home: [1, 1, 3, 1],
        NAMES[0].away: [1, 0, 0, -1],
        "United": [1, 1, 3, 1],
        "Town": [1, 0, 0, -1],
    }


@pytest.mark.parametrize("name", ["side_records", "side_records_totals"])
def test_pages_go_on_where_the_last_one_ended(source: Source, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = exported(source, name)
    for size in range(1, 8):
        monkeypatch.setattr(statistics, "PAGE", size)
        assert exported(source, name) == whole, size


def test_no_page_cuts_a_match_in_two(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "PAGE", 3)
    batches = list(tables()["side_records"].read(source, EVERYTHING, None).batches)
    assert [len({row[0] for row in batch}) for batch in batches] == [1, 1, 1]
    assert [len(batch) for batch in batches] == [2, 2, 2]


@pytest.mark.parametrize("name", tables())
def test_every_filter_that_a_table_takes_can_be_asked_of_it(source: Source, name: str) -> None:
    rows = exported(source, name)
    for filter in tables()[name].filters:
        nobodys = "2000-01-01" if filter == "until" else "2100-01-01"
        assert exported(source, name, **{filter: [nobodys]}) == [], filter
    assert exported(source, name, game=["toy"]) == rows


FILTERS: tuple[dict[str, list[str]], ...] = (
    {"competition": ["League"]},
    {"competition": ["League", "Cup"]},
    {"competition": [""]},
    {"competition": ["League"], "season": ["2025"]},
    {"game": ["toy"]},
    {"game": ["tooor"]},
    {"coach": ["Ann"]},
    {"side": ["Town"]},
    {"side": ["nobody", NAMES[0].away]},
)


@pytest.mark.parametrize("name", ["events", "side_records", "side_records_totals"])
def test_filters_choose_rows_alike_in_every_table(source: Source, name: str) -> None:
    rows, numbers = exported(source, name), set()
    for filters in FILTERS:
        expected = [row for row in rows if all((row[column] or "") in values for column, values in filters.items())]
        assert exported(source, name, **filters) == expected, filters
        numbers.add(len(expected))
    assert len(numbers) >= 4


@pytest.mark.parametrize("name", ["events", "side_records"])
def test_rows_are_chosen_by_match_and_by_when_it_was_opened(source: Source, name: str) -> None:
    rows = exported(source, name)
    by_match = {match_id: exported(source, name, match=[match_id]) for _, match_id in source.recorder.matches()}
    assert sorted(chain(*by_match.values()), key=rows.index) == rows
    first, second, third, last = by_match.values()
    second_opened = second[0]["opened_at"] if second else ""
    assert second_opened.startswith("2026-05-02T15:00:00.")
    assert exported(source, name, since=[second_opened]) == exported(source, name, since=["2026-05-02"])
    assert len(exported(source, name, since=["2026-05-02"])) == len(second + third + last)
    assert len(exported(source, name, until=[second_opened])) == len(first)
    assert len(exported(source, name, since=["2026-05-02"], until=["2026-05-02T17:00:01+02:00"])) == len(second)


@pytest.mark.parametrize(
    ("table", "filters", "message"),
    [
        ("events", {"colour": ["red"]}, "colour: there is no such filter here; there are competition, season, game, "),
        ("side_records_totals", {"match": ["x"]}, "match: there is no such filter here"),
        ("side_records_totals", {"since": ["2026"]}, "since: there is no such filter here"),
        ("events", {"since": ["soon"]}, "since: 'soon' is no time; one is written 2026-11-30 or 2026-11-30T15:00:00Z"),
        ("events", {"since": ["0001-01-01T00:00+14:00"]}, "since: '0001-01-01T00:00+14:00' is no time"),
        ("events", {"until": ["2026-01-01", "2026-01-02"]}, "until: one time is enough"),
        ("events", {"side": ["a\0b"]}, "side: no text has a NUL"),
        ("events", {"side": ["a"] * 1001}, "side: at most 1000 values are taken, not 1001"),
    ],
)
def test_a_filter_that_cannot_be_used_says_why(table: str, filters: dict[str, list[str]], message: str) -> None:
    with pytest.raises(Unusable) as caught:
        select(filters, tables()[table].filters)
    assert str(caught.value).startswith(message)


def test_a_text_with_a_nul_gets_into_no_store(source: Source, tmp_path: Path) -> None:
    refused = source.recorder.open_match("toy", edition(tmp_path), BySide("a\0b", "c"), Mode.REPORTED)
    assert not isinstance(refused, Opened)


def test_every_format_of_every_table_carries_the_same_values(source: Source) -> None:
    filled = set()
    for name, table in tables().items():
        bodies = {
            format: b"".join(FORMATS[format].write(table, table.read(source, EVERYTHING, None).batches))
            for format in FORMATS
        }
        plain = [json.loads(line) for line in bodies["ndjson"].splitlines()]
        filled |= {name} if plain else set()
        rows = parquet.read_table(io.BytesIO(bodies["parquet"])).to_pylist()
        for row in rows:
            row.update(
                {key: f"{value:%Y-%m-%dT%H:%M:%S.%fZ}" for key, value in row.items() if isinstance(value, datetime)}
            )
        assert rows == plain, name
        texts = {None: "", True: "true", False: "false"}
        in_csv = list(csv.DictReader(io.StringIO(bodies["csv"].decode(), newline="")))
        assert in_csv == [
            {
                key: texts[value] if value is None or isinstance(value, bool) else str(value)
                for key, value in row.items()
            }
            for row in plain
        ], name
    assert filled >= {"events", "side_records", "side_records_totals"}


def test_what_is_struck_says_by_which_version_and_a_sandbox_of_which_match(server: Server) -> None:
    source = Source(server.recorder, None)
    match = server.open(mode="DEALT")
    server.hide(match, "home", 1)
    server.hide(match, "away", 2)
    server.submit(match, {"requestUndo": {"version": 1, "reason": "A slip."}}, match.home)
    undo = server.recorder.match(match.id).version
    server.submit(match, {"grantUndo": True}, match.away)
    opened = server.recorder.try_out(match.id, 1)
    rows = exported(source, "events")
    struck = {row["version"]: row["struck_by"] for row in rows if row["match_id"] == match.id}
    assert struck[2] == undo + 1
    assert struck[1] is None
    assert isinstance(opened, Opened)
    assert {row["sandbox_of"] for row in rows if row["match_id"] == opened.match_id} == {match.id}


def test_a_damaged_match_ends_with_a_row_that_says_so_and_the_others_are_whole(
    server: Server, store: str, tmp_path: Path
) -> None:
    first, second = server.open(), server.open()
    server.play_round(first)
    damage(store, first.id, 4)
    with Recorder(store, TOYS) as fresh:
        rows = exported(Source(fresh, None), "events")
    assert [(row["match_id"], row["version"]) for row in rows] == [
        *((first.id, at) for at in (1, 2, 3, 4)),
        (second.id, 1),
    ]
    ended = rows[3]
    assert "toy.CornersShown@1" in ended["damage"]
    assert (ended["game"], ended["position"], ended["at"], ended["concealed"]) == ("toy", None, None, None)
    assert [row["damage"] for row in rows[:3]] == [None, None, None]


def test_a_match_whose_opening_cannot_be_read_is_told_where_nothing_is_asked_of_it(server: Server, store: str) -> None:
    match = server.open()
    damage(store, match.id, 1)
    with Recorder(store, TOYS) as fresh:
        (row,) = exported(Source(fresh, None), "events", match=[match.id])
        assert (row["version"], row["game"], row["damage"] is None) == (1, None, False)
        assert exported(Source(fresh, None), "events", game=["toy"]) == []


def world_of(source: Source) -> bytes:
    """All that a spectator gets of all tables, but for the leaves, whose salts the two worlds draw alike."""
    found: list[list[Any]] = []
    for table in tables().values():
        kept = [place for place, column in enumerate(table.columns) if column.name != "leaf"]
        for batch in table.read(source, EVERYTHING, None).batches:
            found.extend([row[place] for place in kept] for row in batch)
    return msgspec.json.encode(found)


def compared(worlds: tuple[World, World, Viewer] | None) -> bool:
    """Whether there are two worlds, which look the same; a leaf binds a secret, and is meant to tell them apart."""
    if worlds is None:
        return False
    seen = []
    for world in worlds[:2]:
        with world.recorder, ReadSide(world.recorder) as read_side:
            count(read_side)
            seen.append(world_of(Source(world.recorder, read_side)))
    assert seen[0] == seen[1]
    return b"concealed" not in seen[0] and len(seen[0]) > 1000


@pytest.mark.parametrize("game", [GAMES.current(id) for id in ("tooor", "finale", "sportiv")], ids=lambda game: game.id)
@pytest.mark.parametrize("mode", list(Mode))
def test_a_secret_choice_reaches_no_export(game: Game[Any], mode: Mode, tmp_path: Path) -> None:
    assert any(compared(with_a_secret_choice(tmp_path, game, mode, seed)) for seed in range(4))


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)
def test_a_secret_draw_reaches_no_export(game: Game[Any], tmp_path: Path) -> None:
    for seed in range(2):
        compared(with_a_secret_draw(tmp_path, game, seed))


@pytest.fixture
def served(source: Source, tmp_path: Path) -> Iterator[Server]:
    with serving(source.recorder, toy_shelf(tmp_path), read_side=source.read_side) as server:
        yield server


def test_what_there_is_is_listed_with_every_column_explained(served: Server) -> None:
    told = served.http.get("/export").json()
    assert [one["name"] for one in told["formats"]] == ["ndjson", "csv", "parquet"]
    assert {one["name"] for one in told["tables"]} == set(tables())
    for table in told["tables"]:
        assert table["description"].endswith(".")
        assert set(table["filters"]) <= set(told["filters"])
        for column in table["columns"]:
            assert column["description"].endswith((".", "null while it is concealed."))
            assert column["type"] in ("text", "whole number", "number", "boolean", "time, UTC")
        for path in table["paths"]:
            assert served.http.get(path).status_code == 200
    assert '<a href="/export">' in served.http.get("/").text


@pytest.mark.parametrize("name", FORMATS)
def test_an_export_over_http_is_what_is_in_the_store(served: Server, source: Source, name: str) -> None:
    table = tables()["side_records"]
    answer = served.http.get(
        f"/export/side_records.{name}", params={"competition": "League", "side": ["Town", "United"]}
    )
    wanted = select({"competition": ["League"], "side": ["Town", "United"]}, table.filters)
    assert answer.content == b"".join(FORMATS[name].write(table, table.read(source, wanted, None).batches))
    assert answer.headers["content-type"] == FORMATS[name].media_type
    assert answer.headers["content-disposition"] == f'attachment; filename="side_records.{name}"'
    assert answer.headers["touchline-position"] == str(source.recorder.position())
    assert "content-length" not in answer.headers


def test_texts_are_zipped_for_clients_that_ask_for_it(served: Server) -> None:
    plain = served.http.get("/export/events.csv", headers={"accept-encoding": "identity"})
    with served.http.stream("GET", "/export/events.csv", headers={"accept-encoding": "br, gzip;q=0.5"}) as zipped:
        raw = b"".join(zipped.iter_raw())
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content) / 2
    assert "content-encoding" not in served.http.get("/export/events.parquet").headers


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip", True),
        ("deflate, GZIP ;q=1.0", True),
        ("", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("xgzip", False),
    ],
)
def test_gzip_is_sent_to_those_alone_who_accept_it(accepted: str, taken: bool) -> None:
    assert takes_gzip(accepted) is taken


@pytest.mark.parametrize(
    ("path", "status", "code", "message"),
    [
        ("nothing.csv", 404, "NOT_FOUND", "there is no 'nothing' to export; there are events, "),
        ("events.xlsx", 404, "NOT_FOUND", "there is no format 'xlsx'; there are ndjson, csv, parquet"),
        ("events", 404, "NOT_FOUND", "there is no format ''; there are"),
        ("events.csv?colour=red", 400, "BAD_ARGUMENT", "colour: there is no such filter here"),
        ("events.csv?side=a%00b", 400, "BAD_ARGUMENT", "side: no text has a NUL"),
        ("events.csv?since=soon", 400, "BAD_ARGUMENT", "since: 'soon' is no time"),
        ("events.csv?atLeast=all", 400, "BAD_ARGUMENT", "atLeast: one position is taken, a whole number"),
        ("events.csv?atLeast=1&atLeast=2", 400, "BAD_ARGUMENT", "atLeast: one position is taken"),
    ],
)
def test_what_cannot_be_exported_is_refused_in_json(
    served: Server, path: str, status: int, code: str, message: str
) -> None:
    answer = served.http.get(f"/export/{path}")
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["extensions"]["code"]) == (status, code)
    assert error["message"].startswith(message)


@pytest.mark.parametrize("name", ["events", "side_records"])
def test_a_position_that_nobody_has_counted_is_waited_for_and_then_refused(
    served: Server, source: Source, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.exports.routes.WAIT", 0.3)
    end = source.recorder.position()
    assert served.http.get(f"/export/{name}.csv", params={"atLeast": end}).status_code == 200
    answer = served.http.get(f"/export/{name}.csv", params={"atLeast": end + 1})
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (503, "NOT_YET")
    assert answer.headers["retry-after"] == "5"


def test_a_server_without_statistics_still_exports_events(server: Server) -> None:
    server.open()
    assert len(server.http.get("/export/events.ndjson").text.splitlines()) == 1
    answer = server.http.get("/export/side_records.csv")
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (503, "NO_READ_SIDE")


def test_a_statistic_that_is_not_counted_yet_says_so(any_store: str, tmp_path: Path) -> None:
    with (
        Recorder(any_store, TOYS) as recorder,
        ReadSide(recorder) as read_side,
        serving(recorder, toy_shelf(tmp_path), read_side=read_side, **UNCOUNTED) as server,
    ):
        server.open()
        answer = server.http.get("/export/side_records.csv")
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (503, "BUILDING")


MANY = 20_000
"""Matches, of two rows each."""


def fill(read_side: ReadSide, matches: int) -> None:
    """Give the read side a build of so many matches that no log has."""
    with read_side.place.writing() as connection:
        counted, build = live(connection, STATISTIC), begin(connection, STATISTIC)
        if counted is not None:  # what is behind it would not take its place
            build = advance(connection, build, counted.position, counted.leaf)
        opened = read_side.place.stored(OPENED)
        rows = (
            (f"{number:016x}", "toy", "League", "2026", opened, f"Side {number % 40 + place}", venue, "Ann", *[1] * 13)
            for number in range(matches)
            for place, venue in enumerate(("home", "away"))
        )
        while page := [row for _, row in zip(range(10_000), rows, strict=False)]:
            read_side.place.insert(connection, rows_table(STATISTIC, build.id), page)
        go_live(connection, STATISTIC, build)


class Watched(ReadSide):
    """A read side that counts how often it is read, and may break."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self.pages = 0
        self.breaks_at: int | None = None

    @contextmanager
    def reading(self, statistic: Statistic, at_least: int | None = None, wait: float = 5.0) -> Iterator[View]:
        self.pages += 1
        if self.pages == self.breaks_at:
            raise RuntimeError("a defect")
        with super().reading(statistic, at_least, wait) as view:
            yield view


@pytest.fixture
def large(store: str, tmp_path: Path) -> Iterator[tuple[Server, Watched]]:
    """A server of a statistic of 40,000 rows, some 16 MB."""
    with Recorder(store, TOYS) as recorder:
        read_side = Watched(recorder)
        with read_side, serving(recorder, toy_shelf(tmp_path), read_side=read_side, stalled=4.0, **UNCOUNTED) as server:
            count(read_side)
            fill(read_side, MANY)
            yield server, read_side


def asking(server: Server, path: str) -> socket.socket:
    """A connection on which an export was asked for, and of whose answer nothing was read."""
    url = httpx.URL(server.address)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect((url.host, url.port))
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return connection


def settled(figure: Callable[[], int]) -> int:
    """A figure once it stays the same."""
    before, now = -1, figure()
    while before != now:
        time.sleep(0.4)
        before, now = now, figure()
    return now


def test_a_large_export_arrives_whole(large: tuple[Server, Watched]) -> None:
    server, read_side = large
    lines = 0
    with server.http.stream("GET", "/export/side_records.csv") as answer:
        for _ in answer.iter_lines():
            lines += 1
    assert lines == 2 * MANY + 1
    assert read_side.pages > 20


def test_the_work_for_a_client_that_leaves_ends(large: tuple[Server, Watched]) -> None:
    server, read_side = large
    with asking(server, "/export/side_records.ndjson") as connection:
        connection.recv(1000)
    assert settled(lambda: read_side.pages) < 15


def test_clients_that_take_nothing_keep_nobody_waiting_and_are_given_up(large: tuple[Server, Watched]) -> None:
    server, read_side = large
    with ExitStack() as stack:
        slow = [stack.enter_context(asking(server, "/export/side_records.ndjson")) for _ in range(12)]
        settled(lambda: read_side.pages)
        began = time.monotonic()
        match = server.open()
        assert server.ask("{ matches { edges { node { id } } } }")["matches"]["edges"] == [{"node": {"id": match.id}}]
        assert server.http.get("/export/side_records.csv?side=Side%200").status_code == 200
        count(read_side)  # writes to the database that they read
        assert time.monotonic() - began < 20
        time.sleep(4.5)
        slow[0].settimeout(10)
        body = b""
        while part := slow[0].recv(100_000):
            body += part
    assert body.startswith(b"HTTP/1.1 200")
    assert not body.endswith(b"0\r\n\r\n")


def test_a_failure_in_the_middle_is_no_short_success(
    large: tuple[Server, Watched], caplog: pytest.LogCaptureFixture
) -> None:
    server, read_side = large
    read_side.breaks_at = read_side.pages + 5
    with pytest.raises(httpx.RemoteProtocolError):
        server.http.get("/export/side_records.csv")
    assert "an export failed" in caplog.text
    read_side.breaks_at = read_side.pages + 1
    answer = server.http.get("/export/side_records.csv")
    assert answer.status_code == 500
    assert "a defect" not in answer.text


def test_a_statistic_that_is_built_anew_meanwhile_cuts_its_exports_off(large: tuple[Server, Watched]) -> None:
    server, read_side = large
    with server.http.stream("GET", "/export/side_records.csv") as answer:
        parts = answer.iter_raw(1000)
        next(parts)
        fill(read_side, 10)
        with pytest.raises(httpx.RemoteProtocolError):
            for _ in parts:
                pass
    assert len(server.http.get("/export/side_records.csv").text.splitlines()) == 21


def test_no_more_exports_are_sent_at_a_time_than_there_is_room_for(
    large: tuple[Server, Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, read_side = large
    monkeypatch.setattr("api.exports.routes.MOST", 2)
    with asking(server, "/export/side_records.ndjson"), asking(server, "/export/side_records.csv"):
        while (answer := server.http.get("/export/events.csv")).status_code == 200:
            assert read_side.pages < 20
        assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (503, "TOO_MUCH")
    deadline = time.monotonic() + 10
    while server.http.get("/export/events.csv").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
