"""What a diagnosis says."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Verdict
from cpsudoku.core.views import Shown
from cpsudoku.teaching.rating.base import Rating


@dataclass(frozen=True)
class Edit:
    """A cell that gets another digit; 0 is a blank."""

    cell: int
    before: int
    after: int


@dataclass(frozen=True)
class Repair:
    """A likely typing mistake undone.

    ``kind`` is change, move, swap, shift, twice or pair; ``line`` is the row or column of a shift
    or of a line entered twice. ``removable``: leaving the given out would do as well. ``proper``:
    the mended puzzle has exactly one solution, else it has several.
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

    ``proved`` says what is known of their number: that no smaller set would do ("any"), none for
    the solution that they lead to ("this"), or nothing ("").
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
    """What is wrong with a puzzle and how to mend it; what is not known is None or empty.

    No solution: ``conflict`` are given cells that can't stand together, each needed for that;
    ``smallest`` when no smaller set is there. ``repairs`` are the best of ``repairs_found``.
    Several: ``verdict`` has the solutions up to the bound, ``varying`` the cells that differ with
    their digits (``varying_all`` when these are all), ``extra`` the fewest clues to add, and
    ``singles`` each clue that could be added, those that leave the fewest solutions first. Proper:
    ``redundant`` givens, ``symmetries`` of the pattern, and the ``rating``. ``notes`` say what the
    limit left open.
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
        """The puzzle that it is about."""
        return self.verdict.puzzle

    @property
    def mended(self) -> Grid | None:
        """The proper puzzle that it would be: as it is, with clues, or less its likely mistake."""
        if self.verdict.is_unique:
            return self.puzzle.givens
        if self.extra is not None:
            return self.extra.mended
        proper = (repair.mended for repair in self.repairs if repair.proper)
        return next(proper, None)
