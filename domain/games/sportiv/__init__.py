"""Sportiv: footballers eliminate each other by their values, action cards are countered, shots aim at zones."""
