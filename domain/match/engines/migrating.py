"""Migrations by Alembic: how tables that outlive a release are brought from one revision to the newest.

Whoever opens a database looks at its revision first; Alembic and SQLAlchemy are loaded only if there is something to
do, since that takes longer than most commands.
"""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import msgspec

from domain.match.engines import StoreUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection, MetaData


_ONE_AT_A_TIME = Lock()
"""Alembic has one context a process."""


class Schema(msgspec.Struct, frozen=True):
    """Tables with revisions, which are numbers of four digits in their order.

    what: they are, in a sentence about them. table: where a database says which revision it has. head: the newest
    revision. folder: that of the migrations. lock: the advisory lock of PostgreSQL that whoever migrates holds; on
    SQLite the transaction itself keeps others out.
    """

    what: str
    table: str
    head: str
    folder: Path
    lock: int

    def is_current(self, revision: str | None) -> bool:
        """Whether a revision is the newest. Raises StoreUnavailable for one that this code does not know yet."""
        if revision is not None and revision > self.head:
            raise StoreUnavailable(
                f"a newer Touchline has made {self.what}: of revision {revision}, "
                f"and this one knows those up to {self.head}"
            )
        return revision == self.head

    def upgrade(self, connection: Connection) -> None:
        """Bring the tables to the newest revision, within the transaction of a connection."""
        from alembic import command
        from alembic.config import Config

        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({self.lock})")
        config = Config()
        config.set_main_option("script_location", str(self.folder).replace("%", "%%"))
        config.attributes.update(connection=connection, table=self.table)
        with _ONE_AT_A_TIME:
            command.upgrade(config, "head")


def run(metadata: MetaData | None = None) -> None:
    """What the `env.py` of a folder of migrations does: upgrade the connection that it is given, in its transaction."""
    from alembic import context

    given = context.config.attributes
    context.configure(
        connection=given["connection"], target_metadata=metadata, version_table=given["table"], render_as_batch=True
    )
    context.run_migrations()
