"""The cells of an OpenDocument workbook and the elements around them, for the check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from xml.parsers import expat

from cpsudoku.formats.sheets.checking.content import CellContent, Place

_CHUNK = 1 << 18
_SHEET_DEPTH = 4  # document, body, spreadsheet, table
_TABLE, _ROW, _TEXT = "table:table", "table:table-row", "text:p"
_GROUPS = ("table:table-row-group", "table:table-header-rows", "table:table-rows")
_ROWS_AGAIN, _CELLS_AGAIN = "table:number-rows-repeated", "table:number-columns-repeated"
_STYLE, _FORMULA = "table:style-name", "table:formula"
_VALUE = ("office:value", "office:string-value")
_TYPES = ("office:", "calcext:value-type")  # the beginnings of the attributes of a value


class OdfCells:
    """The cells with content of all sheets, in their order.

    After ``read`` has ended, ``elements`` counts the elements outside the cells, each with the
    title of its sheet, and ``titles`` are those of the sheets.
    """

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.elements: Counter[tuple[str, ...]] = Counter()
        self.titles: list[str] = []
        self._title = ""
        self._found: list[tuple[tuple[str, Place], CellContent]] = []
        self._cells: list[tuple[int, int, CellContent]] = []  # of a row: first column, number
        self._depth = self._row = self._rows = self._column = 0
        self._other = 0  # the depth of an element of a sheet that holds no rows
        self._row_depth = 0
        self._cell: list[tuple[str, dict[str, str], list[str]]] = []

    def read(self) -> Iterator[tuple[tuple[str, Place], CellContent]]:
        """The cells, each with its sheet and its place."""
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._close
        parser.CharacterDataHandler = self._characters
        for at in range(0, len(self._content), _CHUNK):
            parser.Parse(self._content[at : at + _CHUNK], False)
            yield from self._found
            self._found.clear()

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._row_depth:
            depth = self._depth - self._row_depth
            self._cell.append((name if depth == 2 else f"{depth} {name}", attributes, []))
            return
        is_inside = self._depth > _SHEET_DEPTH and bool(self.titles) and not self._other
        if is_inside and name == _ROW:
            self._row_depth = self._depth
            self._row += self._rows
            self._rows, self._column = int(attributes.get(_ROWS_AGAIN, "1")), 1
            return
        if self._depth == _SHEET_DEPTH and name == _TABLE:
            self._title = attributes.get("table:name", "")
            self.titles.append(self._title)
            self._row, self._rows = 1, 0
        elif is_inside and name not in _GROUPS:
            self._other = self._depth
        self.elements[self._title, name, *_pairs(attributes)] += 1

    def _characters(self, text: str) -> None:
        if self._cell:
            self._cell[-1][2].append(text)

    def _close(self, _: str) -> None:
        if self._row_depth and self._depth == self._row_depth + 1:
            self._end_cell()
        elif self._depth == self._row_depth:
            self._end_row()
        elif self._depth == self._other:
            self._other = 0
        elif self._depth == _SHEET_DEPTH:
            self._title = ""
        self._depth -= 1

    def _end_cell(self) -> None:
        (_, attributes, _), *inside = self._cell
        self._cell = []
        count = int(attributes.pop(_CELLS_AGAIN, "1"))
        content = _content(attributes, inside)
        if not content.is_empty:
            self._cells.append((self._column, count, content))
        self._column += count

    def _end_row(self) -> None:
        self._row_depth = 0
        for row, (first, count, content) in product(range(self._rows), self._cells):
            for column in range(first, first + count):
                self._found.append(((self._title, (self._row + row, column)), content))
        self._cells = []


def _content(
    attributes: dict[str, str], inside: list[tuple[str, dict[str, str], list[str]]]
) -> CellContent:
    """The content of a cell from its attributes and from what is inside it."""
    style, formula = attributes.pop(_STYLE, ""), attributes.pop(_FORMULA, None)
    typed = {key: attributes.pop(key) for key in list(attributes) if key.startswith(_TYPES)}
    texts, rest = list[str](), _pairs(attributes)
    for name, of_it, pieces in inside:
        if name == _TEXT and not of_it:
            texts.append("".join(pieces))
        else:
            rest += [name, *_pairs(of_it), "".join(pieces)]
    shown = next((typed[key] for key in _VALUE if key in typed), "\n".join(texts))
    value = (*_pairs(typed), *texts, shown) if typed or texts else ()
    return CellContent(style, (formula,) if formula is not None else (), value, tuple(rest))


def _pairs(attributes: dict[str, str]) -> list[str]:
    return [f"{key}={text}" for key, text in sorted(attributes.items())]
