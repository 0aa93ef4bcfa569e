"""An immutable grid of digits, its one-line notation, and its drawing in characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.sizes import SIZE_OF_CELLS, sizes_allowed
from cpsudoku.core.views import Drawn
from cpsudoku.runtime.errors import BadShape, BadSymbol, quoted
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"  # the symbol of each digit at its index; 0 is a blank
HOLE = 255  # in arrays, a place of the canvas without a cell


def symbols_allowed(size: int, lowest: int = 1) -> str:
    """The symbols of a size, as people write them: ``1-9``, or ``1-9 A-G`` for 16."""
    last = size + lowest - 1
    if last <= 9:
        return f"{lowest}-{last}"
    return f"{lowest}-9 A" if last == 10 else f"{lowest}-9 A-{SYMBOLS[last]}"


@dataclass(frozen=True)
class Grid(Drawn, view="grid"):
    """A grid with one byte per cell, row by row: 1 to the size, or 0 for an empty cell. Hashable.

    ``variables`` has one byte for each variable of the layers of the board, or it is empty.

    Raises BadShape if the number of cells differs from that of the board. Raises BadSymbol if a
    byte is larger than the size.
    """

    cells: bytes
    board: Board
    variables: bytes = b""

    def __post_init__(self) -> None:
        if not isinstance(self.cells, bytes):
            raise BadShape(
                "cells are bytes, not {cells}; Grid.from_rows takes lists", cells=quoted(self.cells)
            )
        board = self.board
        if len(self.cells) != len(board):
            raise BadShape(
                "{count} cells, {shape} needs {needed}",
                count=len(self.cells),
                shape=_shape(board),
                needed=len(board),
            )
        if max(self.cells) > board.size:
            raise BadSymbol(
                "{most} is not a digit 1-{size} or a blank (0)",
                most=max(self.cells),
                size=board.size,
            )
        if self.variables and len(self.variables) != len(board.variables):
            needed = len(board.variables)
            raise BadShape(
                "{count} variables, {shape} needs {needed}",
                count=len(self.variables),
                shape=_shape(board),
                needed=needed,
            )

    @staticmethod
    def of_all(every: Sequence[int], board: Board) -> Grid:
        """The grid of all cells and variables of a board, in the order of their numbers."""
        return Grid(bytes(every[: len(board)]), board, bytes(every[len(board) :]))

    @staticmethod
    def from_line(line: str, board: Board | None = None) -> Grid:
        """The grid of a one-line notation as ``line`` writes it: ``.`` is a blank, A is 10.

        To read other notations, use ``cpsudoku.read``.
        """
        if not isinstance(line, str):
            raise BadSymbol("{found} is not a text", found=quoted(line))
        if board is None:
            if len(line) not in SIZE_OF_CELLS:
                raise BadShape(
                    "{count} cells do not make a square grid; {sizes_allowed}",
                    count=len(line),
                    sizes_allowed=sizes_allowed(),
                )
            board = Board.of_size(SIZE_OF_CELLS[len(line)])
        digits = {symbol: digit for digit, symbol in enumerate(board.symbols)}
        strange = set(line) - digits.keys()
        if strange:
            allowed = symbols_allowed(board.size, board.lowest)
            raise BadSymbol(
                "{least} is not a digit {allowed} or a blank (.)",
                least=repr(min(strange)),
                allowed=allowed,
            )
        return Grid(bytes(digits[symbol] for symbol in line), board)

    @staticmethod
    def from_rows(rows: Iterable[Iterable[int]], board: Board | None = None) -> Grid:
        """The grid of a table of whole numbers. 0 is a blank."""
        try:
            table = [list(row) for row in rows]
        except TypeError:
            raise BadShape("{rows} is not rows of numbers", rows=quoted(rows)) from None
        board = board or Board.of_size(len(table))
        if len(table) != board.height:
            raise BadShape(
                "{count} rows; {shape} needs {height}",
                count=len(table),
                shape=_shape(board),
                height=board.height,
            )
        for r, row in enumerate(table):
            if len(row) != board.width:
                raise BadShape(
                    "row {r} has {count} cells, needs {width}",
                    r=r + 1,
                    count=len(row),
                    width=board.width,
                )
            for c, digit in enumerate(row):
                if (r, c) in board.cell_at and not 0 <= _whole(digit) <= board.size:
                    name, found = f"r{r + 1}c{c + 1}", quoted(digit)
                    raise BadSymbol(
                        "{name}: {found} is not a digit 1-{size} or a blank (0)",
                        name=name,
                        found=found,
                        size=board.size,
                    )
        return Grid(bytes(table[r][c] for r, c in board.positions), board)

    @property
    def line(self) -> str:
        """The one-line notation: one symbol per cell, ``.`` for a blank."""
        return self.cells.translate(_alphabet(self.board)).decode()

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits of each row, the top row first; 0 is a blank.

        A place without a cell, as between overlapping grids, is ``HOLE``.

        >>> Grid.from_line("1....4....3....2").rows()
        ((1, 0, 0, 0), (0, 4, 0, 0), (0, 0, 3, 0), (0, 0, 0, 2))
        """
        at, width = self.board.cell_at, self.board.width
        if len(self.cells) == self.board.height * width:
            return tuple(
                tuple(self.cells[start : start + width])
                for start in range(0, len(self.cells), width)
            )
        return tuple(
            tuple(self.cells[at[r, c]] if (r, c) in at else HOLE for c in range(width))
            for r in range(self.board.height)
        )

    @property
    def count(self) -> int:
        """The number of cells that are filled."""
        return len(self.cells) - self.cells.count(0)

    @property
    def is_complete(self) -> bool:
        """Whether no cell is empty."""
        return 0 not in self.cells

    @property
    def every(self) -> bytes:
        """The bytes of all cells and variables. An unknown variable is 0."""
        if not self.board.layers:
            return self.cells
        return self.cells + (self.variables or bytes(len(self.board.variables)))

    @property
    def counted(self) -> bytes:
        """What distinguishes a solution from others: the cells, and the layers that count."""
        if not any(layer.is_counted for layer in self.board.layers):
            return self.cells
        every = self.every
        return bytes(every[cell] for cell in self.board.counted)

    @property
    def layers(self) -> dict[str, str]:
        """The values of each layer of a solution, with one sign for each variable.

        They are the signs of the layer or digits. A variable that no rule restricts is ``?``.
        """
        board, every = self.board, self.every
        return {
            layer.name: "".join(
                "?" if not every[n] else (layer.signs or board.symbols[1:])[every[n] - 1]
                for n in board.numbers_of[layer.name]
            )
            for layer in board.layers
            if self.variables
        }

    def on_layers(self, board: Board) -> Grid:
        """The same grid on the same board with more layers, whose variables are unknown."""
        if board == self.board:
            return self
        return Grid(
            self.cells, board, self.variables and self.every.ljust(board.total, b"\0")[len(board) :]
        )

    def differing_variables(self, other: Grid) -> tuple[int, ...]:
        """The variables in which this grid and another one differ."""
        pairs = enumerate(zip(self.variables, other.variables, strict=True), len(self.cells))
        return tuple(number for number, (here, there) in pairs if here != there)

    def without_variables(self) -> Grid:
        """The same digits on the board without layers."""
        return Grid(self.cells, self.board.without_layers)

    def differing(self, other: Grid) -> tuple[int, ...]:
        """The cells in which this grid and another one differ."""
        pairs = enumerate(zip(self.cells, other.cells, strict=True))
        return tuple(cell for cell, (here, there) in pairs if here != there)

    def __getitem__(self, cell: int) -> int:
        return self.cells[cell]

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        """The rows as an array of shape (rows, columns): uint8, and read-only unless it is a copy.

        A place of the canvas without a cell is ``HOLE``.

        >>> import numpy
        >>> numpy.asarray(Grid.from_line("1....4....3....2")).diagonal().tolist()
        [1, 4, 3, 2]
        """
        import numpy as np

        shape = self.board.height, self.board.width
        cells = np.frombuffer(self.cells, np.uint8)
        if len(cells) != shape[0] * shape[1]:
            canvas = np.full(shape, HOLE, np.uint8)
            canvas[tuple(np.transpose(self.board.positions))] = cells
            canvas.flags.writeable = False
            return np.array(canvas, dtype, copy=copy)
        return np.array(cells.reshape(shape), dtype, copy=copy)

    def __str__(self) -> str:
        return draw(self)

    def __repr__(self) -> str:
        if self.variables:
            return f"Grid({self.cells!r}, {self.board!r}, {self.variables!r})"
        if self.board.is_usual and not self.board.layers and len(self.cells) in SIZE_OF_CELLS:
            return f"Grid.from_line({self.line!r})"
        return f"Grid.from_line({self.line!r}, {self.board!r})"


