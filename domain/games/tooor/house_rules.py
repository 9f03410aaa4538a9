"""The house rules of Tooor!."""

from typing import Annotated, Literal

from domain.match.house_rules import HouseRules, switch


class TooorRules(HouseRules, frozen=True):
    """The switches that a competition may set."""

    line_by: Annotated[
        Literal["badge", "row"],
        switch("TOOOR-4.2", "What counts as a footballer's colour: its badge, or the line it stands in now."),
    ] = "badge"
    build_up_tie: Annotated[
        Literal["attacker", "defender"],
        switch("TOOOR-4.6", "Who has a tie of the attack's sums: the attacker shoots, or the defender counters."),
    ] = "attacker"
    shooter: Annotated[
        Literal["participant", "participantOrStriker"],
        switch("TOOOR-6.1", "Who may shoot: those marked in the attack, or any striker of that side as well."),
    ] = "participant"
    sudden_death: Annotated[
        Literal["firstGoal", "paired"],
        switch("TOOOR-10.4", "How a level shoot-out is won: by the first goal, or only once both sides have kicked."),
    ] = "firstGoal"
