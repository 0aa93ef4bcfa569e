"""Workbooks that can be edited: Excel packages and OpenDocument files, behind one interface."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from cpsudoku.formats.sheets.reading.answers import AnswerRecord
from cpsudoku.formats.sheets.reading.guard import OPENDOCUMENT, BookKind, kind_of
from cpsudoku.formats.sheets.reading.sheet_picture import Place
from cpsudoku.formats.sheets.writing.answer_styles import FormerLook
from cpsudoku.formats.sheets.writing.newsheet import NewSheet
from cpsudoku.formats.sheets.writing.opendocument import OpenDocument
from cpsudoku.formats.sheets.writing.package import Package
from cpsudoku.formats.sheets.writing.sheetxml import CellChange
from cpsudoku.runtime.errors import Source

EDITED = (BookKind.XLSX, *OPENDOCUMENT)
"""The kinds of workbook into which answers are written. The others become a new ``.xlsx``."""


class Editable(Protocol):
    """A workbook that is being edited. What does not change stays the same byte for byte."""

    @property
    def calculates(self) -> bool:
        """Whether it has a formula."""

    def last_column(self, title: str) -> int:
        """The last column of a sheet that is in use; 0 if there is none."""

    def imitate(self, titles: Collection[str]) -> None:
        """Keep the present looks of these sheets, for new sheets, before they are changed."""

    def change(self, title: str, changes: Mapping[Place, CellChange]) -> dict[Place, FormerLook]:
        """Change cells of a sheet; return how those that get a new look looked before.

        Backgrounds are RRGGBB, or empty for none. Those of other kinds are left out.
        """

    def add_sheet(self, new: NewSheet) -> str:
        """Add a sheet at the end; return its title, which differs from all others."""

    def record(self, records: Iterable[AnswerRecord]) -> None:
        """Record what was written; earlier records are removed."""

    def describe(self, lines: Sequence[str], sheets: Collection[str] | None) -> None:
        """Replace our lines about these sheets, or about all, in the description of the file."""

    def drop_sheets(self, titles: Collection[str]) -> None:
        """Remove sheets."""

    @property
    def unchanged(self) -> int:
        """The number of cells with content that ``save`` left as they were."""

    def save(self) -> bytes:
        """The bytes of the edited workbook; raises Unsupported if something would be lost."""


def editable(data: bytes, source: Source) -> Editable:
    """The workbook in these bytes, whose kind is one of ``EDITED``."""
    return OpenDocument(data) if kind_of(data, source) in OPENDOCUMENT else Package(data)
