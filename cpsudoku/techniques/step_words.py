"""Cells, digits and candidates in the words of an explanation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.house_words import DIAGONALS, house_name, of_kind
from cpsudoku.runtime import lists
from cpsudoku.runtime.language import counted, marked, translated
from cpsudoku.techniques.base import Step

capital, listed = lists.capital, lists.listed
separated, one_by_one = lists.separated, lists.one_by_one

NUMBERS = {
    **{2: marked("two"), 3: marked("three"), 4: marked("four")},
    **{5: marked("five"), 6: marked("six"), 7: marked("seven")},
}


def joined(clauses: Iterable[str]) -> str:
    """Clauses in one sentence: ``r1c2 sees r1c5, and r3c2 is 4``."""
    first, *more = clauses
    for clause in more:
        first = translated("{most}, and {last}", most=first, last=clause)
    return first


def sentences(*parts: str) -> str:
    """The sentences that are not empty, one after another."""
    first, *more = (part for part in parts if part)
    for part in more:
        first = translated("{sentences} {sentence}", sentences=first, sentence=part)
    return first


def cells_text(cells: Iterable[int], board: Board) -> str:
    """Cells as people write them: ``r1c23 and r5c2``; up to 9x9 a row's cells are joined.

    Samurai boards have rows beyond 9, too: there, ``r1012c7`` could be one row.
    """
    return listed(cell_groups(cells, board))


def cell_groups(cells: Iterable[int], board: Board) -> list[str]:
    """The parts of ``cells_text``: ``r1c23``, ``r5c2``."""
    if max(board.height, board.width) > 9:
        return [board.cell_name(cell) for cell in sorted(set(cells))]
    rows: dict[int, list[int]] = {}
    for cell in sorted(set(cells)):
        row, column = board.row_column(cell)
        rows.setdefault(row, []).append(column)
    groups: dict[tuple[int, ...], list[int]] = {}
    for row, columns in rows.items():
        groups.setdefault(tuple(columns), []).append(row)
    return [
        f"r{''.join(str(r + 1) for r in group)}c{''.join(str(c + 1) for c in columns)}"
        for columns, group in groups.items()
    ]


def digits_text(digits: Iterable[int], board: Board) -> str:
    """Digits in words: ``3``, ``3 and 7``, ``3, 5 and 7``; A is 10."""
    return listed(board.symbols[digit] for digit in sorted(set(digits)))


def any_digit_text(digits: Iterable[int], board: Board) -> str:
    """Alternative digits: ``3``, ``3 or 7``, ``3, 5 or 7``."""
    return listed((board.symbols[digit] for digit in sorted(set(digits))), "or")


def houses_text(houses: Iterable[int], board: Board) -> str:
    """Houses in words: ``row 1 and box 3``, ``rows 2, 5 and 8``, ``the rising diagonal``."""
    kinds: dict[str, list[str]] = {}
    for house in houses:
        name = board.houses[house].name
        kind, _, number = (name, "", name) if name in DIAGONALS else name.rpartition(" ")
        kinds.setdefault(kind, []).append(number)
    return listed(of_kind(kind, names) for kind, names in kinds.items())


def shared_house(cells: int, board: Board) -> str:
    """``row 1``: the first house that all these cells are in; empty if there is none.

    cells: a set of cells, as bits.
    """
    houses = board.common_houses(cells)
    return houses_text(houses[:1], board) if houses else ""


def only_in(digits: Iterable[int], houses: Iterable[int], board: Board, cells: str) -> str:
    """The start of a sentence: ``In row 8, the digits 6 and 8 can only be in r8c23``."""
    several = set(digits)
    return counted(
        "In {houses}, the digit {digits} can only be in {cells}",
        "In {houses}, the digits {digits} can only be in {cells}",
        len(several),
        houses=houses_text(houses, board),
        digits=digits_text(several, board),
        cells=cells,
    )


def candidates_text(candidates: Iterable[Candidate], board: Board) -> str:
    """Candidates by digit: ``3 in r1c23 and 5 in r4c4``."""
    return lists.phrases(
        translated("{digits} in {cells}", digits=digit, cells=listed(cells))
        for digit, cells in _cells_by_digit(candidates, board)
    )


def by_cells_text(candidates: Iterable[Candidate], board: Board) -> str:
    """Candidates by cells: ``3 in r1c23 and 5 and 7 in r4c4``."""
    return lists.phrases(
        translated("{digits} in {cells}", digits=listed(digits), cells=listed(cells))
        for cells, digits in _digits_by_cells(candidates, board).items()
    )


def removal_text(candidates: Iterable[Candidate], board: Board) -> str:
    """What is removed from where: ``3 from r1c23 and 5 from r4c4``.

    Semicolons stand between parts that have lists: ``3 from r1c23; 5 and 7 from r4c4``.
    """
    found = _digits_by_cells(candidates, board)
    has_lists = any(len(cells) > 1 or len(digits) > 1 for cells, digits in found.items())
    return (one_by_one if has_lists else lists.phrases)(_removals(found))


def remove_text(candidates: Iterable[Candidate], board: Board) -> str:
    """The last sentence of most explanations, ``Remove 3 from r1c23``."""
    return translated("Remove {gone}.", gone=removal_text(candidates, board))


def remove_seeing(candidates: Sequence[Candidate], board: Board, seen: str) -> str:
    """The same with the reason, ``Remove 3 from r1c2, which sees both``."""
    return translated("Remove {gone}.", gone=seeing_text(candidates, board, seen))


def seeing_text(candidates: Sequence[Candidate], board: Board, seen: str) -> str:
    """What is removed with the reason: ``3 from r1c2, which sees both``.

    The reason is about all of it, so no part is set apart by a semicolon.
    """
    return counted(
        "{gone}, which sees {seen}",
        "{gone}, which see {seen}",
        len({cell for cell, _ in candidates}),
        gone=lists.phrases(_removals(_digits_by_cells(candidates, board))),
        seen=seen,
    )


def effect_text(step: Step, board: Board) -> str:
    """What a step does: ``r1c2 = 5``, or ``remove 4 from r1c23``."""
    placed = ", ".join(
        f"{board.cell_name(cell)} = {board.symbols[digit]}" for cell, digit in step.placements
    )
    gone = removal_text(step.eliminations, board) if step.eliminations else ""
    removed = translated("remove {gone}", gone=gone) if gone else ""
    return one_by_one(part for part in (placed, removed) if part)


def dead_end_text(candidates: Candidates, no_digit: str, no_place: str) -> str:
    """Why a position has no solution: the first cell without a digit, or house without a place.

    ``no_digit`` has ``{cell}``, ``no_place`` has ``{digit}`` and ``{house}``. Empty if each cell
    has a candidate and each digit a place.
    """
    board = candidates.board
    for cell, (digit, marks) in enumerate(zip(candidates.cells, candidates.marks, strict=True)):
        if not digit and not marks:
            return translated(no_digit, cell=board.cell_name(cell))
    for house, places in zip(board.houses, candidates.house_places, strict=True):
        held = {candidates.cells[cell] for cell in house.cells}
        for digit, cells in enumerate(places, 1):
            if not cells and digit not in held:
                name, symbol = house_name(house.name), board.symbols[digit]
                return translated(no_place, digit=symbol, house=name)
    return ""


def _removals(found: dict[tuple[str, ...], list[str]]) -> Iterator[str]:
    for cells, digits in found.items():
        yield translated("{digits} from {cells}", digits=listed(digits), cells=listed(cells))


def _cells_by_digit(
    candidates: Iterable[Candidate], board: Board
) -> Iterator[tuple[str, tuple[str, ...]]]:
    cells: dict[int, list[int]] = {}
    for cell, digit in candidates:
        cells.setdefault(digit, []).append(cell)
    for digit in sorted(cells):
        yield board.symbols[digit], tuple(cell_groups(cells[digit], board))


def _digits_by_cells(
    candidates: Iterable[Candidate], board: Board
) -> dict[tuple[str, ...], list[str]]:
    digits: dict[tuple[str, ...], list[str]] = {}
    for digit, cells in _cells_by_digit(candidates, board):
        digits.setdefault(cells, []).append(digit)
    return digits
