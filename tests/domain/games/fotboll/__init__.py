"""Tests of Fotboll."""
