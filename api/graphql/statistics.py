"""The statistics in the schema: a field for each, with rows, filters, keys and orders derived from its declaration.

A statistic that is put into the catalogue is here by itself. All of them are for everybody: their tables hold only what
everybody may know.
"""

import asyncio
import enum
import types
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache
from time import monotonic
from typing import Annotated, Any, Generic, TypeVar

import strawberry
from strawberry.types.base import StrawberryList, StrawberryOptional
from strawberry.types.enum import EnumValue, StrawberryEnumDefinition

from api.graphql.connections import Connection, Edge, PageInfo
from api.graphql.context import Info
from api.graphql.derive import camel, pascal
from api.graphql.errors import RequestError, bad_argument
from api.graphql.fields import field
from api.graphql.limits import STATEMENT
from api.graphql.scalars import Position
from projections import questions
from projections.questions import Answer, Asked, BadCursor, BadQuestion, Filter, Order, Question, answered, filtered
from projections.readside.store import NotReady, ReadSide, View
from projections.statistic import Derived, Statistic

N = TypeVar("N")
R = TypeVar("R")

WAIT = 5.0
"""Seconds that a request waits for the position that it asks for."""
PAUSES = (0.01, 0.2)
"""Seconds between two looks, at first and at the most; each pause is half as long again as the one before."""

SINCE, UNTIL = "since", "until"

AT_LEAST = (
    "Count the log up to this position at least, as an answer to a command told it. It is waited for; where it takes "
    f"more than {WAIT:g} seconds the error is NOT_YET, with `position` and `of`."
)

_SCALARS: Mapping[type, Any] = {str: str, int: Position, float: float, bool: bool, datetime: datetime}


@strawberry.type(description="How much of the log an answer counts.")
class Counted:
    """How much of the log an answer counts."""

    position: Position = strawberry.field(description="The position in the log up to which events are counted.")

    @field(description="How much longer the log is by now: events that are not counted yet.")
    async def lag(self, info: Info) -> Position:
        """The end of the log less what is counted. Raises StoreUnavailable."""
        services = info.context.services
        return Position(max(await services.threads.run(services.recorder.position) - self.position, 0))


@strawberry.type(description="A page of the rows of a statistic.")
class Rows(Connection[N], Counted, Generic[N]):
    """A page of the rows of a statistic."""


def queries(statistics: Iterable[Statistic]) -> type:
    """A type with a field for each statistic, for the type of all queries to inherit from."""
    fields = {statistic.name: _Derived(statistic).field() for statistic in statistics}
    made = type("Statistics", (), {**fields, "__module__": __name__})
    return strawberry.type(made, description="The statistics.")


async def read(info: Info, statistic: Statistic, at_least: int | None, ask: Callable[[View], R]) -> R:
    """What is read in a view of a statistic. Waiting for a position takes no thread.

    Raises RequestError where it cannot be had, and StoreUnavailable.
    """
    services = info.context.services
    if services.read_side is None:
        raise RequestError("NO_READ_SIDE", "no statistics are kept here")
    until, pause = monotonic() + WAIT, PAUSES[0]
    while True:
        try:
            return await services.threads.run(_read, services.read_side, statistic, at_least, ask)
        except NotReady as error:
            if monotonic() >= until or at_least is None:
                code = "BUILDING" if error.building else "NOT_YET"
                raise RequestError(code, str(error), position=error.position, of=error.of) from None
        except BadCursor as error:
            raise RequestError("BAD_CURSOR", f"after: {error}") from None
        except BadQuestion as error:
            raise bad_argument(f"filter.{camel(error.argument)}", str(error)) from None
        await asyncio.sleep(pause)
        pause = min(pause * 1.5, PAUSES[1])


def _read(read_side: ReadSide, statistic: Statistic, at_least: int | None, ask: Callable[[View], R]) -> R:
    with read_side.reading(statistic, at_least, wait=0) as view:
        return ask(view)


