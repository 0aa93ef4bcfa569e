"""A position before its first step: its verdict, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from cpsudoku.core.candidates import Candidates, digits_of
from cpsudoku.core.constraints.base import FEW, Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status, Verdict
from cpsudoku.core.words import cell_in_words, verdict_detail
from cpsudoku.runtime.deadline import NO_DEADLINE, Deadline
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import marked
from cpsudoku.runtime.plural import listed
from cpsudoku.runtime.words import called, either, joined, tallied, worded
from cpsudoku.solving import settle
from cpsudoku.teaching.mistakes import Mistake, mistakes
from cpsudoku.techniques import SCALE, TECHNIQUES
from cpsudoku.techniques.walk import turns

DEFAULT_ORDER = "human"
WRONG = marked("wrong")  # the status of a position that contradicts the only solution of its puzzle
MOST_SUSPECTS = 4  # with more suspects, none is likely


@dataclass(frozen=True)
class Start:
    """A position to explain, and what a search found out about it.

    ``verdict`` is that of the puzzle, or of this position if the puzzle does not have exactly one
    solution. ``left_out`` are the techniques that are not used because they assume one solution.
    ``mistakes`` are the cells that contradict the only solution. ``problem`` is a sentence about
    what is wrong; it is empty if nothing is.
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
        """Whether steps make sense: a solution is possible and nothing contradicts it."""
        return not self.mistakes and self.verdict.status is not Status.NO_SOLUTION

    def to_data(self) -> JsonObject:
        """These facts as JSON values."""
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
    deadline: Deadline = NO_DEADLINE,
) -> Start:
    """What is known before the first step. All searches together end at the deadline.

    Raises UnknownName if the order or a technique does not exist.
    """
    start = _known(candidates, order, techniques, deadline)
    return replace(start, problem=_problem_of(start, deadline))


def _known(candidates: Candidates, order: str, techniques: str | None, deadline: Deadline) -> Start:
    names = turns(candidates.puzzle, order, techniques)
    given = _given(candidates.puzzle)
    verdict = _settled(given, 2, deadline)
    if verdict.is_unique and verdict.solution is not None:
        return Start(candidates, verdict, names, (), mistakes(candidates, verdict.solution))
    if candidates != Candidates.of(given) and verdict.status is not Status.NO_SOLUTION:
        verdict = _settled(_as_puzzle(candidates), 2, deadline)
    left_out = tuple(name for name in names if TECHNIQUES[name].assumes_unique)
    kept = tuple(name for name in names if name not in left_out)
    return Start(candidates, verdict, kept, left_out)


def _settled(puzzle: Puzzle, want: int, deadline: Deadline) -> Verdict:
    """The verdict by the deadline. Its note names the whole limit, not what was left of it."""
    verdict = settle(puzzle, want=want, limit=Limit(deadline.left))
    is_limited = verdict.status is Status.UNKNOWN and deadline.seconds is not None
    return replace(verdict, note=deadline.note) if is_limited else verdict


def _problem_of(start: Start, deadline: Deadline) -> str:
    """What is wrong with a position, and which rules no technique uses; empty if nothing is."""
    return joined([_wrong_in(start, deadline), unused_rules(start.puzzle)])


def unused_rules(puzzle: Puzzle) -> str:
    """``techniques know little about the layer of the loop``; empty if all rules are used."""
    unused = (rule for rule in puzzle.layered_rules if not _is_narrowed(rule))
    titles = list(dict.fromkeys(called(rule) for rule in unused))
    if not titles:
        return ""
    return tallied(
        "techniques know little about the layer of {titles}",
        "techniques know little about the layers of {titles}",
        len(titles),
        titles=listed(titles),
    )


def _is_narrowed(rule: Constraint) -> bool:
    """Whether techniques know what a rule excludes: by its own reasons, or by all its fillings."""
    if type(rule).narrow is not Constraint.narrow:
        return not rule.knows_little
    return prod(rule.board.domains[cell].bit_count() for cell in set(rule.cells)) <= FEW


def _wrong_in(start: Start, deadline: Deadline) -> str:
    """What is wrong with a position, wrong cells first; empty if nothing is."""
    if start.mistakes:
        return joined(mistake.in_words(start.puzzle) for mistake in start.mistakes)
    if start.verdict.is_unique and not start.left_out:
        return ""
    said = verdict_detail(start.verdict)
    if start.verdict.status is Status.NO_SOLUTION:
        return joined([said, _suspicion(start.candidates, deadline)])
    if start.left_out:
        left_out = tallied(
            "{count} technique that assumes one solution is not used",
            "{count} techniques that assume one solution are not used",
            len(start.left_out),
        )
        return joined([said, left_out])
    return said


def _suspicion(candidates: Candidates, deadline: Deadline) -> str:
    """The entries that are most likely wrong, because there is a solution without one of them."""
    names = [cell_in_words(candidates.puzzle, cell) for cell in suspects(candidates, deadline)]
    if not names or len(names) > MOST_SUSPECTS:
        return ""
    if len(names) == 1:
        return worded("{cell} is most likely wrong: without it there is a solution", cell=names[0])
    if len(names) > 2:
        return worded(
            "most likely one of {cells} is wrong: without it there is a solution",
            cells=", ".join(names),
        )
    return worded(
        "most likely {cells} is wrong: there is a solution without either of them",
        cells=either(names),
    )


def suspects(candidates: Candidates, deadline: Deadline = NO_DEADLINE) -> tuple[int, ...]:
    """The entries of a position without a solution that each leave a solution when erased alone.

    If the givens are not known, every filled cell counts as an entry. The result is empty if the
    deadline passes before all entries are tried.
    """
    puzzle = _given(candidates.puzzle)
    entries = [cell for cell, digit in enumerate(candidates.cells) if digit]
    if candidates.cells != puzzle.givens.cells:
        entries = [cell for cell in entries if not puzzle.givens[cell]]
    suspects = []
    for cell in entries:
        cells = candidates.cells[:cell] + b"\0" + candidates.cells[cell + 1 :]
        emptied = replace(puzzle, givens=Grid(cells, puzzle.board))
        if _settled(emptied, 1, deadline).solutions:
            suspects.append(cell)
        if deadline.is_over:
            return ()
    return tuple(suspects)


def _given(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its pencilmarks, label and solution."""
    return replace(puzzle, marks=None, answer=None)


def _as_puzzle(candidates: Candidates) -> Puzzle:
    """The position as a puzzle: its filled cells are givens, its candidates are marks."""
    marks = tuple(tuple(each) for each in marks_data(candidates))
    return replace(candidates.puzzle, givens=candidates.grid, marks=marks, answer=None)


def marks_data(candidates: Candidates) -> list[list[int]]:
    """The candidates of each cell, row by row; for a filled cell its digit."""
    cells = zip(candidates.cells, candidates.marks, strict=True)
    return [[digit] if digit else list(digits_of(marks)) for digit, marks in cells]
