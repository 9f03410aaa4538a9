"""Seats, seeds and checkpoints. A store has them since it was made: the engines begin with this revision."""

from alembic import op

from domain.match.engines.migrations import POSTGRES, SQLITE

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables that are not there."""
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRES:
        op.execute(statement)
