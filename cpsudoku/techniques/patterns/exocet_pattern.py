"""Exocets: two cells of a mini-line, the base, whose digits are also in two others, the targets.

Three parallel lines that cross the line of the base, the cross-lines, all need a digit of the
base. None of their cells that see the base can hold it. If its other places, apart from the
targets, are in two lines, they hold it only twice, so it is in a target.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from cpsudoku.core.candidates import bits
from cpsudoku.techniques.base import Detail


@dataclass(frozen=True)
class Base:
    """Two cells of a mini-line, and where its cross-lines are.

    ``by_row``: the mini-line is in a row, and cross-lines are columns; if not, the reverse. Lines
    are numbered from 0 among rows or columns. ``line`` has the base; ``first`` is the cross-line
    of the third cell; ``stacks`` are the cross-lines of both other boxes.
    """

    by_row: bool
    line: int
    others: tuple[int, int]
    cells: tuple[int, int]
    first: int
    stacks: tuple[tuple[int, ...], tuple[int, ...]]

    def cell(self, line: int, across: int) -> int:
        """The cell of a line in a cross-line."""
        return line * 9 + across if self.by_row else across * 9 + line

    def lines(self, numbers: int) -> tuple[int, ...]:
        """The houses of a set of lines."""
        return tuple(number + (0 if self.by_row else 9) for number in bits(numbers))

    def cross_lines(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """The houses of cross-lines."""
        return tuple(number + (9 if self.by_row else 0) for number in numbers)

    @property
    def band(self) -> int:
        """The three lines of its boxes, as bits."""
        return 1 << self.line | 1 << self.others[0] | 1 << self.others[1]


@dataclass(frozen=True)
class Exocet(Detail):
    """A base with its targets.

    ``digits`` are all candidates of the base. ``across`` are the three cross-lines. ``targets``
    are the lines and cross-lines of both targets, each other's cells.
    ``rows`` has for each digit and each cross-line the lines where the cross-line can hold the
    digit, apart from targets and from cells that see the base.
    """

    base: Base
    digits: int
    across: tuple[int, int, int]
    targets: tuple[tuple[int, int], tuple[int, int]]
    rows: tuple[tuple[int, tuple[int, int, int]], ...]
    is_junior: bool

    @property
    def target_cells(self) -> tuple[int, int]:
        """Both targets."""
        first, second = self.targets
        return self.base.cell(*first), self.base.cell(*second)

    def covers(self, digit: int) -> Iterator[tuple[int, ...]]:
        """Every choice of at most two houses that have all places of a digit."""
        rows = dict(self.rows)[digit]
        for left_out in (3, 0, 1, 2):
            column = () if left_out == 3 else (self.across[left_out],)
            needed = 0
            for index, lines in enumerate(rows):
                if index != left_out:
                    needed |= lines
            if needed.bit_count() + len(column) <= 2:
                yield (*self.base.lines(needed), *self.base.cross_lines(column))
        for pair in combinations(range(3), 2):
            if not rows[3 - sum(pair)] and rows[pair[0]] and rows[pair[1]]:
                yield self.base.cross_lines(tuple(self.across[index] for index in pair))

    def fits_in(self, digit: int, target: int) -> bool:
        """Whether both other cross-lines can hold a digit of the base that is in this target."""
        line, across = self.targets[target]
        rows = dict(self.rows)[digit]
        left = [
            lines & ~(1 << line)
            for lines, number in zip(rows, self.across, strict=True)
            if number != across
        ]
        return bool(left[0] and left[1]) and (left[0] | left[1]).bit_count() > 1

    def places(self, digit: int) -> int:
        """The cells of the cross-lines that can hold a digit, apart from targets."""
        rows = dict(self.rows)[digit]
        return sum(
            1 << self.base.cell(line, across)
            for lines, across in zip(rows, self.across, strict=True)
            for line in bits(lines)
        )

    def mirror(self, target: int) -> tuple[int, int]:
        """The two cells in the box of the other target that hold the digit of a target.

        Base and target hold it in two lines of the chute, so that box has it in the third line,
        but neither in the other target nor in the cell beside it that holds no base digit.
        """
        own, across = self.targets[target][0], self.targets[1 - target][1]
        (line,) = {*self.base.others} - {own}
        one, two = (each for each in range(across // 3 * 3, across // 3 * 3 + 3) if each != across)
        return self.base.cell(line, one), self.base.cell(line, two)
