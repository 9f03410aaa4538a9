"""Statements that write many rows at once, in the words that SQLite and PostgreSQL share.

Rows are tuples in the form in which the engine stores them: what SQLAlchemy does for each value would take longer than
all else that is done for a row.
"""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, Table

Rows = Sequence[tuple[Any, ...]]


def insert(connection: Connection, table: Table, rows: Rows) -> None:
    """Insert rows that are not there."""
    _execute(connection, f"INSERT INTO {_name(table)} VALUES ({_marks(table)})", rows)


def upsert(connection: Connection, table: Table, rows: Rows, added: Collection[str] = ()) -> None:
    """Insert rows, or change those with the same key: columns in `added` grow by the value, others take it."""
    keys = [column.name for column in table.primary_key.columns]
    changes = [
        f'"{name}" = {_name(table)}."{name}" + excluded."{name}"' if name in added else f'"{name}" = excluded."{name}"'
        for name in (column.name for column in table.columns)
        if name not in keys
    ]
    then = f"UPDATE SET {', '.join(changes)}" if changes else "NOTHING"
    _execute(
        connection,
        f"INSERT INTO {_name(table)} VALUES ({_marks(table)}) ON CONFLICT ({_quoted(keys)}) DO {then}",
        rows,
    )


def delete(connection: Connection, table: Table, keys: Sequence[str], rows: Rows, and_where: str = "") -> None:
    """Delete the rows with these values in these columns, and for which the condition holds."""
    conditions = [f'"{key}" = ?' for key in keys] + ([and_where] if and_where else [])
    _execute(connection, f"DELETE FROM {_name(table)} WHERE {' AND '.join(conditions)}", rows)


def _execute(connection: Connection, statement: str, rows: Rows) -> None:
    if rows:
        if connection.dialect.name != "sqlite":
            statement = statement.replace("?", "%s")
        connection.exec_driver_sql(statement, list(rows))


def _marks(table: Table) -> str:
    return ", ".join("?" * len(table.columns))


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _name(table: Table) -> str:
    return f'"{table.name}"'
