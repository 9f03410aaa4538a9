"""What is derived from the record: scoreboards, statistics, standings; can be thrown away and rebuilt."""
