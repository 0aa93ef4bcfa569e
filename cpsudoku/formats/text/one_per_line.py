"""Formats with one puzzle per line that are recognised by a pattern."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import is_solution
from cpsudoku.formats.document import Document
from cpsudoku.formats.line_by_line import LineFormat, is_content
from cpsudoku.formats.puzzle_text import tidy
from cpsudoku.formats.symbols import shorten
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.printable import one_line


class OnePerLine(LineFormat):
    """A format whose lines are a puzzle without spaces, then an optional label.

    ``pattern`` matches a text that is intended as such a puzzle. ``puzzle_of`` reports errors.
    A format that is written has ``symbols_of``.
    """

    writes = False
    pattern: re.Pattern[str]

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of the text that the pattern matched; raises InputError."""
        raise NotImplementedError

    def symbols_of(self, puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
        """The text of a puzzle with this grid and these rules; raises Unsupported."""
        raise NotImplementedError

    def text_of(self, result: Result) -> str:
        """The symbols of the puzzle or of its solution, then a blank and the label."""
        if result.grid is None or result.puzzle is None:
            return ""
        rules = () if is_solution(result) else result.puzzle.constraints
        label = f" {one_line(result.puzzle.label)}" if result.puzzle.label else ""
        return f"{self.symbols_of(result.puzzle, result.grid, rules)}{label}\n"

    def is_line(self, text: str) -> bool:
        """Whether a line begins with such a puzzle."""
        return self.pattern.fullmatch(_divided(text)[0]) is not None

    def recognises(self, document: Document) -> bool:
        """Whether the first line with content begins with such a puzzle."""
        first = next(filter(is_content, document.sample.split("\n")), "")
        return bool(first) and self.is_line(first)

    def of_line(self, text: str, source: Source) -> Puzzle:
        """The puzzle of a line with an optional label."""
        text, label = _divided(text)
        if self.pattern.fullmatch(text) is None:
            raise InputError(
                "{text} is not a puzzle of format {name}", text=shorten(text), name=repr(self.name)
            )
        return self.puzzle_of(text, source, label.strip())


def _divided(text: str) -> tuple[str, str]:
    """The first word of a line and the rest; both may be empty, after a byte order mark."""
    word, rest = (*tidy(text).split(maxsplit=1), "", "")[:2]
    return word, rest


def killer_of(board: Board, total: int, cells: Sequence[int]) -> Constraint:
    """The killer cage of some cells. A total of 0 means a cage without a sum. Raises InputError."""
    (rule,) = rules_of(f"killer {total or ''}: {' '.join(map(board.cell_name, cells))}", board)
    return rule
