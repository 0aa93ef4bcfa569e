"""What the rows of a block have in common: a board of 81 cells and the rules of all puzzles.

Rows of classic puzzles are searched by the kernel for these, and rows with other rules by the
kernel for rules. Both are verified by code that no engine uses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import combinations
from math import comb

import numpy as np

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.engines import lanes
from cpsudoku.formats import Entry, ReadOptions
from cpsudoku.formats.base import with_asked_rules
from cpsudoku.road.kernels import verify
from cpsudoku.road.kernels.fields import CELLS, Bytes, Ints
from cpsudoku.road.kernels.hashing import Hashes, hashes
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.runtime.errors import InputError, Source

NINE = Board.of_size(9)


@dataclass(frozen=True)
class Alike:
    """The board and the rules of rows, as a puzzle without givens."""

    empty: Puzzle

    @property
    def is_classic(self) -> bool:
        """Whether the rows are classic 9x9 puzzles."""
        return self.empty.is_classic_9x9

    def holds(self, entry: Entry) -> bool:
        """Whether an entry is nothing but a puzzle with this board and these rules."""
        return (
            isinstance(entry, Puzzle)
            and entry.board == self.empty.board
            and entry.constraints == self.empty.constraints
            and entry.marks is None
            and not entry.uninterpreted
        )

    def grid(self, cells: Bytes) -> Grid:
        """The grid of a row. cells: uint8[81]."""
        return Grid(cells.tobytes(), self.empty.board)

    def puzzle(self, cells: Bytes, source: Source = Source(), answer: Grid | None = None) -> Puzzle:
        """The puzzle of a row. cells: uint8[81]."""
        return Puzzle(self.grid(cells), self.empty.constraints, source=source, answer=answer)

    def search(self, cells: Bytes, count: int, limit: Limit) -> tuple[Bytes, Bytes, Bools]:
        """The number of solutions of each row up to ``count``, the first one, and if these are all.

        cells: uint8[n, 81]; count: 1 to 255. Returns uint8[n]; uint8[n, 81], zeros if there is
        none; bool[n], False if the limit ran out before the count was certain.
        """
        if self.is_classic:
            return lanes.search(cells, count, lanes.nodes_of(limit))
        rules = lanes.rules_of(self.empty)
        nodes = lanes.nodes_of(limit, rules.guesses_a_second)
        counts, solutions, exhausted = rules.search(cells, count, nodes)
        return counts, np.ascontiguousarray(solutions[:, 0]), exhausted

    def solves(self, solutions: Bytes, cells: Bytes) -> Bools:
        """Which grids solve the puzzles of their rows. uint8[n, 81] both."""
        if self.is_classic:
            return verify.solves(solutions, cells)
        is_good = (cells == 0) | (cells == solutions)
        is_good &= (solutions >= 1) & (solutions <= 9)
        solved: Bools = is_good.all(axis=1)
        houses, others = self._houses_and_pairs
        solved &= verify.are_whole(solutions, houses)
        return solved & ~verify.equal_in_a_pair(solutions, others)

    def clashes(self, cells: Bytes) -> Bools:
        """Which rows have equal givens that must differ. cells: uint8[n, 81]."""
        return (
            verify.given_twice(cells)
            if self.is_classic
            else verify.equal_in_a_pair(cells, self._pairs)
        )

    def hashes(self, cells: Bytes) -> Hashes:
        """A hash of the puzzle of each row, never 0. cells: uint8[n, 81]."""
        return hashes(cells) ^ np.uint64(self._key)

    @cached_property
    def _pairs(self) -> Ints:
        return pairs_that_differ(self.empty.board, self.empty.constraints)

    @cached_property
    def _houses_and_pairs(self) -> tuple[Ints, Ints]:
        return houses_that_differ(self.empty.board, self.empty.constraints)

    @cached_property
    def _key(self) -> int:
        return 0 if self.is_classic else _key_of(self.empty.board, self.empty.constraints)


CLASSIC = Alike(Puzzle(Grid(bytes(CELLS), NINE)))


@lru_cache(maxsize=64)
def pairs_that_differ(board: Board, rules: tuple[Constraint, ...]) -> Ints:
    """The pairs of cells that may not be equal, for rules that say nothing else: int64[n, 2].

    ``allows`` of each rule decides, because no engine for many puzzles uses it.
    """
    pairs = {pair for _, some in _pairs_by_rule(board, rules) for pair in some}
    return np.array(sorted(pairs), np.int64).reshape(-1, 2)


@lru_cache(maxsize=64)
def houses_that_differ(board: Board, rules: tuple[Constraint, ...]) -> tuple[Ints, Ints]:
    """The same pairs as houses, in which no cell may equal another, and those in no house.

    int64[m, size of the board] and int64[n, 2].
    """
    size = board.size
    found = _pairs_by_rule(board, rules)
    whole = [
        (rule.cells, pairs)
        for rule, pairs in found
        if len(rule.cells) == size and len(pairs) == comb(size, 2)
    ]
    inside = {pair for _, pairs in whole for pair in pairs}
    others = sorted({pair for _, pairs in found for pair in pairs} - inside)
    houses = np.array([cells for cells, _ in whole], np.int64).reshape(-1, size)
    return houses, np.array(others, np.int64).reshape(-1, 2)


def _pairs_by_rule(
    board: Board, rules: tuple[Constraint, ...]
) -> list[tuple[Constraint, set[tuple[int, int]]]]:
    """Each rule with its pairs of cells that may not be equal."""
    puzzle = Puzzle(Grid(bytes(len(board)), board), rules)
    return [(rule, {(min(pair), max(pair)) for pair in _pairs_of(rule)}) for rule in puzzle.rules]


def _pairs_of(rule: Constraint) -> list[tuple[int, int]]:
    """The pairs of cells of a rule that it does not allow to be equal."""
    found = []
    for one, other in combinations(range(len(rule.cells)), 2):
        values: list[int | None] = [None] * len(rule.cells)
        values[one] = values[other] = 1
        if not rule.allows(values):
            found.append((rule.cells[one], rule.cells[other]))
    return found


def _key_of(board: Board, rules: tuple[Constraint, ...]) -> int:
    """A number for a board and rules. It is even, so that no hash becomes 0."""
    return _digest(f"{board!r} {rules!r}") & ~1


def _digest(text: str) -> int:
    """A 64-bit hash of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def hash_of(puzzle: Puzzle) -> int:
    """A 64-bit hash of a puzzle; never 0. For a puzzle of a row it is that of ``Alike.hashes``."""
    if puzzle.marks is None and len(puzzle.board) == CELLS:
        cells = np.frombuffer(puzzle.givens.cells, np.uint8).reshape(1, -1)
        return int(Alike(puzzle).hashes(cells)[0])
    text = f"{puzzle.board!r} {puzzle.givens.line} {puzzle.constraints!r} {puzzle.marks!r}"
    return _digest(text) | 1


@lru_cache(maxsize=8)
def alike(options: ReadOptions) -> Alike | None:
    """What all puzzles of 81 cells have in common that are read with these options.

    None if no kernel searches them: other rules than that cells differ, or another size.
    """
    try:
        board = options.board_of(9)
        asked = with_asked_rules(Puzzle(Grid(bytes(len(board)), board)), options.rules)
    except InputError:
        return None
    if isinstance(asked, InputError) or asked.uninterpreted or asked.board.layers:
        return None
    board = asked.board
    if len(board) != CELLS or board.size != 9 or board.lowest != 1:
        return None
    if asked.is_plain and board.is_classic_9x9:
        return CLASSIC
    from cpsudoku.engines.lanes.rule_set import refused

    return Alike(asked) if refused(asked) is None else None
