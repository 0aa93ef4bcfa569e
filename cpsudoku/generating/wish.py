"""What generated puzzles must be like. An impossible wish is refused at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import SYMMETRIES, orbits, symmetries_of
from cpsudoku.generating.mix import RandomStream
from cpsudoku.generating.ruled import RuleWish, check_symmetry
from cpsudoku.runtime.errors import BadParameter
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import both, worded
from cpsudoku.teaching.rating.base import Rater

# The fewest clues of a proper puzzle, as far as proved: 9x9 by McGuire and others, 2012.
FEWEST = {4: 4, 6: 8, 9: 17}


@dataclass(frozen=True)
class Wish:
    """The board, and what its puzzles must be like.

    ``clues`` are the fewest and the most clues. ``pattern`` has a digit in each cell that must have
    a clue. ``solution`` is the full grid of all puzzles. With a ``symmetry``, cells that it maps to
    each other lose their givens together, until no more can. With ``minimal``, no single given is
    redundant. With a ``rater``, each puzzle is rated, and skipped if the rater returns None.
    ``ruled`` are the rules beyond houses and the level of puzzles with rules.
    """

    board: Board
    clues: tuple[int, int] | None = None
    symmetry: str = "none"
    minimal: bool = False
    pattern: Grid | None = None
    solution: Grid | None = None
    rater: Rater | None = None
    ruled: RuleWish | None = None

    @property
    def is_classic(self) -> bool:
        """Whether the bulk kernel can make the puzzles."""
        return self.board.is_classic_9x9 and self.ruled is None

    @property
    def is_quick(self) -> bool:
        """Whether the bulk kernel makes thousands of puzzles per second."""
        return self.is_classic and self.pattern is None

    @property
    def programs(self) -> tuple[str, ...]:
        """The compiled programs that make the puzzles."""
        usual = ("kernel", "grids", *(["minimal"] if self.minimal else []))
        return (*usual, *getattr(self.rater, "programs", ()))

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
        """Raise BadParameter if the wish is known to be impossible."""
        if self.symmetry not in SYMMETRIES:
            raise BadParameter(
                "symmetry",
                self.symmetry,
                worded("one of {allowed}", allowed=", ".join(SYMMETRIES)),
            )
        if self.ruled is not None:
            self._check_rules(self.ruled)
            return
        self._check_clues()
        if self.pattern is not None:
            self._check_pattern(self.pattern)
        if self.solution is not None:
            self._check_solution(self.solution)

    def _check_rules(self, ruled: RuleWish) -> None:
        ruled.check(self.board)
        board = ruled.board(RandomStream(0), self.board)
        check_symmetry(self.symmetry, board)
        least, most = self.clues or (0, len(board))
        if not 0 <= least <= most <= len(board):
            allowed = worded(
                "numbers of clues from 0 to {count}, the lower one first", count=len(board)
            )
            raise BadParameter("clues", self.clues, allowed)

    def _check_clues(self) -> None:
        if self.clues is None:
            return
        size, (least, most) = self.board.size, self.clues
        if least > most:
            raise self._bad_clues(worded("the first number must not be larger than the second"))
        if most > size * size or least < 0:
            raise self._bad_clues(
                worded("a {size}x{size} grid has {cells} cells", size=size, cells=size * size)
            )
        fewest = fewest_clues(size)
        if most < fewest:
            raise self._bad_clues(
                worded(
                    "a {size}x{size} puzzle with fewer than {fewest} clues has several solutions",
                    size=size,
                    fewest=fewest,
                )
            )
        if not any(number in self._possible_counts() for number in range(least, most + 1)):
            sizes = ", ".join(map(str, sorted({len(orbit) for orbit in self.orbits})))
            raise self._bad_clues(
                worded(
                    "with {symmetry} {kind}, clues come in groups of {sizes} cells, which cannot "
                    "add up to this number",
                    kind=self.symmetry,
                    sizes=sizes,
                )
            )

    def _bad_clues(self, why: str) -> BadParameter:
        least, most = self.clues or (0, 0)
        number = f"{least}-{most}" if least != most else f"{least}"
        cells = self.board.size**2
        allowed = worded(
            "numbers of clues from {least} to {cells}",
            least=fewest_clues(self.board.size),
            cells=cells,
        )
        return BadParameter(
            "clues",
            self.clues,
            allowed,
            worded("{number} is impossible: {why}", number=number, why=why),
        )

    def _possible_counts(self) -> set[int]:
        """The possible numbers of clues of patterns with this symmetry."""
        counts = {0}
        for orbit in self.orbits:
            counts |= {count + len(orbit) for count in counts}
        return counts

    def _check_pattern(self, pattern: Grid) -> None:
        if pattern.board != self.board:
            raise _bad_pattern(pattern, worded("its size or boxes are not those of the board"))
        if self.minimal and pattern.is_complete:
            raise _bad_pattern(pattern, worded("a puzzle with a clue in every cell is not minimal"))
        count, size = pattern.count, self.board.size
        fewest = fewest_clues(size)
        if count < fewest:
            why = worded("a {size}x{size} puzzle needs at least {fewest}", size=size, fewest=fewest)
            raise _bad_pattern(
                pattern, worded("it has {clues}; {why}", clues=plural(count, "clue"), why=why)
            )
        if self.clues is not None and not self.least <= count <= self.most:
            raise _bad_pattern(
                pattern,
                worded(
                    "it has {clues}, not {least} to {most}",
                    clues=plural(count, "clue"),
                    least=self.least,
                    most=self.most,
                ),
            )
        if any(name not in self._symmetries(pattern) for name in SYMMETRIES[self.symmetry]):
            raise _bad_pattern(
                pattern,
                worded("it does not have the {symmetry} {kind}", kind=self.symmetry),
            )
        empty = two_empty_lines(pattern)
        if empty is not None:
            raise _bad_pattern(
                pattern,
                worded(
                    "it leaves {empty} empty, and these can be swapped in every solution",
                    empty=empty,
                ),
            )

    @staticmethod
    def _symmetries(pattern: Grid) -> tuple[str, ...]:
        return symmetries_of(pattern.cells, pattern.board)

    def _check_solution(self, solution: Grid) -> None:
        if solution.board != self.board:
            raise _bad_solution(solution, worded("its size or boxes are not those of the board"))
        broken = Puzzle(Grid(bytes(len(solution.cells)), solution.board)).broken_by(solution)
        if broken is not None:
            raise _bad_solution(solution, worded("it is not a solution: {broken}", broken=broken))


def _bad_pattern(pattern: Grid, why: str) -> BadParameter:
    return BadParameter("pattern", pattern, worded("the pattern of a possible puzzle"), why)


def _bad_solution(solution: Grid, why: str) -> BadParameter:
    return BadParameter("solution", solution, worded("a full grid without a repeated digit"), why)


def fewest_clues(size: int) -> int:
    """The fewest clues that a proper puzzle can have, as far as this is proved.

    Two digits that no clue has can be swapped in any solution.
    """
    return FEWEST.get(size, size - 1)


def two_empty_lines(pattern: Grid) -> str | None:
    """The names of two empty rows of one band, or two empty columns of one stack, or None."""
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
                return both(empty[:2])
    return None
