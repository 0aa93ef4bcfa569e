"""A puzzle: givens, rules, where it came from; and what "solved" means."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from cpsudoku.core.constraints.all_different import AllDifferent
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.errors import BadShape, InputError, Source, quoted
from cpsudoku.core.geometry import Geometry
from cpsudoku.core.grid import Grid
from cpsudoku.core.printable import one_line
from cpsudoku.core.views import Drawn

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@lru_cache(maxsize=32)
def classic_rules(geometry: Geometry) -> tuple[AllDifferent, ...]:
    """AllDifferent on every row, column and box."""
    return tuple(AllDifferent(house.cells, geometry.size) for house in geometry.houses)


@dataclass(frozen=True)
class Conflict:
    """A digit given more than once in a house."""

    digit: int
    house: str
    cells: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Puzzle(Drawn, view="puzzle"):
    """Givens to be completed so that every rule holds. Classic rules plus ``constraints``.

    ``label`` is the text that came with it (a name, a rating), ``info`` what a file said about it
    (author, date ...), ``answer`` the solution that came with it, not yet believed.
    """

    givens: Grid
    constraints: tuple[Constraint, ...] = ()
    source: Source = field(default=Source(), compare=False)
    label: str = ""
    info: tuple[tuple[str, str], ...] = ()
    answer: Grid | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.givens, Grid):
            raise InputError(
                f"givens are a Grid, not {quoted(self.givens)}; Puzzle.parse takes a text"
            )
        if self.answer is not None and self.answer.geometry != self.givens.geometry:
            raise BadShape("the solution that came with the puzzle is of another size", self.source)

    @staticmethod
    def parse(text: str, box: str | None = None) -> Puzzle:
        """The one puzzle of a text in any text format; for texts that come from strangers.

        It never touches the file system, whatever the text says. ``box`` such as ``"3x2"`` is the
        shape of the boxes. Raises InputError when there is no puzzle in it, or several.
        """
        from cpsudoku.solving import parse  # the one import that points up: see test_architecture

        return parse(text, box)

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        """The givens as an array of shape (n, n), 0 for a blank; see ``Grid.__array__``."""
        return self.givens.__array__(dtype, copy)

    def __str__(self) -> str:
        """The drawn givens, with the label above them."""
        return f"# {one_line(self.label)}\n{self.givens}" if self.label else str(self.givens)

    def __repr__(self) -> str:
        """An expression for an equal puzzle; it leaves out the source and what is empty."""
        more = [
            f", {each.name}={value!r}"
            for each in fields(self)[1:]
            if each.compare and (value := getattr(self, each.name)) != each.default
        ]
        return f"Puzzle({self.givens!r}{''.join(more)})"

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.givens.geometry

    @property
    def rules(self) -> tuple[Constraint, ...]:
        """AllDifferent on every house, then the constraints."""
        return (*classic_rules(self.geometry), *self.constraints)

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Every digit that a house is given twice, with its cells; rows, columns, then boxes."""
        return tuple(
            Conflict(digit, house.name, cells)
            for house in self.geometry.houses
            for digit, cells in _repeated(self.givens, house.cells)
        )

    def broken_by(self, grid: Grid) -> str | None:
        """What is wrong with a grid as a solution, in words; None when it is one.

        Says itself what a solution is, by sets, and calls nothing that an engine calls but the
        ``allows`` of constraints.
        """
        if grid.geometry != self.geometry:
            return "it is a grid of another shape"
        if not grid.is_complete:
            return "it has an empty cell"
        for cell, given in enumerate(self.givens.cells):
            if given and given != grid[cell]:
                return f"it changes the given {self.geometry.cell_name(cell)}"
        for house in self.geometry.houses:
            if len(set(house.digits_of(grid.cells))) < self.geometry.size:
                return f"it repeats a digit in {house.name}"
        for constraint in self.constraints:
            if not constraint.allows([grid[cell] for cell in constraint.cells]):
                return f"it breaks the rule {constraint.name!r}"
        return None

    def is_solved_by(self, grid: Grid) -> bool:
        """Whether a grid is a solution of this puzzle."""
        return self.broken_by(grid) is None

    @property
    def answer_ok(self) -> bool | None:
        """Whether the solution that came with the puzzle solves it; None where none came."""
        return None if self.answer is None else self.is_solved_by(self.answer)


def _repeated(grid: Grid, cells: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    places: dict[int, list[int]] = {}
    for cell in cells:
        places.setdefault(grid[cell], []).append(cell)
    return [(d, tuple(at)) for d, at in sorted(places.items()) if d and len(at) > 1]
