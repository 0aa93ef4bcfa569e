"""What single rules exclude in a position, each found once."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.candidates import Candidates, digits_of, once
from cpsudoku.core.constraints.base import Constraint, Elimination
from cpsudoku.runtime.language import ENGLISH, speaking

Domains = dict[int, tuple[int, ...]]


def domains_of(candidates: Candidates) -> Domains:
    """The values that each cell and each variable of a layer can still have, as rules read them."""
    return once(candidates.memo, "domains", lambda: _domains(candidates))


def _domains(candidates: Candidates) -> Domains:
    least = candidates.board.lowest - 1
    cells = zip(candidates.cells, candidates.marks, strict=True)
    found = {
        cell: (digit + least,) if digit else values_of_marks(marks, least)
        for cell, (digit, marks) in enumerate(cells)
    }
    return _with_layers(candidates, found) if candidates.puzzle.board.layers else found


def _with_layers(candidates: Candidates, domains: Domains) -> Domains:
    """The domains with those of the variables, as far as single rules restrict them by the digits.

    The digits are not changed.
    """
    board = candidates.puzzle.board
    for number in range(len(board), board.total):
        domains[number] = values_of_marks(board.domains[number], board.lowest - 1)
    is_open = True
    while is_open:
        is_open = False
        for number, rule, cells in layered(candidates):
            for each in _narrowed(candidates, number, rule, cells, domains):
                if each.cell >= len(board) and each.value in domains[each.cell]:
                    left = (value for value in domains[each.cell] if value != each.value)
                    domains[each.cell], is_open = tuple(left), True
    return domains


def _narrowed(
    candidates: Candidates, number: int, rule: Constraint, cells: tuple[int, ...], domains: Domains
) -> tuple[Elimination, ...]:
    """What one rule excludes. The result is kept until something changes in its cells."""
    known: dict[int, tuple[tuple[tuple[int, ...], ...], tuple[Elimination, ...]]] = once(
        candidates.shared, "narrowed", dict
    )
    key = tuple([domains[cell] for cell in cells])
    if number not in known or known[number][0] != key:
        with speaking(ENGLISH):  # kept for readers of every language
            known[number] = key, tuple(rule.narrow(domains)) if all(key) else ()
    return known[number][1]


def layered(candidates: Candidates) -> tuple[tuple[int, Constraint, tuple[int, ...]], ...]:
    """The rules about layers, too: number, rule, and its cells and variables without repeats."""
    return once(candidates.shared, "layered", lambda: tuple(_layered(candidates)))


def _layered(candidates: Candidates) -> Iterator[tuple[int, Constraint, tuple[int, ...]]]:
    rules = set(map(id, candidates.puzzle.layered_rules))
    for number, rule in enumerate(candidates.puzzle.constraints):
        if id(rule) in rules:
            yield number, rule, tuple(dict.fromkeys(rule.cells))


def values_of_marks(marks: int, least: int) -> tuple[int, ...]:
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
    count = len(candidates.cells)
    if cells and max(cells) >= count:
        found = _narrowed(candidates, number, rule, cells, domains_of(candidates))
        return tuple(each for each in found if each.cell < count)
    known: dict[int, tuple[tuple[int, ...], tuple[Elimination, ...]]] = once(
        candidates.shared, "excluded", dict
    )
    key = position_key(candidates, cells)
    if number not in known or known[number][0] != key:
        with speaking(ENGLISH):  # kept for readers of every language
            known[number] = key, tuple(rule.narrow(domains_of(candidates)))
    return known[number][1]
