"""Reads puzzles a little ahead, to know or to estimate how many there are."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from cpsudoku.formats import Entry, ReadOptions, open_input
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.files import is_file
from cpsudoku.solving.reading import puzzles_of

AHEAD = 1000  # puzzles; reading them takes about 20 ms


class Ahead(Iterator[Entry]):
    """The entries of some inputs, as ``read_entries`` yields them, and their number.

    Only files are read ahead. The writer of a pipe may wait for an answer.
    """

    def __init__(
        self, inputs: Sequence[str], format: str | None = None, options: ReadOptions = ReadOptions()
    ) -> None:
        self._sizes = [Path(text).stat().st_size if is_file(text) else 0 for text in inputs]
        self._most = AHEAD if all(map(is_file, inputs)) else 1
        self._read_bytes = self._read = 0
        self._is_whole = False
        self._waiting: deque[Entry] = deque()
        self._entries = self._all(inputs, format, options)

    def __next__(self) -> Entry:
        while not self._is_whole and len(self._waiting) < self._most:
            for entry in self._entries:
                self._waiting.append(entry)
                self._read += 1
                break
            else:
                self._is_whole = True
        if not self._waiting:
            raise StopIteration
        return self._waiting.popleft()

    @property
    def total(self) -> int | None:
        """The number of entries; None while it is not known."""
        return self._read if self._is_whole else None

    @property
    def estimate(self) -> float:
        """About how many entries there are, by the bytes that were read; 0 if this is not known."""
        if self._is_whole:
            return self._read
        return self._read * sum(self._sizes) / self._read_bytes if self._read_bytes else 0.0

    def close(self) -> None:
        """Close the input that is open."""
        self._entries.close()

    def _all(
        self, inputs: Sequence[str], format: str | None, options: ReadOptions
    ) -> Generator[Entry, None, None]:
        before = 0
        for number, (text, size) in enumerate(zip(inputs, self._sizes, strict=True), 1):
            try:
                with open_input(text, number) as document:
                    for entry in puzzles_of(document, format, options):
                        position = document.position if size else 0
                        self._read_bytes = before + (size if position is None else position)
                        yield entry
            except InputError as error:
                yield error
            before += size
