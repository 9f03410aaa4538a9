"""The house rules of Sportiv."""

from typing import Annotated, Literal

from domain.match.house_rules import HouseRules, switch


class SportivRules(HouseRules, frozen=True):
    """The switches that a competition may set."""

    pitch_cap: Annotated[
        Literal["none", "five"],
        switch("SPORTIV-3.1", "Whether a pitch may hold more than five: with a cap, who comes on replaces one there."),
    ] = "none"
