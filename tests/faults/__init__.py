"""Tests of crashes, conflicts and forged records."""
