"""Rulebooks: the page of a game's rules, read into its clauses."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

_CLAUSE = re.compile(r"- (?P<number>\d+\.\d+) (?P<text>.+)")
_MORE = re.compile(r" +(?P<text>.+)")
_MENTION = re.compile(r"\b[A-Z][A-Z_]*-\d+\.\d+\b")


class Clause(msgspec.Struct, frozen=True):
    """A clause of the rules. game: the id of its game, or "match" for what holds in every match. text: its words."""

    id: str
    game: str
    text: str


def mentioned(text: str) -> list[str]:
    """The ids of clauses that a text names, each once."""
    return list(dict.fromkeys(_MENTION.findall(text)))


def load(path: Path, prefix: str) -> Mapping[str, str]:
    """The clauses of a rulebook page by their id, such as "TOOOR-4.1", in the order of the page.

    A clause is a list item that begins with its number, and goes on over the indented lines below it. All else on the
    page, such as headings, is for its readers alone. Raises ValueError where two clauses have one number, or none has.
    """
    clauses: dict[str, str] = {}
    current = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if clause := _CLAUSE.fullmatch(line):
            current = f"{prefix}-{clause['number']}"
            if current in clauses:
                raise ValueError(f"{path.name}: {current} stands there twice")
            clauses[current] = clause["text"].strip()
        elif current and (more := _MORE.fullmatch(line)):
            clauses[current] += f" {more['text'].strip()}"
        else:
            current = ""
    if not clauses:
        raise ValueError(f"{path.name}: no clause such as '- 1.1 text' in it")
    return MappingProxyType(clauses)
