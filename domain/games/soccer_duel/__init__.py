"""Soccer Duel: tiles laid in real time, whose corners join into footballs."""
