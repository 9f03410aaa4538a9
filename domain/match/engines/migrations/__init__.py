"""Migrations of what a store keeps beside its log: seats by the digests of their tokens, seeds, checkpoints.

The log itself, `stored_events`, has none. What has been recorded is never changed, so its table is the engine's own,
and nothing here can touch it; an event that is to look otherwise gets another version in its topic.
"""

from pathlib import Path

from domain.match.engines.migrating import Schema

SCHEMA = Schema("the store", "store_schema", "0001", Path(__file__).parent, 0x746F7563685F7374)
"""The tables beside the log. Whoever adds a revision names it here."""

BASELINE = "0001"
"""The revision that a new store begins with, and that a store has which was made before there were revisions."""

SQLITE = (
    "CREATE TABLE IF NOT EXISTS match_seats ("
    "match_id TEXT NOT NULL, token_hash TEXT NOT NULL, seat TEXT NOT NULL, "
    "PRIMARY KEY (match_id, token_hash)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS match_seeds ("
    "match_id TEXT NOT NULL, commitment TEXT NOT NULL, seed BLOB NOT NULL, "
    "PRIMARY KEY (match_id, commitment)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS checkpoints (size INTEGER PRIMARY KEY, note TEXT NOT NULL)",
)
POSTGRES = (
    "CREATE TABLE IF NOT EXISTS match_seats (match_id text NOT NULL, token_hash text NOT NULL, seat text NOT NULL, "
    "PRIMARY KEY (match_id, token_hash))",
    "CREATE TABLE IF NOT EXISTS match_seeds (match_id text NOT NULL, commitment text NOT NULL, seed bytea NOT NULL, "
    "PRIMARY KEY (match_id, commitment))",
    "CREATE TABLE IF NOT EXISTS checkpoints (size bigint PRIMARY KEY, note text NOT NULL)",
)
"""The tables of the baseline. They stay what they were: a change of them is a revision of its own."""

STAMP = (
    f"CREATE TABLE {SCHEMA.table} "
    f"(version_num VARCHAR(32) NOT NULL, CONSTRAINT {SCHEMA.table}_pkc PRIMARY KEY (version_num))",
    f"INSERT INTO {SCHEMA.table} VALUES ('{BASELINE}')",
)
"""What says, as Alembic would, that a store has the baseline."""

READABLE = f"GRANT SELECT ON {SCHEMA.table} TO PUBLIC"
"""On PostgreSQL: whoever may read anything of a store can see which revision it has."""

OUTDATED = "the store was made by an older Touchline; somebody who may write it has to open it once"
"""What is said of a store that is to be migrated by somebody who cannot."""
