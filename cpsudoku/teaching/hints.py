"""Help in four levels: where to look, which technique, which cells, the step itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.errors import InputError
from cpsudoku.core.grid import SYMBOLS, Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.core.words import cell_in_words
from cpsudoku.solving import Solvable, as_puzzle, settle
from cpsudoku.techniques import ORDERS, TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.step_words import cells_text, digits_text, houses_text
from cpsudoku.techniques.walk import next_step

LEVELS = ("where to look", "which technique", "which cells", "the step itself")


@dataclass(frozen=True)
class Hint:
    """The next step, told in four levels, each saying more; ``LEVELS`` names them."""

    step: Step
    levels: tuple[str, str, str, str]


def hint(
    puzzle: Solvable | Candidates,
    solution: Grid | None = None,
    techniques: Sequence[str] = ORDERS["human"],
    *,
    limit: float | None = None,
) -> Hint | None:
    """Help for the next step that these techniques find; None when they find none.

    solution: the only one of the puzzle; where it is not given, it is searched for, at most
    ``limit`` seconds. Raises InputError for what is not a
    puzzle with one solution, or contradicts it (``mistakes`` names the cells).
    """
    candidates = puzzle if isinstance(puzzle, Candidates) else Candidates.of(as_puzzle(puzzle))
    if solution is None:
        solution = _only_solution(candidates.puzzle, Limit(limit))
    if mistakes(candidates, solution):
        raise InputError("the position contradicts the solution", candidates.puzzle.source)
    step = next_step(candidates, techniques, solution)
    return None if step is None else hint_of(step, candidates)


def _only_solution(puzzle: Puzzle, limit: Limit) -> Grid:
    verdict = settle(puzzle, limit=limit)
    if verdict.solution is None or not verdict.is_unique:
        problem = f"its status is {verdict.word}; hints need exactly one solution"
        raise InputError(problem, puzzle.source)
    return verdict.solution


def hint_of(step: Step, candidates: Candidates) -> Hint:
    """The four levels of help for a step."""
    technique = TECHNIQUES[step.technique]
    levels = (
        f"Look at {_where(step, candidates)}.",
        f"{technique.title}: {technique.definition}",
        _which_cells(step, candidates),
        technique.explain(step, candidates),
    )
    return Hint(step, levels)


def pattern_cells(step: Step) -> tuple[int, ...]:
    """The cells of the pattern, ascending; those that are filled where a step has no pattern."""
    pattern = [cell for role in step.roles for cell, _ in role.candidates]
    return tuple(sorted(set(pattern or [cell for cell, _ in step.placements])))


def _where(step: Step, candidates: Candidates) -> str:
    """The fullest house that holds the pattern, else the digit it is about, else a box of it."""
    board, cells = candidates.board, pattern_cells(step)
    houses = board.common_houses(sum(1 << cell for cell in cells))
    told = [house for house in step.houses if house in houses]
    if houses:
        return houses_text([_fullest(told or houses, candidates)], board)
    if len(step.digits) == 1:
        return f"where {SYMBOLS[step.digits[0]]} can still go"
    first = _fullest(board.houses_of[cells[0]], candidates)
    return f"{houses_text([first], board)} and what its cells see"


def _fullest(houses: Sequence[int], candidates: Candidates) -> int:
    """The house with the fewest empty cells, the first of several."""
    cells = candidates.board.house_cells
    return min(houses, key=lambda house: (cells[house] & candidates.empty).bit_count())


def _which_cells(step: Step, candidates: Candidates) -> str:
    cells = cells_text(pattern_cells(step), candidates.board.geometry)
    if not step.digits or (step.placements and not step.eliminations):
        return f"Look at {cells}."
    digits = digits_text(step.digits)
    return f"Look at {cells}, digit{'s' if len(set(step.digits)) > 1 else ''} {digits}."


@dataclass(frozen=True)
class Mistake:
    """A cell that contradicts the solution.

    ``found`` is the wrong digit in it, or 0 where it is empty and the right digit, ``right``, is no
    longer among its candidates.
    """

    cell: int
    found: int
    right: int

    def in_words(self, puzzle: Puzzle) -> str:
        """What is wrong, without giving the right digit away where it need not."""
        name = cell_in_words(puzzle, self.cell)
        if self.found:
            return f"{name} is wrong: it is not {SYMBOLS[self.found]}"
        return f"{name} has lost its right candidate, {SYMBOLS[self.right]}"


def mistakes(candidates: Candidates, solution: Grid) -> tuple[Mistake, ...]:
    """The cells that are filled wrong; where none is, those that lost their right candidate."""
    wrong = tuple(
        Mistake(cell, digit, solution[cell])
        for cell, digit in enumerate(candidates.cells)
        if digit and digit != solution[cell]
    )
    lost = (
        Mistake(cell, 0, right)
        for cell, right in enumerate(solution.cells)
        if not candidates.cells[cell] and not candidates.has(cell, right)
    )
    return wrong or tuple(lost)
