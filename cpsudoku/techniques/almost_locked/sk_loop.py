"""SK Loop: pairs of cells in two rows, two columns and four boxes, each linked to the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, once
from cpsudoku.techniques.almost_locked.covers import Share, covered_step, covered_text
from cpsudoku.techniques.base import General, Step

LENGTH = 8  # houses, and pairs of cells between them
Ring = tuple[tuple[int, ...], tuple[int, ...]]  # pairs as sets of cells, and the house before each


@dataclass(frozen=True)
class SkLoop(General):
    """A loop of eight pairs of cells around four corners."""

    name: str = "sk-loop"
    title: str = "SK Loop"
    definition: str = (
        "Eight pairs of cells around four corners lie in turn in a box and in a line: if these "
        "houses can give them only as many digits as there are cells, the digits can be removed "
        "from the rest of the houses."
    )
    any_houses: bool = False

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By rows, then by columns."""
        for pairs, houses in _rings(candidates):
            shares = _shares(candidates, pairs, houses)
            if shares and {house for _, house in shares} == set(houses):
                step = covered_step(self.name, candidates, sum(pairs), shares)
                if step.eliminations:
                    yield step

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The cells, what each house gives them, and what follows."""
        return covered_text(step, candidates.puzzle.board)


def _arms(board: Board) -> tuple[tuple[int, int], ...]:
    """For each cell the other cells of its box in its row, and those in its column."""

    def work() -> tuple[tuple[int, int], ...]:
        found, houses = [], board.house_cells
        for cell, (row, column, box) in enumerate(of[:3] for of in board.houses_of):
            rest = houses[box] & ~(1 << cell)
            found.append((rest & houses[row], rest & houses[column]))
        return tuple(found)

    return once(board.tables, "arms", work)


def _rings(candidates: Candidates) -> Iterator[Ring]:
    """The loops of which all cells are empty."""
    board, empty = candidates.board, candidates.empty
    n, arms, boxes = board.size, _arms(board), [of[2] for of in board.houses_of]
    corners = [0] * n  # for each row the columns of possible corners
    for cell, (along, down) in enumerate(arms):
        if not (along | down) & ~empty:
            corners[cell // n] |= 1 << cell % n
    for r, s in combinations(range(n), 2):
        for c, d in combinations(bits(corners[r] & corners[s]), 2):
            at = (r * n + c, r * n + d, s * n + d, s * n + c)
            if len({boxes[corner] for corner in at}) == len(at):
                yield _ring(board, at, arms)


def _ring(board: Board, at: tuple[int, ...], arms: tuple[tuple[int, int], ...]) -> Ring:
    """Around four corners: along a row, down a column, back along a row, up a column."""
    pairs, houses = [], []
    for turn, corner in enumerate(at):
        kind = turn % 2
        after = at[(turn + 1) % len(at)]
        pairs += [arms[corner][kind], arms[after][kind]]
        houses += [board.houses_of[corner][2], board.houses_of[corner][kind]]
    return tuple(pairs), tuple(houses)


def _shares(candidates: Candidates, pairs: tuple[int, ...], houses: tuple[int, ...]) -> list[Share]:
    """Shares that hold all candidates of the pairs, as many as cells; none if there are more."""
    count, which = sum(pairs).bit_count(), []
    for places in candidates.places:
        touched = sum(1 << turn for turn, pair in enumerate(pairs) if places & pair)
        which.append(touched)
        count -= _covers(touched)[0].bit_count()
        if count < 0:
            return []
    if count:
        return []
    found = []
    for digit, touched in enumerate(which, 1):
        best = max(
            _covers(touched), key=lambda cover: _worth(candidates, digit, cover, pairs, houses)
        )
        found += [(digit, houses[turn]) for turn in bits(best)]
    return found


def _worth(
    candidates: Candidates, digit: int, cover: int, pairs: tuple[int, ...], houses: tuple[int, ...]
) -> int:
    """How many candidates the houses of a cover remove."""
    inside, cells, seen, gone = sum(pairs), candidates.board.house_cells, 0, 0
    for turn in bits(cover):
        places = candidates.places[digit - 1] & cells[houses[turn]]
        gone |= places & (~inside | seen)
        seen |= places
    return gone.bit_count()


@lru_cache(maxsize=1 << LENGTH)
def _covers(touched: int) -> tuple[int, ...]:
    """The smallest sets of houses that have a house of each of these pairs.

    Pair n lies in house n and in the next one.
    """
    for size in range(LENGTH + 1):
        found = []
        for chosen in combinations(range(LENGTH), size):
            cover = sum(1 << turn for turn in chosen)
            both = cover | cover >> 1 | cover << (LENGTH - 1)
            if not touched & ~both:
                found.append(cover)
        if found:
            return tuple(found)
    raise AssertionError("all houses cover everything")


SK_LOOP = SkLoop()
