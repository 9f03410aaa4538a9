"""The statistics, one a file. Each declares a `STATISTIC`; a file that is put here is found by itself."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from projections.statistic import Statistic


@cache
def catalogue() -> Mapping[str, Statistic]:
    """Every statistic by its name, in the order of the names."""
    found = {statistic.name: statistic for statistic in _declared()}
    return dict(sorted(found.items()))


def _declared() -> Iterator[Statistic]:
    for module in iter_modules(__path__):
        statistic = getattr(import_module(f"{__name__}.{module.name}"), "STATISTIC", None)
        if statistic is None:
            raise TypeError(f"projections/statistics/{module.name}.py declares no STATISTIC")
        if statistic.name != module.name:
            raise TypeError(f"projections/statistics/{module.name}.py declares {statistic.name!r}; call it alike")
        yield statistic
