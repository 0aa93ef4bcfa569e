"""The workbook part of a package: its sheets, and the defined names that record our answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cpsudoku.formats.sheets.reading.answers import PREFIX
from cpsudoku.formats.sheets.writing.xmledit import Splices, XmlElement, escaped, parse, tag, utf8

_BEFORE_NAMES = (
    *("fileVersion", "fileSharing", "workbookPr", "workbookProtection", "bookViews", "sheets"),
    *("functionGroups", "externalReferences"),
)
_BEFORE_CALCULATION = (*_BEFORE_NAMES, "definedNames")


def with_names(workbook: bytes, names: Mapping[str, str]) -> bytes:
    """The workbook part with these hidden names, and without those that recorded older answers."""
    data, root = _parsed(workbook)
    splices = Splices(data)
    prefix = root.prefix
    new = b"".join(
        tag(f"{prefix}definedName", {"name": name, "hidden": "1"}, escaped(formula))
        for name, formula in names.items()
    )
    old = root.child("definedNames")
    if old is None:
        if not new:
            return data
        end = _end_of(root, _BEFORE_NAMES)
        splices.replace(end, end, tag(f"{prefix}definedNames", {}, new.decode()))
        return splices.apply()
    ours = [each for each in old.children if _is_ours(each)]
    if len(ours) == len(old.children) and not new:  # an empty list is not allowed
        splices.replace(old.start, old.end, b"")
        return splices.apply()
    for each in ours:
        splices.replace(each.start, each.end, b"")
    splices.insert_into(old, new)
    return splices.apply()


def without_sheets(workbook: bytes, titles: Collection[str]) -> tuple[bytes, list[str]]:
    """The workbook part without some sheets, and the ids of their relations.

    Names and views that refer to the sheets by number are corrected.
    """
    data, root = _parsed(workbook)
    splices, relations = Splices(data), []
    sheets = root.child("sheets")
    assert sheets is not None
    gone = [at for at, each in enumerate(sheets.children) if each.attributes.get("name") in titles]
    for at in gone:
        element = sheets.children[at]
        splices.replace(element.start, element.end, b"")
        relations += [v for k, v in element.attributes.items() if k.rpartition(":")[2] == "id"]
    left = len(sheets.children) - len(gone)
    names = root.child("definedNames")
    for name in names.children if names is not None else ():
        number = name.attributes.get("localSheetId")
        if number is not None and int(number) in gone:
            splices.replace(name.start, name.end, b"")
        elif number is not None:
            moved = int(number) - sum(at < int(number) for at in gone)
            splices.retag(name, name.attributes | {"localSheetId": str(moved)})
    views = root.child("bookViews")
    for view in views.children if views is not None else ():
        active = {
            key: "0"
            for key in ("activeTab", "firstSheet")
            if int(view.attributes.get(key, "0")) >= left
        }
        if active:
            splices.retag(view, view.attributes | active)
    return splices.apply(), relations


def calculating_on_load(workbook: bytes) -> bytes:
    """The workbook part; the program that opens the workbook calculates every formula."""
    data, root = _parsed(workbook)
    told = root.child("calcPr")
    splices = Splices(data)
    if told is not None:
        splices.retag(told, told.attributes | {"fullCalcOnLoad": "1"})
    else:
        end = _end_of(root, _BEFORE_CALCULATION)
        splices.replace(end, end, tag(f"{root.prefix}calcPr", {"fullCalcOnLoad": "1"}))
    return splices.apply()


def _parsed(workbook: bytes) -> tuple[bytes, XmlElement]:
    data = utf8(workbook)
    return data, parse(data, lambda depth, _: depth <= 3)


def _end_of(root: XmlElement, names: Collection[str]) -> int:
    """Where the last of some elements ends, in their order."""
    return [child for child in root.children if child.local in names][-1].end


def _is_ours(name: XmlElement) -> bool:
    return name.attributes.get("name", "").lower().startswith(PREFIX)
