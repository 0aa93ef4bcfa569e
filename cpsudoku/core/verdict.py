"""Evidence (``Found``) and judgement (``Verdict``). Only ``judge`` turns one into the other.

``status_of`` is its rule. Blocks of many puzzles are judged by the same rule, as a table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from time import monotonic

from cpsudoku.core.conflicts import Conflict
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.views import Shown
from cpsudoku.runtime import parameters
from cpsudoku.runtime.errors import EngineError, InputError, Source
from cpsudoku.runtime.words import worded


class Status(StrEnum):
    """What is known about the number of solutions. If a limit ran out, it is UNKNOWN."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NO_SOLUTION = "none"
    UNKNOWN = "unknown"


CONFLICT, MALFORMED = "conflict", "malformed"
STATUS_WORDS = (*(str(status) for status in Status), CONFLICT, MALFORMED)


@dataclass(frozen=True)
class Limit:
    """When an engine gives up on a puzzle: after some seconds or search nodes, or never (None).

    Raises BadParameter if a limit is negative or not a number.
    """

    seconds: float | None = None
    nodes: int | None = None
    spent: float = field(default=0.0, compare=False, repr=False)
    """How many of the seconds are spent already."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            object.__setattr__(self, "seconds", parameters.seconds("limit", self.seconds))
        if self.nodes is not None:
            object.__setattr__(self, "nodes", parameters.whole("nodes", self.nodes, least=0))

    def after(self, seconds: float) -> Limit:
        """What is left of the limit after a search of some seconds."""
        return replace(self, spent=self.spent + seconds)

    @property
    def left(self) -> float | None:
        """The seconds that are not spent."""
        return None if self.seconds is None else max(0.0, self.seconds - self.spent)

    def deadline(self) -> float | None:
        """The ``time.monotonic`` time when it ends if the search goes on now."""
        return None if self.left is None else monotonic() + self.left


NO_LIMIT = Limit()


@dataclass(frozen=True)
class Found:
    """What an engine found: distinct solutions, and whether it proved that there are no others.

    ``engine`` is its name if the engine that was called left the work to another one.
    """

    solutions: tuple[Grid, ...]
    exhausted: bool
    note: str = ""
    engine: str = ""

    def is_settled(self, want: int) -> bool:
        """Whether nothing more was asked for: enough solutions, or all."""
        return self.exhausted or len(self.solutions) >= want


@dataclass(frozen=True, repr=False)
class Verdict(Shown, view="verdict"):
    """What is known about a puzzle. Only ``judge`` makes verdicts, and it verifies every solution.

    If ``exhausted`` is true, ``solutions`` has all solutions. ``seconds`` is the search time.
    ``layering`` is about the layers of the only solution: the verdict of the same puzzle with all
    digits given, in which different layers are different solutions. It is None if the puzzle has
    not exactly one solution or no layers, or if its layers distinguish solutions anyway.
    """

    puzzle: Puzzle
    status: Status
    solutions: tuple[Grid, ...]
    exhausted: bool
    conflicts: tuple[Conflict, ...] = ()
    engine: str = ""
    note: str = ""
    seconds: float = 0.0
    layering: Verdict | None = None

    @property
    def word(self) -> str:
        """The status word in every output. NO_SOLUTION with clashing givens is ``conflict``."""
        return CONFLICT if self.conflicts else str(self.status)

    @property
    def is_unique(self) -> bool:
        """Whether the puzzle has exactly one solution under the rules that were read."""
        return self.status is Status.UNIQUE

    @property
    def is_doubtful(self) -> bool:
        """Whether parts of the puzzle were not interpreted. They may change its solutions."""
        return bool(self.puzzle.uninterpreted)

    @property
    def solution(self) -> Grid | None:
        """The first solution, if one was found."""
        return self.solutions[0] if self.solutions else None

    @property
    def differing(self) -> tuple[int, ...]:
        """The cells in which the first two solutions differ."""
        if len(self.solutions) < 2:
            return ()
        return self.solutions[0].differing(self.solutions[1])

    @property
    def differing_variables(self) -> tuple[int, ...]:
        """The variables in which the first two solutions differ, if their digits are the same."""
        if len(self.solutions) < 2 or self.differing:
            return ()
        return self.solutions[0].differing_variables(self.solutions[1])

    @property
    def differing_cells(self) -> tuple[int, ...]:
        """The cells in which the first two solutions differ: their digits, or else their layers."""
        known = self.puzzle.board.variables
        first = len(self.puzzle.board)
        cells = {cell for n in self.differing_variables for cell in known[n - first][1]}
        return self.differing or tuple(sorted(cells))

    @cached_property
    def wrong_answer(self) -> tuple[int, ...]:
        """The cells in which the solution that came with the puzzle is wrong."""
        return self.puzzle.wrong_answer(self.solution if self.is_unique else None)


@dataclass(frozen=True, repr=False)
class TrueCandidates(Shown, view="true candidates"):
    """The digits that each cell has in some solution, and the number of solutions with each.

    ``digits`` are ascending. ``undecided`` are digits for which the time was too short: no solution
    with them was found, and they were not excluded. ``counts`` are in the order of ``digits``. They
    end at ``bound``, which means so many solutions or more. ``uncounted`` are the digits whose
    count may be too low because the time was too short. ``verdict`` has two of the solutions.
    ``values`` and ``undecided_values`` are the same for the variables of layers, if there are any.
    A variable that no rule restricts has no values.
    """

    verdict: Verdict
    digits: tuple[tuple[int, ...], ...]
    counts: tuple[tuple[int, ...], ...]
    bound: int
    undecided: tuple[tuple[int, ...], ...]
    uncounted: tuple[tuple[int, ...], ...]
    values: tuple[tuple[int, ...], ...] = ()
    undecided_values: tuple[tuple[int, ...], ...] = ()

    def __getitem__(self, cell: int) -> tuple[int, ...]:
        return self.digits[cell]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.verdict.puzzle

    @property
    def is_complete(self) -> bool:
        """Whether ``digits`` and ``values`` are all that is possible. This is proved."""
        return not any(self.undecided) and not any(self.undecided_values)

    @property
    def is_counted(self) -> bool:
        """Whether every count below ``bound`` is exact."""
        return self.is_complete and not any(self.uncounted)

    @property
    def varying(self) -> tuple[int, ...]:
        """The cells with more than one digit."""
        return tuple(cell for cell, digits in enumerate(self.digits) if len(digits) > 1)

    @cached_property
    def marked(self) -> Puzzle:
        """The puzzle with the digits that are not excluded as its pencilmarks."""
        pairs = zip(self.digits, self.undecided, strict=True)
        return replace(self.puzzle, marks=tuple(tuple(sorted(one + two)) for one, two in pairs))

    def count(self, cell: int, digit: int) -> int:
        """The number of solutions with a digit in a cell, up to the bound."""
        digits = self.digits[cell]
        return self.counts[cell][digits.index(digit)] if digit in digits else 0

    def values_text(self, number: int) -> str:
        """The values of a variable, as signs of its layer: ``.#``, or ``.#?`` with one undecided.

        It is empty if no rule restricts the variable.
        """
        board = self.puzzle.board
        at = number - len(board)
        layer, _ = board.variables[at]
        signs = layer.signs or board.symbols[1:]
        known = "".join(signs[value - 1] for value in self.values[at])
        return f"{known}{'?' if self.undecided_values[at] else ''}"

    def is_exact(self, cell: int, digit: int) -> bool:
        """Whether ``count`` is the number of all solutions with a digit in a cell."""
        open_digits = (*self.undecided[cell], *self.uncounted[cell])
        return self.count(cell, digit) < self.bound and digit not in open_digits

    def sign(self, cell: int, digit: int) -> str:
        """The number of solutions with a digit: ``3``, or ``3+`` if the time was too short.

        It is empty for ``bound`` solutions or more.
        """
        count = self.count(cell, digit)
        if count == self.bound:
            return ""
        return f"{count}{'' if self.is_exact(cell, digit) else '+'}"

    def settles(self, cell: int, digit: int) -> bool:
        """Whether exactly one solution has this digit, so that it makes the puzzle proper."""
        return self.count(cell, digit) == 1 and self.is_exact(cell, digit)


@dataclass(frozen=True)
class Result:
    """The result of one entry of the input: a puzzle with its verdict, or an error.

    If ``candidates`` are set, they are the result, and the puzzle has them as pencilmarks.
    ``unproved`` is the reason why the puzzle has no proof, if one was asked for.
    """

    puzzle: Puzzle | None = None
    verdict: Verdict | None = None
    problem: InputError | None = None
    candidates: TrueCandidates | None = None
    unproved: str = ""

    @property
    def source(self) -> Source:
        """The place of the entry."""
        if self.puzzle is not None:
            return self.puzzle.source
        return self.problem.source if self.problem is not None else Source()

    @property
    def word(self) -> str:
        """The status word. It is empty for a puzzle that was only read."""
        if self.problem is not None:
            return MALFORMED
        about = self.verdict if self.candidates is None else self.candidates.verdict
        return about.word if about is not None else ""

    @property
    def grid(self) -> Grid | None:
        """The grid to write: the first solution if one was found, or else the givens."""
        if self.verdict is not None and self.verdict.solution is not None:
            return self.verdict.solution
        return self.puzzle.givens if self.puzzle is not None else None


def judge(puzzle: Puzzle, found: Found, engine: str, seconds: float = 0.0) -> Verdict:
    """The verdict that the evidence of an engine allows.

    Verifies each solution with code that no engine uses. Raises EngineError if a solution is wrong
    or is listed twice. A faulty engine can stop the program, but it can't cause a wrong verdict.
    """
    engine = found.engine or engine
    for solution in found.solutions:
        broken = puzzle.broken_by(solution)
        if broken is not None:
            problem = worded(
                "engine {engine} returned {line}, no solution: {broken}",
                engine=repr(engine),
                line=solution.line,
                broken=broken,
            )
            raise EngineError(problem, puzzle.givens.line)
    if len({solution.counted for solution in found.solutions}) < len(found.solutions):
        raise EngineError(
            "engine {engine} returned a solution twice", puzzle.givens.line, engine=repr(engine)
        )
    conflicts = () if found.solutions else puzzle.conflicts  # a solution keeps all givens
    status = status_of(len(found.solutions), found.exhausted, bool(conflicts))
    solutions = found.solutions
    if puzzle.board.layers:
        solutions = tuple(map(puzzle.cleared, solutions))
    return Verdict(
        puzzle, status, solutions, found.exhausted, conflicts, engine, found.note, seconds
    )


def status_of(solutions: int, exhausted: bool, clashes: bool) -> Status:
    """What evidence proves: the number of verified solutions, and whether there are no others.

    ``clashes``: some givens clash. That proves without an engine that there is no solution.
    """
    if solutions >= 2:
        return Status.MULTIPLE
    if solutions:
        return Status.UNIQUE if exhausted else Status.UNKNOWN
    return Status.NO_SOLUTION if exhausted or clashes else Status.UNKNOWN
