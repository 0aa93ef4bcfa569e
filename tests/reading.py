"""Texts and bytes to puzzles and back, as the tests of formats need them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats import FORMATS, Document, Entry, ReadOptions, read_document
from cpsudoku.formats.base import BOXES, losses
from cpsudoku.runtime.errors import CpsudokuError, InputError

NOTHING = ReadOptions()
WRITTEN = [name for name in FORMATS if FORMATS[name].writes]
READ = [name for name in WRITTEN if FORMATS[name].reads]
TEXT = [name for name in READ if not FORMATS[name].is_binary]


def lost_parts(name: str, puzzle: Puzzle) -> dict[str, str]:
    """The parts of a puzzle that are lost in a format. puzz.link knows few boxes."""
    lost = losses(puzzle, FORMATS[name].carries)
    shape = puzzle.board.box_shape
    is_known = shape is not None and (shape[0] == shape[1] or shape == (2, 3))
    if name == "puzz-link" and puzzle.board.is_square and puzzle.board.regions and not is_known:
        lost[BOXES] = "boxes"
    return lost


def text_of(puzzles: Sequence[Puzzle], name: str) -> bytes:
    """The puzzles in a format."""
    stream = io.BytesIO()
    FORMATS[name].write([Result(puzzle) for puzzle in puzzles], stream)
    return stream.getvalue()


def entries_of(
    data: bytes | str,
    name: str | None = None,
    box: Board | None = None,
    suffix: str = "",
    options: ReadOptions = NOTHING,
) -> list[Entry]:
    """What is read from a file of that content."""
    raw = data if isinstance(data, bytes) else data.encode()
    asked = options if box is None else replace(options, board=box)
    return list(read_document(Document("file", io.BytesIO(raw), suffix), name, asked))


def puzzles_of(
    data: bytes | str,
    name: str | None = None,
    box: Board | None = None,
    suffix: str = "",
    options: ReadOptions = NOTHING,
) -> list[Puzzle]:
    """The puzzles that are read; raises what is none."""
    puzzles = []
    for entry in entries_of(data, name, box, suffix, options):
        if isinstance(entry, InputError):
            raise entry
        puzzles.append(entry)
    return puzzles


def lines_of(
    data: bytes | str, name: str | None = None, suffix: str = "", options: ReadOptions = NOTHING
) -> list[str]:
    """The puzzles that are read, in one-line notation."""
    puzzles = puzzles_of(data, name, suffix=suffix, options=options)
    return [puzzle.givens.line for puzzle in puzzles]


def problem_of(data: bytes | str, suffix: str = "", options: ReadOptions = NOTHING) -> str:
    """What is wrong with a content."""
    with pytest.raises(CpsudokuError) as caught:
        puzzles_of(data, suffix=suffix, options=options)
    return str(caught.value)
