"""How much one request may ask for, and parsing and checking each document once.

The cost of a document is the number of fields that it may bring at most: a field counts one, or what its metadata says
under "cost", and what lies below a list counts once for each element: as many as `first` says, there or as a variable,
and ten for a list that has no pages. Of fragments on different types only the dearest counts, because a value has one
type. Every fragment is measured once, however often it is used.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLField,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    NameNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    VariableNode,
    get_named_type,
    get_nullable_type,
    is_abstract_type,
    is_list_type,
    parse,
    validate,
)
from starlette.requests import Request
from strawberry.extensions import SchemaExtension

from api.graphql.connections import MOST

BODY = 64 * 1024
"""Bytes of a request."""
TOKENS = 4_000
DEPTH = 15
COST = 20_000
MUTATIONS = 5
"""Root fields of one mutation."""
REPEATS = 300
"""How often a name may stand in one place of the answer: GraphQL's own checks compare each pair of them."""

UNPAGED = 10
STATEMENT = 100
"""What a field costs that a database has to sum up rows for."""
INTROSPECTION = {"__schema": COST // 2, "__type": COST // 50, "__typename": 1}

_CACHED = 8 * 1024
_PAGED = re.compile(r"\bfirst\s*:\s*\$(\w+)")

Pages: TypeAlias = Sequence[tuple[str, int]]
"""The variables that say how large a page is, and what they say."""


class Documents(SchemaExtension):
    """Parses and checks the document of a request: the limits first, because GraphQL's own checks take the longest.

    Whatever is wrong is reported as what the check found, in one way over HTTP and over sockets. Where something is, a
    stand-in takes the place of the document, and is never executed.
    """

    def on_parse(self) -> Iterator[None]:
        """Take a document that was seen before, or parse and check it."""
        context = self.execution_context
        query, name = context.query or "", context.operation_name  # before there is a document: the name that was sent
        prepare = _prepared if len(query) <= _CACHED else _prepare
        document, errors = prepare(context.schema._schema, query, _pages(query, context.variables or {}))
        self._errors = list(errors) or _not_to_be_executed(document, name, getattr(context.context, "request", None))
        context.graphql_document = _stand_in(name) if self._errors else document
        yield

    def on_validate(self) -> Iterator[None]:
        """Report what the check found."""
        self.execution_context.pre_execution_errors = self._errors
        yield


def check(schema: GraphQLSchema, document: DocumentNode, pages: Pages = ()) -> GraphQLError | None:
    """What a document has beyond the limits, if anything. pages: the sizes of pages that variables give."""
    ruler = _Ruler(schema, document, dict(pages))
    for definition in document.definitions:
        if isinstance(definition, OperationDefinitionNode):
            try:
                ruler.measure_operation(definition)
            except GraphQLError as error:
                return error
    return None


def _pages(query: str, variables: Mapping[str, Any]) -> Pages:
    """What the variables say that stand for sizes of pages."""
    names = sorted(set(_PAGED.findall(query)))
    return tuple((name, size) for name in names if type(size := variables.get(name)) is int)


def _prepare(schema: GraphQLSchema, query: str, pages: Pages) -> tuple[DocumentNode, tuple[GraphQLError, ...]]:
    try:
        document = parse(query, max_tokens=TOKENS)
        excess = check(schema, document, pages)
        return document, (excess,) if excess else tuple(validate(schema, document))
    except GraphQLError as error:
        return _stand_in(None), (error,)
    except RecursionError:
        message = "the request asks for too much: it is nested too deeply"
        return _stand_in(None), (GraphQLError(message, extensions={"code": "TOO_MUCH"}),)


_prepared = lru_cache(maxsize=256)(_prepare)


def _stand_in(name: str | None) -> DocumentNode:
    """A document with an operation of a name."""
    named = NameNode(value=name) if name is not None else None
    nothing = SelectionSetNode(selections=())
    return DocumentNode(
        definitions=(OperationDefinitionNode(operation=OperationType.QUERY, name=named, selection_set=nothing),)
    )


def _not_to_be_executed(document: DocumentNode, name: str | None, request: object) -> list[GraphQLError]:
    """Why not exactly one operation of a document is to be executed, or not here."""
    operations = [one for one in document.definitions if isinstance(one, OperationDefinitionNode)]
    chosen = [one for one in operations if name is None or (one.name is not None and one.name.value == name)]
    if not chosen:
        names = ", ".join(one.name.value if one.name else "one without a name" for one in operations)
        return [GraphQLError(f"operationName: there is no operation {name!r}, only {names}")]
    if len(chosen) > 1:
        return [GraphQLError("the document has several operations: operationName must say which is meant", chosen)]
    if chosen[0].operation is OperationType.SUBSCRIPTION and isinstance(request, Request):
        message = "a subscription needs a WebSocket: send it to this same address over graphql-transport-ws"
        return [GraphQLError(message, chosen)]
    return []


class _Measure(NamedTuple):
    """What a part of a document comes to. names: how often each path of names below it stands there."""

    cost: int
    depth: int
    names: Counter[str]


class _Ruler:
    def __init__(self, schema: GraphQLSchema, document: DocumentNode, pages: Mapping[str, int]) -> None:
        self._schema = schema
        self._pages = pages
        fragments = (one for one in document.definitions if isinstance(one, FragmentDefinitionNode))
        self._fragments = {one.name.value: one for one in fragments}
        self._measured: dict[str, _Measure] = {}

    def measure_operation(self, operation: OperationDefinitionNode) -> None:
        root = self._schema.get_root_type(operation.operation)
        fields = len(operation.selection_set.selections)
        if operation.operation is OperationType.MUTATION and fields > MUTATIONS:
            raise _too_much(operation, "it has", fields, "commands", MUTATIONS)
        self._selection(operation.selection_set, root, "", 1)

    def _selection(self, selection: SelectionSetNode, parent: Any, path: str, depth: int) -> _Measure:
        cost, deepest = 0, depth
        names: Counter[str] = Counter()
        dearest: Counter[str] = Counter()
        for node in selection.selections:
            if isinstance(node, FieldNode):
                condition, part = "", self._field(node, parent, path, depth)
            else:
                condition, part = self._fragment(node, parent, path, depth)
            if condition and is_abstract_type(parent) and not is_abstract_type(self._schema.get_type(condition)):
                dearest[condition] += part.cost
            else:
                cost += part.cost
            deepest = max(deepest, part.depth)
            for name, times in part.names.items():
                names[name] += times
                if names[name] > REPEATS:
                    raise _too_much(node, f"{path}{name} stands there", names[name], "times", REPEATS)
        cost += max(dearest.values(), default=0)
        if cost > COST:
            raise _too_much(selection, f"{path.rstrip('.') or 'it'} costs", cost, "fields", COST)
        return _Measure(cost, deepest, names)

    def _field(self, node: FieldNode, parent: Any, path: str, depth: int) -> _Measure:
        name = node.name.value
        key = node.alias.value if node.alias else name
        if depth > DEPTH:
            raise _too_much(node, f"{path}{key} lies", depth, "fields deep", DEPTH)
        if name in INTROSPECTION:
            return _Measure(INTROSPECTION[name], depth, Counter({key: 1}))
        if node.selection_set is None:
            return _Measure(1, depth, Counter({key: 1}))
        definition: GraphQLField | None = getattr(parent, "fields", {}).get(name)
        below = get_named_type(definition.type) if definition else None
        inner = self._selection(node.selection_set, below, f"{path}{key}.", depth + 1)
        names = Counter({key: 1, **{f"{key}.{one}": times for one, times in inner.names.items()}})
        own: int = _metadata(definition).get("cost", 1)
        return _Measure(own + inner.cost * self._elements(node, name, definition), inner.depth, names)

    def _fragment(self, node: Any, parent: Any, path: str, depth: int) -> tuple[str, _Measure]:
        if isinstance(node, InlineFragmentNode):
            condition = node.type_condition.name.value if node.type_condition else ""
            inner = self._schema.get_type(condition) if condition else parent
            return condition, self._selection(node.selection_set, inner, path, depth)
        name = node.name.value
        fragment = self._fragments.get(name)
        if fragment is None:
            return "", _Measure(0, depth, Counter())
        condition = fragment.type_condition.name.value
        if name not in self._measured:
            self._measured[name] = _Measure(0, 0, Counter())  # if it leads back to itself, GraphQL's checks refuse it
            inner = self._schema.get_type(condition)
            part = self._selection(fragment.selection_set, inner, f"{path}...{name}.", 1)
            self._measured[name] = part._replace(depth=part.depth - 1)
        part = self._measured[name]
        if depth + part.depth > DEPTH:
            raise _too_much(node, f"{path}...{name} lies", depth + part.depth, "fields deep", DEPTH)
        return condition, part._replace(depth=depth + part.depth)

    def _elements(self, node: FieldNode, name: str, definition: GraphQLField | None) -> int:
        if definition is None:
            return 1
        if (first := definition.args.get("first")) is not None:
            given = next((argument.value for argument in node.arguments or () if argument.name.value == "first"), None)
            most: int = _metadata(definition).get("page", MOST)
            if isinstance(given, VariableNode):
                size = self._pages.get(given.name.value, most)
            else:
                size = int(given.value) if isinstance(given, IntValueNode) else first.default_value
            return min(max(1, size), most)
        unpaged = is_list_type(get_nullable_type(definition.type)) and name not in ("edges", "nodes")
        return UNPAGED if unpaged else 1


def _metadata(definition: GraphQLField | None) -> Mapping[str, Any]:
    """What the field of the schema was declared with."""
    declared = definition.extensions.get("strawberry-definition") if definition else None
    return declared.metadata if declared else {}


def _too_much(node: Any, what: str, found: int, unit: str, limit: int) -> GraphQLError:
    message = f"the request asks for too much: {what} {found} {unit}, and {limit} is the limit"
    return GraphQLError(message, nodes=[node], extensions={"code": "TOO_MUCH"})
