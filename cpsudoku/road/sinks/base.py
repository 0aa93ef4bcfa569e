"""What every sink of blocks writes: the rows of a block in an encoding, made where it is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol, Self

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.road.judge.judged import Facts, Judged
from cpsudoku.road.kernels.hashing import digest
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.sinks.beside import Convert
from cpsudoku.road.source.block import AnyBlock, EntryBlock
from cpsudoku.road.steps.places import Repeats
from cpsudoku.runtime.errors import Unsupported

ALL, GOOD, BAD = "all", "good", "bad"  # the rows of a block that an output gets
TAIL = ("failed", "duplicate_of")  # the last two columns of a table of verdicts


class BlockPart(Protocol):
    """The rows of one block, as an encoding writes them. It travels from a worker to the run."""

    def repeating(self, repeats: Repeats) -> Self:
        """The same rows, some of which repeat earlier ones. Most parts do not name these."""
        return self

    def data(self, block: AnyBlock, rows: Bools | None) -> bytes | memoryview:
        """Some of the rows as bytes [default: all]. Raises Unsupported if one can't be written."""


class Encoding(Protocol):
    """One way to write judged rows as bytes. Equal encodings write the same."""

    def head(self) -> bytes:
        """What is written before the first row."""
        return b""

    @property
    def final_form(self) -> Convert | None:
        """What writes the rows of the file in their final form; None if they have it already."""
        return None


class BlockEncoding(Encoding, Protocol):
    """An encoding for blocks, whose first half runs where these are judged."""

    def part(self, judged: Judged) -> BlockPart:
        """The rows of a block. A worker calls this."""


class Writable(Protocol):
    """What outputs write at once, or not at all."""

    @property
    def identity(self) -> bytes:
        """The bytes that must be the same when the input is read again."""

    def written(self, encoding: Encoding, rows: str) -> bytes | memoryview:
        """ALL, GOOD or BAD rows in one encoding. Raises Unsupported if one can't be written."""


@dataclass(frozen=True)
class JudgedBlock:
    """A judged block on its way to the sinks: the facts about its rows, and a part per encoding."""

    block: AnyBlock
    facts: Facts
    parts: Mapping[Encoding, BlockPart]

    @property
    def identity(self) -> bytes:
        """The bytes that must be the same when the input is read again."""
        return digest(self.block.identity)

    def repeating(self, repeats: Repeats | None) -> JudgedBlock:
        """The block, in which the rows that repeat earlier ones name these."""
        if repeats is None:
            return self
        parts = {encoding: part.repeating(repeats) for encoding, part in self.parts.items()}
        return replace(self, parts=parts)

    def written(self, encoding: Encoding, rows: str) -> bytes | memoryview:
        """ALL, GOOD or BAD rows in one encoding. Raises Unsupported if one can't be written."""
        chosen = None if rows == ALL else self.facts.bad == (rows == BAD)
        return self.parts[encoding].data(self.block, chosen)


def refuse_unsayable(block: AnyBlock, rows: Bools) -> None:
    """Raise Unsupported for a chosen puzzle that a row of a table of verdicts can't hold."""
    for row in np.flatnonzero(rows).tolist():
        if isinstance(block, EntryBlock):
            entry = block.entries[row]
        elif block.alike.is_classic:
            return
        else:
            entry = block.alike.empty
        if isinstance(entry, Puzzle) and not (entry.is_plain and entry.board.is_usual):
            raise Unsupported(
                "{place}: a row of a table can't hold its rules or its board; name a .txt file "
                "for {keep} and {reject}",
                place=block.source_of(row, 0),
            )
