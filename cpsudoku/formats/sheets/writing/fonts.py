"""The font of answers: that of the givens of their board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from cpsudoku.formats.sheets.reading.sheet_picture import Place
from cpsudoku.formats.sheets.writing.answer_styles import NO_LOOK
from cpsudoku.formats.sheets.writing.sheetxml import CellChange


def with_fonts(
    changes: Mapping[Place, CellChange], font_of: Callable[[Place], str]
) -> dict[Place, CellChange]:
    """The changes, whose looks have the usual font of the cells that they are like."""
    usual: dict[tuple[Place, ...], str] = {}
    found = dict(changes)
    for place, change in changes.items():
        if not change.like or change.look == NO_LOOK:
            continue
        if change.like not in usual:
            usual[change.like] = Counter(map(font_of, change.like)).most_common(1)[0][0]
        if usual[change.like] != font_of(place):
            found[place] = replace(change, look=replace(change.look, font=usual[change.like]))
    return found
