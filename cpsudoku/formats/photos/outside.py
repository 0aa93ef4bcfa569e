"""Notices numbers beside the rows and columns of a grid, as in a sandwich or skyscraper puzzle."""

from __future__ import annotations

import numpy as np

from cpsudoku.formats.photos.cells import PIXELS
from cpsudoku.formats.photos.flat import CELL
from cpsudoku.formats.photos.network import BLANK, DIGITS, digit_classes
from cpsudoku.formats.photos.raster import Floats
from cpsudoku.runtime.words import worded

INSET = (CELL - PIXELS) // 2
GAP = 4  # pixels beside each side of a cell outside the grid, in which there is nothing
LINE = 7  # pixels from the grid outwards, in which the half of its border lies
DARK, BLACK = 0.3, 0.7  # the ink of a part of a number, and of its darkest part
FEWEST = 2  # numbers at one side; a single one may be that of a page


def numbers_outside(ink: Floats) -> list[str]:
    """The sides of a grid beside which there are numbers for some of its rows or columns.

    ink: that of a Flat. If one side has the numbers of all rows in order, there are none.
    """
    size = len(ink) - 2
    strips = {
        "above": (ink[0, 1:-1], np.s_[:, : CELL - LINE]),
        "below": (ink[-1, 1:-1], np.s_[:, LINE:]),
        worded("left of"): (ink[1:-1, 0], np.s_[:, :, : CELL - LINE]),
        worded("right of"): (ink[1:-1, -1], np.s_[:, :, LINE:]),
    }
    found = dict[str, Floats]()
    for side, (cells, outer) in strips.items():
        middles = cells[:, INSET:-INSET, INSET:-INSET]
        classes = digit_classes(middles, size).argmax(axis=1)
        classes[middles.max(axis=(1, 2)) < BLACK] = BLANK
        if _is_free_around(cells[outer], is_column=side.endswith("of")):
            found[side] = classes
    names = np.array(DIGITS[:size])
    if any(np.mean(classes == names) > 0.5 for classes in found.values()):
        return []
    return [side for side, classes in found.items() if np.sum(classes != BLANK) >= FEWEST]


def _is_free_around(cells: Floats, is_column: bool) -> bool:
    """Whether nothing crosses the sides between these cells, as lines of text would."""
    ink = cells.max(axis=(0, 2) if is_column else (0, 1))
    return bool(max(ink[:GAP].max(), ink[-GAP:].max()) < DARK)
