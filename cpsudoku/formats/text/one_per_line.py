"""Read-only formats with one puzzle per line that are recognised by a pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.errors import InputError, Source
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.base import Entry, ReadOptions, TextFormat
from cpsudoku.formats.document import LONGEST_LINE, Document
from cpsudoku.formats.symbols import shorten
from cpsudoku.formats.text.line import is_content, too_long


class OnePerLine(TextFormat):
    """A format whose lines are a puzzle without spaces, then an optional label.

    ``pattern`` matches a text that is intended as such a puzzle. ``puzzle_of`` reports errors.
    """

    suffixes: tuple[str, ...] = ()
    writes = False
    pattern: re.Pattern[str]

    def puzzle_of(self, text: str, source: Source, label: str) -> Puzzle:
        """The puzzle of the text that the pattern matched; raises InputError."""
        raise NotImplementedError

    def recognises(self, document: Document) -> bool:
        """Whether the first line with content begins with such a puzzle."""
        lines = document.sample.split("\n")
        first = next(filter(is_content, lines), "").split(maxsplit=1)
        return bool(first) and self.pattern.fullmatch(first[0]) is not None

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Each line that is neither blank nor a comment."""
        for number, line in document.lines():
            if not is_content(line):
                continue
            source = document.source.at(number)
            try:
                yield self._entry(line, source)
            except InputError as error:
                yield error

    def _entry(self, line: str, source: Source) -> Puzzle:
        if len(line) > LONGEST_LINE:
            raise too_long(source)
        text, *label = line.split(maxsplit=1)
        if self.pattern.fullmatch(text) is None:
            raise InputError(f"{shorten(text)} is not a puzzle of format {self.name!r}", source)
        return self.puzzle_of(text, source, label[0].strip() if label else "")


def killer_of(board: Board, total: int, cells: Sequence[int], source: Source) -> Constraint:
    """The killer cage of some cells. A total of 0 means a cage without a sum. Raises InputError."""
    names = " ".join(map(board.cell_name, cells))
    try:
        (rule,) = rules_of(f"killer {total or ''}: {names}", board)
    except InputError as error:
        raise InputError(error.problem, source) from None
    return rule
