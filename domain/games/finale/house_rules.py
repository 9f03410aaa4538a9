"""The house rules of Finale."""

from typing import Annotated, Literal

from domain.match.house_rules import HouseRules, switch


class FinaleRules(HouseRules, frozen=True):
    """The switches that a competition may set."""

    tie: Annotated[
        Literal["rollOneAttempt", "noAttempt"],
        switch("FINALE-3.2", "What cards of equal value bring: dice and one attempt, or no attempt in that period."),
    ] = "rollOneAttempt"
    reuse_in_shot: Annotated[
        Literal["no", "yes"],
        switch("FINALE-5.1", "Whether a footballer marked in an approach may be marked in the shot after it again."),
    ] = "no"
    turn_after: Annotated[
        Literal["shot", "both"],
        switch("FINALE-5.3", "Who turns a quarter: those marked in a shot, or those marked in an approach as well."),
    ] = "shot"
