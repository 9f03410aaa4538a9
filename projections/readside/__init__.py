"""The read side: tables that are filled from the log, thrown away and built anew, the same on every engine."""
