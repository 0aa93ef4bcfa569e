"""Takes the handwriting in a picture as entries. The solution helps to read it.

Most entries are right. So a digit that looks like the one of the solution is taken for it, and
another one counts only if it is clear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.words import worded
from cpsudoku.solving.doubting import solution_in_time

LIKELIER = 20  # how many times likelier the digit of the solution is than another one
CERTAIN = 0.9  # how likely an entry that is taken without a doubt is
DOUBT = "handwriting in"


def entered(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the entries that were seen, if they are wanted. Those in doubt are named."""
    sight = puzzle.sight
    if sight is None or not sight.written:
        return puzzle
    solution = solution_in_time(puzzle, puzzle.givens.cells)
    entries, doubts = bytearray(len(puzzle.board)), dict[int, str]()
    for cell, given in enumerate(puzzle.givens.cells):
        if given or cell in sight.confirmed:
            continue
        shares = _shares(sight.written[cell], solution.cells[cell] if solution else 0)
        entries[cell] = max(range(len(shares)), key=shares.__getitem__)
        if shares[entries[cell]] < CERTAIN:
            doubts[cell] = _doubt(puzzle.board.cell_name(cell), shares)
    found = replace(sight, entries=bytes(entries), uncertain=tuple(doubts))
    return replace(puzzle, sight=found, uninterpreted=(*puzzle.uninterpreted, *doubts.values()))


def without_doubts(puzzle: Puzzle) -> Puzzle:
    """The puzzle if its entries are not wanted yet: none of them is in doubt."""
    left = tuple(part for part in puzzle.uninterpreted if not part.startswith(DOUBT))
    return puzzle if left == puzzle.uninterpreted else replace(puzzle, uninterpreted=left)


def givens_and_entries(puzzle: Puzzle) -> bytes:
    """The givens of a puzzle and the entries that were seen in its picture."""
    entries = puzzle.sight.entries if puzzle.sight is not None else b""
    givens = puzzle.givens.cells
    return bytes(map(max, givens, entries)) if entries else givens


def _shares(chances: Sequence[float], right: int) -> list[float]:
    """The probabilities of no entry and of each digit, if this digit is right."""
    shares = [exp(chance) for chance in chances]
    if right:
        entries = sum(shares[1:])
        shares[right] *= LIKELIER
        shares[1:] = [share * entries / sum(shares[1:]) for share in shares[1:]]
    total = sum(shares)
    return [share / total for share in shares]


def _doubt(name: str, shares: Sequence[float]) -> str:
    """``handwriting in r3c4 (8: 61 %, 3: 38 %)``."""
    order = sorted(range(len(shares)), key=lambda digit: -shares[digit])[:2]
    shown = (f"{digit or 'blank'}: {shares[digit]:.0%}".replace("%", " %") for digit in order)
    return worded("handwriting in {cell} ({digits})", cell=name, digits=", ".join(shown))
