"""Strawberry's decorators for resolvers, typed: what they decorate keeps its own type."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

import strawberry

R = TypeVar("R", bound=Callable[..., Any])


def field(description: str, graphql_type: Any = None, metadata: Mapping[str, int] | None = None) -> Callable[[R], R]:
    """A field that this resolver answers.

    graphql_type: its type, where the annotation is of the domain. metadata: what `limits` knows of it: "page", the
    largest page where that is another than usual, and "cost", what the field itself costs.
    """
    made = strawberry.field(description=description, graphql_type=graphql_type, metadata=metadata)
    return cast("Callable[[R], R]", made)


def mutation(description: str, graphql_type: Any = None) -> Callable[[R], R]:
    """A mutation that this resolver answers."""
    return cast("Callable[[R], R]", strawberry.mutation(description=description, graphql_type=graphql_type))


def subscription(description: str, graphql_type: Any = None) -> Callable[[R], R]:
    """A subscription that this resolver feeds."""
    return cast("Callable[[R], R]", strawberry.subscription(description=description, graphql_type=graphql_type))
