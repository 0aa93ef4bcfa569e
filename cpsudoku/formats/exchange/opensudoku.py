"""OpenSudoku (``.opensudoku``): XML with folders of 9x9 games, of versions 1 and 2.

``data`` of a game has 81 digits, or ``version: 1`` to ``version: 3`` and the cells of a saved
game, ``value|note|editable|``. What a player wrote into such a game is not part of the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import IO
from xml.parsers.expat import ExpatError, ParserCreate, errors
from xml.sax.saxutils import quoteattr

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import Entry, ReadOptions, TextFormat, refused_losses
from cpsudoku.formats.document import Document
from cpsudoku.formats.line_by_line import refuse_other_boards
from cpsudoku.formats.symbols import shorten
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.printable import encodable, one_line
from cpsudoku.runtime.words import worded

_START = re.compile(r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<opensudoku\b", re.DOTALL)
_PLAIN = re.compile(r"[0-9.]{81}")
_SAVED = re.compile(r"version:\s*([123])\s+(.*)", re.DOTALL)
_CELL = re.compile(r"(\d)\|([^|]*)\|([01])\|")
_CELLS = 81
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<opensudoku version="2">\n'
_BEGIN, _END = '  <folder name="cpsudoku">\n', "  </folder>\n</opensudoku>\n"


class OpenSudoku(TextFormat):
    """The format ``opensudoku``. The note of a game is its label."""

    name = "opensudoku"
    title = "games of OpenSudoku in XML, 9x9"
    suffixes = (".opensudoku",)
    sizes = range(9, 10)

    def recognises(self, document: Document) -> bool:
        """Whether it begins with the element of OpenSudoku."""
        return _START.match(document.sample) is not None

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Every game, in order. Raises InputError if it is not such a document."""
        for attributes, line in _games(document.text(), document.source):
            source = document.source.at(line)
            try:
                puzzle = _puzzle(attributes, source)
                refuse_other_boards(puzzle, options)
            except InputError as error:
                yield error.at(source)
            else:
                yield puzzle

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Write a folder with a game for each puzzle or solution."""
        stream.write(f"{_HEAD}{_BEGIN}".encode())
        for result in refused_losses(self, results):
            stream.write(encodable(self.text_of(result)).encode())
        stream.write(_END.encode())

    def text_of(self, result: Result) -> str:
        """The element of a game."""
        if result.grid is None or result.puzzle is None:
            return ""
        data = "".join(map(str, result.grid.cells))
        label = one_line(result.puzzle.label)
        note = f" note={quoteattr(label)}" if label else ""
        return f'    <game data="{data}"{note}/>\n'


def _games(text: str, source: Source) -> list[tuple[dict[str, str], int]]:
    """The attributes of each game, with its line. Raises InputError."""
    found: list[tuple[dict[str, str], int]] = []
    parser = ParserCreate("UTF-8")  # whatever the document says: its text is decoded already
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        line = parser.CurrentLineNumber
        if depth == 0 and name != "opensudoku":
            raise InputError(
                "the element is {name}, not opensudoku", source.at(line), name=shorten(name)
            )
        depth += 1
        if name == "game":
            found.append((attributes, line))

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_: object) -> None:
        place = source.at(parser.CurrentLineNumber)
        raise InputError("a document type is not allowed in OpenSudoku files", place)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = refuse  # its entities could expand without end
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except ExpatError as error:
        place = source.at(error.lineno, error.offset + 1)
        raise InputError(
            "it is not XML: {messages}", place, messages=errors.messages[error.code]
        ) from None
    return found


def _puzzle(attributes: dict[str, str], source: Source) -> Puzzle:
    """The puzzle of a game. Raises InputError."""
    if "data" not in attributes:
        raise InputError("the game has no data")
    digits = _givens(attributes["data"].strip())
    label = encodable(one_line(attributes.get("note", "").strip()))
    return Puzzle(Grid(digits, Board.of_size(9)), source=source, label=label)


def _givens(data: str) -> bytes:
    if _PLAIN.fullmatch(data):
        return bytes(0 if symbol == "." else int(symbol) for symbol in data)
    saved = _SAVED.fullmatch(data)
    if saved is None:
        allowed = worded(
            "{cells} digits, or version: 1 to version: 3 and {cells} cells", cells=_CELLS
        )
        raise InputError(
            "the data of the game are {found}; needed are {allowed}",
            found=shorten(data),
            allowed=allowed,
        )
    cells = _CELL.findall(saved[2])
    if len(cells) != _CELLS or _CELL.sub("", saved[2]).strip():
        raise InputError(
            "the saved game has {count} cells of the form 5|0|1|, not {cells}",
            count=len(cells),
            cells=_CELLS,
        )
    return bytes(int(value) if editable == "0" else 0 for value, _, editable in cells)


FORMAT = OpenSudoku()
