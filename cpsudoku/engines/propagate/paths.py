"""The family of automata: digits that lead from the first state to an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import inner
from cpsudoku.engines.propagate.excluding import keep
from cpsudoku.engines.propagate.layout import FIRST, SCRATCH, SIZE

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows


@inner
def narrow_layers(p: Program, s: Rows, row: int, at: int) -> bool:
    """Keep the digits of the paths through the layers of an automaton.

    A state is 0 unless a path leads to it, and 0 again unless one also leads from it to the end,
    which makes it -1. Digits are not tested, since branches would be mispredicted.
    """
    size = p[at + SIZE]
    cells = at + FIRST
    here = p[cells + size]
    now = p[SCRATCH]
    p[now] = 1
    for i in range(size):
        digits = s[row + p[cells + i]]
        states, nexts, length = p[here], p[here + 1], p[here + 2]
        after = now + states
        for state in range(after, after + nexts):
            p[state] = 0
        for state in range(states):
            if p[now + state]:
                first = here + 3 + state
                for edge in range(here + p[first], here + p[first + 1], 2):
                    p[after + p[edge]] |= digits & p[edge + 1]
        here += length
        now = after
    if p[now] == 0:
        return False
    p[now] = -1
    for i in range(size - 1, -1, -1):
        cell = p[cells + i]
        digits = s[row + cell]
        after = now
        here -= p[here - 1]
        states = p[here]
        now -= states
        left = 0
        for state in range(states):
            if p[now + state]:
                first = here + 3 + state
                found = 0
                for edge in range(here + p[first], here + p[first + 1], 2):
                    found |= p[after + p[edge]] & p[edge + 1]
                found &= digits
                p[now + state] = -1 if found else 0
                left |= found
        if left != digits:
            if left == 0:
                return False
            keep(p, s, row, cell, left)
    return True
