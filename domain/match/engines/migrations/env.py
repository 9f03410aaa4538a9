"""What Alembic runs."""

from domain.match.engines.migrating import run

run()
