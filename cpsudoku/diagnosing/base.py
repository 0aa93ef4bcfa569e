"""The value of a diagnosis."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.field_kinds import value_text
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Verdict
from cpsudoku.core.views import Shown
from cpsudoku.teaching.rating.base import Rating


@dataclass(frozen=True)
class Edit:
    """A cell that gets another digit; 0 means blank."""

    cell: int
    before: int
    after: int


@dataclass(frozen=True)
class ClueEdit:
    """A clue, such as a cage, that gets another value, or is left out if ``after`` is None.

    ``number`` is its number among the constraints of the puzzle, from 0. ``field`` is the field
    that changes, such as ``sum``.
    """

    number: int
    before: Constraint
    after: Constraint | None = None
    field: str = ""

    @property
    def values(self) -> tuple[str, str]:
        """The value of the field before and after, as in a line of the rule language."""
        after = self.before if self.after is None else self.after
        board = self.before.board
        return value_text(self.before, self.field, board), value_text(after, self.field, board)


@dataclass(frozen=True)
class Repair:
    """The correction of a likely typing mistake.

    ``kind`` is change, move, swap, shift, twice or pair; or ``clue`` for a clue that gets another
    value, or ``without`` for a clue that is left out. ``line`` is the row or column of a shift or
    of a line that was entered twice. ``removable``: the puzzle is also proper without the given or
    the clue. ``proper``: the corrected puzzle has exactly one solution; if not, it has several.
    """

    kind: str
    edits: tuple[Edit, ...]
    mended: Grid
    line: str = ""
    removable: bool = False
    proper: bool = True
    clue: ClueEdit | None = None

    def applied(self, puzzle: Puzzle) -> Puzzle:
        """The corrected puzzle."""
        rules = puzzle.constraints
        if self.clue is not None:
            number, after = self.clue.number, self.clue.after
            rules = (*rules[:number], *((after,) if after else ()), *rules[number + 1 :])
        return replace(puzzle, givens=self.mended, constraints=rules, answer=None)


@dataclass(frozen=True)
class Unnecessary:
    """The parts of a proper puzzle that it does not need: cells of givens, and numbers of rules.

    The puzzle stays proper without each of ``cells`` and ``rules`` by itself. It also stays proper
    without all of ``together_cells`` and ``together_rules``, and then it needs everything else.
    ``undecided_cells`` and ``undecided_rules`` were not tested because the time ran out. If there
    are any, the others may contain more that can be left out together.
    """

    cells: tuple[int, ...]
    rules: tuple[int, ...]
    together_cells: tuple[int, ...]
    together_rules: tuple[int, ...]
    undecided_cells: tuple[int, ...] = ()
    undecided_rules: tuple[int, ...] = ()


@dataclass(frozen=True)
class ReviewedStep:
    """A step of the solving path: its technique, the level of that, and the effort of the step."""

    technique: str
    level: str
    effort: float


@dataclass(frozen=True)
class BrokenSymmetry:
    """A symmetry that the pattern of givens breaks in one place: its givens and its blank cells."""

    name: str
    givens: tuple[int, ...]
    blanks: tuple[int, ...]


@dataclass(frozen=True)
class Review:
    """What a setter should look at before a proper puzzle is published.

    ``outcome`` is how the solving path of ``steps`` ends: ``solved``, ``stuck`` or ``unfinished``.
    ``spikes`` are the numbers, from 1, of one or two steps that take at least one and a half times
    the effort of all others, and ``trials`` those that only trial and error finds. If the path
    solves the puzzle, the same steps solve it without each of ``idle_rules`` by itself;
    ``untested_rules`` were not tested because the time ran out.
    ``broken_symmetries`` are broken by one set of cells, and the pattern has no other symmetry.
    """

    outcome: str
    steps: tuple[ReviewedStep, ...]
    spikes: tuple[int, ...]
    trials: tuple[int, ...]
    idle_rules: tuple[int, ...]
    untested_rules: tuple[int, ...]
    broken_symmetries: tuple[BrokenSymmetry, ...]


@dataclass(frozen=True)
class Extra:
    """Clues that make a puzzle with several solutions proper.

    ``proved`` is "any" if no smaller set is enough, "this" if no smaller set is enough for the
    solution that these clues lead to, and "" if neither is known.
    """

    clues: tuple[Edit, ...]
    mended: Grid
    proved: str


@dataclass(frozen=True)
class SingleClue:
    """One clue that could be added, and the number of solutions that it leaves.

    Unless ``exact``, there are that many solutions or more.
    """

    edit: Edit
    solutions: int
    exact: bool = True


@dataclass(frozen=True, repr=False)
class Diagnosis(Shown, view="diagnosis"):
    """What is wrong with a puzzle and how to correct it. Unknown facts are None or empty.

    If there is no solution, ``conflict`` are the cells of givens that contradict each other, and
    ``conflict_rules`` the numbers of the rules that do, from 0. ``irreducible``: each of them is
    needed for that. ``smallest``: no smaller set is contradictory. If both are empty and
    ``irreducible`` is True, the board has no filling even without givens and rules. ``repairs`` are
    the most likely of all ``repairs_found`` corrections.

    If there are several solutions, ``verdict`` has them, up to the bound. ``varying`` are the cells
    that differ, with their digits; ``varying_all``: these are all. ``extra`` are the fewest clues
    to add. ``singles`` are all clues that could be added; those that leave the fewest solutions
    come first.

    If there is exactly one solution, ``redundant`` are the givens that are not needed,
    ``symmetries`` those of the pattern, and ``rating`` is the difficulty. ``unnecessary`` and
    ``review`` are known if they were asked for.

    ``notes`` are sentences about what was left undone because the limit ran out.
    """

    verdict: Verdict
    conflict: tuple[int, ...] = ()
    smallest: bool = False
    repairs: tuple[Repair, ...] = ()
    repairs_found: int = 0
    varying: tuple[tuple[int, tuple[int, ...]], ...] = ()
    varying_all: bool = False
    extra: Extra | None = None
    redundant: tuple[int, ...] | None = None
    symmetries: tuple[str, ...] = ()
    rating: Rating | None = None
    notes: tuple[str, ...] = ()
    singles: tuple[SingleClue, ...] = ()
    conflict_rules: tuple[int, ...] = ()
    irreducible: bool = False
    unnecessary: Unnecessary | None = None
    review: Review | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that was diagnosed."""
        return self.verdict.puzzle

    @property
    def mended(self) -> Grid | None:
        """The givens of the proper puzzle: unchanged, with added clues, or corrected."""
        return None if self.mended_puzzle is None else self.mended_puzzle.givens

    @property
    def mended_puzzle(self) -> Puzzle | None:
        """The proper puzzle with its rules. See ``mended``."""
        if self.verdict.is_unique:
            return self.puzzle
        if self.extra is not None:
            return replace(self.puzzle, givens=self.extra.mended, answer=None)
        return next((each.applied(self.puzzle) for each in self.repairs if each.proper), None)
