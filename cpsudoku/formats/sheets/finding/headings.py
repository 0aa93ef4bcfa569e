"""Headings of boards that say that a board holds, or is for, the solution of a puzzle."""

from __future__ import annotations

import re

from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place, SheetPicture
from cpsudoku.runtime.words import worded

_LONGEST = 60  # characters of a heading
_NEAR = 3  # rows above a board, or columns before it
_SOLUTION = re.compile(
    r"\b(?:solution|solutions|solved|answers?|solución|solucion|soluciones|soluzione|soluzioni"
    r"|solução|oplossing|løsning|lösung|loesung|rozwiązanie|řešení|megoldás|решение|відповідь"
    r"|lời giải|đáp án)\b|解答|答え|正解",
    re.IGNORECASE,
)


def solution_heading(picture: SheetPicture, window: Window) -> str:
    """The text above or before a board, or its sheet's name, that says solution; else empty."""
    top, left, bottom, right = window.rect

    def is_near(place: Place) -> bool:
        row, column = place
        above = top - _NEAR <= row < top and left - 1 <= column <= right
        return above or (left - _NEAR <= column < left and top - 1 <= row <= bottom)

    for place, text in picture.texts.items():
        if is_near(place) and len(text) <= _LONGEST and _SOLUTION.search(text):
            return repr(text.strip())
    return (
        worded("the name of the sheet, {sheet}", sheet=repr(picture.sheet))
        if _SOLUTION.search(picture.sheet)
        else ""
    )
