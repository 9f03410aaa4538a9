"""Tests of what is true."""
