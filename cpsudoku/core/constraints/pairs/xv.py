"""XV: two cells whose digits add up to 10 (X), 5 (V), or another number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.field_kinds import FieldKind, field_of
from cpsudoku.core.constraints.lowered import Relation
from cpsudoku.core.constraints.pairs.marks import NumberedMark
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.language import marked, translated

SIGNS = {10: "X", 5: "V"}
LETTERS = {letter: total for total, letter in SIGNS.items()}


def _read(text: str, board: Board) -> int:
    value = str(LETTERS.get(text.upper(), text))
    if not value.isdecimal() or len(value) > 2:
        raise InputError("{text} is not X, V or a sum from 0 to 99", text=quoted(text))
    return int(value)


def _load(data: object, board: Board) -> int:
    if isinstance(data, bool) or not isinstance(data, str | int):
        raise InputError("{text} is not X, V or a sum from 0 to 99", text=quoted(data))
    return _read(str(data), board)


def _sign(total: int, board: Board | None = None) -> str:
    return SIGNS.get(total, str(total))


def _others(total: int) -> list[int]:
    """The other sign instead of a sign, and other numbers instead of a number."""
    if total in SIGNS:
        return [each for each in SIGNS if each != total]
    return fields.near(total, 0, 99)


def _dump(total: int, board: Board) -> str | int:
    return SIGNS.get(total, total)


SUM = FieldKind("SUM", _read, _sign, _load, _dump, others=_others)


@cache
def adding_to(total: int) -> Relation:
    """Whether two values have this sum."""
    return lambda one, other: one + other == total


@dataclass(frozen=True, repr=False)
class PairSum(NumberedMark):
    """The digits of the two cells add up to ``sum``."""

    name: ClassVar[str] = "xv"
    aliases: ClassVar[tuple[str, ...]] = ("pair-sum", "x X", "v V")
    summary: ClassVar[str] = (
        "Digits joined by an X add up to 10, and those joined by a V add up to 5. A number is "
        "the sum itself."
    )
    example: ClassVar[str] = "xv X: r1c1 r1c2"
    noun: ClassVar[str] = marked("X and V signs")
    family: ClassVar[str] = "sign"
    usual: ClassVar[tuple[int, ...]] = (5, 10)

    sum: int = field_of(SUM)

    @property
    def number(self) -> int:
        """The sum."""
        return self.sum

    @staticmethod
    def meaning(number: int) -> Relation:
        """The values add up to the number."""
        return adding_to(number)

    @staticmethod
    def words(number: int) -> str:
        """``add up to 10``."""
        return translated("add up to {number}", number=number)

    @classmethod
    def excluded(cls, numbers: Sequence[int]) -> tuple[int, ...]:
        """Always 5 and 10. A puzzle with only X signs excludes V too."""
        return tuple(sorted({*cls.usual, *numbers}))

    @property
    def rule_text(self) -> str:
        """The text for its sign."""
        if self.sum in SIGNS:
            article = "an" if SIGNS[self.sum] == "X" else "a"
            return f"Digits joined by {article} {SIGNS[self.sum]} add up to {self.sum}."
        return "Digits joined by a number add up to it."

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The sign or the sum on the edge."""
        one, other = self.cells
        return (shapes.Sign((one, other), _sign(self.sum)),)

    @property
    def named(self) -> str:
        """``the X between r1c1 and r1c2``."""
        one, other = map(self.board.cell_name, self.cells)
        if self.sum not in SIGNS:
            return translated(
                "the sum {sum} between {one} and {other}", sum=self.sum, one=one, other=other
            )
        sign = SIGNS[self.sum]
        return translated("the {sign} between {one} and {other}", sign=sign, one=one, other=other)
