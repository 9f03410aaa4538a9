"""What Alembic runs."""

from domain.match.engines.migrating import run
from projections.readside.tables import REGISTRY

run(REGISTRY)
