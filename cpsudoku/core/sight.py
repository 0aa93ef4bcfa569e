"""How likely each digit is in each cell of a picture. Readers see, and ``solving`` decides."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp

from cpsudoku.runtime.words import worded

IMPOSSIBLE = -100.0  # the logarithm of the probability of what a person has not read
Change = tuple[float, int, int]  # how much less likely, the cell, and its digit or 0


@dataclass(frozen=True)
class Sight:
    """What was seen in a picture of a board.

    ``chances`` has a row for each cell: the logarithms of the probabilities that it is blank and
    of each digit. ``crossings`` are the points (x, y) in the picture where the lines of the board
    cross, row by row, and ``page`` is the number of its page. ``unclear`` are cells in which
    something else may be, so that they are in doubt whatever the solutions are. ``confirmed`` are
    cells that a person has read. ``unread`` names lines that were found but not read.

    ``written`` has such a row for each cell about handwriting, if that is wanted: the logarithms
    for none and for each digit, if nothing is printed there. ``entries`` are the digits taken, and
    ``uncertain`` the cells in which they are in doubt.
    """

    chances: tuple[tuple[float, ...], ...]
    crossings: tuple[tuple[float, float], ...] = ()
    page: int | None = None
    unclear: tuple[int, ...] = ()
    confirmed: frozenset[int] = frozenset()
    unread: tuple[str, ...] = ()
    written: tuple[tuple[float, ...], ...] = ()
    entries: bytes = b""
    uncertain: tuple[int, ...] = ()

    @cached_property
    def likeliest(self) -> bytes:
        """The likeliest digit of each cell, or 0."""
        return bytes(row.index(max(row)) for row in self.chances)

    def near(self, least: float) -> list[Change]:
        """The changes of one cell that are less likely by up to ``least``, the likeliest first."""
        return sorted(
            (max(row) - chance, cell, digit)
            for cell, row in enumerate(self.chances)
            for digit, chance in enumerate(row)
            if digit != self.likeliest[cell] and max(row) - chance <= least
        )

    def readings(self, least: float) -> Iterator[tuple[float, bytes]]:
        """How much less likely a reading is, and its digits, the likeliest reading first."""
        changes = self.near(least)
        yield 0.0, self.likeliest
        waiting: list[tuple[float, tuple[int, ...]]] = [(changes[0][0], (0,))] if changes else []
        while waiting:
            less, chosen = heapq.heappop(waiting)
            last = chosen[-1]
            cells = [changes[number][1] for number in chosen]
            if len(set(cells)) == len(cells):
                digits = bytearray(self.likeliest)
                for number in chosen:
                    digits[changes[number][1]] = changes[number][2]
                yield less, bytes(digits)
            if last + 1 < len(changes):
                more = changes[last + 1][0]
                for each, cost in (
                    ((*chosen, last + 1), less + more),
                    ((*chosen[:-1], last + 1), less + more - changes[last][0]),
                ):
                    if cost <= least:
                        heapq.heappush(waiting, (cost, each))

    def in_words(self, cell: int) -> str:
        """A cell with its likeliest digits: ``r3c4 (8: 61 %, 3: 38 %)``, or ``r3c4 (unclear)``."""
        size = round(len(self.chances) ** 0.5)
        name = f"r{cell // size + 1}c{cell % size + 1}"
        if cell in self.unclear:
            return worded("{cell} (unclear)", cell=name)
        row = self.chances[cell]
        order = sorted(range(len(row)), key=lambda digit: -row[digit])[:3]
        shown = ", ".join(
            f"{digit or 'blank'}: {exp(row[digit]):.0%}".replace("%", " %")
            for digit in order
            if digit == order[0] or exp(row[digit]) >= 0.005
        )
        return f"{name} ({shown})"

    def certain(self, digits: Mapping[int, int]) -> Sight:
        """The same, after a person has read some cells: their digits, or 0 for a blank."""
        rows = list(self.chances)
        for cell, digit in digits.items():
            rows[cell] = tuple(0.0 if each == digit else IMPOSSIBLE for each in range(len(rows[0])))
        unclear = tuple(cell for cell in self.unclear if cell not in digits)
        confirmed = self.confirmed.union(digits)
        return replace(self, chances=tuple(rows), unclear=unclear, confirmed=confirmed)

    def named(self, parts: Collection[str]) -> tuple[int, ...]:
        """The cells that are named in words among these parts, such as those in doubt."""
        cells = range(len(self.chances)) if parts else ()
        return tuple(cell for cell in cells if self.in_words(cell) in parts)
