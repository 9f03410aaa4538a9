"""Finale: squads, tactic decks, attempts. The rules: rulebook.md; the decider: game.py."""
