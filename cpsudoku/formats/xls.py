"""Other workbooks (``.xls``, ``.xlsb``, ``.ods``) through python-calamine, to read only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO

from cpsudoku.errors import Unsupported
from cpsudoku.formats.base import Entry, ReadOptions
from cpsudoku.formats.document import Document
from cpsudoku.formats.sheets.book import Book, puzzles_of
from cpsudoku.formats.sheets.guard import OLE, ZIP
from cpsudoku.verdict import Result


def is_other_zip(head: bytes) -> bool:
    """Whether a zip archive that begins so is an OpenDocument or a binary Excel workbook."""
    return b"opendocument.spreadsheet" in head[:200] or b"xl/workbook.bin" in head


class Xls:
    """The format ``xls``."""

    name = "xls"
    title = "old Excel, binary Excel and OpenDocument workbooks; read only, answers go to an .xlsx"
    suffixes = (".xls", ".xlsb", ".ods")
    carries_rules = False

    def recognises(self, document: Document) -> bool:
        """By the first bytes."""
        head = document.peek(4)
        return head.startswith(OLE) or (head.startswith(ZIP) and is_other_zip(document.peek()))

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The grids of the workbook, wherever they stand, or those that the options choose."""
        return puzzles_of(Book.open(document.data(), document.source), options)

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Raise Unsupported: these are only read."""
        raise Unsupported("format 'xls' (.xls, .xlsb, .ods) is only read; write an .xlsx")


FORMAT = Xls()
