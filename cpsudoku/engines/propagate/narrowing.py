"""What one record excludes, and alternatives between records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.amounts import narrow_amounts
from cpsudoku.engines.propagate.areas import narrow_area, narrow_marked
from cpsudoku.engines.propagate.between import narrow_between
from cpsudoku.engines.propagate.compile import inner
from cpsudoku.engines.propagate.counts import narrow_count
from cpsudoku.engines.propagate.digit_sets import narrow_sets
from cpsudoku.engines.propagate.excluding import keep
from cpsudoku.engines.propagate.houses import narrow_house, narrow_pair
from cpsudoku.engines.propagate.layout import (
    AMOUNTS,
    AREA,
    BETWEEN,
    CELLS,
    COUNTED,
    FIRST,
    HOUSE,
    KIND,
    LAYERS,
    LINEAR,
    MARKED,
    PAIR,
    QUIET,
    SETS,
    SIZE,
    WHERE,
)
from cpsudoku.engines.propagate.paths import narrow_layers
from cpsudoku.engines.propagate.sums import narrow_sum

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows


@inner
def narrow(p: Program, s: Rows, row: int, record: int, spare: int) -> bool:
    """Exclude what one record excludes. Two spare rows are at ``spare``.

    Of alternatives, this keeps the digits of at least one. They are never alternatives themselves.
    """
    at = p[p[WHERE] + record]
    kind = p[at + KIND]
    if kind == HOUSE:
        return narrow_house(p, s, row, at)
    if kind == SETS:
        return narrow_sets(p, s, row, at, record)
    if kind == LINEAR:
        return narrow_sum(p, s, row, at)
    if kind == PAIR:
        return narrow_pair(p, s, row, at)
    if kind == LAYERS:
        return narrow_layers(p, s, row, at)
    if kind == COUNTED:
        return narrow_count(p, s, row, at)
    if kind == AREA:
        return narrow_area(p, s, row, at)
    if kind == MARKED:
        return narrow_marked(p, s, row, at)
    if kind == AMOUNTS:
        return narrow_amounts(p, s, row, at)
    if kind == BETWEEN:
        return narrow_between(p, s, row, at)
    size = p[at + SIZE]
    cells = at + FIRST
    union = spare + p[CELLS]
    for i in range(cells, cells + size):
        s[union + p[i]] = 0
    here = cells + size + 1
    p[QUIET] = 1
    for _ in range(p[cells + size]):
        fits = True
        if p[here]:
            first = record - p[here + 1]
            inside = p[p[WHERE] + first]
            if p[inside + SIZE] == 1:  # most alternatives fail here, before all cells are copied
                s[spare + p[inside + FIRST]] = s[row + p[inside + FIRST]]
                fits = narrow(p, s, spare, first, spare)
        if fits:
            for i in range(cells, cells + size):
                s[spare + p[i]] = s[row + p[i]]
        for number in range(here + 1, here + 1 + p[here]):
            fits = fits and narrow(p, s, spare, record - p[number], spare)
        here += 1 + p[here]
        if fits:
            for i in range(cells, cells + size):
                s[union + p[i]] |= s[spare + p[i]]
    p[QUIET] = 0
    for i in range(cells, cells + size):
        cell = p[i]
        left = s[union + cell]
        if left == 0:
            return False
        if left != s[row + cell]:
            keep(p, s, row, cell, left)
    return True
