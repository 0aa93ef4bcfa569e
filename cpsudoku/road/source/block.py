"""A block: some rows of one input, either as lines not yet parsed or as parsed entries."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pickle import PickleBuffer
from typing import SupportsIndex

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats import FORMATS, Entry
from cpsudoku.road.alike import CLASSIC, Alike, alike
from cpsudoku.road.kernels.fields import Ints
from cpsudoku.road.kernels.joining import chosen
from cpsudoku.road.layout import LineLayout
from cpsudoku.runtime.errors import InputError, Source

_SHOWN = 200  # characters of a malformed line


@dataclass(frozen=True)
class Block:
    """Whole lines of one file, in UTF-8. ``first_line`` is the number of the first, from 1."""

    source: str
    first_line: int
    text: bytes
    layout: LineLayout

    @property
    def identity(self) -> bytes:
        """The bytes that must be the same when the input is read again."""
        return self.text

    def source_of(self, row: int, number: int) -> Source:
        """Where a row is, given the number of its line in the block."""
        return Source(self.source, row=number + self.first_line)

    @property
    def alike(self) -> Alike:
        """The board and the rules of the rows that are usual."""
        return alike(self.layout.options) or CLASSIC

    @property
    def sources(self) -> list[str]:
        """The source of all rows."""
        return [self.source]

    def shown(self, start: int, end: int) -> str:
        """The beginning of a line."""
        return self.text[start : min(end, start + _SHOWN)].decode("utf-8", "replace")

    def raw(self, starts: Ints, stops: Ints) -> bytes:
        """Some of the lines, unchanged. starts, stops: int64[n], the bytes of each.

        If the input has rules for all puzzles, each is written with them.
        """
        if self.alike.is_classic:
            return chosen(np.frombuffer(self.text, np.uint8), starts, stops, True)
        pairs = zip(starts.tolist(), stops.tolist(), strict=True)
        entries = (self.layout.entry(self.text[start:stop], Source()) for start, stop in pairs)
        return _as_lines(entry for entry in entries if entry is not None)

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[object, ...]:
        # Pipes between processes have protocol 4, which cannot leave the text where it lies.
        text = PickleBuffer(self.text) if protocol.__index__() >= 5 else self.text
        return _received, (self.source, self.first_line, text, self.layout)


def _received(
    source: str, first_line: int, text: bytes | PickleBuffer, layout: LineLayout
) -> Block:
    return Block(source, first_line, bytes(text), layout)


@dataclass(frozen=True)
class EntryBlock:
    """Some entries of one input, in order."""

    source: str
    entries: tuple[Entry, ...]

    first_line = 0
    alike = CLASSIC

    @property
    def identity(self) -> bytes:
        """The bytes that must be the same when the input is read again."""
        return b"\n".join(map(identity_of, self.entries))

    def source_of(self, row: int, number: int) -> Source:
        """Where a row is."""
        return self.entries[row].source

    @property
    def sources(self) -> list[str]:
        """The source of each row."""
        return [source for source, _ in self.places]

    def shown(self, start: int, end: int) -> str:
        """Empty: the text of an unreadable entry is not known."""
        return ""

    @cached_property
    def places(self) -> list[tuple[str, int]]:
        """The source and line of each entry; line 0 if it has none, as in a workbook."""
        sources = [entry.source for entry in self.entries]
        return [
            (source.file, source.row or 0) if source.sheet is None else (str(source), 0)
            for source in sources
        ]

    def raw(self, starts: Ints, stops: Ints) -> bytes:
        """Some of the entries as lines of text; an unreadable one becomes a comment."""
        return _as_lines(self.entries[row] for row in starts.tolist())


def _as_lines(entries: Iterable[Entry]) -> bytes:
    """Entries as lines with their rules below them; an unreadable one becomes a comment."""
    text = io.BytesIO()
    for entry in entries:
        if isinstance(entry, InputError):
            text.write(f"# {' '.join(str(entry).split())}\n".encode())
        else:
            FORMATS["line"].write([Result(entry)], text)
    return text.getvalue()


def identity_of(entry: Entry) -> bytes:
    """The bytes that must be the same when an entry is read again."""
    return (repr(entry) if isinstance(entry, Puzzle) else str(entry)).encode()


AnyBlock = Block | EntryBlock
