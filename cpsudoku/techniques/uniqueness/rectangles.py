"""Four cells of two rows, two columns and two boxes that two digits could fill in two ways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, digits_of, once
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import Role, Step
from cpsudoku.techniques.step_words import cells_text, digits_text

Corners = tuple[int, int, int, int]


@dataclass(frozen=True)
class Rectangle:
    """A rectangle in which two digits could be exchanged if it held nothing else.

    ``bare`` are the cells with only these candidates, ``rich`` those with others too, and ``more``
    are those others. ``full``: every cell has both digits.
    """

    cells: Corners
    digits: int
    bare: tuple[int, ...]
    rich: tuple[int, ...]
    more: int
    full: bool

    @property
    def all_cells(self) -> int:
        """The four cells, as a set."""
        return sum(1 << cell for cell in self.cells)

    @property
    def is_diagonal(self) -> bool:
        """Whether the two rich cells share no line; the corners are in order of two pairs."""
        a, b, c, d = self.cells
        return set(self.rich) in ({a, d}, {b, c})


def corners(board: Board) -> tuple[tuple[Corners, ...], ...]:
    """For each cell its rectangles: the cell, its mate in the box, and the two cells across."""
    cells = range(board.size**2)
    return once(board.tables, "corners", lambda: tuple(tuple(_from_cell(board, c)) for c in cells))


def _from_cell(board: Board, cell: int) -> Iterator[Corners]:
    row, column, box = board.houses_of[cell][:3]
    n = board.size
    for mate in board.houses[box].cells:
        in_row, in_column = (mate in board.houses[house].cells for house in (row, column))
        if mate == cell or not (in_row or in_column):
            continue
        for line in range(n):
            across = line * n + cell % n if in_row else cell // n * n + line
            opposite = line * n + mate % n if in_row else mate // n * n + line
            if board.houses_of[across][2] != box:
                yield cell, mate, across, opposite


def rectangles(candidates: Candidates, missing: bool) -> list[Rectangle]:
    """Every rectangle with a cell of just two candidates, by that cell.

    missing: cells can lack one of the two digits if only logic has removed it there.
    """
    name = f"rectangles {missing}"
    return once(candidates.memo, name, lambda: list(_rectangles(candidates, missing)))


def _rectangles(candidates: Candidates, missing: bool) -> Iterator[Rectangle]:
    marks, table = candidates.marks, corners(candidates.board)
    allowed = candidates.allowed if missing else marks
    seen = set()
    for start in bits(candidates.bivalue):
        pair = marks[start]
        for cells in table[start]:
            _, mate, across, opposite = cells
            if (
                allowed[mate] & pair == pair
                and allowed[across] & pair == pair
                and allowed[opposite] & pair == pair
            ):
                key = (frozenset(cells), pair)
                if key not in seen:
                    seen.add(key)
                    yield _rectangle(marks, cells, pair)


def _rectangle(marks: tuple[int, ...], cells: Corners, pair: int) -> Rectangle:
    bare = tuple(sorted(cell for cell in cells if not marks[cell] & ~pair))
    rich = tuple(sorted(cell for cell in cells if marks[cell] & ~pair))
    more = 0
    for cell in rich:
        more |= marks[cell] & ~pair
    full = all(marks[cell] & pair == pair for cell in cells)
    return Rectangle(cells, pair, bare, rich, more, full)


def rectangle_roles(candidates: Candidates, rectangle: Rectangle) -> tuple[Role, ...]:
    """The two digits in the four cells, then the extra candidates."""
    cells = rectangle.all_cells
    more = candidates.among(cells, rectangle.more)
    pattern = Role("pattern", candidates.among(cells, rectangle.digits))
    return (pattern, Role("fin", more)) if more else (pattern,)


def deadly_text(step: Step, candidates: Candidates) -> str:
    """How all explanations begin: why the cells cannot hold only these digits."""
    cells = cells_text({cell for cell, _ in step.roles[0].candidates}, candidates.puzzle.board)
    digits = digits_text(step.digits, candidates.board)
    return translated(
        "If {cells} held only {digits}, these two digits could swap places, and the puzzle would "
        "have two solutions.",
        cells=cells,
        digits=digits,
    )


def pair_of(rectangle: Rectangle) -> tuple[int, ...]:
    """The two digits, ascending."""
    return digits_of(rectangle.digits)


def naked_set_text(others: str, digits: str, houses: str) -> str:
    """That one of the cells just named and others form a naked set."""
    return translated(
        "That cell and {others} form a naked set of {digits}, so no other cell of {houses} can "
        "hold these digits.",
        others=others,
        digits=digits,
        houses=houses,
    )


def one_of_these(cells: str, digits: str) -> str:
    """That some cells alone have further candidates, so that one of them is true."""
    return translated(
        "Only {cells} can hold other digits, so one of these cells is {digits}.",
        cells=cells,
        digits=digits,
    )
