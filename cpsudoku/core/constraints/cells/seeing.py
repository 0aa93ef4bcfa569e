"""Cells that count what they see: digits of a kind in some cells, or along four directions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import CpModel, Variables
from cpsudoku.core.constraints.digit_names import digits
from cpsudoku.core.constraints.encodings.connected import edge_literals
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.lowered import Layers, path_layers
from cpsudoku.runtime.language import translated

DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))


@dataclass(frozen=True, repr=False)
class Count(AcceptedLine):
    """The digit of ``counter`` is how many of the cells ``counted`` hold one of the ``values``."""

    name: ClassVar[str] = "count"
    aliases: ClassVar[tuple[str, ...]] = ("counts", "number-of")
    summary: ClassVar[str] = (
        "The digit of the first cell is the number of the other cells that hold one of these "
        "digits."
    )
    example: ClassVar[str] = "count 1,3,5,7,9: r2c2 = r1c2 r2c1 r2c3 r3c2"

    values: tuple[int, ...] = digits()
    counter: tuple[int, ...] = fields.cells(most=1)
    counted: tuple[int, ...] = fields.cells()

    def __post_init__(self) -> None:
        fields.refuse_strange_values(self.values, self.board)

    @cached_property
    def cells(self) -> tuple[int, ...]:  # type: ignore[override]
        """The counted cells, then the one that counts."""
        return self.counted + self.counter

    def layers(self) -> Layers | None:
        """An automaton whose states are the counts so far."""
        return _counts(len(self.counted), frozenset(self.values), self.board.values)

    def post(self, model: CpModel, x: Variables) -> None:
        """A sum of literals."""
        cells: dict[int, Sequence[int]] = dict.fromkeys(self.counted, ())
        seen = edge_literals(model, x, cells, frozenset(self.values))
        model.add(sum(seen.values()) == x.value(self.counter[0]))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """Outlines of the cells that are counted and of the one that counts."""
        on_board = [
            tuple(cell for cell in cells if cell < len(self.board))
            for cells in (self.counted, self.counter)
        ]
        outlines = (
            shapes.Outline(cells, text, "purple")
            for cells, text in zip(on_board, ("", "#"), strict=True)
            if cells
        )
        return (*outlines, shapes.Note(self.describe()))

    def describe(self) -> str:
        """The cells and the digits."""
        names = " ".join(map(self.board.cell_name, self.counted))
        values = " or ".join(map(self.board.value_name, self.values))
        counter = self.board.cell_name(self.counter[0])
        return f"The digit of {counter} is the number of cells among {names} that hold {values}."

    @property
    def named(self) -> str:
        """``the count in r2c2``."""
        return translated("the count in {cell}", cell=self.board.cell_name(self.counter[0]))


@dataclass(frozen=True, repr=False)
class Sees(AcceptedLine):
    """The digit of ``counter`` is how many cells are seen from ``start``, which is by default it.

    The view in each of four directions ends before a cell that holds none of the ``values``, or,
    without ``values``, another value than ``start``. With ``itself``, ``start`` is counted too. It
    then holds one of the ``values``.
    """

    name: ClassVar[str] = "sees"
    aliases: ClassVar[tuple[str, ...]] = ("seen", "vision")
    summary: ClassVar[str] = (
        "The digit is the number of cells that the cell sees in its row and column. Its view ends "
        "before the first cell that holds none of these digits; without digits, before the first "
        "that differs from the cell. With the word itself, it counts itself. If two cells are "
        "named, the view begins at the second, which can be in a layer, such as shaded.r1c1."
    )
    example: ClassVar[str] = "sees 1,3,5,7,9: r4c5"

    counter: tuple[int, ...] = fields.cells(most=1)
    values: tuple[int, ...] | None = digits(default=None)
    which: str = fields.choice("itself", ("others", "itself"), default="others")
    start: tuple[int, ...] = fields.cells(least=0, most=1, default=())

    def __post_init__(self) -> None:
        fields.refuse_strange_values(self.values or (), self.board)

    @cached_property
    def _arms(self) -> tuple[tuple[int, ...], ...]:
        """The cells in each direction, nearest first."""
        found = []
        for down, across in DIRECTIONS:
            arm, cell = list[int](), self._eye
            while (beside := self.board.beside(cell, down, across)) is not None:
                arm.append(cell := beside)
            found.append(tuple(arm))
        return tuple(found)

    @property
    def _eye(self) -> int:
        return (self.start or self.counter)[0]

    @cached_property
    def cells(self) -> tuple[int, ...]:  # type: ignore[override]
        """The cell where the view begins, those in each direction, and the one that counts."""
        return (self._eye, *(cell for arm in self._arms for cell in arm), *self.counter)

    def layers(self) -> Layers | None:
        """An automaton whose states have the count so far."""
        values = None if self.values is None else frozenset(self.values)
        lengths = tuple(map(len, self._arms))
        return _views(lengths, values, self.which == "itself", self.board.values)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """An outline of the cell, and a sentence below the board."""
        on_board = self.counter[0] < len(self.board)
        eye = (shapes.Outline(self.counter, "sees", "indigo"),) if on_board else ()
        return (*eye, shapes.Note(self.describe()))

    def describe(self) -> str:
        """What is seen, and from where."""
        name = self.board.cell_name
        end = "differs from it"
        if self.values is not None:
            end = f"does not hold {' or '.join(map(self.board.value_name, self.values))}"
        counted = "It counts itself." if self.which == "itself" else "It does not count itself."
        return (
            f"The digit of {name(self.counter[0])} is the number of cells that {name(self._eye)} "
            f"sees in its row and column, before the first cell that {end}. {counted}"
        )

    @property
    def named(self) -> str:
        """``the view from r4c5``."""
        return translated("the view from {cell}", cell=self.board.cell_name(self._eye))


@lru_cache(maxsize=256)
def _counts(count: int, wanted: frozenset[int], values: tuple[int, ...]) -> Layers | None:
    def step(place: int, seen: int, value: int) -> int | None:
        if place < count:
            return min(seen + (value in wanted), values[-1] + 1)
        return 0 if seen == value else None

    return path_layers(count + 1, values, 0, step, lambda state: True)


@lru_cache(maxsize=256)
def _views(
    lengths: tuple[int, ...], wanted: frozenset[int] | None, with_eye: bool, values: tuple[int, ...]
) -> Layers | None:
    """States are the count, whether the view has ended, and the value of the eye if it matters."""
    begins = {sum(lengths[:number]) + 1 for number in range(len(lengths))}
    last = sum(lengths) + 1

    def step(place: int, state: tuple[int, bool, int], value: int) -> tuple[int, bool, int] | None:
        count, has_ended, eye = state
        if not place:
            if with_eye and wanted is not None and value not in wanted:
                return None
            return int(with_eye), False, value if wanted is None else 0
        if place == last:
            return (0, False, 0) if count == value else None
        fits = value == eye if wanted is None else value in wanted
        is_seen = fits and (place in begins or not has_ended)
        return min(count + is_seen, values[-1] + 1), not is_seen, eye

    return path_layers(last + 1, values, (0, False, 0), step, lambda state: True)
