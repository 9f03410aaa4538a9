"""Fotboll, invented by Roland Johansson: two decks of cards, laid out as two elevens."""
