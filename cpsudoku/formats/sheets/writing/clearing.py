"""Removes from a workbook what cpsudoku wrote into it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from cpsudoku.formats.sheets.reading import excel, others
from cpsudoku.formats.sheets.reading.answers import FILL, LIST, WAS, AnswerRecord
from cpsudoku.formats.sheets.reading.damaged import refusing_damage
from cpsudoku.formats.sheets.reading.guard import OPENDOCUMENT, kind_of
from cpsudoku.formats.sheets.reading.sheet_picture import Place
from cpsudoku.formats.sheets.writing.answer_styles import NO_LOOK, UNWRITTEN, LookChange
from cpsudoku.formats.sheets.writing.editing import EDITED, editable
from cpsudoku.formats.sheets.writing.properties import is_described
from cpsudoku.formats.sheets.writing.sheetxml import CellChange
from cpsudoku.runtime.errors import InputError, Source, Unsupported


class Cleared(NamedTuple):
    """A workbook without answers: how many there were, in how many grids, and what was kept.

    ``marks`` counts the cells with pencilmarks that were removed, ``sheets`` the removed sheets.
    ``kept`` are the records of the answers that remain. ``unchanged`` counts the other cells with
    content.
    """

    data: bytes
    answers: int
    grids: int
    sheets: int
    kept: tuple[AnswerRecord, ...] = ()
    unchanged: int = 0
    marks: int = 0


def cleared(data: bytes, source: Source, sheets: Collection[str] | None = None) -> Cleared:
    """The workbook without the answers, pencilmarks, verdicts and sheets that cpsudoku wrote.

    A digit that somebody typed over an answer stays, and so does every other part of the file.
    ``sheets``: only the answers to the puzzles of these sheets. Raises Unsupported for a format
    that can only be read, InputError for a damaged file.
    """
    with refusing_damage(source):
        if kind_of(data, source) not in EDITED:
            raise Unsupported(
                "{source}: answers can be cleared only in .xlsx, .xlsm, .ods and .fods "
                "workbooks; save it as .xlsx first",
                source=source,
            )
        return _cleared(data, sheets)


def holds_answers(data: bytes) -> bool:
    """Whether a file is a workbook with answers that cpsudoku wrote."""
    try:
        with refusing_damage(Source()):
            return kind_of(data, Source()) in EDITED and bool(_written_in(data))
    except InputError:
        return False


def _written_in(data: bytes) -> list[tuple[AnswerRecord, dict[Place, str]]]:
    """What cpsudoku wrote into a workbook, each with the cells that still hold it."""
    kind = kind_of(data, Source())
    if kind in OPENDOCUMENT:
        return others.written_in(data, kind)
    return excel.written_in(data)


def _former(
    written: Collection[tuple[AnswerRecord, object]],
) -> tuple[dict[str, dict[Place, LookChange]], dict[str, dict[Place, int | str]]]:
    """The looks and the contents that cells had before, by sheet."""
    looks: dict[str, dict[Place, LookChange]] = {}
    contents: dict[str, dict[Place, int | str]] = {}
    for record, _ in written:
        former = record.former
        if former is None:
            continue
        kind, new, old, places = former
        if kind == WAS:
            value = int(old[1:]) if old.startswith("n") else old[1:]
            contents.setdefault(record.sheet, {}).update(dict.fromkeys(places, value))
            continue
        of_sheet = looks.setdefault(record.sheet, {})
        for place in places:
            look = of_sheet.get(place, NO_LOOK)
            if kind == FILL:
                of_sheet[place] = replace(look, fill=old, over=new)
            else:
                of_sheet[place] = replace(look, font=old, over_font=new)
    return looks, contents


def _with_old(look: LookChange, old: LookChange) -> LookChange:
    """The look of a cleared cell, with its old background and font as far as they are known."""
    fill, over = (old.fill, old.over) if old.fill is not None else (look.fill, look.over)
    return replace(look, fill=fill, over=over, font=old.font, over_font=old.over_font)


def _cleared(data: bytes, sheets: Collection[str] | None) -> Cleared:
    written = _written_in(data)
    gone = [one for one in written if sheets is None or one[0].belongs_to(sheets)]
    if not gone and not is_described(data):
        return Cleared(data, 0, 0, 0, tuple(record for record, _ in written))
    book = editable(data, Source())
    changes: dict[str, dict[Place, CellChange]] = {}
    looks, contents = _former(gone)
    for record, places in gone:
        if record.is_sheet or record.former is not None:
            continue
        look = UNWRITTEN if record.text != LIST else NO_LOOK
        old, was = looks.get(record.sheet, {}), contents.get(record.sheet, {})
        for place, left in places.items():
            value = was.get(place, left or None)
            new = CellChange(value, _with_old(look, old.get(place, NO_LOOK)), clears=value is None)
            changes.setdefault(record.sheet, {})[place] = new
    for sheet, of_sheet in looks.items():
        own = changes.setdefault(sheet, {})
        rest = of_sheet.keys() - own.keys()
        own.update((place, CellChange(None, of_sheet[place])) for place in rest)
    for sheet, cells in changes.items():
        if cells:
            book.change(sheet, cells)
    added = [record.sheet for record, _ in gone if record.is_sheet]
    book.drop_sheets(added)
    kept = tuple(one[0] for one in written if one not in gone)
    book.record(kept)
    book.describe((), sheets)
    grids = [one for one in gone if not one[0].is_sheet and one[0].former is None]
    marks = sum(len(places) for record, places in grids if record.is_pencilled)
    answers = sum(len(places) for record, places in grids if record.text != LIST) - marks
    saved = book.save()
    return Cleared(saved, answers, len(grids), len(added), kept, book.unchanged, marks)
