"""Whispers: neighbours on the line differ by at least a number, which is 5 on a 9x9 board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.lowered import RelatedPair, Relation
from cpsudoku.core.constraints.relations import Along, apart
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class Whispers(Along):
    """Neighbours on the line differ by at least ``difference``, by default half the digits."""

    name: ClassVar[str] = "whispers"
    aliases: ClassVar[tuple[str, ...]] = (
        "whisper",
        "whispers-line",
        "german-whispers",
        "dutch-whispers 4",
    )
    summary: ClassVar[str] = (
        "On a whispers line (green) digits next to each other differ by at least the given number: "
        "by default half the number of digits, rounded up, which is 5 on a 9x9 board."
    )
    example: ClassVar[str] = "whispers: r2c2 r3c3 r3c4"
    named_text: ClassVar[str] = marked("the whispers line from {first} to {last}")

    cells: tuple[int, ...] = fields.cells(least=2, repeats=True)
    difference: int | None = fields.number("DIFFERENCE", default=None, most=24)

    @property
    def least(self) -> int:
        """The smallest difference."""
        return (self.board.size + 1) // 2 if self.difference is None else self.difference

    @property
    def relation(self) -> Relation:
        """A difference of at least ``least``."""
        return apart(self.least)

    def bond(self, pair: RelatedPair) -> str:
        """``r1c1 and r1c2 must differ by at least 5``."""
        text = marked("{one} and {other} must differ by at least {least}")
        return self.pair_text(text, pair, least=self.least)

    @property
    def mark(self) -> str:
        """The difference, unless it is the usual one."""
        return "" if self.least == (self.board.size + 1) // 2 else str(self.least)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A green line, with its mark."""
        return (shapes.Line(self.cells, "green", text=self.mark),)

    @property
    def rule_text(self) -> str:
        """The rule with its number."""
        line = f"a green line marked {self.mark}" if self.mark else "a green line"
        return f"On {line} digits next to each other differ by at least {self.least}."
