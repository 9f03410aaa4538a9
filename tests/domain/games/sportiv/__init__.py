"""Tests of Sportiv."""
