"""Parts of editions: shared types of fields, and checks."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Protocol, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import InitErrorDetails, PydanticCustomError

from domain.match.sides import SIDES, BySide

T = TypeVar("T")


class Component(BaseModel):
    """A part of an edition: strict, closed and frozen as the edition is."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def exactly(number: int, allowed: str) -> AfterValidator:
    """A check that a tuple has so many elements. allowed: what to say where it has not."""

    def check(elements: tuple[T, ...]) -> tuple[T, ...]:
        if len(elements) != number:
            raise ValueError(allowed)
        return elements

    return AfterValidator(check)


def _can_differ(faces: tuple[int, ...]) -> tuple[int, ...]:
    if len(set(faces)) < 2:
        raise ValueError("at least two different faces are needed, so that a roll can break a tie")
    return faces


Count = Annotated[int, Field(ge=0)]
Word = Annotated[str, Field(min_length=1)]
Faces = Annotated[tuple[Count, ...], AfterValidator(_can_differ)]
"""The faces of a die that both sides roll against each other."""


class _Card(Protocol):
    @property
    def id(self) -> str: ...


def repeated_ids(footballers: BySide[Sequence[_Card]]) -> Iterator[InitErrorDetails]:
    """The footballers of both sides who have the id of another."""
    seen: set[str] = set()
    for side in SIDES:
        for index, card in enumerate(footballers.of(side)):
            if card.id in seen:
                allowed = "an id is allowed for one footballer of the two sides only"
                yield fault(allowed, card.id, side.value, "footballers", index, "id")
            seen.add(card.id)


def fault(allowed: str, found: object, *path: str | int) -> InitErrorDetails:
    """One thing that is wrong in an edition as a whole: what is allowed instead, what was found, and where."""
    return InitErrorDetails(type=PydanticCustomError("edition", allowed), loc=path, input=found)
