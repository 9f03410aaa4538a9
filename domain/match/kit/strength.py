"""What sides bring to a comparison: "4 + 2 against 5 + 0"."""

import msgspec


class Strength(msgspec.Struct, frozen=True):
    """What a side brings to a comparison. A game records its parts under names of its own, and says what they are."""

    @property
    def parts(self) -> tuple[int, int]:
        """What its footballers are worth together, and what its die shows."""
        raise NotImplementedError

    @property
    def total(self) -> int:
        """The sum that is compared."""
        return sum(self.parts)

    def against(self, other: "Strength") -> str:
        """The two sums as players say them: "4 + 2 against 5 + 0", the die last."""
        return f"{self} against {other}"

    def __str__(self) -> str:
        footballers, die = self.parts
        return f"{footballers} + {die}"
