"""Where the rows of a run come from, so that a row can name the earlier one that it repeats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cpsudoku.road.judge.judged import RowTexts
from cpsudoku.road.kernels.fields import Ints
from cpsudoku.road.source.block import AnyBlock, EntryBlock

NO_NUMBER = -1


@dataclass(frozen=True)
class Repeats:
    """The rows of a block that repeat earlier ones.

    ``rows``: their numbers in the block; ``failed``: the bits of all requirements that they fail;
    ``places`` and ``lines``: the earlier row, as a text and the number after it. If a place has no
    line, the text has all of it, and the number is NO_NUMBER.
    """

    rows: Ints
    failed: Ints
    places: RowTexts
    lines: Ints


class Places:
    """A number for each row that counts on from file to file, and the place of each number."""

    def __init__(self) -> None:
        self._bases: list[int] = []  # the number of the first line of each file
        self._names: list[str] = []
        self._last = 0
        self._entries: dict[int, tuple[str, int]] = {}  # of rows that are not lines of a file

    def add(self, block: AnyBlock, lines: Ints) -> Ints:
        """The numbers of the rows of a block. lines: int64[n], their lines in the file."""
        if isinstance(block, EntryBlock):
            numbers = np.arange(len(lines)) + self._last
            self._entries.update(zip(numbers.tolist(), block.places, strict=True))
            self._last += len(lines)
            self._begin("", self._last)
            return numbers
        if not self._names or self._names[-1] != block.source:
            self._begin(block.source, self._last)
        numbers = lines + self._bases[-1]
        if len(numbers):
            self._last = max(self._last, int(numbers[-1]) + 1)
        return numbers

    def _begin(self, name: str, base: int) -> None:
        self._bases.append(base)
        self._names.append(name)

    def of(self, numbers: Ints, here: str) -> tuple[RowTexts, Ints]:
        """The text and the line of each place, as a row of the file ``here`` names it."""
        bases = np.array(self._bases, np.int64)
        files = np.searchsorted(bases, numbers, "right") - 1
        used, which = np.unique(files, return_inverse=True)
        texts = [_before(self._names[file], here) for file in used.tolist()]
        lines = numbers - bases[files]
        for row, number in enumerate(numbers.tolist() if self._entries else ()):
            if number in self._entries:
                name, line = self._entries[number]
                lines[row], which[row] = line or NO_NUMBER, len(texts)
                texts.append(_before(name, here) if line else name)
        return RowTexts(texts, which), lines


def _before(name: str, here: str) -> str:
    """The text before a line number: the name of another file."""
    return f"{name}:" if name != here else ""
