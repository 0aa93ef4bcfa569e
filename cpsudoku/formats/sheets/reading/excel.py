"""Pictures of the sheets of ``.xlsx`` and ``.xlsm`` workbooks, through openpyxl."""

from __future__ import annotations

import datetime
import io
import re
import warnings
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cpsudoku.core.sizes import LARGEST
from cpsudoku.formats.sheets.reading.answers import AnswerRecord, record_of, without_answers
from cpsudoku.formats.sheets.reading.formulas import Formulas
from cpsudoku.formats.sheets.reading.guard import refuse_many_values, squeezed
from cpsudoku.formats.sheets.reading.parts import PackageParts
from cpsudoku.formats.sheets.reading.raised import flat_text
from cpsudoku.formats.sheets.reading.sheet_picture import (
    EMPTY,
    LAST_ROW,
    Cell,
    Place,
    Rect,
    SheetPicture,
)
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.styles.styleable import StyleableObject
    from openpyxl.workbook.defined_name import DefinedName

_MEDIUM = ("medium", "mediumDashed", "mediumDashDot", "mediumDashDotDot", "slantDashDot")
_WEIGHTS = {
    **{"thick": 3.0, "double": 3.0, "hair": 0.5, "dotted": 0.6},
    **dict.fromkeys(("dashed", "dashDot", "dashDotDot"), 0.75),
    **dict.fromkeys(_MEDIUM, 2.0),
}
_Look = tuple[tuple[float, float, float, float], str, bool]
_Key = tuple[type, object, int, bool]
_DATES = (datetime.datetime, datetime.timedelta, datetime.time)
_PLAIN: _Look = ((0, 0, 0, 0), "", True)


def pictures(data: bytes, source: Source) -> tuple[list[SheetPicture], str | None]:
    """Every sheet, in order, and the title of the active one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings about parts that are not read
        return _pictures(squeezed(data, source), source)


def _pictures(data: bytes, source: Source) -> tuple[list[SheetPicture], str | None]:
    parts = PackageParts(data)
    for title, path in parts.sheets.items():
        if path not in parts.names:
            raise InputError(
                "it is damaged: its part {path}, sheet {title}, is missing",
                source,
                path=path,
                title=repr(title),
            )
    stored = _load(data, parts.has_small_text)
    names, records = _names(stored), _records(stored)
    sheets = {sheet.title: sheet for sheet in stored.worksheets}
    pictures: list[SheetPicture] = []
    looks: dict[int, _Look] = {}
    known: dict[_Key, Cell] = {}
    count = 0
    for title, path in parts.sheets.items():
        sheet, ours = sheets[title], [one for one in records if one.sheet.lower() == title.lower()]
        if any(record.is_sheet for record in ours):
            continue
        _refuse_far_row(parts, title, path, source)
        cells = _cells(sheet, looks, known)
        count += len(cells)
        refuse_many_values(count, source)
        arrays: tuple[Rect, ...] = ()
        if parts.has_formulas(path):
            formulas = Formulas(parts.pieces(path))
            _add_formulas(cells, formulas.cells)
            arrays = tuple(formulas.arrays)
        cells = without_answers(cells, ours) if ours else cells
        named = (*names[title.lower()], *parts.tables(path))
        hidden = sheet.sheet_state != "visible"
        merged, widths = parts.merged(path), parts.widths(path)
        looks_and_names = (merged, named, hidden, widths, arrays, parts.notes(path))
        pictures.append(SheetPicture(title, cells, *looks_and_names))
    active = stored.active
    return pictures, active.title if active is not None and active.title in parts.sheets else None


def _refuse_far_row(parts: PackageParts, title: str, path: str, source: Source) -> None:
    """Raise InputError if a row number is too large: openpyxl would create all rows before it."""
    far = parts.row_beyond(path, LAST_ROW)
    if far is not None:
        problem = worded(
            "it has a row {far}; the last row of a sheet is {last}",
            far=far[:20],
            last=f"{LAST_ROW:,}",
        )
        raise InputError(problem, Source(source.file, title))


def _load(data: bytes, formatted: bool) -> Workbook:
    """The workbook with stored values. ``formatted``: also the formats of parts of texts."""
    from openpyxl import load_workbook

    return load_workbook(
        io.BytesIO(data), read_only=True, data_only=True, keep_links=False, rich_text=formatted
    )


def _cells(sheet: Any, looks: dict[int, _Look], known: dict[_Key, Cell]) -> dict[Place, Cell]:
    """The cells that have content, lines or a background.

    Equal cells share one object, stored in ``known``, since there may be a million cells.
    """
    sheet.reset_dimensions()  # the extent in the file is often wrong
    cells: dict[Place, Cell] = {}
    for row in sheet.iter_rows():
        for cell in row:
            style = getattr(cell, "_style_id", None)
            if style is None:
                continue
            look = looks.get(style)
            if look is None:
                look = looks[style] = _look(cell)
            value = cell.value
            if isinstance(value, list):  # a text with formats
                value = flat_text(value)
            elif isinstance(value, _DATES):
                value = _number_of(value)
            if value is None and cell.data_type == "str":
                value = ""  # the stored value of a formula with an empty result
            if value is not None or look[0] != _PLAIN[0] or look[1]:
                error = cell.data_type == "e"
                key = (type(value), value, style, error)
                same = known.get(key)
                if same is None:
                    lines, fill, shows_zero = look
                    same = known[key] = Cell(value, "", True, lines, fill, error, shows_zero)
                cells[cell.row, cell.column] = same
    return cells


def _number_of(value: object) -> object:
    """The small number that a cell shows as a date or a duration; another value as it is.

    Nobody writes a day of January 1900, but a digit may have the format of a date.
    """
    if isinstance(value, datetime.datetime) and (value.year, value.month) == (1900, 1):
        is_whole = value.time() == datetime.time()
        return value.day if is_whole and value.day <= LARGEST else value
    if isinstance(value, datetime.timedelta):
        is_whole = value == datetime.timedelta(value.days)
        return value.days if is_whole and 0 <= value.days <= LARGEST else value
    return 0 if value == datetime.time() else value


def _look(cell: StyleableObject) -> _Look:
    try:
        border, fill, code = cell.border, cell.fill, cell.number_format or ""
    except IndexError:  # the workbook lacks the style
        return _PLAIN
    sides = (border.left, border.right, border.top, border.bottom)
    lines = tuple(
        0 if side is None or not side.style else _WEIGHTS.get(side.style, 1.0) for side in sides
    )
    colour = ""
    if fill is not None and getattr(fill, "fill_type", None):
        front = getattr(fill, "fgColor", None)
        colour = f"{front.type}{front.value}{front.tint}" if front is not None else "gradient"
        if fill.fill_type != "solid":
            colour = f"{fill.fill_type} {colour}"
    return (lines[0], lines[1], lines[2], lines[3]), colour, shows_zero(code)


def shows_zero(code: str) -> bool:
    """Whether a number format shows a zero. ``0;;;@``, ``;;;`` and ``#`` do not."""
    sections = code.split(";")
    section = sections[2] if len(sections) > 2 else sections[0]
    if code in ("", "@") or "general" in section.lower():
        return True
    return re.search(r"[0?@]|[^\s\"#,._;]", re.sub(r"\[[^\]]*\]", "", section)) is not None


