"""Tests of Tooor!."""
