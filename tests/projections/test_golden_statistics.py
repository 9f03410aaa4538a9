"""Every statistic makes of the golden matches what it did when its version was made."""

from projections.statistics import catalogue
from tests import golden_statistics


def test_a_statistic_that_gives_other_rows_than_before_has_a_higher_version() -> None:
    """If this fails, raise the version of the statistic, then run `python -m tests.golden_statistics`."""
    assert golden_statistics.made_now() == golden_statistics.recorded()


def test_every_statistic_has_rows_in_some_golden_match() -> None:
    golden = golden_statistics.recorded()
    assert golden.keys() == catalogue().keys()
    assert [name for name, one in golden.items() if not one.rows] == []