@cache
def filter_type(statistic: Statistic) -> Any:
    """The input by which matches and rows of a statistic are chosen."""
    made: Any = type(f"{pascal(statistic.name)}Filter", (), {"__annotations__": {}, "__module__": __name__})
    for column in filtered(statistic):
        # Nothing is a value of a text alone.
        values = StrawberryOptional(of_type=str) if column.type is str else _SCALARS[column.type]
        _set_input(made, column.name, StrawberryList(of_type=values), f"{column.description} One of these.")
    _set_input(made, SINCE, datetime, "Matches that were opened then or later.")
    _set_input(made, UNTIL, datetime, "Matches that were opened before.")
    return strawberry.input(
        made,
        description="What counts: all that is given must hold. Null among values, or in their place, is nothing: as a "
        "competition it chooses matches that are for themselves, as a coach sides for whom nobody is named.",
    )


def as_filter(statistic: Statistic, given: Any) -> Filter:
    """What an input of a filter says."""
    if given is None:
        return questions.EVERYTHING
    said = {column.name: getattr(given, column.name) for column in filtered(statistic)}
    values = {name: (None,) if value is None else tuple(value) for name, value in said.items() if value is not _UNSET}
    since, until = (None if time is _UNSET else time for time in (given.since, given.until))
    return Filter(values=values, since=since, until=until)


def names_of(columns: Iterable[Asked], name: str, description: str) -> StrawberryEnumDefinition:
    """The enum of some columns; its members have the names of the columns as values."""
    columns = list(columns)
    members = enum.Enum(name, {column.name.upper(): column.name for column in columns})  # type: ignore[misc]
    return StrawberryEnumDefinition(
        wrapped_cls=members,
        name=name,
        values=[
            EnumValue(member.name, member, description=column.description)
            for member, column in zip(members, columns, strict=True)
        ],
        description=description,
    )


_UNSET = strawberry.UNSET


