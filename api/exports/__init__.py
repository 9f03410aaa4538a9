"""Bulk export: the events and every statistic as tables, in formats that other programs read without glue."""
