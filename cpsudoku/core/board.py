"""The board: cells on a canvas, the digits, and the houses."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import chain

from cpsudoku.core.board_checks import check_cells, check_corners, check_houses, check_size
from cpsudoku.core.cell_places import WithPlaces
from cpsudoku.core.copying import Kept
from cpsudoku.core.grids import GRIDS
from cpsudoku.core.houses import KINDS, House, WithHouses
from cpsudoku.core.layers import MOST_LAYERS, Layer
from cpsudoku.core.regions import numbered_regions
from cpsudoku.core.sizes import BOXES, LARGEST, sizes_allowed
from cpsudoku.core.variables import Position
from cpsudoku.runtime.errors import BadShape, quoted

MOST_KEPT = 256  # boards of a kind with its tables; a file may have a new one on every line


@dataclass(frozen=True, repr=False)
class Board(WithHouses, WithPlaces):
    """The cells of a puzzle, the number of digits, and the houses.

    ``positions`` lists the place of each cell on the canvas, in reading order. The number of a
    cell is its index in this list. ``size`` is the number of digits. Each of the ``houses`` has
    ``size`` cells, so it holds every digit. Rows come first, then columns, then boxes. ``groups``
    are houses with fewer cells; their digits differ too. ``lowest`` is the value of the first
    digit: 1 or 0. ``layers`` are variables besides the digits. They are numbered after the cells.
    ``loose`` are rows, columns and boxes whose digits may be equal.

    This class represents boards of every kind. The static methods make the common ones.
    Raises BadShape if the houses do not fit the cells and digits.
    """

    positions: tuple[Position, ...]
    size: int
    houses: tuple[House, ...]
    groups: tuple[House, ...] = ()
    lowest: int = 1
    made_by: str = field(default="", compare=False)
    layers: tuple[Layer, ...] = ()
    loose: tuple[House, ...] = ()

    def __post_init__(self) -> None:
        check_cells(self.positions, self.size, self.lowest)
        check_houses(self.houses, self.groups, self.loose, len(self.positions), self.size)

    # The common boards

    @staticmethod
    @cache
    def boxes(rows: int, columns: int) -> Board:
        """The board whose boxes have this many rows and columns. ``boxes(2, 3)`` is a 6x6 board."""
        size = rows * columns
        if not 1 <= size <= LARGEST or min(rows, columns) < 1:
            raise BadShape(
                "boxes of {rows}x{columns} make a {size}x{size} grid; {sizes_allowed}",
                rows=rows,
                columns=columns,
                size=size,
                sizes_allowed=sizes_allowed(),
            )
        names = [[r // rows * rows + c // columns for c in range(size)] for r in range(size)]
        if 1 in (rows, columns):
            return _square(size, None, f"Board.without_boxes({size})")
        return _square(size, names, f"Board.boxes({rows}, {columns})")

    @staticmethod
    def of_size(size: int) -> Board:
        """The usual board of a size: 9 has 3x3 boxes, 6 has 2x3 (2 rows, 3 columns), 7 has none."""
        check_size(size)
        return Board.boxes(*BOXES[size]) if size in BOXES else Board.without_boxes(size)

    @staticmethod
    @cache
    def without_boxes(size: int) -> Board:
        """The board with rows and columns only, for Latin squares."""
        check_size(size)
        return _square(size, None, f"Board.without_boxes({size})")

    @staticmethod
    def jigsaw(regions: str | Iterable[Iterable[object]]) -> Board:
        """The board whose regions are given by one symbol per cell.

        regions: rows of symbols, or one text in which ``/``, blanks or line ends separate the rows.
        A text without separators is cut into equal rows. Cells with the same symbol form a region,
        and each region needs as many cells as a row. If the regions are boxes, this returns the
        board with boxes. Raises BadShape.
        """
        return _of_text(regions) if isinstance(regions, str) else _jigsaw(numbered_regions(regions))

    @staticmethod
    def of_grids(corners: str | Iterable[Position], box: Position = (3, 3)) -> Board:
        """The board of several overlapping grids.

        corners: the (row, column) of the upper left cell of each grid, counted from 0, or the name
        of a well-known arrangement, which is a key of ``GRIDS``. box: the rows and columns of a
        box. Raises BadShape.
        """
        if isinstance(corners, str):
            if corners not in GRIDS:
                raise BadShape(
                    "{found} is not one of {allowed}",
                    found=quoted(corners),
                    allowed=", ".join(GRIDS),
                )
            return _of_grids(GRIDS[corners], box)
        return _of_grids(tuple((int(r), int(c)) for r, c in corners), box)

    @staticmethod
    @cache
    def rectangle(
        rows: int, columns: int, size: int = 0, box: Position | None = None, lowest: int = 1
    ) -> Board:
        """A rectangle whose rows, columns and boxes hold different digits.

        size: the number of digits. By default it is the number of cells of the longer side.
        box: the rows and columns of a box. They must divide those of the board. By default there
        are no boxes.
        """
        size = size or max(rows, columns)
        if max(rows, columns) > size:
            raise BadShape(
                "{rows}x{columns} cells need at least {most} digits",
                rows=rows,
                columns=columns,
                most=max(rows, columns),
            )
        positions, lines = _lines(rows, columns)
        every = list(lines)
        if box is not None:
            down, across = box
            if min(box) < 1 or rows % down or columns % across or down * across > size:
                raise BadShape(
                    "boxes of {down}x{across} do not divide {rows}x{columns} cells",
                    down=down,
                    across=across,
                    rows=rows,
                    columns=columns,
                )
            corners = [(r, c) for r in range(0, rows, down) for c in range(0, columns, across)]
            for number, (r, c) in enumerate(corners, 1):
                corner = r * columns + c
                inside = (corner + i * columns + j for i in range(down) for j in range(across))
                every.append(House(f"box {number}", tuple(inside), "box"))
        houses = tuple(house for house in every if len(house.cells) == size)
        groups = tuple(house for house in every if 1 < len(house.cells) < size)
        made_by = f"Board.rectangle({rows}, {columns}, {size}, {box}, {lowest})"
        return Board(positions, size, houses, groups, lowest, made_by)

    @staticmethod
    def parse_box(text: str) -> Board:
        """The board with boxes of a shape such as ``3x2`` (rows x columns)."""
        shape = r"\s*(\d{1,2})\s*[xX*×]\s*(\d{1,2})\s*"
        match = re.fullmatch(shape, text) if isinstance(text, str) else None
        if match is None:
            found = quoted(text)
            raise BadShape(
                "box {found} is not of the form ROWSxCOLUMNS, such as 3x3 or 2x3, or none",
                found=found,
            )
        return Board.boxes(int(match[1]), int(match[2]))

    def with_houses(self, houses: Iterable[House]) -> Board:
        """The board with these houses added. Houses with fewer cells are added as groups."""
        more = tuple(self._without_variables(house) for house in houses)
        if not more:
            return self
        known = {frozenset(house.cells) for house in (*self.houses, *self.groups)}
        new = [house for house in more if frozenset(house.cells) not in known]
        full = tuple(house for house in new if len(house.cells) == self.size)
        partial = tuple(house for house in new if len(house.cells) < self.size)
        houses, groups = self.houses + full, self.groups + partial
        return replace(self, houses=houses, groups=groups, made_by="")

    def _without_variables(self, house: House) -> House:
        """A house with its cells only, which differ too."""
        if not self.layers or max(house.cells, default=0) < len(self.positions):
            return house
        cells = tuple(cell for cell in house.cells if cell < len(self.positions))
        return House(house.name, cells, house.kind)

    def with_layers(self, *layers: Layer) -> Board:
        """The board with these layers added. Those that it has are not added again.

        Raises BadShape if it has another layer with the same name.
        """
        return _with_layers(self, layers) if layers else self

    @cached_property
    def without_layers(self) -> Board:
        """The same board with digits only."""
        if not self.layers:
            return self
        return replace(self, layers=())

    def with_lowest(self, lowest: int) -> Board:
        """The same board with another lowest digit, 1 or 0."""
        if lowest == self.lowest:
            return self
        made_by = f"{self.made_by}.with_lowest({lowest})" if self.made_by else ""
        return replace(self, lowest=lowest, made_by=made_by)

    # Its shape

    @cached_property
    def is_square(self) -> bool:
        """Whether the board is one square grid in which every row and column is a house."""
        n = self.size
        return (
            self.height == self.width == n
            and len(self.positions) == n * n
            and len(self.rows) == len(self.columns) == n
            and not self.groups
            and self.lowest == 1
        )

    @cached_property
    def is_usual(self) -> bool:
        """Whether its size alone describes the board."""
        return self.is_square and self.without_layers == Board.of_size(self.size)

    @cached_property
    def is_classic_9x9(self) -> bool:
        """Whether it is the board of classic Sudoku: 9x9 cells, boxes of 3x3."""
        return self == Board.boxes(3, 3)

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """The (rows, columns) of the boxes, or None if they are not equal rectangles."""
        for rows in range(2, self.size // 2 + 1) if self.is_square and self.regions else ():
            if self.size % rows == 0:
                columns = self.size // rows
                if Board.boxes(rows, columns) == self.without_layers:
                    return rows, columns
        return None

    @cached_property
    def tables(self) -> Kept:
        """What other parts of the program have computed for this board, by name."""
        return {}

    def __reduce__(self) -> tuple[object, ...]:
        """Unpickle equal boards as one object, so that each process computes its tables once."""
        if self.layers:
            return _with_layers, (self.without_layers, self.layers)
        if self.made_by:
            return _made, (self.made_by,)
        fields = self.positions, self.size, self.houses, self.groups, self.lowest
        return _same, (*fields, self.loose)

    def __repr__(self) -> str:
        if self.layers:
            return f"{self.without_layers!r}.with_layers({', '.join(map(repr, self.layers))})"
        if self.made_by:
            return self.made_by
        parts = f"{self.positions!r}, {self.size}, {self.houses!r}, {self.groups!r}, {self.lowest}"
        return f"Board({parts}, loose={self.loose!r})" if self.loose else f"Board({parts})"

    def __len__(self) -> int:
        return len(self.positions)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        fields = self.positions, self.size, self.houses, self.groups, self.lowest
        more = self.layers, self.loose
        return hash((*fields, *more) if any(more) else fields)


@lru_cache(maxsize=MOST_KEPT)
def _with_layers(board: Board, layers: tuple[Layer, ...]) -> Board:
    """A board with more layers; raises BadShape."""
    known = {layer.name: layer for layer in board.layers}
    for layer in layers:
        same = known.setdefault(layer.name, layer)
        if same != layer and same != replace(layer, is_counted=same.is_counted):
            raise BadShape("there are two different layers {layer}", layer=quoted(layer.name))
    if len(known) > MOST_LAYERS:
        raise BadShape(
            "{count} layers; a puzzle has at most {most}", count=len(known), most=MOST_LAYERS
        )
    if len(known) == len(board.layers):
        return board
    return replace(board, layers=tuple(known.values()))


@lru_cache(maxsize=64)
def _made(made_by: str) -> Board:
    """The board that a call such as ``Board.boxes(3, 3)`` or ``....with_lowest(0)`` makes."""
    call, *lowest = made_by.removesuffix(")").split(").with_lowest(")
    name, _, arguments = call.removeprefix("Board.").partition("(")
    board: Board = getattr(Board, name)(*literal_eval(f"({arguments},)"))
    for each in lowest:
        board = board.with_lowest(int(each))
    return board


@lru_cache(maxsize=64)
def _same(
    positions: tuple[Position, ...],
    size: int,
    houses: tuple[House, ...],
    groups: tuple[House, ...],
    lowest: int,
    loose: tuple[House, ...] = (),
) -> Board:
    return Board(positions, size, houses, groups, lowest, loose=loose)


@cache
def _lines(height: int, width: int) -> tuple[tuple[Position, ...], tuple[House, ...]]:
    """The places of a rectangle of cells, and its rows and columns."""
    cells = range(height * width)
    rows = [House(f"row {r + 1}", tuple(cells[r * width :][:width]), "row") for r in range(height)]
    columns = [House(f"column {c + 1}", tuple(cells[c::width]), "column") for c in range(width)]
    return tuple(divmod(cell, width) for cell in cells), (*rows, *columns)


def _square(size: int, regions: Sequence[Sequence[int]] | None, made_by: str) -> Board:
    """A square board with rows and columns, and with regions given as one number per cell."""
    positions, houses = _lines(size, size)
    if regions is not None:
        name = "box" if made_by.startswith("Board.boxes") else "region"
        members: list[list[int]] = [[] for _ in range(size)]
        for cell, region in enumerate(chain.from_iterable(regions)):
            members[region].append(cell)
        houses += tuple(House(f"{name} {b + 1}", tuple(m), "box") for b, m in enumerate(members))
    return Board(positions, size, houses, (), 1, made_by)


@lru_cache(maxsize=MOST_KEPT)
def _of_text(regions: str) -> Board:
    return _jigsaw(numbered_regions(regions))


@lru_cache(maxsize=MOST_KEPT)
def _jigsaw(rows: tuple[tuple[int, ...], ...]) -> Board:
    size = len(rows)
    check_size(size)
    drawn = "/".join("".join(_REGIONS[number] for number in row) for row in rows)
    board = _square(size, rows, f"Board.jigsaw({drawn!r})")
    for down in range(2, size // 2 + 1):
        if size % down == 0:
            plain = Board.boxes(down, size // down)
            if [house.cells for house in plain.houses] == [house.cells for house in board.houses]:
                return plain
    return board


_REGIONS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


@lru_cache(maxsize=MOST_KEPT)
def _of_grids(corners: tuple[Position, ...], box: Position) -> Board:
    size = box[0] * box[1]
    check_corners(corners)
    plain = Board.boxes(*box)
    if len(corners) == 1 and corners[0] == (0, 0):
        return plain
    places = {
        (top + r, left + c) for top, left in corners for r in range(size) for c in range(size)
    }
    positions = tuple(sorted(places))
    number = {place: cell for cell, place in enumerate(positions)}
    houses: dict[str, list[House]] = {kind: [] for kind in KINDS}
    for grid, (top, left) in enumerate(corners, 1):
        for house in plain.houses:
            cells = tuple(number[top + r, left + c] for r, c in map(plain.row_column, house.cells))
            if all(set(cells) != set(known.cells) for known in houses[house.kind]):
                named = f"{house.name} of grid {grid}"
                houses[house.kind].append(House(named, cells, house.kind))
    made_by = f"Board.of_grids({corners!r}, {box!r})"
    every = tuple(house for kind in KINDS for house in houses[kind])
    return Board(positions, size, every, (), 1, made_by)
