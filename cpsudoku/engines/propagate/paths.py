"""The family of automata: digits that lead from the first state to an end.

The states that are on a path are known at each depth of the search, together with the digits for
which they were found, so only layers beside a change are looked at again::

    | digits of the 1st cell .. of the last one | states before the 1st .. before the last | the end
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import inner, lowest
from cpsudoku.engines.propagate.excluding import keep
from cpsudoku.engines.propagate.layout import (
    DEPTH,
    FIRST,
    INNER,
    SCRATCH,
    SIZE,
    STATE_WORDS,
    STATES,
    WORD,
)

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows


@inner
def width(states: int) -> int:
    """The number of words of a set of states."""
    return (states + WORD - 1) // WORD


@inner
def length_of_states(p: Program, at: int) -> int:
    """The length of what is known of an automaton at one depth."""
    size: int = p[at + SIZE]
    length, here = size + 1, p[at + FIRST + size]
    for _ in range(size):
        length += width(p[here])
        here += p[here + 2]
    return length


@inner
def known_states(p: Program, at: int) -> int:
    """Where the states of an automaton at the current depth are."""
    place: int = p[STATES] + p[DEPTH] * p[STATE_WORDS] + p[at + FIRST + p[at + SIZE] + 1]
    return place


@inner
def open_states(p: Program, s: Rows, at: int) -> None:
    """Forget what is known of an automaton: a path may lead to every state."""
    size = p[at + SIZE]
    here = p[at + FIRST + size]
    digits = known_states(p, at)
    states = digits + size
    for i in range(size):
        s[digits + i] = 0
        left = p[here]
        while left > 0:
            s[states] = (1 << min(left, WORD)) - 1
            states += 1
            left -= WORD
        here += p[here + 2]
    s[states] = 1


@inner
def narrow_layers(p: Program, s: Rows, row: int, at: int) -> bool:
    """Keep the digits of the paths through the layers of an automaton."""
    size = p[at + SIZE]
    if p[at + INNER]:
        open_states(p, s, at)
    known, cells = known_states(p, at), at + FIRST
    first = 0
    while first < size and s[known + first] == s[row + p[cells + first]]:
        first += 1
    if first == size:
        return True
    here, states = p[cells + size], known + size
    for _ in range(first):
        states += width(p[here])
        here += p[here + 2]
    changed = p[SCRATCH]  # for each layer, whether it has lost a state
    for i in range(first + 1):
        p[changed + i] = 0
    for i in range(first, size):
        after = states + width(p[here])
        digits = s[row + p[cells + i]]
        p[changed + i + 1] = 0
        if p[changed + i] or s[known + i] != digits:
            if not reach(p, s, here, states, after, digits, changed + i + 1):
                return False
        here += p[here + 2]
        states = after
    after = states
    for i in range(size - 1, -1, -1):
        here -= p[here - 1]
        states = after - width(p[here])
        cell = p[cells + i]
        digits = s[row + cell]
        if p[changed + i] or p[changed + i + 1] or s[known + i] != digits:
            left = lead(p, s, here, states, after, digits, changed + i)
            if left == 0:
                return False
            s[known + i] = left
            if left != digits:
                keep(p, s, row, cell, left)
        elif i < first:
            break
        after = states
    return True


@inner
def reach(
    p: Program, s: Rows, here: int, states: int, after: int, digits: int, changed: int
) -> bool:
    """Keep the states of the next layer to which digits lead; False if there are none."""
    words = width(p[here + 1])
    number = 0
    found = changed + 1
    for word in range(words):
        p[found + word] = 0
    for word in range(states, after):
        left = s[word]
        while left:
            state = here + 3 + number + lowest(left)
            left &= left - 1
            for edge in range(here + p[state], here + p[state + 1], 2):
                p[found + (p[edge] >> 6)] |= (1 if p[edge + 1] & digits else 0) << (p[edge] & 63)
        number += WORD
    every = 0
    for word in range(words):
        reached = p[found + word] & s[after + word]
        every |= reached
        if reached != s[after + word]:
            s[after + word] = reached
            p[changed] = 1
    return bool(every)


@inner
def lead(p: Program, s: Rows, here: int, states: int, after: int, digits: int, changed: int) -> int:
    """Keep the states from which digits lead to the next layer. Returns these digits."""
    every = number = 0
    for word in range(states, after):
        left = s[word]
        while left:
            state = here + 3 + number + lowest(left)
            found = 0
            for edge in range(here + p[state], here + p[state + 1], 2):
                found |= p[edge + 1] & -(s[after + (p[edge] >> 6)] >> (p[edge] & 63) & 1)
            found &= digits
            every |= found
            if found == 0:
                s[word] &= ~(left & -left)
                p[changed] = 1
            left &= left - 1
        number += WORD
    return every
