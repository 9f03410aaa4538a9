"""Tooor!: dice, tactic cards and footballer cards that turn as they tire."""
