"""Reserves room in a program."""

from __future__ import annotations

from cpsudoku.engines.propagate.compile import Program, inner
from cpsudoku.engines.propagate.layout import CAPACITY, END


@inner
def take(p: Program, name: int, size: int) -> bool:
    """Reserve some numbers, all 0; False if the program has no room for them."""
    start = p[END]
    if start + size > p[CAPACITY]:
        return False
    p[name] = start
    p[END] = start + size
    for i in range(start, start + size):
        p[i] = 0
    return True
