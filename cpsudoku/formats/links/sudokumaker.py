"""Links and JSON of SudokuMaker. Its custom rules are JavaScript, which is never run."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from cpsudoku.core.board import Board, House
from cpsudoku.core.errors import InputError, Source
from cpsudoku.core.grid import Grid
from cpsudoku.core.printable import encodable
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.document import Document
from cpsudoku.formats.links.linked import LinkFormat
from cpsudoku.formats.links.lz_string import LONGEST, decompressed
from cpsudoku.formats.links.zipped_json import value_of

_LINK = re.compile(r"(?:https?://)?(?:www\.|beta\.)?sudokumaker\.app/*\??([^#]*)", re.IGNORECASE)
_JSON = re.compile(r'\{\s*"formatVersion"\s*:')
_MOST_CONSTRAINTS = 5_000


def puzzle_of_sudokumaker(value: Any, source: Source = Source()) -> Puzzle:
    """The puzzle of an object with ``formatVersion`` and ``puzzle``; raises InputError."""
    try:
        return _puzzle(value["puzzle"], source)
    except InputError as error:
        raise InputError(error.problem, source) from None
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise InputError(f"a part of the puzzle has another form: {error}", source) from None


def _puzzle(data: dict[str, Any], source: Source) -> Puzzle:
    cells, constraints = data["cells"], data.get("constraints") or []
    if len(constraints) > _MOST_CONSTRAINTS:
        raise InputError(f"it has more than {_MOST_CONSTRAINTS:,} constraints")
    active = [each for each in constraints if each.get("disabled") is not True]
    named: dict[str, None] = {}
    board = _board(data, len(cells), active, named)
    least = board.lowest - 1
    givens = bytearray(len(cells))
    for number, cell in enumerate(cells):
        if cell.get("given") and cell.get("value") is not None:
            if cell["value"] not in board.values:
                digits = f"{board.values[0]}-{board.values[-1]}"
                raise InputError(f"{board.cell_name(number)} has {cell['value']}, not {digits}")
            givens[number] = cell["value"] - least
        elif cell.get("given") and cell.get("candidates"):
            named["candidates that are given"] = None
    from cpsudoku.formats.links.sudokumaker_rules import Element, lines_of

    lines = []
    for each in active:
        for is_rule, text in lines_of(Element(each, board)):
            if is_rule:
                lines.append(text)
            else:
                named[encodable(text)] = None
    puzzle = Puzzle(
        Grid(bytes(givens), board),
        source=source,
        label=encodable(str(data.get("name") or "")),
        info=tuple(
            (name, encodable(str(data[key])))
            for name, key in (("author", "author"), ("rules", "comment"))
            if data.get(key)
        ),
        uninterpreted=tuple(named),
    )
    return puzzle.with_rules(*lines)


def _board(
    data: dict[str, Any], count: int, constraints: list[dict[str, Any]], named: dict[str, None]
) -> Board:
    """The board: rows, columns, and the regions of the constraint of type 1."""
    size = data.get("size") if isinstance(data.get("size"), int) else None
    width = data.get("width") or size or round(count**0.5)
    if not width or count % width or count > _MOST_CONSTRAINTS:
        raise InputError(f"{count} cells do not make rows of {width}")
    height = count // width
    low = data.get("minDigit", 1)
    most = data.get("maxDigit", low + max(height, width) - 1)
    digits = most - low + 1
    areas = [each for each in constraints if each.get("type") == _ROWS_AND_COLUMNS]
    has_lines = data.get("type", "sudoku") == "sudoku" or bool(areas)
    if any(each.get("areas") for each in areas):
        has_lines = False
        named["rows and columns of areas"] = None
    regions: list[Any] = next(
        (each["regions"] for each in constraints if each.get("type") == _REGIONS), []
    )
    members: dict[int, list[int]] = {}
    for cell, number in enumerate(regions[:count]):
        if isinstance(number, int) and number >= 0:
            members.setdefault(number, []).append(cell)
    boxes = list(members.values())
    is_square = height == width == digits and has_lines
    if is_square and not boxes:
        return Board.without_boxes(digits).with_lowest(low)
    if is_square and len(boxes) == digits and all(len(box) == digits for box in boxes):
        drawn = [regions[r * width :][:width] for r in range(height)]
        return Board.jigsaw(drawn).with_lowest(low)
    houses = [House(f"region {n}", tuple(box), "box") for n, box in enumerate(boxes, 1)]
    if has_lines:
        rows = [tuple(range(r * width, (r + 1) * width)) for r in range(height)]
        columns = [tuple(range(c, count, width)) for c in range(width)]
        houses = [
            *(House(f"row {n}", row, "row") for n, row in enumerate(rows, 1)),
            *(House(f"column {n}", column, "column") for n, column in enumerate(columns, 1)),
            *houses,
        ]
    return Board(
        tuple(divmod(cell, width) for cell in range(count)),
        digits,
        tuple(house for house in houses if len(house.cells) == digits),
        tuple(house for house in houses if len(house.cells) != digits and len(house.cells) > 1),
        low,
    )


_REGIONS, _ROWS_AND_COLUMNS = 1, 2003


def puzzle_of_link(text: str, source: Source = Source()) -> Puzzle:
    """The puzzle of a link; raises InputError."""
    if len(text) > 2 * LONGEST:
        raise InputError(f"the link has {len(text):,} characters; it is too long", source)
    link = _LINK.match(text)
    query = dict(part.partition("=")[::2] for part in (link[1] if link else "").split("&"))
    if not query.get("puzzle"):
        problem = "the link has no puzzle in it; paste the long link, which contains ?puzzle="
        raise InputError(problem, source)
    try:
        value = value_of(decompressed(unquote(query["puzzle"])))
    except InputError as error:
        raise InputError(f"the link is damaged: {error.problem}; copy it again", source) from None
    return puzzle_of_sudokumaker(value, source)


class SudokuMaker(LinkFormat):
    """The format ``sudokumaker``."""

    name = "sudokumaker"
    title = "links of SudokuMaker with ?puzzle=, and its JSON"

    def recognises(self, document: Document) -> bool:
        """Whether it begins like a link or like the JSON of SudokuMaker."""
        start = document.sample.lstrip()
        return bool(_LINK.match(start) or _JSON.match(start))

    def of_link(self, text: str, source: Source) -> Puzzle:
        """The puzzle in the part after ``puzzle=``."""
        return puzzle_of_link(text, source)

    def of_object(self, text: str, source: Source) -> Puzzle:
        """The puzzle of an object with ``formatVersion``."""
        return puzzle_of_sudokumaker(value_of(text), source)


FORMAT = SudokuMaker()
