"""What the domain's docstrings say about a class, its fields and its members, for descriptions in the schema.

A field is described by a string below it, or in the docstring of its class by a sentence that begins with its name and
a colon, as in "face: 1 to 6.", and by what follows that sentence in the paragraph.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_OF_FIELDS = re.compile(r"(\w+(?:, \w+)*): (.+)", re.DOTALL)


def of_class(described: type) -> str | None:
    """What the docstring of a class says of it as a whole; None where it has none of its own."""
    said = (" ".join(sentences) for names, sentences in _parts(described) if not names)
    return _for_readers("\n\n".join(said)) or None


@cache
def of_fields(described: type) -> Mapping[str, str]:
    """What is said of the fields of a class, or of the members of an enum, there or in its base classes."""
    said: dict[str, str] = {}
    for one in reversed(described.__mro__):
        if one.__module__.partition(".")[0] not in ("builtins", "enum", "typing", "msgspec", "pydantic"):
            for names, sentences in _parts(one):
                text = _for_readers(" ".join(sentences))
                said.update({name: text[:1].upper() + text[1:] for name in names})
            said.update({name: _for_readers(text) for name, text in _below_fields(one)})
    return said


def _parts(described: type) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """The docstring in parts: of some fields, or with no names of the class."""
    fields = {name for one in described.__mro__ for name in getattr(one, "__annotations__", {})}
    for paragraph in inspect.cleandoc(described.__dict__.get("__doc__") or "").split("\n\n"):
        names: tuple[str, ...] = ()
        sentences: list[str] = []
        for sentence in _SENTENCE_END.split(" ".join(paragraph.split())):
            match = _OF_FIELDS.fullmatch(sentence)
            if match and fields.issuperset(match[1].split(", ")):
                if sentences:
                    yield names, sentences
                names, sentences = tuple(match[1].split(", ")), [match[2]]
            else:
                sentences.append(sentence)
        if sentences:
            yield names, sentences


def _below_fields(described: type) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(_classes(described.__module__).get(described.__qualname__, [])):
        target = field.targets[0] if isinstance(field, ast.Assign) else getattr(field, "target", None)
        if isinstance(target, ast.Name) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            yield target.id, " ".join(str(below.value.value).split())


@cache
def _classes(module: str) -> Mapping[str, Sequence[ast.stmt]]:
    """The bodies of the classes of a module, by name; a source is read once for all of its classes."""
    try:
        source = inspect.getsource(sys.modules[module])
    except (OSError, TypeError, KeyError):
        return {}
    return {one.name: one.body for one in ast.parse(source).body if isinstance(one, ast.ClassDef)}


def _for_readers(text: str) -> str:
    return re.sub(r"\bNone\b", "null", text)