class _Derived:
    """What is derived of one statistic."""

    def __init__(self, statistic: Statistic) -> None:
        self.statistic = statistic
        self.prefix = pascal(statistic.name)
        self.node = self._node()
        self.edge: Any = Edge[self.node]  # type: ignore[name-defined]
        self.connection: Any = strawberry.type(
            types.new_class(f"{self.prefix}Connection", (Rows[self.node],)),  # type: ignore[name-defined]
            description=f"A page of {statistic.name}: {statistic.about}",
        )
        self.filter = filter_type(statistic)
        self.order = self._order()

    def field(self) -> Any:
        """The field of the statistic."""
        statistic = self.statistic
        answer = self._answer
        usual = ", ".join(statistic.order) or "its keys"
        filters = Annotated[
            Any,
            strawberry.argument(description="What counts.", graphql_type=StrawberryOptional(of_type=self.filter)),
        ]
        orders = Annotated[
            Any,
            strawberry.argument(
                description="What comes first: the first of these counts most, and null comes last. Ties are in the "
                f"order of the keys. Where nothing is said: {usual}.",
                graphql_type=_list(self.order),
            ),
        ]
        firsts = Annotated[int, strawberry.argument(description=f"How many rows, 1 to {questions.MOST}.")]
        afters = Annotated[str | None, strawberry.argument(description="The cursor to go on behind.")]
        at_leasts = Annotated[Position | None, strawberry.argument(description=AT_LEAST)]
        described = field(
            description=statistic.about,
            graphql_type=self.connection,
            metadata={"page": questions.MOST, "cost": STATEMENT},
        )
        if not statistic.totals:

            async def by_row(
                info: Info,
                filter: filters = None,
                order_by: orders = None,
                first: firsts = 100,
                after: afters = None,
                at_least: at_leasts = None,
            ) -> Any:
                return await answer(info, filter, None, order_by, first, after, at_least)

            return described(by_row)

        keys = ", ".join(statistic.by or [column.name for column in statistic.keys]).upper()
        bys = Annotated[
            Any,
            strawberry.argument(
                description="What rows are summed by; what is not among it is null. With the match and all keys, rows "
                f"stand for themselves. Where nothing is said: {keys}.",
                graphql_type=_list(self._keys()),
            ),
        ]

        async def summed(
            info: Info,
            filter: filters = None,
            by: bys = None,
            order_by: orders = None,
            first: firsts = 100,
            after: afters = None,
            at_least: at_leasts = None,
        ) -> Any:
            return await answer(info, filter, by, order_by, first, after, at_least)

        return described(summed)

    async def _answer(
        self, info: Info, filter: Any, by: Any, order_by: Any, first: int, after: str | None, at_least: int | None
    ) -> Any:
        try:
            question = Question(
                statistic=self.statistic,
                filter=as_filter(self.statistic, filter),
                by=None if by is None else [key.value for key in by],
                order=None if order_by is None else [Order(one.field.value, one.descending) for one in order_by],
                first=first,
                after=after,
            )
        except BadQuestion as error:
            raise bad_argument(_ARGUMENTS.get(error.argument, error.argument), str(error)) from None
        return self._page(await read(info, self.statistic, at_least, question.answer), after)

    def _page(self, answer: Answer, after: str | None) -> Any:
        edges = [self.edge(cursor=line.cursor, node=self.node(**line.values)) for line in answer.lines]
        return self.connection(
            edges=edges,
            page_info=PageInfo(
                has_next_page=answer.more,
                has_previous_page=after is not None,
                start_cursor=edges[0].cursor if edges else None,
                end_cursor=edges[-1].cursor if edges else None,
            ),
            position=Position(answer.position),
        )

    def _node(self) -> Any:
        made: Any = type(f"{self.prefix}Row", (), {"__annotations__": {}, "__module__": __name__})
        for column in answered(self.statistic):
            scalar = _SCALARS[column.type]
            made.__annotations__[column.name] = Any
            graphql_type = StrawberryOptional(of_type=scalar) if self._may_be_null(column) else scalar
            setattr(made, column.name, strawberry.field(graphql_type=graphql_type, description=column.description))
        return strawberry.type(made, description=f"A row of {self.statistic.name}: {self.statistic.about}")

    def _may_be_null(self, column: Asked) -> bool:
        if isinstance(column, Derived) or column.role == "measure":
            return column.nullable
        if self.statistic.totals:
            return True  # what rows are not summed by
        return column.nullable or (column.is_key and column.type is str and column.name not in _ALWAYS)

    def _keys(self) -> StrawberryEnumDefinition:
        description = f"What the rows of {self.statistic.name} can be summed by."
        return names_of(filtered(self.statistic), f"{self.prefix}Key", description)

    def _order(self) -> Any:
        made: Any = type(f"{self.prefix}Order", (), {"__annotations__": {}, "__module__": __name__})
        description = f"What {self.statistic.name} can be sorted by."
        columns = names_of(answered(self.statistic), f"{self.prefix}Field", description)
        made.__annotations__ |= {"field": Any, "descending": bool}
        made.field = strawberry.field(graphql_type=columns, description="The column.")
        made.descending = strawberry.field(default=False, description="Whether the greatest comes first.")
        return strawberry.input(made, description=f"A column that {self.statistic.name} is sorted by.")


_ALWAYS = ("match_id", "game")
"""Texts of the header that are never nothing."""

_ARGUMENTS = {"order": "orderBy"}
"""Parts of a question that have another name in the schema."""


def _list(of_type: Any) -> Any:
    return StrawberryOptional(of_type=StrawberryList(of_type=of_type))


def _set_input(made: Any, name: str, graphql_type: Any, description: str) -> None:
    made.__annotations__[name] = Any
    optional = StrawberryOptional(of_type=graphql_type)
    setattr(made, name, strawberry.field(graphql_type=optional, default=_UNSET, description=description))
