"""Makes puzzles of every size with CP-SAT, one at a time.

CP-SAT completes some random digits to a full grid, which is then rearranged at random. Every grid
is possible, but not all are equally likely. (``full`` makes 9x9 grids.)
"""

from __future__ import annotations

from time import monotonic

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, Engine
from cpsudoku.generating.mix import RandomStream, key_of
from cpsudoku.generating.reducing import IsProper, RunOutOfTime, is_minimal, take_away_down_to
from cpsudoku.generating.trials import taking_away
from cpsudoku.generating.wish import Wish
from cpsudoku.solving.fastest import for_many

DRAWN = 0.2  # the share of cells that get a random digit before CP-SAT does the rest
HALF = 20  # from this size on, puzzles keep half of their cells by default


def large_candidate(wish: Wish, seed: int, candidate: int, deadline: float) -> Grid | None:
    """The puzzle of a candidate, proved to be proper, or None if it does not fit the wish."""
    stream = RandomStream(key_of(seed, candidate))
    full = wish.solution or full_grid(stream, wish.board, deadline)
    if wish.pattern is not None:
        puzzle = bytes(d if wish.pattern[c] else 0 for c, d in enumerate(full.cells))
        return Grid(puzzle, wish.board) if _proof(wish.board, deadline)(puzzle) else None
    puzzle = reduced(full, wish, stream, deadline)
    clues = len(puzzle) - puzzle.count(0)
    if not wish.least <= clues <= wish.most:
        return None
    unsure = wish.minimal and wish.symmetry != "none"
    if unsure and not is_minimal(puzzle, _proof(wish.board, deadline)):
        return None
    return Grid(puzzle, wish.board)


def full_grid(stream: RandomStream, board: Board, deadline: float) -> Grid:
    """A random full grid."""
    cells = list(range(board.size**2))
    while True:
        drawn = bytearray(len(cells))
        for cell in stream.shuffled(cells)[: int(DRAWN * len(cells))]:
            taken = {drawn[peer] for peer in board.peers[cell]}
            free = [digit for digit in range(1, board.size + 1) if digit not in taken]
            if free:
                drawn[cell] = free[stream.below(len(free))]
        solutions = _search(bytes(drawn), board, 1, deadline)
        if solutions:
            return _rearranged(solutions[0], stream)


def _rearranged(grid: Grid, stream: RandomStream) -> Grid:
    """The grid with its bands, stacks, rows, columns and digits in random order."""
    board = grid.board
    rows, columns = board.box_shape or (1, board.size)
    digits = [0, *stream.shuffled(list(range(1, board.size + 1)))]
    down, across = _lines(stream, rows, columns), _lines(stream, columns, rows)
    cells = (grid[r * board.size + c] for r in down for c in across)
    return Grid(bytes(digits[digit] for digit in cells), board)


def _lines(stream: RandomStream, in_band: int, bands: int) -> list[int]:
    return [
        band * in_band + line
        for band in stream.shuffled(list(range(bands)))
        for line in stream.shuffled(list(range(in_band)))
    ]


def reduced(full: Grid, wish: Wish, stream: RandomStream, deadline: float) -> bytes:
    """The grid without the orbits that can be removed, down to the wanted number of clues."""
    size = wish.board.size
    target = wish.least + stream.below(wish.most - wish.least + 1) if wish.clues else 0
    if wish.minimal:
        target = 0
    elif wish.clues is None and size >= HALF:
        target = size * size // 2
    puzzle = bytearray(full.cells)
    orbits = stream.shuffled(list(wish.orbits))
    remove = taking_away(Puzzle(full), _proof(wish.board, deadline))
    take_away_down_to(puzzle, orbits, target, remove)
    return bytes(puzzle)


def _proof(board: Board, deadline: float) -> IsProper:
    """Whether givens have exactly one solution."""
    engine = for_many()
    return lambda cells: len(_search(cells, board, 2, deadline, engine)) == 1


def _search(
    cells: bytes, board: Board, want: int, deadline: float, engine: Engine | None = None
) -> tuple[Grid, ...]:
    """Up to ``want`` solutions; raises OutOfTime if the search does not finish."""
    engine = engine or ENGINES[DEFAULT_ENGINE]
    limit = Limit(seconds=max(0.0, deadline - monotonic()))
    found = engine.search(Puzzle(Grid(cells, board)), want, limit)
    if not found.exhausted and len(found.solutions) < want:
        raise RunOutOfTime
    return found.solutions
