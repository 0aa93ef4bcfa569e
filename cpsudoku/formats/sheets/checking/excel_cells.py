"""The cells of a sheet part of an Excel package, for the check."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO
from xml.parsers import expat

from cpsudoku.formats.sheets.checking.content import CellContent, Place

_CHUNK = 1 << 18
_ADDRESS = re.compile(r"([A-Z]+)([0-9]+)")
_CLOSED = re.compile(rb"</(?:\w+:)?c>")


class SheetCells:
    """The cells of a sheet, in their order, down to a row.

    After ``read`` has ended, ``start`` and ``end`` are the bytes where the cells begin and where
    the rest of the part begins.
    """

    def __init__(self, stream: IO[bytes], last: int) -> None:
        self._stream, self._last = stream, last
        self.start = self.end = 0
        self._found: list[tuple[Place, CellContent]] = []
        self._row = self._column = self._depth = 0
        self._state = "before"
        self._cell: list[tuple[str, dict[str, str], list[str]]] = []

    def read(self) -> Iterator[tuple[Place, CellContent]]:
        """The cells, and for each row with attributes its place in column 0."""
        parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._close
        parser.CharacterDataHandler = self._characters
        self._parser = parser
        while self._state != "after" and (chunk := self._stream.read(_CHUNK)):
            parser.Parse(chunk, False)
            yield from self._found
            self._found.clear()

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        local = name.rpartition(" ")[2]
        if self._state == "cells" and self._depth == 3:
            self._row = int(attributes.pop("r", self._row + 1))
            self._column = 0
            if self._row > self._last:
                self._finish()
            elif attributes:
                look = tuple(f"{key}={text}" for key, text in sorted(attributes.items()))
                self._found.append(((self._row, 0), CellContent(rest=look)))
        elif self._state == "cells" and self._depth >= 4:
            self._cell.append((local, attributes, []))
        elif self._state == "before" and self._depth == 2 and local == "sheetData":
            self._state, self.start = "cells", self._parser.CurrentByteIndex
        elif self._state == "between":
            self._finish()

    def _finish(self) -> None:
        self._state, self.end = "after", self._parser.CurrentByteIndex

    def _characters(self, text: str) -> None:
        if self._state == "cells" and self._cell:
            self._cell[-1][2].append(text)

    def _close(self, _: str) -> None:
        if self._state == "cells" and self._depth == 4:
            self._add()
        elif self._state == "cells" and self._depth == 2:
            self._state = "between"
        elif self._state == "between":
            self._finish()
        self._depth -= 1

    def _add(self) -> None:
        (_, attributes, _), *inside = self._cell
        self._cell = []
        address = _ADDRESS.fullmatch(attributes.pop("r", ""))
        self._column = _number(address[1]) if address is not None else self._column + 1
        style, kind = attributes.pop("s", "0"), attributes.pop("t", "n")
        formula: tuple[str, ...] = ()
        texts, rest = list[str](), [f"{key}={text}" for key, text in sorted(attributes.items())]
        has_value = False
        for name, of_it, pieces in inside:
            text = "".join(pieces)
            if name == "f":
                others = (f"{key}={each}" for key, each in sorted(of_it.items()) if key != "t")
                formula = (of_it.get("t", ""), *others, text)
            elif name in ("v", "is", "t"):
                has_value = True
                texts.append(text)
            else:
                rest += [name, *(f"{key}={each}" for key, each in sorted(of_it.items())), text]
        value = (kind, "".join(texts)) if has_value else ()
        place = self._row, self._column
        self._found.append((place, CellContent(style, formula, value, tuple(rest))))


def closed_in(stream: IO[bytes]) -> int:
    """The number of cells with content in the rest of a sheet."""
    count, rest = 0, b""
    while chunk := stream.read(_CHUNK):
        piece = rest + chunk
        matches = list(_CLOSED.finditer(piece))
        count += len(matches)
        rest = piece[max(matches[-1].end() if matches else 0, len(piece) - 20) :]
    return count


def _number(letters: str) -> int:
    """The number of a column by its letters."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number
