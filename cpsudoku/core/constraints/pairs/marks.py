"""What dots and signs between two cells share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.lowered import RelatedPair, Relation
from cpsudoku.core.constraints.relations import Along
from cpsudoku.runtime.language import translated


@dataclass(frozen=True, repr=False)
class NumberedMark(Along):
    """A mark with a number between two cells that touch.

    ``noun`` is the plural name of the mark. A mark exempts its pair from the negatives of all marks
    of its ``family``. ``usual`` has the numbers of most such marks.
    """

    noun: ClassVar[str]
    family: ClassVar[str]
    usual: ClassVar[tuple[int, ...]]

    cells: tuple[int, ...] = fields.cells(least=2, most=2, adjacent="edge")

    @property
    @abstractmethod
    def number(self) -> int:
        """The difference, the ratio or the sum."""

    @staticmethod
    @abstractmethod
    def meaning(number: int) -> Relation:
        """The relation of two values with a mark of this number between them."""

    @staticmethod
    @abstractmethod
    def words(number: int) -> str:
        """The relation in words, such as ``differ by 1``."""

    @classmethod
    def excluded(cls, numbers: Sequence[int]) -> tuple[int, ...]:
        """The numbers that a negative excludes if the marks of the puzzle have these numbers."""
        return tuple(sorted(set(numbers))) or cls.usual

    @property
    def relation(self) -> Relation:
        """The relation that the mark requires."""
        return self.meaning(self.number)

    def bond(self, pair: RelatedPair) -> str:
        """``r1c1 and r1c2 must differ by 1``."""
        one, other = map(self.board.cell_name, self.cells)
        words = self.words(self.number)
        return translated("{one} and {other} must {words}", one=one, other=other, words=words)


def marked_pairs(constraints: Iterable[Constraint], family: str) -> frozenset[tuple[int, int]]:
    """The pairs of cells with a mark of a family, the lower cell first."""
    return frozenset(
        (min(mark.cells), max(mark.cells))
        for mark in constraints
        # ``isinstance`` of an abstract class takes 2 µs, and a puzzle may have a hundred dots.
        if NumberedMark in type(mark).__mro__ and cast(NumberedMark, mark).family == family
    )
