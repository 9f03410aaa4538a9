"""The formats of exports: all carry the same values."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from api.exports import formats
from api.exports.formats import FORMATS, UnknownFormat, format_of
from api.exports.tables import Batch, Table
from projections.statistic import Column

COLUMNS = (
    Column("match_id", str, "key", "The id."),
    Column("text", str, "detail", "Some text, “quoted”.", nullable=True),
    Column("count", int, "measure", "A number."),
    Column("maybe", int, "detail", "A number, or none.", nullable=True),
    Column("share", float, "detail", "A fraction.", nullable=True),
    Column("flag", bool, "detail", "Yes or no.", nullable=True),
    Column("at", datetime, "detail", "When.", nullable=True),
)


def table(columns: Sequence[Column] = COLUMNS) -> Table:
    def read(*_: object) -> Any:
        raise NotImplementedError

    return Table("things", "Things.", tuple(columns), (), read)


WHOLE = st.integers(-(2**63), 2**63 - 1)
AWKWARD = st.sampled_from(
    ['"', '""', "a,b", "a\nb", "a\r\nb", "\r", "=1+1", "⚽🧤", " padded ", "'", "null", "\t", "\\N"]
)
TEXT = st.one_of(st.none(), st.just(""), AWKWARD, st.text(st.characters(exclude_categories=["Cs"])))
ROWS = st.tuples(
    st.text(min_size=1, max_size=16, alphabet="0123456789abcdef"),
    TEXT,
    WHOLE,
    st.none() | WHOLE,
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
    st.none() | st.booleans(),
    st.none() | st.datetimes(timezones=st.just(UTC)),
)


def written(name: str, of: Table, batches: Iterator[Batch]) -> bytes:
    return b"".join(FORMATS[name].write(of, batches))


def from_ndjson(body: bytes) -> list[tuple[Any, ...]]:
    lines = [msgspec.json.decode(line) for line in body.splitlines()]
    assert all(list(line) == [column.name for column in COLUMNS] for line in lines)
    return [(*list(line.values())[:6], line["at"] and datetime.fromisoformat(line["at"])) for line in lines]


def from_csv(body: bytes) -> list[tuple[Any, ...]]:
    names, *rows = csv.reader(io.StringIO(body.decode(), newline=""))
    assert names == [column.name for column in COLUMNS]
    readers: tuple[Callable[[str], Any], ...] = (
        str,
        str,
        int,
        int,
        float,
        {"true": True, "false": False}.__getitem__,
        datetime.fromisoformat,
    )
    return [tuple(read(text) if text else None for read, text in zip(readers, row, strict=True)) for row in rows]


def from_parquet(body: bytes) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in parquet.read_table(io.BytesIO(body)).to_pylist()]


READERS = {"ndjson": from_ndjson, "csv": from_csv, "parquet": from_parquet}


@settings(deadline=None)
@given(st.lists(st.lists(ROWS, max_size=4), max_size=4))
def test_every_format_carries_the_same_values_and_nothing_is_null_in_all(batches: list[list[Any]]) -> None:
    expected = [tuple(value or None if value == "" else value for value in row) for batch in batches for row in batch]
    assert set(READERS) == set(FORMATS)
    for name, read in READERS.items():
        assert read(written(name, table(), iter(batches))) == expected, name


def test_times_are_utc_and_of_one_length_so_that_no_reader_has_to_guess() -> None:
    rows = [("a", None, 0, None, None, None, datetime(2026, 5, 1, 15, tzinfo=UTC))]
    assert b'"at":"2026-05-01T15:00:00.000000Z"' in written("ndjson", table(), iter([rows]))
    assert written("csv", table(), iter([rows])).endswith(b",2026-05-01T15:00:00.000000Z\r\n")
    schema = parquet.read_schema(io.BytesIO(written("parquet", table(), iter([rows]))))
    assert schema.field("at").type == pa.timestamp("us", tz="UTC")


def test_parquet_has_typed_columns_with_their_descriptions_even_without_a_row() -> None:
    schema = parquet.read_schema(io.BytesIO(written("parquet", table(), iter([]))))
    assert [str(field.type) for field in schema] == [
        "string", "string", "int64", "int64", "double", "bool", "timestamp[us, tz=UTC]",
    ]  # fmt: skip
    assert [field.metadata[b"description"].decode() for field in schema] == [one.description for one in COLUMNS]
    assert [field.nullable for field in schema] == [False, True, False, True, True, True, True]
    assert schema.metadata[b"description"] == b"Things."


def test_csv_is_a_line_of_names_where_there_is_no_row() -> None:
    assert written("csv", table(), iter([])) == b"match_id,text,count,maybe,share,flag,at\r\n"
    assert written("ndjson", table(), iter([])) == b""


def test_rows_are_grouped_in_parquet_by_number_and_by_size(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = COLUMNS[:2]
    monkeypatch.setattr(formats, "ROW_GROUP", 1000)
    body = written("parquet", table(columns), iter([[("a", "x")] * 400] * 10))
    meta = parquet.read_metadata(io.BytesIO(body))
    assert [meta.row_group(group).num_rows for group in range(meta.num_row_groups)] == [1200, 1200, 1200, 400]
    monkeypatch.setattr(formats, "GROUP_BYTES", 1000)
    body = written("parquet", table(columns), iter([[("a", "x" * 500)] * 4] * 3))
    assert parquet.read_metadata(io.BytesIO(body)).num_row_groups == 3


def test_a_format_that_is_none_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownFormat, match="there is no format 'xlsx'; there are ndjson, csv, parquet"):
        format_of("xlsx")
