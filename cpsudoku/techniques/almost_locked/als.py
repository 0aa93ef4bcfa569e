"""Almost locked sets: cells of a house with one candidate more than cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of
from cpsudoku.runtime.deadline import look
from cpsudoku.techniques.base import Detail, Link, Role
from cpsudoku.techniques.links import places_by_digit
from cpsudoku.techniques.step_words import cells_text

ROLE_NAMES = ("first", "second", "third")


@dataclass(frozen=True)
class Commons(Detail):
    """The restricted commons of sets.

    Of two sets all their commons, of a chain one for each link. Of three sets, ``digits`` belong
    to C and A, ``others`` to C and B.
    """

    digits: tuple[int, ...]
    others: tuple[int, ...] = ()


@dataclass(frozen=True)
class Als:
    """``cells`` and ``digits`` are sets; ``at`` and ``seen`` have an entry for each digit.

    ``at``: its cells with the digit. ``seen``: the digit's places outside that see all of them.
    """

    cells: int
    digits: int
    at: dict[int, int]
    seen: dict[int, int]

    def candidates(self, digits: Iterable[int]) -> tuple[Candidate, ...]:
        """Its candidates of some digits, by cell."""
        found = ((cell, digit) for digit in digits for cell in bits(self.at[digit]))
        return tuple(sorted(found))


class AlsTable:
    """The almost locked sets of some candidates and how they touch; sets of them are ints.

    Bit n of a set means ``sets[n]``. They are in the order of houses and cells.
    """

    def __init__(self, board: Board, marks: Sequence[int]) -> None:
        self.board = board
        self._places = places_by_digit(board, marks)
        self._seen: dict[tuple[int, int], int] = {}
        self.sets = tuple(
            self._als(cells, digits) for cells, digits in _almost_locked(board, marks).items()
        )

    def _als(self, cells: int, digits: int) -> Als:
        at = {digit: cells & self._places[digit - 1] for digit in digits_of(digits)}
        return Als(cells, digits, at, {d: self._seen_by(d, where) for d, where in at.items()})

    def _seen_by(self, digit: int, cells: int) -> int:
        key = digit, cells
        if key not in self._seen:
            self._seen[key] = self.board.seen_by_all(cells) & self._places[digit - 1]
        return self._seen[key]

    @cached_property
    def overlapping(self) -> tuple[int, ...]:
        """For each set, those that share a cell with it, including itself."""
        with_cell = [0] * len(self.board)
        for number, als in enumerate(self.sets):
            for cell in bits(als.cells):
                with_cell[cell] |= 1 << number
        found = []
        for als in self.sets:
            shared = 0
            for cell in bits(als.cells):
                shared |= with_cell[cell]
            found.append(shared)
        return tuple(found)

    @cached_property
    def linked(self) -> tuple[dict[int, int], ...]:
        """For each set and digit the sets that cannot hold the digit if this one does.

        The digit is a restricted common of the two. Overlapping sets are included.
        """
        holding = self._with_cell("at")
        having = {digit: union(by_cell.values()) for digit, by_cell in holding.items()}

        def after(digit: int, seen: int) -> int:
            outside = self._places[digit - 1] & ~seen
            by_cell = holding[digit]
            return having[digit] & ~union(by_cell[c] for c in bits(outside) if c in by_cell)

        return self._by_seen(after)

    @cached_property
    def sharing(self) -> tuple[dict[int, int], ...]:
        """For each set and digit the sets such that some place sees the digit in both."""
        seeing = self._with_cell("seen")
        return self._by_seen(lambda digit, seen: union(seeing[digit][c] for c in bits(seen)))

    def _with_cell(self, part: str) -> dict[int, dict[int, int]]:
        """For each digit and cell the sets that have the cell in ``at`` or ``seen``."""
        found: dict[int, dict[int, int]] = {d: {} for d in range(1, self.board.size + 1)}
        for number, als in enumerate(self.sets):
            for digit, cells in getattr(als, part).items():
                by_cell = found[digit]
                for cell in bits(cells):
                    by_cell[cell] = by_cell.get(cell, 0) | 1 << number
        return found

    def _by_seen(self, after: Callable[[int, int], int]) -> tuple[dict[int, int], ...]:
        """``after`` of each digit of each set and the places that see it; once for equal ones."""
        known: dict[tuple[int, int], int] = {}
        found = []
        for als in self.sets:
            look()
            own = {}
            for key in als.seen.items():
                if key not in known:
                    known[key] = after(*key)
                own[key[0]] = known[key]
            found.append(own)
        return tuple(found)

    def gone(self, numbers: Iterable[int], digit: int) -> int:
        """The places of a digit that see it in all of these sets."""
        seen = -1
        for number in numbers:
            seen &= self.sets[number].seen[digit]
        return seen


def union(sets: Iterable[int]) -> int:
    """What is in any of some sets."""
    found = 0
    for each in sets:
        found |= each
    return found


def _almost_locked(board: Board, marks: Sequence[int]) -> dict[int, int]:
    """The digits of each almost locked set, by its cells."""
    found: dict[int, int] = {}
    for house in board.houses:
        look()
        cells = [cell for cell in house.cells if marks[cell]]
        if cells:
            _grow(cells, marks, 0, (0, 0, 0), found)
    return found


def _grow(
    cells: list[int],
    marks: Sequence[int],
    start: int,
    so_far: tuple[int, int, int],
    found: dict[int, int],
) -> None:
    """Add the sets that extend one of ``so_far`` (cells, digits, count) by later cells."""
    members, digits, count = so_far
    for turn in range(start, len(cells)):
        more = digits | marks[cells[turn]]
        grown = members | 1 << cells[turn]
        spare = more.bit_count() - count - 2
        if spare == 0:
            found.setdefault(grown, more)
        if spare < len(cells) - turn:  # else there are too many digits for the cells left
            _grow(cells, marks, turn + 1, (grown, more, count + 1), found)


@lru_cache(maxsize=4)
def _table(board: Board, marks: tuple[int, ...]) -> AlsTable:
    return AlsTable(board, marks)


def als_table(candidates: Candidates) -> AlsTable:
    """The almost locked sets of some candidates, kept for the next technique that needs them."""
    return _table(candidates.board, candidates.marks)


def als_role(als: Als, turn: int) -> Role:
    """The candidates of a set as a role; ``turn`` selects the colour and the letter."""
    candidates = als.candidates(als.at)
    return Role(ROLE_NAMES[turn % len(ROLE_NAMES)], candidates, chr(ord("A") + turn))


def common_link(one: Als, other: Als, digit: int) -> Link:
    """The link of a restricted common: at most one of the two sets holds the digit."""
    return Link(one.candidates((digit,)), other.candidates((digit,)), False)


def role_text(role: Role, board: Board) -> str:
    """A set in words: ``A r1c23 (257)``."""
    cells = cells_text((cell for cell, _ in role.candidates), board)
    digits = "".join(board.symbols[d] for d in sorted({digit for _, digit in role.candidates}))
    return f"{role.label} {cells} ({digits})"
