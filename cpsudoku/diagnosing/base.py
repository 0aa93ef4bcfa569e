"""The value of a diagnosis."""

from __future__ import annotations

from dataclasses import dataclass

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
class Repair:
    """The correction of a likely typing mistake.

    ``kind`` is change, move, swap, shift, twice or pair. ``line`` is the row or column of a shift
    or of a line that was entered twice. ``removable``: the puzzle is also proper without the given.
    ``proper``: the corrected puzzle has exactly one solution; if not, it has several.
    """

    kind: str
    edits: tuple[Edit, ...]
    mended: Grid
    line: str = ""
    removable: bool = False
    proper: bool = True


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

    If there is no solution, ``conflict`` are the cells of givens that contradict each other; each
    of them is needed for the contradiction. ``smallest``: no smaller set of givens conflicts.
    ``repairs`` are the most likely of all ``repairs_found`` corrections.

    If there are several solutions, ``verdict`` has them, up to the bound. ``varying`` are the cells
    that differ, with their digits; ``varying_all``: these are all. ``extra`` are the fewest clues
    to add. ``singles`` are all clues that could be added; those that leave the fewest solutions
    come first.

    If there is exactly one solution, ``redundant`` are the givens that are not needed,
    ``symmetries`` those of the pattern, and ``rating`` is the difficulty.

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

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that was diagnosed."""
        return self.verdict.puzzle

    @property
    def mended(self) -> Grid | None:
        """The proper puzzle: unchanged, with added clues, or without its most likely mistake."""
        if self.verdict.is_unique:
            return self.puzzle.givens
        if self.extra is not None:
            return self.extra.mended
        proper = (repair.mended for repair in self.repairs if repair.proper)
        return next(proper, None)
