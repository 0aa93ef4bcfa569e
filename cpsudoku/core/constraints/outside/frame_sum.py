"""Frame sum: the sum of the first cells seen from the edge, usually three."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.outside.clue import OutsideClue
from cpsudoku.core.constraints.sum_rule import SumRule
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked
from cpsudoku.runtime.plural import plural


@dataclass(frozen=True, repr=False)
class FrameSum(SumRule, OutsideClue):
    """The first ``depth`` digits add up to the clue. The default is the depth of a box."""

    name: ClassVar[str] = "frame-sum"
    called: ClassVar[str] = marked("frame sum")
    aliases: ClassVar[tuple[str, ...]] = ("frame",)
    summary: ClassVar[str] = (
        "A clue outside is the sum of the first digits that it sees: those of one box, usually 3."
    )
    example: ClassVar[str] = "frame-sum 15: row 1"

    depth: int | None = fields.number("DEPTH", default=None, least=1, most=25)

    def __post_init__(self) -> None:
        """Raise InputError if there are fewer cells than the sum counts."""
        super().__post_init__()
        if self.count > len(self.cells):
            raise InputError(
                "the line has {count} cells; the sum is of {needed}",
                count=len(self.cells),
                needed=self.count,
            )

    @cached_property
    def count(self) -> int:
        """The number of cells in the sum."""
        if self.depth is not None:
            return self.depth
        rows, columns = self.board.box_sides or (3, 3)
        is_row = len({self.board.row_column(cell)[0] for cell in self.cells}) == 1
        return columns if is_row else rows

    @property
    def rule_text(self) -> str:
        """The summary with the number of digits."""
        return f"A clue outside is the sum of the first {plural(self.count, 'digit')} that it sees."

    @cached_property
    def terms(self) -> tuple[tuple[int, int], ...]:
        """The first cells."""
        return tuple((cell, 1) for cell in self.cells[: self.count])

    @property
    def total(self) -> int:
        """The clue."""
        return self.clue
