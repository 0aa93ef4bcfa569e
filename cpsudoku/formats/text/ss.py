"""Simple Sudoku (``.ss``): a grid between lines of stars and dashes."""

from __future__ import annotations

import re

from cpsudoku.core.grid import draw
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BOXES
from cpsudoku.formats.document import Document
from cpsudoku.formats.text.grid import GridText


class SimpleSudoku(GridText):
    """The format ``ss``."""

    name = "ss"
    title = "Simple Sudoku puzzles"
    suffixes = (".ss",)
    carries = frozenset((BOXES,))  # the lines between the cells show them

    def recognises(self, document: Document) -> bool:
        """Whether the sample has such a line and a grid of single symbols."""
        border = re.search(r"^\*-+\*\s*$", document.sample, re.MULTILINE)
        return border is not None and " " not in document.sample and super().recognises(document)

    def text_of(self, result: Result) -> str:
        """The drawn grid, without spaces and without the label."""
        if result.grid is None:
            return ""
        rule, *lines = draw(result.grid, line="-", gap="").splitlines()
        border = "*" + rule[1:-1].replace("+", "-") + "*"
        inner = [re.sub(r"^\+|\+$", "|", line) for line in lines[:-1]]
        return "\n".join([border, *inner, border]) + "\n\n"


FORMAT = SimpleSudoku()
