"""An Excel package edited in place: cells get values and styles, everything else stays as it is.

openpyxl loses drawings, form buttons and more when it saves a workbook that it loaded. Here the
bytes of each part are copied, and only the XML of the cells that change is replaced.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass

from cpsudoku.errors import Unsupported, cell_address
from cpsudoku.formats.sheets.looks import NO_LOOK, Look, Styles
from cpsudoku.formats.sheets.parts import Parts
from cpsudoku.formats.sheets.picture import Place, Rect
from cpsudoku.formats.sheets.xmledit import Element, Splices, escaped, parse, tag, utf8

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_CELL_DEPTH = 5
_STALE = ("t", "cm", "vm")  # of the old value: its type and its metadata

Styled = Callable[[int, Look], int]
"""The number of a cell format with a look."""


@dataclass(frozen=True)
class Change:
    """What a cell becomes: a new value, or None to leave the old one, and its look.

    ``base`` is a cell of another sheet whose format is taken, for sheets that are added.
    """

    value: int | str | None = None
    look: Look = NO_LOOK
    base: tuple[str, Place] | None = None


class Package:
    """A workbook that is being edited."""

    def __init__(self, data: bytes) -> None:
        self.parts = Parts(data)
        self._infos = {info.filename: info for info in self.parts.archive.infolist()}
        self._new: dict[str, bytes | None] = {}
        self.touched: dict[str, set[Place]] = {}
        styles = [p for kind, p in self.parts.related(self.parts.workbook) if "/styles" in kind]
        self._styles_path = styles[0] if styles and styles[0] in self._infos else None
        self._styles = Styles(self._read(self._styles_path)) if self._styles_path else None
        self._formats: dict[str, dict[Place, int]] = {}

    def _read(self, name: str) -> bytes:
        new = self._new.get(name)
        return new if new is not None else self.parts.read(name)

    def change(self, title: str, changes: Mapping[Place, Change]) -> None:
        """Change cells of a sheet."""
        path = self.parts.sheets[title]
        editor = _Sheet(utf8(self._read(path)), set(changes))
        self._formats[title] = {
            place: int(cell.attributes.get("s", "0")) for place, cell in editor.cells.items()
        }
        self._new[path] = editor.changed(changes, self._styled)
        self.touched.setdefault(path, set()).update(changes)
        if editor.lost_formulas:
            self._forget_calculation(title, editor.lost_formulas)

    def _styled(self, base: int, look: Look) -> int:
        return self._styles.styled(base, look) if self._styles is not None else base

    def add_sheet(self, title: str, changes: Mapping[Place, Change]) -> str:
        """A new sheet at the end; returns its title, which is made to differ from the others."""
        title = _free_title(title, self.parts.sheets)
        number = 1 + max(
            (int(n) for n in re.findall(r"xl/worksheets/sheet(\d+)\.xml", "\n".join(self._infos))),
            default=0,
        )
        while f"xl/worksheets/sheet{number}.xml" in self._new:
            number += 1
        path = f"xl/worksheets/sheet{number}.xml"
        self._new[path] = self._sheet_of(changes)
        self._register(title, path)
        self.parts.sheets[title] = path
        return title

    def _sheet_of(self, changes: Mapping[Place, Change]) -> bytes:
        rows: dict[int, list[bytes]] = {}
        for (row, column), change in sorted(changes.items()):
            base = (
                self._formats.get(change.base[0], {}).get(change.base[1], 0) if change.base else 0
            )
            cell = _cell("c", {"r": cell_address(row, column)}, change, base, self._styled)
            rows.setdefault(row, []).append(cell)
        data = b"".join(
            tag("row", {"r": str(row)}, b"".join(cells).decode()) for row, cells in rows.items()
        )
        width = '<sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="16384" '
        return (
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns='
            '"http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
            f'{width}width="4.7" customWidth="1"/></cols>'
            f"<sheetData>{data.decode()}</sheetData></worksheet>"
        ).encode()

    def _register(self, title: str, path: str) -> None:
        """Tell the workbook, its relations and the content types of a new sheet."""
        workbook = self.parts.workbook
        folder, _, name = workbook.rpartition("/")
        rels = f"{folder}/_rels/{name}.rels"
        relation = self._add_relation(rels, path.removeprefix(f"{folder}/"))
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
        types = utf8(self._read("[Content_Types].xml"))
        root = parse(types)
        splices = Splices(types)
        override = {"PartName": f"/{path}", "ContentType": _SHEET_TYPE}
        splices.insert_into(root, tag(f"{root.prefix}Override", override))
        self._new["[Content_Types].xml"] = splices.apply()

    def _add_relation(self, rels: str, target: str) -> str:
        data = utf8(self._read(rels))
        root = parse(data)
        used = {child.attributes.get("Id") for child in root.children}
        number = next(f"rId{n}" for n in range(1, 10**6) if f"rId{n}" not in used)
        attributes = {"Id": number, "Type": f"{_RELATIONS}/worksheet", "Target": target}
        splices = Splices(data)
        splices.insert_into(root, tag(f"{root.prefix}Relationship", attributes))
        self._new[rels] = splices.apply()
        return number

    def _forget_calculation(self, title: str, places: set[Place]) -> None:
        """Take cells that are formulas no longer out of the calculation chain."""
        chains = [p for kind, p in self.parts.related(self.parts.workbook) if "calcChain" in kind]
        if not chains or chains[0] not in self._infos or self._is_dropped(chains[0]):
            return
        number = self._sheet_id(title)
        data = utf8(self._read(chains[0]))
        root = parse(data)
        gone = {cell_address(*place) for place in places}
        kept: list[bytes] = []
        sheet = ""
        for entry in root.children:
            sheet = entry.attributes.get("i", sheet)
            if sheet != number or entry.attributes.get("r") not in gone:
                kept.append(tag(entry.name, entry.attributes | {"i": sheet}))
        if kept:
            splices = Splices(data)
            splices.replace(root.inside, root.close, b"".join(kept))
            self._new[chains[0]] = splices.apply()
        else:
            self._drop(chains[0])

    def _is_dropped(self, path: str) -> bool:
        return path in self._new and self._new[path] is None

    def _sheet_id(self, title: str) -> str:
        data = utf8(self._read(self.parts.workbook))
        sheets = parse(data, lambda depth, _: depth <= 3).child("sheets")
        found = sheets.children if sheets is not None else []
        return next(s.attributes["sheetId"] for s in found if s.attributes.get("name") == title)

    def _drop(self, path: str) -> None:
        """Take out an empty calculation chain; the program makes a new one when it needs it."""
        self._new[path] = None
        folder, _, name = self.parts.workbook.rpartition("/")
        for part, key in (
            ("[Content_Types].xml", "PartName"),
            (f"{folder}/_rels/{name}.rels", "Target"),
        ):
            data = utf8(self._read(part))
            splices = Splices(data)
            for child in parse(data).children:
                if child.attributes.get(key, "").endswith(path.rpartition("/")[2]):
                    splices.replace(child.start, child.end, b"")
            self._new[part] = splices.apply()

    def save(self) -> bytes:
        """The bytes of the edited package; raises Unsupported if a part would be lost."""
        if any(name.startswith("_xmlsignatures") for name in self._infos):
            raise Unsupported(
                "the workbook is digitally signed, and a change breaks the signature; "
                "--to xlsx -o FILE.xlsx writes the answer to a new workbook"
            )
        if self._styles is not None and self._styles_path is not None:
            self._new[self._styles_path] = self._styles.save()
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, info in self._infos.items():
                if not self._is_dropped(name):
                    archive.writestr(copy(info), self._read(name), info.compress_type)
            for name, data in self._new.items():
                if name not in self._infos and data is not None:
                    archive.writestr(name, data)
        saved = out.getvalue()
        lost = self.lost_by(saved)
        if lost:
            raise Unsupported(
                f"saving would lose or change {', '.join(lost[:5])}; "
                "--to xlsx -o FILE.xlsx writes the answer to a new workbook"
            )
        return saved

    def lost_by(self, saved: bytes) -> list[str]:
        """The parts that a saved package lacks or has otherwise than it should."""
        after = Parts(saved)
        lost = []
        for name in self._infos:
            if self._is_dropped(name):
                continue
            if name not in after.names:
                lost.append(name)
            elif name in self.touched:
                places = self.touched[name]
                if _others(self.parts.read(name), places) != _others(after.read(name), places):
                    lost.append(name)
            elif name not in self._new and self.parts.read(name) != after.read(name):
                lost.append(name)
        return lost


def _free_title(title: str, used: Mapping[str, str]) -> str:
    """A sheet title that Excel takes and that is not used yet."""
    plain = re.sub(r"[\\/*?:\[\]]", " ", title).strip().strip("'")[:27] or "Sheet"
    taken = {name.lower() for name in used}
    wanted, number = plain, 2
    while wanted.lower() in taken:
        wanted, number = f"{plain} {number}", number + 1
    return wanted


_Seen = tuple[str, tuple[tuple[str, str], ...], str]


def _others(data: bytes, places: set[Place]) -> tuple[list[_Seen], bytes]:
    """Every element of a sheet but the cells at some places and what is in those.

    What comes after the rows of those places is given by the hash of its bytes.
    """
    found: list[_Seen] = []
    data, last = utf8(data), max(row for row, _ in places)
    ends: list[int] = []

    def is_last(element: Element) -> bool:
        if _is_row_after(element, last):
            ends.append(element.start)
        return bool(ends)

    def walk(element: Element) -> None:
        if element.local == "c" and not _is_other(element, places):
            return
        if element.local == "f":  # a shared formula may be written out where its first cell went
            return
        if element.local != "row" or any(_is_other(c, places) for c in element.children):
            found.append((element.name, tuple(element.attributes.items()), element.text))
        for child in element.children:
            if child.start not in ends:
                walk(child)

    walk(parse(data, None, is_last))
    if not ends or _SHARED.search(data):
        return found, b""
    return found, hashlib.sha256(memoryview(data)[ends[0] :]).digest()


_SHARED = re.compile(rb"""\bt=["']shared["']""")


def _is_row_after(element: Element, last: int) -> bool:
    return element.local == "row" and int(element.attributes.get("r", "0")) > last


def _is_other(cell: Element, places: set[Place]) -> bool:
    return Rect.parse(cell.attributes.get("r", "A1"))[:2] not in places


def _cell(
    name: str,
    attributes: Mapping[str, str],
    change: Change,
    base: int,
    styled: Styled,
    old: bytes | None = None,
) -> bytes:
    """The XML of a changed cell; ``old`` is what was inside, for one that keeps its value."""
    kept = dict(attributes)
    number = styled(base, change.look)
    if number:
        kept["s"] = str(number)
    if change.value is None:
        return tag(name, kept, old.decode() if old else None)
    prefix = name[: len(name) - 1]
    for stale in _STALE:
        kept.pop(stale, None)
    if isinstance(change.value, int):
        return tag(name, kept, f"<{prefix}v>{change.value}</{prefix}v>")
    kept["t"] = "inlineStr"
    text = f"<{prefix}t>{escaped(change.value)}</{prefix}t>"
    return tag(name, kept, f"<{prefix}is>{text}</{prefix}is>")


class _Sheet:
    """The XML of a sheet whose cells change."""

    def __init__(self, data: bytes, places: set[Place]) -> None:
        self._data = data
        self._places = places
        self._read_to(max(row for row, _ in places))

    def _read_to(self, last: int | None) -> None:
        """Read the rows up to the last one that changes, and the first after it."""
        root = parse(
            self._data,
            lambda depth, _: depth <= _CELL_DEPTH,
            (lambda element: _is_row_after(element, last)) if last is not None else None,
        )
        sheet = root.child("sheetData")
        if sheet is None:
            raise Unsupported("a sheet without cells can't be written to")
        self._sheet = sheet
        self.cells: dict[Place, Element] = {}
        self._rows: dict[int, Element] = {}
        self.lost_formulas: set[Place] = set()
        last_row = 0
        for row in sheet.children:
            last_row = int(row.attributes.get("r", last_row + 1))
            self._rows[last_row] = row
            column = 0
            for cell in row.children:
                address = cell.attributes.get("r")
                column = Rect.parse(address).left if address else column + 1
                self.cells[last_row, column] = cell

    def changed(self, changes: Mapping[Place, Change], styled: Styled) -> bytes:
        """The XML with the changes made."""
        splices = Splices(self._data)
        missing: dict[int, list[Place]] = {}
        for place, change in sorted(changes.items()):
            cell = self.cells.get(place)
            if cell is None:
                missing.setdefault(place[0], []).append(place)
                continue
            base = int(cell.attributes.get("s", "0"))
            old = self._data[cell.inside : cell.close] if cell.is_open else None
            new = _cell(cell.name, cell.attributes, change, base, styled, old)
            splices.replace(cell.start, cell.end, new)
            if change.value is not None and cell.child("f") is not None:
                self.lost_formulas.add(place)
        self._keep_shared(splices)
        for row, places in missing.items():
            self._insert(splices, row, {place: changes[place] for place in places}, styled)
        return splices.apply()

    def _insert(
        self, splices: Splices, number: int, changes: Mapping[Place, Change], styled: Styled
    ) -> None:
        """New cells in a row, which may be new too."""
        row = self._rows.get(number)
        prefix = self._sheet.prefix
        new = {
            place: _cell(
                f"{prefix}c", {"r": cell_address(*place)}, change, self._base(place), styled
            )
            for place, change in changes.items()
        }
        if row is None:
            later = [at for at in self._rows if at > number]
            xml = tag(f"{prefix}row", {"r": str(number)}, b"".join(new.values()).decode())
            if later:
                splices.replace(*(self._rows[min(later)].start,) * 2, xml)
            else:
                splices.insert_into(self._sheet, xml)
            return
        ends: list[bytes] = []
        for place, xml in new.items():
            later = [c for r, c in self.cells if r == number and c > place[1]]
            if later:
                splices.replace(*(self.cells[number, min(later)].start,) * 2, xml)
            else:
                ends.append(xml)
        if ends:
            splices.insert_into(row, b"".join(ends))

    def _base(self, place: Place) -> int:
        """The format of a cell that is not there: its row's."""
        row = self._rows.get(place[0])
        return int(row.attributes.get("s", "0")) if row is not None else 0

    def _keep_shared(self, splices: Splices) -> None:
        """Write out the formulas that shared one whose first cell is gone."""
        from openpyxl.formula.translate import Translator

        shared = [self.cells[place].child("f") for place in self.lost_formulas]
        if any(f is not None and f.attributes.get("t") == "shared" for f in shared):
            lost = self.lost_formulas
            self._read_to(None)  # the cells that share may be anywhere below
            self.lost_formulas = lost
        for place in self.lost_formulas:
            formula = self.cells[place].child("f")
            if formula is None or formula.attributes.get("t") not in ("shared", "array"):
                continue
            if formula.attributes["t"] == "array":
                rect = Rect.parse(formula.attributes.get("ref", cell_address(*place)))
                if set(rect.places) - self._places:
                    raise Unsupported(
                        f"cell {cell_address(*place)} holds an array formula for {rect}; "
                        "--to xlsx -o FILE.xlsx writes the answer to a new workbook"
                    )
                continue
            if not formula.text:
                continue
            first = Translator(f"={formula.text}", cell_address(*place))
            for other, cell in self.cells.items():
                same = cell.child("f")
                if other in self.lost_formulas or same is None or same.text:
                    continue
                if same.attributes.get("si") == formula.attributes.get("si"):
                    text = first.translate_formula(cell_address(*other))[1:]
                    splices.replace(same.start, same.end, tag(same.name, {}, escaped(text)))
