"""The programs whose links a saved page, or a code on paper, may hold."""

from __future__ import annotations

from cpsudoku.formats.line_by_line import LineFormat
from cpsudoku.formats.links import f_puzzles, iss, lisudoku, penpa, sudokumaker, sudokupad
from cpsudoku.formats.links.puzz_link import puzz_link

# In the order in which the links of a page are read.
PROGRAMS: tuple[LineFormat, ...] = (
    *(sudokupad.FORMAT, f_puzzles.FORMAT, sudokumaker.FORMAT, iss.FORMAT),
    *(puzz_link.FORMAT, penpa.FORMAT, lisudoku.FORMAT),
)


def program_of(text: str) -> LineFormat | None:
    """The format of the program that a link opens, or None."""
    return next((program for program in PROGRAMS if program.is_line(text)), None)
