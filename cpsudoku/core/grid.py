"""An immutable filling of a board, its one-line notation, and its drawing in characters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING

from cpsudoku.core.errors import BadShape, BadSymbol, quoted
from cpsudoku.core.geometry import SIZE_OF_CELLS, Geometry, sizes_allowed
from cpsudoku.core.views import Drawn

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"  # the symbol of a digit is at its index; 0 is a blank
_ENCODE = bytes.maketrans(bytes(range(len(SYMBOLS))), SYMBOLS.encode())
_DECODE = bytes.maketrans(SYMBOLS.encode(), bytes(range(len(SYMBOLS))))


def symbols_allowed(size: int) -> str:
    """The digits of a size as people write them: ``1-9``, or ``1-9 A-G`` for 16."""
    if size <= 9:
        return f"1-{size}"
    return "1-9 A" if size == 10 else f"1-9 A-{SYMBOLS[size]}"


@dataclass(frozen=True)
class Grid(Drawn, view="grid"):
    """One byte a cell, row by row: 1 .. size, or 0 where it is empty. Hashable.

    Raises BadShape when the number of cells is not that of the geometry, and BadSymbol when a
    byte is above its size.
    """

    cells: bytes
    geometry: Geometry

    def __post_init__(self) -> None:
        if not isinstance(self.cells, bytes):
            raise BadShape(f"cells are bytes, not {quoted(self.cells)}; Grid.from_rows takes lists")
        size = self.geometry.size
        if len(self.cells) != size * size:
            raise BadShape(f"{len(self.cells)} cells, a {size}x{size} grid needs {size * size}")
        if max(self.cells) > size:
            raise BadSymbol(f"{max(self.cells)} is not a digit 1-{size} or a blank (0)")

    @staticmethod
    def from_line(line: str, geometry: Geometry | None = None) -> Grid:
        """The grid of a one-line notation as ``line`` writes it: ``.`` is a blank, A is 10.

        What people write in other ways is read by ``cpsudoku.read``.
        """
        if not isinstance(line, str):
            raise BadSymbol(f"{quoted(line)} is not a text")
        if geometry is None:
            if len(line) not in SIZE_OF_CELLS:
                raise BadShape(f"{len(line)} cells do not make a square grid; {sizes_allowed()}")
            geometry = Geometry.of_size(SIZE_OF_CELLS[len(line)])
        strange = set(line) - set(SYMBOLS[: geometry.size + 1])
        if strange:
            allowed = symbols_allowed(geometry.size)
            raise BadSymbol(f"{min(strange)!r} is not a digit {allowed} or a blank (.)")
        return Grid(line.encode().translate(_DECODE), geometry)

    @staticmethod
    def from_rows(rows: Iterable[Iterable[int]], geometry: Geometry | None = None) -> Grid:
        """The grid of a table of whole numbers, 0 for a blank."""
        try:
            table = [list(row) for row in rows]
        except TypeError:
            raise BadShape(f"{quoted(rows)} is not rows of numbers") from None
        geometry = geometry or Geometry.of_size(len(table))
        for r, row in enumerate(table):
            if len(row) != geometry.size:
                raise BadShape(f"row {r + 1} has {len(row)} cells, needs {geometry.size}")
            for c, digit in enumerate(row):
                if not 0 <= _whole(digit) <= geometry.size:
                    name, found = f"r{r + 1}c{c + 1}", quoted(digit)
                    raise BadSymbol(
                        f"{name}: {found} is not a digit 1-{geometry.size} or a blank (0)"
                    )
        return Grid(bytes(digit for row in table for digit in row), geometry)

    @property
    def line(self) -> str:
        """The one-line notation: a symbol a cell, ``.`` for a blank."""
        return self.cells.translate(_ENCODE).decode()

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits of each row, the top row first; 0 is a blank.

        >>> Grid.from_line("1....4....3....2").rows()
        ((1, 0, 0, 0), (0, 4, 0, 0), (0, 0, 3, 0), (0, 0, 0, 2))
        """
        n = self.geometry.size
        return tuple(tuple(self.cells[start : start + n]) for start in range(0, n * n, n))

    @property
    def count(self) -> int:
        """The number of cells that are filled."""
        return len(self.cells) - self.cells.count(0)

    @property
    def is_complete(self) -> bool:
        """Whether no cell is empty."""
        return 0 not in self.cells

    def differing(self, other: Grid) -> tuple[int, ...]:
        """The cells in which two grids differ."""
        pairs = enumerate(zip(self.cells, other.cells, strict=True))
        return tuple(cell for cell, (here, there) in pairs if here != there)

    def __getitem__(self, cell: int) -> int:
        return self.cells[cell]

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        """The rows as an array of shape (n, n): uint8, and read-only unless it is a copy.

        >>> import numpy
        >>> numpy.asarray(Grid.from_line("1....4....3....2")).diagonal().tolist()
        [1, 4, 3, 2]
        """
        import numpy as np

        n = self.geometry.size
        return np.array(np.frombuffer(self.cells, np.uint8).reshape(n, n), dtype, copy=copy)

    def __str__(self) -> str:
        return draw(self)

    def __repr__(self) -> str:
        if self.geometry == Geometry.of_size(self.geometry.size):
            return f"Grid.from_line({self.line!r})"
        return f"Grid.from_line({self.line!r}, {self.geometry!r})"


def draw(grid: Grid, corner: str = "+", line: str = "-", bar: str = "|", gap: str = " ") -> str:
    """A grid with lines around its boxes, or around the whole where boxes are not rectangles."""
    size = grid.geometry.size
    rows, columns = grid.geometry.box_shape or (size, size)
    boxes = range(0, size, columns)
    ruled = len(gap) * (columns + 1) + columns
    rule = corner + corner.join(line * ruled for _ in boxes) + corner
    lines = [rule]
    for number, row in enumerate(grid.rows(), 1):
        symbols = [SYMBOLS[digit] for digit in row]
        parts = (gap + gap.join(symbols[at : at + columns]) + gap for at in boxes)
        lines.append(bar + bar.join(parts) + bar)
        if number % rows == 0:
            lines.append(rule)
    return "\n".join(lines)


def _whole(digit: object) -> int:
    """A digit as a number; -1 for anything but a whole number."""
    try:
        return -1 if isinstance(digit, bool) else index(digit)  # type: ignore[arg-type]
    except TypeError:
        return -1
