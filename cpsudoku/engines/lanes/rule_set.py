"""The rules that many puzzles share, as the array that rule_kernel.py reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import bits
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.lanes.memory import aligned, lanes
from cpsudoku.engines.lanes.rule_memory import (
    BANDS,
    CELLS,
    HEADER,
    HOUSES,
    LOCKS,
    PART,
    STARS,
    Flags,
    Grids,
    Masks,
    Rules,
    search,
)

MOST_DIGITS = 16  # bits of a mask
MOST_CELLS = 1000
MOST_SEEN = 255  # solutions that are counted
WORK_A_SECOND = 250_000_000  # numbers of a rule set times guesses of one lane
LINES_AT_ONCE = 4  # lines whose leftovers are compared
LEFTOVERS = 5  # the most cells left over: 4: 0.9, 6: 0.97 of the speed on jigsaws
Cells = tuple[int, ...]
Locks = dict[Cells, set[int]]  # cells of the first kind, and those of the second


@dataclass(frozen=True)
class RuleSet:
    """A board with rules that are houses. ``search`` takes puzzles that have exactly these."""

    board: Board
    rules: Rules

    def search(
        self,
        cells: Grids,
        want: int = 2,
        nodes: int = 0,
        allowed: Masks | None = None,
        shared: Flags | None = None,
    ) -> tuple[Grids, Grids, Flags]:
        """The number of solutions of each puzzle, up to ``want``, and the first two found.

        cells: uint8[n, number of cells], 0 is blank. want: 1 to 255. nodes: the most guesses per
        puzzle, 0 for no limit. allowed: uint16[n, number of cells], bit d - 1 if digit d is
        possible. shared: all lanes search the only puzzle, without a limit, until this flag is set.
        Then what is returned does not count. Returns counts uint8[n]; solutions uint8[n, 2, number
        of cells], zeros if there is none; exhausted bool[n], False if a limit ran out before the
        count was certain.
        """
        size, count = self.board.size, len(self.board)
        if cells.dtype != np.uint8 or cells.ndim != 2 or cells.shape[1] != count:
            raise ValueError(f"search: cells is {cells.dtype}{list(cells.shape)}")
        if not 1 <= want <= MOST_SEEN:
            raise ValueError(f"search: want is {want}, not 1 to {MOST_SEEN}")
        if cells.size and cells.max() > size:
            raise ValueError(f"search: cells holds {cells.max()}, not 0 to {size}")
        row = -(-count // lanes()) * lanes()
        masks = aligned(len(cells) * row).reshape(len(cells), row)
        masks[:, :count] = _masks_of_digits(size)[cells]
        if allowed is not None:
            masks[:, :count] &= allowed
        counts, solutions, exhausted = search(masks, self.rules, want, nodes, 2, shared)
        return counts, solutions[:, :, :count], exhausted

    @property
    def guesses_a_second(self) -> int:
        """The guesses of one lane in a second, about; converts limits."""
        return WORK_A_SECOND // len(self.rules)


def refused(puzzle: Puzzle) -> str | None:
    """Why the puzzle has no rule set, or None if it has one."""
    if puzzle.board.size > MOST_DIGITS:
        return f"accepts boards of at most {MOST_DIGITS} digits"
    if len(puzzle.board) > MOST_CELLS:
        return f"accepts boards of at most {MOST_CELLS} cells"
    for rule in puzzle.constraints:
        if not rule.only_houses:
            return f"does not accept {rule.title}, which is more than different digits"
    return None


@lru_cache(maxsize=64)
def rule_set(board: Board, rules: tuple[Constraint, ...]) -> RuleSet:
    """The rule set of a board and rules that are only houses."""
    houses = board.with_houses(house for rule in rules for house in rule.houses())
    every = {frozenset(house.cells) for house in (*houses.houses, *houses.groups)}
    cells = sorted((tuple(sorted(each)) for each in every), key=lambda each: (len(each), each))
    wide = [each for each in cells if len(each) > 2 or len(each) == board.size]
    pairs = [each for each in cells if len(each) == 2 and board.size > 2]
    bands = _bands(board)
    lists = [
        _houses(board.size, wide),
        _stars(pairs),
        _locks(houses, wide, bands, set(board.house_cells)),
        [len(bands), *chain.from_iterable(bands)],
    ]
    starts = np.cumsum([HEADER, *map(len, lists)])
    header = [0] * HEADER
    header[CELLS] = len(board)
    header[HOUSES], header[STARS], header[LOCKS], header[BANDS] = starts[:4].tolist()
    return RuleSet(board, np.array([*header, *chain.from_iterable(lists)], np.int64))


@lru_cache(maxsize=16)
def _masks_of_digits(size: int) -> Masks:
    return np.array([(1 << size) - 1, *(1 << digit for digit in range(size))], np.uint16)


def _houses(size: int, houses: Sequence[Cells]) -> list[int]:
    """The list of houses. Only one with all digits needs each digit."""
    members = [((1 << size) - 1 if len(each) == size else 0, len(each), *each) for each in houses]
    return [len(members), *chain.from_iterable(members)]


def _stars(pairs: Iterable[Cells]) -> list[int]:
    """The list of stars: each cell of a pair with its mates."""
    mates: dict[int, list[int]] = {}
    for one, other in pairs:
        mates.setdefault(one, []).append(other)
        mates.setdefault(other, []).append(one)
    members = [(len(seen), cell, *seen) for cell, seen in mates.items()]
    return [len(members), *chain.from_iterable(members)]


def _bands(board: Board) -> list[Cells]:
    """Three lines that cross three regions in nine parts of three cells, part by part."""
    found: list[Cells] = []
    regions = [board.house_cells[number] for number in board.regions]
    for lines in (board.rows, board.columns):
        for start in range(0, len(lines) - 2, 3):
            three = [board.house_cells[number] for number in lines[start : start + 3]]
            crossed = [each for each in regions if each & _together(three)]
            parts = [line & region for line in three for region in crossed]
            if len(crossed) == 3 and all(part.bit_count() == PART for part in parts):
                found.append(tuple(chain.from_iterable(map(bits, parts))))
    return found


def _locks(
    board: Board, houses: Sequence[Cells], bands: Iterable[Cells], own: Set[int]
) -> list[int]:
    """The list of locks. Locks with the same first kind are one, and those of bands are left out.

    own: the houses that no rule adds.
    """
    found: Locks = {}
    full = [each for each in houses if len(each) == board.size]
    for locks in (_pointing(board, full, own), _leftovers(board)):
        for first, second in locks.items():
            found.setdefault(first, set()).update(second)
    for band in bands:
        for first, second in _locks_of_band(band):
            found[first] = found.get(first, set()) - second
    members = [
        (len(first), len(second), *first, *sorted(second))
        for first, second in found.items()
        if second
    ]
    return [len(members), *chain.from_iterable(members)]


def _locks_of_band(band: Cells) -> Iterator[tuple[Cells, set[int]]]:
    """Two parts of a house, and the other two parts of the house that crosses it in the third."""
    parts = [band[start : start + PART] for start in range(0, 9 * PART, PART)]
    for number in range(9):
        row, column = number // 3 * 3, number % 3
        beside = {c for other in range(row, row + 3) if other != number for c in parts[other]}
        across = {c for other in range(column, 9, 3) if other != number for c in parts[other]}
        yield tuple(sorted(beside)), across
        yield tuple(sorted(across)), beside


def _pointing(board: Board, houses: Iterable[Cells], own: Set[int]) -> Locks:
    """Locked candidates: a digit of a cell outside a house is also in a cell that it does not see.

    If the cell sees one or two cells of a large house, this excludes little (jigsaws: 0.7 of the
    speed). In houses that a rule adds, such as diagonals, two are enough (1.13 of the speed).
    """
    found: Locks = {}
    for house in map(_together, ([1 << cell for cell in each] for each in houses)):
        least = 3 if board.size > 6 and house in own else 2
        outside: dict[int, set[int]] = {}
        for cell, seen in enumerate(board.peer_cells):
            if not house >> cell & 1 and (house & seen).bit_count() >= least:
                outside.setdefault(house & ~seen, set()).add(cell)
        for first, second in outside.items():
            found.setdefault(tuple(bits(first)), set()).update(second)
    return found


def _leftovers(board: Board) -> Locks:
    """Adjacent lines, and as many regions: the cells of one side alone hold equal digits."""
    regions = [board.house_cells[number] for number in board.regions]
    found: Locks = {}
    for lines in (board.rows, board.columns):
        for count in range(2, LINES_AT_ONCE + 1):
            for start in range(len(lines) - count + 1):
                inside = _together(board.house_cells[n] for n in lines[start : start + count])
                near = sorted(regions, key=lambda region: -(region & inside).bit_count())[:count]
                _compare(found, inside, _together(near), board.size * count)
    return found


def _compare(found: Locks, lines: int, regions: int, size: int) -> None:
    """Add the leftovers of two sets of houses, if neither overlap and there are few."""
    if lines.bit_count() != size or regions.bit_count() != size:
        return
    if 0 < (lines & ~regions).bit_count() <= LEFTOVERS:
        one, other = tuple(bits(lines & ~regions)), tuple(bits(regions & ~lines))
        found.setdefault(one, set()).update(other)
        found.setdefault(other, set()).update(one)


def _together(cells: Iterable[int]) -> int:
    union = 0
    for each in cells:
        union |= each
    return union
