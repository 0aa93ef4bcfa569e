"""Where the rows of a run come from, and the ends of rows that name an earlier one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpsudoku.bulk.block import AnyBlock, EntryBlock
from cpsudoku.bulk.encode import tail
from cpsudoku.bulk.settings import Settings
from cpsudoku.bulk.text import Ints

NO_NUMBER = -1


class Places:
    """A number for each row that counts on from file to file, and the place of each number."""

    def __init__(self) -> None:
        self._bases: list[int] = []  # the number of the first line of each file
        self.names: list[str] = []
        self._last = 0
        self.entries: dict[int, tuple[str, int]] = {}  # of rows that are not lines of a file

    def add(self, block: AnyBlock, lines: Ints) -> Ints:
        """The numbers of the rows of a block. lines: int64[n], their lines in the file."""
        if isinstance(block, EntryBlock):
            numbers = np.arange(len(lines)) + self._last
            self.entries.update(zip(numbers.tolist(), block.places, strict=True))
            self._last += len(lines)
            self._begin("", self._last)
            return numbers
        if not self.names or self.names[-1] != block.source:
            self._begin(block.source, self._last)
        numbers = lines + self._bases[-1]
        if len(numbers):
            self._last = max(self._last, int(numbers[-1]) + 1)
        return numbers

    def _begin(self, name: str, base: int) -> None:
        self._bases.append(base)
        self.names.append(name)

    def of(self, numbers: Ints) -> tuple[Ints, Ints]:
        """The file of each number, and its line there."""
        files = np.searchsorted(np.array(self._bases, np.int64), numbers, "right") - 1
        return files, numbers - np.array(self._bases, np.int64)[files]


class NewTails(NamedTuple):
    """The tails of some rows: text ``befores``, a number if there is one, the text after that."""

    befores: Ints
    numbers: Ints
    texts: list[bytes]


class Tails:
    """Writes the ends of rows that repeat others, without an object for each row."""

    def __init__(self, places: Places, settings: Settings) -> None:
        self._places, self._settings = places, settings
        self._texts: list[bytes] = []
        self._known: dict[tuple[int, str, bool], int] = {}

    def of(self, failed: Ints, first: Ints, here: str) -> NewTails:
        """The tails of rows in the file ``here``, with these bits and these earlier rows."""
        files, numbers = self._places.of(first)
        bits, which = np.unique(failed, return_inverse=True)
        keys, inverse = np.unique(files * len(bits) + which, return_inverse=True)
        befores = [
            self._number(int(bits[key % len(bits)]), self._places.names[key // len(bits)], here)
            for key in keys.tolist()
        ]
        tails = NewTails(np.array(befores, np.int64)[inverse], numbers, self._texts)
        for row, number in enumerate(first.tolist() if self._places.entries else ()):
            if number in self._places.entries:
                name, line = self._places.entries[number]
                numbers[row] = line or NO_NUMBER
                tails.befores[row] = self._number(int(failed[row]), name, here, bool(line))
        return tails

    def _number(self, bits: int, name: str, here: str, has_line: bool = True) -> int:
        """The number of the text before the line of an earlier row; the text after it follows.

        If the place has no line, the first text has all of it.
        """
        place = (f"{name}:" if name != here else "") if has_line else name
        if (bits, place, has_line) not in self._known:
            names, output = self._settings.requirements.failed_names(bits), self._settings.output
            self._known[bits, place, has_line] = len(self._texts)
            if has_line:
                before, _, after = tail(names, f"{place}0", output).rpartition(b"0")
                self._texts += [before, after]
            else:
                self._texts += [tail(names, place, output), b""]
        return self._known[bits, place, has_line]
