"""Edits OpenDocument workbooks: only the XML of changed cells, new styles and names differs.

Every other part of an ``.ods`` file stays the same byte for byte.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy

from cpsudoku.formats.sheets.checking.unchanged import IntendedChanges
from cpsudoku.formats.sheets.reading.answers import PREFIX, AnswerRecord
from cpsudoku.formats.sheets.reading.sheet_picture import Place
from cpsudoku.formats.sheets.writing.answer_styles import NO_LOOK, FormerLook
from cpsudoku.formats.sheets.writing.fonts import with_fonts
from cpsudoku.formats.sheets.writing.intended import note_changes, others_unchanged
from cpsudoku.formats.sheets.writing.newsheet import NewSheet, free_title
from cpsudoku.formats.sheets.writing.odf_rows import OdfTable, empty_rows, row_xml
from cpsudoku.formats.sheets.writing.odf_styles import OdfStyles
from cpsudoku.formats.sheets.writing.properties import describe, described
from cpsudoku.formats.sheets.writing.sheetxml import CellChange
from cpsudoku.formats.sheets.writing.xmledit import Splices, parse, tag, utf8
from cpsudoku.runtime.errors import Unsupported

_CONTENT, _META = "content.xml", "meta.xml"
_SIGNATURES = "META-INF/documentsignatures.xml"
_KEPT = frozenset(
    (
        *("document-content", "document", "automatic-styles", "style", "body", "spreadsheet"),
        *("table", "table-row", "table-row-group", "table-header-rows", "table-rows"),
        *("table-column", "table-column-group", "table-header-columns", "table-columns"),
        *("named-expressions", "named-expression", "named-range"),
        *("meta", "description"),
    )
)


class OpenDocument:
    """An OpenDocument workbook to edit."""

    def __init__(self, data: bytes) -> None:
        self._archive = zipfile.ZipFile(io.BytesIO(data)) if data.startswith(b"PK") else None
        self._data = utf8(self._archive.read(_CONTENT) if self._archive is not None else data)
        self._root = parse(self._data, lambda _, name: name in _KEPT)
        body = self._root.child("body")
        sheet = body.child("spreadsheet") if body is not None else None
        if body is None or sheet is None:
            raise ValueError("it has no spreadsheet")
        self._body, self._spreadsheet = body, sheet
        self._automatic = self._root.child("automatic-styles")
        self._styles = OdfStyles(self._data, self._automatic, self._root.attributes)
        self._tables = {
            child.attributes.get("table:name", ""): OdfTable(self._data, child)
            for child in sheet.children
            if child.local == "table"
        }
        self._titles = list(self._tables)
        self._splices = Splices(self._data)
        self._sheets: list[bytes] = []
        self._dropped: set[str] = set()
        self._changes: dict[str, dict[Place, CellChange]] = {}
        self._before = data
        self._meta: bytes | None = None
        self._edit = IntendedChanges()
        self.unchanged = 0

    @property
    def calculates(self) -> bool:
        """Whether it has a formula."""
        return b"table:formula=" in self._data

    def last_column(self, title: str) -> int:
        """The last column of a sheet that has content."""
        return self._tables[title].last_column()

    def imitate(self, titles: Collection[str]) -> None:
        """Nothing: the looks of every sheet are known."""

    def change(self, title: str, changes: Mapping[Place, CellChange]) -> dict[Place, FormerLook]:
        """Change cells of a sheet; return how those that get a new look looked before."""
        rows = {row for change in changes.values() for row, _ in change.like}
        styles = {
            row: self._tables[title].styles(row) for row in rows | {row for row, _ in changes}
        }
        changes = with_fonts(changes, lambda at: self._styles.font(styles[at[0]](at[1])))
        self._changes.setdefault(title, {}).update(changes)
        note_changes(self._edit, title, changes)
        return {
            place: self._styles.former_look(styles[place[0]](place[1]), change.look)
            for place, change in changes.items()
            if change.look != NO_LOOK
        }

    def add_sheet(self, new: NewSheet) -> str:
        """Add a sheet at the end; return its title, which differs from all others."""
        title = free_title(new.title, self._titles)
        self._titles.append(title)
        like = self._tables.get(new.like) if new.like is not None else None
        rows: dict[int, dict[int, CellChange]] = {}
        for (row, column), change in new.cells.items():
            rows.setdefault(row, {})[column] = change
        pieces, last = list[bytes](), 0
        for number, cells in sorted(rows.items()):
            pieces += [empty_rows(*each) for each in _heights(like, last + 1, number - 1)]
            base = like.styles(number) if like is not None else _none
            styled = {
                column: (change, self._styles.styled(base(column), change.look))
                for column, change in cells.items()
            }
            ((style, _),) = _heights(like, number, number)
            pieces.append(row_xml(style, styled))
            last = number
        columns = like.columns_xml if like is not None else self._columns(new.widths)
        table = tag("table:table", {"table:name": title}, (columns + b"".join(pieces)).decode())
        self._sheets.append(table)
        return title

    def _columns(self, widths: Iterable[float]) -> bytes:
        names = [self._styles.column(width) for width in widths]
        columns = [tag("table:table-column", {"table:style-name": name}) for name in names]
        return b"".join(columns) or tag("table:table-column", {})

    def record(self, records: Iterable[AnswerRecord]) -> None:
        """Record what was written; earlier records are removed."""
        names = b"".join(
            tag(
                "table:named-expression",
                {
                    "table:name": f"{PREFIX}{number}",
                    "table:base-cell-address": each.base_cell,
                    "table:expression": each.expression,
                },
            )
            for number, each in enumerate(records, 1)
        )
        old = self._spreadsheet.child("named-expressions")
        for each in old.children if old is not None else ():
            if each.attributes.get("table:name", "").lower().startswith(PREFIX):
                self._splices.replace(each.start, each.end, b"")
        if old is not None and names:
            self._splices.insert_into(old, names)
        elif names:
            self._sheets.append(tag("table:named-expressions", {}, names.decode()))

    def describe(self, lines: Sequence[str], sheets: Collection[str] | None) -> None:
        """Replace our lines about these sheets, or about all, in the description of the file."""
        if self._archive is None:
            meta = self._root.child("meta")
            if meta is not None:
                declared = "xmlns:dc" in self._root.attributes
                describe(self._splices, meta, lines, sheets, declared)
        elif _META in self._archive.namelist():
            self._meta = described(self._archive.read(_META), lines, sheets)

    def drop_sheets(self, titles: Collection[str]) -> None:
        """Remove sheets."""
        found = [title for title in titles if title in self._tables]
        if len(found) < len(self._tables):
            self._dropped.update(found)
            self._edit.dropped = self._dropped

    def save(self) -> bytes:
        """The bytes of the edited document; raises Unsupported for a signed one."""
        if self._archive is not None and _SIGNATURES in self._archive.namelist():
            raise Unsupported(
                "the workbook is digitally signed, and a change would break the signature; "
                "{to} xlsx {output} FILE.xlsx writes the answer to a new workbook"
            )
        for title, table in self._tables.items():
            if title in self._dropped:
                self._splices.replace(table.element.start, table.element.end, b"")
            elif title in self._changes:
                table.change(self._changes[title], self._styles.styled, self._splices)
        self._styles.save(self._splices, self._automatic, self._body.start)
        last = [table.element for table in self._tables.values()][-1]
        self._splices.replace(last.end, last.end, b"".join(self._sheets))
        content = self._splices.apply()
        parse(content, lambda depth, _: depth == 1)  # it must be well-formed
        saved = content if self._archive is None else self._packed(self._archive, content)
        self.unchanged = others_unchanged(self._before, saved, self._edit)
        return saved

    def _packed(self, archive: zipfile.ZipFile, content: bytes) -> bytes:
        """The package with another content.xml. The parts keep their order and compression."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
            for info in archive.infolist():
                part = content if info.filename == _CONTENT else archive.read(info)
                if info.filename == _META and self._meta is not None:
                    part = self._meta
                new.writestr(copy(info), part, info.compress_type)
        return out.getvalue()


def _none(_: int) -> str:
    return ""


def _heights(like: OdfTable | None, first: int, last: int) -> Iterable[tuple[str, int]]:
    if last < first:
        return []
    return like.heights(first, last) if like is not None else [("", last - first + 1)]
