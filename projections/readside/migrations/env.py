"""What Alembic runs: upgrades on the connection that it is given, in its transaction."""

from alembic import context

from projections.readside.migrations import TABLE
from projections.readside.tables import REGISTRY

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=REGISTRY,
    version_table=TABLE,
    render_as_batch=True,
)
context.run_migrations()
