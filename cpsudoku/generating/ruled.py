"""Makes puzzles with rules: a full grid first, then the clues of the rules, then few givens.

Our techniques solve all of them: where they get stuck, a given comes back. Below the level
extreme, no puzzle needs trials.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.grid import Grid
from cpsudoku.core.grids import GRIDS
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import orbits_of
from cpsudoku.core.verdict import Limit
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, Engine
from cpsudoku.generating.jigsaws import jigsaw_board
from cpsudoku.generating.mix import RandomStream, key_of
from cpsudoku.generating.placing import PLACERS
from cpsudoku.generating.reducing import RunOutOfTime, is_minimal, take_away_down_to
from cpsudoku.generating.trials import taking_away
from cpsudoku.runtime.errors import BadParameter, BadShape, InputError
from cpsudoku.runtime.words import both, worded
from cpsudoku.solving.fastest import for_many
from cpsudoku.teaching.rating.base import Rating
from cpsudoku.techniques import LEVELS, ROWS
from cpsudoku.techniques.walk import turns, walk

JIGSAW = "jigsaw"
USUAL = "hard"  # the hardest techniques that a puzzle needs if no difficulty is chosen
SHARES = (0.1, 0.06, 0.03, 0.0)  # of random digits before CP-SAT completes a grid
SLOW = "forcing_chain"  # compiled for one board at a time


@dataclass(frozen=True)
class RuleWish:
    """The rules of new puzzles, as names, and their level; None is any up to ``USUAL``.

    A name is ``jigsaw``, an arrangement of grids such as ``samurai``, a rule whose clues are placed
    at random, such as ``killer``, or a rule for the whole board, such as ``anti-knight``.
    """

    names: tuple[str, ...]
    level: str | None = None

    def check(self, board: Board) -> None:
        """Raise BadParameter if the rules do not exist or do not fit together."""
        if self.level is not None and self.level not in LEVELS:
            raise BadParameter(
                "difficulty", self.level, worded("one of {allowed}", allowed=", ".join(LEVELS))
            )
        boards = [name for name in self.names if name == JIGSAW or name in GRIDS]
        if len(boards) > 1:
            problem = worded("{boards} are different boards", boards=both(boards))
            raise BadParameter("rules", ",".join(self.names), worded("one board"), problem)
        if boards and boards[0] in GRIDS and not board.is_classic_9x9:
            raise BadParameter("rules", boards[0], worded("grids of 9x9 cells"))
        for name in self.names:
            if name not in (*boards, *PLACERS):
                self._check_line(name, board)

    @staticmethod
    def _check_line(name: str, board: Board) -> None:
        allowed = worded(
            "{jigsaw}, {names}, or a rule without cells",
            jigsaw=JIGSAW,
            names=", ".join((*GRIDS, *PLACERS)),
        )
        try:
            rules = Puzzle(Grid(bytes(len(board)), board)).with_rules(name).constraints
        except InputError:
            rules = ()
        if not rules:
            why = (
                worded("needs cells")
                if name.partition(" ")[0] in CONSTRAINTS
                else worded("is not a rule")
            )
            problem = worded(
                "{name} {why}; choose {allowed}", name=repr(name), why=why, allowed=allowed
            )
            raise BadParameter("rules", name, allowed, problem)

    def board(self, stream: RandomStream, board: Board) -> Board:
        """The board of one puzzle."""
        for name in self.names:
            if name == JIGSAW:
                return jigsaw_board(stream, board.size)
            if name in GRIDS:
                return Board.of_grids(name)
        return board

    @property
    def lines(self) -> tuple[str, ...]:
        """The rules for the whole board."""
        special = (JIGSAW, *GRIDS, *PLACERS)
        return tuple(name for name in self.names if name not in special)


@dataclass(frozen=True)
class Made:
    """A puzzle with rules, its solution, and its level."""

    puzzle: Puzzle
    solution: Grid
    rating: Rating


@dataclass(frozen=True)
class GivensShape:
    """Which givens a puzzle may have."""

    symmetry: str
    least: int
    most: int
    minimal: bool
    has_count: bool


def ruled_candidate(
    wish: RuleWish, usual: Board, shape: GivensShape, key: Sequence[int], deadline: float
) -> Made | None:
    """The puzzle of a candidate, or None if it does not fit the wish. Raises OutOfTime."""
    stream = RandomStream(key_of(*key))
    board = wish.board(stream, usual)
    empty = Puzzle(Grid(bytes(len(board)), board)).with_rules(*wish.lines)
    full = _full(empty, stream, deadline)
    if full is None:
        return None
    lines = [line for name in wish.names if name in PLACERS for line in PLACERS[name](full, stream)]
    puzzle = empty.with_rules(*lines)
    cells = _reduced(puzzle, full, shape, stream, deadline)
    names = _names(puzzle, wish.level or USUAL)
    solvable = _solvable(puzzle, cells, full, shape, names, stream)
    if solvable is None:
        return None
    cells, used = solvable
    if not shape.least <= len(cells) - cells.count(0) <= shape.most:
        return None
    unsure = shape.minimal and shape.symmetry != "none"
    if unsure and not is_minimal(cells, _proof(puzzle, deadline)):
        return None
    made = replace(puzzle, givens=Grid(cells, board))
    rating = _rating(made, full, names, used)
    if rating is None or (wish.level is not None and rating.level != wish.level):
        return None
    return Made(made, full, rating)


def _full(puzzle: Puzzle, stream: RandomStream, deadline: float) -> Grid | None:
    """A random grid that satisfies the rules; None if there is none."""
    board, size = puzzle.board_with_rules, puzzle.board.size
    for share in SHARES:
        drawn = bytearray(len(board))
        for cell in stream.shuffled(list(range(len(drawn))))[: int(share * len(drawn))]:
            taken = {drawn[peer] for peer in board.peers[cell]}
            free = [digit for digit in range(1, size + 1) if digit not in taken]
            if free:
                drawn[cell] = free[stream.below(len(free))]
        found = _search(puzzle, bytes(drawn), 1, deadline, ENGINES[DEFAULT_ENGINE])
        if found:
            return found[0]
    return None


def _search(
    puzzle: Puzzle, cells: bytes, want: int, deadline: float, engine: Engine
) -> tuple[Grid, ...]:
    """Up to ``want`` solutions; raises OutOfTime if the search does not finish."""
    limit = Limit(seconds=max(0.0, deadline - monotonic()))
    found = engine.search(replace(puzzle, givens=Grid(cells, puzzle.board)), want, limit)
    if not found.exhausted and len(found.solutions) < want:
        raise RunOutOfTime
    return found.solutions


def _proof(puzzle: Puzzle, deadline: float) -> Callable[[bytes], bool]:
    """Whether givens with the rules of a puzzle have exactly one solution."""
    engine = for_many()
    return lambda cells: len(_search(puzzle, cells, 2, deadline, engine)) == 1


def _reduced(
    puzzle: Puzzle, full: Grid, shape: GivensShape, stream: RandomStream, deadline: float
) -> bytes:
    """The givens that are left when all others are removed, down to the wanted number."""
    target = shape.least + stream.below(shape.most - shape.least + 1) if shape.has_count else 0
    if shape.minimal:
        target = 0
    cells = bytearray(full.cells)
    orbits = stream.shuffled(list(orbits_of(shape.symmetry, puzzle.board)))
    proper = _proof(puzzle, deadline)
    if not target and proper(bytes(len(cells))):
        return bytes(len(cells))
    take_away_down_to(cells, orbits, target, taking_away(puzzle, proper))
    return bytes(cells)


def _names(puzzle: Puzzle, level: str) -> tuple[str, ...]:
    """The techniques up to a level. Trials are used only for extreme puzzles."""
    most = LEVELS.index(level)
    return tuple(
        name
        for name in turns(puzzle, "human")
        if LEVELS.index(ROWS[name].level) <= most and SLOW not in ROWS[name].module
    )


def _solvable(
    puzzle: Puzzle,
    cells: bytes,
    full: Grid,
    shape: GivensShape,
    names: Sequence[str],
    stream: RandomStream,
) -> tuple[bytes, Counter[str] | None] | None:
    """The givens, with more of them where the techniques get stuck.

    Returns also how often each technique was used, if no given came back. None if one would have
    to, but the puzzle must be minimal.
    """
    givens, used = bytearray(cells), Counter[str]()
    candidates = Candidates.of(replace(puzzle, givens=Grid(cells, puzzle.board)))
    left = stream.shuffled(list(orbits_of(shape.symmetry, puzzle.board)))
    while True:
        for before, step in walk(candidates, names, full):
            candidates = step.apply(before)
            used[step.technique] += 1
        if candidates.is_solved:
            return bytes(givens), used if givens == cells else None
        if shape.minimal:
            return None
        orbit = next(orbit for orbit in left if any(not candidates.cells[cell] for cell in orbit))
        for cell in orbit:
            givens[cell] = full[cell]
            if not candidates.cells[cell]:
                candidates = candidates.placed([(cell, full[cell])])


def _used(puzzle: Puzzle, solution: Grid, names: Sequence[str]) -> Counter[str] | None:
    """How often each technique is used; None if they do not suffice."""
    used, last = Counter[str](), Candidates.of(puzzle)
    for before, step in walk(last, names, solution):
        used[step.technique] += 1
        last = step.apply(before)
    return used if last.is_solved else None


def _rating(
    puzzle: Puzzle, solution: Grid, names: Sequence[str], used: Counter[str] | None
) -> Rating | None:
    """The level of the hardest step; None if the techniques do not suffice."""
    if used is None:
        used = _used(puzzle, solution, names)
    if used is None:
        return None
    order = list(ROWS)
    hardest = max(
        used, key=lambda name: (LEVELS.index(ROWS[name].level), order.index(name)), default=None
    )
    return Rating(
        puzzle,
        "unique",
        level=ROWS[hardest].level if hardest else LEVELS[0],
        hardest=hardest,
        counts=tuple(sorted(used.items())),
    )


def check_symmetry(symmetry: str, board: Board) -> None:
    """Raise BadParameter if the board does not have a symmetry of the givens."""
    try:
        orbits_of(symmetry, board)
    except BadShape as error:
        raise BadParameter(
            "symmetry", symmetry, worded("a symmetry of the board"), error.problem
        ) from None
