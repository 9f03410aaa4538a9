"""What is true: the games, the record of each match, and the proof of both."""
