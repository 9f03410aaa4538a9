"""Migrations of what outlives builds on the read side, by Alembic, from the first release on.

The tables of builds need none: a statistic whose tables look otherwise has another version, and is built anew.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from domain.match.engines.migrating import Schema

SCHEMA = Schema("the statistics", "read_schema", "0001", Path(__file__).parent, 0x746F7563685F7264)
"""The registry of builds and what is set aside of them. Whoever adds a revision names it here."""


def migrate(connection: Connection) -> None:
    """Bring a place to the newest revision, within the transaction of the connection.

    Raises StoreUnavailable where a newer Touchline has made it.
    """
    if not is_there(connection):
        SCHEMA.upgrade(connection)


def is_there(connection: Connection) -> bool:
    """Whether a place has been made, and is of the newest revision. Raises StoreUnavailable for one of a newer."""
    if not inspect(connection).has_table(SCHEMA.table):
        return False
    return SCHEMA.is_current(connection.execute(text(f"SELECT version_num FROM {SCHEMA.table}")).scalar())
