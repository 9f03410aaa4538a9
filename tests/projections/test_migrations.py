"""The registry of the read side is made and changed by migrations, which agree with what the code thinks it is."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from domain.match.engines import StoreUnavailable
from projections.readside import migrations
from projections.readside.migrations import SCHEMA, migrate
from projections.readside.store import ReadSide
from projections.readside.tables import REGISTRY
from tests.projections.league import CATALOGUE, GOALS, League

NEXT = '''
"""A table more."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table("read_more", sa.Column("id", sa.Integer, primary_key=True))
'''


@contextmanager
def newer_release(folder: Path) -> Iterator[None]:
    """A release that has one migration more."""
    shutil.copytree(SCHEMA.folder, folder)
    (folder / "versions" / "0002_more.py").write_text(NEXT)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(migrations, "SCHEMA", msgspec.structs.replace(SCHEMA, head="0002", folder=folder))
        yield


def test_the_newest_revision_is_that_of_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(SCHEMA.folder))
    assert ScriptDirectory.from_config(config).get_current_head() == SCHEMA.head


def test_migrations_and_tables_agree(league: League) -> None:
    def is_ours(thing: Any, name: str, kind: str, *_: object) -> bool:
        """On PostgreSQL the tables of the record lie beside."""
        return (name if kind == "table" else thing.table.name).startswith("read_")

    with league.read_side.place.writing() as connection:
        migrate(connection)
        settings = {"version_table": SCHEMA.table, "compare_type": True, "include_object": is_ours}
        assert compare_metadata(MigrationContext.configure(connection, opts=settings), REGISTRY) == []


def test_what_a_newer_release_has_made_is_refused_and_left_alone(league: League, tmp_path: Path) -> None:
    league.open().play()
    league.count()
    league.runner.release()
    with newer_release(tmp_path / "newer"):
        league.count()
        assert league.goals() == {"Reds": 2}
        assert "read_more" in inspect(league.read_side.place.engine).get_table_names()
    league.runner.release()
    newer = "a newer Touchline has made the statistics: of revision 0002"
    with pytest.raises(StoreUnavailable, match=newer):
        league.runner.pass_over()
    with pytest.raises(StoreUnavailable, match=newer), league.read_side.reading(GOALS):
        pass
    with pytest.raises(StoreUnavailable, match=newer):
        league.read_side.build_anew(GOALS)


def test_those_who_make_the_read_side_at_once_all_succeed(league: League) -> None:
    ready = Barrier(4)

    def make(_: int) -> None:
        with ReadSide(league.recorder, CATALOGUE) as read_side:
            ready.wait()
            with read_side.place.writing() as connection:
                migrate(connection)

    with ThreadPoolExecutor(4) as threads:
        for _ in threads.map(make, range(4)):
            pass
    league.open().play()
    league.count()
    assert league.sound()
