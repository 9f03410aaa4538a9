"""The read side: tables that are filled from the log, thrown away and built anew, the same on every engine."""

SUFFIX = ".statistics"
"""What the name of the file of the read side of a SQLite store has after that of the store."""

TURN = ".turn"
"""What the name of the file that one process locks, to count them, has after that."""
