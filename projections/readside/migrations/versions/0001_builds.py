"""The registry of builds, and what is set aside of them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make both tables. They are written out: a migration stays what it was when it was released."""
    time = sa.DateTime(timezone=True)
    op.create_table(
        "read_builds",
        sa.Column("id", sa.Integer, sa.Identity(), primary_key=True),
        sa.Column("statistic", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("shape", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("leaf", sa.Text, nullable=False),
        sa.Column("begun_at", time, nullable=False),
        sa.Column("live_since", time),
        sqlite_autoincrement=True,
    )
    live = sa.text("state = 'live'")
    op.create_index(
        "read_builds_live", "read_builds", ["statistic"], unique=True, sqlite_where=live, postgresql_where=live
    )
    op.create_table(
        "read_quarantine",
        sa.Column("build", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("since", time, nullable=False),
        sa.PrimaryKeyConstraint("build", "match_id", "version"),
    )
