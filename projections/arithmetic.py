"""Arithmetic of derived values, over sums as SQLAlchemy's expressions; the same on every engine."""

from typing import Any

from sqlalchemy import ColumnElement, Float, cast, func

from domain.match.facts import MILLION


def ratio(part: Any, whole: Any) -> ColumnElement[Any]:
    """A part of a whole; null where the whole is 0."""
    return cast(part, Float) / func.nullif(whole, 0)


def of_millionths(sum_of_millionths: Any) -> ColumnElement[Any]:
    """A sum of probabilities, kept in millionths, as the number that it stands for."""
    return cast(sum_of_millionths, Float) / MILLION
