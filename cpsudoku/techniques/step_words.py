"""Cells, digits and candidates in the words of an explanation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.runtime.plural import listed
from cpsudoku.techniques.base import Step

PLURALS = {
    **{"row": "rows", "column": "columns", "box": "boxes", "region": "regions"},
    **{"window": "windows", "group": "groups", "grid": "grids"},
}


def cells_text(cells: Iterable[int], board: Board) -> str:
    """Cells as people write them: ``r1c23 and r5c2``; up to 9x9 a row's cells are joined.

    Samurai boards have rows beyond 9, too: there, ``r1012c7`` could be one row.
    """
    if max(board.height, board.width) > 9:
        return listed(board.cell_name(cell) for cell in sorted(set(cells)))
    rows: dict[int, list[int]] = {}
    for cell in sorted(set(cells)):
        row, column = board.row_column(cell)
        rows.setdefault(row, []).append(column)
    groups: dict[tuple[int, ...], list[int]] = {}
    for row, columns in rows.items():
        groups.setdefault(tuple(columns), []).append(row)
    return listed(
        f"r{''.join(str(r + 1) for r in group)}c{''.join(str(c + 1) for c in columns)}"
        for columns, group in groups.items()
    )


def digits_text(digits: Iterable[int], board: Board) -> str:
    """Digits in words: ``3``, ``3 and 7``, ``3, 5 and 7``; A is 10."""
    return listed(board.symbols[digit] for digit in sorted(set(digits)))


def any_digit_text(digits: Iterable[int], board: Board) -> str:
    """Alternative digits: ``3``, ``3 or 7``, ``3, 5 or 7``."""
    return listed((board.symbols[digit] for digit in sorted(set(digits))), "or")


def houses_text(houses: Iterable[int], board: Board) -> str:
    """Houses in words: ``row 1 and box 3``, ``rows 2, 5 and 8``."""
    kinds: dict[str, list[str]] = {}
    for house in houses:
        kind, _, number = board.houses[house].name.rpartition(" ")
        if "diagonal" in (kind, number):
            kind = f"the {kind}"
        kinds.setdefault(kind, []).append(number)
    return listed(
        f"{kind if len(numbers) == 1 else _plural(kind)} {listed(numbers)}"
        for kind, numbers in kinds.items()
    )


def _plural(kind: str) -> str:
    """The plural of ``row``, ``disjoint group`` or ``row 1 of grid``."""
    return re.sub(r"\w+$", lambda noun: PLURALS.get(noun[0], noun[0]), kind)


def digits_in(digits: Iterable[int], houses: Iterable[int], board: Board) -> str:
    """The start of a sentence: ``In row 8, the digits 6 and 8``; the noun parts the numbers."""
    several = set(digits)
    noun = "digits" if len(several) > 1 else "digit"
    return f"In {houses_text(houses, board)}, the {noun} {digits_text(several, board)}"


def candidates_text(candidates: Iterable[Candidate], board: Board) -> str:
    """Candidates by digit: ``3 in r1c23 and 5 in r4c4``."""
    return listed(f"{digit} in {cells}" for digit, cells in _cells_by_digit(candidates, board))


def removal_text(candidates: Iterable[Candidate], board: Board) -> str:
    """What is removed from where: ``3 from r1c23 and 5 and 7 from r4c4``."""
    digits: dict[str, list[str]] = {}
    for digit, cells in _cells_by_digit(candidates, board):
        digits.setdefault(cells, []).append(digit)
    return listed(f"{listed(those)} from {cells}" for cells, those in digits.items())


def effect_text(step: Step, board: Board) -> str:
    """What a step does: ``r1c2 = 5``, or ``remove 4 from r1c23``."""
    placed = ", ".join(
        f"{board.cell_name(cell)} = {board.symbols[digit]}" for cell, digit in step.placements
    )
    removed = f"remove {removal_text(step.eliminations, board)}" if step.eliminations else ""
    return "; ".join(part for part in (placed, removed) if part)


def dead_end_text(candidates: Candidates, no_digit: str, no_place: str) -> str:
    """Why a position has no solution: the first cell without a digit, or house without a place.

    ``no_digit`` has ``{cell}``, ``no_place`` has ``{digit}`` and ``{house}``. Empty if each cell
    has a candidate and each digit a place.
    """
    board = candidates.board
    for cell, (digit, marks) in enumerate(zip(candidates.cells, candidates.marks, strict=True)):
        if not digit and not marks:
            return no_digit.format(cell=board.cell_name(cell))
    for house, places in zip(board.houses, candidates.house_places, strict=True):
        held = {candidates.cells[cell] for cell in house.cells}
        for digit, cells in enumerate(places, 1):
            if not cells and digit not in held:
                return no_place.format(digit=board.symbols[digit], house=house.name)
    return ""


def seeing_text(candidates: Sequence[Candidate], board: Board, seen: str) -> str:
    """The same with the reason: ``3 from r1c2, which sees both``."""
    several = len({cell for cell, _ in candidates}) > 1
    return f"{removal_text(candidates, board)}, which see{'' if several else 's'} {seen}"


def _cells_by_digit(candidates: Iterable[Candidate], board: Board) -> Iterator[tuple[str, str]]:
    cells: dict[int, list[int]] = {}
    for cell, digit in candidates:
        cells.setdefault(digit, []).append(cell)
    for digit in sorted(cells):
        yield board.symbols[digit], cells_text(cells[digit], board)


def capital(text: str) -> str:
    """A sentence with a capital letter, unless it begins with the name of a cell."""
    return text if re.match(r"r\d+c\d", text) else text[0].upper() + text[1:]
