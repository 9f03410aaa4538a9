"""A small kit for games: what two of them truly share. A game takes from it what it needs, and none of it is a must."""
