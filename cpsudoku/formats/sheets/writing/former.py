"""Records of how cells were before answers were written, so that they can be cleared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cpsudoku.formats.sheets.reading import answers
from cpsudoku.formats.sheets.reading.answers import FILL, FONT, WAS, AnswerRecord, record_former
from cpsudoku.formats.sheets.reading.sheet_picture import Place, SheetPicture
from cpsudoku.formats.sheets.writing.answer_styles import FormerLook
from cpsudoku.formats.sheets.writing.sheetxml import CellChange

_LONGEST = 40  # characters of a content that is recorded


def former_records(
    boards: Iterable[tuple[str, Iterable[Place]]],
    changes: Mapping[str, Mapping[Place, CellChange]],
    looks: Mapping[str, Mapping[Place, FormerLook]],
) -> Iterator[AnswerRecord]:
    """The records of the backgrounds and fonts that the cells of each board had."""
    for sheet, cells in boards:
        places: dict[tuple[str, str, str], list[Place]] = {}
        for place in cells:
            change, old = changes[sheet].get(place), looks.get(sheet, {}).get(place)
            if change is None or old is None:
                continue
            if old.fill is not None and change.look.fill not in (None, old.fill):
                places.setdefault((FILL, change.look.fill or "", old.fill), []).append(place)
            if old.new_font:
                places.setdefault((FONT, old.new_font, old.font), []).append(place)
        for key, same in places.items():
            yield record_former(sheet, answers.Former(*key, same))


def content_records(picture: SheetPicture, places: Iterable[Place]) -> Iterator[AnswerRecord]:
    """The records of what blank cells held: a zero, a dot, candidates."""
    records: dict[str, list[Place]] = {}
    for place in places:
        cell = picture.cell(*place)
        value = cell.value
        if cell.formula or cell.is_error or isinstance(value, bool):
            continue
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int):
            records.setdefault(f"n{value}", []).append(place)
        elif isinstance(value, str) and 0 < len(value) <= _LONGEST and value.isprintable():
            records.setdefault(f"t{value}", []).append(place)
    for old, same in records.items():
        yield record_former(picture.sheet, answers.Former(WAS, "", old, same))
