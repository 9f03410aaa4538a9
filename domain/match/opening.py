"""What a match is opened with: what whoever opens it says, checked, and the first commit that follows from it."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.match import house_rules, play
from domain.match.answers import Malformed
from domain.match.chance import SEED_BYTES, Mode, SeededDealer, commitment
from domain.match.editions import Edition, readable, visible
from domain.match.events import MatchOpened
from domain.match.game import Game
from domain.match.house_rules import HouseRuleError
from domain.match.registry import Games, UnknownGame
from domain.match.sides import BySide, Side

NAME_LENGTH = 80


class Occasion(msgspec.Struct, frozen=True):
    """What a match counts for, and who acts for its sides, in the words of whoever opens it; empty for nothing said."""

    competition: str = ""
    season: str = ""
    coaches: BySide[str] = BySide("", "")


NO_OCCASION = Occasion()
"""A match for itself."""


class Prepared(msgspec.Struct, frozen=True):
    """A match that can be opened. steps: its first commit. seed: of a dealt match, what its chance is drawn from."""

    match_id: str
    game: Game[Any]
    steps: tuple[play.Step, ...]
    seed: bytes | None


def prepare(
    games: Games,
    entropy: Callable[[int], bytes],
    game: str,
    edition: Edition,
    names: BySide[str],
    mode: Mode,
    rules: Mapping[str, Any] | None = None,
    *,
    kick_off_when_ready: bool = False,
    dispute_window: int | None = None,
    occasion: Occasion = NO_OCCASION,
) -> Prepared | Malformed:
    """A match under a new id and with a new seed, both from `entropy`. For all else see `Recorder.open_match`."""
    try:
        played = games.current(game)
    except UnknownGame as error:
        return Malformed(str(error), "game")
    if edition.game != game:
        return Malformed(f"edition {edition.id} is for {edition.game}, not for {game}", "edition")
    try:
        agreed = house_rules.read(played.house_rules, rules or {})
    except HouseRuleError as error:
        return Malformed(str(error), f"houseRules.{error.path}")
    if fault := _fault_in_names(names):
        return fault
    if dispute_window is not None and dispute_window < 0:
        return Malformed("a dispute window is 0 seconds or more", "disputeWindow")
    if fault := fault_in_occasion(occasion):
        return fault
    match_id = entropy(8).hex()
    seed = entropy(SEED_BYTES) if mode is Mode.DEALT else None
    opened = MatchOpened(
        game=game,
        rules_version=played.rules_version,
        mode=mode,
        edition=edition.content,
        edition_digest=edition.digest,
        house_rules=msgspec.to_builtins(agreed),
        names=names,
        commitment=commitment(seed) if seed else None,
        kick_off_when_ready=kick_off_when_ready,
        dispute_window=dispute_window,
        competition=occasion.competition,
        season=occasion.season,
        coaches=occasion.coaches,
    )
    steps = play.open_match(played, opened, SeededDealer(seed, match_id) if seed else None)
    return Prepared(match_id, played, steps, seed)


def _fault_in_names(names: BySide[str]) -> Malformed | None:
    for side in Side:
        name = names.of(side)
        if not visible(name) or len(name) > NAME_LENGTH or not readable(name):
            return Malformed(f"a name has 1 to {NAME_LENGTH} printable characters", f"names.{side}")
    if names.home == names.away:
        return Malformed("the sides need different names", "names.away")
    return None


def fault_in_occasion(occasion: Occasion) -> Malformed | None:
    """What is wrong with an occasion, if anything."""
    given = {
        "competition": occasion.competition,
        "season": occasion.season,
        **{f"coaches.{side}": occasion.coaches.of(side) for side in Side},
    }
    for path, name in given.items():
        if name and (not visible(name) or len(name) > NAME_LENGTH or not readable(name)):
            return Malformed(f"if it is given it has 1 to {NAME_LENGTH} printable characters", path)
    if occasion.season and not occasion.competition:
        return Malformed("a season is that of a competition", "season")
    return None
