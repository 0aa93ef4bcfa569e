"""Interactive-Sudoku-Solver: its constraint strings, and links that hold one after ``?q=``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import SIZE_OF_CELLS
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import EXTRAS, Entry, ReadOptions
from cpsudoku.formats.document import Document
from cpsudoku.formats.line_by_line import LineFormat, placed, refuse_other_boards
from cpsudoku.formats.links.iss_board import LARGEST
from cpsudoku.formats.links.iss_reading import is_constraint_string, puzzle_of_string
from cpsudoku.formats.links.ps import PS, puzzle_of_numbers
from cpsudoku.formats.text.jigsaw_line import (
    JIGSAW,
    board_of_layout,
    is_layout,
    puzzle_of_jigsaw,
)
from cpsudoku.formats.text.killer_line import KILLER, puzzle_of_killer
from cpsudoku.formats.text.marks_line import MARKS_LINE, puzzle_of_marks
from cpsudoku.formats.text.puzzle_line import puzzle_of_line
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.printable import one_line
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import worded

LINK = re.compile(r"https?://[^\s?#]*[?#&](?:[^\s]*&)?q=([^&#\s]*)", re.IGNORECASE)
LONGEST = 300_000  # characters of a string
_REGIONS = str.maketrans("0123456789", "ABCDEFGHIJ")  # a layout may have digits for letters
SEPARATE = worded("a blank line separates two puzzles")


@dataclass
class _PuzzleLines:
    """The lines of one puzzle."""

    source: Source
    format: LineFormat | None = None  # of another format, on one line
    label: str = ""
    lines: list[str] = field(default_factory=list)
    size: int = 0


class ConstraintString(LineFormat):
    """The format ``iss``."""

    name = "iss"
    title = "constraint strings and links of Interactive-Sudoku-Solver"
    suffixes = (".iss",)
    carries = EXTRAS
    writes_solutions = True
    sizes = range(1, LARGEST + 1)

    def recognises(self, document: Document) -> bool:
        """Whether the first line that is not a comment begins a constraint string or a link."""
        lines = (line.strip() for line in document.sample.split("\n"))
        first = next((line for line in lines if line and not line.startswith("#")), "")
        return is_constraint_string(first) or LINK.match(first) is not None

    def is_line(self, text: str) -> bool:
        """Whether it begins like a constraint string or a link."""
        return is_constraint_string(text) or LINK.match(text) is not None

    def of_line(self, text: str, source: Source) -> Puzzle:
        """The puzzle of a link or of a whole string."""
        return _puzzle_of(_PuzzleLines(source, lines=[text], size=len(text)))

    def read_lines(
        self, document: Document, options: ReadOptions, other: Callable[[str], LineFormat | None]
    ) -> Iterator[Entry]:
        """Each string; a blank line, a comment, a link or ``.Shape`` begins another one."""
        for part in blocks_of_lines(document, other):
            try:
                puzzle = _puzzle_of(part)
                refuse_other_boards(puzzle, options)
                yield puzzle
            except InputError as error:
                yield placed(error, part.source)

    def text_of(self, result: Result) -> str:
        """The label as a comment, then the string."""
        if result.grid is None or result.puzzle is None:
            return ""
        from cpsudoku.formats.links.iss_writing import constraint_string

        label = f"# {one_line(result.puzzle.label)}\n" if result.puzzle.label else ""
        return f"{label}{constraint_string(result)}\n"


def _puzzle_of(part: _PuzzleLines) -> Puzzle:
    """The puzzle of a part; raises InputError."""
    text = "".join(part.lines)
    if part.format is not None:
        return part.format.of_line(text, part.source)
    if part.size > LONGEST:
        raise InputError(
            "a string of more than {longest} characters", part.source, longest=f"{LONGEST:,}"
        )
    link = LINK.match(text)
    string = unquote(link[1]) if link is not None else text
    puzzle = puzzle_of_query(string, part.source, part.label)
    count = len(part.lines)
    if count > 1 and () in (puzzle.marks or ()):
        cell = puzzle.board.cell_name((puzzle.marks or ()).index(()))
        raise InputError(
            "these lines leave no digit for {cell}; {separate}",
            part.source,
            cell=cell,
            separate=SEPARATE,
        )
    if count > 1:
        remark(
            worded(
                "{source}: {count} lines are read as one puzzle; {separate}",
                source=part.source,
                count=count,
                separate=SEPARATE,
            )
        )
    return puzzle


def blocks_of_lines(
    document: Document, other: Callable[[str], LineFormat | None] = lambda _: None
) -> Iterator[_PuzzleLines]:
    """The lines of each puzzle, with the comment above them as the label."""
    part = _PuzzleLines(document.source)
    for number, line in document.lines():
        text = line.strip()
        format = other(text) if text and not text.startswith(("#", ".")) else None
        if part.lines and (format or part.format or _begins_another(text)):
            yield part
            part = _PuzzleLines(document.source)
        if text.startswith("#"):
            part.label = part.label or text.lstrip("# ")
        elif text:
            if not part.lines:
                part.source, part.format = document.source.at(number), format
            part.lines.append(text)
            part.size += len(text)
            if part.size > LONGEST:  # the rest is not read
                break
    if part.lines:
        yield part


def _begins_another(text: str) -> bool:
    return not text or text.startswith(("#", ".Shape")) or LINK.match(text) is not None


def puzzle_of_query(text: str, source: Source, label: str = "") -> Puzzle:
    """The puzzle in a link, which holds a constraint string or a line of text."""
    if is_constraint_string(text):
        return puzzle_of_string(text, source, label)
    symbols = re.sub(r"\s+", "", text)
    if PS.fullmatch(symbols):
        return puzzle_of_numbers(symbols, source, label)
    if KILLER.fullmatch(symbols):
        return puzzle_of_killer(symbols, source, label)
    if JIGSAW.fullmatch(symbols) and len(symbols) // 2 in SIZE_OF_CELLS:
        return puzzle_of_jigsaw(symbols, source, label)
    if MARKS_LINE.fullmatch(symbols):
        return puzzle_of_marks(symbols, source, label)
    regions = symbols.translate(_REGIONS) if symbols.isdecimal() else symbols
    if is_layout(regions):  # a jigsaw without givens
        board = board_of_layout(regions)
        return Puzzle(Grid(bytes(len(board)), board), source=source, label=label)
    layout = symbols[len(symbols) // 2 :]
    cells = symbols.removesuffix(layout) if is_layout(layout) else symbols
    size = SIZE_OF_CELLS.get(len(cells), 0)
    if 9 < size <= LARGEST and re.fullmatch(r"[A-P.0_*-]+", cells):  # here A is 1, not 10
        digits = bytes(ord(each) - 64 if each.isalpha() else 0 for each in cells)
        board = board_of_layout(layout) if cells != symbols else ReadOptions().board_of(size)
        return Puzzle(Grid(digits, board), source=source, label=label)
    return puzzle_of_line(symbols.removeprefix("="), source)


FORMAT = ConstraintString()
