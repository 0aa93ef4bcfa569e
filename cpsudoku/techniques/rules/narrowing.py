"""What single rules exclude in a position, each found once."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.candidates import Candidates, digits_of, once
from cpsudoku.core.constraints.base import Constraint, Elimination
from cpsudoku.runtime.language import ENGLISH, speaking


def domains_of(candidates: Candidates) -> dict[int, tuple[int, ...]]:
    """The values that each cell can still have, as rules read them."""
    return once(candidates.memo, "domains", lambda: _domains(candidates))


def _domains(candidates: Candidates) -> dict[int, tuple[int, ...]]:
    least = candidates.board.lowest - 1
    cells = zip(candidates.cells, candidates.marks, strict=True)
    return {
        cell: (digit + least,) if digit else values_of(marks, least)
        for cell, (digit, marks) in enumerate(cells)
    }


def values_of(marks: int, least: int) -> tuple[int, ...]:
    """The values of a set of digits. ``least`` is the lowest value minus 1."""
    digits = digits_of(marks)
    return digits if not least else tuple(digit + least for digit in digits)


def ruling(candidates: Candidates) -> tuple[tuple[int, Constraint, tuple[int, ...]], ...]:
    """The rules that say more than their houses: number, rule, and its cells without repeats."""
    return once(candidates.shared, "ruling", lambda: tuple(_ruling(candidates)))


def _ruling(candidates: Candidates) -> Iterator[tuple[int, Constraint, tuple[int, ...]]]:
    for number, rule in candidates.puzzle.cell_rules:
        if not rule.only_houses:
            yield number, rule, tuple(dict.fromkeys(rule.cells))


def position_key(candidates: Candidates, cells: tuple[int, ...]) -> tuple[int, ...]:
    """What is known about some cells: the candidates of an empty one, or minus its digit."""
    filled, marks = candidates.cells, candidates.marks
    return tuple([-filled[cell] or marks[cell] for cell in cells])


def excluded_by(
    candidates: Candidates, number: int, rule: Constraint, cells: tuple[int, ...]
) -> tuple[Elimination, ...]:
    """What one rule excludes. The result is kept until something changes in its cells."""
    known: dict[int, tuple[tuple[int, ...], tuple[Elimination, ...]]] = once(
        candidates.shared, "excluded", dict
    )
    key = position_key(candidates, cells)
    if number not in known or known[number][0] != key:
        with speaking(ENGLISH):  # kept for readers of every language
            known[number] = key, tuple(rule.narrow(domains_of(candidates)))
    return known[number][1]
