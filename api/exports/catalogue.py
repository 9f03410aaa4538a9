"""Everything that can be exported, by name."""

from collections.abc import Mapping
from functools import cache

from api.exports.events import EVENTS
from api.exports.statistics import tables_of
from api.exports.tables import Table
from projections.statistics import catalogue


@cache
def tables() -> Mapping[str, Table]:
    """The events, then every statistic and its sums. A statistic that is put into the catalogue is here by itself."""
    found = (EVENTS, *(table for statistic in catalogue().values() for table in tables_of(statistic)))
    return {table.name: table for table in found}


class UnknownTable(LookupError):
    """Nothing of this name can be exported."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no {name!r} to export; there are {', '.join(tables())}")


def table_of(name: str) -> Table:
    """What can be exported under a name. Raises UnknownTable."""
    try:
        return tables()[name]
    except KeyError:
        raise UnknownTable(name) from None
