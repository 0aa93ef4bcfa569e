"""Turns a puzzle into a program: the records of its rules and the tables that they share."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache, reduce
from itertools import chain
from math import inf
from operator import or_
from time import monotonic
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.lowered import (
    TooLarge,
)
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.propagate import layout
from cpsudoku.engines.propagate.layout import (
    FIRST,
    HEADER,
    HOUSE,
)
from cpsudoku.engines.propagate.record_tables import Ints
from cpsudoku.engines.propagate.recording import RuleRecords, packed
from cpsudoku.runtime.words import WordedError, called

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.record_tables import Numbers

MOST_CELLS = 4000
PART = "propagate"  # the name of a Part in ``Constraint.tables``
_ZERO = array("q", [0])


class Lowering:
    """A program while it is put together. ``packed`` has its numbers behind the header."""

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.board
        self.board = board
        self.masks: Ints = _masks(board.size, puzzle.givens.cells)
        if board.layers:
            given = puzzle.givens.every[len(board) :]
            pairs = zip(given, board.domains[len(board) :], strict=True)
            self.masks += [1 << digit - 1 if digit else domain for digit, domain in pairs]
        self.packed = [_houses(board)]
        self.count = len(board.houses) + len(board.groups)
        self.tables: dict[int, Numbers] = {}
        self.room = 4 * board.size + 8  # numbers that a propagator needs
        self.states = 0  # numbers that the automata need at each depth
        for cell, marks in enumerate(puzzle.marks or ()):
            self.masks[cell] &= sum(1 << digit - 1 for digit in marks)

    def add(self, parts: Iterable[RuleRecords]) -> None:
        """Add the records of rules."""
        for part in parts:
            total = self.board.total
            by = len(self.masks) - total if part.hidden else 0
            self.packed.append(part.moved(total, by) if by else part.packed)
            self.masks += [0b11] * part.hidden
            self.count += part.count
            if part.tables:
                self.tables |= part.tables
            self.room = max(self.room, part.room)
            self.states += part.states
            for cell, mask in part.masks:
                self.masks[cell + (by if cell >= total else 0)] &= mask

    @property
    def digits(self) -> int:
        """The digits that some cell of the board can have, as a set."""
        if self.board.layers:
            return self.board.all_digits
        return reduce(or_, self.masks, 0)

    def rows(self) -> Numbers:
        """The digits and the states of each depth, and two spare rows of digits."""
        cells = len(self.masks)
        rows = empty((cells + 3) * cells + (cells + 1) * self.states)
        rows[:cells] = array("q", self.masks)
        return rows

    def program(self, room: int) -> Numbers:
        """The program in an array with room for what ``prepare`` adds."""
        records = array("q", b"".join(self.packed))
        directory = HEADER + len(records)
        tables = directory + 2 * len(self.tables)
        end = tables + sum(map(len, self.tables.values()))
        numbers = empty(max(room, 2 * end))
        numbers[HEADER:directory] = records
        for place, (number, entries) in enumerate(self.tables.items()):
            numbers[directory + 2 * place] = number
            numbers[directory + 2 * place + 1] = tables
            numbers[tables : tables + len(entries)] = entries
            tables += len(entries)
        numbers[layout.CELLS] = len(self.masks)
        numbers[layout.DIGITS] = self.digits
        numbers[layout.RECORDS] = HEADER
        numbers[layout.COUNT] = self.count
        numbers[layout.END] = end
        numbers[layout.CAPACITY] = len(numbers)
        numbers[layout.SPARE] = (len(self.masks) + 1) * len(self.masks)
        numbers[layout.ROOM] = self.room
        numbers[layout.STATES] = (len(self.masks) + 3) * len(self.masks)
        numbers[layout.STATE_WORDS] = self.states
        numbers[layout.TABLES] = directory
        numbers[layout.VALUES] = self.board.size
        numbers[layout.CHUNKS] = (self.board.size + 4) // 5
        return numbers


def empty(length: int) -> Numbers:
    """An array of zeros."""
    return _ZERO * length


class NoFamily(WordedError):
    """A puzzle that can't be a program. The text is the reason, as ``unsupported`` returns it."""


class TooLate(Exception):
    """The time is over while a puzzle becomes a program."""


def lowered(puzzle: Puzzle, deadline: float = inf) -> Lowering:
    """The program of a puzzle. Raises NoFamily, and TooLate after a time of ``time.monotonic``."""
    if puzzle.board.total > MOST_CELLS:
        raise NoFamily("accepts boards of at most {most} cells", most=MOST_CELLS)
    found = Lowering(puzzle)
    found.add([rule.tables.get(PART) or part_of(rule, deadline) for rule in puzzle.constraints])
    for rule in puzzle.constraints:
        implied = rule.lower_among(puzzle.constraints)
        if implied:
            found.add([packed(rule.board, implied)])
    return found


def part_of(rule: Constraint, deadline: float = inf) -> RuleRecords:
    """The records of a rule, which are kept with it. Raises NoFamily and TooLate."""
    if monotonic() > deadline:
        raise TooLate
    try:
        members = rule.lower()
        if members is None:
            raise TooLarge
        part = rule.tables[PART] = packed(rule.board, members)
    except TooLarge:
        raise NoFamily("does not accept {rule}", rule=called(rule)) from None
    return part


def _houses(board: Board) -> bytes:
    """The records of the houses of a board, which are kept with it."""
    known: bytes | None = board.tables.get(PART)
    if known is None:
        every = (*board.houses, *board.groups)
        records = (
            (HOUSE, FIRST + len(house.cells), 0, len(house.cells), *house.cells) for house in every
        )
        numbers = array("q", chain.from_iterable(records))
        known = board.tables[PART] = numbers.tobytes()
    return known


@lru_cache(maxsize=32)
def _mask_table(size: int) -> tuple[int, ...]:
    return ((1 << size) - 1, *(1 << digit for digit in range(size)))


def _masks(size: int, cells: bytes) -> Ints:
    """The digits that the givens leave, as bits."""
    return list(map(_mask_table(size).__getitem__, cells))
