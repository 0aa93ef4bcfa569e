"""What every sink is: an encoding, whose first half runs where blocks are judged, and an output."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, Self

from cpsudoku.road.judge.judged import Facts, Judged
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.source.block import AnyBlock
from cpsudoku.road.steps.places import Repeats


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

    def part(self, judged: Judged) -> BlockPart:
        """The rows of a block. A worker calls this."""

    def finish(self, partial: Path, path: Path) -> bool:
        """Write the file in its final form; False if the rows already have it."""
        return False


class Sink(Protocol):
    """One place where judged rows go."""

    encoding: Encoding

    def take(self, part: BlockPart, block: AnyBlock, facts: Facts) -> None:
        """Write those rows of a block that this sink gets.

        Raises InputError if they can't be written; then none of them stays.
        """
