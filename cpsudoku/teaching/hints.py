"""Help in four levels: where to look, which technique, which cells, the step itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from operator import or_

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.core.views import Shown
from cpsudoku.runtime.deadline import NO_DEADLINE, Deadline, DeadlineReached
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import ENGLISH, counted, speaking, translated
from cpsudoku.solving import Solvable
from cpsudoku.teaching.explanation import ExplainedStep, position_of, steps_from
from cpsudoku.teaching.start import DEFAULT_ORDER, Start, start_of
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import BLOCKER, Step
from cpsudoku.techniques.step_words import cells_text, digits_text, houses_text

LEVELS = ("the place", "which technique", "which cells", "the step itself")


@dataclass(frozen=True, repr=False)
class Hint(Shown, view="hint"):
    """Help with the next step, in four levels, each with more detail; ``LEVELS`` names them.

    ``start`` is the position. ``levels`` are worded when they are read, in the present language.
    ``step`` is None and ``levels`` is empty if something is wrong with
    the position, if it is solved, or if no technique finds a step. ``note`` names the limit that
    ran out before a step was found; it is empty if none did.
    """

    start: Start
    step: ExplainedStep | None
    note: str = ""
    most: int = len(LEVELS)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of help, up to ``most``; none without a step."""
        if self.step is None:
            return ()
        return levels_of(self.step.step, self.step.before)[: self.most]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, or the position as it was read."""
        return self.start.puzzle

    @property
    def problem(self) -> str:
        """A sentence about what is wrong with the position; empty if nothing is."""
        return self.start.problem

    @property
    def is_stuck(self) -> bool:
        """Whether the position is sound and not solved, but no technique finds a step."""
        unsolved = not self.start.candidates.is_solved
        return self.start.can_be_explained and unsolved and self.step is None and not self.note

    def up_to(self, level: int) -> Hint:
        """The hint without the levels above this one."""
        return replace(self, most=level)

    def to_data(self, level: int = len(LEVELS)) -> JsonObject:
        """The hint as JSON values, up to a level. Only the last level includes the step."""
        step = self.step if level == len(LEVELS) else None
        with speaking(ENGLISH):
            levels = self.levels[:level]
        return {
            **self.start.to_data(),
            "problem": self.problem or None,
            "levels": list(levels),
            "step": step.to_data() if step is not None else None,
            "note": self.note or None,
        }


def hint(
    puzzle: Solvable | Candidates,
    *,
    order: str = DEFAULT_ORDER,
    techniques: str | None = None,
    original: Solvable | None = None,
    limit: float | None = None,
    last: str | None = None,
) -> Hint:
    """Help with the next step in four levels, or report what is wrong with the position.

    It takes the same positions and keywords as ``explain`` and raises the same errors. The search
    for solutions and for the step takes at most ``limit`` seconds. ``last`` is the cell of the last
    entry, such as ``r1c1``: of several equal steps, the hint is the one near it.

    >>> found = hint("1..4..1.2......3")
    >>> found.levels[0]
    'Look at box 2.'
    >>> hint("11..............").problem.partition(";")[0]
    '1 twice in row 1: r1c1, r1c2'
    """
    position, deadline = position_of(puzzle, original), Deadline(Limit(limit).seconds)
    return hint_from(start_of(position, order, techniques, deadline), deadline, last)


def hint_from(start: Start, deadline: Deadline = NO_DEADLINE, last: str | None = None) -> Hint:
    """The hint for a position whose facts are known."""
    entered = _entry(start.candidates, last) if last is not None else ()
    try:
        step = next(steps_from(start, deadline, entered), None)
    except DeadlineReached as reached:
        return Hint(start, None, str(reached))
    return Hint(start, step)


def _entry(position: Candidates, name: str) -> tuple[Candidate, ...]:
    """The digit in the cell with this name, or nothing if it is empty. Raises BadShape."""
    cell = position.board.cell_named(name)
    digit = position.cells[cell]
    return ((cell, digit),) if digit else ()


def levels_of(step: Step, candidates: Candidates) -> tuple[str, str, str, str]:
    """The four levels of help for a step."""
    technique = TECHNIQUES[step.technique]
    return (
        translated("Look at {place}.", place=pattern_place(step, candidates)[0]),
        translated(
            "{title}: {definition}",
            title=translated(technique.title),
            definition=translated(technique.definition),
        ),
        _which_cells(step, candidates),
        technique.explain(step, candidates),
    )


def pattern_cells(step: Step) -> tuple[int, ...]:
    """The cells of the pattern, ascending, or the cells that the step fills if it has none."""
    pattern = [cell for role in step.roles if role.name != BLOCKER for cell, _ in role.candidates]
    return tuple(sorted(set(pattern or [cell for cell, _ in step.placements])))


def pattern_place(step: Step, candidates: Candidates) -> tuple[str, int]:
    """A place of at most as many cells as two houses, which shows where the pattern begins.

    The fullest house that holds the pattern, or else its digit, or else the two houses that hold
    the most of it. In words, and its cells as bits.
    """
    board, cells = candidates.board, pattern_cells(step)
    houses = board.common_houses(sum(1 << cell for cell in cells))
    named = [house for house in step.houses if house in houses]
    if houses:
        fullest = _fullest(named or houses, candidates)
        return houses_text([fullest], board), board.house_cells[fullest]
    if _is_about_one_digit(step, cells, candidates):
        digit = step.digits[0]
        where = translated("where {digit} can still go", digit=board.symbols[digit])
        return where, candidates.places[digit - 1]
    two = _two_houses(cells, candidates)
    if not two:
        around = translated("the cells around {cell}", cell=board.cell_name(cells[0]))
        return around, 1 << cells[0]
    held = reduce(or_, (board.house_cells[house] for house in two))
    where = houses_text(two, board)
    if not all(held >> cell & 1 for cell in cells):
        where = translated("{houses}; the pattern reaches beyond them", houses=where)
    return where, held


def _is_about_one_digit(step: Step, cells: Sequence[int], candidates: Candidates) -> bool:
    """Whether the places of one digit hold the whole pattern, and are no more than two houses."""
    if len(step.digits) != 1:
        return False
    places = candidates.places[step.digits[0] - 1]
    few = places.bit_count() <= 2 * candidates.board.size
    return few and all(places >> cell & 1 for cell in cells)


def _two_houses(cells: Sequence[int], candidates: Candidates) -> Sequence[int]:
    """The two houses that hold most of the cells, the fullest in a tie; none on loose cells."""
    board = candidates.board
    masks, wanted = board.house_cells, sum(1 << cell for cell in cells)
    touching = sorted({house for cell in cells for house in board.houses_of[cell]})
    return max(
        combinations(touching, min(2, len(touching))),
        key=lambda two: (
            (wanted & reduce(or_, (masks[house] for house in two), 0)).bit_count(),
            -sum((masks[house] & candidates.empty).bit_count() for house in two),
        ),
    )


def _fullest(houses: Sequence[int], candidates: Candidates) -> int:
    """The house with the fewest empty cells; the first of them in a tie."""
    cells = candidates.board.house_cells
    return min(houses, key=lambda house: (cells[house] & candidates.empty).bit_count())


def _which_cells(step: Step, candidates: Candidates) -> str:
    cells = cells_text(pattern_cells(step), candidates.board)
    if not step.digits or (step.placements and not step.eliminations):
        return translated("Look at {place}.", place=cells)
    return counted(
        "Look at {cells}, digit {digits}.",
        "Look at {cells}, digits {digits}.",
        len(set(step.digits)),
        cells=cells,
        digits=digits_text(step.digits, candidates.board),
    )
