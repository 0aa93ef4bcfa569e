"""Lists possible typing mistakes, and how likely each is.

Each mistake is an edit of some cells. The prover decides which edits make the puzzle proper.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.diagnosing.base import ClueEdit, Edit

Typo = tuple[str, tuple[Edit, ...], str]
"""The kind of a mistake, its edits, and its row or column."""

# Digits that look alike on paper or screen, or are neighbours on the keyboard.
ALIKE = {frozenset(pair) for pair in ((1, 7), (3, 8), (5, 6), (6, 8), (6, 9), (8, 9), (4, 9))}
BESIDE = {frozenset((d, d + 1)) for d in range(1, 9)} | {frozenset((d, d + 3)) for d in range(1, 7)}
KINDS = ("twice", "change", "move", "swap", "shift", "pair")  # most likely first


def changes(cells: bytes, board: Board, touched: set[int]) -> Iterator[Typo]:
    """Another digit for one of the givens."""
    for cell in sorted(touched):
        for digit in range(1, board.size + 1):
            if digit != cells[cell]:
                yield "change", (Edit(cell, cells[cell], digit),), ""


def swaps(cells: bytes, board: Board, touched: set[int]) -> Iterator[Typo]:
    """Givens moved to the next cell, and neighbouring givens swapped."""
    for cell, other in board.neighbours:
        here, there = cells[cell], cells[other]
        if here != there and touched & {cell, other}:
            kind = "swap" if here and there else "move"
            yield kind, (Edit(cell, here, there), Edit(other, there, here)), ""


def shifts(cells: bytes, board: Board, touched: set[int]) -> Iterator[Typo]:
    """Three or more cells of a row or column, moved by one cell.

    A blank was left out at one end and added at the other.
    """
    for house in (board.houses[number] for number in board.lines):
        for first, last in combinations(range(len(house.cells)), 2):
            part = house.cells[first : last + 1]
            if len(part) < 3 or not touched & set(part):
                continue
            digits = [cells[cell] for cell in part]
            for turned in _turned(digits):
                yield "shift", _edits(cells, part, turned), house.name


def _turned(digits: list[int]) -> Iterator[list[int]]:
    """The digits moved by one place either way, if no digit is lost and two or more move."""
    if sum(map(bool, digits)) > 1:
        if not digits[0]:
            yield [*digits[1:], 0]
        if not digits[-1]:
            yield [0, *digits[:-1]]


def doubled(cells: bytes, board: Board) -> Iterator[Typo]:
    """Rows and columns with two or more givens that repeat the one before.

    The line was entered twice: instead of another, or before the others, so that the last is lost.
    """
    for numbers in (board.rows, board.columns):
        lines = [board.houses[number] for number in numbers]
        digits = [[cells[cell] for cell in line.cells] for line in lines]
        for n in range(1, len(lines)):
            if digits[n] == digits[n - 1] and sum(map(bool, digits[n])) > 1:
                blank = [0] * len(digits[n])
                yield "twice", _edits(cells, lines[n].cells, blank), lines[n].name
                cells_after = [cell for line in lines[n:] for cell in line.cells]
                closed = [digit for line in [*digits[n + 1 :], blank] for digit in line]
                overlap = len(set(cells_after)) < len(cells_after)  # grids that share cells
                if any(any(line) for line in digits[n + 1 :]) and not overlap:
                    yield "twice", _edits(cells, cells_after, closed), lines[n].name


def _edits(cells: bytes, places: list[int] | tuple[int, ...], after: list[int]) -> tuple[Edit, ...]:
    pairs = zip(places, after, strict=True)
    return tuple(Edit(cell, cells[cell], digit) for cell, digit in pairs if cells[cell] != digit)


def applied(cells: bytes, edits: tuple[Edit, ...]) -> bytes:
    """The givens after these edits."""
    out = bytearray(cells)
    for edit in edits:
        out[edit.cell] = edit.after
    return bytes(out)


def unlikelihood(kind: str, edits: tuple[Edit, ...]) -> tuple[int, ...]:
    """A sort key that puts the most likely mistake first."""
    if kind in ("change", "pair"):
        steps = [_distance(edit.before, edit.after) for edit in edits]
        return (KINDS.index(kind), sum(steps), *(edit.cell for edit in edits))
    # of the shifts in a line, the one that moves the most digits is the most likely
    moved = sum(edit.after != 0 for edit in edits)
    return (KINDS.index(kind), -moved if kind == "shift" else 0, *(edit.cell for edit in edits))


def clue_unlikelihood(clue: ClueEdit, is_proper: bool, is_removable: bool) -> tuple[int, ...]:
    """A sort key for a clue that changes or is left out. It compares with ``unlikelihood``.

    A wrong value is as likely as a wrong given. If the other clues make the puzzle proper without
    it, it is the likeliest. Corrections that leave several solutions come last.
    """
    if clue.after is None:
        return (len(KINDS) + (not is_proper), 0, 0, clue.number)
    before, after = clue.values
    kind = KINDS.index("change") if is_proper else len(KINDS)
    if not (before.isdecimal() and after.isdecimal()):
        return (kind, 2, not is_removable, clue.number)
    apart = abs(int(before) - int(after))
    return (kind, _slip(before, after), not is_removable, apart, clue.number)


def _slip(before: str, after: str) -> int:
    """How unlikely a slip from one number to the other is: 0 to 3."""
    if len(before) == len(after):
        changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
        if len(changed) == 1:
            return min(_distance(*map(int, changed[0])), abs(int(before) - int(after)))
        if sorted(before) == sorted(after):
            return 1
    return 1 if abs(int(before) - int(after)) == 1 else 3


def _distance(before: int, after: int) -> int:
    pair = frozenset((before, after))
    return 0 if pair in ALIKE else 1 if pair in BESIDE else 2
