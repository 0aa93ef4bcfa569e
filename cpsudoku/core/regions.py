"""The regions of a jigsaw, as one symbol per cell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from math import isqrt

from cpsudoku.runtime.errors import BadShape, quoted
from cpsudoku.runtime.plural import plural


def numbered_regions(regions: str | Iterable[Iterable[object]]) -> tuple[tuple[int, ...], ...]:
    """The number of the region of each cell, in rows. Regions are numbered from 0 as they appear.

    regions: rows of symbols, or one text, as ``Board.jigsaw`` takes them. Raises BadShape if the
    rows do not make a square, or a region does not have as many cells as a row.
    """
    rows = _rows_of_text(regions) if isinstance(regions, str) else [list(row) for row in regions]
    size = len(rows)
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise BadShape(
                "row {number} of the regions has {count} cells, needs {size}",
                number=number,
                count=len(row),
                size=size,
            )
    every = list(chain.from_iterable(rows))
    order = {symbol: place for place, symbol in enumerate(dict.fromkeys(every))}
    for symbol in order:
        count = every.count(symbol)
        if count != size:
            found = plural(count, "cell")
            raise BadShape(
                "region {symbol} has {found}; each needs {size}",
                symbol=quoted(symbol),
                found=found,
                size=size,
            )
    return tuple(tuple(map(order.__getitem__, row)) for row in rows)


def _rows_of_text(text: str) -> list[list[object]]:
    """The rows of a text; raises BadShape."""
    rows = re.split(r"[/\s]+", text.strip(" \t\r\n/"))
    if len(rows) == 1:
        size = isqrt(len(rows[0]))
        if not size or size * size != len(rows[0]):
            raise BadShape("{count} symbols do not make a square of regions", count=len(rows[0]))
        rows = [rows[0][start : start + size] for start in range(0, size * size, size)]
    return [list(row) for row in rows]