def draw(grid: Grid, corner: str = "+", line: str = "-", bar: str = "|", gap: str = " ") -> str:
    """A grid in characters, with lines around its boxes or regions and around holes."""
    height, width = grid.board.height, grid.board.width
    box_of, at = grid.board.box_of, grid.board.cell_at
    rows = [
        [box_of[at[r, c]] if (r, c) in at else None for c in range(width)] for r in range(height)
    ]

    def area(r: int, c: int) -> int | None:
        return rows[r][c] if 0 <= r < height and 0 <= c < width else None

    bars = [any(area(r, c - 1) != area(r, c) for r in range(height)) for c in range(width + 1)]
    lines = []
    for r in range(height + 1):
        rule = [area(r - 1, c) != area(r, c) for c in range(width)]
        if any(rule):
            lines.append("")
            for c in range(width + 1):
                sides = (area(r - 1, c - 1), area(r - 1, c), area(r, c - 1), area(r, c))
                if bars[c]:
                    ends = rule[c - 1 : c] if c else []
                    level = (
                        line if any(ends) and sides[0] == sides[1] != sides[2] == sides[3] else ""
                    )
                    post = bar if sides[0] == sides[2] != sides[1] == sides[3] else ""
                    flat = len(set(sides)) == 1
                    lines[-1] += " " if flat else level or post or corner
                    if level and c in (0, width):
                        lines[-1] = lines[-1][:-1] + corner
                if c < width:
                    far = c + 1 == width or bars[c + 1]
                    lines[-1] += (line if rule[c] else " ") * (1 + len(gap) * (1 + far))
        if r < height:
            lines.append("")
            for c in range(width + 1):
                if bars[c]:
                    lines[-1] += bar if area(r, c - 1) != area(r, c) else " "
                if c < width:
                    far = c + 1 == width or bars[c + 1]
                    cell = at.get((r, c))
                    symbol = " " if cell is None else grid.board.symbols[grid[cell]]
                    lines[-1] += gap + symbol + gap * far
    return "\n".join(each.rstrip() for each in lines)


def _shape(board: Board) -> str:
    """The shape of a board, in the words of a message."""
    is_full = len(board) == board.height * board.width
    return (
        worded("a {height}x{width} grid", height=board.height, width=board.width)
        if is_full
        else worded("the board")
    )


@lru_cache(maxsize=32)
def _alphabet(board: Board) -> bytes:
    """The table that turns digits into symbols."""
    return board.symbols.encode().ljust(256, b"?")


def _whole(digit: object) -> int:
    """A digit as a number, or -1 if it is not a whole number."""
    try:
        return -1 if isinstance(digit, bool) else index(digit)  # type: ignore[arg-type]
    except TypeError:
        return -1
