"""Edits an Excel package: cells get values and styles, and everything else is unchanged.

openpyxl loses drawings, form buttons and more when it saves a workbook that it loaded. Here the
bytes of each part are copied, and only the XML of changed cells is replaced.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy

from cpsudoku.formats.sheets.checking.unchanged import IntendedChanges
from cpsudoku.formats.sheets.reading.answers import PREFIX, AnswerRecord
from cpsudoku.formats.sheets.reading.guard import SQUEEZED
from cpsudoku.formats.sheets.reading.parts import PackageParts
from cpsudoku.formats.sheets.reading.sheet_picture import Place
from cpsudoku.formats.sheets.writing.answer_styles import NO_LOOK, FormerLook, LookChange, Styles
from cpsudoku.formats.sheets.writing.fonts import with_fonts
from cpsudoku.formats.sheets.writing.intended import note_changes, others_unchanged
from cpsudoku.formats.sheets.writing.names import (
    calculating_on_load,
    with_names,
    without_sheets,
)
from cpsudoku.formats.sheets.writing.newsheet import NewSheet, free_title, sheet_xml
from cpsudoku.formats.sheets.writing.properties import EMPTY_CORE, described
from cpsudoku.formats.sheets.writing.sheetxml import CellChange, SheetEditor, SheetFrame
from cpsudoku.formats.sheets.writing.xmledit import Splices, parse, tag, utf8
from cpsudoku.runtime.errors import Unsupported

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships/metadata"
_PROPERTIES = "/core-properties"
_CORE, _RELS = "docProps/core.xml", "_rels/.rels"
_CORE_TYPE = "application/vnd.openxmlformats-package.core-properties+xml"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"


class Package:
    """A workbook to edit."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.parts = PackageParts(data)
        self._infos = {info.filename: info for info in self.parts.archive.infolist()}
        self._new: dict[str, bytes] = {}
        self._edited_to: dict[str, int] = {}  # for large parts; the rest is copied
        self._edit = IntendedChanges()
        self.unchanged = 0
        styles = [p for kind, p in self.parts.related(self.parts.workbook) if "/styles" in kind]
        self._styles_path = styles[0] if styles and styles[0] in self._infos else None
        self._styles = Styles(self._read(self._styles_path)) if self._styles_path else None
        self._imitated: Collection[str] = ()
        self._frames: dict[str, SheetFrame] = {}

    @property
    def calculates(self) -> bool:
        """Whether it has a formula."""
        return any(map(self.parts.has_formulas, self.parts.sheets.values()))

    def last_column(self, title: str) -> int:
        """The last column of a sheet that has a cell."""
        return self.parts.last_column(self.parts.sheets[title])

    def imitate(self, titles: Collection[str]) -> None:
        """Keep the present looks of these sheets, for new sheets, before they are changed."""
        self._imitated = titles

    def _read(self, name: str) -> bytes:
        new = self._new.get(name)
        return new if new is not None else self.parts.read(name)

    def change(self, title: str, changes: Mapping[Place, CellChange]) -> dict[Place, FormerLook]:
        """Change cells of a sheet; return how those that get a new look looked before."""
        path = self.parts.sheets[title]
        overwrites = any(change.overwrites for change in changes.values())
        if self.parts.size(path) > SQUEEZED and not overwrites:
            head = self.parts.rows_to(path, max(row for row, _ in changes))
            self._edited_to[path] = len(head)
        else:
            head = self._read(path)
        editor = SheetEditor(utf8(head), set(changes), overwrites)
        if title in self._imitated:
            self._frames[title] = editor.frame
        if self._styles is not None:
            styles, base = self._styles, editor.base
            changes = with_fonts(changes, lambda place: styles.font(base(place)))
        self._new[path] = editor.changed(changes, self._styled)
        note_changes(self._edit, title, changes)
        if overwrites:  # it lists the cells with formulas, and is made again on the next save
            for kind, chain in [*self.parts.related(self.parts.workbook)]:
                if kind.endswith("/calcChain") and chain in self._infos:
                    self._drop(chain)
                    self._edit.parts.add(chain)
        if any(change.forgets for change in changes.values()):
            workbook = self.parts.workbook
            self._new[workbook] = calculating_on_load(self._read(workbook))
        if self._styles is None:
            return {}
        return {
            place: self._styles.former_look(editor.base(place), change.look)
            for place, change in changes.items()
            if change.look != NO_LOOK
        }

    def _styled(self, base: int, look: LookChange) -> int:
        return self._styles.styled(base, look) if self._styles is not None else base

    def add_sheet(self, new: NewSheet) -> str:
        """Add a sheet at the end; return its title, which differs from all others."""
        title = free_title(new.title, self.parts.sheets)
        number = 1 + max(
            (int(n) for n in re.findall(r"xl/worksheets/sheet(\d+)\.xml", "\n".join(self._infos))),
            default=0,
        )
        while f"xl/worksheets/sheet{number}.xml" in self._new:
            number += 1
        path = f"xl/worksheets/sheet{number}.xml"
        frame = self._frames.get(new.like) if new.like is not None else None
        self._new[path] = sheet_xml(new, frame, self._styled)
        self._register(title, path)
        self.parts.sheets[title] = path
        return title

    def _register(self, title: str, path: str) -> None:
        """Add a new sheet to the workbook part, its relations and the content types."""
        workbook = self.parts.workbook
        folder, _, name = workbook.rpartition("/")
        rels = f"{folder}/_rels/{name}.rels"
        target = path.removeprefix(f"{folder}/")
        relation = self._add_relation(rels, target, f"{_RELATIONS}/worksheet")
        data = utf8(self._read(workbook))
        root = parse(data, lambda depth, _: depth <= 3)
        sheets = root.child("sheets")
        assert sheets is not None
        key = next(k for k in sheets.children[0].attributes if k.endswith(":id") or k == "id")
        numbers = [int(sheet.attributes.get("sheetId", "0")) for sheet in sheets.children]
        declared = {k: v for k, v in sheets.children[0].attributes.items() if k[:5] == "xmlns"}
        new = {"name": title, "sheetId": str(max(numbers) + 1), key: relation}
        splices = Splices(data)
        splices.insert_into(sheets, tag(sheets.children[0].name, declared | new))
        self._new[workbook] = splices.apply()
        self._add_type(path, _SHEET_TYPE)

    def _add_type(self, path: str, kind: str) -> None:
        """Add the type of a new part to the content types."""
        types = utf8(self._read("[Content_Types].xml"))
        root = parse(types)
        splices = Splices(types)
        override = {"PartName": f"/{path}", "ContentType": kind}
        splices.insert_into(root, tag(f"{root.prefix}Override", override))
        self._new["[Content_Types].xml"] = splices.apply()

    def _add_relation(self, rels: str, target: str, kind: str) -> str:
        """Add a relation to a part that lists them; return its id."""
        data = utf8(self._read(rels))
        root = parse(data)
        used = {child.attributes.get("Id") for child in root.children}
        number = next(f"rId{n}" for n in range(1, 10**6) if f"rId{n}" not in used)
        attributes = {"Id": number, "Type": kind, "Target": target}
        splices = Splices(data)
        splices.insert_into(root, tag(f"{root.prefix}Relationship", attributes))
        self._new[rels] = splices.apply()
        return number

    def record(self, records: Iterable[AnswerRecord]) -> None:
        """Record what was written; earlier records are removed."""
        numbered = enumerate(records, 1)
        names = {f"{PREFIX}{number}": each.formula for number, each in numbered}
        workbook = self.parts.workbook
        self._new[workbook] = with_names(self._read(workbook), names)

    def describe(self, lines: Sequence[str], sheets: Collection[str] | None) -> None:
        """Replace our lines about these sheets, or about all, in the description of the file."""
        paths = [path for kind, path in self.parts.related("") if kind.endswith(_PROPERTIES)]
        path = next((path for path in paths if path in self._infos), None)
        if path is not None:
            self._new[path] = described(self._read(path), lines, sheets)
        elif lines and _RELS in self._infos:
            self._new[_CORE] = described(EMPTY_CORE, lines, sheets)
            self._add_relation(_RELS, _CORE, _PACKAGE_RELATIONS + _PROPERTIES)
            self._add_type(_CORE, _CORE_TYPE)

    def drop_sheets(self, titles: Collection[str]) -> None:
        """Remove sheets and their parts."""
        found = [title for title in titles if title in self.parts.sheets]
        if not found or len(found) == len(self.parts.sheets):
            return
        workbook = self.parts.workbook
        self._new[workbook], relations = without_sheets(self._read(workbook), found)
        for title in found:
            self._drop(self.parts.sheets.pop(title), relations)
        self._edit.dropped = found

    def _drop(self, path: str, relations: Collection[str] = ()) -> None:
        """Remove a part with its relation to the workbook, by its id or path, and its type."""
        folder, _, name = self.parts.workbook.rpartition("/")
        ids = {i for _, target, i in self.parts.relations(self.parts.workbook) if target == path}
        for part, is_gone in (
            (f"{folder}/_rels/{name}.rels", lambda a: a.get("Id") in ids | {*relations}),
            ("[Content_Types].xml", lambda a: a.get("PartName") == f"/{path}"),
        ):
            data = utf8(self._read(part))
            splices = Splices(data)
            for child in parse(data).children:
                if is_gone(child.attributes):
                    splices.replace(child.start, child.end, b"")
            self._new[part] = splices.apply()
        for gone in (path, "{}/_rels/{}.rels".format(*path.rsplit("/", 1))):
            self._infos.pop(gone, None)
            self._new.pop(gone, None)

    def save(self) -> bytes:
        """The bytes of the edited package; raises Unsupported if a part would be lost."""
        if any(name.startswith("_xmlsignatures") for name in self._infos):
            raise Unsupported(
                "the workbook is digitally signed, and a change would break the signature; "
                "{to} xlsx {output} FILE.xlsx writes the answer to a new workbook"
            )
        if self._styles is not None and self._styles_path is not None:
            self._new[self._styles_path] = self._styles.save()
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, info in self._infos.items():
                if name in self._edited_to:
                    self._write_large(archive, name)
                else:
                    archive.writestr(copy(info), self._read(name), info.compress_type)
            for name, data in self._new.items():
                if name not in self._infos:
                    archive.writestr(name, data)
        saved = out.getvalue()
        self.unchanged = others_unchanged(self._data, saved, self._edit)
        return saved

    def _write_large(self, archive: zipfile.ZipFile, name: str) -> None:
        """Write an edited part and the rest of the old one, which is never in memory at once."""
        usual, archive.compresslevel = archive.compresslevel, 1  # takes half the time
        with archive.open(name, "w", force_zip64=True) as stream:
            stream.write(self._new[name])
            for chunk in self.parts.chunks(name, self._edited_to[name]):
                stream.write(chunk)
        archive.compresslevel = usual
