"""The formats of an export. Each writes batches of rows as they come, and keeps no more than a few thousand in memory.

In all of them a time is UTC, and nothing is null: an empty text, too, so that all carry the same values.
"""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any

import msgspec

from api.exports.tables import Batch, Table, may_be_null

ROW_GROUP = 50_000
"""Rows of a row group of Parquet at the most."""

GROUP_BYTES = 8 * 1024 * 1024
"""Bytes, uncompressed, after which a row group of Parquet is written though it could have more rows."""


class FormatMissing(Exception):
    """A format needs a library that is not installed."""


class UnknownFormat(LookupError):
    """There is no format of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no format {name!r}; there are {', '.join(FORMATS)}")


Writer = Callable[[Table, Iterator[Batch]], Iterator[bytes]]


@dataclass(frozen=True)
class Format:
    """A format, which is also the ending of its files. compresses: whether it leaves nothing to gain for gzip."""

    name: str
    media_type: str
    about: str
    write: Writer
    compresses: bool = False


def _ndjson(table: Table, batches: Iterator[Batch]) -> Iterator[bytes]:
    names = [column.name for column in table.columns]
    plain, encoder = _plainly(table), msgspec.json.Encoder()
    for batch in batches:
        lines = bytearray()
        for row in batch:
            encoder.encode_into(dict(zip(names, plain(row), strict=True)), lines, -1)
            lines += b"\n"
        yield bytes(lines)


def _csv(table: Table, batches: Iterator[Batch]) -> Iterator[bytes]:
    plain, page = _plainly(table, {bool: lambda value: "true" if value else "false"}), io.StringIO(newline="")
    writer = csv.writer(page, lineterminator="\r\n")
    writer.writerow([column.name for column in table.columns])
    yield page.getvalue().encode()
    for batch in batches:
        page.seek(0)
        page.truncate()
        writer.writerows(map(plain, batch))
        yield page.getvalue().encode()


def _parquet(table: Table, batches: Iterator[Batch]) -> Iterator[bytes]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise FormatMissing("Parquet needs pyarrow: pip install 'touchline[parquet]'") from error
    types = {
        str: pa.string(),
        int: pa.int64(),
        float: pa.float64(),
        bool: pa.bool_(),
        datetime: pa.timestamp("us", tz="UTC"),
    }
    schema = pa.schema(
        [
            pa.field(column.name, types[column.type], may_be_null(column), {"description": column.description})
            for column in table.columns
        ],
        {"title": table.name, "description": table.about},
    )
    sink = _Sink()
    with parquet.ParquetWriter(sink, schema, compression="zstd") as writer:
        group: list[Any] = []
        for batch in batches:
            arrays = [
                pa.array([None if row[place] == "" else row[place] for row in batch], type=field.type)
                for place, field in enumerate(schema)
            ]
            group.append(pa.record_batch(arrays, schema=schema))
            if sum(map(len, group)) >= ROW_GROUP or sum(part.nbytes for part in group) >= GROUP_BYTES:
                writer.write_table(pa.Table.from_batches(group))
                group.clear()
            yield sink.taken()
        if group:
            writer.write_table(pa.Table.from_batches(group))
    yield sink.taken()


class _Sink(io.RawIOBase):
    """A file that keeps what is written until it is taken."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """It is there to be written."""
        return True

    def write(self, data: Any) -> int:
        """Keep bytes."""
        self._parts.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """What was written since it was last asked for."""
        found = b"".join(self._parts)
        self._parts.clear()
        return found


def iso(time: datetime) -> str:
    """A time in UTC, always of the same length: "2026-11-30T10:20:38.000000Z"."""
    return f"{time.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _plainly(
    table: Table, others: Mapping[type, Callable[[Any], Any]] | None = None
) -> Callable[[Sequence[Any]], list[Any]]:
    """A function from a row to values as a text format has them."""
    told: Mapping[type, Callable[[Any], Any]] = {datetime: iso, **(others or {})}
    tellers = [told.get(column.type) for column in table.columns]

    def plain(row: Sequence[Any]) -> list[Any]:
        return [
            None if value is None or value == "" else value if tell is None else tell(value)
            for value, tell in zip(row, tellers, strict=True)
        ]

    return plain


FORMATS: Mapping[str, Format] = {
    one.name: one
    for one in (
        Format("ndjson", "application/x-ndjson", "JSON, an object a line, UTF-8.", _ndjson),
        Format(
            "csv",
            "text/csv; charset=utf-8; header=present",
            "RFC 4180 in UTF-8 with a line of names; null is empty. Texts stand as they are, for programs to read.",
            _csv,
        ),
        Format(
            "parquet",
            "application/vnd.apache.parquet",
            "Apache Parquet with typed columns, described in the metadata of their fields.",
            _parquet,
            compresses=True,
        ),
    )
}
"""Every format by its name."""


def available() -> Mapping[str, Format]:
    """The formats that can be written here."""
    return {name: one for name, one in FORMATS.items() if name != "parquet" or find_spec("pyarrow") is not None}


def format_of(name: str) -> Format:
    """A format by its name. Raises UnknownFormat."""
    try:
        return FORMATS[name]
    except KeyError:
        raise UnknownFormat(name) from None
