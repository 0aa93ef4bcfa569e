"""Digits that a rule needs in some of its cells, in every way to fill them."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.candidates import Candidates, once
from cpsudoku.techniques.rules.narrowing import domains_of, position_key, ruling


def needed_digits(candidates: Candidates) -> Iterator[tuple[int, int, int]]:
    """The number of the rule, the digit, and the open cells that can hold it; not yet placed."""
    known: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = once(
        candidates.shared, "needed", dict
    )
    shift = 1 - candidates.board.lowest
    for number, rule, cells in ruling(candidates):
        key = position_key(candidates, cells)
        if number not in known or known[number][0] != key:
            known[number] = key, tuple(rule.needed(domains_of(candidates)))
        open_cells = sum(1 << cell for cell in cells) & candidates.empty
        for value in known[number][1]:
            digit = value + shift
            if not any(candidates.cells[cell] == digit for cell in cells):
                places = candidates.places[digit - 1] & open_cells
                if places:
                    yield number, digit, places
