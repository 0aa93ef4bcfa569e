"""What is asked of generated puzzles; a wish that can't come true is refused at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cpsudoku.core.board import Board
from cpsudoku.core.errors import BadParameter
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import SYMMETRIES, orbits, symmetries_of
from cpsudoku.teaching.rating.base import Rater

# The fewest clues of a proper puzzle, where that is proved: 9x9 by McGuire and others, 2012.
FEWEST = {4: 4, 6: 8, 9: 17}


@dataclass(frozen=True)
class Wish:
    """The board, and what the puzzles on it must be.

    ``clues`` are the fewest and the most; ``pattern`` has another digit than 0 where the clues are
    to be; ``solution`` is the full grid that the puzzles lead to. Of a symmetry, givens are taken
    away together, until no more can be; ``minimal`` asks that no single one be redundant. With a
    ``rater`` each puzzle is rated, and left out where the rater has no rating for it.
    """

    board: Board
    clues: tuple[int, int] | None = None
    symmetry: str = "none"
    minimal: bool = False
    pattern: Grid | None = None
    solution: Grid | None = None
    rater: Rater | None = None

    @property
    def is_classic(self) -> bool:
        """Whether the bulk kernel can do it."""
        return self.board.is_classic_9x9

    @property
    def is_quick(self) -> bool:
        """Whether the bulk kernel does thousands a second."""
        return self.is_classic and self.pattern is None

    @cached_property
    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """The cells that are filled or blank together."""
        return orbits(self.symmetry, self.board.size)

    @property
    def least(self) -> int:
        """The fewest clues that a puzzle may have."""
        return self.clues[0] if self.clues is not None else 0

    @property
    def most(self) -> int:
        """The most clues that a puzzle may have."""
        return self.clues[1] if self.clues is not None else self.board.size**2

    def check(self) -> None:
        """Raise BadParameter where the wish can't come true, as far as that can be known."""
        if self.symmetry not in SYMMETRIES:
            raise BadParameter("symmetry", self.symmetry, f"one of {', '.join(SYMMETRIES)}")
        self._check_clues()
        if self.pattern is not None:
            self._check_pattern(self.pattern)
        if self.solution is not None:
            self._check_solution(self.solution)

    def _check_clues(self) -> None:
        if self.clues is None:
            return
        size, (least, most) = self.board.size, self.clues
        if least > most:
            raise self._bad_clues("the first number must not be the larger one")
        if most > size * size or least < 0:
            raise self._bad_clues(f"a {size}x{size} grid has {size * size} cells")
        fewest = fewest_clues(size)
        if most < fewest:
            raise self._bad_clues(
                f"a {size}x{size} puzzle with fewer than {fewest} clues has several solutions"
            )
        if not any(number in self._possible_counts() for number in range(least, most + 1)):
            sizes = ", ".join(map(str, sorted({len(orbit) for orbit in self.orbits})))
            raise self._bad_clues(
                f"with {{symmetry}} {self.symmetry} clues come in groups of {sizes} cells, "
                "which do not add up to that"
            )

    def _bad_clues(self, why: str) -> BadParameter:
        least, most = self.clues or (0, 0)
        number = f"{least}-{most}" if least != most else f"{least}"
        cells = self.board.size**2
        allowed = f"numbers of clues from {fewest_clues(self.board.size)} to {cells}"
        return BadParameter("clues", self.clues, allowed, f"{number} can't be: {why}")

    def _possible_counts(self) -> set[int]:
        """The numbers of clues that patterns of this symmetry have."""
        counts = {0}
        for orbit in self.orbits:
            counts |= {count + len(orbit) for count in counts}
        return counts

    def _check_pattern(self, pattern: Grid) -> None:
        if pattern.board != self.board:
            raise _bad_pattern(pattern, "it has another size or box than asked for")
        if self.minimal and pattern.is_complete:
            raise _bad_pattern(pattern, "it has a clue in every cell, which is not minimal")
        count, size = pattern.count, self.board.size
        fewest = fewest_clues(size)
        if count < fewest:
            why = f"a {size}x{size} puzzle needs at least {fewest}"
            raise _bad_pattern(pattern, f"it has {count} clues; {why}")
        if self.clues is not None and not self.least <= count <= self.most:
            raise _bad_pattern(pattern, f"it has {count} clues, not {self.least} to {self.most}")
        if any(name not in self._symmetries(pattern) for name in SYMMETRIES[self.symmetry]):
            raise _bad_pattern(pattern, f"it does not have the {{symmetry}} {self.symmetry}")
        empty = two_empty_lines(pattern)
        if empty is not None:
            raise _bad_pattern(
                pattern, f"it leaves {empty} empty: they could change places in any solution"
            )

    @staticmethod
    def _symmetries(pattern: Grid) -> tuple[str, ...]:
        return symmetries_of(pattern.cells, pattern.board.size)

    def _check_solution(self, solution: Grid) -> None:
        if solution.board != self.board:
            raise _bad_solution(solution, "it has another size or box than asked for")
        broken = Puzzle(Grid(bytes(len(solution.cells)), solution.board)).broken_by(solution)
        if broken is not None:
            raise _bad_solution(solution, f"it is not a solution: {broken}")


def _bad_pattern(pattern: Grid, why: str) -> BadParameter:
    return BadParameter("pattern", pattern, "a pattern that some puzzle can have", why)


def _bad_solution(solution: Grid, why: str) -> BadParameter:
    return BadParameter("solution", solution, "a full grid without a repeated digit", why)


def fewest_clues(size: int) -> int:
    """The fewest clues that a proper puzzle may have, as far as is proved.

    Of two digits that are nowhere given, one could stand for the other.
    """
    return FEWEST.get(size, size - 1)


def two_empty_lines(pattern: Grid) -> str | None:
    """Two empty rows of one band, or columns of one stack, by name."""
    board, size = pattern.board, pattern.board.size
    if board.box_shape is None:
        return None
    for lines, thick in zip(
        (board.houses[:size], board.houses[size : 2 * size]), board.box_shape, strict=True
    ):
        for first in range(0, size, thick):
            band = lines[first : first + thick]
            empty = [line.name for line in band if not any(pattern[c] for c in line.cells)]
            if len(empty) > 1:
                return f"{empty[0]} and {empty[1]}"
    return None
