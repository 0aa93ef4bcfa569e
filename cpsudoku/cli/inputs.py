"""What the inputs of a command hold: files, puzzles, and what is typed or pasted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TypeVar

from cpsudoku.cli.options import Input
from cpsudoku.cli.report import refuse_overwriting, say
from cpsudoku.core.board import Board
from cpsudoku.formats import FORMATS, Entry, ReadOptions
from cpsudoku.solving import read_entries

T = TypeVar("T")
Reader = Callable[[list[str], str | None, ReadOptions], T]
PASTE = "paste a puzzle, then press Ctrl-D"


def entries_of(source: Input, output: Path | None = None) -> Generator[Entry, None, None]:
    """The puzzles of the inputs, and the problems found among them."""
    return read_with(source, read_entries, output)


def read_with(source: Input, reader: Reader[T], output: Path | None = None) -> T:
    """What a reader makes of the inputs. Without any, it reads standard input.

    Raises InputError when the output is one of the inputs, UnknownName for an unknown format.
    """
    inputs = source.inputs or ["-"]
    refuse_overwriting(output, inputs)
    if source.format is not None:
        FORMATS[source.format]  # reports an unknown name before anything is read
    options = reading_options(source)
    if "-" in inputs and sys.stdin.isatty() and sys.stderr.isatty():
        say(PASTE)
    return reader(inputs, source.format, options)


def reading_options(source: Input) -> ReadOptions:
    """How to read the inputs; raises InputError for a box that is none."""
    board = Board.parse_box(source.box) if source.box is not None else None
    chosen = (source.sheet, source.range, source.named, source.every)
    return ReadOptions(board, source.column, *chosen)
