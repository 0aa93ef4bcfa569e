"""Line: the digits along a line match a regular expression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.lowered import Layers
from cpsudoku.core.constraints.patterns import check_pattern, pattern_layers
from cpsudoku.runtime.language import marked

_LONG = 40  # characters of a pattern in a name


@dataclass(frozen=True, repr=False)
class LinePattern(AcceptedLine):
    """All digits along the line match ``pattern``.

    A pattern contains digits as the board shows them, ``.`` for any digit, sets such as ``[1-3]``
    or ``[^12]``, parentheses, ``|``, ``*``, ``+``, ``?``, ``{2}`` and ``{1,3}``.
    """

    name: ClassVar[str] = "line"
    aliases: ClassVar[tuple[str, ...]] = ("pattern", "regex")
    summary: ClassVar[str] = (
        "All digits along the line together match a pattern: a regular expression of digits, . "
        "for any digit, [1-3], [^12], ( ), |, *, +, ?, {2} and {1,3}."
    )
    example: ClassVar[str] = "line .*(12|21).*: row 1"
    named_text: ClassVar[str] = marked("the pattern {short_pattern} from {first} to {last}")

    pattern: str = fields.text("PATTERN", check_pattern)
    cells: tuple[int, ...] = fields.cells(least=1, repeats=True)

    @property
    def short_pattern(self) -> str:
        """The pattern as names have it: patterns of programs may have thousands of characters."""
        return self.pattern if len(self.pattern) <= _LONG else f"{self.pattern[: _LONG - 3]}..."

    def layers(self) -> Layers | None:
        """The automaton of the pattern."""
        return pattern_layers(self.pattern, self.board, len(self.cells))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A line with the pattern."""
        return (shapes.Line(self.cells, "purple", thin=True, text=self.pattern),)

    def describe(self) -> str:
        """The pattern and the cells."""
        names = " ".join(map(self.board.cell_name, self.cells))
        return f"The digits of {names} match the pattern {self.pattern}."
