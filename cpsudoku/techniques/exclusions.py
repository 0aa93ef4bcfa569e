"""Which candidates exclude each other: by houses, cages, and relations of two cells.

A candidate is the bit ``cell * size + digit - 1``, so that sets of candidates are ints.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of, once
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.puzzle import Puzzle


def exclusions(candidates: Candidates) -> tuple[int, ...]:
    """For each candidate of a puzzle, those that cannot be true together with it."""
    return once(candidates.shared, "exclusions", lambda: _exclusions(candidates.puzzle))


def _exclusions(puzzle: Puzzle) -> tuple[int, ...]:
    board = puzzle.board_with_rules
    size = board.size
    inside = (1 << size) - 1
    found = []
    for cell in range(len(board)):
        own = inside << cell * size
        same = sum(1 << peer * size for peer in board.peers[cell])
        found += [(own | same << index) & ~(1 << cell * size + index) for index in range(size)]
    for _, rule in puzzle.cell_rules:
        for pair in rule.pairs():
            if pair.one != pair.other:
                _add(found, board, pair.one, pair.other, _allowed(board, pair.holds))
    return tuple(found)


Matrix = tuple[int, ...]  # for each digit of one cell, the excluded digits of the other


def _allowed(board: Board, holds: object) -> tuple[Matrix, Matrix]:
    """The excluded digits in both directions, once for each relation."""
    return once(board.tables, f"excluded {id(holds)}", lambda: (*_matrix(board, holds), holds))[:2]


def _matrix(board: Board, holds: object) -> tuple[Matrix, Matrix]:
    assert callable(holds)
    values = board.values
    forward = tuple(
        sum(1 << i for i, other in enumerate(values) if not holds(one, other)) for one in values
    )
    backward = tuple(
        sum(1 << i for i, one in enumerate(values) if not holds(one, other)) for other in values
    )
    return forward, backward


def _add(
    found: list[int], board: Board, one: int, other: int, matrices: tuple[Matrix, Matrix]
) -> None:
    size = board.size
    for cell, mate, matrix in ((one, other, matrices[0]), (other, one, matrices[1])):
        for index, excluded in enumerate(matrix):
            found[cell * size + index] |= excluded << mate * size


def all_candidates(candidates: Candidates) -> int:
    """The candidates of all empty cells."""
    size = candidates.board.size
    found = 0
    for cell in range(len(candidates.marks) - 1, -1, -1):
        found = found << size | candidates.marks[cell]
    return found


def named(nodes: int, size: int) -> tuple[Candidate, ...]:
    """A set of candidates as cells and digits."""
    return tuple((node // size, node % size + 1) for node in bits(nodes))


def cause(candidates: Candidates, one: Candidate, other: Candidate) -> str:
    """Why two candidates exclude each other: ``""`` if their cells see each other, or a rule."""
    if one[1] == other[1] and candidates.board.peer_cells[one[0]] >> other[0] & 1:
        return ""
    return next(
        (rule.named for _, rule in candidates.puzzle.cell_rules if _relates(rule, one, other)), ""
    )


def relates(rule: Constraint) -> bool:
    """Whether a rule relates two cells."""
    return any(pair.one != pair.other for pair in rule.pairs())


def _relates(rule: Constraint, one: Candidate, other: Candidate) -> bool:
    shift = rule.board.lowest - 1
    for pair in rule.pairs():
        for (a, x), (b, y) in ((one, other), (other, one)):
            if (pair.one, pair.other) == (a, b) and not pair.holds(x + shift, y + shift):
                return True
    return False


def cases_of_houses(candidates: Candidates) -> Iterator[tuple[int, int, int]]:
    """The places of each digit of each house: house, digit, cells; two places or more."""
    for house in candidates.board.search_order:
        for index, places in enumerate(candidates.house_places[house]):
            if places & (places - 1):
                yield house, index + 1, places


def candidates_of_cell(candidates: Candidates, cell: int) -> Iterator[Candidate]:
    """The candidates of a cell."""
    for digit in digits_of(candidates.marks[cell]):
        yield cell, digit
