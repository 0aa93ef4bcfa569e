"""Little killer: the sum of a diagonal. Digits may repeat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.constraints.outside.clue import OutsideClue
from cpsudoku.core.constraints.sum_rule import SumRule
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class LittleKiller(SumRule, OutsideClue):
    """The digits of the diagonal add up to the clue."""

    name: ClassVar[str] = "little-killer"
    called: ClassVar[str] = marked("little killer")
    aliases: ClassVar[tuple[str, ...]] = ("lk", "little-killer-sum")
    summary: ClassVar[str] = (
        "A clue outside with a slanted arrow is the sum of the digits on that diagonal. They may "
        "repeat."
    )
    example: ClassVar[str] = "little-killer 28: r2c1-r9c8"
    looks_along: ClassVar[str] = "diagonals"

    def __post_init__(self) -> None:
        """Raise InputError unless the cells are on a diagonal."""
        super().__post_init__()
        if len(self.cells) > 1 and not self.is_diagonal:
            one, other = map(self.board.cell_name, self.cells[:2])
            raise InputError("{one} and {other} are not on a diagonal", one=one, other=other)

    @cached_property
    def terms(self) -> tuple[tuple[int, int], ...]:
        """Each cell of the diagonal."""
        return tuple((cell, 1) for cell in self.cells)

    @property
    def total(self) -> int:
        """The clue."""
        return self.clue
