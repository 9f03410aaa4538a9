"""Migrations of what outlives builds on the read side, by Alembic, from the first release on.

The tables of builds need none: a statistic whose tables look otherwise has another version, and is built anew.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from domain.match.engines import StoreUnavailable

HEAD = "0001"
"""The newest revision; whoever adds one names it here."""

TABLE = "read_schema"
"""Where a place says which revision it has."""

LOCK = 0x746F7563685F7264
"""The advisory lock of PostgreSQL that whoever migrates holds; on SQLite the transaction itself keeps others out."""


def migrate(connection: Connection) -> None:
    """Bring a place to the newest revision, within the transaction of the connection.

    Raises StoreUnavailable where a newer Touchline has made it.
    """
    if revision(connection) == HEAD:
        return
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    # Here, since Alembic takes a while to load and is hardly ever needed.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreUnavailable(f"the statistics were made by a newer Touchline: {error}") from error


def revision(connection: Connection) -> str | None:
    """The revision that a place has; None for an empty one."""
    if not inspect(connection).has_table(TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {TABLE}")).scalar()


def is_there(connection: Connection) -> bool:
    """Whether a place can be read by this code: it has been made, and is of the newest revision."""
    return revision(connection) == HEAD
