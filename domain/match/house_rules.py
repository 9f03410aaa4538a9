"""House rules: named switches with defaults, fixed for a match when it opens."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

R = TypeVar("R", bound="HouseRules")


class HouseRules(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Base of a game's house rules.

    Each field is `Annotated[Literal[...], switch("CLAUSE", "what it decides")] = default`.
    """


class HouseRule(msgspec.Struct, frozen=True):
    """One switch: its name, the values it may have, the value it has where nothing is said, its clause and meaning."""

    name: str
    values: tuple[str | int, ...]
    default: str | int
    clause: str
    meaning: str


class HouseRuleError(ValueError):
    """An unknown house rule, or a value that it cannot have. `path` names the switch."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path = path


def switch(clause: str, meaning: str) -> msgspec.Meta:
    """The annotation of a house rule's field."""
    return msgspec.Meta(description=meaning, extra={"clause": clause})


def describe(rules: type[HouseRules]) -> Sequence[HouseRule]:
    """Every house rule of a game, in the order in which it declares them."""
    hints = get_type_hints(rules, include_extras=True)
    return [_describe(field, hints[field.name]) for field in msgspec.structs.fields(rules)]


def read(rules: type[R], given: Mapping[str, Any]) -> R:
    """House rules with what is given and defaults for the rest. Raises HouseRuleError."""
    known = {rule.name: rule for rule in describe(rules)}
    for name, value in given.items():
        if name not in known:
            raise HouseRuleError(name, f"unknown house rule {name!r}; this game has {_listed(tuple(known))}")
        if isinstance(value, bool) or value not in known[name].values:
            allowed = _listed(known[name].values)
            raise HouseRuleError(name, f"house rule {name!r} cannot be {_told(value)}; it is one of {allowed}")
    return msgspec.convert(dict(given), rules)


def _describe(field: msgspec.structs.FieldInfo, hint: Any) -> HouseRule:
    literal, meta = get_args(hint)
    if get_origin(literal) is not Literal or not isinstance(meta, msgspec.Meta):
        raise TypeError(f"house rule {field.name} is not an Annotated[Literal[...], switch(...)]")
    return HouseRule(
        name=field.encode_name,
        values=get_args(literal),
        default=field.default,
        clause=(meta.extra or {})["clause"],
        meaning=meta.description or "",
    )


def _told(value: Any) -> str:
    """A value that was given, in plain words."""
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, Mapping | Sequence):
        return "an object" if isinstance(value, Mapping) else "a list"
    return json.dumps(value)


def _listed(names: tuple[str | int, ...]) -> str:
    return ", ".join(str(name) for name in names) or "none"
