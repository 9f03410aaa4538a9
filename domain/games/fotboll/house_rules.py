"""The house rules of Fotboll."""

from typing import Annotated, Literal

from domain.match.house_rules import HouseRules, switch


class FotbollRules(HouseRules, frozen=True):
    """The switches that a competition may set."""

    jokers: Annotated[
        Literal[0, 2],
        switch("FOTBOLL-1.1", "How many jokers each deck has; with two of them the joker variant is played."),
    ] = 0
    peek: Annotated[
        Literal["owner", "nobody"],
        switch("FOTBOLL-2.1", "Who may look at a card that is laid face down: its owner, or nobody."),
    ] = "owner"
