"""The lines that describe a board: ``regions: AAAB/...``, ``boxes: 2x3``, ``grids: samurai``.

The same words describe a board in text and in JSON. ``words_of`` finds them for a board, and
``BoardWords.board`` makes the board again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from cpsudoku.core.board import Board
from cpsudoku.core.board_reading import READERS, is_repeated
from cpsudoku.core.grids import GRIDS
from cpsudoku.core.holes import of_runs, rows_with_holes, with_holes
from cpsudoku.core.layers import EXTRA, STANDARD, Layer
from cpsudoku.core.repeating import with_repeats
from cpsudoku.core.variables import Position
from cpsudoku.runtime.errors import BadShape, InputError, quoted
from cpsudoku.runtime.words import both


@dataclass(frozen=True)
class BoardWords:
    """A description of a board. Fields that are not described are None or empty.

    ``sides`` are the numbers of rows and columns. ``digits`` are the lowest and the highest value;
    ``is_repeated`` says that rows, columns and boxes may hold a digit several times.
    ``boxes`` are the rows and columns of a box, or ``()`` if there are no boxes. ``regions`` are
    rows of letters with ``/`` between them. ``grids`` are the corners of overlapping grids,
    counted from 0. ``holes`` and ``runs`` are rows of cells and holes with ``/`` between them: of a
    board whose rows and columns differ, and of one whose runs differ. ``extra`` are variables
    beside the grid, and ``layers`` are those of cells.
    """

    sides: Position | None = None
    digits: tuple[int, int] | None = None
    boxes: Position | tuple[()] | None = None
    regions: str = ""
    grids: tuple[Position, ...] = ()
    holes: str = ""
    runs: str = ""
    extra: tuple[Layer, ...] = ()
    layers: tuple[Layer, ...] = ()
    is_repeated: bool = False

    def __bool__(self) -> bool:
        return self != BoardWords()

    def said(self, name: str, text: str) -> BoardWords:
        """The description with one more line, ``name: text``. Raises InputError."""
        field, read = READERS[name]
        before, value = getattr(self, field), read(text.strip())
        if field in ("extra", "layers"):
            value = (*before, *value)
        elif before not in (None, "", ()):
            raise InputError("{name} is said twice of one board", name=quoted(name))
        found = replace(self, **{field: value})
        if name == "digits" and is_repeated(text):
            found = replace(found, is_repeated=True)
        if name == "regions" and not found.is_repeated:
            Board.jigsaw(value)
        return found

    def lines(self) -> list[str]:
        """The lines of this description."""
        said = []
        if self.sides is not None:
            said.append(f"board: {_by(self.sides)}")
        if self.grids:
            name = next((name for name in GRIDS if GRIDS[name] == self.grids), None)
            corners = " ".join(f"r{r + 1}c{c + 1}" for r, c in self.grids)
            said.append(f"grids: {name or corners}")
        if self.boxes is not None:
            said.append(f"boxes: {_by(self.boxes) if self.boxes else 'none'}")
        if self.regions:
            said.append(f"regions: {self.regions}")
        if self.holes:
            said.append(f"holes: {self.holes}")
        if self.runs:
            said.append(f"runs: {self.runs}")
        if self.digits is not None:
            repeated = " repeated" if self.is_repeated else ""
            said.append(f"digits: {self.digits[0]}-{self.digits[1]}{repeated}")
        if self.extra:
            words = (_layer_words(each, _count_of(each)) for each in self.extra)
            said.append(f"extra: {' '.join(words)}")
        if self.layers:
            words = (_layer_words(each, str(each.values)) for each in self.layers)
            said.append(f"layer: {' '.join(words)}")
        return said

    def board(self, size: int | None = None) -> Board:
        """The board. ``size`` is the size of the grid if this description does not include one.

        Raises BadShape if the description is contradictory or incomplete.
        """
        lowest, count = self._digits()
        if self.is_repeated:
            return self._repeated(size).with_layers(*self.extra, *self.layers)
        board = self._board(count, size)
        if count is not None and board.size != count:
            raise BadShape(
                "{count} digits do not fit a board that needs {size}", count=count, size=board.size
            )
        return board.with_lowest(lowest).with_layers(*self.extra, *self.layers)

    @property
    def size(self) -> int | None:
        """The number of digits, or None if the description does not determine it."""
        places = self.regions or self.grids or self.sides or self.holes or self.runs
        known = places or (not self.is_repeated and (self.digits or self.boxes))
        return self.board().size if known else None

    def _digits(self) -> tuple[int, int | None]:
        if self.digits is None:
            return 1, None
        lowest, highest = self.digits
        return lowest, highest - lowest + 1

    def _repeated(self, size: int | None) -> Board:
        """The board whose digits may be repeated."""
        assert self.digits is not None
        if self.grids or self.holes or self.runs or (self.regions and self.boxes is not None):
            raise BadShape("a board with repeated digits has regions or boxes, and nothing else")
        rows = self.regions.split("/")
        side = size or max(len(rows), self.digits[1])
        sides = (len(rows), len(rows[0])) if self.regions else self.sides or (side, side)
        return with_repeats(sides, self.digits, self.regions, self.boxes or None)

    def _board(self, count: int | None, size: int | None) -> Board:
        kinds: dict[str, object] = {"regions": self.regions, "grids": self.grids}
        kinds |= {"board": self.sides, "holes": self.holes, "runs": self.runs}
        said = [name for name, value in kinds.items() if value]
        without_boxes = self.regions or self.holes or self.runs
        if len(said) > 1 or (without_boxes and self.boxes is not None):
            raise BadShape("{names} contradict each other", names=both([*said, "boxes"][:2]))
        if self.regions:
            return Board.jigsaw(self.regions)
        if self.grids:
            return Board.of_grids(self.grids, self.boxes or (3, 3))
        if self.holes or self.runs:
            return with_holes(self.holes, count) if self.holes else of_runs(self.runs, count)
        rows, columns = self.sides or self._square(count, size)
        if rows == columns == (count or rows):
            if self.boxes and self.boxes[0] * self.boxes[1] == rows:
                return Board.boxes(*self.boxes)
            if not self.boxes:
                return Board.of_size(rows) if self.boxes is None else Board.without_boxes(rows)
        return Board.rectangle(rows, columns, count or 0, self.boxes or None)

    def _square(self, count: int | None, size: int | None) -> Position:
        side = count or (self.boxes[0] * self.boxes[1] if self.boxes else None) or size
        if side is None:
            raise BadShape("nothing says how large the board is; 'digits: 1-9' does")
        return side, side


def words_of(board: Board, brought: Collection[str] | None = None) -> BoardWords | None:
    """The description of a board, or None if its cells and houses must be listed one by one.

    The description of the usual board of a size is empty. Layers that rules bring are left out:
    those whose names are ``brought``, or by default all that some rule can bring.
    """
    found = _words_of_cells(board.without_layers)
    if found is None or not board.layers:
        return found
    layers = layer_words(board, brought)
    return replace(found, extra=layers.extra, layers=layers.layers)


def layer_words(board: Board, brought: Collection[str] | None = None) -> BoardWords:
    """The description of the layers of a board that no rule brings."""
    names = own_layers(board, brought)
    own = [layer for layer in board.layers if layer.name in names]
    extra = tuple(layer for layer in own if layer.kind == EXTRA)
    return BoardWords(extra=extra, layers=tuple(each for each in own if each not in extra))


def own_layers(board: Board, brought: Collection[str] | None = None) -> tuple[str, ...]:
    """The names of the layers that a line of the board must say, since no rule brings them."""

    def is_own(layer: Layer) -> bool:
        if not layer.is_brought or layer.is_counted != (layer.name in _COUNTED):
            return True
        return brought is not None and layer.name not in brought

    return tuple(layer.name for layer in board.layers if is_own(layer))


_COUNTED = {layer.name for layer in STANDARD if layer.is_counted}


def _words_of_cells(board: Board) -> BoardWords | None:
    if board.is_usual:
        return BoardWords()
    if board.loose:
        return _words_of_areas(board)
    for made in _guesses(board.with_lowest(1)):
        digits = (0, board.size - 1) if board.lowest == 0 else made.digits
        words = replace(made, digits=digits)
        try:
            if words.board(board.size) == board:
                return words
        except BadShape:
            continue
    return None


def _words_of_areas(board: Board) -> BoardWords | None:
    """The description of a board whose digits may be repeated."""
    digits = board.lowest, board.values[-1]
    boxes = [area for area in board.loose if area.kind == "box"]
    letters = {cell: chr(ord("A") + n) for n, area in enumerate(boxes) for cell in area.cells}
    rows, columns = board.height, board.width
    places = [[letters.get(r * columns + c, "A") for c in range(columns)] for r in range(rows)]
    regions = "/".join(map("".join, places)) if boxes else ""
    sides = None if regions else (rows, columns)
    words = BoardWords(sides, digits, regions=regions, is_repeated=True)
    return words if words.board() == board else None


def _guesses(board: Board) -> Iterable[BoardWords]:
    """Descriptions that may fit a board whose lowest digit is 1."""
    first = [house for house in (*board.houses, *board.groups) if house.kind == "box"][:1]
    box: Position | tuple[()] = ()
    for house in first:
        rows, columns = zip(*map(board.row_column, house.cells), strict=True)
        box = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    if board.is_square:
        yield BoardWords()
        yield BoardWords(boxes=box)
        if board.regions:
            yield BoardWords(regions="/".join(region_rows(board)))
    elif len(board) == board.height * board.width:
        sides, digits = (board.height, board.width), (1, board.size)
        yield BoardWords(sides, None if board.size == max(sides) else digits, box)
    if not box:
        places = rows_with_holes(board)
        for said in (None, (1, board.size)):
            yield BoardWords(holes=places, digits=said)
            yield BoardWords(runs=places, digits=said)
    corners = _corners(board)
    if corners and box:
        yield BoardWords(grids=corners, boxes=None if box == (3, 3) else box)


def _corners(board: Board) -> tuple[Position, ...]:
    """The corners of the overlapping grids, found from the names of their rows."""
    found: dict[int, Position] = {}
    for house in board.houses:
        match = re.fullmatch(r"row (\d+) of grid (\d+)", house.name)
        if match is not None:
            r, c = board.row_column(house.cells[0])
            found.setdefault(int(match[2]), (r - int(match[1]) + 1, c))
    return tuple(found[grid] for grid in sorted(found))


def region_rows(board: Board) -> list[str]:
    """The region of each cell of a square board as a letter, row by row."""
    letters = [chr(ord("A") + number) for number in board.box_of]
    size = board.width
    return ["".join(letters[start : start + size]) for start in range(0, len(letters), size)]


def _count_of(layer: Layer) -> str:
    return f"{layer.count // layer.columns}x{layer.columns}" if layer.columns else str(layer.count)


def _layer_words(layer: Layer, number: str) -> str:
    is_standard = any(each.name == layer.name for each in STANDARD)
    words = [layer.name] if is_standard else [layer.name, number]
    return " ".join([*words, "counted"] if layer.is_counted else words)


def _by(pair: Iterable[int]) -> str:
    return "x".join(map(str, pair))


LAYER_LINES = ("extra", "layer")


BOARD_LINES = {  # the lines that describe the board: syntax, summary, example
    "regions": (
        "regions: ROW/ROW/...",
        "Cells with the same letter form a region.",
        "regions: AAABB/AACBB/DCCCB/DDCEE/DDEEE",
    ),
    "boxes": (
        "boxes: RxC | none",
        "Boxes have R rows and C columns, or there are no boxes.",
        "boxes: 3x2",
    ),
    "grids": (
        "grids: NAME | CELLS",
        f"Overlapping grids, by their upper left corners or by a name: {', '.join(GRIDS)}.",
        "grids: butterfly",
    ),
    "holes": (
        "holes: ROW/ROW/...",
        "X is a hole that holds nothing, and . is a cell. The digits in a row or column differ.",
        "holes: ..X./X.../..../.X..",
    ),
    "runs": (
        "runs: ROW/ROW/...",
        "X is a hole, and . is a cell. Cells without a hole between them hold different digits.",
        "runs: ..X./X.../..../.X..",
    ),
    "digits": (
        "digits: 1-9 | 0-8 | 0-1 repeated",
        "The lowest and the highest digit. With the word repeated, rows, columns and boxes may "
        "hold a digit several times, as in a star battle without digits.",
        "digits: 0-8",
    ),
    "board": ("board: RxC", "The board has R rows and C columns.", "board: 4x6"),
    "extra": (
        "extra: NAME COUNT ...",
        "Cells beside the grid hold digits: with x 2, rules name them x1 and x2.",
        "extra: x 2",
    ),
    "layer": (
        "layer: NAME VALUES ...",
        "Each cell also holds one of some values, 1, 2, ...; rules name it shaded.r1c1.",
        "layer: shaded 2",
    ),
}
