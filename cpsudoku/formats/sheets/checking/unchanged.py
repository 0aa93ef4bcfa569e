"""Whether a written workbook differs from the one before only in the intended cells."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import IO, NamedTuple

from cpsudoku.formats.sheets.checking import package
from cpsudoku.formats.sheets.checking.content import CellContent, Meant, Place
from cpsudoku.formats.sheets.checking.excel_cells import SheetCells, closed_in
from cpsudoku.formats.sheets.checking.odf_cells import OdfCells
from cpsudoku.runtime.errors import cell_address

_CHUNK = 1 << 18
_LAST = 1 << 30  # after the last row
_CONTENT, _META, _TYPES = "content.xml", "meta.xml", "[Content_Types].xml"


class Difference(NamedTuple):
    """What differs: ``lost`` names parts and cells. ``others`` counts the other cells.

    These are the cells with content that were not meant to change.
    """

    lost: tuple[str, ...]
    others: int


@dataclass
class IntendedChanges:
    """What was meant to change: cells by the title of their sheet, and sheets that are dropped.

    ``parts`` are the parts of an Excel package that say which parts it has, or are dropped.
    """

    cells: dict[str, dict[Place, Meant]] = field(default_factory=dict)
    dropped: Collection[str] = ()
    parts: set[str] = field(default_factory=set)


def difference(before: bytes, after: bytes, edit: IntendedChanges) -> Difference:
    """Compare two workbooks of one kind: Excel packages or OpenDocument files."""
    if before.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(before)) as old, zipfile.ZipFile(io.BytesIO(after)) as new:
            if _CONTENT in old.namelist():
                lost = _parts_lost(old, new, {_CONTENT, _META})
                lost += _properties_lost(old, new, _META)
                found = _of_documents(old.read(_CONTENT), new.read(_CONTENT), edit)
            else:
                lost, found = [], _of_packages(old, new, edit)
            return Difference((*lost, *found.lost), found.others)
    return _of_documents(before, after, edit)


def _parts_lost(old: zipfile.ZipFile, new: zipfile.ZipFile, known: Collection[str]) -> list[str]:
    """The parts that are missing or differ, apart from those that are compared otherwise."""
    names = set(new.namelist())
    return [
        name
        for name in old.namelist()
        if name not in known and (name not in names or not _same(old.open(name), new.open(name)))
    ]


def _properties_lost(old: zipfile.ZipFile, new: zipfile.ZipFile, path: str) -> list[str]:
    """The part of properties, if more than our lines of its description differs."""
    if path not in old.namelist() or (
        path in new.namelist() and package.keeps_properties(old.read(path), new.read(path))
    ):
        return []
    return [path]


def _same(one: IO[bytes], other: IO[bytes]) -> bool:
    """Whether the rest of two streams is the same."""
    while chunk := one.read(_CHUNK):
        if chunk != other.read(len(chunk)):
            return False
    return not other.read(1)


def _of_packages(old: zipfile.ZipFile, new: zipfile.ZipFile, edit: IntendedChanges) -> Difference:
    """Compare two Excel packages."""
    workbook, sheets, now = package.workbook_of(old), package.sheets_of(old), package.sheets_of(new)
    parts, properties = old.namelist(), package.properties_of(old)
    lists = [workbook, package.path_of_relations(workbook), _TYPES]
    lists += [path for path in (package.path_of_relations(""),) if path in parts]  # may be missing
    kinds = package.related(old, workbook).values()
    styles = [path for kind, path in kinds if kind.endswith("/styles") and path in parts]
    gone = {sheets[title] for title in edit.dropped if title in sheets}
    gone |= {package.path_of_relations(path) for path in gone}
    known = {*lists, *styles, *edit.parts, *gone, properties}
    known |= {sheets[title] for title, cells in edit.cells.items() if cells and title in sheets}
    lost = _parts_lost(old, new, known)
    removed = _names_of(edit, gone)
    lost += [
        name for name in lists if not package.keeps_entries(old.read(name), new.read(name), removed)
    ]
    lost += _properties_lost(old, new, properties)
    lost += [path for path in styles if not package.keeps_formats(old.read(path), new.read(path))]
    others = 0
    for title, path in sheets.items():
        if title in edit.dropped:
            continue
        if now.get(title) != path:
            lost.append(f"sheet {title!r}")
            continue
        with package.utf8_stream(old, path) as one, package.utf8_stream(new, path) as other:
            found = _of_sheets(one, other, edit.cells.get(title, {}), title)
        lost += found.lost
        others += found.others
    return Difference(tuple(lost), others)


def _of_sheets(
    one: IO[bytes], other: IO[bytes], meant: Mapping[Place, Meant], title: str
) -> Difference:
    """Compare two sheet parts: cells down to the last intended change, and then bytes."""
    if not meant:
        return Difference((), closed_in(one))
    frees = any(each.frees for each in meant.values())
    last = _LAST if frees else max(row for row, _ in meant)
    before, after = SheetCells(one, last), SheetCells(other, last)
    found = _of_cells(before.read(), after.read(), meant, title, Meant(frees=frees))
    heads = [_span(stream, 0, cells.start) for stream, cells in ((one, before), (other, after))]
    one.seek(before.end)
    other.seek(after.end)
    lost = [] if heads[0] == heads[1] and _same(one, other) else [f"sheet {title!r}"]
    one.seek(before.end)
    return Difference((*found.lost, *lost), found.others + closed_in(one))


def _of_cells(
    before: Iterable[tuple[Place, CellContent]],
    after: Iterable[tuple[Place, CellContent]],
    meant: Mapping[Place, Meant],
    title: str,
    usual: Meant,
) -> Difference:
    """Compare the cells of a sheet, in their order."""
    lost, others = list[str](), 0
    old, new = dict[Place, CellContent](), dict[Place, CellContent]()

    def unintended(
        cells: Iterable[tuple[Place, CellContent]], aside: dict[Place, CellContent]
    ) -> Iterator[tuple[Place, CellContent]]:
        for place, content in cells:
            if place in meant:
                aside[place] = content
            else:
                yield place, content

    nothing = ((0, 0), CellContent())
    for first, second in zip_longest(
        unintended(before, old), unintended(after, new), fillvalue=nothing
    ):
        others += first[0][1] > 0 and not first[1].is_empty
        if first != second and not (
            first[0] == second[0] and usual.frees and usual.allows(first[1], second[1])
        ):
            lost.append(_named(title, (first if first != nothing else second)[0]))
            break  # what follows is out of step
    for place, each in meant.items():
        if not each.allows(old.get(place, CellContent()), new.get(place, CellContent())):
            lost.append(_named(title, place))
    return Difference(tuple(lost), others)


def _of_documents(one: bytes, other: bytes, edit: IntendedChanges) -> Difference:
    """Compare the content of two OpenDocument workbooks."""
    before, after = OdfCells(one), OdfCells(other)
    meant = {(title, at): each for title, cells in edit.cells.items() for at, each in cells.items()}
    old, new = (
        {at: content for at, content in cells.read() if at[0] not in edit.dropped}
        for cells in (before, after)
    )
    lost = [
        _named(*at)
        for at in dict.fromkeys((*old, *new, *meant))
        if (at in old or at[0] in before.titles)
        and not meant.get(at, Meant()).allows(
            old.get(at, CellContent()), new.get(at, CellContent())
        )
    ]
    lost += [
        _named(*at)
        for at, content in old.items()
        if at not in meant and content.style != new.get(at, CellContent()).style
    ]
    missing = before.elements - after.elements
    ours = (package.OURS, *edit.dropped)
    for title, name, *pairs in missing:
        if title not in edit.dropped and not any(word in pair for pair in pairs for word in ours):
            lost.append(name)
    return Difference(tuple(lost), sum(at not in meant for at in old))


def _names_of(edit: IntendedChanges, gone: Iterable[str]) -> set[str]:
    """How the lists of a package name what is dropped: by title, part name or target."""
    paths = [*gone, *edit.parts]
    names = {name for path in paths for name in (path, f"/{path}", path.partition("/")[2])}
    return names | set(edit.dropped)


def _span(stream: IO[bytes], start: int, end: int) -> bytes:
    stream.seek(start)
    return stream.read(end - start)


def _named(title: str, place: Place) -> str:
    """A cell in a message; a row if its column is 0."""
    row, column = place
    return f"{title}!{cell_address(row, column) if column else row}"
