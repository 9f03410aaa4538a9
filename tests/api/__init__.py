"""Tests of how the world reaches it."""
