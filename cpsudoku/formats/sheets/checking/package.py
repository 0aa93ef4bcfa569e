"""What an Excel package says of its own parts, for the check: sheets, relations, formats, names."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections import Counter
from collections.abc import Collection
from typing import IO
from xml.etree import ElementTree

OURS = "cpsudoku"
"""A part of every name that cpsudoku gives to what it adds."""

_BYTE_ORDER = (b"\xff\xfe", b"\xfe\xff")
_FORMATS = ("numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs")
_MOVING = ("calcPr", "definedNames", "workbookView")  # change when sheets or formulas do
_NUMBERS = ("count", "localSheetId")


def utf8_stream(archive: zipfile.ZipFile, path: str) -> IO[bytes]:
    """A part as a stream of UTF-8."""
    stream = archive.open(path)
    if stream.read(2) in _BYTE_ORDER:
        stream.close()
        return io.BytesIO(archive.read(path).decode("utf-16").encode())
    stream.seek(0)
    return stream


def workbook_of(archive: zipfile.ZipFile) -> str:
    """The path of the workbook part."""
    for kind, path in related(archive, "").values():
        if kind.endswith("/officeDocument"):
            return path
    return "xl/workbook.xml"


def properties_of(archive: zipfile.ZipFile) -> str:
    """The path of the part with the description; it may be missing."""
    for kind, path in related(archive, "").values():
        if kind.endswith("/core-properties"):
            return path
    return "docProps/core.xml"


def path_of_relations(part: str) -> str:
    """The path of the relations of a part."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def related(archive: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """The kind and the path of what a part refers to in the package, by the id of the relation."""
    name, folder = path_of_relations(part), posixpath.dirname(part)
    if name not in archive.namelist():
        return {}
    return {
        each.get("Id", ""): (each.get("Type", ""), _path(folder, each.get("Target", "")))
        for each in ElementTree.fromstring(archive.read(name))
        if each.get("TargetMode") != "External"
    }


def _path(folder: str, target: str) -> str:
    joined = target if target.startswith("/") else f"/{folder}/{target}"
    return posixpath.normpath(joined).lstrip("/")


def sheets_of(archive: zipfile.ZipFile) -> dict[str, str]:
    """The path of each worksheet by its title."""
    workbook = workbook_of(archive)
    targets, found = related(archive, workbook), dict[str, str]()
    for element in ElementTree.fromstring(archive.read(workbook)).iter():
        if _local(element.tag) == "sheet":
            ids = [text for key, text in element.items() if _local(key) == "id"]
            kind, path = targets.get(ids[0] if ids else "", ("", ""))
            if kind.endswith("/worksheet"):
                found[element.get("name", "")] = path
    return found


def keeps_formats(old: bytes, new: bytes) -> bool:
    """Whether the numbers of all formats still mean the same."""
    before, after = _formats(old), _formats(new)
    return all(after.get(name, [])[: len(each)] == each for name, each in before.items())


def _formats(data: bytes) -> dict[str, list[str]]:
    return {
        _local(part.tag): [ElementTree.tostring(each, "unicode").strip() for each in part]
        for part in ElementTree.fromstring(data)
        if _local(part.tag) in _FORMATS
    }


def keeps_entries(old: bytes, new: bytes, without: Collection[str]) -> bool:
    """Whether everything that a part lists is still there, apart from what we add or remove."""
    return not _entries(old, without) - _entries(new, without)


def _entries(data: bytes, without: Collection[str]) -> Counter[tuple[str, ...]]:
    """The elements of a part with their attributes and texts."""
    entries: Counter[tuple[str, ...]] = Counter()
    for element in ElementTree.fromstring(data).iter():
        pairs = {key: text for key, text in element.items() if key not in _NUMBERS}
        is_ours = OURS in element.get("name", "").lower()
        is_ours = is_ours or bool(without and element.get("localSheetId"))  # of a sheet
        if (
            _local(element.tag) in _MOVING
            or is_ours
            or any(text in without for text in pairs.values())
        ):
            continue
        said = (f"{key}={text}" for key, text in sorted(pairs.items()))
        entries[(element.tag, *said, (element.text or "").strip())] += 1
    return entries


def keeps_properties(old: bytes, new: bytes) -> bool:
    """Whether properties differ at most in the lines of the description that are ours."""
    return _properties(old) == _properties(new)


def _properties(data: bytes) -> list[tuple[str, list[tuple[str, str]], list[str]]]:
    """Each element with its attributes and the lines of its text, without ours."""
    found = []
    for element in ElementTree.fromstring(data).iter():
        is_description = _local(element.tag) == "description"
        lines = (element.text or "").strip().split("\n")
        kept = [line for line in lines if not (is_description and line.startswith(f"{OURS}: "))]
        if any(kept) or not is_description:
            found.append((element.tag, sorted(element.items()), kept))
    return found


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]
