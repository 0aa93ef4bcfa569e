"""A position before its first step: what CP-SAT knows of it, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cpsudoku.core.candidates import Candidates, digits_of
from cpsudoku.core.grid import Grid
from cpsudoku.core.plural import plural
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status, Verdict
from cpsudoku.core.words import cell_in_words, verdict_detail
from cpsudoku.solving import settle
from cpsudoku.teaching.mistakes import Mistake, mistakes
from cpsudoku.techniques import SCALE, TECHNIQUES, in_turn, select

DEFAULT_ORDER = "human"
WRONG = "wrong"  # the word for a position that contradicts the only solution of its puzzle
MOST_SUSPECTS = 4  # with more, none of them is likely


@dataclass(frozen=True)
class Start:
    """A position to explain, and what CP-SAT knows of it.

    ``verdict`` is of the puzzle; where that has not one solution, of this position. ``left_out``
    are the techniques that assume one solution where there may be more; ``mistakes`` the cells that
    contradict the only solution. ``problem`` says in words what is wrong; it is empty where nothing
    is.
    """

    candidates: Candidates
    verdict: Verdict
    techniques: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    problem: str = ""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, or the position as it was read."""
        return self.candidates.puzzle

    @property
    def word(self) -> str:
        """A status word, or ``wrong``."""
        return WRONG if self.mistakes else self.verdict.word

    @property
    def can_be_explained(self) -> bool:
        """Whether steps make sense: there may be a solution, and nothing contradicts it."""
        return not self.mistakes and self.verdict.status is not Status.NO_SOLUTION

    def to_data(self) -> dict[str, Any]:
        """What is known as JSON values."""
        puzzle, solution = self.candidates.puzzle, self.verdict.solution
        name = puzzle.board.cell_name
        return {
            "puzzle": puzzle.givens.line,
            "grid": self.candidates.grid.line,
            "label": puzzle.label,
            "source": str(puzzle.source),
            "status": self.word,
            "scale": SCALE,
            "solution": solution.line if self.verdict.is_unique and solution else None,
            "left_out": list(self.left_out),
            "mistakes": [
                {"cell": name(mistake.cell), "found": mistake.found or None, "right": mistake.right}
                for mistake in self.mistakes
            ],
        }


def start_of(
    candidates: Candidates,
    order: str = DEFAULT_ORDER,
    techniques: str | None = None,
    limit: Limit = Limit(),
) -> Start:
    """What is known before the first step; raises UnknownName for an order or a technique."""
    start = _known(candidates, order, techniques, limit)
    return replace(start, problem=_problem_of(start, limit))


def _known(candidates: Candidates, order: str, techniques: str | None, limit: Limit) -> Start:
    names = select(techniques, order) if techniques is not None else in_turn(order)
    given = _given(candidates.puzzle)
    verdict = settle(given, want=2, limit=limit)
    if verdict.is_unique and verdict.solution is not None:
        return Start(candidates, verdict, names, (), mistakes(candidates, verdict.solution))
    if candidates != Candidates.of(given) and verdict.status is not Status.NO_SOLUTION:
        verdict = settle(_as_puzzle(candidates), want=2, limit=limit)
    left_out = tuple(name for name in names if TECHNIQUES[name].assumes_unique)
    kept = tuple(name for name in names if name not in left_out)
    return Start(candidates, verdict, kept, left_out)


def _problem_of(start: Start, limit: Limit) -> str:
    """What is wrong with a position in words, wrong cells first; empty for a sound one."""
    if start.mistakes:
        return "; ".join(mistake.in_words(start.puzzle) for mistake in start.mistakes)
    if start.verdict.is_unique and not start.left_out:
        return ""
    said = verdict_detail(start.verdict)
    if start.verdict.status is Status.NO_SOLUTION:
        return f"{said}{_suspicion(start.candidates, limit)}"
    if start.left_out:
        count = len(start.left_out)
        verb = "assumes" if count == 1 else "assume"
        left = "is left out" if count == 1 else "are left out"
        return f"{said}; {plural(count, 'technique')} that {verb} one solution {left}"
    return said


def _suspicion(candidates: Candidates, limit: Limit) -> str:
    """Which entries are most likely wrong, where emptying one of them leaves a solution."""
    names = [cell_in_words(candidates.puzzle, cell) for cell in suspects(candidates, limit)]
    if not names or len(names) > MOST_SUSPECTS:
        return ""
    if len(names) == 1:
        return f"; {names[0]} is most likely wrong: without it there is a solution"
    if len(names) > 2:
        return f"; most likely one of {', '.join(names)} is wrong: without it there is a solution"
    most = " or ".join(names)
    return f"; most likely {most} is wrong: without either there is a solution"


def suspects(candidates: Candidates, limit: Limit = Limit()) -> tuple[int, ...]:
    """The entries of a position without a solution that leave one when emptied, each alone.

    Where the givens are not known, every filled cell is an entry.
    """
    puzzle = _given(candidates.puzzle)
    entries = [cell for cell, digit in enumerate(candidates.cells) if digit]
    if candidates.cells != puzzle.givens.cells:
        entries = [cell for cell in entries if not puzzle.givens[cell]]
    found = []
    for cell in entries:
        cells = candidates.cells[:cell] + b"\0" + candidates.cells[cell + 1 :]
        emptied = replace(puzzle, givens=Grid(cells, puzzle.board))
        if settle(emptied, want=1, limit=limit).solutions:
            found.append(cell)
    return tuple(found)


def _given(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its pencilmarks and without what came with it."""
    return replace(puzzle, marks=None, answer=None)


def _as_puzzle(candidates: Candidates) -> Puzzle:
    """The position as a puzzle: its filled cells are givens, its candidates are marks."""
    marks = tuple(tuple(each) for each in marks_data(candidates))
    return replace(candidates.puzzle, givens=candidates.grid, marks=marks, answer=None)


def marks_data(candidates: Candidates) -> list[list[int]]:
    """The candidates of each cell, row by row; of a filled cell its digit."""
    cells = zip(candidates.cells, candidates.marks, strict=True)
    return [[digit] if digit else list(digits_of(marks)) for digit, marks in cells]