def _add_formulas(cells: dict[Place, Cell], formulas: Mapping[Place, str]) -> None:
    """Mark the cells with formulas, and the formulas that were never calculated."""
    for place, text in formulas.items():
        old = cells.get(place, EMPTY)
        calculated = old.value is not None
        cells[place] = Cell(
            old.value, text, calculated, old.lines, old.fill, old.is_error, old.shows_zero
        )


def _names(workbook: Workbook) -> dict[str, list[tuple[str, Rect]]]:
    """The named ranges, by the title of their sheet in lower case."""
    found: dict[str, list[tuple[str, Rect]]] = defaultdict(list)
    tables: list[Mapping[str, DefinedName]] = [workbook.defined_names]
    tables += [getattr(sheet, "defined_names", {}) for sheet in workbook.worksheets]
    for table in tables:
        for name, defined in table.items():
            for title, rect in _destinations(defined):
                found[title.lower()].append((name, rect))
    return found


def _records(workbook: Workbook) -> list[AnswerRecord]:
    """The answers that cpsudoku wrote."""
    named = workbook.defined_names.items()
    found = (record_of(name, str(defined.attr_text or "")) for name, defined in named)
    return [record for record in found if record is not None]


def written_in(data: bytes) -> list[tuple[AnswerRecord, dict[Place, str]]]:
    """What cpsudoku wrote into a workbook, each with the cells that still hold it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _written_in(data)


def _written_in(data: bytes) -> list[tuple[AnswerRecord, dict[Place, str]]]:
    stored = _load(data, formatted=False)
    answers: list[tuple[AnswerRecord, dict[Place, str]]] = []
    cells: dict[str, dict[Place, Cell]] = {}
    titles = {sheet.title.lower(): sheet for sheet in stored.worksheets}
    for record in _records(stored):
        title = record.sheet.lower()
        if title in titles:
            if title not in cells:
                cells[title] = _cells(titles[title], {}, {})
            named = replace(record, sheet=titles[title].title)
            answers.append((named, record.written(cells[title])))
    return answers


def _destinations(defined: DefinedName) -> list[tuple[str, Rect]]:
    """The ranges of a name; empty for several areas, a formula or a lost reference."""
    text = str(defined.attr_text or "")
    if "," in text or "#REF" in text or "!" not in text or defined.hidden:
        return []
    title, _, address = text.rpartition("!")
    try:
        return [(title.strip("'").replace("''", "'"), Rect.parse(address))]
    except InputError:
        return []
