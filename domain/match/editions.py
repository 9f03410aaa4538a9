"""Editions: the component figures of a game, read from TOML files, checked, and known by the digest of their content.

A match carries its edition whole, so a later edit of a file cannot touch it.
"""

import hashlib
import json
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from pydantic import BaseModel, ConfigDict, ValidationError

SHIPPED = Path(__file__).parents[2] / "fixtures" / "editions"
"""Where the editions lie that come with Touchline."""


LONGEST_TEXT = 200
HIGHEST_FIGURE = 10_000


def readable(text: str) -> bool:
    """Whether a text can be shown on a line: printable, and the joiners that some scripts need."""
    return all(letter.isprintable() or letter in "\u200c\u200d" for letter in text)


def visible(text: str) -> bool:
    """Whether anything of a text can be seen: a letter, a figure, a sign, and none of those that are blank."""
    return any(unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANK for letter in text)


_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing: the fillers of Hangul, and Braille without a dot."""


class EditionModel(BaseModel):
    """Base of a game's edition: strict, closed and frozen, so that nothing is guessed and nothing changes later."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    id: str
    game: str
    invented: bool


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong in an edition: the path in it, what was found there, and what is allowed."""

    path: str
    found: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.path}: found {self.found}; {self.allowed}"


class EditionError(ValueError):
    """An edition that cannot be used, with everything that is wrong in it."""

    def __init__(self, source: str, faults: tuple[Fault, ...]) -> None:
        self.source = source
        self.faults = faults
        super().__init__("\n".join(f"{source}: {fault}" for fault in faults))


class Edition(msgspec.Struct, frozen=True):
    """An edition as a match carries it.

    content: the plain data. digest: "sha256:" and the hex digest of its canonical JSON. model: the checked model.
    """

    content: dict[str, Any]
    digest: str
    model: Any

    @property
    def id(self) -> str:
        """The name that the edition gives itself, such as "tooor/oracle-1"."""
        return str(self.content["id"])

    @property
    def game(self) -> str:
        """The id of the game that it is for."""
        return str(self.content["game"])


def digest(content: Mapping[str, Any]) -> str:
    """The digest that an edition is known by: SHA-256 of its content as JSON with sorted keys."""
    return "sha256:" + hashlib.sha256(_canonical(content)).hexdigest()


def read(model: type[BaseModel], content: Mapping[str, Any], source: str = "edition") -> Edition:
    """Check plain data against a game's edition model. Raises EditionError with every fault found."""
    canonical = _canonical(content)
    checked = _checked(model, canonical, source)
    return Edition(content=dict(content), digest="sha256:" + hashlib.sha256(canonical).hexdigest(), model=checked)


def load(path: Path, models: Mapping[str, type[BaseModel]]) -> Edition:
    """Read and check an edition file. `models` maps the id of each game to its edition model. Raises EditionError."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        fault = Fault("(file)", error.strerror or str(error), "a readable file is needed")
        raise EditionError(str(path), (fault,)) from error
    except UnicodeDecodeError as error:
        raise EditionError(str(path), (Fault("(file)", "bytes that are not UTF-8", "TOML is UTF-8 text"),)) from error
    except ValueError as error:  # from tomllib, or from int where a number has thousands of digits
        raise EditionError(str(path), (Fault("(file)", f"no TOML: {error}", "TOML is needed"),)) from error
    except RecursionError as error:
        raise _nested(path) from error
    game = content.get("game")
    if not isinstance(game, str) or game not in models:
        allowed = f"one of {', '.join(models)} is allowed"
        raise EditionError(str(path), (Fault("game", "nothing" if game is None else repr(game), allowed),))
    try:
        return read(models[game], content, str(path))
    except RecursionError as error:
        raise _nested(path) from error


class UnknownEdition(LookupError):
    """No edition of this id."""


class Shelf:
    """The editions that new matches can be opened with, by their ids. A broken file hides only itself.

    Of two editions with one id the first stays: those that come with Touchline cannot be replaced by accident.
    """

    def __init__(self, models: Mapping[str, type[BaseModel]], folders: Sequence[Path] = (SHIPPED,)) -> None:
        self._editions: dict[str, Edition] = {}
        self.faults: list[EditionError] = []
        for path in (path for folder in folders for path in sorted(folder.glob("*.toml"))):
            try:
                edition = load(path, models)
            except EditionError as error:
                self.faults.append(error)
                continue
            if edition.id in self._editions:
                taken = Fault("id", repr(edition.id), "an id that no other edition has is needed")
                self.faults.append(EditionError(str(path), (taken,)))
            else:
                self._editions[edition.id] = edition

    def __iter__(self) -> Iterator[Edition]:
        """Every edition, by id."""
        return iter(self._editions[id] for id in sorted(self._editions))

    def get(self, id: str) -> Edition:
        """An edition by its id. Raises UnknownEdition."""
        try:
            return self._editions[id]
        except KeyError:
            raise UnknownEdition(f"unknown edition {id!r}; there are {', '.join(sorted(self._editions))}") from None


def _nested(path: Path) -> EditionError:
    fault = Fault("(file)", "TOML is nested too deeply", "an edition has a few levels")
    return EditionError(str(path), (fault,))


def _canonical(content: Mapping[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(content, order="sorted")
    except (TypeError, ValueError) as error:
        raise EditionError("edition", (Fault("(content)", str(error), "only JSON values are allowed"),)) from error


def _out_of_bounds(found: Any, path: str) -> Iterator[Fault]:
    """What no edition of any game may hold: figures and texts that no match could be played or shown with."""
    if isinstance(found, Mapping):
        for key, value in found.items():
            yield from _out_of_bounds(value, f"{path}.{key}" if path else str(key))
    elif isinstance(found, Sequence) and not isinstance(found, str):
        for index, value in enumerate(found):
            yield from _out_of_bounds(value, f"{path}[{index}]")
    elif isinstance(found, str) and not (len(found) <= LONGEST_TEXT and readable(found)):
        yield Fault(path, _shown(found), f"at most {LONGEST_TEXT} characters that can be printed on a line are allowed")
    elif isinstance(found, int) and abs(found) > HIGHEST_FIGURE:
        yield Fault(path, str(found), f"a figure of at most {HIGHEST_FIGURE} is allowed")


@lru_cache(maxsize=64)
def _checked(model: type[BaseModel], canonical: bytes, source: str) -> BaseModel:
    if out_of_bounds := tuple(_out_of_bounds(json.loads(canonical), "")):
        raise EditionError(source, out_of_bounds)
    try:
        return model.model_validate_json(canonical)
    except ValidationError as error:
        content = json.loads(canonical)
        faults = (_fault(content, detail) for detail in error.errors(include_url=False))
        raise EditionError(source, tuple(faults)) from error


def _fault(content: Any, detail: Any) -> Fault:
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in detail["loc"]).lstrip(".")
    found: Any = content
    for step in detail["loc"]:
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            return Fault(path or "(edition)", "nothing", _allowed(detail))
    return Fault(path or "(edition)", _shown(found), _allowed(detail))


def _allowed(detail: Any) -> str:
    return str(detail["msg"]).removeprefix("Value error, ").removeprefix("Assertion failed, ")


def _shown(found: Any) -> str:
    text = json.dumps(found, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:77]}..."
