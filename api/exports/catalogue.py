"""Everything that can be exported, by name."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from api.exports.events import EVENTS
from api.exports.formats import available
from api.exports.selection import MEANINGS
from api.exports.statistics import tables_of
from api.exports.tables import TYPES, Table, may_be_null
from projections.statistics import catalogue

AT_LEAST = "atLeast"
"""The parameter of an address that names a position in the log that must have been counted."""


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


def listing() -> dict[str, Any]:
    """What can be exported, as /export tells it."""
    formats = available()
    return {
        "formats": [
            {"name": name, "mediaType": one.media_type, "description": one.about} for name, one in formats.items()
        ],
        "filters": {**MEANINGS, AT_LEAST: "a position in the log that must have been counted"},
        "tables": [
            {
                "name": table.name,
                "description": table.about,
                "paths": [f"/export/{table.name}.{format}" for format in formats],
                "filters": table.filters,
                "columns": [
                    {
                        "name": column.name,
                        "type": TYPES[column.type],
                        "nullable": may_be_null(column),
                        "description": column.description,
                    }
                    for column in table.columns
                ],
            }
            for table in tables().values()
        ],
    }
